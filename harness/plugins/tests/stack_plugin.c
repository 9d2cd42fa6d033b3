/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plug-in of the tests that takes every curved core, boxes and points with a radius, and is right
 * where one body is straight above the other: both are symmetric about a common axis z and not
 * turned. Its notes say what it was given. STACK_FAULT in its environment is what it does wrong:
 * "half" takes half lengths for full ones, "dies" aborts. STACK_TAKES replaces what it takes, and
 * STACK_FIRST hides the second versions of its interfaces.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/touchstone/plugin.h"

static const char* fault = "";
static int is_first;

/* How far the body reaches up along z from its origin, and down. */
static double reach(const touchstone_body* body) {
  const double* l = body->lengths;
  switch (body->core) {
    case TOUCHSTONE_CORE_CYLINDER:
    case TOUCHSTONE_CORE_CONE:
      return (strcmp(fault, "half") == 0 ? l[1] / 2 : l[1]) + body->radius;
    case TOUCHSTONE_CORE_ELLIPSOID:
      return l[2] + body->radius;
    default:
      return (body->shape->is_box ? body->shape->box_half_extents[2] : 0) + body->radius;
  }
}

static void evaluate(void* instance, const touchstone_query* q, touchstone_answer* answer) {
  (void)instance;
  const touchstone_body* A = q->A;
  const touchstone_body* B = q->B;
  const double up = q->X_WA.t[2] - q->X_WB.t[2];
  if (strcmp(fault, "dies") == 0) abort();
  answer->status = TOUCHSTONE_ANSWERED;
  answer->value = (up < 0 ? -up : up) - reach(A) - reach(B);
  answer->given = TOUCHSTONE_HAS_NORMAL;
  answer->normal[2] = up < 0 ? -1 : 1;
  snprintf(answer->note, sizeof answer->note, "core %u of %g %g %g, radius %g, dimension %u, %s",
           A->core, A->lengths[0], A->lengths[1], A->lengths[2], A->radius, A->dimension,
           A->shape == NULL ? "no shape" : "a shape");
}

static char the_instance;
static void* create(void) { return &the_instance; }
static void destroy(void* instance) { (void)instance; }
static void* prepare_shape(void* instance, const touchstone_shape* shape) {
  (void)instance;
  return (void*)shape;
}
static void* prepare(void* instance, const touchstone_body* body) {
  (void)instance;
  return (void*)body;
}
static void release(void* instance, void* prepared) { (void)instance, (void)prepared; }

static const touchstone_instance_1 kInstances = {create, destroy, destroy, prepare_shape, release};
static const touchstone_instance_2 kBodies = {prepare};
static const touchstone_evaluate_1 kEvaluate = {evaluate};

static const touchstone_descriptor kDescriptor = {
    .name = "stack",
    .when_separated = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL,
    .when_touching = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL,
    .when_penetrating = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL};
static touchstone_descriptor_2 more;

static int begin(const char* library) {
  (void)library;
  if (getenv("STACK_FAULT") != NULL) fault = getenv("STACK_FAULT");
  is_first = getenv("STACK_FIRST") != NULL;
  const char* takes = getenv("STACK_TAKES");
  more.takes = takes != NULL ? (uint32_t)atoi(takes)
                             : TOUCHSTONE_TAKES_CYLINDERS | TOUCHSTONE_TAKES_CONES |
                                   TOUCHSTONE_TAKES_ELLIPSOIDS | TOUCHSTONE_TAKES_SPHERES |
                                   TOUCHSTONE_TAKES_ROUND_SOLIDS;
  return 0;
}

static const void* get_interface(const char* id) {
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_1) == 0) return &kDescriptor;
  if (strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) return &kInstances;
  if (strcmp(id, TOUCHSTONE_DISTANCE_1) == 0) return &kEvaluate;
  if (is_first) return NULL;
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_2) == 0) return &more;
  if (strcmp(id, TOUCHSTONE_INSTANCE_2) == 0) return &kBodies;
  return NULL;
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, begin, NULL, get_interface};
