# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python module against the program: module_test.py PROGRAM; the module lies on PYTHONPATH."""
import copy
import json
import signal
import subprocess
import sys
import time
import unittest
from fractions import Fraction

import touchstone

CUBE = [(x, y, z) for x in (-.5, .5) for y in (-.5, .5) for z in (-.5, .5)]
EYE = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
PROGRAM = sys.argv.pop(1)


def above(z):
    return ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], (0, 0, z))


def vertices_of(body):
    """Vertices of a body of a dumped case: boxes have half extents alone."""
    if "vertices" in body:
        return body["vertices"]
    return [[s * h for s, h in zip(signs, body["box_half_extents"])]
            for signs in ((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))]


class Module(unittest.TestCase):
    def test_two_cubes(self):
        truth = touchstone.truth(CUBE, above(.75), CUBE, EYE)
        self.assertEqual((truth.sign, truth.phi, truth.phi_squared), (-1, -.25, Fraction(1, 16)))
        self.assertEqual(truth.normals, [(0, 0, 1)])
        self.assertEqual(truth.rho, Fraction(-1, 3))
        self.assertIs(copy.deepcopy(truth), truth)

    def test_poses_are_matrices_or_rotations_or_quaternions(self):
        apart = [touchstone.truth(CUBE, X, CUBE, EYE).phi
                 for X in (above(2), ((1, 0, 0, 0), (0, 0, 2)), [*EYE[:2], [0, 0, 1, 2], EYE[3]])]
        self.assertEqual(apart, [1, 1, 1])

    def test_what_check_says(self):
        truth = touchstone.truth(CUBE, above(.75), CUBE, EYE)
        right = {"value": -.25, "normal": (0, 0, 1), "points": ((0, 0, .25), (0, 0, .5))}
        self.assertEqual(truth.check(right)["word"], "right")
        self.assertEqual(truth.check({**right, "normal": (1, 0, 0)})["normal"], "invalid")
        self.assertEqual(truth.check({"value": .25})["word"], "wrong_sign")
        self.assertEqual(truth.check({})["word"], "no_answer")

    def test_bad_input_is_a_value_error_of_one_line(self):
        for vertices, pose in (([], EYE), ([(0, 0, float("nan"))], EYE), ([(0, 0)], EYE), (CUBE, (1, 2, 3)),
                               (CUBE, ((0, 0, 0, 0), (0, 0, 0))), (None, EYE), ("abc", EYE), (CUBE, None),
                               (CUBE, ((1, 0, 0), (0, 0, 0))), (CUBE, above(1.7e308)),
                               ([(10**400, 0, 0)], EYE), (CUBE, ((float("inf"), 0, 0, 0), (0, 0, 0)))):
            with self.assertRaises(ValueError) as caught:
                touchstone.truth(vertices, pose, CUBE, EYE)
            self.assertNotIn("\n", str(caught.exception))
        for answer in ({"depth": 1}, -.5, None, {"sign": 5}, {"points": [(0, 0, 0)]}, {"normal": (0, 1)}):
            with self.assertRaises(ValueError):
                touchstone.truth(CUBE, EYE, CUBE, EYE).check(answer)
        for arguments in ((3,), (len, "no-such-family"), (len, "random-boxes", -1), (len, "random-boxes", 1, -1)):
            with self.assertRaises(ValueError):
                touchstone.judge(*arguments)

    def test_a_function_gets_the_rows_of_verify(self):
        def exact(a, X_WA, b, X_WB):
            return touchstone.truth(a, X_WA, b, X_WB).phi

        def half(a, X_WA, b, X_WB):
            phi = exact(a, X_WA, b, X_WB)
            if phi > 0:
                raise RuntimeError("apart")
            return {"value": phi, "normal": (1, 0, 0)}

        right, = touchstone.judge(exact, "random-boxes", 40)
        self.assertEqual((right["metric"], right["cases"], right["right"]), ("exact", 40, 40))
        with self.assertWarnsRegex(UserWarning, "RuntimeError: apart"):
            boxes, hulls = touchstone.judge(half, ["random-boxes", "random-hulls-8-deep"], 30)
        self.assertEqual(boxes["cases"], 30)
        self.assertGreater(boxes["crashed"], 0)
        self.assertEqual(boxes["crashed"] + boxes["invalid_normal"] + boxes["right"], 30)
        self.assertEqual(hulls["crashed"], 0)
        self.assertTrue(hulls["worst"])
        with self.assertRaises(ValueError):
            touchstone.judge(exact, "no-such-family", 1)

    def test_the_interrupt_of_a_function_ends_its_campaign(self):
        asked = []

        def stops(*_):
            asked.append(1)
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            touchstone.judge(stops, "random-boxes", 5000)
        self.assertLess(len(asked), 5000)

    def test_ctrl_c_ends_a_campaign(self):
        script = ("import time, touchstone\n"
                  "touchstone.judge(lambda *_: time.sleep(.05), 'random-boxes', 1000)")
        run = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.DEVNULL)
        time.sleep(2)
        run.send_signal(signal.SIGINT)
        run.wait(timeout=20)
        self.assertNotEqual(run.returncode, 0)

    def test_what_f_says_of_its_failure_may_be_anything(self):
        class Odd(Exception):
            def __str__(self):
                raise RuntimeError

        for problem in (ValueError("\udcff"), Odd()):
            def fails(*_):
                raise problem

            with self.assertWarns(UserWarning):
                row, = touchstone.judge(fails, "random-boxes", 3)
            self.assertEqual((row["crashed"], row["no_answer"]), (3, 0))

    def test_the_dump_says_the_same(self):
        families = "random-boxes,posed-boxes,random-hulls-16-deep,kissing-edge-edge-rotated,plates-needles,denormal"
        done = subprocess.run([PROGRAM, "dump", "-", "--family", families, "--cases", "20"], capture_output=True,
                              text=True, check=True)
        lines = [json.loads(line) for line in done.stdout.splitlines()[1:]]
        self.assertEqual(len(lines), 120)
        for line in lines:
            case, expected = line["case"], line["truth"]
            bodies = [(vertices_of(case[b]), (case["pose_" + b]["R"], case["pose_" + b]["t"])) for b in "ab"]
            inside = (expected["interior_point_a"], expected["interior_point_b"])
            truth = touchstone.truth(*bodies[0], *bodies[1], inside)
            self.assertEqual(truth.sign, expected["sign"])
            self.assertEqual(truth.phi, expected["phi"])
            self.assertEqual(truth.phi_squared, Fraction(expected["phi_squared"]))
            self.assertEqual(truth.directions, [tuple(int(x) for x in u) for u in expected["directions"]])
            self.assertEqual([list(n) for n in truth.normals], expected["normals"])
            self.assertEqual(truth.check({"value": expected["phi"]}, 1e-8)["word"], "right")


if __name__ == "__main__":
    unittest.main()
