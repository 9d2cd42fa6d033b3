/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Manifolds, gradients and proofs of the hostile plug-in, offered where HOSTILE_AT names one of
 * their functions. They are of one point, zero and none: what counts is that they are the twin's.
 */
#include <stdlib.h>
#include <string.h>

#include "harness/plugins/tests/hostile_deeds.h"

static void commit(const char* place, const touchstone_query* q, touchstone_answer* answer) {
  const Deed deed = {q, answer};
  if (has_deed(q->X_WB.t)) commit_deed_at(place, &deed);
}

static int does(const char* name, const touchstone_query* q) {
  const char* deed = getenv("HOSTILE_DEED");
  return deed != NULL && strcmp(deed, name) == 0 && has_deed(q->X_WB.t);
}

static size_t find(void* instance, const touchstone_query* q, double reach,
                   touchstone_answer* answer, touchstone_manifold_point* points, size_t room) {
  (void)instance;
  (void)reach;
  answer_soundly(q, answer);
  memcpy(points->position, q->X_WA.t, sizeof points->position);
  memcpy(points->normal, answer->normal, sizeof points->normal);
  points->depth = -answer->value;
  commit("find", q, answer);
  if (does("count_room", q)) return room + 1;
  if (does("count_most", q)) return (size_t)-1;
  if (does("write_past_points", q)) points[room].depth = 1;
  if (does("write_before_points", q)) points[-1].depth = 1;
  return 1;
}

static int differentiate(void* instance, const touchstone_query* q, touchstone_answer* answer,
                         touchstone_gradient* gradient) {
  (void)instance;
  answer_soundly(q, answer);
  memcpy(gradient->v_A, answer->normal, sizeof gradient->v_A);
  commit("differentiate", q, answer);
  if (does("write_past_gradient", q)) gradient[1].v_A[0] = 1;
  return 0;
}

static int prove(void* instance, const touchstone_query* q, touchstone_vertex_pair* nearest,
                 uint32_t* nearest_count, touchstone_vertex_pair* support, uint32_t* support_count,
                 touchstone_vertex_pair* cycle, uint32_t room, uint32_t* cycle_count) {
  static touchstone_answer nowhere;
  (void)instance;
  (void)support;
  commit("prove", q, &nowhere);
  if (does("write_past_cycle", q)) cycle[3 * (size_t)room].vertex_A = 1;
  if (does("write_before_nearest", q)) nearest[-1].vertex_A = 1;
  *nearest_count = *support_count = *cycle_count = does("counts_most", q) ? 0xffffffffu : 0;
  return !does("counts_most", q);
}

static const touchstone_manifold_1 kManifolds = {
    {.max_points = TOUCHSTONE_ANY_COUNT, .place = TOUCHSTONE_POINT_ON_A}, find};
static const touchstone_gradient_1 kGradient = {differentiate};
static const touchstone_proof_1 kProof = {prove};

const void* special_interface(const char* id) {
  const char* place = getenv("HOSTILE_AT");
  if (place == NULL) return NULL;
  if (strcmp(place, "find") == 0 && strcmp(id, TOUCHSTONE_MANIFOLD_1) == 0) return &kManifolds;
  if (strcmp(place, "prove") == 0 && strcmp(id, TOUCHSTONE_PROOF_1) == 0) return &kProof;
  const int gradient = strcmp(place, "differentiate") == 0;
  return gradient && strcmp(id, TOUCHSTONE_GRADIENT_1) == 0 ? &kGradient : NULL;
}
