/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A collection of the tests: an earlier `certified`, which knows nothing and says so, and `one`,
 * whose every distance is 1, but NaN where body B is at x = 1234567 and with an infinite normal at
 * 7654321.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "include/touchstone/plugin.h"

static int instance;

static void* create(void) { return &instance; }
static void destroy(void* made) { (void)made; }
static void reset(void* made) { (void)made; }
static void* prepare(void* made, const touchstone_shape* shape) {
  (void)made;
  return (void*)shape;
}
static void release(void* made, void* prepared) { (void)made, (void)prepared; }

static void know_nothing(void* made, const touchstone_query* query, touchstone_answer* answer) {
  (void)made, (void)query;
  strcpy(answer->note, "knows nothing");
}
static void say_one(void* made, const touchstone_query* query, touchstone_answer* answer) {
  (void)made;
  answer->status = TOUCHSTONE_ANSWERED;
  answer->value = query->X_WB.t[0] == 1234567 ? NAN : 1;
  if (query->X_WB.t[0] != 7654321) return;
  answer->given = TOUCHSTONE_HAS_NORMAL;
  answer->normal[2] = INFINITY;
}

static const touchstone_descriptor descriptors[2] = {
    {.name = "certified", .when_separated = 1, .when_touching = 1, .when_penetrating = 1},
    {.name = "one", .when_separated = 1, .when_touching = 1, .when_penetrating = 1},
};
static const touchstone_instance_1 instances = {create, destroy, reset, prepare, release};
static const touchstone_evaluate_1 evaluates[2] = {{know_nothing}, {say_one}};

static const void* get_interface(size_t k, const char* id) {
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_1) == 0) return &descriptors[k];
  if (strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) return &instances;
  if (strcmp(id, TOUCHSTONE_DISTANCE_1) == 0) return &evaluates[k];
  return NULL;
}
static const touchstone_collection_1 collection = {2, get_interface};

static const void* get_collection(const char* id) {
  return strcmp(id, TOUCHSTONE_COLLECTION_1) == 0 ? &collection : NULL;
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, NULL, NULL, get_collection};
