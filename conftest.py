"""What every test session shares: progress in a scratch folder, how hard Hypothesis looks, a rule for CI."""

import gc
import os
import signal
import tempfile
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers

IN_CI = os.environ.get("CI") == "true"
DURATIONS = os.environ.pop("CHUNKLIB_DURATIONS", None)  # a file; not for the sessions that tests start
SCRATCH = pytest.StashKey[tempfile.TemporaryDirectory[str]]()

if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell starts what it runs in the background without Ctrl-C, and every process of a test would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests run beside one another: numpy's threads would wait for processors that are busy, and a model take minutes.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# The same cases on every machine, so that a change fails by its own fault; `make search` draws new ones.
settings.register_profile("same", deadline=None, derandomize=True, database=None, print_blob=True, max_examples=40)
settings.register_profile("more", settings.get_profile("same"), max_examples=150)
settings.register_profile("search", deadline=None, print_blob=True, max_examples=2_000)
settings.load_profile(os.environ.get("CHUNKLIB_EXAMPLES", "same"))
if settings().derandomize:
    # Else Hypothesis also draws the constants of all our modules that happen to be imported. No setting says so.
    vars(providers)["_get_local_constants"] = vars(providers)["Constants"]


def pytest_configure(config: pytest.Config) -> None:
    """No test reads or writes the progress of the person who runs it."""
    config.stash[SCRATCH] = tempfile.TemporaryDirectory(prefix="chunklib-tests-")


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over the thousands of collected tests, which stay, and run less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind."""
    config.stash[SCRATCH].cleanup()


@pytest.hookimpl(tryfirst=True)  # before the kernel of a notebook starts: it inherits the variable
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Each notebook and each file of tests begins without any progress, and each test without a teacher's course."""
    os.environ.pop("CHUNKLIB_COURSE", None)
    file = item.nodeid.partition("::")[0]
    os.environ["CHUNKLIB_STATE"] = str(Path(item.config.stash[SCRATCH].name, file))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI a test marked `required_in_ci` that is skipped has failed."""
    report = yield
    if IN_CI and report.outcome == "skipped" and item.get_closest_marker("required_in_ci"):
        report.outcome = "failed"
        report.longrepr = f"CI must run this test, and it was skipped: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Add the seconds that each test took, with what was set up for it, to the file that CI names."""
    if DURATIONS is None:
        return
    seconds: dict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid] += report.duration
    with Path(DURATIONS).open("a", encoding="utf-8") as file:
        file.writelines(f"{took:8.2f} {name}\n" for name, took in seconds.items())
