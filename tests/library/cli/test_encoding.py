"""``--encoding``: a text in any encoding gives the same chunks, and what is not in it is named with its place."""

from __future__ import annotations

import json
from pathlib import Path

from tests.commandline import Run
from tests.each import each

TEXT = "Café déjà vu.\r\nÜber 4 €uro. " * 20


@each("encoding", ["cp1252", "utf-16", "utf-8-sig", "UTF8"])
def test_the_text_is_that_of_the_encoding(run: Run, encoding: str) -> None:
    Path("a.txt").write_bytes(TEXT.encode("utf-8"))
    Path("b.txt").write_bytes(TEXT.encode(encoding))
    Path("c.txt").write_bytes(f"New. {TEXT}".encode(encoding))
    shown = [
        [
            json.loads(line) | {"id": ""}
            for line in run("chunk", *options, "--size", 40, "--format", "jsonl").out.splitlines()
        ]
        for options in (("a.txt",), ("b.txt", "--encoding", encoding))
    ]
    assert shown[0] == shown[1]
    assert len(shown[0]) > 1
    assert run("audit", "b.txt", "--size", 40, "--encoding", encoding).status == 0
    assert run("churn", "b.txt", "b.txt", "--encoding", encoding).out.startswith(b"0 of ")
    assert run("churn", "b.txt", "c.txt", "--encoding", encoding).status == 0
    done = run("compare", "b.txt", "--encoding", encoding, "--strategies", "sentences", "--no-cost", "--edits", 0)
    assert (done.status, done.err) == (0, "")


def test_a_byte_order_mark_stays_in_the_text_until_it_is_asked_to_go(run: Run) -> None:
    Path("a.txt").write_bytes(b"\xef\xbb\xbfWords.")
    read = {name: json.loads(run("chunk", "a.txt", "--format", "jsonl", *name).out)["text"] for name in (
        (), ("--encoding", "utf-8-sig"),
    )}  # fmt: skip
    assert list(read.values()) == ["\ufeffWords.", "Words."]


@each(("command", "encoding", "said"), [
    (("chunk", "a.txt"), "ascii", "a.txt is not ascii: byte 0xe9 at offset 3"),
    (("audit", "a.txt"), "utf-8-sig", "a.txt is not utf-8-sig: byte 0xe9 at offset 3"),
    (("churn", "a.txt", "a.txt"), "utf-8", "a.txt is not UTF-8: byte 0xe9 at offset 3"),
    (("compare", "a.txt"), "utf-16", "a.txt is not utf-16: byte 0x65 at offset 4"),
    (("chunk", "a.txt"), "latin-9000", "must be an encoding of texts that Python knows: got 'latin-9000'"),
])  # fmt: skip
def test_what_is_not_in_the_encoding_is_named(run: Run, command: tuple[str, ...], encoding: str, said: str) -> None:
    Path("a.txt").write_bytes(b"caf\xe9e")
    done = run(*command, "--encoding", encoding)
    assert (done.status, done.out) == (2, b"")
    assert said in done.err
    assert len(done.err.splitlines()) == 1
