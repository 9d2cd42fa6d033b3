/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A contact solver that does what the environment variable HOSTILE_SOLVER says, at the first
 * problem or, where the deed begins with "init_" or "claim_", before. It solves problems of one
 * contact that opens or sticks; what it says of others is as wrong as HOSTILE_SOLVER asks. */
#define _GNU_SOURCE
#include <fenv.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "include/touchstone/solver.h"

static int does(const char* deed) {
  const char* asked = getenv("HOSTILE_SOLVER");
  return asked != NULL && strcmp(asked, deed) == 0;
}

static volatile int* volatile nowhere = NULL;

/* Writes to the file HOSTILE_MARK. */
static void leave_mark(void) {
  const char* mark = getenv("HOSTILE_MARK");
  FILE* file = mark == NULL ? NULL : fopen(mark, "w");
  if (file == NULL) return;
  fputs("here\n", file);
  fclose(file);
}

/* Crashes once: the first process leaves a mark. */
static void crash_once(void) {
  const char* mark = getenv("HOSTILE_MARK");
  if (mark == NULL || access(mark, F_OK) == 0) return;
  leave_mark();
  abort();
}

static void scribble(const touchstone_step* step, touchstone_step_answer* answer) {
  const size_t rows = (size_t)step->contact_count * step->dimension;
  if (does("past_impulses")) answer->impulses[rows] = 1;
  if (does("before_impulses")) answer->impulses[-1] = 1;
  if (does("past_velocities")) answer->velocities[rows] = 1;
  if (does("into_the_problem")) ((double*)(size_t)step->q)[0] = 1;
  if (does("other_pointers")) answer->impulses = (double*)16, answer->velocities = NULL;
}

static void end_badly(void) {
  if (does("segfault")) *nowhere = 1;
  if (does("abort")) abort();
  if (does("exit")) exit(0);
  if (does("kill_parent")) kill(getppid(), SIGKILL), abort();
  if (does("crash_once") || does("crash_then_loop")) crash_once();
  if (does("loop") || does("sleep")) leave_mark();
  if (does("loop") || does("crash_then_loop")) {
    for (volatile int k = 0;; ++k) {
    }
  }
  if (does("sleep")) pause();
  if (does("fork") && fork() == 0) pause();
  if (does("fork_and_return")) fork();
  if (does("print")) printf("{\"impulses\": [0]}\n"), fprintf(stderr, "warning\n");
  if (does("close")) {
    for (int k = 0; k < 1024; ++k) close(k);
  }
  if (does("rounding")) fesetround(FE_UPWARD);
}

static double product(const double* row, const int32_t* body, const double* v) {
  double sum = 0;
  for (int k = 0; k < 12; ++k) {
    if (body[k / 6] >= 0) sum += row[k] * v[6 * body[k / 6] + k % 6];
  }
  return sum;
}

/* Whether W's problem is that of the bodies, as far as q and s show. */
static int bodies_agree(const touchstone_step* step) {
  const touchstone_step_bodies* bodies = step->bodies;
  if (bodies == NULL || bodies->joint_rows != step->joint_count) return 0;
  for (uint32_t r = 0; r < step->contact_count * step->dimension; ++r) {
    const uint32_t i = r / step->dimension;
    const double q = product(bodies->contact_rows + 12 * r, bodies->contact_body + 2 * i, bodies->free) +
                     (r % step->dimension == 0 ? bodies->bound[i] : 0);
    if (fabs(q - step->q[r]) > 1e-12) return 0;
  }
  for (uint32_t r = 0; r < step->joint_count; ++r) {
    const double s = product(bodies->joint_row + 12 * r, bodies->joint_body + 2 * r, bodies->free) +
                     bodies->joint_bound[r];
    if (fabs(s - step->joint_rest[r]) > 1e-12 || step->joint_matrix[r] == 0) return 0;
  }
  return bodies->masses[0] > 0 && (step->joint_count == 0 || step->joint_columns[1] != 0);
}

