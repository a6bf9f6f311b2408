"""A table begins and ends where the parser's own rule says, among any lines."""

from collections.abc import Iterable

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from chunklib.cuts.markdown_parser import parse

_BEGINNINGS = ("", "", "", "  ", "    ", "\t", "> ", ">", "- ", "1. ", "> - ")
_LINES = (
    *("| a | b |", "|---|---|", "a | b", "-|-", "--|", "|-", ":-:|", "| 2. x |", "", "", "text", "# a", "- item"),
    *("* ", "2. two", "> quote", "    code", "```", "---", "===", "<div>", "<b>x</b>", "[a]: b", "1.", "- - -"),
)
_texts = st.lists(st.builds(str.__add__, st.sampled_from(_BEGINNINGS), st.sampled_from(_LINES)), max_size=14).map(
    "\n".join
)


def _blocks(tokens: Iterable[Token]) -> list[tuple[str, int, list[int]]]:
    inside = {"inline", "thead_open", "tbody_open", "tr_open", "th_open", "td_open"}
    found = [(token.type, token.level, token.map) for token in tokens if token.map and token.type not in inside]
    return [("table" if kind == "table_open" else kind, level, lines) for kind, level, lines in found]


@given(_texts)
@example("text\n\n| a | b |\n|---|---|\n2. x\n")
@example("text\n\n| a | b |\n|---|---|\n* \n")
def test_the_blocks_are_the_parsers(text: str) -> None:
    parser = MarkdownIt("commonmark").enable("table").disable("reference")
    assert _blocks(parse(text)) == _blocks(parser.parse(text))
