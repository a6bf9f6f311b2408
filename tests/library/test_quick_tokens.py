r"""The quick tokenizer of the extra ``fast``: tiktoken's tokens, in every text, thread and process."""

import base64
import multiprocessing
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import gigatoken
import numpy as np
import pytest
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import doctor, quick_tokens
from chunklib.chunk_config import Chunker
from chunklib.data import load
from chunklib.quick_tokens import COMPARED, OTHER_KIND, QuickTokens, count, quick
from chunklib.tokens import ON_BOARD, ruler
from tests import oracle
from tests.hostile import texts
from tests.promises import refused

EXAMPLES = settings().max_examples
KNOWN = (
    "\u1ae7\u2e1a\u10d8",
    " \u180ex",
    "a'\u017f",
    "\u0295's",
    "\U000323b0'll",
    "x\u1ade\u1ae2'll",
    "\u0c5c 12\u0cdc345",
)
CONTEXTS = "{0} {0}{0}   {0}x {0}'s 1{0}34567 aB{0}Ab .{0}\n/ '{0} a'{0} a'l{0} A{0}a a{0}A \n{0}\n e\u0301{0} x"
SOUP = (
    *"aAzZ09 '\n\r\t/.!éßſ漢한٣²ǅʰ😀\u3000\u2028\u200d\u0301\ue000\ufffd\U000e0fff\u0295\u1ae7",
    *("'s", "'LL", "\r\n", "  ", "<|endoftext|>", "かな", "👩\u200d👧", "The ", "tokens of"),
)
every_encoding = pytest.mark.parametrize("name", ON_BOARD)


def encoding(name: str) -> tiktoken.Encoding:
    return tiktoken.get_encoding(name)


def same(name: str, text: str) -> bool:
    """Tell whether the ids are those of tiktoken where the quick one is asked, and the number in any case."""
    expected = oracle.tokens(name, text)
    tokens = quick(encoding(name), text)
    right = tokens is None or tokens(text).tolist() == encoding(name).encode(text, disallowed_special=())
    return right and count(encoding(name), text) == ruler(name)(text) == expected


@pytest.fixture
def afresh() -> Iterator[None]:
    quick_tokens._quick.cache_clear()
    yield
    quick_tokens._quick.cache_clear()


@every_encoding
def test_it_is_there_and_is_asked(name: str) -> None:
    assert quick(encoding(name), "naïve \U0001f600 <|endoftext|>") is not None, "pip install 'chunklib[fast]'"
    assert quick(encoding(name), "a \u0295") is quick(encoding(name), "\ud800") is None


@every_encoding
@pytest.mark.parametrize("text", KNOWN, ids=ascii)
def test_the_known_differences_are_counted_as_tiktoken_does(name: str, text: str) -> None:
    assert same(name, text)
    assert same(name, f"The {text} of them, and again: {text * 30}")


@every_encoding
@given(text=st.one_of(texts(), st.text(), st.lists(st.sampled_from(SOUP), max_size=120).map("".join)))
@settings(max_examples=EXAMPLES * 3)
def test_any_text_has_the_tokens_of_tiktoken(name: str, text: str) -> None:
    assert same(name, text)


def test_broken_characters_are_counted_as_tiktoken_does() -> None:
    for text in ("a \ud800 b", "\ud83d\ude00", "\udc00" * 3, "x\ud83d"):
        assert same("cl100k_base", text)
    index = ruler("cl100k_base").index("a \ud800 naïve \u0295 b")
    assert index.size(0, 9, "\ud800 \u1ae7\u2e1a\u10d8") == oracle.tokens(
        "cl100k_base", "\ufffd \u1ae7\u2e1a\u10d8a \ufffd naïv"
    )


def test_threads_share_it() -> None:
    text = load("handbook")
    pieces = [text[at : at + 4_000] for at in range(0, 120_000, 40)]
    expected = [oracle.tokens("cl100k_base", piece) for piece in pieces]
    found: dict[int, list[int]] = {}

    def work(number: int) -> None:
        found[number] = [count(encoding("cl100k_base"), piece) for piece in pieces]

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == dict.fromkeys(range(8), expected)


def test_while_another_thread_is_at_it_tiktoken_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = QuickTokens(encoding("cl100k_base"))

    def borrowed(_: str) -> None:
        raise RuntimeError("Already borrowed")

    monkeypatch.setattr(tokens, "_encode", borrowed)
    assert tokens("two tokens").tolist() == encoding("cl100k_base").encode("two tokens")


def _sizes(chunker: Chunker) -> list[int]:
    return [chunk.size for chunk in chunker(load("handbook"))]


@pytest.mark.parametrize("how", [how for how in ("fork", "spawn") if how in multiprocessing.get_all_start_methods()])
@pytest.mark.filterwarnings("ignore:This process.*is multi-threaded:DeprecationWarning")
def test_a_chunker_that_was_used_works_in_another_process(how: str) -> None:
    chunker = Chunker("recursive", size=200, overlap=30)
    here = _sizes(chunker)
    assert _sizes(pickle.loads(pickle.dumps(chunker))) == here  # noqa: S301 (our own bytes)
    with multiprocessing.get_context(how).Pool(1) as pool:
        assert pool.apply(_sizes, (chunker,)) == here


