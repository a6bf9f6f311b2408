"""Turns: a cut falls between speakers, a piece of a longer turn says whose it is, subtitles are what they show."""

from __future__ import annotations

from typing import Any

import pytest

from chunklib import turns
from chunklib.cuts.turns import chat
from chunklib.data import load
from chunklib.sources import FileChunks
from tests.each import each
from tests.promises import assert_kept, refused

NAMES = ["Dana", "Lee"]


def talk(line: str) -> str:
    """Three turns of each, in the form of a line."""
    numbers = {"Dana": "+49 170 1234567", "Lee": "+49 170 7654321"}
    said = [line.format(who=who, at=f"1{at}:15", number=numbers[who]) for at in range(3) for who in NAMES]
    return "\n".join([*said, ""])


LINES = [
    ("{who}: some words", "", NAMES),
    ("{who}:\nsome words\n", "", NAMES),
    ("**{who}:** some words\n", "", NAMES),
    ("**{who}**: some words\n", "", NAMES),
    ("{who} (Guest): some words", "", NAMES),
    ("{who}：some words", "", NAMES),
    ("<@{who}> some words", "", NAMES),
    ("[{at}] <{who}> some words", "10:15", NAMES),
    ("[{at}] {who}: some words", "10:15", NAMES),
    ("{at} {who}\nsome words\n", "10:15", NAMES),
    ("{who}  {at} PM\nsome words\n", "10:15 PM", NAMES),
    ("{who} — 03/12/2026 {at} AM\nsome words\n", "03/12/2026 10:15 AM", NAMES),
    ("{who} ({at}):\nsome words\n", "10:15", NAMES),
    ("**{who}** ({at}): some words\n", "10:15", NAMES),
    ("12/03/2026, {at} - {who} Ek: some words", "12/03/2026, 10:15", ["Dana Ek", "Lee Ek"]),
    ("\u200e[12.03.26, {at}:22\u202fAM] {who}: some words", "12.03.26, 10:15:22\u202fAM", NAMES),
    ("[2026-03-12T{at}:22Z] {who}: some words", "2026-03-12T10:15:22Z", NAMES),
    ("{at} - {number}: some words", "10:15", ["+49 170 1234567", "+49 170 7654321"]),
]


@each("end", ["\n", "\r\n"])
@each(("line", "time", "speakers"), LINES)
def test_what_programs_export_is_read(end: str, line: str, time: str, speakers: list[str]) -> None:
    text = talk(line).replace("\n", end)
    found = chat(text)
    assert list(dict.fromkeys(turn.who for turn in found)) == speakers
    assert found[0].first == time
    assert [text[turn.words :].startswith("some words") for turn in found] == [True] * 6


@each(
    "text",
    [
        "Note: some words.\nTip: others.\n" * 4,
        "See https://example.org\nhttps: a scheme\nftp: a scheme\n" * 4,
        "Apple: a fruit.\nBeet: a root.\nCorn: a grain.\nDate: a fruit.\n",
        "One paragraph of words.\n\nAnd another: of more words.\n" * 4,
        "2026-03-12 09:15:01 INFO: started\n2026-03-12 09:15:02 ERROR: failed\n" * 4,
        "Dana: alone.\n" * 6,
        "Dana said it. Lee: no.\n" * 6,
    ],
)
def test_not_every_word_before_a_colon_speaks(text: str) -> None:
    """Such a text is cut between paragraphs; if it is said to be a chat, the lines are turns all the same."""
    assert chat(text) == []
    chunks = turns(text, 12, 0)
    assert {chunk.metadata["speakers"] for chunk in chunks} == {()}
    assert {chunk.context for chunk in chunks} == {""}


def test_a_chat_that_is_said_to_be_one_needs_no_second_speaker() -> None:
    assert turns("Dana: alone.\n", format="chat")[0].metadata["speakers"] == ("Dana",)


def test_a_list_inside_of_a_turn_is_no_speaker_where_turns_have_many_lines() -> None:
    text = talk("{who}: we need\nthree of them\nand no more")
    assert {turn.who for turn in chat(text + "Apples: some\n")} == {"Dana", "Lee"}
    assert {turn.who for turn in chat(talk("{who}: yes") + "Kim: no\n")} == {"Dana", "Lee", "Kim"}


LONG = "We count the boxes first. Then we close the door. Then somebody writes it down. Nobody goes home before that."


@each("overlap", [0, 6, "15%", "1s"])
@each("size", [16, 24, 40])
@pytest.mark.parametrize("line", ["{who}: {words}", "[{at}] {who}: {words}", "{who} ({at}):\n{words}\n"])
def test_a_turn_that_fits_is_whole_and_a_piece_of_another_says_whose_it_is(line: str, overlap: Any, size: int) -> None:
    said = [("Dana", LONG), ("Lee", "Fine."), ("Dana", "So be it. I will tell them."), ("Kim", LONG), ("Lee", "Why?")]
    text = "\n".join(line.format(who=who, at=f"9:{15 + at}", words=words) for at, (who, words) in enumerate(said * 2))
    found, chunks = chat(text), turns(text, size, overlap, ruler="words")
    assert len(found) == 10
    assert_kept(text, chunks, size, overlap, "words")
    ends = [turn.start for turn in found[1:]] + [len(text)]
    for turn, end in zip(found, ends, strict=True):
        if len(text[turn.start : end].split()) <= size:
            assert any(chunk.start_char <= turn.start and end <= chunk.end_char for chunk in chunks)
    for chunk in chunks:
        first = chunk.end_char - len(chunk.text.lstrip())
        last = chunk.start_char + len(chunk.text.rstrip())
        inside = [turn for turn, end in zip(found, ends, strict=True) if turn.start < last and first < end]
        assert chunk.metadata["speakers"] == tuple(dict.fromkeys(turn.who for turn in inside))
        assert chunk.metadata.get("times", ("", "")) == (inside[0].first, inside[-1].first)
        named = f"{inside[0].who} ({inside[0].first})" if inside[0].first else inside[0].who
        assert chunk.context == (named if first >= inside[0].words else "")


