/* SPDX-License-Identifier: MIT */
/* A contact solver as a plug-in: projected Gauss-Seidel for the round cone. To build and judge it:
 *   cc -O2 -fPIC -shared -I. my_solver.c -o my_solver.so -lm
 *   touchstone solve three-boxes.json --solver ./my_solver.so
 */
#include <math.h>
#include <string.h>

#include "touchstone/solver.h"

enum { MOST_SWEEPS = 100000 };

/* The velocity of contact i, and the largest entry on the diagonal of its own block. */
static double velocity_of(const touchstone_step* step, const double* P, uint32_t i, double w[3]) {
  double diagonal = 0;
  memcpy(w, step->q + 3 * i, 3 * sizeof(double));
  for (uint32_t k = step->block_begin[i]; k < step->block_begin[i + 1]; ++k) {
    const double* block = step->blocks + 9 * (size_t)k;
    const uint32_t j = step->block_column[k];
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c) w[r] += block[3 * r + c] * P[3 * j + (uint32_t)c];
      if (j == i) diagonal = fmax(diagonal, block[4 * r]);
    }
  }
  return diagonal;
}

/* Moves the impulse of contact i against its velocity, and back into the cone. Returns by how much
 * the velocity would change [m/s]. */
static double project(const touchstone_step* step, double* P, uint32_t i) {
  double w[3], next[3];
  const double diagonal = velocity_of(step, P, i, w);
  if (!(diagonal > 0)) return 0;
  next[0] = fmax(P[3 * i] - w[0] / diagonal, 0);
  for (int r = 1; r < 3; ++r) next[r] = P[3 * i + (uint32_t)r] - w[r] / diagonal;
  const double size = hypot(next[1], next[2]), radius = step->mu[i] * next[0];
  double change = 0;
  for (int r = 0; r < 3; ++r) {
    if (r > 0 && size > radius) next[r] *= radius / size;
    change = fmax(change, diagonal * fabs(next[r] - P[3 * i + (uint32_t)r]));
    P[3 * i + (uint32_t)r] = next[r];
  }
  return change;
}

static void solve(void* instance, const touchstone_step* step, touchstone_step_answer* answer) {
  double scale = 0;
  (void)instance;
  for (uint32_t k = 0; k < 3 * step->contact_count; ++k) scale = fmax(scale, fabs(step->q[k]));
  answer->status = TOUCHSTONE_STEP_APPROXIMATE;
  answer->given = TOUCHSTONE_HAS_RESIDUAL | TOUCHSTONE_HAS_ITERATIONS;
  while (answer->iterations < MOST_SWEEPS) {
    double change = 0;
    for (uint32_t i = 0; i < step->contact_count; ++i) {
      change = fmax(change, project(step, answer->impulses, i));
    }
    ++answer->iterations;
    answer->residual = change;
    if (change <= 1e-13 * scale) {
      answer->status = TOUCHSTONE_STEP_SOLVED;
      return;
    }
  }
}

static int state; /* an instance that remembers nothing */
static void* create(void) { return &state; }
static void destroy(void* instance) { (void)instance; }
static void reset(void* instance) { (void)instance; }

static const touchstone_solver_1 solver = {
    "my_solver", "1.0", NULL, "projected Gauss-Seidel", TOUCHSTONE_CONE_ROUND, 0, 0, 0, 0, create,
    destroy,     reset, solve};

static const void* get_interface(const char* id) {
  return strcmp(id, TOUCHSTONE_SOLVER_1) == 0 ? &solver : NULL;
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, NULL, NULL, get_interface};
