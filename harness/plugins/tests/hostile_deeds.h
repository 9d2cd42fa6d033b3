/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Further faults of the hostile plug-in, one at a time, by name: HOSTILE_DEED names it, HOSTILE_AT
 * the function of the plug-in that commits it ("evaluate" by default). hostile_plugins.json lists
 * all with what they end in.
 */
#ifndef TOUCHSTONE_HOSTILE_DEEDS_H
#define TOUCHSTONE_HOSTILE_DEEDS_H

#include "harness/plugins/tests/fault_chance.h"
#include "include/touchstone/plugin.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One question in a hundred has the deed, and one body in a hundred. */
static inline int has_deed(const double numbers[3]) { return fault_chance(numbers) >= 9900; }

/** The gaps over the facet normals of both bodies, without a fault. */
void answer_soundly(const touchstone_query* query, touchstone_answer* answer);

/** What a deed may reach. Both are NULL outside of evaluate. */
typedef struct {
  const touchstone_query* query;
  touchstone_answer* answer;
} Deed;

#ifdef HOSTILE_DEEDS
/** Commits the deed that the environment names, if `place` is where it is to be. */
void commit_deed_at(const char* place, const Deed* deed);

/** Commits the deed `name` if it is one on descriptors. */
void commit_on_descriptors(const char* name);

/** Commits the deed `name` if it is one that only C++ knows. */
void commit_exception(const char* name);

/** Manifolds, gradients and proofs, where HOSTILE_AT is one of "find", "differentiate", "prove". */
const void* special_interface(const char* id);

/** What get_interface returns where the deed is a wrong interface, else `right`. */
const void* deed_interface(const char* id, const void* right);
#else /* a build of the one file alone */
static inline void commit_deed_at(const char* place, const Deed* deed) { (void)place, (void)deed; }
static inline const void* special_interface(const char* id) {
  (void)id;
  return NULL;
}
static inline const void* deed_interface(const char* id, const void* right) {
  (void)id;
  return right;
}
#endif

#ifdef __cplusplus
}
#endif

#endif