@pytest.mark.parametrize("grown", [-1, 0, 1, None])
def test_its_memory_begins_empty_again_where_the_process_has_grown_or_does_not_know(
    grown: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_tokens, "_KEPT", 1_000)
    sizes = iter([9] + [None if grown is None else 9 + quick_tokens._MOST + grown] * 9)
    monkeypatch.setattr(quick_tokens, "_resident", lambda: next(sizes))
    tokens = QuickTokens(encoding("cl100k_base"))
    first = tokens._encode
    text = "naïve words " * 40
    for _ in range(5):
        assert tokens(text).tolist() == encoding("cl100k_base").encode(text)
    assert (tokens._encode is first) == (grown in (-1, 0))


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("releases", [{"gigatoken": ""}, {"gigatoken": "0.11.0"}, {"tiktoken": "0.15.0"}], ids=str)
def test_releases_that_were_not_compared_are_not_used(
    releases: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick_tokens, "version_of", lambda name: (COMPARED | releases)[name])
    assert quick(encoding("cl100k_base"), "") is None
    assert count(encoding("cl100k_base"), "two tokens") == 2
    assert max(_sizes(Chunker("recursive", size=50, overlap=0))) <= 50


@pytest.mark.usefixtures("afresh")
def test_a_variable_of_the_environment_switches_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    look = next(part for part in doctor.PARTS if part.name == "quick tokenizer").look
    monkeypatch.setenv("CHUNKLIB_FAST", "0")
    assert quick(encoding("cl100k_base"), "") is None
    with pytest.raises(doctor.NotHere, match="switched off by CHUNKLIB_FAST=0, so tiktoken counts"):
        look()
    quick_tokens._quick.cache_clear()  # it is read once a process
    monkeypatch.setenv("CHUNKLIB_FAST", "off")
    refused(lambda: ruler("cl100k_base")("text"), ValueError, "CHUNKLIB_FAST must be 0", "or 1: got 'off'")
    monkeypatch.setenv("CHUNKLIB_FAST", "1")
    assert quick(encoding("cl100k_base"), "") is not None
    assert look().endswith("CHUNKLIB_FAST=0 switches it off")


def _not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gigatoken", None)


def _no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tiktoken_ext.chunklib_vocabularies.put_on_board", lambda: None)


@pytest.mark.usefixtures("afresh")
@pytest.mark.parametrize("break_it", [_not_loaded, _no_folder])
def test_where_it_does_not_load_tiktoken_counts(
    break_it: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_it(monkeypatch)
    assert quick(encoding("cl100k_base"), "") is None
    assert count(encoding("cl100k_base"), "two tokens") == 2


def test_an_encoding_that_only_took_the_name_is_not_taken_for_it() -> None:
    ranks = {bytes([byte]): byte for byte in range(256)}
    own = tiktoken.Encoding("cl100k_base", pat_str=r"\S+|\s+", mergeable_ranks=ranks, special_tokens={})
    assert quick(own, "four") is None
    assert count(own, "four") == ruler(own)("four") == 4


def _of_pairs(like: tiktoken.Encoding) -> tiktoken.Encoding:
    """Make an encoding of all single bytes and pairs, in which no cut between two bytes goes unseen."""
    order = np.random.default_rng(1).permutation(1 << 16).tolist()
    ranks = {bytes([byte]): byte for byte in range(256)}
    ranks |= {bytes(divmod(pair, 256)): 256 + rank for pair, rank in enumerate(order)}
    return tiktoken.Encoding(like.name, pat_str=like._pat_str, mergeable_ranks=ranks, special_tokens={})


@pytest.mark.slow
def test_the_characters_of_another_kind_are_all_that_there_are(tmp_path: Path) -> None:
    """Every code point beside letters of both cases, marks, digits, signs, white space and contractions."""
    found = set()
    for name in ("cl100k_base", "o200k_base"):
        pairs = _of_pairs(encoding(name))
        ranks = sorted(pairs._mergeable_ranks.items(), key=lambda item: item[1])
        lines = (b"%s %d\n" % (base64.b64encode(value), rank) for value, rank in ranks)
        file = tmp_path / f"{name}.pairs"
        file.write_bytes(b"".join(lines))
        scheme = name.removesuffix("_base")
        tokens = gigatoken.Tokenizer.from_tiktoken(file, pretokenizer=scheme, special_tokens={}).backend.encode
        for point in (*range(0xD800), *range(0xE000, sys.maxunicode + 1)):
            text = CONTEXTS.format(chr(point))
            if tokens(text).tolist() != pairs.encode_ordinary(text):
                found.add(point)
    whole = map(chr, range(sys.maxunicode + 1))
    assert found == {ord(one) for one in whole if OTHER_KIND.search(one) and not "\ud800" <= one <= "\udfff"}
