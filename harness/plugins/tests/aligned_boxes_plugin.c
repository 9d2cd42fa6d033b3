/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plug-in of the tests with manifolds, gradients and proofs: boxes whose axes are parallel, without
 * rotation. ALIGNED in its environment names a fault, which questions have whose body B is more
 * than 100 from the origin along z; the others stay right.
 */
#define _GNU_SOURCE
#include <float.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "include/touchstone/plugin.h"

static const char* fault;

static int has(const touchstone_query* q, const char* name) {
  return fault != NULL && strcmp(fault, name) == 0 && q->X_WB.t[2] > 100;
}

typedef struct {
  double low[3];
  double high[3];
} Extent;

static Extent extent_of(const touchstone_shape* s, const touchstone_pose* X) {
  Extent e;
  for (int i = 0; i < 3; ++i) {
    double center = X->t[i];
    double half = 0;
    for (int j = 0; j < 3; ++j) {
      center += X->R[3 * i + j] * s->box_center[j];
      half += fabs(X->R[3 * i + j]) * s->box_half_extents[j];
    }
    e.low[i] = center - half;
    e.high[i] = center + half;
  }
  return e;
}

/* The axis with the largest gap, and on which side of A body B is: 1 or -1. */
static double widest_gap(const Extent* A, const Extent* B, int* axis, int* side) {
  double best = -INFINITY;
  for (int i = 0; i < 3; ++i) {
    const double above = B->low[i] - A->high[i];
    const double below = A->low[i] - B->high[i];
    if (above > best) best = above, *axis = i, *side = 1;
    if (below > best) best = below, *axis = i, *side = -1;
  }
  return best;
}

static void evaluate(void* instance, const touchstone_query* q, touchstone_answer* answer) {
  (void)instance;
  const Extent A = extent_of(q->A, &q->X_WA);
  const Extent B = extent_of(q->B, &q->X_WB);
  int axis = 0;
  int side = 1;
  answer->value = widest_gap(&A, &B, &axis, &side);
  answer->status = TOUCHSTONE_ANSWERED;
  answer->given = TOUCHSTONE_HAS_NORMAL;
  answer->normal[axis] = -side;
  if (has(q, "wrong_value")) answer->value *= 1.5;
  if (has(q, "nan_value")) answer->value = NAN;
  if (has(q, "infinite_value")) answer->value = -INFINITY;
  if (has(q, "nan_normal")) answer->normal[(axis + 1) % 3] = NAN;
  if (has(q, "infinite_normal")) answer->normal[axis] = INFINITY;
  if (has(q, "zero_normal")) answer->normal[axis] = 0;
  if (has(q, "huge_normal")) answer->normal[axis] = 1e300;
  if (has(q, "nan_witness") || has(q, "infinite_witness") || has(q, "far_witness")) {
    answer->given |= TOUCHSTONE_HAS_WITNESSES;
    memcpy(answer->witness_A, q->X_WA.t, sizeof answer->witness_A);
    memcpy(answer->witness_B, q->X_WB.t, sizeof answer->witness_B);
    answer->witness_B[1] = has(q, "nan_witness") ? NAN : has(q, "far_witness") ? 1e200 : INFINITY;
  }
  if (has(q, "skip")) answer->status = TOUCHSTONE_SKIPPED;
}

static size_t find(void* instance, const touchstone_query* q, double reach,
                   touchstone_answer* answer, touchstone_manifold_point* points, size_t room) {
  evaluate(instance, q, answer);
  const Extent A = extent_of(q->A, &q->X_WA);
  const Extent B = extent_of(q->B, &q->X_WB);
  int axis = 0;
  int side = 1;
  const double gap = widest_gap(&A, &B, &axis, &side);
  (void)reach;
  for (int corner = 0; corner < 4; ++corner) {
    touchstone_manifold_point* p = points + corner;
    for (int i = 0, bit = 1; i < 3; ++i) {
      if (i == axis) continue;
      const int high = (corner & bit) != 0;
      p->position[i] = high ? fmin(A.high[i], B.high[i]) : fmax(A.low[i], B.low[i]);
      bit <<= 1;
    }
    p->position[axis] = side > 0 ? A.high[axis] : A.low[axis];
    p->depth = -gap;
    p->normal[axis] = -side;
    p->id = (uint64_t)corner;
    p->has_id = 1;
  }
  if (has(q, "crash")) raise(SIGSEGV);
  if (has(q, "loop")) {
    for (volatile int k = 0;; ++k) {
    }
  }
  if (has(q, "too_many")) return room + 1;
  if (has(q, "far_too_many")) return (size_t)-1;
  if (has(q, "past_the_room")) memset(points + room, 0, sizeof *points);
  if (has(q, "nan_point")) points[1].position[0] = NAN;
  if (has(q, "infinite_depth")) points[1].depth = INFINITY;
  if (has(q, "largest_position")) points[1].position[0] = DBL_MAX;
  if (has(q, "largest_depth")) points[1].depth = -DBL_MAX;
  if (has(q, "nan_point_normal")) points[2].normal[axis] = NAN;
  if (has(q, "long_point_normal")) points[2].normal[axis] *= 2;
  if (has(q, "another_normal")) points[2].normal[axis] *= -1;
  if (has(q, "one_beyond")) points[3].depth -= 1;
  if (has(q, "outside")) points[1].position[(axis + 1) % 3] += 1;
  if (has(q, "one_of_four")) return 1;
  if (has(q, "no_point")) return 0;
  if (has(q, "sign_alone")) answer->status = TOUCHSTONE_SIGN_ONLY;
  if (has(q, "no_answer")) answer->status = TOUCHSTONE_NO_ANSWER;
  return 4;
}

