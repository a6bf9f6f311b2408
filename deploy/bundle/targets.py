"""The systems and Pythons that a bundle is for: their names, what markers see there, and which wheels run."""

from __future__ import annotations

from dataclasses import dataclass

PYTHONS = ("3.11", "3.12", "3.13")
_GLIBC = 28  # of the oldest Linux that the lock file is resolved for: manylinux_2_28

# The same names as in room/install.py: platform.system(), platform.machine() there, and sys.platform, os.name.
_SYSTEMS = {
    "linux-x86_64": ("Linux", "x86_64", "linux", "posix"),
    "linux-arm64": ("Linux", "aarch64", "linux", "posix"),
    "macos-arm64": ("Darwin", "arm64", "darwin", "posix"),
    "macos-x86_64": ("Darwin", "x86_64", "darwin", "posix"),
    "windows-x86_64": ("Windows", "AMD64", "win32", "nt"),
}
SYSTEMS = tuple(_SYSTEMS)


@dataclass(frozen=True, slots=True)
class Target:
    """Names one system with one Python."""

    system: str
    python: str

    @property
    def name(self) -> str:
        """Say how its requirements file is called."""
        return f"{self.system}-py{self.python.replace('.', '')}"

    @property
    def platforms(self) -> list[str]:
        """Return the platform tags of wheels that run there, for pip, which adds the older ones on a Mac."""
        machine = _SYSTEMS[self.system][1]
        if self.system.startswith("linux"):
            return [*(f"manylinux_2_{minor}_{machine}" for minor in range(_GLIBC, 4, -1)), f"manylinux2014_{machine}"]
        return [f"macosx_14_0_{machine}"] if self.system.startswith("macos") else ["win_amd64"]

    @property
    def environments(self) -> list[dict[str, str]]:
        """Return what markers see there, in the first and in a late bug-fix release of its Python."""
        system, machine, short, os_name = _SYSTEMS[self.system]
        same = {
            "extra": "",
            "implementation_name": "cpython",
            "os_name": os_name,
            "platform_machine": machine,
            "platform_python_implementation": "CPython",
            "platform_release": "",
            "platform_system": system,
            "platform_version": "",
            "python_version": self.python,
            "sys_platform": short,
        }
        fulls = (f"{self.python}.0", f"{self.python}.99")
        return [{**same, "python_full_version": full, "implementation_version": full} for full in fulls]
