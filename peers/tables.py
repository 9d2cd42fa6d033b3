#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of results/measured/peers.md from records that `validate --json FILE`,
`verify --metric peers --json FILE` or `contacts --metric PEER.so --json FILE` wrote: python3
peers/tables.py FILE... A row of the last has the file's name. Standard library only."""
import json
import os
import re
import sys

GROUPS = ["boxes", "hulls", "kissing", "hard", "motion", "field", "rounded",
          "curved"]
SINGLE = {"bullet", "bullet_epa", "mujoco", "mujoco_multi", "mujoco_distance", "jolt", "box3d"}
ORDER = ["fcl", "fcl_indep", "bullet_float64", "bullet_epa_float64", "bullet", "bullet_epa",
         "bullet_margin", "ode", "ode_box", "mujoco", "mujoco_box", "mujoco_margin", "fcl_box",
         "bullet_box", "bullet_hull", "bullet_multi", "ode_box_4", "mujoco_multi"]
# By column: claims of `contacts`, counts of manifolds that only the policy excuses, and figures with
# a bound that they exceed.
WORDS = {"missed": ["missed"], "phantom": ["phantom"], "by reach": "reach", "outside": ["outside"],
         "normal": ["wrong_normal"], "by slack": "slack", "depth": ["wrong_depth"],
         "incomplete": ["incomplete"], "> k": "k", "keeps < 0.9": ("lost_share", "above 0.1"),
         "spread > 0.01": ("spread", "above 0.01"), "merged": "merging distance",
         "again": ["again"], "swap, rigid, order": ["swap", "rigid", "order"],
         "flicker": ["flicker"], "ids": ["lost_ids"]}
FAULTS = ["no_answer", "skipped", "crashed", "timed_out", "flaky", "order_dependent"]


def read(files):
    """(peer, family) -> row. A later file replaces the rows of an earlier one."""
    rows = {}
    for name in files:
        with open(name, encoding="utf-8") as file:
            for row in json.load(file)["results"]:
                rows[row["metric"], row["family"]] = row
    return rows


def right(row):
    """Of a row: cases right, at the looser of 1e-8 and its own claim in single precision."""
    return row["right_at_own_tolerance"] if row["metric"] in SINGLE else row["right"]


def applicable(row):
    return row["cases"] - row["not_applicable"] - row["undecided"]


def share(rows):
    """Cut off, so that 100 means every case."""
    total = sum(applicable(row) for row in rows)
    if total == 0:
        return "-"
    tenths = 1000 * sum(right(row) for row in rows) // total
    return "100" if tenths == 1000 else f"{tenths / 10:.1f}"


def table(head, body):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for line in body:
        print("| " + " | ".join(line) + " |")
    print()


def by_group(rows, peers):
    body = []
    for peer in peers:
        mine = [row for (name, _), row in rows.items() if name == peer]
        line = [peer] + [share([r for r in mine if r["group"] == group]) for group in GROUPS]
        line += [str(sum(row[fault] for row in mine) or ".") for fault in FAULTS]
        wrong = sum(row["value"]["wrong_sign"] + row["sign"]["wrong_sign"] for row in mine)
        line += [str(wrong or "."), str(sum(applicable(row) for row in mine))]
        body.append(line)
    table(["right, %"] + GROUPS + [fault.replace("_", " ") for fault in FAULTS] +
          ["wrong sign", "cases"], body)


def merged(family):
    """Sizes of random hulls share a line."""
    return re.sub(r"^(random-hulls)-\d+", r"\1-N", family)


def by_family(rows, peers):
    families = {}
    for _, family in rows:
        families.setdefault(merged(family), {})[family] = None
    body = []
    for name, members in families.items():
        cells = [[rows[peer, member] for member in members if (peer, member) in rows]
                 for peer in peers]
        body.append([name] + [share(cell) for cell in cells])
    table(["family"] + peers, body)


def worst(rows, peers):
    """Per peer the largest error among families of bodies of like size, and its case."""
    for peer in peers:
        mine = [row for (name, _), row in rows.items() if name == peer]
        for row in sorted(mine, key=lambda r: -(r["error_rel_size"]["max"] or 0))[:6]:
            if row["worst"] and row["error_rel_size"]["max"]:
                print(f"{peer:20s} {row['error_rel_size']['max']:.3g} {row['worst'][0]}")
    print()


def manifold_cell(results, column):
    if isinstance(WORDS[column], str):
        found = sum(count["value"] for row in results for count in row["counts"]
                    if count["count"] == WORDS[column])
        if column == "by reach":  # counted so far: all of bodies that are apart
            found -= sum(claim["violated"] for row in results for claim in row["claims"]
                         if claim["claim"] == "phantom")
        return str(found or ".")
    if isinstance(WORDS[column], tuple):
        figure, bound = WORDS[column]
        claims = [claim for row in results for claim in row["claims"] if claim["claim"] == figure]
        found = sum(count["value"] for claim in claims for count in claim["counts"]
                    if count["count"] == bound)
        return f"{found} of {sum(claim['held'] for claim in claims)}" if found else "."
    cells, asked = [], 0
    for word in WORDS[column]:
        claims = [claim for row in results for claim in row["claims"] if claim["claim"] == word]
        violated = sum(claim["violated"] for claim in claims)
        asked = max(asked, violated + sum(claim["held"] for claim in claims))
        cells.append(str(violated or "."))
    return ", ".join(cells) + (f" of {asked}" if set(cells) != {"."} else "")


def manifolds(files):
    """What `contacts` says of each file's peer, over all its families."""
    body = []
    for name in files:
        with open(name, encoding="utf-8") as file:
            results = json.load(file)["results"]
        body.append([os.path.splitext(os.path.basename(name))[0]] +
                    [manifold_cell(results, column) for column in WORDS])
    table(["wrong"] + list(WORDS), body)


def is_of_contacts(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)["schema"].startswith("touchstone.check/")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    of_contacts = [name for name in sys.argv[1:] if is_of_contacts(name)]
    if of_contacts:
        manifolds(of_contacts)
    rows = read(name for name in sys.argv[1:] if name not in of_contacts)
    peers = [peer for peer in ORDER if any(name == peer for name, _ in rows)]
    if not peers:
        return
    by_group(rows, peers)
    by_family(rows, peers)
    worst(rows, peers)


if __name__ == "__main__":
    main()
