"""Cuts in source code: what stays together, what a file with errors has, and that no text takes long."""

import ast
import sys
from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import chunklib
from chunklib.cuts import code
from chunklib.cuts.code import LINE_LEVELS, _grammar, first_arms, parse
from chunklib.cuts.code_grammars import LANGUAGES
from chunklib.cuts.structure import Structure
from chunklib.strategies import code as code_chunks
from tests.each import each
from tests.hostile import texts

EXAMPLES = settings().max_examples
SOURCES = sorted(Path(chunklib.__file__).parent.rglob("*.py"))
SNIPPETS = (
    *("def f(x):\n", "class A:\n", "    def g(self):\n", "    return 1\n", "        x = 1\n", "@dec\n", "    @dec\n"),
    *("# c\n", "    # c\n", "x = 1  # c\n", "import os\n", '"""doc"""\n', '"""', "'", "f'{", "if x:\n", "else:\n"),
    *("function f() {", "class A {", "g() {", "}", "};", "// c\n", "/** c */\n", "/*", "*/", "export ", "const a = "),
    *("() => ", "return 1;", "let x;", "`", "${", "<div>", "</div>", "interface I {", "x: string;", "<T>", "a<b,"),
    *("(", ")", "[", "]", "{", ",", ";", "\\", "\n", "\n\n", "\r\n", "\r", "\f", "\t", " ", "\x00", "\ud800"),
)
snippets = st.lists(st.sampled_from(SNIPPETS), max_size=50).map("".join)
languages = st.sampled_from(list(LANGUAGES))


def well_formed(structure: Structure, length: int) -> None:
    for level in structure.levels:
        assert len(level.offsets) or level.blocks
        assert all(a < b for a, b in pairwise((0, *level.offsets, length + 1)))
        assert all(0 < block.start < block.end <= length for block in level.blocks)
        assert all(a.start < b.start for a, b in pairwise(level.blocks))
    assert all(a.start <= b.start for a, b in pairwise(structure.headings))
    assert all(0 <= heading.start <= length and heading.rank >= 1 for heading in structure.headings)


def pieces(text: str, language: str = "python") -> list[list[str]]:
    """Give the pieces at each level but those of lines, blocks that may be cut off in brackets."""
    levels = code(text, language).levels[:-LINE_LEVELS]
    return [
        [text[a:b] for a, b in pairwise((0, *level.offsets))] or [f"[{text[slice(*b)]}]" for b in level.blocks]
        for level in levels
    ]


@given(text=snippets | texts(), language=languages)
@example("\ud800 = 1\ndef f(): pass\n\n\ndef g(): pass", "python")
@example("def f(): pass;x=1", "python")
@example("/*", "tsx")
@settings(max_examples=EXAMPLES * 2)
def test_any_text_has_a_structure(text: str, language: str) -> None:
    well_formed(code(text, language), len(text))


