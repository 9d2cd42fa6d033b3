/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact signed distance of two convex polytopes, for C and for all that can call C (docs/library.md).
 *
 * Frames and units: vertices in the body's own frame [m]; a pose (R, t) takes a point p of the body to
 * R p + t in the world. Normals point from B to A; phi > 0 means apart, phi < 0 overlapping [m].
 *
 * Objects are opaque and never change once made, so threads may share them. Texts belong to the object that they come
 * from. A truth makes its texts and points when they are asked for first; where that fails they are NULL or 0.
 * A NULL object or place is bad input for functions that return a status; the others take none. No function prints,
 * exits, throws, or sets a signal handler; each sets the floating-point state that it needs and puts the caller's
 * back. GMP ends the process where memory runs out. */
#ifndef TOUCHSTONE_TRUTH_H
#define TOUCHSTONE_TRUTH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface: functions are added, never changed, while it is 1. */
#define TOUCHSTONE_TRUTH_ABI 1

typedef struct touchstone_truth_body touchstone_truth_body;
typedef struct touchstone_truth touchstone_truth;

typedef enum touchstone_truth_code {
  TOUCHSTONE_TRUTH_OK = 0,
  TOUCHSTONE_TRUTH_BAD_INPUT = 2, /* the text names the place and the rule broken */
  TOUCHSTONE_TRUTH_FAILED =
      3 /* the library itself: two of its routes differ, a loop has no end, no memory */
} touchstone_truth_code;

typedef struct touchstone_truth_status {
  touchstone_truth_code code;
  char text[240]; /* one line, empty if all is well */
} touchstone_truth_status;

typedef struct touchstone_truth_pose {
  double R[9]; /* row by row; orthonormal to 1e-6, no mirror */
  double t[3]; /* [m], at most 1e60 */
} touchstone_truth_pose;

/* The version of the library, such as "1.0.0". */
const char* touchstone_truth_version(void);

/* The hull of `count` points, three doubles each. `interior_point` may be NULL: the mean of the vertices then;
 * the ratio metric alone depends on it. On success *body is to be given to touchstone_truth_drop_body; else it is
 * NULL, which that function takes, too. */
touchstone_truth_status touchstone_truth_make_body(const double* vertices, size_t count,
                                                   const double* interior_point,
                                                   touchstone_truth_body** body);
/* The box [-h, h] of half extents h [m]. */
touchstone_truth_status touchstone_truth_make_box(const double half_extents[3],
                                                  touchstone_truth_body** body);
void touchstone_truth_drop_body(touchstone_truth_body* body);

/* The truth of A and B in their poses. It keeps what it needs of the bodies. */
touchstone_truth_status touchstone_truth_solve(const touchstone_truth_body* A,
                                               const touchstone_truth_pose* X_WA,
                                               const touchstone_truth_body* B,
                                               const touchstone_truth_pose* X_WB,
                                               touchstone_truth** truth);
void touchstone_truth_drop(touchstone_truth* truth);

/* -1 overlapping, 0 touching, 1 apart. */
int touchstone_truth_sign(const touchstone_truth* truth);
/* The double nearest to phi [m], and in `tail`, unless it is NULL, the double nearest to the rest. */
double touchstone_truth_phi(const touchstone_truth* truth, double* tail);
/* phi^2 as a fraction "p/q" [m^2]. */
const char* touchstone_truth_phi_squared(const touchstone_truth* truth);

/* How many optimal directions there are; where phi = 0, generators of their cone. */
size_t touchstone_truth_direction_count(const touchstone_truth* truth);
/* Coordinate 0, 1 or 2 of the k-th as a whole number; NULL if there is no such. */
const char* touchstone_truth_direction(const touchstone_truth* truth, size_t k, size_t coordinate);
/* The k-th as a unit vector, each entry the nearest double. Returns 1, or 0 if there is no k-th. */
int touchstone_truth_normal(const touchstone_truth* truth, size_t k, double normal[3]);

