#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at portable/ as somebody who copied it: check.py PROGRAM [CC]. PROGRAM is touchstone, CC a C compiler.

* ids are computed again, and what the files promise of their pairs holds;
* judge.py, and judge.h where there is a compiler, say of right and wrong answers what they should;
* faults that are planted in a copy of basic.json are found by `touchstone vectors`.
Exit code 1 and a line for each thing that is not so.
"""
import copy
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "portable"))
from judge import Answer, Rules, judge, pair_id, pairs  # noqa: E402

MOST_BYTES = 5_000_000
NEEDS = ["flat", "far", "size-ratio", "thin", "denormal", "sheared", "float32"]
faults = []


def hold(good, what):
    if not good:
        faults.append(what)


def files():
    return sorted((ROOT / "portable/vectors").glob("*.json"))


def is_single(x):
    return struct.unpack("<f", struct.pack("<f", x))[0] == x


def check_files():
    seen, singles, sources, large = set(), 0, set(), 0
    for path in files():
        for pair in pairs(path):
            name = f"{path.name}: {pair['id']}"
            hold(pair_id(pair) == pair["id"], f"{name}: the id is {pair_id(pair)}")
            hold(pair["id"] not in seen, f"{name}: is there twice")
            seen.add(pair["id"])
            hold(pair["needs"] == [need for need in NEEDS if need in pair["needs"]], f"{name}: needs")
            if "of" in pair:
                singles += 1
                numbers = [x for k in "ab" for p in (pair[k]["vertices"] + pair["pose_" + k]["R"] +
                           [pair["pose_" + k]["t"], pair[k]["interior_point"]]) for x in p]
                hold(all(map(is_single, numbers)), f"{name}: a number is none of single precision")
            large += max(len(pair[k]["vertices"]) for k in "ab") > 100
        sources |= {group["source"]["name"] for group in json.loads(path.read_text())["groups"]}
    hold(len(seen) - singles >= 1000, f"{len(seen) - singles} pairs in doubles")
    hold(singles >= 500, f"{singles} pairs in single precision")
    hold(large >= 10, f"{large} pairs above 100 vertices")
    size = sum(path.stat().st_size for path in (ROOT / "portable/vectors").iterdir())
    hold(size <= MOST_BYTES, f"{size} bytes")
    return len(seen), sources


def answers(pair):
    """Right and wrong answers to a pair, each with the word that it has. A hundredth of size is wrong."""
    truth, off = pair["truth"], pair["truth"]["size"] / 100
    points, normal = [truth["points"][0]["a"], truth["points"][0]["b"]], truth["normals"][0]
    right = Answer(truth["phi"], None, normal, points)
    moved = [[x + off for x in points[0]], points[1]]
    yield "right", right
    away = off if truth["phi"] >= 0 else -off
    yield "right", right._replace(value=truth["phi"] + away * .9e-6)
    yield "inaccurate", right._replace(value=truth["phi"] + away)
    if abs(truth["phi"]) > 1e-9 * truth["size"]:
        yield "wrong_sign", right._replace(value=-truth["phi"])
        yield "wrong_sign", Answer(sign=-truth["sign"])
        yield "no_answer", Answer(sign=truth["sign"])
    yield "invalid_normal", right._replace(normal=[2 * x for x in normal])
    yield "invalid_witness", right._replace(points=moved)
    yield "missing", right._replace(normal=None)
    yield "missing", right._replace(points=[[0.0] * 3, [float("nan")] * 3])
    yield "no_answer", Answer(value=float("inf"))
    yield "skipped", Answer(skipped=True)


def check_judge_py():
    judged = 0
    for path in files():
        for pair in list(pairs(path))[::23]:
            if max(len(pair[k]["vertices"]) for k in "ab") > 200:
                continue
            for word, answer in answers(pair):
                found = judge(pair, answer, Rules(single="of" in pair)).word
                judged += 1
                hold(found == word, f"judge.py: {path.name}: {pair['id']}: {answer}: {found}, not {word}")
    return judged


C_PROGRAM = """#include "vectors/basic.h"
#include <stdio.h>
int main(void) {
  unsigned k;
  double status, value, sign, n[3], p[6], has_n, has_p;
  while (scanf("%u %lf %lf %lf %lf %lf", &k, &status, &value, &sign, &has_n, &has_p) == 6) {
    touchstone_answer answer = {(int)status, value, (int)sign, has_n ? n : NULL, has_p ? p : NULL};
    for (int i = 0; i < 3; ++i) if (scanf("%lf", &n[i]) != 1) return 1;
    for (int i = 0; i < 6; ++i) if (scanf("%lf", &p[i]) != 1) return 1;
    puts(touchstone_word_name(touchstone_judge(&touchstone_basic[k], &answer, touchstone_default_rules()).word));
  }
  return 0;
}
"""


def check_judge_h(compiler, folder):
    """The same answers to basic.h, compiled in two ways."""
    source, program = folder / "judge.c", folder / "judge"
    source.write_text(C_PROGRAM)
    lines, words = [], []
    for k, pair in enumerate(pairs(ROOT / "portable/vectors/basic.json")):
        for word, a in answers(pair):
            status = 3 if a.skipped else 0 if a.value is not None else 1
            numbers = (a.normal or [0] * 3) + ((a.points or [[0] * 3] * 2)[0] + (a.points or [[0] * 3] * 2)[1])
            head = [status, a.value or 0, a.sign or 0, int(a.normal is not None), int(a.points is not None)]
            lines.append(" ".join(map(repr, [k] + head + numbers)))
            words.append(word)
    for options in (["-O0"], ["-O3", "-ffp-contract=fast"]):
        command = [compiler, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", *options, f"-I{ROOT}/portable",
                   str(source), "-o", str(program), "-lm"]
        subprocess.run(command, check=True)
        found = subprocess.run([str(program)], input="\n".join(lines), capture_output=True, text=True).stdout.split()
        for line, word, other in zip(lines, words, found):
            hold(word == other, f"judge.h {options}: {line}: {other}, not {word}")
        hold(len(words) == len(found), f"judge.h {options}: {len(found)} words for {len(words)} answers")
    fast = subprocess.run([compiler, "-ffast-math", f"-I{ROOT}/portable", "-c", str(source), "-o", str(program)],
                          capture_output=True, text=True)
    hold(fast.returncode != 0 and "fast-math" in fast.stderr, "judge.h: compiles with -ffast-math")
    return len(words)


def planted(file):
    """(what must be named, file with a fault) for each fault."""
    def pair_of(damaged):
        return damaged["groups"][0]["pairs"][0]

    def plant(names, change):
        damaged = copy.deepcopy(file)
        change(damaged, pair_of(damaged))
        return names, json.dumps(damaged, separators=(",", ":"))

    def swap(items):
        items[0], items[1] = items[1], items[0]

    def next_vertex(pair):
        pair["a"]["vertices"][0][0] += 2.0 ** -50

    yield plant("id", lambda f, p: p.update(id="0" * 16))
    yield plant("id", lambda f, p: next_vertex(p))
    yield plant("id", lambda f, p: p["pose_b"]["t"].reverse())
    yield plant("phi", lambda f, p: p["truth"].update(phi=p["truth"]["phi"] * (1 + 2.0 ** -52)))
    yield plant("phi_tail", lambda f, p: p["truth"].update(phi_tail=0))
    yield plant("phi_squared", lambda f, p: p["truth"].update(phi_squared="1/4"))
    yield plant("sign", lambda f, p: p["truth"].update(sign=0))
    yield plant("size", lambda f, p: p["truth"].update(size=1))
    yield plant("directions", lambda f, p: p["truth"]["directions"][0].reverse())
    yield plant("normals", lambda f, p: p["truth"]["normals"][0].reverse())
    yield plant("normal_tails", lambda f, p: p["truth"]["normal_tails"][0].reverse())
    yield plant("points", lambda f, p: p["truth"]["points"][0]["a"].reverse())
    yield plant("rho", lambda f, p: p["truth"]["rho"].update(value=0.5))
    yield plant("rho", lambda f, p: p["truth"]["rho"]["directions"][0].reverse())
    yield plant("flags", lambda f, p: p["flags"].append("touching"))
    yield plant("flags", lambda f, p: f["flags"].pop())
    yield plant("result", lambda f, p: p.update(result="tie"))
    yield plant("policy", lambda f, p: p.update(policy="flat"))
    yield plant("needs", lambda f, p: f["groups"][0]["needs"].append("flat"))
    yield plant("pair", lambda f, p: swap(f["groups"][0]["pairs"]) or f["groups"][0]["pairs"].append(p))
    yield plant("facets", lambda f, p: swap(p["a"]["facets"]))
    yield plant("mass", lambda f, p: p.update(mass=1))
    yield plant("bug_type", lambda f, p: f["flags"][0].update(bug_type="luck"))
    yield plant("interior_point", lambda f, p: p["a"].pop("interior_point"))
    yield plant("format", lambda f, p: None)


def check_lint(program, folder):
    text = (ROOT / "portable/vectors/basic.json").read_text()
    path = folder / "basic.json"
    found = 0
    for names, damaged in planted(json.loads(text)):
        path.write_text(damaged)
        ran = subprocess.run([program, "vectors", str(path)], capture_output=True, text=True)
        said = ran.stdout.split("\n\n")[0] + ran.stderr
        hold(ran.returncode in (1, 2) and names in said, f"lint: {names}: exit code {ran.returncode}: {said[:300]}")
        found += 1
    path.write_text(text)
    ran = subprocess.run([program, "vectors", str(path)], capture_output=True, text=True)
    hold(ran.returncode == 0, f"lint: {ran.stdout}{ran.stderr}")
    return found


def main(arguments):
    pairs_seen, _ = check_files()
    print(f"{pairs_seen} pairs, {check_judge_py()} answers judged by judge.py")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        print(f"{check_lint(arguments[0], folder)} planted faults")
        if len(arguments) > 1:
            print(f"{check_judge_h(arguments[1], folder)} answers judged by judge.h")
    for fault in faults[:20]:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
