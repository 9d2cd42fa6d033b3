/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deeds of the hostile plug-in: interfaces that are not what plugin.h says. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "harness/plugins/tests/hostile_deeds.h"

/* A text that ends where nothing is mapped. */
static const char* text_without_end(void) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char* pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memset(pages, 'x', page);
  mprotect(pages + page, page, PROT_NONE);
  return pages + page - 96;
}

static const void* descriptor_of(const char* deed, const touchstone_descriptor* right) {
  static touchstone_descriptor wrong;
  wrong = *right;
  if (strcmp(deed, "name_without_end") == 0) wrong.name = text_without_end();
  if (strcmp(deed, "name_null") == 0) wrong.name = NULL;
  if (strcmp(deed, "name_escapes") == 0) wrong.name = "\x1b[2J";
  if (strcmp(deed, "summary_escapes") == 0) wrong.summary = "\x1b[2J\nnothing";
  if (strcmp(deed, "tolerance_nan") == 0) wrong.own_tolerance = NAN;
  if (strcmp(deed, "tolerance_negative") == 0) wrong.own_tolerance = -1;
  if (strcmp(deed, "scalar_unknown") == 0) wrong.scalar = 17;
  if (strcmp(deed, "capability_unknown") == 0) wrong.when_touching = 0xffffffffu;
  if (strcmp(deed, "smaller_descriptor") == 0) memset(&wrong.own_tolerance, 0xff, 24);
  return &wrong;
}

const void* deed_interface(const char* id, const void* right) {
  static const touchstone_instance_1 kNothing = {NULL, NULL, NULL, NULL, NULL};
  const char* deed = getenv("HOSTILE_DEED");
  if (deed == NULL || right == NULL) return right;
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_1) == 0) {
    return strcmp(deed, "descriptor_missing") == 0 ? NULL : descriptor_of(deed, right);
  }
  if (strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) {
    if (strcmp(deed, "functions_null") == 0) return &kNothing;
    if (strcmp(deed, "interface_nowhere") == 0) return (const void*)1;
  }
  return right;
}
