# SPDX-License-Identifier: MIT
"""basic.json under pytest: python3 -m pytest -p no:cacheprovider test_basic.py. What is judged here is a separating-axis
test: a depth and a normal of bodies that overlap, and of others that they do not."""
import itertools
import math
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from judge import Answer, Rules, judge, pairs  # noqa: E402

PAIRS = list(pairs(ROOT / "vectors/basic.json"))
SKIPPED = [pair["id"] for pair in PAIRS if "flat" in pair["needs"]]
# What is known to be wrong, by id: the word, and where it is discussed. Whoever mends one takes it out of the list.
KNOWN = {}


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def placed(body, pose):
    """World vertices, facet normals and edges of a body."""
    points = [[dot(row, v) + t for row, t in zip(pose["R"], pose["t"])] for v in body["vertices"]]
    corners = [[points[k] for k in facet] for facet in body["facets"]]
    normals = [cross(minus(f[1], f[0]), minus(f[2], f[0])) for f in corners]
    edges = [minus(q, p) for f in corners for p, q in zip(f, f[1:] + f[:1])]
    return points, normals, edges


def separating_axis(pair):
    """The axis of the least overlap."""
    (A, normals_a, edges_a), (B, normals_b, edges_b) = (placed(pair[k], pair["pose_" + k]) for k in "ab")
    best = -math.inf, None
    axes = normals_a + normals_b + [cross(a, b) for a, b in itertools.product(edges_a, edges_b)]
    for axis in axes:
        length = math.sqrt(dot(axis, axis))
        if length < 1e-9:
            continue
        for sense in (1 / length, -1 / length):
            n = [sense * x for x in axis]
            best = max(best, (min(dot(n, a) for a in A) - max(dot(n, b) for b in B), n))
    return Answer(value=best[0], normal=best[1]) if best[0] < 0 else Answer(sign=1)


def test_nothing_is_skipped_unseen():
    assert len(SKIPPED) == 0, "skipped pairs are no proof of anything"


@pytest.mark.parametrize("pair", [p for p in PAIRS if p["id"] not in SKIPPED], ids=lambda pair: pair["id"])
def test_pair(pair):
    answer = separating_axis(pair)
    promises = ("value", "normal") if answer.value is not None else ()
    verdict = judge(pair, answer, Rules(promises=promises))
    word, link = KNOWN.get(pair["id"], ("right", ""))
    assert verdict.word == word, f"{pair['comment']}: phi is {pair['truth']['phi']}, not {answer.value}; {verdict} {link}"
