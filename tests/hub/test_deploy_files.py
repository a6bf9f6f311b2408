"""The image recipe and the values for Kubernetes cannot be run here, so they are at least read."""

from __future__ import annotations

import doctest
import fnmatch
import json
import re
import shlex
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

import chunklib
from classroom.lessons.folder.contents import course_files
from classroom.lessons.folder.lab import SETTINGS
from deploy import lock as lock_groups
from deploy import reach
from deploy.bundle import lock, wheels

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
STEPS = {"FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "ENTRYPOINT", "CMD"}
# The top level of the chart's values.yaml and values.schema.yaml, as of chart 4.x:
# https://github.com/jupyterhub/zero-to-jupyterhub-k8s/tree/main/jupyterhub
CHART_KEYS = {
    "cull", "custom", "debug", "fullnameOverride", "global", "hub", "imagePullSecret", "imagePullSecrets", "ingress",
    "nameOverride", "prePuller", "proxy", "rbac", "scheduling", "singleuser",
}  # fmt: skip


def steps() -> list[tuple[str, str]]:
    """The steps of the Dockerfile: word and what follows it."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text("utf-8"), flags=re.MULTILINE)
    lines = re.sub(r"\\\n\s*", "", text).splitlines()
    return [(line.split()[0], line.partition(" ")[2]) for line in lines if line.strip()]


def copied() -> list[str]:
    return [source for word, rest in steps() if word == "COPY" for source in shlex.split(rest)[:-1]]


def values() -> dict[str, Any]:
    found = yaml.safe_load((DEPLOY / "kubernetes" / "values.yaml").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def test_the_image_is_made_of_files_that_exist_and_of_the_locked_releases() -> None:
    assert {word for word, _ in steps()} <= STEPS
    assert steps()[0][0] == "FROM"
    assert [source for source in copied() if not (ROOT / source).exists()] == []
    installs = [rest for word, rest in steps() if word == "RUN" and "pip install" in rest]
    assert "--no-deps --require-hashes --requirement requirements/hub.txt" in installs[0]
    assert "--no-deps" in installs[1]
    assert [path.name for path in DEPLOY.rglob("*.lock")] == []
    [image] = [rest for word, rest in steps() if word == "FROM"]
    assert re.fullmatch(r"python:3\.1[123]\.\d+-slim-\w+", image)
    assert [rest for word, rest in steps() if word == "USER"][-1] == "1000"
    lines = (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"  # the builder is sent what is copied and nothing else
    assert {rule.removeprefix("!") for rule in rules if rule.startswith("!")} == set(copied())


def test_the_settings_of_the_image_are_where_the_image_looks() -> None:
    [setting] = [rest for word, rest in steps() if word == "ENV"]
    name, _, folders = setting.partition("=")
    assert name == "JUPYTER_CONFIG_PATH"
    assert all((ROOT / folder.removeprefix("/opt/chunklib/")).is_dir() for folder in folders.split(":"))
    off = json.loads((DEPLOY / "config/lessons/jupyter_server_config.d/nbgrader.json").read_text("utf-8"))
    assert set(off["ServerApp"]["jpserver_extensions"].values()) == {False}


def test_the_image_holds_all_that_a_learners_folder_is_laid_out_from(tmp_path: Path) -> None:
    for source in copied():
        (tmp_path / source).parent.mkdir(parents=True, exist_ok=True)
        if source in ("notebooks", "exercises", "docs/glossary.md"):
            (shutil.copytree if (ROOT / source).is_dir() else shutil.copyfile)(ROOT / source, tmp_path / source)
    assert course_files(tmp_path) == course_files()


def test_pages_open_on_a_hub_as_they_do_at_home() -> None:
    settings = DEPLOY / "config" / "everyone" / "labconfig" / "default_setting_overrides.json"
    assert json.loads(settings.read_text("utf-8")) == json.loads((SETTINGS / "overrides.json").read_text("utf-8"))


def test_the_chart_knows_every_key_and_is_installed_in_a_release_that_somebody_chose() -> None:
    assert set(values()) <= CHART_KEYS
    written = (DEPLOY / "kubernetes" / "values.yaml").read_text("utf-8")
    [command] = re.findall(r"helm upgrade (?:.*\\\n)*.*", written)
    assert "--version CHART-VERSION " in command


def test_nobody_gets_in_without_an_account_and_nothing_travels_in_the_clear() -> None:
    config = values()["hub"]["config"]
    assert config["JupyterHub"]["authenticator_class"] != "dummy"
    assert config["Authenticator"]["allow_all"] is False
    assert values()["proxy"]["https"]["enabled"] is True
    written = (DEPLOY / "kubernetes" / "values.yaml").read_text("utf-8")
    assert re.findall(r"(?:secret|password|token):[ \t]*(.*)", written, re.IGNORECASE) == ["CLIENT-SECRET"]


def test_a_server_on_kubernetes_opens_with_a_lesson_that_exists() -> None:
    single = values()["singleuser"]
    page = urlsplit(single["defaultUrl"])
    [start] = [json.loads(rest) for word, rest in steps() if word == "ENTRYPOINT"]
    assert start[-2:] == ['python -P -m classroom.lessons.folder start chunklib --only-files; exec "$@"', "sh"]
    assert page.path.removeprefix("/lab/tree/chunklib/") in course_files()
    assert page.query == "file-browser-path=/chunklib"
    assert [single["uid"], single["storage"]["homeMountPath"]] == [1000, "/home/jovyan"]
    assert single["image"]["tag"] == chunklib.__version__


@pytest.mark.parametrize("role", ["student", "lessons"])
def test_who_is_no_teacher_gets_no_form_grader(role: str) -> None:
    extensions = json.loads((DEPLOY / f"config/{role}/jupyter_server_config.d/nbgrader.json").read_text("utf-8"))
    assert extensions["ServerApp"]["jpserver_extensions"]["nbgrader.server_extensions.formgrader"] is False
    off = json.loads((DEPLOY / f"config/{role}/labconfig/page_config.json").read_text("utf-8"))["disabledExtensions"]
    assert any(fnmatch.fnmatch("@jupyter/nbgrader:formgrader", f"{name}*") for name in off)


@pytest.mark.parametrize("module", [lock, lock_groups, reach, wheels], ids=lambda module: module.__name__)
def test_examples_in_docstrings_are_true(module: ModuleType) -> None:
    # The folder is not collected for its examples: Jupyter's configuration files run only where Jupyter reads them.
    failed, tried = doctest.testmod(module)
    assert tried > 0
    assert failed == 0
