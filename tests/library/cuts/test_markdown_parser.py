"""The blocks that are kept are those of the parser as it comes, for any lines in any order."""

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from chunklib.cuts.markdown_parser import Token, parse

_BEGINNINGS = ("", "", "", " ", "  ", "   ", "    ", "\t", " \t", "> ", ">", ">\t", "  > ", "- ", "-\t", "1. ", "> - ")
_LINES = (
    *("# a", "## b ##", "###", "#no", "text", "more text", "- item", "* item", "+ x", "1. one", "2) two", "10. x"),
    *("> quote", ">", "> - a", "> # h", "- # h", "-   - a", "    code", "  two", "```", "~~~", "````", "``` sh", "-"),
    *("---", "***", "===", "___", "- - -", "| a | b |", "|---|---|", "a | b", "-|-", "--|", "|-", ":-:|", "| 2. x |"),
    *("<div>", "</div>", "<!-- c", "-->", "<script>", "</script>", "[a]: b", "[x]: <y> 'z'", "", " ", "\t", "\\# no"),
    *("`x`", "a\\", "1.", "\u00a0x", "é", "=", "--", "<b>x</b>", "0. z", "123456789. x", "1234567890. x", "\ufffd#"),
)
_texts = st.builds(
    lambda lines, end: "\n".join(lines) + end,
    st.lists(st.builds(str.__add__, st.sampled_from(_BEGINNINGS), st.sampled_from(_LINES)), max_size=14),
    st.sampled_from(["", "\n", "\n\n", "\n  ", "\n\t\n"]),
)


def _parts(token: Token) -> tuple[str, int, list[int], str, str]:
    """Give what is compared of a block."""
    return token.type, token.level, token.map, token.title, token.tag if token.type == "heading_open" else ""


def _by_the_parser(text: str) -> list[tuple[str, int, list[int], str, str]]:
    """Give the same of the blocks that the parser finds by itself."""
    parser = MarkdownIt("commonmark").enable("table").disable("reference")
    tokens = parser.block.parse(text, parser, {}, []) or []
    names = {"paragraph_open": "paragraph", "table_open": "table"}
    inside = {"inline", "thead_open", "tbody_open", "tr_open", "th_open", "td_open"}
    return [
        (
            names.get(token.type, token.type),
            token.level,
            token.map,
            tokens[at + 1].content if token.type == "heading_open" else "",
            token.tag if token.type == "heading_open" else "",
        )
        for at, token in enumerate(tokens)
        if token.map is not None and token.type not in inside
    ]


@given(_texts)
@example("text\n\n| a | b |\n|---|---|\n2. x\n")
@example("text\n\n| a | b |\n|---|---|\n* \n")
@example("a\nb\n---\nc\n=\n")
@example("> a\n---\n> b\n===")
def test_the_blocks_are_the_parsers(text: str) -> None:
    assert [_parts(token) for token in parse(text)] == _by_the_parser(text)
