# SPDX-License-Identifier: MIT
"""Turns a certificate into a goal for Coq: certificate_goal.py FILE > goal.v, then coqc -Q . Touchstone goal.v.

The goal names bodies and claim. Coq decides whether the evidence proves it; the rays of a cover are written out here.
"""
import math
import re
import sys

getattr(sys, "set_int_max_str_digits", abs)(0)  # some Pythons stop at 4300 digits
LINE = re.compile(r"[a-zA-Z]\S*( ([AB]|phi|[<>]?=|>|[-+]|-?[0-9]{1,5000}|-?0x[01](\.[0-9a-f]+)?p[-+][0-9]+))*")
OCTANTS = [((x, 0, 0), (0, y, 0), (0, 0, z)) for x in (1, -1) for y in (1, -1) for z in (1, -1)]


def dyadic(word):
    top, bottom = float.fromhex(word).as_integer_ratio()
    twos = (top & -top).bit_length() - 1 if top else 0
    return f"(D ({top >> twos}) ({twos - bottom.bit_length() + 1}))"


def vector(words):
    return "(DV %s %s %s)" % tuple(map(dyadic, words))


def body(lines):
    count = int(lines.pop(0).split()[2])
    rotation, offset, _, *vertices = [lines.pop(0).split()[1:] for _ in range(3 + count)]
    parts = [rotation[:3], rotation[3:6], rotation[6:], offset]
    return f"Body [{'; '.join(map(vector, vertices))}] {' '.join(map(vector, parts))}"


def middle(rays, weights):
    """The new ray of a split: longest entries get equally many digits, then the sum is reduced."""
    digits = [max(map(abs, ray)).bit_length() for ray in rays]
    total = [sum(w * x << max(digits) - d for w, x, d in zip(weights, entries, digits)) for entries in zip(*rays)]
    return tuple(x // math.gcd(math.gcd(total[0], total[1]), total[2]) for x in total)


def tree(lines, rays):
    kind, *numbers = lines.pop(0).split()
    if kind == "leaf":
        return "Leaf %s %s" % tuple(numbers)
    weights = [int(x) for x in numbers]
    ray = middle(rays, weights)
    parts = ["(" + tree(lines, rays[:k] + (ray,) + rays[k + 1:]) + ")" if weights[k] else "Nothing" for k in range(3)]
    return "Split ((%d), (%d), (%d)) " % ray + " ".join(parts)


def claim(words, lines):
    direction = "(vint (%s) (%s) (%s))" % tuple(lines.pop(0).split()[1:]) if lines[0].startswith("direction") else None
    found = ["(%s, %s%%nat, %s%%nat)" % tuple(line.split()[1:]) for line in lines if line.startswith("pair ")]
    pairs = f"[{'; '.join(found)}]"
    del lines[:len(found)]
    cover = lines[0] == "cover" and lines.pop(0) and f"[{'; '.join(tree(lines, rays) for rays in OCTANTS)}]"
    if words[0] == "far":
        return f"Beyond {'true' if words[1] == 'A' else 'false'} {words[6]} {words[7]} {vector(words[2:5])} {direction}"
    sign, fraction, overlap = words[-3], " ".join(words[-2:]), "true" if words[-3] == "-" else "false"
    if words[0] == "gap":
        return f"Gap_at_most {overlap} {fraction} {vector(words[1:4])} {pairs}"
    return {
        "phi >=": f"At_least {overlap} {fraction} {direction}",
        "phi <=": f"At_most_overlap {fraction} {cover}" if sign == "-" else f"At_most {fraction} {pairs}",
        "phi =": f"{'Overlap' if sign == '-' else 'Apart'} {fraction} {direction} {cover or pairs}",
    }.get(" ".join(words[:2])) or sys.exit(f"no theorem about {words[0]} here")


if __name__ == "__main__":
    version, *lines = open(sys.argv[1], encoding="ascii").read().split("\n")[:-1]
    good = version == "touchstone.certificate/1" and all(map(LINE.fullmatch, lines))
    words = lines.pop(0).split()[1:]
    if not good or words[0] in ("phi", "gap") and (words[-3] == "0") != (words[-2] == "0"):
        sys.exit("no certificate")
    print("From Coq Require Import ZArith List.\nFrom Touchstone Require Import Dyadic Checker Soundness.\n"
          "Import ListNotations.\nLocal Open Scope Z_scope.")
    print(f"Definition X := {body(lines)}.\nDefinition Y := {body(lines)}.\nDefinition c := {claim(words, lines)}.")
    if lines != ["end"]:
        sys.exit("no certificate")
    print("Lemma accepted : check X Y c = true. Proof. vm_cast_no_check (eq_refl true). Qed.\n"
          "Theorem proven : claims X Y c. Proof. exact (sound X Y c accepted). Qed.")
