/* SPDX-License-Identifier: MIT */
/* libccd's expanding polytope as it is put to a pair of basic.h. Adapters look like this for other libraries, too. */
#ifndef LIBCCD_ADAPTER_H
#define LIBCCD_ADAPTER_H
#include <ccd/ccd.h>

#include "vectors/basic.h"

/* The vertex of a body that is farthest along a direction, in the world. */
static inline void farthest_vertex(const void* object, const ccd_vec3_t* direction,
                                   ccd_vec3_t* farthest) {
  const touchstone_body* body = (const touchstone_body*)object;
  double best = -HUGE_VAL;
  for (size_t k = 0; k < body->count; ++k) {
    double p[3], along = 0;
    for (int i = 0; i < 3; ++i) {
      p[i] = body->t[i];
      for (int j = 0; j < 3; ++j) p[i] += body->R[i][j] * body->vertices[k][j];
      along += p[i] * direction->v[i];
    }
    if (along <= best) continue;
    best = along;
    for (int i = 0; i < 3; ++i) farthest->v[i] = p[i];
  }
}

/* libccd knows a depth and a normal of overlapping bodies, and of others that they do not overlap. */
static inline touchstone_verdict judge_libccd(const touchstone_vector* pair) {
  ccd_t ccd;
  ccd_real_t depth = 0;
  ccd_vec3_t direction, position;
  CCD_INIT(&ccd);
  ccd.support1 = ccd.support2 = farthest_vertex;
  ccd.max_iterations = 200;
  ccd.epa_tolerance = 1e-10;
  const int apart = ccdGJKPenetration(&pair->a, &pair->b, &ccd, &depth, &direction, &position);
  double normal[3] = {0, 0, 0};
  for (int i = 0; i < 3 && apart == 0; ++i)
    normal[i] = -direction.v[i]; /* libccd's goes from A to B */
  touchstone_answer answer = {TOUCHSTONE_GIVES_VALUE, -depth, 1, normal, NULL};
  touchstone_rules rules = touchstone_default_rules();
  rules.needs_points = 0;
  if (apart != 0) {
    answer.status = apart == -1 ? TOUCHSTONE_GIVES_SIGN : TOUCHSTONE_GIVES_NOTHING;
    answer.normal = NULL;
    rules.needs_value = rules.needs_normal = 0;
  }
  return touchstone_judge(pair, &answer, rules);
}
#endif
