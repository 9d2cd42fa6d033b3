#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts what the rules of the house are about (docs/architecture.md).

count.py [ROOT]               prints lines of product code by folder, long files, long functions, .inc files
count.py --check [ROOT]       also ends with 1 where a file (of portable/, too) or function is too long, an .inc is
                              not data, or too many comments need their neighbour to be understood, the command
                              line has too many options, or docs are too long
count.py --openings [FOLDER]  prints those comments, of one folder or of all
Product code is what is neither a test nor a sample for tests nor data. A line counts if it is neither
blank nor comment.
"""
import collections
import pathlib
import re
import sys

MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 60
FOLDERS = ("geometry", "schema", "metrics", "reference", "contact", "dynamics", "include", "peers",
           "harness", "benchmarks", "import", "reports", "cli", "library", "examples")
# Comments can be read alone: at most so many of each group of folders begin as if another one stood before them.
MAX_OPENINGS = 20
COMMENTED = {
    "the numeric core": ("geometry", "metrics", "reference", "contact", "dynamics", "include", "peers"),
    "the application and tests": ("harness", "benchmarks", "import", "reports", "schema", "cli", "library", "examples", "tests", "cmake"),
}
# What begins a comment, by the file's suffix: .txt is CMakeLists.txt.
SLASHES = re.compile(r"(?<![:\"'])(?://[/!]?<?|/\*+)\s*(.*)")
HASH = re.compile(r"(?<![:\"'])#\s+(.*)")
MARKS = dict.fromkeys((".cpp", ".hpp", ".h", ".inc", ".ts", ".mjs", ".css"), SLASHES)
MARKS.update(dict.fromkeys((".cmake", ".txt", ".py"), HASH))
MAX_OPTIONS, MAX_OPTION_NAMES = 155, 127  # definitions in cli/, and the names that these have
# What others copy is to be read in one go: lines at most.
PORTABLE = {"touchstone/judge.h": 400, "judge.py": 300, "check_certificate.py": 300, "check_certificate.c": 500,
            "examples/*": 80, "theorem/*.py": 80}
MAX_DOC_WORDS = 69_180  # words in README.md and docs/, the notebook apart
OPENING = re.compile(r"(Of|The same|As|Likewise|Both)\b", re.I)
# Tables: one long list, which is read line by line.
TABLES = {"metrics/registry.cpp"}


def serves_tests(path, includers, seen=()):
    """A test, or a header that only such files include."""
    name = path.as_posix()
    if name.endswith("_test.cpp") or "/tests/" in name or path.name.startswith("test_"):
        return True
    if "fault" in path.name or path.suffix != ".hpp" or name in seen:
        return "faulty_metrics" in path.name
    users = includers.get(name, [])
    return bool(users) and all(serves_tests(u, includers, (*seen, name)) for u in users)


def code_lines(text):
    """The lines that are neither blank nor comment. No /* */ here: clang-format keeps // only."""
    return [l for l in text.splitlines() if l.strip() and not l.strip().startswith("//")]


def openings(text, mark):
    """(line, comment) of every comment that begins as if another one stood before it: the first line of
    a block, or what stands behind code. `mark` is of MARKS."""
    before = False
    for k, line in enumerate(text.splitlines()):
        block = mark.match(line.strip()) is not None
        comment = mark.search(line)
        if comment and not (block and before) and OPENING.match(comment.group(1)):
            yield k + 1, comment.group(1)
        before = block


def all_openings(root, folders):
    """(path, line, comment) of every such comment of the folders."""
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root)
            if path.suffix not in MARKS or {"node_modules", "dist"} & set(name.parts):
                continue
            if path.suffix == ".txt" and path.name != "CMakeLists.txt":
                continue
            for line, comment in openings(path.read_text(), MARKS[path.suffix]):
                yield name, line, comment


def functions(text):
    """(first line, number of lines, head) of every function, told by the indentation that
    clang-format gives: a head that ends in `) {` or the like, closed by `}` in the same column."""
    lines = text.splitlines()
    for k, line in enumerate(lines):
        if line.lstrip().startswith("//"):
            continue
        if not re.search(r"\)( const| noexcept| override|( ->.*))* \{$", line):
            continue
        indent = len(line) - len(line.lstrip())
        start = k
        while start > 0 and len(lines[start]) - len(lines[start].lstrip()) > 4 + indent:
            start -= 1
        head = line.strip()
        if re.match(r"(\} )?(if|for|while|switch|else|catch|do|return|try)\b", head):
            continue
        # The head may begin some lines above, less indented than its continuation.
        while start > 0 and re.match(r"\s{4,}\S", lines[start]) and not lines[start - 1].rstrip().endswith((";", "}", "{", ":")) and lines[start - 1].strip():
            start -= 1
        first = lines[start]
        column = len(first) - len(first.lstrip())
        if column not in (0, 2, 4) or re.match(r"\s*((auto|const auto|return|if|for|while|switch)\b|\[|const \w+ \w+ = )", first):
            continue
        for end in range(k + 1, len(lines)):
            if lines[end].startswith(" " * column + "}"):
                yield start + 1, end - start + 1, first.strip()
                break


