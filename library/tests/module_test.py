# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python module against the program: module_test.py PROGRAM; the module lies on PYTHONPATH."""
import array
import ast
import copy
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import warnings
from fractions import Fraction

import functions
import touchstone
from dumped import differences, dump_command, questions

HERE = os.path.dirname(os.path.abspath(__file__))
CUBE = [(x, y, z) for x in (-.5, .5) for y in (-.5, .5) for z in (-.5, .5)]
EYE = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
PROGRAM = sys.argv.pop(1)


def above(z):
    return ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], (0, 0, z))


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

    def test_all_that_a_truth_says_is_in_its_vector(self):
        for z in (.75, 1, 1.5):
            truth = touchstone.truth(CUBE, above(z), CUBE, EYE)
            said = truth.vector["truth"]
            self.assertEqual((truth.sign, truth.phi, truth.phi_tail, truth.size),
                             (said["sign"], said["phi"], said["phi_tail"], said["size"]))
            self.assertEqual(truth.phi_squared, Fraction(said["phi_squared"]))
            self.assertEqual([[str(x) for x in u] for u in truth.directions], said["directions"])
            self.assertEqual([list(n) for n in truth.normals], said["normals"])
            self.assertEqual(truth.points, said["points"])
            self.assertEqual((truth.rho, truth.rho_note), (Fraction(said["rho"]["exact"]), ""))
        self.assertEqual(touchstone.truth(CUBE, EYE, CUBE, EYE).rho_note, "interior points coincide")

    def test_certificates_are_accepted(self):
        truth = touchstone.truth(CUBE, above(.75), CUBE, EYE)
        checker = os.path.join(HERE, "..", "..", "portable", "check_certificate.py")
        for of_rho in (False, True):
            with tempfile.NamedTemporaryFile("w", suffix=".cert") as file:
                file.write(truth.certificate(of_rho))
                file.flush()
                done = subprocess.run([sys.executable, "-B", checker, file.name], stdout=subprocess.PIPE, check=True)
            self.assertIn(b"s VERIFIED", done.stdout)
        with self.assertRaisesRegex(ValueError, "interior points coincide"):
            touchstone.truth(CUBE, EYE, CUBE, EYE).certificate(of_rho=True)

    def test_numbers_longer_than_python_reads(self):
        small = [(1, 0, 3e-300), (0, 1, 7e-301), (-1, -1, 1.1e-300), (.3, .1, 1)]
        turned = ((.3, -.2, .7, .1), (1e-290, 1 / 3, 1e55))
        digits = touchstone.truth(small, turned, small, EYE).vector["truth"]["phi_squared"].split("/")
        self.assertGreater(max(map(len, digits)), 640)
        expected = Fraction(*map(int, digits))
        if hasattr(sys, "set_int_max_str_digits"):  # since 3.11
            self.addCleanup(sys.set_int_max_str_digits, sys.get_int_max_str_digits())
            sys.set_int_max_str_digits(640)
        self.assertEqual(touchstone.truth(small, turned, small, EYE).phi_squared, expected)
        self.assertEqual(touchstone._whole(b"-" + b"9" * 10000), 1 - 10**10000)

    def test_the_sources_are_those_of_python_3_8(self):
        with open(touchstone.__file__, encoding="utf-8") as file:
            ast.parse(file.read(), feature_version=(3, 8))

    def test_vertices_come_as_any_sequence(self):
        flat = array.array("d", [x for vertex in CUBE for x in vertex])
        table = memoryview(flat).cast("B").cast("d", [8, 3])  # what numpy gives, too
        for vertices in (table, tuple(CUBE), iter(CUBE), [array.array("f", v) for v in CUBE],
                         [[Fraction(x) for x in v] for v in CUBE]):
            self.assertEqual(touchstone.truth(vertices, above(2), CUBE, EYE).phi, 1)

    def test_bad_input_is_one_line_that_names_the_place(self):
        nan, far = float("nan"), 1.7e308
        for vertices, pose, text in (
                ([], EYE, "A: no vertices"), ([(0, 0, nan)], EYE, "A: vertex 0: not finite"),
                ([(0, 0, 0), (0, 0)], EYE, "A: vertex 1: not three numbers"), ("abc", EYE, "A: vertex 0: not"),
                ([1, 2, 3], EYE, "A: vertex 0: not three"), (None, EYE, "A: vertices are n x 3 numbers"),
                (7, EYE, "A: vertices are n x 3 numbers"), ([(0, 0, "1")], EYE, "A: vertex 0: not three"),
                ([(10**400, 0, 0)], EYE, "A: vertex 0: not three"), ([(1e61, 0, 0)], EYE, "A: vertex 0: .*1e60"),
                ([[CUBE[0]] * 3], EYE, "A: vertex 0: not three"),
                (CUBE, None, "pose of A: a 4"), (CUBE, (1, 2, 3), "pose of A: a 4"), (CUBE, 5, "pose of A: a 4"),
                (CUBE, EYE[:3] + [[0, 0, 0, 2]], "pose of A: a 4 x 4"), (CUBE, [*EYE[:3], [0, 0, 1]], "pose of A: a 4"),
                (CUBE, ((1, 0, 0), (0, 0, 0)), "pose of A: a 4"), (CUBE, (EYE, (0, 0, 0)), "pose of A: .*quaternion"),
                (CUBE, (above(0)[0], (0, 0)), "pose of A: a 4"), (CUBE, ((0,) * 4, (0,) * 3), "pose of A: .*zero"),
                (CUBE, ((nan, 0, 0, 0), (0, 0, 0)), "pose of A: .*finite"), (CUBE, above(far), "pose of A: t .*1e60"),
                (CUBE, above(nan), "pose of A: "),
                (CUBE, ([[2, 0, 0], [0, 1, 0], [0, 0, 1]], (0, 0, 0)), "pose of A: ")):
            with self.subTest(text=text), self.assertRaisesRegex(ValueError, "^" + text) as caught:
                touchstone.truth(vertices, pose, CUBE, EYE)
            self.assertNotIn("\n", str(caught.exception))
        with self.assertRaisesRegex(ValueError, "^pose of B: "):
            touchstone.truth(CUBE, EYE, CUBE, (1, 2))
        for inside in ([None], (None, (0, 0)), (None, (5, 0, 0)), ((0, 0, nan), None), 3):
            with self.assertRaisesRegex(ValueError, "interior"):
                touchstone.truth(CUBE, EYE, CUBE, EYE, inside)
        for q in ((1, 0, 0), (1, 0, 0, float("inf")), None, (0, 0, 0, 0)):
            with self.assertRaisesRegex(ValueError, "quaternion"):
                touchstone.rotation(q)

    def test_bad_answers_and_arguments_are_value_errors(self):
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
        done = subprocess.run(dump_command(PROGRAM, 2), stdout=subprocess.PIPE, universal_newlines=True, check=True)
        cases = list(questions(done.stdout.splitlines()))
        self.assertGreater(len(cases), 150)
        for arguments, said in cases:
            truth = touchstone.truth(*arguments)
            self.assertEqual(differences(truth, said), [], said["id"])
            self.assertEqual(truth.check({"value": said["phi"]})["word"], "right", said["id"])

    def test_a_campaign_rejects_what_it_cannot_run(self):
        for given, text in (({"families": [1]}, "families are names"), ({"families": 3}, "families are names"),
                            ({"cases": "3"}, "whole numbers"), ({"cases": 2.5}, "whole numbers"),
                            ({"families": "\u00e9" * 300}, "famil")):
            with self.assertRaisesRegex(ValueError, text):
                touchstone.judge(functions.right, **given)

    def test_a_program_gets_the_same_rows(self):
        families = ["random-boxes", "random-hulls-16-deep", "kissing-edge-edge-rotated", "planar"]
        # A sanitizer that is loaded first takes more memory than a program may have.
        plain = {key: value for key, value in os.environ.items() if key != "LD_PRELOAD"}
        for f in (functions.right, functions.wrong, functions.raises):
            with self.subTest(f=f.__name__), tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                record = os.path.join(folder, "record.json")
                command = f"exec {sys.executable} -B {os.path.join(HERE, 'functions.py')} {f.__name__}"
                subprocess.run([PROGRAM, "validate", command, "--family", ",".join(families), "--cases", "12", "--json",
                                record, "--no-shrink"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=plain, check=False)
                with open(record, encoding="utf-8") as file:
                    expected = json.load(file)["results"]
                rows = touchstone.judge(f, families, 12)
                self.assertEqual(len(rows), len(families))
                for row, of_program in zip(rows, expected):
                    # What a program has beside is where it comes from.
                    self.assertEqual(row, {key: of_program[key] for key in row})


if __name__ == "__main__":
    unittest.main()
