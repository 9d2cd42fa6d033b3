#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Refutes what metrics get wrong, and lets both checkers judge the refutations (docs/certificate-file.md).

refutations.py --program TOUCHSTONE --checker CHECK_CERTIFICATE [--metric NAME,...] [--family NAME,...] [--cases N]
               [--seed S] [--float32]

For the first N cases of each family: of every answer, a value or sign judged wrong by the tolerance, a normal judged
wrong, and a point that is farther from its body than the tolerance need a refutation that both checkers accept for the
case, and that says what the answer is not. With --float32 every number of a case is rounded to single precision first:
metrics that compute in it are then asked about the very case. Exit code 1 where one is lacking.
"""
import argparse
import collections
import contextlib
import io
import json
import pathlib
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

HOUSE = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(HOUSE / "portable"))
import check_certificate  # noqa: E402

METRICS = "gjk_epa,mpr,gjk_epa_1e-8,mpr_1e-8"
FAMILIES = "field,kissing,boxes,hulls"
TOLERANCE = 1e-8  # relative to size, as by default in `ask`
NO_PART = ("only do not belong together", "wrong in its length alone")


def single(value):
    """Every number rounded to single precision."""
    if isinstance(value, dict):
        return {key: single(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [single(entry) for entry in value]
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return struct.unpack("<f", struct.pack("<f", value))[0] if is_number else value


class Claim:
    """What a certificate claims, as its second line spells it; `bound` has the order of the bound itself."""

    def __init__(self, path):
        words = path.read_text().split("\n")[1].split(" ")[1:]
        self.subject = words[0]  # phi, gap, far
        self.relation = next(word for word in words if word in ("=", ">=", "<=", ">"))
        self.body = words[1] if self.subject == "far" else None
        self.about = tuple(float.fromhex(word) for word in words if "p" in word[1:] and word.lstrip("-").startswith("0x"))
        self.sign = {"-": -1, "0": 0, "+": 1}.get(words[-3], 1)
        self.bound = self.sign * Fraction(int(words[-2]), int(words[-1]))


class Trial:
    def __init__(self, options):
        self.options, self.temporary = options, tempfile.TemporaryDirectory(prefix="refutations-")
        self.folder = pathlib.Path(self.temporary.name)
        self.case, self.refutation = self.folder / "case.json", self.folder / "refutation.cert"
        self.proof, self.answer = self.folder / "phi.cert", self.folder / "answer.json"
        self.counts, self.faults = collections.Counter(), []

    def run(self, words, **more):
        return subprocess.run([self.options.program] + words, capture_output=True, text=True, **more)

    def fault(self, name, what):
        self.faults.append("%s: %s" % (name, what))

    def accepted(self, path):
        """The claim, if both checkers accept its certificate for the case."""
        words = [str(path), "--case", str(self.case)]
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            by_python = check_certificate.main(words)
        by_c = subprocess.run([self.options.checker] + words, capture_output=True, text=True)
        if by_python != 0 or by_c.returncode != 0:
            return None
        return Claim(path)

    def certificates(self, name, part, words):
        """The claims of what refutes the part of an answer and of what proves phi; None where they are lacking."""
        for path in (self.refutation, self.proof):
            path.unlink(missing_ok=True)
        more = ["--certificate", str(self.proof)] if part == "normal" else []
        ran = self.run(["ask", str(self.case), "--refute", str(self.refutation)] + words + more)
        if not self.refutation.exists():
            return self.fault(name, "%s: %s" % (part, ran.stderr.strip()))
        found = [self.accepted(path) for path in [self.refutation] + ([self.proof] if more else [])]
        if None in found:
            return self.fault(name, "%s: the checkers do not accept it" % part)
        self.counts[part] += 1
        return found

    def claimed(self, truth, **parts):
        """The answer that is right but for these parts."""
        self.answer.write_text(json.dumps({"phi": truth["phi"], **parts}))
        return ["--answer", str(self.answer)]

    def refute_value(self, name, metric, reply):
        found = self.certificates(name, "value", ["--metric", metric])
        if found is None:
            return
        claim, said = found[0], reply["value"]
        square = Fraction(said) * abs(Fraction(said)) if said is not None else Fraction(0)
        low = claim.relation == ">="
        apart = (square < claim.bound) if low else (square > claim.bound)
        if said is None:
            apart = (reply["sign"] < claim.sign) if low else (reply["sign"] > claim.sign)
        if claim.subject != "phi" or not apart:
            self.fault(name, "it does not refute the value")

    def refute_normal(self, name, truth, normal):
        found = self.certificates(name, "normal", self.claimed(truth, normal=normal))
        if found is None:
            return
        gap, phi = found
        if gap.subject != "gap" or gap.about != tuple(normal) or gap.bound >= phi.bound:
            self.fault(name, "it does not refute the normal")

    def refute_point(self, name, truth, body, point, other):
        points = [point, other] if body == "A" else [other, point]
        found = self.certificates(name, "point", self.claimed(truth, points=points))
        if found and (found[0].subject, found[0].body, found[0].about) != ("far", body, tuple(point)):
            self.fault(name, "it does not refute the point")

    def refuse(self, name, truth, **parts):
        """What has no refutation is said in one line, and nothing is written."""
        self.refutation.unlink(missing_ok=True)
        ran = self.run(["ask", str(self.case), "--refute", str(self.refutation)] + self.claimed(truth, **parts))
        good = ran.returncode == 2 and ran.stderr.count("\n") == 1 and not self.refutation.exists()
        if not good or not any(words in ran.stderr for words in NO_PART):
            self.fault(name, "a refutation is lacking: %s" % ran.stderr.strip())
        self.counts["none"] += 1

    def judge(self, case):
        self.case.write_text(json.dumps(single(case) if self.options.float32 else case))
        metrics = self.options.metric.split(",")
        ran = self.run(["ask", str(self.case), "--metric", ",".join(metrics), "--json", "-"])
        if ran.returncode not in (0, 1):
            return self.fault(case["id"], ran.stderr.strip())
        truth = json.loads(ran.stdout)["cases"][0]
        for metric, reply in zip(metrics, truth["metrics"]):
            name = "%s on %s" % (metric, case["id"])
            self.counts["answers"] += 1
            if reply["verdict"] in ("wrong_sign", "inaccurate"):
                self.refute_value(name, metric, reply)
            if reply["normal_verdict"] == "invalid":
                if (reply["bounds"]["lower"] or 0) >= truth["phi"]:  # its gap is right
                    self.refuse(name, truth, normal=reply["normal"])
                else:
                    self.refute_normal(name, truth, reply["normal"])
            if reply["witness_verdict"] != "invalid":
                continue
            outside = [(body, reply["witness_" + body], truth["witness_" + other]) for body, other in ("ab", "ba")
                       if (reply["witness_%s_outside" % body] or 0) > 1.0000001 * TOLERANCE * truth["size"]]
            for body, point, other in outside:
                self.refute_point(name, truth, body.upper(), point, other)
            if not outside and reply["witness_difference_off"] is not None:
                self.refuse(name, truth, points=[reply["witness_a"], reply["witness_b"]])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--checker", required=True)
    parser.add_argument("--metric", default=METRICS)
    parser.add_argument("--family", default=FAMILIES)
    parser.add_argument("--cases", type=int, default=5)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--float32", action="store_true")
    options = parser.parse_args()
    trial = Trial(options)
    dumped = trial.run(["dump", "-", "--family", options.family, "--cases", str(options.cases), "--seed", str(options.seed)])
    for line in dumped.stdout.splitlines()[1:]:
        trial.judge(json.loads(line)["case"])
    for fault in trial.faults:
        print(fault)
    counts = trial.counts
    print("%d answers; refuted: %d values, %d normals, %d points; %d parts that have no refutation"
          % (counts["answers"], counts["value"], counts["normal"], counts["point"], counts["none"]))
    print("%d faults" % len(trial.faults))
    return 1 if trial.faults or counts["value"] + counts["normal"] + counts["point"] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
