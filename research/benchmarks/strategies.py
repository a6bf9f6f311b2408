"""``make bench``: what each strategy costs, in plain encodes of the same text, beside other people's splitters.

Without a path each strategy is measured on a text of its own kind, made of the course's documents; with paths every
strategy is measured on each of these texts. ``--against CHECKOUT`` measures another checkout of this repository by
turns, and says how many times as long each strategy takes now. Run it where nothing else runs.

Times are those of the processor, the least of several rounds. ``growth`` is the time for the text over that for its
first half, and the worst of that for texts without a place to cut; ``bytes`` is the most memory at once, a character.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import tracemalloc
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Split = Callable[[str], object]

ROOT = Path(__file__).resolve().parents[2]
SIZE, OVERLAP, ENCODING = 500, 75, "cl100k_base"
LIMITS = {
    "tiktoken": {"token_windows": 2.0, "recursive": 2.4}
    | dict.fromkeys(("sentences", "stable", "markdown", "html", "code"), 4.7),
    "gigatoken": {"token_windows": 0.95, "recursive": 1.35, "markdown": 2.0},
}
"""Encodes of tiktoken that a strategy may cost with 500/75 on a text of its own kind."""
GROWTH, BYTES, SLOWER, MORE = 2.3, 60.0, 1.33, 1.02
LONG = 500_000  # bytes of a text in which what a model needs for itself does not count
KINDS = {"markdown": "Markdown", "html": "HTML", "code": "Python"}
UNBROKEN = ("a" * 200_000, " " * 200_000)
LEAST, MOST, SECONDS, TURNS = 3, 7, 5.0, 3


def least(**calls: Callable[[], object]) -> dict[str, float]:
    """Make calls by turns, several times, and give the seconds of the quickest of each."""
    found: dict[str, list[float]] = {name: [] for name in calls}
    begun = time.process_time()
    for turn in range(MOST):
        if turn >= LEAST and time.process_time() - begun > SECONDS:
            break
        for name, call in calls.items():
            start = time.process_time()
            call()
            found[name].append(time.process_time() - start)
    return {name: min(times) for name, times in found.items()}


def splitter(name: str, tokenizer: str, size: int, overlap: int) -> Split:
    """Make a strategy of ours, or another splitter by its name in PEERS."""
    from chunklib import TEXT_STRATEGIES, quick_tokens
    from chunklib.adapters import PEERS

    if name in PEERS:
        return PEERS[name].prepare(size, overlap, ENCODING)
    if tokenizer == "tiktoken":
        quick_tokens._quick = lambda _: None  # type: ignore[assignment]
    return lambda text: TEXT_STRATEGIES[name](text, size=size, overlap=overlap, ruler=ENCODING)


def work(task: dict[str, Any]) -> dict[str, float]:
    """Measure one splitter on one text, in this process."""
    import tiktoken

    import chunklib

    assert Path(chunklib.__file__).is_relative_to(task["checkout"]), chunklib.__file__  # noqa: S101
    text = Path(task["path"]).read_bytes().decode()
    split = splitter(task["name"], task["tokenizer"], task["size"], task["overlap"])
    encoding = tiktoken.get_encoding(ENCODING)
    split(text[:20_000])  # what is loaded once
    half = text[: len(text) // 2]
    took = least(
        encode=lambda: encoding.encode(text, disallowed_special=()),
        whole=lambda: split(text),
        half=lambda: split(half) if task["ours"] else None,
    )
    if not task["ours"]:
        return {"encodes": took["whole"] / took["encode"]}
    growths = [took["whole"] / took["half"]]
    for one in UNBROKEN:
        run = least(whole=partial(split, one), half=partial(split, one[: len(one) // 2]))
        growths.append(run["whole"] / run["half"])
    tracemalloc.start()
    split(text)
    bytes_ = tracemalloc.get_traced_memory()[1] / len(text)
    return {"encodes": took["whole"] / took["encode"], "growth": max(growths), "bytes": bytes_}


def measured(task: dict[str, Any]) -> dict[str, float]:
    """Measure in a process of its own, with the library of the checkout."""
    command = [sys.executable, __file__, "--work", json.dumps(task)]
    environment = os.environ | {"PYTHONPATH": task["checkout"]}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no result"])[-1])
    found: dict[str, float] = json.loads(done.stdout)
    return found


def compared(task: dict[str, Any], other: str) -> Iterator[str]:
    """Measure both checkouts by turns, print how they compare, and give what is over a limit."""
    found: dict[str, list[dict[str, float]]] = {task["checkout"]: [], other: []}
    for _ in range(TURNS):
        for checkout, taken in found.items():
            taken.append(measured(task | {"checkout": checkout}))
    now, before = ({key: min(one[key] for one in taken) for key in taken[0]} for taken in found.values())
    ratio, memory = (now[key] / before[key] for key in ("encodes", "bytes"))
    shown = f"{before['encodes']:8.2f} -> {now['encodes']:.2f} encodes: {ratio:.2f} times; memory {memory:.2f} times"
    print(f"{title(task):52} {shown}", flush=True)
    if ratio > SLOWER:
        yield f"{title(task)} takes {ratio:.2f} times as long, at most {SLOWER}"
    if memory > MORE:
        yield f"{title(task)} needs {memory:.2f} times the memory"


def alone(task: dict[str, Any]) -> Iterator[str]:
    """Measure this checkout, print the figures, and give what is over a limit."""
    try:
        found = measured(task)
    except RuntimeError as error:
        if task["ours"]:
            raise
        print(f"{title(task):52} {str(error)[:80]}", flush=True)
        return
    limit = task["limit"] and LIMITS[task["tokenizer"]].get(task["name"])
    figures = "".join(f"{found[key]:10.2f}" for key in found)
    print(f"{title(task):52} {figures}{f'   at most {limit}' if limit else ''}", flush=True)
    bytes_ = BYTES if Path(task["path"]).stat().st_size >= LONG else None
    for key, most in (("encodes", limit), ("growth", GROWTH), ("bytes", bytes_)):
        if most and key in found and found[key] > most:
            yield f"{title(task)}: {key} {found[key]:.2f}, at most {most}"


def title(task: dict[str, Any]) -> str:
    """Name a measurement in a row."""
    return f"{task['name']}, {Path(task['path']).name}{', gigatoken' * (task['tokenizer'] == 'gigatoken')}"


def tasks(options: argparse.Namespace, folder: Path) -> Iterator[dict[str, Any]]:
    """List what is measured: our strategies with each tokenizer that is here, then the other splitters."""
    from chunklib import TEXT_STRATEGIES, quick_tokens
    from chunklib.adapters import PEERS
    from chunklib.missing import version_of
    from research.benchmarks.texts import PARTS, sample

    for kind in () if options.texts else PARTS:
        (folder / kind).write_text(sample(options.length, kind), encoding="utf-8", newline="")
    common = {"size": options.size, "overlap": options.overlap, "checkout": str(ROOT)}
    usual = not options.texts and (options.size, options.overlap) == (SIZE, OVERLAP)
    here = all(version_of(name) == release for name, release in quick_tokens.COMPARED.items())
    names = options.only or [*TEXT_STRATEGIES]
    for tokenizer in ("tiktoken", "gigatoken") if here else ("tiktoken",):
        for name in names:
            for path in options.texts or [folder / KINDS.get(name, "English")]:
                one = {"name": name, "path": str(path), "tokenizer": tokenizer, "ours": True, "limit": usual}
                yield common | one
    for name, peer in PEERS.items() if not (options.only or options.against) else ():
        for path in (options.texts or [folder / "English"]) if peer.version else ():
            yield common | {"name": name, "path": str(path), "tokenizer": "tiktoken", "ours": False, "limit": False}


def main() -> int:
    """Measure, print a row each, and return the exit status: 1 where something is over its limit."""
    parser = argparse.ArgumentParser(prog="python -m research.benchmarks.strategies", description=__doc__)
    parser.add_argument("texts", nargs="*", type=Path, help="texts in UTF-8; each is measured as it is")
    parser.add_argument("--against", metavar="CHECKOUT", help="a folder with another checkout of this repository")
    parser.add_argument("--only", nargs="+", metavar="STRATEGY", help="these strategies, and no other splitters")
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--overlap", type=int, default=OVERLAP)
    parser.add_argument("--length", type=int, default=1_000_000, help="characters of a text that is made (1,000,000)")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        print(json.dumps(work(json.loads(options.work))))
        return 0
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; size {options.size}, overlap {options.overlap}")
    print(f"{'':52} {'' if options.against else '   encodes    growth     bytes'}")
    with TemporaryDirectory(prefix="chunklib-benchmark-") as folder:
        over = [
            line
            for task in tasks(options, Path(folder))
            for line in (compared(task, str(Path(options.against).resolve())) if options.against else alone(task))
        ]
    print("\n".join(f"OVER: {line}" for line in over) or "Everything is within its limit.")
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