def option_names(sources):
    """The name of every definition of an option or of an argument without one: of each call, in cli/, of what adds
    one to a command (`Option text(const std::string& name, ...)`, or parsed() below that) with its name spelt out.
    What several commands share is defined once, and counts once."""
    cli = {path: text for path, text in sources.items() if path.parts[0] == "cli"}
    header = cli.get(pathlib.Path("cli/options/command_line.hpp"), "")
    adders = "|".join(sorted({"parsed", *re.findall(r"\bOption (\w+)\(const std::string& name", header)}))
    call = re.compile(rf'\b(?:{adders})(?:<[^<>]*>)?\(\s*(?:\*app_,\s*)?"(-[\w,-]+|[A-Z][\w-]*)"')
    return [name for text in cli.values() for name in call.findall(text)]


def doc_words(root):
    pages = [p for p in (root / "docs").rglob("*.md") if "notebook" not in p.parts] + [root / "README.md"]
    return sum(len(p.read_text().split()) for p in pages if p.exists())


def long_portable(root):
    """A line for each file of portable/ that is too long, and for each pattern of PORTABLE that none has."""
    for pattern, limit in PORTABLE.items():
        paths = [path for path in sorted((root / "portable").glob(pattern)) if path.is_file()]
        if not paths:
            yield f"portable/{pattern}: there is none"
        for path in paths:
            count = len(path.read_text().splitlines())
            if count > limit:
                yield f"{path.relative_to(root)}: {count} lines (at most {limit})"


def web_lines(root):
    """(product, tests): lines of the page that are neither blank nor comment."""
    counts = [0, 0]
    for path in (root / "reports/web").rglob("*"):
        parts = path.relative_to(root / "reports/web").parts
        if path.suffix in (".ts", ".css") and parts[0] in ("src", "tests"):
            text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
            counts[parts[0] == "tests" or ".test." in path.name] += len(code_lines(text))
    return counts


def read_sources(root):
    sources = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".cpp", ".hpp", ".h", ".inc"):
                sources[path.relative_to(root)] = path.read_text()
    return sources


def main(arguments):
    check = "--check" in arguments
    house = pathlib.Path(__file__).resolve().parents[2]
    roots = [a for a in arguments if not a.startswith("--")]
    if "--openings" in arguments:
        for path, line, comment in all_openings(house, sum(COMMENTED.values(), ())):
            if path.as_posix().startswith(roots[0] if roots else ""):
                print(f"{path}:{line}: {comment}")
        return 0
    root = pathlib.Path(roots[0]) if roots else house
    sources = read_sources(root)
    includers = collections.defaultdict(list)
    for path, text in sources.items():
        for name in re.findall(r'^\s*#\s*include "([^"]+)"', text, re.M):
            includers[name].append(path)
    lines = collections.Counter()
    tests = collections.Counter()
    faults = []
    for path, text in sources.items():
        count = len(code_lines(text))
        data = path.suffix == ".inc" and re.search(r"^\s*\{", text, re.M) and ";" not in "".join(code_lines(text))
        if path.suffix == ".inc":
            if not data:
                faults.append(f"{path}: an .inc that is not data")
        if serves_tests(path, includers) or data:
            tests[path.parts[0]] += count
            continue
        lines[path.parts[0]] += count
        total = len(text.splitlines())
        if total > MAX_FILE_LINES:
            faults.append(f"{path}: {total} lines (at most {MAX_FILE_LINES})")
        if path.as_posix() in TABLES:
            continue
        for start, length, head in functions(text):
            if length > MAX_FUNCTION_LINES:
                faults.append(f"{path}:{start}: {length} lines (at most {MAX_FUNCTION_LINES}): {head[:70]}")
    for group, folders in COMMENTED.items():
        found = len(list(all_openings(root, folders)))
        if found > MAX_OPENINGS:
            faults.append(f"{found} comments of {group} begin with 'Of', 'The same', 'As', 'Likewise', 'Both' "
                          f"(at most {MAX_OPENINGS}): count.py --openings lists them")
    faults.extend(long_portable(root))
    options = option_names(sources)
    if len(options) > MAX_OPTIONS or len(set(options)) > MAX_OPTION_NAMES:
        faults.append(f"cli: {len(options)} definitions of options with {len(set(options))} names "
                      f"(at most {MAX_OPTIONS} and {MAX_OPTION_NAMES})")
    print(f"{'folder':<12}{'product':>9}{'tests':>9}")
    for folder in FOLDERS:
        print(f"{folder:<12}{lines[folder]:>9}{tests[folder]:>9}")
    lines["web page"], tests["web page"] = web_lines(root)
    print(f"{'web page':<12}{lines['web page']:>9}{tests['web page']:>9}")
    print(f"{'all':<12}{sum(lines.values()):>9}{sum(tests.values()):>9}")
    print(f"definitions of options: {len(options)}, with {len(set(options))} names")
    words = doc_words(root)
    print(f"words of README.md and docs/, the notebook apart: {words}")
    if words > MAX_DOC_WORDS:
        faults.append(f"docs: {words} words (at most {MAX_DOC_WORDS})")
    for fault in faults:
        print(fault)
    return 1 if check and faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
