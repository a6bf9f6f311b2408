"""A whole class on one machine: real users, the hub as it is deployed, and nbgrader from release to feedback."""

from __future__ import annotations

import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

from tests.hub.conftest import PASSWORD, STUDENTS, TEACHER, Class
from tests.hub.hub_user import HubUser

pytestmark = pytest.mark.required_in_ci

ASSIGNMENT = {"course_id": "chunklib", "assignment_id": "00_start_here"}
LESSON, EXERCISE = "chunklib/notebooks/00_start_here.ipynb", "chunklib/exercises/00_start_here/00_start_here.ipynb"
FETCHED = "00_start_here/00_start_here.ipynb"
STEPS = "/formgrader/api/assignment/00_start_here"
RIGHT = "def hello(name):\n    return f'Hello, {name}!'"
WRONG = "def hello(name):\n    return f'Hello, {name.strip().title()}!'"
ANSWERS = dict(zip(STUDENTS, (RIGHT, WRONG), strict=True))
LISTED = """
import os
try:
    print(os.listdir({!r}))
except OSError as error:
    print(type(error).__name__)
"""


@pytest.fixture(scope="module")
def people(classroom: Class) -> dict[str, HubUser]:
    """All three, logged in at the same time; what their servers open with has been looked at."""
    users = {name: classroom.user(name) for name in (TEACHER, *STUDENTS)}
    with ThreadPoolExecutor() as pool:
        pages = list(pool.map(lambda user: user.log_in(PASSWORD), users.values()))
    assert opened(pages[0]) == ("/lab", {})
    assert [opened(page) for page in pages[1:]] == [(f"/lab/tree/{LESSON}", {"file-browser-path": "/chunklib"})] * 2
    return users


def opened(page: str) -> tuple[str, dict[str, str]]:
    """The path and query of a page, without the count of redirects that the hub adds while a server starts slowly."""
    path, _, query = page.partition("?")
    return path, {name: value for name, value in parse_qsl(query) if name != "redirects"}


def done(answer: dict[str, Any]) -> None:
    """nbgrader says of every step whether it worked."""
    assert answer["success"], answer


def submit(student: HubUser, answer: str) -> None:
    done(student.post("/assignments/fetch", **ASSIGNMENT))
    student.fill_in(FETCHED, "NotImplementedError", answer)
    done(student.post("/assignments/submit", **ASSIGNMENT))


def test_the_circle_from_release_to_feedback(people: dict[str, HubUser]) -> None:
    teacher = people[TEACHER]
    for step in ("assign", "release"):
        done(teacher.post(f"{STEPS}/{step}"))
    for name in STUDENTS:
        submit(people[name], ANSWERS[name])
    done(teacher.post(f"{STEPS}/collect"))
    for name in STUDENTS:
        done(teacher.post(f"/formgrader/api/submission/00_start_here/{name}/autograde"))
    rows = {row["student"]: row for row in teacher.get("/formgrader/api/submissions/00_start_here").json()}
    right, wrong = (rows[name] for name in STUDENTS)
    assert right["score"] == right["max_score"] > wrong["score"] > 0
    for step in ("generate_feedback", "release_feedback"):
        done(teacher.post(f"{STEPS}/{step}"))
    for name in STUDENTS:
        done(people[name].post("/assignments/fetch_feedback", **ASSIGNMENT))
        page = people[name].run("import glob; print(*glob.glob('00_start_here/feedback/*/00_start_here.html'))").strip()
        text = unescape(re.sub("<[^>]*>", "", people[name].get(f"/files/{page}").text))
        own = [answer.splitlines()[1] in text for answer in ANSWERS.values()]
        assert own == [name == other for other in STUDENTS]


