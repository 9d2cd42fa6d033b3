#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds portable/bugs.md to the libraries: bugs.py PROGRAM [PEERS] [--write]. PROGRAM is touchstone, PEERS a folder of
plug-ins with found.txt, as `./touchstone peers` leaves it.

Each row whose library is here, in that version, is measured again: the word has to be the same, numbers to a hundredth.
Exit code 1 and a line for each that is not. --write measures the rows anew: the pairs of found.json that were shrunk
from a failure of these libraries, those of field.json that were reported of them, and whatever is in the table. Threads
and states are kept; of a new row they have to be looked at.
"""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / "portable/bugs.md"
# Who is called, of which library, at the tolerance that it claims (docs/peers.md), relative to size.
CALLS = {
    "gjk_epa": ("libccd", 1e-4), "gjk_epa_1e-8": ("libccd", 1e-8), "mpr": ("libccd", 1e-4), "mpr_1e-8": ("libccd", 1e-8),
    "fcl": ("FCL", 1e-6), "fcl_indep": ("FCL", 1e-6),
    "bullet": ("Bullet", 1e-4), "bullet_epa": ("Bullet", 1e-4),
    "bullet_float64": ("Bullet", 1e-8), "bullet_epa_float64": ("Bullet", 1e-8),
    "ode": ("ODE", 1e-8), "ode_box": ("ODE", 1e-8), "mujoco": ("MuJoCo", 1e-6), "mujoco_box": ("MuJoCo", 1e-8),
}
# Whose reports the pairs of field.json are, by the beginning of their source.
REPORTED = {"danfis/libccd": ["gjk_epa", "mpr"], "flexible-collision-library/fcl": ["fcl"]}
# Who computes in single precision: the pair is rounded before, as the harness does.
SINGLE = ("bullet", "bullet_epa", "mujoco")
OWNERS = {"fcl": "flexible-collision-library", "drake": "RobotLocomotion", "libccd": "danfis"}
HEAD = ["library", "version", "call", "pair", "word", "numbers", "thread", "state"]


def pairs_by_id():
    found = {}
    for name in ("field", "found"):
        for group in json.loads((ROOT / f"portable/vectors/{name}.json").read_text())["groups"]:
            found.update({pair["id"]: (group, pair) for pair in group["pairs"]})
    return found


def table_rows():
    """The rows of the table, by call and pair."""
    rows = {}
    for line in TABLE.read_text().splitlines() if TABLE.exists() else []:
        cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
        if len(cells) == len(HEAD) and cells[2] in CALLS:
            rows[cells[2], cells[3]] = dict(zip(HEAD, cells))
    return rows


def versions_here(program, peers):
    """Version by call, of what can be asked."""
    here = {}
    for line in (peers / "found.txt").read_text().split("\n") if peers else []:
        if line.split() and line.split()[0] in CALLS:
            here[line.split()[0]] = line.split()[1]
    asked = subprocess.run([program, "ask", "random-boxes:42:0", "--json", "-"], capture_output=True, text=True, check=True)
    libccd = re.search(r"libccd ([^ ,]+)", json.loads(asked.stdout)["versions"]["libraries"]).group(1)
    return here | {call: libccd for call, (library, _) in CALLS.items() if library == "libccd"}


def number(x):
    return "none" if x is None else f"{x:.4g}"


def rounded(value):
    """The numbers of a question in single precision."""
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return struct.unpack("<f", struct.pack("<f", value))[0]


def put_to(call, pair):
    """The pair as the call is asked about it."""
    if call not in SINGLE:
        return pair
    changed = {f"pose_{k}": {key: rounded(value) for key, value in pair[f"pose_{k}"].items()} for k in "ab"}
    for k in "ab":
        changed[k] = dict(pair[k], **{key: rounded(pair[k][key]) for key in ("vertices", "interior_point")})
    return dict(pair, **changed)


def thread_of(call, pair, pairs):
    """Where the pair, or the one that it was shrunk from, was reported of the library."""
    origin = re.search(r"shrunk from (field:[^;]+);", pair["comment"])
    if origin:
        pair = next(p for _, p in pairs.values() if origin.group(1) in p["comment"].split(", ") and "of" not in p)
    source = pair.get("source", "")
    if not any(source.startswith(begin) and call in calls for begin, calls in REPORTED.items()):
        return "none"
    thread = re.search(r"(\w+) ?#(\d+)", source)
    return f"{OWNERS[thread.group(1)]}/{thread.group(1)}#{thread.group(2)}" if thread else source.split("::")[0].split(" Pen")[0]


def numbers_of(case, answer):
    """What the answer says beside what is true."""
    said = f"phi {number(case['phi'])}"
    if answer["verdict"] in ("crashed", "timed_out", "no_answer"):
        return said
    if answer["value"] is None:
        return f"{said}, said {({-1: 'penetrating', 0: 'touching', 1: 'apart'})[answer['sign']]}"
    if answer["verdict"] == "invalid_normal":
        return f"{said}, gap along the normal {number(answer['bounds']['lower'])}"
    return f"{said}, said {number(answer['value'])}"


def measured(program, peers, call, pairs):
    """(word, numbers) by id."""
    if not pairs:
        return {}
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch) / "pairs.json"
        head = json.loads((ROOT / "portable/vectors/found.json").read_text())
        head["groups"] = [dict(group, pairs=[put_to(call, pair)]) for group, pair in pairs]
        file.write_text(json.dumps(head))
        metric = f"{call}={peers / call}.so" if CALLS[call][0] != "libccd" else call
        asked = subprocess.run([program, "ask", str(file), "--metric", metric, "--tolerance", str(CALLS[call][1]), "--json", "-"],
                               capture_output=True, text=True)
    if not asked.stdout:
        sys.exit(f"{call}: {asked.stderr}")
    cases = json.loads(asked.stdout)["cases"]
    return {pair["id"]: (case["metrics"][0]["verdict"], numbers_of(case, case["metrics"][0]))
            for (_, pair), case in zip(pairs, cases)}


def is_near(text, other):
    """Whether the texts have the same words, and numbers that differ by a hundredth at most."""
    pattern = r"-?[0-9.]+(?:e[-+]?[0-9]+)?"
    one, two = ([float(x) for x in re.findall(pattern, t)] for t in (text, other))
    return re.sub(pattern, "", text) == re.sub(pattern, "", other) and len(one) == len(two) and \
        all(abs(x - y) <= .01 * abs(x) for x, y in zip(one, two))


def wanted(call, pairs, rows):
    """Ids of the pairs that the table should have of the call."""
    ids = [key[1] for key in rows if key[0] == call]
    for key, (_, pair) in pairs.items():
        shrunk = re.search(rf"; {re.escape(call)} fails: ", pair["comment"])
        reported = any(pair.get("source", "").startswith(begin + mark) and call in calls
                       for begin, calls in REPORTED.items() for mark in (" ", "#"))
        if "of" not in pair and key not in ids and (shrunk or reported):
            ids.append(key)
    return ids


def write(program, peers, rows, pairs, here):
    fresh = {}
    for call, (library, _) in CALLS.items():
        if call not in here:
            fresh.update({key: row for key, row in rows.items() if key[0] == call})
            continue
        for key, (word, numbers) in measured(program, peers, call, [pairs[k] for k in wanted(call, pairs, rows)]).items():
            # FCL promises no normal within 1e-6 m of contact.
            if word == "right" or call == "fcl" and word == "missing":
                continue
            old = rows.get((call, key), {})
            thread = old.get("thread") or thread_of(call, pairs[key][1], pairs)
            state = old.get("state") or ("not reported" if thread == "none" else "open")
            fresh[call, key] = dict(zip(HEAD, [library, here[call], f"`{call}`", f"`{key}`", word, numbers, thread, state]))
    order = list(CALLS)
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "---|" * len(HEAD)]
    for _, row in sorted(fresh.items(), key=lambda item: (order.index(item[0][0]), item[1]["word"], item[0][1])):
        lines.append("| " + " | ".join(row[name] for name in HEAD) + " |")
    text = TABLE.read_text()
    TABLE.write_text(text[:text.index("| library |")] + "\n".join(lines) + "\n")
    print(f"{len(fresh)} rows")


def check(program, peers, rows, pairs, here):
    faults, seen = [], 0
    for call in CALLS:
        mine = {key: row for (name, key), row in rows.items() if name == call and row["version"] == here.get(call)}
        faults += [f"{call} {key}: no file has the pair" for key in mine if key not in pairs]
        mine = {key: row for key, row in mine.items() if key in pairs}
        if not mine:
            continue
        for key, (word, numbers) in measured(program, peers, call, [pairs[key] for key in mine]).items():
            seen += 1
            if word != mine[key]["word"] or not is_near(mine[key]["numbers"], numbers):
                faults.append(f"{call} {key}: is {word}, {numbers}; the table says {mine[key]['word']}, {mine[key]['numbers']}")
    if not seen:
        faults.append("no row is of a version that is here")
    print("\n".join(faults + [f"{seen} of {len(rows)} rows measured"]))
    return 1 if faults else 0


def main(arguments):
    words = [a for a in arguments if a != "--write"]
    program, peers = words[0], pathlib.Path(words[1]).resolve() if len(words) > 1 else None
    work = (program, peers, table_rows(), pairs_by_id(), versions_here(program, peers))
    return write(*work) if "--write" in arguments else check(*work)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
