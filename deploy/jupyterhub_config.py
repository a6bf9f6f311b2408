"""JupyterHub for one class on one machine. The class is described in the TOML file that CHUNKLIB_CLASS names.

Start, as root: ``CHUNKLIB_CLASS=/etc/chunklib/class.toml jupyterhub --config deploy/jupyterhub_config.py``.
Users are those of the machine (PAM); each person's server is a process of that user. docs/teaching/hub.md tells more.
"""

import os
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from classroom.lessons.folder.contents import course_files, refuse_answers  # noqa: E402
from deploy.classroom import read_classroom  # noqa: E402
from deploy.folders import give_course_away, make_folders  # noqa: E402
from deploy.proxy import install as proxy  # noqa: E402
from deploy.reach import closed, complaint, needed, told  # noqa: E402

c: Any = get_config()  # type: ignore[name-defined]  # noqa: F821 - JupyterHub gives it

try:
    room = read_classroom(Path(os.environ.get("CHUNKLIB_CLASS", HERE / "class.toml")))
    if shut := closed([*needed(), HERE]):
        raise PermissionError(complaint(shut))
    if secrets := told(HERE.parent):
        names = " ".join(map(str, secrets))
        raise PermissionError(f"students can read what the teacher keeps: cd {HERE.parent} && chmod o= {names}")
    refuse_answers(course_files())
    make_folders(room)
    give_course_away(room)
    c.ConfigurableHTTPProxy.command = proxy.command()
except (OSError, ValueError, LookupError, ImportError) as error:
    sys.exit(f"chunklib: {error}")

SECRETS = Path(room.state, "secrets")

c.JupyterHub.bind_url = f"{'https' if room.certificate else 'http'}://{room.address}:{room.port}"
c.JupyterHub.hub_bind_url = f"http://127.0.0.1:{room.hub_port}"
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{room.proxy_port}"
c.ConfigurableHTTPProxy.pid_file = str(SECRETS / "proxy.pid")
c.JupyterHub.ssl_cert = room.certificate
c.JupyterHub.ssl_key = room.key
c.JupyterHub.cookie_secret_file = str(SECRETS / "cookie_secret")
c.JupyterHub.db_url = f"sqlite:///{SECRETS / 'hub.sqlite'}"
c.JupyterHub.cleanup_servers = True

c.JupyterHub.authenticator_class = "jupyterhub.auth.PAMAuthenticator"
c.PAMAuthenticator.service = "login"
c.Authenticator.allowed_users = {*room.teachers, *room.students}

c.JupyterHub.spawner_class = "jupyterhub.spawner.LocalProcessSpawner"
c.Spawner.cmd = ["jupyterhub-singleuser"]
c.Spawner.notebook_dir = "~"
c.Spawner.start_timeout = 120
c.Spawner.http_timeout = 120
c.Spawner.environment = {
    "PATH": f"{Path(sys.prefix, 'bin')}:/usr/local/bin:/usr/bin:/bin",
    "CHUNKLIB_EXCHANGE": room.exchange,
}


def dress(spawner: Any) -> None:
    """Give a server what belongs to its user: a teacher the form grader, a student the list of assignments."""
    teacher = spawner.user.name in room.teachers
    role = "teacher" if teacher else "student"
    spawner.environment["JUPYTER_CONFIG_PATH"] = f"{HERE / 'config' / role}:{HERE / 'config' / 'everyone'}"
    if teacher:
        spawner.environment["CHUNKLIB_COURSE_FOLDER"] = room.course_folder
        spawner.default_url = "/lab"
        return
    # A server that starts lays the learner's folder out, or updates it, and starts also where that fails.
    lay_out = 'python -P -m classroom.lessons.folder start "$0" --only-files'
    spawner.cmd = ["sh", "-c", f'{lay_out}; exec jupyterhub-singleuser "$@"', room.folder]
    spawner.default_url = room.first_page
    spawner.disable_user_config = True  # a file in the home must not bring back what is switched off


c.Spawner.pre_spawn_hook = dress