/* Of boxes that face each other, by the middle of what their faces have in common. */
static int differentiate(void* instance, const touchstone_query* q, touchstone_answer* answer,
                         touchstone_gradient* g) {
  evaluate(instance, q, answer);
  const Extent A = extent_of(q->A, &q->X_WA);
  const Extent B = extent_of(q->B, &q->X_WB);
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    const int k = (i + 2) % 3;
    const double* n = answer->normal;
    const double p_j = (fmax(A.low[j], B.low[j]) + fmin(A.high[j], B.high[j])) / 2;
    const double p_k = (fmax(A.low[k], B.low[k]) + fmin(A.high[k], B.high[k])) / 2;
    g->v_A[i] = n[i];
    g->v_B[i] = -n[i];
    g->w_A[i] = (p_j - q->X_WA.t[j]) * n[k] - (p_k - q->X_WA.t[k]) * n[j];
    g->w_B[i] = (p_k - q->X_WB.t[k]) * n[j] - (p_j - q->X_WB.t[j]) * n[k];
  }
  g->differentiable = TOUCHSTONE_NOT_DIFFERENTIABLE;
  if (has(q, "crash")) raise(SIGSEGV);
  if (has(q, "nan_rate")) g->w_B[1] = NAN;
  if (has(q, "wrong_rate")) g->v_A[0] += 1e-3;
  if (has(q, "half_of_w")) {
    for (int i = 0; i < 3; ++i) g->w_A[i] /= 2, g->w_B[i] /= 2;
  }
  if (has(q, "one_gradient")) g->differentiable = TOUCHSTONE_DIFFERENTIABLE;
  if (has(q, "not_said")) g->differentiable = TOUCHSTONE_NOT_SAID;
  if (has(q, "unknown_flag")) g->differentiable = 3;
  if (has(q, "reserved_rate")) g->reserved = 1;
  if (has(q, "past_the_gradient")) g[1].v_A[0] = 1;
  if (has(q, "no_answer")) answer->status = TOUCHSTONE_NO_ANSWER;
  return has(q, "no_gradient");
}

static int32_t vertex_at(const touchstone_shape* s, const int sign[3]) {
  for (uint32_t v = 0; v < s->vertex_count; ++v) {
    int same = 1;
    for (int i = 0; i < 3; ++i) {
      same &= (s->vertices[3 * (size_t)v + (size_t)i] > s->box_center[i]) == (sign[i] > 0);
    }
    if (same) return (int32_t)v;
  }
  return -1;
}

/* Of bodies that face each other: three corners of the nearest face of the difference, whose
 * triangle has the point that is nearest to 0. */
static int prove(void* instance, const touchstone_query* q, touchstone_vertex_pair* nearest,
                 uint32_t* nearest_count, touchstone_vertex_pair* support, uint32_t* support_count,
                 touchstone_vertex_pair* cycle, uint32_t room, uint32_t* cycle_count) {
  (void)instance;
  const Extent A = extent_of(q->A, &q->X_WA);
  const Extent B = extent_of(q->B, &q->X_WB);
  int axis = 0;
  int side = 1;
  if (widest_gap(&A, &B, &axis, &side) <= 0) return 1;
  if (has(q, "crash_in_proof")) raise(SIGSEGV);
  const int u = (axis + 1) % 3;
  const int v = (axis + 2) % 3;
  const double part = (A.high[u] - B.low[u]) / (A.high[u] - B.low[u] + B.high[u] - A.low[u]) +
                      (A.high[v] - B.low[v]) / (A.high[v] - B.low[v] + B.high[v] - A.low[v]);
  const int inner = part <= 1 ? -1 : 1;
  for (int k = 0; k < 3; ++k) {
    int of_B[3];
    int of_A[3];
    of_B[axis] = -side;
    of_B[u] = k == 1 ? -inner : inner;
    of_B[v] = k == 2 ? -inner : inner;
    for (int i = 0; i < 3; ++i) of_A[i] = -of_B[i];
    nearest[k].vertex_A = vertex_at(q->A, of_A);
    nearest[k].vertex_B = vertex_at(q->B, of_B);
  }
  *nearest_count = 3;
  *support_count = 0;
  *cycle_count = 0;
  if (has(q, "other_vertex")) nearest[0].vertex_A = (nearest[0].vertex_A + 1) % 8;
  if (has(q, "no_vertex")) nearest[0].vertex_B = 1000;
  if (has(q, "negative_vertex")) nearest[0].vertex_A = -1;
  if (has(q, "too_many_nearest")) *nearest_count = 4;
  if (has(q, "too_many_triangles")) *cycle_count = room + 1;
  if (has(q, "past_the_cycle")) cycle[3 * (size_t)room].vertex_A = 1;
  if (has(q, "nothing")) *nearest_count = 0;
  (void)support;
  return 0;
}