@each("path", SOURCES)
def test_definitions_are_those_of_the_parser_of_python(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lines = [0]
    for line in text.split("\n"):
        lines.append(lines[-1] + len(line) + 1)
    tops = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    structure = code(text)
    named = [heading for heading in structure.headings if heading.title]
    starts = [min(part.lineno for part in [node, *node.decorator_list]) for node in tops]
    # A heading begins with the comments above its definition.
    found = {(_code_from(text, heading.start), heading.title) for heading in named}
    assert {(lines[line - 1], node.name) for line, node in zip(starts, tops, strict=True)} <= found
    cuts = {0, *(at for level in structure.levels[:2] for at in level.offsets)}
    assert {heading.start for heading in named if heading.rank == 1 and heading.title in {n.name for n in tops}} <= cuts


def _code_from(text: str, at: int) -> int:
    """Find the first line from an offset that is neither a comment nor blank."""
    while text[at] in "#\n":
        at = text.index("\n", at) + 1
    return at


def test_definitions_come_with_what_is_above_them() -> None:
    text = "import os\nX = 1  # why\n\n# apart\n\n# One\n# more\n@dec\n\n# between\ndef one():\n    pass\n\nY = 2\n"
    first, second, third = pieces(text)
    assert first == ["import os\nX = 1  # why\n\n# apart\n\n", text[text.index("# One") : text.index("Y")], "Y = 2\n"]
    assert second == ["import os\n", "X = 1  # why\n\n", text[text.index("# apart") :]]
    assert third == ["[@dec\n\n# between\ndef one():\n    pass]"]


def test_members_come_before_the_statements_inside_them() -> None:
    body = "        first = 'a value that is long enough for a look inside'\n        second = 'and another one'\n"
    text = f"class A:\n    x = 1\n\n    # f\n    def f(self):\n{body}\n    @dec\n    def g(self):\n{body}"
    members, _, statements = pieces(text)
    assert [piece[:10] for piece in members] == ["class A:\n ", "    # f\n  ", "    @dec\n "]
    assert [piece.lstrip()[:6] for piece in statements] == ["class ", "second", "second"]


SCRIPT = """// a
/** b */
export default class A extends B {
  // m
  #x = 1;
  foo() { return 1; }
}
import x from "y"; // t
export const f = (a) => { x(); };
module.exports = function g() {};
const o = {
  inner() { return "a method that is long enough to be worth a look inside of what it is a part of"; },
  other: function () { return "a function that is long enough to be worth a look inside"; }
};
if (x) { y(); }
"""


@each("language", ["javascript", "typescript", "tsx"])
def test_a_script(language: str) -> None:
    found = pieces(SCRIPT, language)
    titles = [heading.title for heading in code(SCRIPT, language).headings if heading.title]
    assert titles == ["A", "foo", "f", "g", "inner", "other"]
    assert [piece[:9] for piece in found[0]] == ["// a\n/** ", "import x ", "export co", "module.ex", "const o ="]
    assert [piece[:9] for piece in found[1]] == ["// a\n/** ", "if (x) { "]


def test_offsets_are_characters() -> None:
    text = "x = '汉字👩‍🔧\ud800'\n\n\ndef é():\n    return '汉'\n\n\ndef g():\n    pass\n"
    assert [piece.strip()[:6] for piece in pieces(text)[0]] == ["x = '汉", "def é(", "def g("]
    assert [heading.title for heading in code(text).headings if heading.title] == ["é", "g"]


@each("end", ["\n", "\r\n", "\r", "\f\n"])
def test_lines_end_as_they_end(end: str) -> None:
    text = end.join(["x = 1", "", "def f():", "    return 1", "", "def g():", "    return 2", ""])
    first, *_, last = code(text).levels
    assert text.index("def g") in first.offsets
    assert [line for a, b in pairwise((0, *last.offsets)) if (line := text[a:b].strip())] == [
        line.strip() for line in text.split(end) if line.strip()
    ]


@each(
    "broken",
    [
        "def broken(:\n    x = (\n",
        "x = '''never closed\n",
        "x = [1, 2\n",
        "}\n",
        "\x00\x01\n",
    ],
)
def test_a_file_with_an_error_has_its_other_definitions(broken: str) -> None:
    good = "def one():\n    return 1\n\n\n# Two.\ndef two():\n    return 2\n\n\n"
    structure = code(good + broken)
    well_formed(structure, len(good + broken))
    assert good.index("# Two.") in {at for level in structure.levels for at in level.offsets}


def test_an_unknown_language_is_named_with_the_choices() -> None:
    with pytest.raises(ValueError, match="unknown language 'cobol': choose one of python, javascript, typescript, tsx"):
        code("x", "cobol")


@pytest.mark.parametrize("missing", ["tree_sitter", "tree_sitter_javascript"])
def test_a_missing_package_is_named_with_the_extra(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    _grammar.cache_clear()
    named = missing.replace("_", "-")
    with pytest.raises(ModuleNotFoundError, match=rf"needs the package {named}: pip install 'chunklib\[code\]'"):
        code("x", "javascript")


def test_what_the_parser_gives_up_on_has_blank_lines_and_lines() -> None:
    text = "[" * 300 + "\n1,\n\n2"
    assert [list(level.offsets) for level in code(text).levels] == [[305, 306], [301, 304, 305, 306]]
    assert not code(text).headings


def test_many_assignments_are_a_program_of_c_and_a_chain_of_them_is_none() -> None:
    many = "int f(void) { return 1; }\n" + "int x = 1;\n" * 999 + "enum E { A = 1" + ", A = 1" * 999 + "};"
    assert code(many, "c").headings[0].title == "f"
    assert parse(many.encode(), "c")
    for chain in (b"x = > ", b"x=\n<", b"x="):
        assert parse(b"int x; " + chain * 300, "c") is None


@each("language", LANGUAGES)
def test_deep_texts_end(language: str) -> None:
    for text in ("(" * 50_000 + ")" * 50_000, "".join(" " * depth + "if x:\n" for depth in range(400))):
        well_formed(code(text, language), len(text))


@each(
    ("before", "whole", "behind", "language"),
    [
        ("class Kettle(Base):\n    ", "def boil(self, water):\n        return water.heat(100)", "\n", "python"),
        ("class Kettle(Base):\n    # Heat.\n    ", "@timed\n    def boil(self):\n        return 100", "\n", "python"),
        ("# A licence in one line.\n", "def boil(water):\n    return water.heat(100)", "\n\nboil(1)\n", "python"),
        ("class Kettle extends Base {\n  ", "boil(water) {\n    return water.heat(100);\n  }", "\n}\n", "javascript"),
        ("export class Kettle { ", "boil(water: Water): number { return heat(water); }", " }\n", "typescript"),
    ],
)
def test_the_first_definition_in_a_body_is_whole_where_it_fits_only_alone(
    before: str, whole: str, behind: str, language: str
) -> None:
    indented = len(whole) + len(before) - len(before.rstrip(" "))
    for size in range(indented, len(before + whole + behind) + 1):
        chunks = code_chunks(before + whole + behind, size, 0, ruler="characters", language=language)
        assert any(whole in chunk.text for chunk in chunks), [chunk.text for chunk in chunks]


def test_a_comment_stays_with_the_first_definition_where_both_fit() -> None:
    source = "class Kettle(Base):\n    # Heat.\n    def boil(self):\n        return 100\n"
    chunks = code_chunks(source, len(source.rstrip()) - 1, 0, ruler="characters")
    assert [chunk.text for chunk in chunks] == [source[:20], source[20:]]


def test_a_file_of_comments_takes_no_longer_than_others() -> None:
    comments = "# It was removed.\n"
    assert [heading.title for heading in code(comments * 100_000 + "def f():\n    return 1\n").headings][:1] == ["f"]


def test_a_text_that_the_scanner_reads_to_its_end_again_and_again_has_lines() -> None:
    text = "def f():\n" + "    # It was removed.\n" * 20_000 + "    return 1\n"  # from each line to the last one
    assert not code(text).headings
    assert len(code(text).levels[-1].offsets) == 20_002


PROSE = "The pump is started before the value\nis read. Then it is closed and the\nresult is given, e.g. as\na number. "


@each(
    ("language", "before", "mark", "after"),
    [
        ("python", 'def f(a):\n    """Say it.\n\n', "    ", '    """\n    return a\n'),
        ("python", "", "# ", "def f(a):\n    return a\n"),
        ("c", "", "// ", "int f(int a) {\n    return a;\n}\n"),
        ("java", "/**\n", " * ", " */\nclass A {}\n"),
        ("go", "const a = `\n", "", "`\n"),
    ],
)
def test_a_docstring_or_a_comment_that_does_not_fit_is_cut_between_sentences(
    language: str, before: str, mark: str, after: str
) -> None:
    lines = "".join(f"{mark}{line}\n" for line in (PROSE + "\n").splitlines() * 6)
    chunks = code_chunks(before + lines + after, 50, 0, language=language)
    assert len(chunks) > 3
    ends = [chunk.text.rstrip() for chunk in chunks[:-1]]
    assert [end for end in ends if end.endswith(("read.", "number.", "Say it."))] == ends
    assert all(chunk.text.startswith((mark, "Then it")) for chunk in chunks[1:])


def test_a_short_docstring_is_cut_between_sentences_too() -> None:
    text = 'def f(a):\n    """One two three four. Five six seven eight.\n\n    Nine ten. """\n    return a\n'
    chunks = code_chunks(text, 6, 0, language="python", ruler="words")
    assert [chunk.text.split()[-1] for chunk in chunks] == ["four.", "eight.", "a"]


C_STEP = "static int step{at}(int state)\n{{\n    if (state)\n        reset({at});\n    return state;\n}}\n\n"
JS_STEP = "function step{at}(state) {{\n  if (state) {{\n    reset({at});\n  }}\n  return state;\n}}\n\n"
PYTHON_STEP = "def step{at}(state):\n    if state:\n        reset({at})\n        reset({at}, 2)\n    return state\n\n\n"
RUBY_STEP = "def step{at}(state)\n  if state\n    reset({at})\n  end\n  return state\nend\n\n"


@each(
    ("language", "step", "broken"),
    [
        *(("c", C_STEP, broken) for broken in (
            "int f(int a)\n{\n#ifdef FAST\n    if (a) {\n#else\n    if (!a) {\n#endif\n        run(a);\n    }\n}\n\n",
            "#ifdef W\nint f(int a) {\n#else\nint f(char *a) {\n#endif\n  return 1;\n}\n",
            "int f(int a) {\n#if A\n#if B\n  if (a) {\n#else\n  if (b) {\n#endif\n#else\n  {\n#endif\n  g(); }\n}\n",
            "int f(int a) {\n  if (a &&\n#ifdef W\n  b) {\n#else\n  c) {\n#endif\n  g(); }\n}\n",
            "#if 0\nisn't it {\n#endif\n",
            "int f(int a)\n{\n    if (a) {\n    g(a);\n}\n\n",
            "int f(int a)\n{\n<<<<<<< HEAD\n    g(a); {\n=======\n    h(a);\n>>>>>>> x\n}\n\n",
        )),
        ("javascript", JS_STEP, "<<<<<<< HEAD\nlet a = {\n=======\nlet b = {\n>>>>>>> x\n};\n\n"),
        ("python", PYTHON_STEP, "x = (1,\n\n"),
        ("ruby", RUBY_STEP, "x = [1,\n\n"),
    ],
)  # fmt: skip
def test_an_error_takes_no_names_from_what_is_around_it(language: str, step: str, broken: str) -> None:
    steps = "".join(step.format(at=at) for at in range(12))
    named = {title for text in (broken + steps, steps + broken) for _, _, title in code(text, language).headings}
    assert {f"step{at}" for at in range(12)} <= named
    chunks = code_chunks(broken + steps, 40, 0, language=language)
    assert len({chunk.context for chunk in chunks if "step" in chunk.context}) >= 11


@each("macros", ["", "FAST", "FAST HIDDEN", "static FAST"])
def test_a_function_after_macros_has_its_own_name(macros: str) -> None:
    for language in ("c", "cpp"):
        found = code(f"{macros} size_t step ( int a )\n{{\n    return a;\n}}\n", language)
        assert [heading.title for heading in found.headings] == ["step", ""]


@each("piece", ["#if A\n{\n", "#if A\n#else\n{\n", "#if 0\n}\n#else\n", "#endif\n", "a {\n\n", "# define \\\n"])
def test_conditionals_take_time_that_grows_with_the_text(piece: str) -> None:
    """As deep as the text is long, and none of it is read again for each level."""
    times = []
    for count in (10_000, 20_000):
        start = process_time()
        first_arms(piece.encode() * count)
        times.append(process_time() - start)
    assert times[1] < 4 * times[0] + 0.1
