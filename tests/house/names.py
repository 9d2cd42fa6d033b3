#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds names that two sources of a room give to things of their own (docs/architecture.md).

Builds join up to twelve sources of a room, as cmake/targets.cmake says, and the compiler sees two such names only
where it happens to join their sources. Names of unnamed namespaces are compared, in every target that is
joined. Sources that CMake never joins are left out.

Types of namespace touchstone that two files define are found, too: a program that links both takes the destructor of
one for the other, and no compiler says so. Exit code 0: no name stands twice; 1: some do.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LITERAL = re.compile(r'//[^\n]*|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'', re.S)
NAMED_TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?|using) (?:\w+ )*?(\w+)\b")


def joined_sources(cmake):
    """(room, source) of what the text of a CMakeLists.txt joins; both are paths from its folder."""
    text = re.sub(r"#.*", "", cmake)
    calls = re.findall(r"\b(\w+)\(((?:[^()\"]|\"[^\"]*\"|\([^()]*\))*)\)", text)
    joined = {words.split()[0] for call, words in calls if call == "touchstone_join"}
    apart = {name for call, words in calls if call == "set_source_files_properties"
             for name in re.findall(r"[\w/]+\.cpp", words.split("PROPERTIES")[0])}
    for call, words in calls:
        target = words.split()[0] if words.split() else ""
        if call == "touchstone_library" or (call == "add_executable" and target in joined):
            for name in re.findall(r"(?<![}\w/])[\w/]+\.cpp", words):
                if name not in apart:
                    yield f"{target} {pathlib.PurePath(name).parent}", name


def declarations(text):
    """The heads of the declarations at the outermost level of the unnamed namespaces of a source: what stands
    before a body or an initial value in braces."""
    for space in re.findall(r"^namespace \{$(.*?)^\}  // namespace$", text, re.M | re.S):
        space = LITERAL.sub(lambda m: "" if m.group().startswith("//") else '""', space)
        depth, head = 0, ""
        for c in re.sub(r"^#.*$", "", space, flags=re.M):
            depth += (c == "{") - (c == "}")
            if depth == 0:
                head += c
            # A body ends its declaration; what is given a value goes on to its semicolon.
            value = re.search(r"(?<!operator)=(?![^(]*\))", head)
            if depth == 0 and (c == ";" or (c == "}" and not value)):
                yield " ".join(head.rstrip(";}").split())
                head = ""


def name_of(declaration):
    """The name that a declaration gives, None where it gives none that could clash: it is of a member or an operator,
    says only what the compiler is to check, or is an alias that may be said twice."""
    if re.match(r"$|static_assert|using [\w:]+$|using namespace|namespace|extern", declaration):
        return None
    if "operator" in declaration:
        return None
    plain = None
    while plain != declaration:
        plain = declaration
        declaration = re.sub(r"<[^<>]*>|\[\[.*?\]\]|^template\b|^requires [^(]*|alignas\([^()]*\)", "", plain).strip()
    named = NAMED_TYPE.match(declaration)
    if named:
        return named.group(1)
    name = re.match(r"[^(=\[]*?([\w:]+) ?(?:\(|\[|=|$)", declaration)
    return name.group(1) if name and "::" not in name.group(1) else None


def clashes(folder):
    rooms = collections.defaultdict(lambda: collections.defaultdict(set))
    for room, source in joined_sources((folder / "CMakeLists.txt").read_text()):
        for name in filter(None, map(name_of, declarations((folder / source).read_text()))):
            rooms[room][name].add(source)
    for room, names in rooms.items():
        for name, sources in sorted(names.items()):
            if len(sources) > 1:
                yield f"{folder.relative_to(ROOT)}: {name}: {', '.join(sorted(sources))}"


def types(text):
    """The types that a file defines at the outermost level of namespace touchstone; those of unnamed namespaces and
    templates, whose names say more, are none."""
    for space in re.findall(r"^namespace touchstone \{$(.*?)^\}  // namespace touchstone$", text, re.M | re.S):
        space = re.sub(r"^namespace \{$.*?^\}  // namespace$", "", space, flags=re.M | re.S)
        yield from re.findall(r"(?<!>\n)^(?:class|struct|union|enum class) (\w+)(?: final)?(?: :[^;{]*)? \{", space, re.M)


def twice_defined():
    files = collections.defaultdict(set)
    for cmake in ROOT.glob("*/CMakeLists.txt"):
        for path in [p for suffix in ("hpp", "cpp") for p in cmake.parent.rglob(f"*.{suffix}")]:
            for name in types(path.read_text()):
                files[name].add(path.relative_to(ROOT).as_posix())
    return [f"{name}: {', '.join(sorted(where))}" for name, where in sorted(files.items()) if len(where) > 1]


def main():
    wrong = [line for cmake in sorted(ROOT.glob("*/CMakeLists.txt")) for line in clashes(cmake.parent)]
    wrong += twice_defined()
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
