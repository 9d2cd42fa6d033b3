/* SPDX-License-Identifier: GPL-3.0-or-later
   Says by judge.h which word each answer has. Standard input is doubles, as tests/vectors/judges.py writes them: for
   each pair the numbers of answers and of vertices, bodies, truth and answers. C99 and C++17. */
#include <stdio.h>
#include <stdlib.h>

#include "touchstone/judge.h"

static void read_doubles(double *to, size_t count) {
  if (fread(to, sizeof(double), count, stdin) != count) exit(count == 0 ? 0 : 2);
}
static double number(void) {
  double x;
  read_doubles(&x, 1);
  return x;
}
static void *array(size_t *count, size_t numbers) {
  *count = (size_t)number();
  double *made = (double *)malloc((*count + 1) * numbers * sizeof(double));
  if (made == NULL) exit(2);
  read_doubles(made, *count * numbers);
  return made;
}
static touchstone_body body(void) {
  touchstone_body made;
  made.vertices = (const double(*)[3])array(&made.count, 3);
  read_doubles(made.R[0], 9);
  read_doubles(made.t, 3);
  read_doubles(made.interior_point, 3);
  return made;
}
static void judge_answers(const touchstone_vector *pair, size_t answers) {
  while (answers-- > 0) {
    double n[3], p[6];
    touchstone_rules rules = touchstone_default_rules();
    touchstone_answer answer = {0, 0, 0, NULL, NULL};
    rules.tolerance = number();
    rules.ratio = (int)number();
    rules.single_precision = pair->single_precision;
    answer.status = (int)number();
    answer.value = number();
    answer.sign = (int)number();
    if (number() != 0) answer.normal = n;
    if (number() != 0) answer.points = p;
    read_doubles(n, 3);
    read_doubles(p, 6);
    puts(touchstone_word_name(touchstone_judge(pair, &answer, rules).word));
  }
}

int main(void) {
  double answers;
  while (fread(&answers, sizeof answers, 1, stdin) == 1) {
    touchstone_vector pair;
    size_t points;
    pair.id = pair.comment = "";
    pair.single_precision = (int)number();
    pair.a = body();
    pair.b = body();
    pair.size = number();
    pair.sign = (int)number();
    pair.phi = number();
    pair.phi_tail = number();
    pair.direction = (touchstone_direction *)array(&pair.directions, 6);
    pair.points = (touchstone_points *)array(&points, 12);
    pair.has_rho = (int)number();
    pair.rho = number();
    pair.rho_tail = number();
    pair.rho_direction = (touchstone_direction *)array(&pair.rho_directions, 6);
    pair.rho_points = (touchstone_points *)array(&points, 12);
    judge_answers(&pair, (size_t)answers);
    free((void *)pair.a.vertices);
    free((void *)pair.b.vertices);
    free((void *)pair.direction);
    free((void *)pair.points);
    free((void *)pair.rho_direction);
    free((void *)pair.rho_points);
  }
  return 0;
}
