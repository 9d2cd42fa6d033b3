/* SPDX-License-Identifier: MIT */
/*
 * The interface of contact solvers, TOUCHSTONE_SOLVER_1: one time step's contact problem is put to
 * a solver, and its answer is judged. C99 and C++. What plugin.h says of threads and memory holds.
 *
 * The problem. Contact i has the impulse P_i = (c, f) and the velocity w_i = (w_N, w_T): the normal
 * row first, then the tangents, two in space and one in the plane. w = W P + V l + q, and its law is
 *
 *   c >= 0,  w_N >= 0,  c w_N = 0,   f in D(mu c),   f.w_T the least that D(mu c) allows.
 *
 * D(r) is the disc of radius r (round), the square [-r, r]^2 (box), or the regular polygon whose
 * corners are r (cos, sin)(2 pi k / K) (polygon). Velocities of contacts are those of body A
 * relative to body B at the point, impulses act on A.
 *
 * A solver exports `touchstone_plugin_entry` as any plug-in does (plugin.h), and its get_interface
 * gives a touchstone_solver_1 for TOUCHSTONE_SOLVER_1. It needs no other interface.
 * Then `touchstone solve FILE --solver ./libmine.so` judges it.
 *
 * W, q, V, R and s of a problem with `bodies`, or in FCLIB's global form, are made of it and
 * rounded; the judge takes the problem as it was given.
 * The structs below are frozen.
 */
#ifndef TOUCHSTONE_SOLVER_H
#define TOUCHSTONE_SOLVER_H

#include "plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TOUCHSTONE_SOLVER_1 "touchstone.solver/1"

/** Bits of `cones`; a problem has one. */
enum { TOUCHSTONE_CONE_ROUND = 1, TOUCHSTONE_CONE_BOX = 2, TOUCHSTONE_CONE_POLYGON = 4 };

/** How a solver ended, in its own words. "Solved" is a promise, which is judged. */
enum {
  TOUCHSTONE_STEP_GAVE_UP = 0,
  TOUCHSTONE_STEP_SOLVED = 1,
  TOUCHSTONE_STEP_APPROXIMATE = 2, /**< impulses, without a promise */
  TOUCHSTONE_STEP_INFEASIBLE = 3,  /**< no impulses solve it */
  TOUCHSTONE_STEP_SKIPPED = 4      /**< it does not take such a problem */
};

/** Bits of `given`: what an answer has besides impulses. */
enum { TOUCHSTONE_HAS_VELOCITIES = 1, TOUCHSTONE_HAS_RESIDUAL = 2, TOUCHSTONE_HAS_ITERATIONS = 4 };

/** Bits of `abilities`. */
enum {
  TOUCHSTONE_SOLVER_JOINTS = 1,      /**< takes problems with joints */
  TOUCHSTONE_SOLVER_PLANE = 2,       /**< takes problems of dimension 2 */
  TOUCHSTONE_SOLVER_NEEDS_BODIES = 4 /**< takes problems whose `bodies` are known only */
};

/** The bodies behind a problem: M u = M free + J'P + G'l; w = J u + (bound, 0, 0). */
typedef struct touchstone_step_bodies {
  uint32_t body_count;
  uint32_t joint_rows;
  const double* masses;        /**< body_count x 36, row by row [kg, kg m, kg m^2] */
  const double* free;          /**< body_count x 6: velocities without contacts [m/s, rad/s] */
  const int32_t* contact_body; /**< contact_count x 2: A and B; -1: fixed */
  const double* contact_rows;  /**< contact_count x dimension x 12: of A, then of B */
  const double* bound;         /**< contact_count [m/s] */
  const int32_t* joint_body;   /**< joint_rows x 2 */
  const double* joint_row;     /**< joint_rows x 12 */
  const double* joint_bound;   /**< joint_rows: G u + joint_bound = 0 [m/s] */
} touchstone_step_bodies;

/** A problem. W is not always symmetric: published ones are not. */
typedef struct touchstone_step {
  uint32_t contact_count;
  uint32_t dimension;  /**< 3, or 2 in the plane */
  uint32_t cone;       /**< one of the bits TOUCHSTONE_CONE_... */
  uint32_t directions; /**< K of a polygon, else 0 */
  uint32_t joint_count;
  uint32_t reserved;                    /**< 0 */
  const uint32_t* block_begin;          /**< contact_count + 1: row i has the blocks from
                                             block_begin[i] up to block_begin[i + 1] */
  const uint32_t* block_column;         /**< ascending in each row; the diagonal may be absent */
  const double* blocks;                 /**< dimension x dimension each, row by row [1/kg] */
  const double* q;                      /**< contact_count x dimension: w at no impulse [m/s] */
  const double* mu;                     /**< contact_count, finite, >= 0 [1] */
  const double* joint_columns;          /**< V, contact_count dimension x joint_count; NULL: none */
  const double* joint_matrix;           /**< R, joint_count x joint_count: V'P + R l + s = 0 */
  const double* joint_rest;             /**< s, joint_count */
  const touchstone_step_bodies* bodies; /**< NULL where nothing is known of them */
  double time_limit_s;                  /**< processor time; who takes longer is ended [s] */
} touchstone_step;

/** An answer. The host clears it before: gave up, zeros. The arrays are the host's. */
typedef struct touchstone_step_answer {
  int32_t status;         /**< TOUCHSTONE_STEP_... */
  uint32_t given;         /**< bits TOUCHSTONE_HAS_... */
  double* impulses;       /**< contact_count x dimension, normal first [N s] */
  double* velocities;     /**< contact_count x dimension [m/s] */
  double* joint_impulses; /**< joint_count */
  double residual;        /**< in a unit of its own: shown, and it decides nothing */
  uint64_t iterations;
  char note[104]; /**< a text up to a zero byte */
} touchstone_step_answer;

typedef struct touchstone_solver_1 {
  const char* name; /**< 1 to 64 of letters, digits and _ . + - */
  const char* version;
  const char* build;
  const char* summary;   /**< one line; these three may be NULL */
  uint32_t cones;        /**< bits TOUCHSTONE_CONE_... that it takes */
  uint32_t abilities;    /**< bits TOUCHSTONE_SOLVER_... */
  uint32_t max_contacts; /**< 0: any number */
  uint32_t reserved;     /**< 0 */
  /** r up to which its "solved" is meant, in the judge's unit (docs/solvers.md); 0: 1e-9; at most
   * 1e-3 [1] */
  double tolerance;
  void* (*create)(void); /**< an instance; NULL: it cannot be made */
  void (*destroy)(void* instance);
  void (*reset)(void* instance); /**< forgets what earlier problems have left */
  void (*solve)(void* instance, const touchstone_step* step, touchstone_step_answer* answer);
} touchstone_solver_1;

#ifdef __cplusplus
}
#endif

#endif