static void solve(void* instance, const touchstone_step* step, touchstone_step_answer* answer) {
  (void)instance;
  double* P = answer->impulses;
  end_badly();
  for (uint32_t r = 0; r < step->dimension && step->contact_count == 1; ++r) {
    P[r] = step->q[0] < 0 ? -step->q[r] / step->blocks[r * step->dimension + r] : 0;
  }
  answer->status = TOUCHSTONE_STEP_SOLVED;
  if (does("claim_joints") && bodies_agree(step)) {
    strcpy(answer->note, "the bodies agree");
    for (uint32_t r = 0; r < step->joint_count; ++r) answer->joint_impulses[r] = r + 1;
  }
  if (does("past_joints")) answer->joint_impulses[step->joint_count] = 1;
  scribble(step, answer);
  if (does("lie") || does("claim_tolerance_and_lie")) P[0] *= 1 + 1e-4;
  if (does("approximate")) P[0] *= 2, answer->status = TOUCHSTONE_STEP_APPROXIMATE;
  if (does("nan")) P[0] = NAN;
  if (does("infinite")) P[0] = INFINITY;
  if (does("gave_up")) answer->status = TOUCHSTONE_STEP_GAVE_UP;
  if (does("infeasible")) answer->status = TOUCHSTONE_STEP_INFEASIBLE;
  if (does("skip")) answer->status = TOUCHSTONE_STEP_SKIPPED;
  if (does("status")) answer->status = 17;
  if (does("note")) strcpy(answer->note, "\x1b[2J \xc2\xb5m \x9b");
  if (does("long_note")) memset(answer->note, 'x', sizeof answer->note);
  if (does("velocities")) answer->given = TOUCHSTONE_HAS_VELOCITIES, answer->velocities[0] = 1;
  if (does("residual")) answer->given = TOUCHSTONE_HAS_RESIDUAL, answer->residual = NAN;
}

static const touchstone_solver_1* first_member;
static int state;
static void* create(void) { return does("claim_no_instance") ? NULL : &state; }
static void destroy(void* instance) { (void)instance; }
static void reset(void* instance) { (void)instance; }

/* Two solvers that differ by their names, or none. */
static const void* member_interface(size_t index, const char* id) {
  static touchstone_solver_1 members[2];
  members[0] = members[1] = *first_member;
  members[1].name = "second_solver";
  if (does("mixed_collection") && index == 0) return NULL;
  return index < 2 && strcmp(id, TOUCHSTONE_SOLVER_1) == 0 ? &members[index] : NULL;
}
static const void* collection_of(const char* id, const touchstone_solver_1* solver) {
  static touchstone_collection_1 collection = {2, member_interface};
  if (does("empty_collection")) collection.count = 0;
  first_member = solver;
  return strcmp(id, TOUCHSTONE_COLLECTION_1) == 0 ? &collection : NULL;
}

static const void* get_interface(const char* id) {
  static touchstone_solver_1 solver = {
      "hostile_solver", NULL,    NULL,  NULL, TOUCHSTONE_CONE_ROUND, 0, 0, 0, 0,
      create,           destroy, reset, solve};
  if (does("claim_no_name")) solver.name = NULL;
  if (does("claim_bad_name")) solver.name = "\x1b[2J";
  if (does("claim_no_cone")) solver.cones = 0;
  if (does("claim_unknown_cone")) solver.cones = 8;
  if (does("claim_no_function")) solver.solve = NULL;
  if (does("claim_nan")) solver.tolerance = NAN;
  if (does("claim_much_tolerance")) solver.tolerance = 1;
  if (does("claim_tolerance_and_lie")) solver.tolerance = 1e-3;
  if (does("claim_joints")) solver.abilities = TOUCHSTONE_SOLVER_JOINTS;
  if (does("claim_bodies")) solver.abilities = TOUCHSTONE_SOLVER_NEEDS_BODIES;
  if (does("claim_reserved")) solver.reserved = 1;
  if (does("claim_box")) solver.cones = TOUCHSTONE_CONE_BOX;
  if (does("collection") || does("empty_collection") || does("mixed_collection")) {
    return collection_of(id, &solver);
  }
  if (does("claim_nothing") || strcmp(id, TOUCHSTONE_SOLVER_1) != 0) return NULL;
  return &solver;
}

static int init(const char* library) {
  (void)library;
  if (does("init_segfault")) *nowhere = 1;
  return does("init_fails") ? 7 : 0;
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, init, NULL, get_interface};
