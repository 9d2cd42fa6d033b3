/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header as C99, and the library from C: two cubes apart, touching, overlapping. Exit code 0 if all is right. */
#include <stdio.h>
#include <string.h>
#include <touchstone/truth.h>

static int fails(const char *what) {
  printf("wrong: %s\n", what);
  return 1;
}

int main(void) {
  const double h[3] = {.5, .5, .5};
  touchstone_truth_body *cube = NULL;
  touchstone_truth_pose A = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
  const touchstone_truth_pose B = A;
  const double heights[3] = {1.25, 1, .75};
  int k;
  if (touchstone_truth_make_box(h, &cube).code != TOUCHSTONE_TRUTH_OK) return fails("make_box");
  for (k = 0; k < 3; ++k) {
    touchstone_truth *truth = NULL;
    touchstone_truth_answer answer;
    touchstone_truth_verdict verdict;
    touchstone_truth_points points;
    const char *proof = NULL;
    memset(&answer, 0, sizeof answer);
    A.t[2] = heights[k];
    if (touchstone_truth_solve(cube, &A, cube, &B, &truth).code != TOUCHSTONE_TRUTH_OK) return fails("solve");
    if (touchstone_truth_sign(truth) != 1 - k) return fails("sign");
    if (touchstone_truth_phi(truth, NULL) != heights[k] - 1) return fails("phi");
    if (!touchstone_truth_points_of(truth, 0, &points)) return fails("points_of");
    if (points.A[2] - points.B[2] != heights[k] - 1) return fails("points");
    if (touchstone_truth_certificate(truth, 0, &proof).code != TOUCHSTONE_TRUTH_OK) return fails("certificate");
    answer.gives_value = 1;
    answer.value = heights[k] - 1;
    if (touchstone_truth_judge(truth, &answer, 1e-8, &verdict).code != TOUCHSTONE_TRUTH_OK) return fails("judge");
    if (strcmp(verdict.word, "right") != 0) return fails("word");
    touchstone_truth_drop(truth);
  }
  if (touchstone_truth_solve(cube, NULL, cube, &B, NULL).code != TOUCHSTONE_TRUTH_BAD_INPUT) return fails("NULL");
  touchstone_truth_drop_body(cube);
  touchstone_truth_drop_body(NULL);
  return 0;
}