static void* create(void) {
  static char instance;
  return &instance;
}
static void destroy(void* instance) { (void)instance; }
static void reset(void* instance) { (void)instance; }
static void* prepare(void* instance, const touchstone_shape* shape) {
  (void)instance;
  return (void*)(size_t)shape;
}
static void release(void* instance, void* prepared) {
  (void)instance;
  (void)prepared;
}

static const touchstone_descriptor kDescriptor = {
    .name = "aligned_boxes",
    .version = "1",
    .build = "",
    .summary = "boxes with parallel axes",
    .scalar = TOUCHSTONE_FLOAT64,
    .boxes_only = 1,
    .own_tolerance = 1e-9,
    .when_separated = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL,
    .when_touching = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL,
    .when_penetrating = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL};
static const touchstone_descriptor kSkipsSeparated = {.name = "aligned_boxes",
                                                      .version = "1",
                                                      .build = "",
                                                      .summary = "boxes with parallel axes",
                                                      .scalar = TOUCHSTONE_FLOAT64,
                                                      .boxes_only = 1,
                                                      .own_tolerance = 1e-9,
                                                      .when_separated = TOUCHSTONE_SKIPS,
                                                      .when_touching = TOUCHSTONE_GIVES_VALUE,
                                                      .when_penetrating = TOUCHSTONE_GIVES_VALUE};
static const touchstone_instance_1 kInstances = {create, destroy, reset, prepare, release};
static const touchstone_evaluate_1 kEvaluate = {evaluate};
/* Also of boxes that are apart. POLICY names one that makes no sense,
 * or "old" what had no policy yet. */
static touchstone_manifold_1 manifolds = {
    {.max_points = TOUCHSTONE_ANY_COUNT, .place = TOUCHSTONE_POINT_ON_A, .reach = INFINITY}, find};
static const touchstone_gradient_1 kGradient = {differentiate};
static const touchstone_gradient_1 kNullGradient = {NULL};
static const touchstone_proof_1 kProof = {prove};

static void spoil(touchstone_manifold_policy* policy) {
  const char* name = getenv("POLICY");
  if (name == NULL) return;
  if (strcmp(name, "no_points") == 0) policy->max_points = 0;
  if (strcmp(name, "place") == 0) policy->place = 7;
  if (strcmp(name, "flag") == 0) policy->depth_is_gap = 2;
  if (strcmp(name, "slack") == 0) policy->slack = -1e-3;
  if (strcmp(name, "nan_slack") == 0) policy->relative_slack = NAN;
  if (strcmp(name, "reach") == 0) policy->reach = -1;
  if (strcmp(name, "share") == 0) policy->least_share = 1.5;
  if (strcmp(name, "offset") == 0) policy->offset = INFINITY;
  if (strcmp(name, "largest_slack") == 0) policy->slack = DBL_MAX;
  if (strcmp(name, "largest_part") == 0) policy->relative_slack = DBL_MAX;
  if (strcmp(name, "largest_merging") == 0) policy->merging_distance = DBL_MAX;
  if (strcmp(name, "largest_offset") == 0) policy->offset = DBL_MAX;
  if (strcmp(name, "reserved") == 0) policy->reserved_lengths[1] = 1;
}

static int init(const char* library) {
  (void)library;
  fault = getenv("ALIGNED");
  spoil(&manifolds.policy);
  return 0;
}

static const void* get_interface(const char* id) {
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_1) == 0) {
    return getenv("ALIGNED_SKIPS") != NULL ? &kSkipsSeparated : &kDescriptor;
  }
  if (strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) return &kInstances;
  if (strcmp(id, TOUCHSTONE_DISTANCE_1) == 0) return &kEvaluate;
  const char* policy = getenv("POLICY");
  const int old = policy != NULL && strcmp(policy, "old") == 0;
  if (strcmp(id, "touchstone.contacts/1") == 0) return old ? &manifolds : NULL;
  if (strcmp(id, TOUCHSTONE_MANIFOLD_1) == 0) return old ? NULL : &manifolds;
  if (strcmp(id, TOUCHSTONE_GRADIENT_1) == 0) {
    const char* name = getenv("GRADIENT");
    if (name != NULL && strcmp(name, "none") == 0) return NULL;
    return name != NULL && strcmp(name, "null") == 0 ? &kNullGradient : &kGradient;
  }
  if (strcmp(id, TOUCHSTONE_PROOF_1) == 0) return &kProof;
  return NULL;
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, init, NULL, get_interface};
