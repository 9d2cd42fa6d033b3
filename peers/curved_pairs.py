#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How far peers are from the proven bracket of pairs with a curved core, by kind of pair:
python3 peers/curved_pairs.py TOUCHSTONE COUNT PEER.so... Standard library only.

COUNT pairs of each kind are turned at random, with lengths of 0.2 to 1 m; as many stand along the
axes, with whole numbers for lengths and places. Of each kind the smallest pair that is wrong is
printed, and for each peer the one that is off by most."""
import itertools
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

LIMIT_M = {"fcl": 1e-6, "fcl_indep": 1e-6, "coal": 1e-6}  # what a library claims in metres
OTHER_LIMIT_M = 1e-8
KINDS = ["cylinder", "cone", "ellipsoid", "capsule", "sphere", "box"]
CURVED = set(KINDS[:3])


def body(kind, length):
    """A body whose lengths [m] are what length() returns."""
    if kind == "sphere":
        return {"sphere": {"radius": length()}}
    if kind == "box":
        return {"box_half_extents": [length() for _ in range(3)]}
    if kind == "ellipsoid":
        return {"ellipsoid": {"semi_axes": [length() for _ in range(3)]}}
    return {kind: {"radius": length(), "half_length": length()}}


def reach(shape):
    """At least the bounding radius of a body [m]."""
    numbers = []
    for value in shape.values():
        numbers += value if isinstance(value, list) else \
            itertools.chain(*(x if isinstance(x, list) else [x] for x in value.values()))
    return math.sqrt(sum(x * x for x in numbers))


def turned_pair(rng, kinds):
    a, b = (body(kind, lambda: rng.uniform(0.2, 1)) for kind in kinds)
    way = [rng.gauss(0, 1) for _ in range(3)]
    far = rng.uniform(0.2, 1.4) * (reach(a) + reach(b)) / math.hypot(*way)
    turns = [[rng.gauss(0, 1) for _ in range(4)] for _ in range(2)]
    q = [[x / math.hypot(*turn) for x in turn] for turn in turns]
    return {"a": a, "pose_a": {"t": [far * x for x in way], "q": q[0]},
            "b": b, "pose_b": {"t": [0, 0, 0], "q": q[1]}}


def plain_pair(rng, kinds):
    a, b = (body(kind, lambda: rng.randint(1, 3)) for kind in kinds)
    return {"a": a, "pose_a": {"t": [rng.randint(0, 5) for _ in range(3)], "q": [1, 0, 0, 0]},
            "b": b, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}}


def simplicity(case):
    """The least first: by the sum of its numbers."""
    return sum(int(x) for x in re.findall(r"\d+", json.dumps(case)))


def asked(program, cases, peers):
    """What `ask` says of each case."""
    with tempfile.TemporaryDirectory() as folder:
        file, record = os.path.join(folder, "pairs.json"), os.path.join(folder, "record.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(cases, out)
        words = [program, "ask", file, "--json", record, "--metric", ",".join(peers)]
        done = subprocess.run(words, stdout=subprocess.DEVNULL, check=False)
        if done.returncode not in (0, 1):
            sys.exit(done.returncode)
        with open(record, encoding="utf-8") as written:
            return json.load(written)["curved"]


def regime(row):
    return {1: "apart", -1: "overlapping"}.get(row["sign"], "touching or not proven")


def is_off(reply):
    limit = LIMIT_M.get(reply["metric"], OTHER_LIMIT_M)
    return reply["error_least"] is not None and reply["error_least"] > limit


def add(counts, place, row, reply):
    count = counts.setdefault((reply["metric"], regime(row), place), dict.fromkeys(
        ["asked", "values", "off", "undecided", "worst"], 0))
    if reply["verdict"] == "not_applicable":
        return
    count["asked"] += 1
    count["undecided"] += reply["verdict"] == "undecided"
    if reply["error_least"] is not None:
        count["values"] += 1
        count["off"] += is_off(reply)
        count["worst"] = max(count["worst"], reply["error_least"])
    elif reply["verdict"] != "undecided":
        count[reply["verdict"]] = count.get(reply["verdict"], 0) + 1


def error(found):
    return found[2]["error_least"] or 0


def said(case, row, reply):
    return (f"{reply['verdict']}: {reply['value']!r}",
            f"phi in [{row['lower']!r}, {row['upper']!r}]", json.dumps(case))


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, number, peers = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    rng = random.Random(20261128)
    totals, smallest, worst = {}, {}, {}
    for kinds in itertools.combinations_with_replacement(KINDS, 2):
        if not CURVED & set(kinds):
            continue
        plain = sorted((plain_pair(rng, kinds) for _ in range(number)), key=simplicity)
        cases = plain + [turned_pair(rng, kinds) for _ in range(number)]
        counts = {}
        for k, (case, row) in enumerate(zip(cases, asked(program, cases, peers))):
            for reply in row["metrics"]:
                if is_off(reply) or reply["verdict"] in ("crashed", "timed_out"):
                    found = (case, row, reply)
                    smallest.setdefault((reply["metric"], regime(row), kinds), found)
                    key = (reply["metric"], regime(row))
                    worst[key] = max(worst.get(key, found), found, key=error)
                place = "turned" if k >= number else "along axes"
                add(counts, place, row, reply)
                add(totals, place, row, reply)
        for key, count in counts.items():
            print(" and ".join(kinds), *key, json.dumps(count), sep="; ", flush=True)
    for key, count in totals.items():
        print("all", *key, json.dumps(count), sep="; ")
    for (metric, where, kinds), found in smallest.items():
        print("smallest", " and ".join(kinds), metric, where, *said(*found), sep="; ")
    for (metric, where), found in worst.items():
        print("worst", metric, where, *said(*found), sep="; ")


if __name__ == "__main__":
    main()
