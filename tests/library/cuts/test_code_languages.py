"""Cuts in each programming language: what is whole, the paths, comments with their owners, and the contract."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklib import audit
from chunklib.cuts import code
from chunklib.cuts.code import _grammar
from chunklib.cuts.code_grammars import LANGUAGES
from chunklib.cuts.structure import Headings
from chunklib.strategies import code as code_chunks
from tests.each import each, named
from tests.hostile import Case, cases

PROGRAMS = Path(__file__).with_name("programs")
FILES = {
    "bash": "stack.sh",
    "c": "stack.c",
    "cpp": "stack.cpp",
    "csharp": "stack.cs",
    "go": "stack.go",
    "java": "Stack.java",
    "php": "stack.php",
    "ruby": "stack.rb",
    "rust": "stack.rs",
}
SOURCES = {language: (PROGRAMS / name).read_text(encoding="utf-8") for language, name in FILES.items()}

# The first line of each part between the definitions of a file: comments and attributes stay with their owners.
PARTS = {
    "bash": """
#!/usr/bin/env bash
# Says when, and what.
usage() {
# Writes one archive.
prune() (
[[ $# -gt 1 ]] || usage
""",
    "c": """
/* A stack of integers.
#define MAX(a, b) \\
/** What is stacked. */
typedef struct {
enum colour { RED, GREEN };
typedef int (*compare_fn)(const void *, const void *);
static const char *names[] = {"red", "green"};
// Makes an empty stack.
/* Gives the comparison of a colour. */
#ifdef DEBUG
int main(void)
""",
    "cpp": """
// A stack, in a namespace.
namespace store {
using Numbers = store::Stack<int>;
auto main() -> int
""",
    "csharp": """
// Licence: as the rest.
/// <summary>Holds items.</summary>
/// <summary>A stack.</summary>
public record Point(int X, int Y);
internal delegate void Changed(object sender);
""",
    "go": """
// Package store holds stacks.
// Stack holds items, last in, first out.
type (
// Pusher takes items.
// New makes a stack.
// Push puts an item on top.
func (s Stack[T]) Len() int { return len(s.items) }
func (k Kind) String() string {
""",
    "java": """
/* Licence: as the rest. */
/**
enum Kind {
record Point(int x, int y) {
@interface Checked {
""",
    "php": """
<!DOCTYPE html>
/**
/**
# Holds items, last in, first out.
enum Kind: string
// Shows a stack.
$stack = new Stack(4);
$twice = fn (int $n): int => 2 * $n;
?>
""",
    "ruby": """
# frozen_string_literal: true
# Everything about stacks.
=begin
main if $PROGRAM_NAME == __FILE__
""",
    "rust": """
//! A stack.
/// What went wrong.
/// Holds items, last in, first out.
/** What can be pushed to. */
impl<T: Clone> Stack<T> {
impl<T> Push<T> for Stack<T> {
impl fmt::Display for Trouble {
macro_rules! stack {
mod tests {
const ROOM: usize = 4;
type Numbers = Stack<i64>;
""",
}
# A mark in the text, and the definitions that it is in.
PATHS = {
    "bash": {"%FT%TZ": "log", "return 1": "archive > refuse", "rm --": "prune", 'archive "$': "", "KEEP=7": ""},
    "c": {
        "size_t room;": "stack",
        "int x, y": "point_t",
        "calloc": "stack_new",
        "== RED": "comparison",
        "(a) >": "MAX",
        "%zu": "dump",
        "GREEN)": "main",
        "MOST": "",
    },
    "cpp": {
        "Small": "store > Kind",
        "items_.clear": "store > Stack > Stack",
        "~Stack() {": "store > Stack > ~Stack",
        "push_back": "store > Stack > push",
        "pushes_ ==": "store > Stack > operator==",
        ">= depth": "store > Stack > Mark > reached",
        "throw": "store > Stack<T>::pop",
        "2 * n": "store > detail > twice",
        "t.size": "store > Sized",
        "(21)": "main",
    },
    "csharp": {
        "T item)": "Store.Shelves > IStack > Push",
        "_items.Capacity": "Store.Shelves > Stack > Stack",
        "_items.Clear": "Store.Shelves > Stack > ~Stack",
        "throw": "Store.Shelves > Stack > Push",
        "set {": "Store.Shelves > Stack > Top",
        "a._items ==": "Store.Shelves > Stack > operator ==",
        ">= Depth": "Store.Shelves > Stack > Mark > Reached",
        "int X": "Store.Shelves > Point",
        "using System;": "",
    },
    "go": {
        "items []T //": "Stack",
        "Kind int": "Kind",
        "name string": "name",
        "room: room": "New",
        "append": "Stack.Push",
        "len(s.items) }": "Stack.Len",
        "`small": "Kind.String",
        "small = 1": "",
    },
    "java": {
        "the class is loaded": "Stack",
        "throw new Null": "Stack > push",
        "at < items": "Stack > iterator > hasNext",
        "boolean allows": "Stack > Rule > allows",
        ">= depth": "Stack > Mark > reached",
        "== LARGE": "Kind > isLarge",
        "x is negative": "Point > Point",
        "import java.util.List": "",
    },
    "php": {
        "int $item): void;": "Store\\Shelves > Pushes > push",
        "$pushes": "Store\\Shelves > Counts",
        "full:": "Store\\Shelves > Stack > push",
        "ucfirst": "Store\\Shelves > Kind > label",
        "json_encode": "Store\\Shelves > show",
        "2 * $n": "Store\\Shelves > $twice",
        "<title>": "",
    },
    "ruby": {
        "StandardError": "Store > Empty",
        "@room = room": "Store > Stack > initialize",
        "def not_one": "Store > Stack > push",
        "block.call": "Store > Stack > each",
        "each_with_object": "Store > Stack > class << self > of",
        "stack.items.empty?": "Store > Stack > self.empty?",
        "other.class": "Store > Stack > ==",
        "JSON.dump": "main",
        'require "json"': "",
    },
    "rust": {
        "Full { room: usize": "Trouble",
        "room: usize,\n}": "Stack",
        "try_for_each": "Push > push_all",
        "with_capacity": "impl Stack<T> > new",
        "items.pop()": "impl Stack<T> > pop",
        "return Err": "impl Push<T> for Stack<T> > push",
        "troubled": "impl fmt::Display for Trouble > fmt",
        "unwrap": "stack",
        "assert_eq": "tests > it_pops",
        "use std": "",
    },
}


@each("language", FILES)
def test_a_file_is_cut_between_its_definitions(language: str) -> None:
    text = SOURCES[language]
    first = code(text, language).levels[0].offsets
    assert [text[at : text.index("\n", at)] for at in (0, *first[:-1])] == PARTS[language].strip().split("\n")


@each("language", FILES)
def test_each_place_has_the_path_of_its_definitions(language: str) -> None:
    text = SOURCES[language]
    path = Headings(code(text, language).headings).path
    for mark, expected in PATHS[language].items():
        with named(mark):
            assert text.count(mark) >= 1
            assert " > ".join(path(text.index(mark))) == expected


OWNERS = {
    "bash": ("# Refuse what is not a folder.", "return 1"),
    "c": ("/* Shows what is there. */", 'printf("%zu'),
    "cpp": ("/// Puts an item on top.", "++pushes_"),
    "csharp": ("// Puts an item on top.", "throw"),
    "go": ("// New makes a stack.", "room: room"),
    "java": ("// Puts an item on top.", "throw new"),
    "php": ("/** Puts an item on top. */", "full:"),
    "ruby": ("# Puts an item on top.", "def not_one"),
    "rust": ("/// Makes one with room.", "with_capacity"),
}


@each("language", FILES)
def test_a_comment_is_in_the_chunk_of_its_owner(language: str) -> None:
    comment, owned = OWNERS[language]
    chunks = code_chunks(SOURCES[language], 330, 0, ruler="characters", language=language)
    [chunk] = [chunk for chunk in chunks if comment in chunk.text]
    assert owned in chunk.text


@given(case=cases(rulers=("characters", "cl100k_base")), language=st.sampled_from(list(FILES)), at=st.integers(0, 2000))
@settings(max_examples=settings().max_examples // 2)
def test_the_contract_holds_in_broken_files(case: Case, language: str, at: int) -> None:
    source = SOURCES[language]
    text = source[at % len(source) :][:300] + case.text + source[:100]
    size, overlap = max(case.size, 8), 0
    chunks = code_chunks(text, size, overlap, ruler=case.ruler, language=language)
    assert audit(text, chunks, size=size, overlap=overlap, ruler=case.ruler).ok


@each("language", FILES)
def test_a_missing_grammar_is_named_with_its_extra(language: str) -> None:
    grammar = LANGUAGES[language]
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, grammar.package, None)
        _grammar.cache_clear()
        package, extra = grammar.package.replace("_", "-"), grammar.package.replace("tree_sitter_", "code-")
        said = rf"code in {language} needs the package {package}: pip install 'chunklib\[{extra.replace('_', '-')}\]'"
        with pytest.raises(ModuleNotFoundError, match=said):
            code("x", language)


# What the scanner of a grammar reads to the end of the text for, again and again, or nests without end: the parser
# alone would take minutes to hours for most of these.
HOPELESS = {
    "python": ("(", "{", "<", "a<b,", "[,static ", "(>b ", "+&", "'", '"""', "f'{", "def f(\n", "if x:\n ", "\\"),
    "javascript": ("(", "[", "-}", "await ;", "/*", ",-", "`${", "a?b:", "x=>", "<", "x;"),
    "bash": ("<<A\n", "<<A;", "()", "<", "|", "(a)*", "$((", "`", "${a", "case a in\n", "if a; then\n", "\x00"),
    "c": ("int (*", "#if a\n", "#define A \\\n", "a<b,", "(int)", "*", "/*:\n", 'R"a(', "'a"),
    "cpp": ("template<abcdefgh ", 'R"a(', "a<b<", "[&]{", "a::", "#ifdef A\n", "namespace a {", "operator()"),
    "csharp": ('$"{', '@"', '"""', "a<b,", "#region\n", "namespace A;\n", "x=>", "()", "case 1:"),
    "go": ("`", "func f() {", "a[", "<-", "type A struct {", "/*", "case 1:", "a{"),
    "java": ("template<", "a<b<", '"""\n', "@a(", "class A {", "x->", "(a)", "/*:\n"),
    "php": ("<?php ", "?>", "<<<A\n", '"{$a[', "<?php /*", "#[", "<?php function f() {", "$$"),
    "ruby": ("<<A\n", "<<~A;", "=begin\n", "%w(", '"#{', "def a\n", "do\n", "a?b:", "`", ':"#{'),
    "rust": ('r#"', "/*", "a<b::<", "a!{", "impl A for ", "|| ", "#[a]\n", "'a", "match a {"),
}


@pytest.mark.parametrize("language", HOPELESS)
def test_hopeless_texts_of_the_language_end(language: str) -> None:
    for unit in HOPELESS[language]:
        with named(unit):
            text = unit * (10_000 // len(unit))
            assert len(text) in {at for level in code(text, language).levels for at in level.offsets}
