/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plug-in of the tests that takes spheres as they are. Its environment says what it claims and
 * what it does, in metres: SPHERES_OFFSET and SPHERES_REACH are claimed; SPHERES_MARGIN is left out
 * of its values, and beyond SPHERES_FAR they are signs. SPHERES_TAKES replaces what it takes.
 * Compiled with SPHERES_IN_BATCHES it takes batches alone.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "include/touchstone/plugin.h"

static double number(const char* name, double otherwise) {
  const char* text = getenv(name);
  return text == NULL ? otherwise : atof(text);
}

static double margin;
static double far_away;

static void answer_one(const touchstone_query* q, touchstone_answer* answer) {
  const touchstone_body* bodies[2] = {q->A, q->B};
  const touchstone_pose* poses[2] = {&q->X_WA, &q->X_WB};
  double d[3];
  for (int i = 0; i < 3; ++i) {
    double center[2];
    for (int k = 0; k < 2; ++k) {
      const double* p = bodies[k]->shape->vertices;
      const double* row = poses[k]->R + 3 * (size_t)i;
      center[k] = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + poses[k]->t[i];
    }
    d[i] = center[0] - center[1];
  }
  const double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  answer->value = length - bodies[0]->radius - bodies[1]->radius - margin;
  if (answer->value > far_away) {
    answer->status = TOUCHSTONE_SIGN_ONLY;
    answer->sign = 1;
    return;
  }
  answer->status = TOUCHSTONE_ANSWERED;
  answer->given = TOUCHSTONE_HAS_NORMAL;
  for (int i = 0; i < 3; ++i) answer->normal[i] = length > 0 ? d[i] / length : i == 0;
}

#ifdef SPHERES_IN_BATCHES
static void evaluate(void* instance, const touchstone_query* q, size_t count,
                     touchstone_answer* answers) {
  (void)instance;
  for (size_t k = 0; k < count; ++k) answer_one(q + k, answers + k);
}
static const touchstone_batch_1 kEvaluate = {evaluate};
static const char* const kEvaluateId = TOUCHSTONE_DISTANCE_BATCH_1;
#else
static void evaluate(void* instance, const touchstone_query* q, touchstone_answer* answer) {
  (void)instance;
  answer_one(q, answer);
}
static const touchstone_evaluate_1 kEvaluate = {evaluate};
static const char* const kEvaluateId = TOUCHSTONE_DISTANCE_1;
#endif

static char the_instance;
static void* create(void) { return &the_instance; }
static void destroy(void* instance) { (void)instance; }
/* Never called: bodies are prepared by instance/2. */
static void* prepare_shape(void* instance, const touchstone_shape* shape) {
  (void)instance, (void)shape;
  return NULL;
}
static void* prepare(void* instance, const touchstone_body* body) {
  (void)instance;
  return body->core == TOUCHSTONE_CORE_POLYTOPE && body->dimension == 0 ? (void*)body : NULL;
}
static void release(void* instance, void* prepared) { (void)instance, (void)prepared; }

static const touchstone_instance_1 kInstances = {create, destroy, destroy, prepare_shape, release};
static const touchstone_instance_2 kBodies = {prepare};

static const touchstone_descriptor kDescriptor = {
    .name = "spheres",
    .when_separated = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL,
    .when_touching = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL,
    .when_penetrating = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL};
static touchstone_descriptor_2 more;

static int begin(const char* library) {
  (void)library;
  margin = number("SPHERES_MARGIN", 0);
  far_away = number("SPHERES_FAR", INFINITY);
  more.takes = (uint32_t)number("SPHERES_TAKES", TOUCHSTONE_TAKES_SPHERES);
  more.offset = number("SPHERES_OFFSET", 0);
  more.reach = number("SPHERES_REACH", 0);
  return 0;
}

static const void* get_interface(const char* id) {
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_1) == 0) return &kDescriptor;
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_2) == 0) return &more;
  if (strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) return &kInstances;
  if (strcmp(id, TOUCHSTONE_INSTANCE_2) == 0) return &kBodies;
  if (strcmp(id, kEvaluateId) == 0) return &kEvaluate;
  return NULL;
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, begin, NULL, get_interface};