def test_the_chat_of_the_course() -> None:
    chunks = turns(load("support_chat"), 120, 0)
    assert not any(chunk.context for chunk in chunks if chunk.text.startswith("[2026"))
    assert {"Runa", "Tormod", "Niran"} <= {who for chunk in chunks for who in chunk.metadata["speakers"]}  # type: ignore[attr-defined]
    assert chunks[-1].metadata["times"][1] == "2026-03-19 09:23"  # type: ignore[index]


VTT = """\ufeffWEBVTT - a talk
Kind: captions

STYLE
::cue { color: red }

REGION
id:one

NOTE not shown

opening
00:01.000 --> 00:02.500 align:left position:0%
<v.loud Dana Ek>Is the <i>lid</i> &amp; the box</v>

00:02.000 --> 00:04.000
<v Dana Ek>open? <00:03.000>Then
shut it.</v>

2
1:0:4.0 --> 01:00:06.000
<v Lee>Yes.</v> <v Dana Ek>Now.

01:00:06.000 --> 01:00:07.000

01:00:07.000 --> 01:00:08.000
(music)
"""
SRT = (
    "\ufeff1\r\n00:00:01,000 --> 00:00:03,000\r\n{\\an8}<i>Is the lid</i>\r\n<font color='red'>open?</font>\r\n"
    "2\r\n00:00:02,500 --> 00:00:04,000 X1:10\r\nThen shut it.\r\n\r\nNow, 4 < 5.\r\n\r\n"
    "3\r\n00:00:05,000 --> 00:00:06,000\r\n42\r\n"
)


def test_webvtt_is_what_it_shows() -> None:
    chunks = turns(VTT, 6, 0, ruler="words")
    assert isinstance(chunks, FileChunks)
    assert chunks.text == "Dana Ek: Is the lid & the box\nopen? Then shut it.\nLee: Yes.\nDana Ek: Now.\n(music)\n"
    assert_kept(chunks.text, chunks, 6, 0, "words")
    assert [(chunk.text.strip(), chunk.context, chunk.metadata["times"]) for chunk in chunks] == [
        ("Dana Ek: Is the lid &", "", ("00:01.000", "00:02.500")),
        ("the box\nopen? Then shut it.", "Dana Ek (00:01.000)", ("00:01.000", "00:04.000")),
        ("Lee: Yes.\nDana Ek: Now.\n(music)", "", ("1:0:4.0", "01:00:08.000")),
    ]


def test_subrip_without_blank_lines_and_with_too_many() -> None:
    chunks = turns(SRT, 6, 0, ruler="words")
    assert isinstance(chunks, FileChunks)
    assert chunks.text == "Is the lid open?\nThen shut it. Now, 4 < 5.\n42\n"
    assert [chunk.text for chunk in chunks] == ["Is the lid open?\n", "Then shut it. ", "Now, 4 < 5.\n42\n"]
    assert chunks[0].metadata == {"headings": (), "speakers": (), "times": ("00:00:01,000", "00:00:03,000")}


def test_a_speaker_may_be_in_the_words_and_a_machine_repeats_its_lines() -> None:
    names = ["Dana Ek: One.", "Dana Ek: Two.", "Lee: Three.", "(and more)", "Dana Ek: Four.", "Lee: Five."]
    text = "WEBVTT\n\n" + "".join(f"0:0{at}.000 --> 0:0{at}.900\n{words}\n\n" for at, words in enumerate(names))
    shown = turns(text.replace("0:0", "00:0"))
    assert isinstance(shown, FileChunks)
    assert shown.text == "Dana Ek: One.\nTwo.\nLee: Three.\n(and more)\nDana Ek: Four.\nLee: Five.\n"
    cues = [" \none<00:01.000><c> two</c>", "one two\n ", "one two\nthree<00:03.000><c> four</c>"]
    text = "WEBVTT\n\n" + "".join(f"00:0{at}.000 --> 00:0{at}.900\n{words}\n\n" for at, words in enumerate(cues))
    rolling = turns(text)
    assert isinstance(rolling, FileChunks)
    assert rolling.text == "one two\nthree four\n"


@each(
    ("text", "form", "named"),
    [
        ("words", "srt", ["not SRT", "-->"]),
        ("1\n00:00 --> words", "vtt", ["not VTT", "-->"]),
        ("words", "ass", ["format", "'ass'", "auto, chat, srt, vtt"]),
    ],
)
def test_what_is_not_of_the_format_is_refused(text: str, form: str, named: list[str]) -> None:
    refused(lambda: turns(text, format=form), ValueError, *named)


@each("text", ["", " \n", "WEBVTT", "WEBVTT\n\nNOTE no cue\n", "\ufeffWEBVTT\n\n00:01.000 --> 00:02.000\n<i></i>\n"])
def test_subtitles_that_show_nothing_have_no_chunk(text: str) -> None:
    assert turns(text) == turns(text, format="vtt") == []
