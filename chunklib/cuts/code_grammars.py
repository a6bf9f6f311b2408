"""Say of each programming language what its grammar calls definitions, bodies and comments.

A language is one record; :mod:`chunklib.cuts.code_statements` reads it and knows no language.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

Wrappers = Mapping[str, tuple[str, ...] | None]


class Nest(NamedTuple):
    """Says what is inside something else, whatever the text means: bytes that open a level, close one, and close all.

    ``passed`` is looked over. The time of the parsers grows with the square of the levels.
    """

    opens: bytes
    closes: bytes
    ends: bytes = b""
    passed: bytes = b""


_BRACKETS = Nest(b"([{", b")]}")
_ANGLES = Nest(b"<", b">", b";{}", passed=b"=>")  # a comparison may be the start of type arguments
_ASSIGNMENTS = Nest(b"=", b"", b",;(){}", passed=b"==")  # a = b = c: the parser of C adds what is missing between


class Grammar(NamedTuple):
    """Describes a language; sets of types of nodes are words with spaces between.

    Args:
        package: what brings the grammar, as Python imports it.
        definitions: what has a name and stays whole.
        bodies: what has statements, members or properties of its own.
        wrappers: what may be around a definition, and the fields that may hold it; without a field it is the last
            child, with None the only one.
        comments: what belongs to the statement below.
        attributes: the same, whatever lies between.
        extra: what installs the package.
        function: what gives the language there.
        nests: what is counted: more levels than a program has are not given to the parser.
        bodied: which of the definitions are only mentioned where they have no body.
        rest: what holds for the statements after it, as long as it has no body itself.
        spliced: what stands for its children.
        trailing: what belongs to the statement before.
        titles: how a definition is called if not by its name; of several patterns the first whose fields are there.
        leaves: the name is the first of these in its field, or else the whole field.
    """

    package: str
    definitions: str
    bodies: str
    wrappers: Wrappers = MappingProxyType({})
    comments: str = "comment"
    attributes: str = ""
    extra: str = "code"
    function: str = "language"
    nests: tuple[Nest, ...] = (_BRACKETS,)
    bodied: str = ""
    rest: str = ""
    spliced: str = ""
    trailing: str = ""
    titles: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    leaves: str = ""


_JAVASCRIPT = Grammar(
    "tree_sitter_javascript",
    definitions="abstract_class_declaration abstract_method_signature arrow_function class class_declaration "
    "enum_declaration function_declaration function_expression function_signature generator_function "
    "generator_function_declaration interface_declaration internal_module method_definition method_signature module "
    "type_alias_declaration",
    bodies="class_body enum_body interface_body object object_type program statement_block switch_body",
    wrappers={
        "ambient_declaration": (),
        "assignment_expression": ("right",),
        "export_statement": ("declaration", "value"),
        "expression_statement": (),
        "field_definition": ("value",),
        "lexical_declaration": (),
        "pair": ("value",),
        "public_field_definition": ("value",),
        "variable_declaration": (),
        "variable_declarator": ("value",),
    },
    comments="comment hash_bang_line html_comment",
    attributes="decorator",
)
_TYPESCRIPT = _JAVASCRIPT._replace(
    package="tree_sitter_typescript", function="language_typescript", nests=(_BRACKETS, _ANGLES)
)
_C = Grammar(
    "tree_sitter_c",
    definitions="enum_specifier function_definition preproc_function_def struct_specifier type_definition "
    "union_specifier",
    bodies="compound_statement declaration_list enumerator_list field_declaration_list preproc_elif preproc_elifdef "
    "preproc_else preproc_if preproc_ifdef translation_unit",
    wrappers={"declaration": ("type",), "field_declaration": ("type",), "linkage_specification": ("body",)},
    extra="code-c",
    nests=(_BRACKETS, _ASSIGNMENTS),
    bodied="class_specifier enum_specifier struct_specifier union_specifier",
    leaves="destructor_name field_identifier identifier operator_cast operator_name qualified_identifier "
    "template_function template_type type_identifier",
)

LANGUAGES = {
    "python": Grammar(
        "tree_sitter_python",
        definitions="class_definition function_definition",
        bodies="block module",
        wrappers={"decorated_definition": ("definition",)},
        attributes="decorator",
    ),
    "javascript": _JAVASCRIPT,
    "typescript": _TYPESCRIPT,
    "tsx": _TYPESCRIPT._replace(function="language_tsx"),
    "bash": Grammar(
        "tree_sitter_bash",
        definitions="function_definition",
        bodies="case_item case_statement compound_statement do_group elif_clause else_clause if_statement program "
        "subshell",
        extra="code-bash",
    ),
    "c": _C,
    "cpp": _C._replace(
        package="tree_sitter_cpp",
        definitions=f"{_C.definitions} alias_declaration class_specifier concept_definition namespace_definition",
        wrappers={**_C.wrappers, "template_declaration": ()},
        attributes="access_specifier",
        extra="code-cpp",
        nests=(_BRACKETS,),
    ),
    "csharp": Grammar(
        "tree_sitter_c_sharp",
        definitions="class_declaration constructor_declaration conversion_operator_declaration delegate_declaration "
        "destructor_declaration enum_declaration event_declaration indexer_declaration interface_declaration "
        "local_function_statement method_declaration namespace_declaration operator_declaration property_declaration "
        "record_declaration struct_declaration",
        bodies="accessor_list block compilation_unit declaration_list enum_member_declaration_list preproc_elif "
        "preproc_else preproc_if switch_body",
        wrappers={"global_statement": ()},
        extra="code-c-sharp",
        nests=(_BRACKETS, _ANGLES),
        rest="file_scoped_namespace_declaration",
        titles={
            "conversion_operator_declaration": ("operator {type}",),
            "destructor_declaration": ("~{name}",),
            "indexer_declaration": ("this{parameters}",),
            "operator_declaration": ("operator {operator}",),
        },
    ),
    "go": Grammar(
        "tree_sitter_go",
        definitions="function_declaration method_declaration type_alias type_spec",
        bodies="const_declaration expression_switch_statement field_declaration_list interface_type select_statement "
        "source_file statement_list type_declaration type_switch_statement var_spec_list",
        wrappers={"type_declaration": None},
        extra="code-go",
        titles={"method_declaration": ("{receiver}.{name}",)},
        leaves="type_identifier",
    ),
    "java": Grammar(
        "tree_sitter_java",
        definitions="annotation_type_declaration class_declaration compact_constructor_declaration "
        "constructor_declaration enum_declaration interface_declaration method_declaration module_declaration "
        "record_declaration",
        bodies="annotation_type_body block class_body constructor_body enum_body interface_body module_body program "
        "switch_block",
        comments="block_comment line_comment",
        extra="code-java",
        nests=(_BRACKETS, _ANGLES),
        spliced="enum_body_declarations",
    ),
    "php": Grammar(
        "tree_sitter_php",
        definitions="anonymous_function arrow_function class_declaration enum_declaration function_definition "
        "interface_declaration method_declaration namespace_definition trait_declaration",
        bodies="colon_block compound_statement declaration_list enum_declaration_list program switch_block",
        wrappers={"assignment_expression": ("right",), "expression_statement": ()},
        extra="code-php",
        function="language_php",
        bodied="namespace_definition",
        rest="namespace_definition",
    ),
    "ruby": Grammar(
        "tree_sitter_ruby",
        definitions="class method module singleton_class singleton_method",
        bodies="begin block_body body_statement case do else ensure program rescue then",
        wrappers={"argument_list": (), "call": ("arguments",)},
        extra="code-ruby",
        trailing="heredoc_body",
        titles={"singleton_class": ("class << {value}",), "singleton_method": ("{object}.{name}",)},
    ),
    "rust": Grammar(
        "tree_sitter_rust",
        definitions="enum_item function_item function_signature_item impl_item macro_definition mod_item struct_item "
        "trait_item type_item union_item",
        bodies="block declaration_list enum_variant_list field_declaration_list match_block source_file",
        comments="block_comment line_comment",
        attributes="attribute_item",
        extra="code-rust",
        titles={"impl_item": ("impl {trait} for {type}", "impl {type}")},
    ),
}
"""The languages that can be cut, by name."""
