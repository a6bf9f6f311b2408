"""A person in front of a browser: logs in at the hub, opens pages, and asks the own server to do things."""

from __future__ import annotations

import json
import ssl
import time
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

import requests
import websocket

_PATIENCE = 120  # seconds that a server may need to start on a busy machine


class HubUser:
    """One person's session."""

    def __init__(self, address: str, certificate: Path, name: str) -> None:
        self.name = name
        self._address = address
        self._home = f"/user/{name}"
        self._session = requests.Session()
        self._session.trust_env = False  # no proxy of the person who runs the tests
        self._session.verify = str(certificate)

    def log_in(self, password: str) -> str:
        """Log in and wait for the own server; gives the path and query of the page that it opens with."""
        page = self._session.get(f"{self._address}/hub/login", timeout=_PATIENCE)
        form = {"username": self.name, "password": password, "_xsrf": self._token("/hub/")}
        page = self._session.post(f"{self._address}/hub/login", data=form, timeout=_PATIENCE)
        if page.status_code == 403:
            raise PermissionError(f"the hub does not let {self.name} in")
        return self._opened(page)

    def restart(self) -> None:
        """Stop the own server and start it again, as the hub's page does."""
        server, token = f"{self._address}/hub/api/users/{self.name}/server", {"X-XSRFToken": self._token("/hub/")}
        answer = self._session.delete(server, headers=token, timeout=_PATIENCE)
        while answer.status_code == 202:  # it is still stopping
            time.sleep(0.2)
            answer = self._session.delete(server, headers=token, timeout=_PATIENCE)
        answer.raise_for_status()
        self._session.post(server, headers=token, timeout=_PATIENCE).raise_for_status()
        self._opened(self._session.get(f"{self._address}{self._home}/", timeout=_PATIENCE))

    def _opened(self, page: requests.Response) -> str:
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            where = urlsplit(page.url)
            if page.ok and where.path.startswith(f"{self._home}/"):
                return f"{where.path.removeprefix(self._home)}?{where.query}"
            time.sleep(0.2)
            page = self._session.get(f"{self._address}{self._home}/", timeout=_PATIENCE)
        raise TimeoutError(f"no server for {self.name} in {_PATIENCE} seconds: {page.status_code} {page.url}")

    def get(self, path: str, *, of: str = "", **asked: str) -> requests.Response:
        """Open a page of this person's server, or of another person's."""
        query = f"?{urlencode(asked)}" if asked else ""
        home = f"/user/{of}" if of else self._home
        return self._session.get(f"{self._address}{home}{path}{query}", timeout=_PATIENCE)

    def notebook(self, path: str) -> dict[str, Any]:
        """Read an own notebook, as the editor does."""
        content: dict[str, Any] = self.get(f"/api/contents/{path}").json()["content"]
        return content

    def fill_in(self, notebook: str, stub: str, source: str) -> None:
        """Write source into the code cell of an own notebook that holds a stub, and save it, as the editor does."""
        content = self.notebook(notebook)
        [cell] = [cell for cell in content["cells"] if cell["cell_type"] == "code" and stub in cell["source"]]
        cell["source"] = source
        saved = {"type": "notebook", "format": "json", "content": content}
        self._ask("PUT", f"/api/contents/{notebook}", json=saved)

    def post(self, path: str, **form: str) -> Any:
        """Ask the own server to do something; gives its answer."""
        return self._ask("POST", path, data=form)

    def run(self, code: str) -> str:
        """Run code in a kernel of the own server, over a web socket, as a notebook does; gives what it says."""
        kernel, token = self._ask("POST", "/api/kernels", json={})["id"], self._token(f"{self._home}/")
        mine = [cookie for cookie in self._session.cookies if f"{self._home}/".startswith(cookie.path)]
        socket = websocket.create_connection(
            f"{self._address.replace('http', 'ws', 1)}{self._home}/api/kernels/{kernel}/channels?_xsrf={token}",
            cookie="; ".join(f"{cookie.name}={cookie.value}" for cookie in mine),
            sslopt={"ca_certs": self._session.verify, "cert_reqs": ssl.CERT_REQUIRED}, timeout=_PATIENCE,
        )  # fmt: skip
        try:
            return _execute(socket, code)
        finally:
            socket.close()
            self._ask("DELETE", f"/api/kernels/{kernel}")

    def _ask(self, method: str, path: str, **content: Any) -> Any:
        token = {"X-XSRFToken": self._token(f"{self._home}/")}
        address = f"{self._address}{self._home}{path}"
        answer = self._session.request(method, address, headers=token, timeout=_PATIENCE, **content)
        answer.raise_for_status()
        return answer.json() if answer.content else None

    def _token(self, path: str) -> str:
        return next(
            str(cookie.value) for cookie in self._session.cookies if (cookie.name, cookie.path) == ("_xsrf", path)
        )


def _execute(socket: websocket.WebSocket, code: str) -> str:
    asked = uuid.uuid4().hex
    header = {"msg_id": asked, "msg_type": "execute_request", "session": asked, "username": "", "version": "5.3"}
    content = {"code": code, "silent": False, "store_history": False, "allow_stdin": False}
    message = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
    socket.send(json.dumps(message))
    said = ""
    while True:
        answer = json.loads(socket.recv())
        kind, content = answer["msg_type"], answer["content"]
        if answer["parent_header"].get("msg_id") != asked:
            continue
        if kind == "stream" and content["name"] == "stdout":
            said += content["text"]
        if kind in ("display_data", "execute_result"):
            said += content["data"]["text/plain"]
        if kind == "error":
            raise RuntimeError(f"{content['ename']}: {content['evalue']}")
        if kind == "status" and content["execution_state"] == "idle":
            return said