/* True witness points on A and B, and the least and greatest coordinates of all true ones [world, m]. */
typedef struct touchstone_truth_points {
  double A[3], B[3];
  double low_A[3], high_A[3];
  double low_B[3], high_B[3];
} touchstone_truth_points;
/* Those of the k-th direction; where phi = 0 all have the same. Returns 1, or 0 if there is no k-th. */
int touchstone_truth_points_of(const touchstone_truth* truth, size_t k,
                               touchstone_truth_points* points);

/* The ratio metric rho as a fraction, or NULL where it is undefined; then the other function says why. */
const char* touchstone_truth_rho(const touchstone_truth* truth, double* rho, double* tail);
const char* touchstone_truth_rho_note(const touchstone_truth* truth);

/* The length that tolerances are relative to: the smaller non-zero radius [m]. */
double touchstone_truth_size(const touchstone_truth* truth);

/* All of it as one JSON text: a pair of touchstone.vectors/1 (docs/vectors.md). */
const char* touchstone_truth_vector(const touchstone_truth* truth);

/* A file that proves phi, or where `of_rho` is not 0 rho, to whoever checks it (docs/certificate-file.md). Bad input
 * where rho is undefined. */
touchstone_truth_status touchstone_truth_certificate(const touchstone_truth* truth, int of_rho,
                                                     const char** text);

/* An answer of anybody: what it gives has its flag set. */
typedef struct touchstone_truth_answer {
  int gives_value, gives_sign, gives_normal, gives_points;
  double value;      /* phi [m] */
  int sign;          /* if there is no value */
  double normal[3];  /* from B to A, world */
  double A[3], B[3]; /* witness points, world [m] */
} touchstone_truth_answer;

/* What docs/verdicts.md calls the answer: a word for all of it, and one for each part. */
typedef struct touchstone_truth_verdict {
  char word[24];
  char value[24], normal[24], points[24];
  double error; /* |value - phi| [m] */
} touchstone_truth_verdict;

/* Judges an answer at a tolerance relative to size. */
touchstone_truth_status touchstone_truth_judge(const touchstone_truth* truth,
                                               const touchstone_truth_answer* answer,
                                               double tolerance, touchstone_truth_verdict* verdict);

/* One pair, as it is put to a function of yours. */
typedef struct touchstone_truth_question {
  const double *A_vertices, *B_vertices; /* three doubles each, in the body's frame [m] */
  size_t A_count, B_count;
  touchstone_truth_pose X_WA, X_WB;
  double A_interior[3], B_interior[3]; /* in the body's frame [m] */
} touchstone_truth_question;

/* Answers a question: `answer` comes with no part given, which counts as no answer. A text in `crash` (at most 239
 * bytes) says that the function failed on it. Returns 0, or anything else to end the campaign early. */
typedef int (*touchstone_truth_function)(void* data, const touchstone_truth_question* question,
                                         touchstone_truth_answer* answer, char crash[240]);

typedef struct touchstone_truth_campaign {
  const char* families;  /* whole names with commas between them; NULL: all of polytopes */
  uint64_t cases;        /* how many of each family; 0: as many as verify takes */
  uint64_t seed;         /* verify's is 42 */
  double tolerance;      /* relative to size; verify's is 1e-8 */
  int takes_flat_bodies; /* else they are not applicable */
} touchstone_truth_campaign;

/* Puts a function to cases of families and judges its answers. It is called from one thread, which is not the
 * caller's. *json becomes the record of
 * `verify --json`, to be given to touchstone_truth_drop_text. A crash or an endless loop of the function is not caught:
 * `touchstone validate` runs programs and plug-ins in processes of their own. */
touchstone_truth_status touchstone_truth_validate(const touchstone_truth_campaign* campaign,
                                                  const char* name,
                                                  touchstone_truth_function function, void* data,
                                                  char** json);
void touchstone_truth_drop_text(char* text);

#ifdef __cplusplus
}
#endif
#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#endif