def test_students_see_their_own_things_only(classroom: Class, people: dict[str, HubUser]) -> None:
    ada, alan = STUDENTS
    for path in ("/formgrader", "/formgrader/api/assignments", "/formgrader/api/grades", "/formgraders"):
        assert people[ada].get(path).status_code == 404, path
    assert people[ada].get("/assignments", course_id="chunklib").json()["success"]
    for other in (alan, TEACHER):
        assert people[ada].get("/api/contents", of=other).status_code == 403
    hidden = {f"@jupyter/nbgrader:{name}" for name in ("formgrader", "course-list", "create-assignment")}
    assert hidden <= set(switched_off(people[ada]))
    assert "@jupyter/nbgrader:assignment-list" not in switched_off(people[ada])
    assert "@jupyter/nbgrader:formgrader" not in switched_off(people[TEACHER])
    assert classroom.machine.run("stat", "--format", "%U %a", "/srv/chunklib/exchange/chunklib") == f"{TEACHER} 755\n"
    # The wall is that of the machine: what hides the form grader is only there so that nobody runs into it.
    code = "import getpass, os, chunklib; print(getpass.getuser(), os.getuid(), len(chunklib.STRATEGIES) > 5)"
    uids = {name: classroom.machine.run("id", "-u", name).strip() for name in STUDENTS}
    assert [people[name].run(code) for name in STUDENTS] == [f"{name} {uids[name]} True\n" for name in STUDENTS]
    for shut in (
        "/home/grace/teaching",
        f"/home/{alan}",
        "/srv/chunklib/hub/secrets",
        "/opt/chunklib/.git",
        "/opt/chunklib/docs/teaching",
        "/opt/chunklib/solutions",
        "/srv/chunklib/exchange/chunklib/inbound",
    ):
        assert people[ada].run(LISTED.format(shut)) == "PermissionError\n", shut


def test_a_server_that_starts_updates_what_its_learner_has_not_changed(
    classroom: Class, people: dict[str, HubUser]
) -> None:
    student = people[STUDENTS[0]]
    mine = "def hello(name): return f'Hello, {name}!'  # mine"
    student.fill_in(EXERCISE, "NotImplementedError", mine)
    newer = "/opt/chunklib/notebooks/learner/00_start_here.ipynb /opt/chunklib/exercises/00_start_here/*.ipynb"
    classroom.machine.run("sh", "-c", f"sed -i '0,/# /s//# News · /' {newer}")
    student.restart()
    assert student.notebook(LESSON)["cells"][0]["source"].startswith("# News · ")
    code = [cell["source"] for cell in student.notebook(EXERCISE)["cells"]]
    assert mine in code
    assert not code[0].startswith("# News")
    said = student.run(f"from classroom import check\n{mine}\ncheck(hello)")
    assert "hello" in said
    assert "✓" in said


def test_a_server_starts_where_the_folder_cannot_be_laid_out(classroom: Class, people: dict[str, HubUser]) -> None:
    student = people[STUDENTS[1]]
    classroom.machine.run("sh", "-c", "mv ~alan/chunklib ~alan/away && touch ~alan/chunklib")
    student.restart()
    assert student.run("print('works')") == "works\n"
    assert "chunklib: chunklib is a file: name a folder\n" in classroom.log.read_text("utf-8")
    classroom.machine.run("sh", "-c", "rm ~alan/chunklib && mv ~alan/away ~alan/chunklib")


def switched_off(person: HubUser) -> list[str]:
    """The extensions of JupyterLab that a person does not see."""
    page = person.get("/lab").text
    config = json.loads(
        unescape(page.partition('id="jupyter-config-data"')[2].partition(">")[2].partition("</script>")[0])
    )
    return list(config["disabledExtensions"])


def test_nobody_listens_to_a_kernel_of_somebody_else(people: dict[str, HubUser]) -> None:
    code = "import json; from ipykernel import get_connection_file; info = json.load(open(get_connection_file()))\n"
    transport, address = people[STUDENTS[0]].run(f"{code}print(info['transport'], info['ip'])").split()
    assert transport == "ipc"  # a port of loopback would be open to every user of the machine
    assert Path(address).is_relative_to("/home/ada")


@pytest.mark.parametrize(("name", "password"), [("ada", "wrong"), ("eve", PASSWORD), ("root", "")])
def test_strangers_stay_out(name: str, password: str, classroom: Class) -> None:
    with pytest.raises(PermissionError, match=f"does not let {name} in"):
        classroom.user(name).log_in(password)


def test_a_hub_that_would_hand_out_an_answer_does_not_start(classroom: Class) -> None:
    run, tried = classroom.machine.run, "/opt/chunklib/exercises/00_start_here/00_start_here.ipynb"
    run("sed", "-i.before", "s/raise NotImplementedError/return name/", tried)
    hub = [str(Path(sys.prefix, "bin", "jupyterhub")), "--config", "/opt/chunklib/deploy/jupyterhub_config.py"]
    said = run("env", "CHUNKLIB_CLASS=/etc/chunklib/class.toml", *hub, check=False)
    assert said.endswith("is filled in, and would be handed out: python -m classroom.build makes it again\n")
    assert said.count("chunklib: ") == 1
    run("mv", f"{tried}.before", tried)
