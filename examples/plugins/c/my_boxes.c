/* SPDX-License-Identifier: MIT */
/*
 * A plug-in of Touchstone in C99: the signed distance of two boxes.
 *
 *   cc -O2 -fPIC -shared -I. my_boxes.c -o my_boxes.so -lm
 *   touchstone validate ./my_boxes.so --family boxes
 *
 * To judge your own algorithm, replace the part between the two lines of equal signs and call it
 * in `evaluate`. Then say in `kDescriptor` what it claims: the judge holds it to that.
 */
#include <math.h>
#include <string.h>
#include <touchstone/plugin.h>

/* ===================================================== the algorithm ========================= */
/*
 * phi, the signed distance, is the largest gap(n) = min over A of n.a - max over B of n.b over all
 * unit vectors n, from B to A. If the boxes overlap, the best n is one of 15: the three face
 * normals of each box, and the cross products of their edges. Otherwise it may also be the
 * direction between their closest points, which are on a vertex and a box or on two edges.
 *
 * Every n that is tried gives a lower bound of phi, so a direction that suffers from rounding
 * loses against a better one and needs no tolerance.
 */
typedef struct {
  double center[3];  /* world [m] */
  double axis[3][3]; /* unit, world */
  double half[3];    /* half of each side [m] */
} Box;

typedef struct {
  double phi;
  double n[3];
} Gap;

typedef struct {
  double squared_distance;
  double p_A[3], p_B[3]; /* world [m] */
} ClosestPoints;

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* r = a + s b */
static void add(const double a[3], double s, const double b[3], double r[3]) {
  for (int i = 0; i < 3; ++i) r[i] = a[i] + s * b[i];
}

static double clamp(double x, double limit) { return fmax(-limit, fmin(x, limit)); }

static void make_box(const touchstone_shape* shape, const touchstone_pose* X, Box* box) {
  for (int i = 0; i < 3; ++i) {
    box->center[i] = dot(X->R + 3 * i, shape->box_center) + X->t[i];
    for (int k = 0; k < 3; ++k) box->axis[k][i] = X->R[3 * i + k];
    box->half[i] = shape->box_half_extents[i];
  }
}

/* How far the box reaches from its center along n. */
static double reach(const Box* box, const double n[3]) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) sum += box->half[i] * fabs(dot(box->axis[i], n));
  return sum;
}

/* Keeps the direction m, of any length, if its gap is the largest so far. */
static void try_direction(const Box* A, const Box* B, const double m[3], Gap* best) {
  double n[3], from_B_to_A[3];
  const double length = sqrt(dot(m, m));
  if (!(length > 0)) return;
  add(A->center, -1, B->center, from_B_to_A);
  const double sign = dot(m, from_B_to_A) < 0 ? -1 : 1;
  for (int i = 0; i < 3; ++i) n[i] = sign * m[i] / length;
  const double gap = dot(n, from_B_to_A) - reach(A, n) - reach(B, n);
  if (gap > best->phi) {
    best->phi = gap;
    memcpy(best->n, n, sizeof n);
  }
}

static void try_15_directions(const Box* A, const Box* B, Gap* best) {
  for (int i = 0; i < 3; ++i) {
    try_direction(A, B, A->axis[i], best);
    try_direction(A, B, B->axis[i], best);
    for (int k = 0; k < 3; ++k) {
      const double *a = A->axis[i], *b = B->axis[k];
      const double cross[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                               a[0] * b[1] - a[1] * b[0]};
      try_direction(A, B, cross, best);
    }
  }
}

static void try_points(const double p_A[3], const double p_B[3], ClosestPoints* closest) {
  double d[3];
  add(p_A, -1, p_B, d);
  if (dot(d, d) < closest->squared_distance) {
    closest->squared_distance = dot(d, d);
    memcpy(closest->p_A, p_A, sizeof closest->p_A);
    memcpy(closest->p_B, p_B, sizeof closest->p_B);
  }
}

/* The eight vertices of one box, each with the point of the other box that is nearest to it. */
static void try_vertices(const Box* box, const Box* other, int box_is_A, ClosestPoints* closest) {
  for (int v = 0; v < 8; ++v) {
    double vertex[3], offset[3], nearest[3];
    memcpy(vertex, box->center, sizeof vertex);
    for (int i = 0; i < 3; ++i) {
      add(vertex, (v >> i & 1) ? box->half[i] : -box->half[i], box->axis[i], vertex);
    }
    add(vertex, -1, other->center, offset);
    memcpy(nearest, other->center, sizeof nearest);
    for (int i = 0; i < 3; ++i) {
      add(nearest, clamp(dot(offset, other->axis[i]), other->half[i]), other->axis[i], nearest);
    }
    try_points(box_is_A ? vertex : nearest, box_is_A ? nearest : vertex, closest);
  }
}

/* Edge number e of 12: the points middle + s half_edge, |s| <= 1. */
static void get_edge(const Box* box, int e, double middle[3], double half_edge[3]) {
  const int i = e / 4, j = (i + 1) % 3, k = (i + 2) % 3;
  add(box->center, (e & 1) ? box->half[j] : -box->half[j], box->axis[j], middle);
  add(middle, (e & 2) ? box->half[k] : -box->half[k], box->axis[k], middle);
  for (int x = 0; x < 3; ++x) half_edge[x] = box->half[i] * box->axis[i][x];
}

static void try_edges(const Box* A, const Box* B, ClosestPoints* closest) {
  double p[3], u[3], q[3], v[3], r[3];
  for (int pair = 0; pair < 144; ++pair) {
    get_edge(A, pair / 12, p, u);
    get_edge(B, pair % 12, q, v);
    add(p, -1, q, r);
    /* |r + s u - t v| is least over s, then over t, then once more over s. */
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const double determinant = uu * vv - uv * uv;
    double s = determinant > 0 ? clamp((uv * vr - ur * vv) / determinant, 1) : 0;
    const double t = clamp((uv * s + vr) / vv, 1);
    s = clamp((uv * t - ur) / uu, 1);
    add(p, s, u, p);
    add(q, t, v, q);
    try_points(p, q, closest);
  }
}

/* Gives phi, n and witness points with p_A - p_B = phi n. */
static void box_distance(const Box* A, const Box* B, Gap* gap, ClosestPoints* witnesses) {
  Box moved = *B;
  gap->phi = -INFINITY;
  try_15_directions(A, B, gap);
  /* Boxes that overlap touch once B is moved out by phi n; where they touch, the witnesses are. */
  const double move_out = fmin(gap->phi, 0);
  add(B->center, move_out, gap->n, moved.center);
  witnesses->squared_distance = INFINITY;
  try_vertices(A, &moved, 1, witnesses);
  try_vertices(&moved, A, 0, witnesses);
  try_edges(A, &moved, witnesses);
  if (gap->phi > 0) {
    double direction[3];
    add(witnesses->p_A, -1, witnesses->p_B, direction);
    try_direction(A, B, direction, gap);
  }
  add(witnesses->p_B, -move_out, gap->n, witnesses->p_B);
}
/* ===================================================== the plug-in =========================== */

/* One question: fills in the answer, which comes cleared. */
static void evaluate(void* instance, const touchstone_query* query, touchstone_answer* answer) {
  Box A, B;
  Gap gap;
  ClosestPoints witnesses;
  (void)instance;
  make_box(query->A, &query->X_WA, &A);
  make_box(query->B, &query->X_WB, &B);
  box_distance(&A, &B, &gap, &witnesses);
  answer->status = TOUCHSTONE_ANSWERED;
  answer->value = gap.phi;
  answer->given = TOUCHSTONE_HAS_NORMAL | TOUCHSTONE_HAS_WITNESSES; /* beside the value */
  memcpy(answer->normal, gap.n, sizeof answer->normal);
  memcpy(answer->witness_A, witnesses.p_A, sizeof answer->witness_A);
  memcpy(answer->witness_B, witnesses.p_B, sizeof answer->witness_B);
}

static void cross(const double a[3], const double b[3], double r[3]) {
  for (int i = 0; i < 3; ++i) {
    r[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
  }
}

/* The gradient of phi: how fast it changes when the bodies move (docs/gradients.md). A velocity v of
 * a body's frame and an angular velocity w about its origin move the contact point p by v + w x
 * arm. */
static int differentiate(void* instance, const touchstone_query* query, touchstone_answer* answer,
                         touchstone_gradient* gradient) {
  double arm_A[3], arm_B[3];
  evaluate(instance, query, answer);
  const double* n = answer->normal;
  add(answer->witness_A, -1, query->X_WA.t, arm_A);
  add(answer->witness_B, -1, query->X_WB.t, arm_B);
  for (int i = 0; i < 3; ++i) {
    gradient->v_A[i] = n[i];
    gradient->v_B[i] = -n[i];
  }
  cross(arm_A, n, gradient->w_A);
  cross(n, arm_B, gradient->w_B);
  return 0; /* `differentiable` comes as TOUCHSTONE_NOT_SAID */
}

/* A manifold: 1 offers one, for `touchstone contacts --metric`, `energy` and `simulate` to take in
 * place of the points that they make themselves. Here it is a single point, as kManifolds says. */
#define GIVES_MANIFOLD 0
#if GIVES_MANIFOLD
static size_t find_points(void* instance, const touchstone_query* query, double reach,
                          touchstone_answer* answer, touchstone_manifold_point* points,
                          size_t room) {
  (void)reach;
  (void)room; /* at least 256 */
  evaluate(instance, query, answer);
  if (answer->value > 0) return 0; /* kManifolds has no reach */
  for (int i = 0; i < 3; ++i) {
    points[0].position[i] = (answer->witness_A[i] + answer->witness_B[i]) / 2;
    points[0].normal[i] = answer->normal[i];
  }
  points[0].depth = -answer->value;
  return 1;
}

/* What is on purpose. A library that returns more than one point has them judged as corners of the
 * true manifold (docs/contacts.md). */
static const touchstone_manifold_1 kManifolds = {
    {.max_points = 1, .place = TOUCHSTONE_POINT_MIDDLE}, find_points};
#endif

/* An instance holds what must survive between questions, such as a warm start. Here: nothing. */
static void* create(void) {
  static char nothing;
  return &nothing;
}
static void destroy(void* instance) { (void)instance; }
static void reset(void* instance) { (void)instance; }

/* Makes the algorithm's own form of a body, once for many questions. Here: the shape as it is. */
static void* prepare(void* instance, const touchstone_shape* shape) {
  (void)instance;
  return shape->is_box ? (void*)shape : NULL;
}
static void release(void* instance, void* prepared) {
  (void)instance;
  (void)prepared;
}

/* What the algorithm claims. Who takes bodies with a radius or a curved core offers
 * TOUCHSTONE_DESCRIPTOR_2, too. */
static const touchstone_descriptor kDescriptor = {
    .name = "my_boxes",
    .version = "0.1",
    .build = "",
    .summary = "separating axes and closest points, for boxes of like size",
    .policy = NULL,
    .scalar = TOUCHSTONE_FLOAT64,
    .takes_flat = 0,
    .boxes_only = 1,
    .max_vertices = 0,
    .own_tolerance = 1e-8,
    .when_separated = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL | TOUCHSTONE_GIVES_WITNESSES,
    .when_touching = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL | TOUCHSTONE_GIVES_WITNESSES,
    .when_penetrating =
        TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL | TOUCHSTONE_GIVES_WITNESSES};

static const touchstone_instance_1 kInstances = {create, destroy, reset, prepare, release};
static const touchstone_evaluate_1 kDistance = {evaluate};
static const touchstone_gradient_1 kGradients = {differentiate};

static const void* get_interface(const char* id) {
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_1) == 0) return &kDescriptor;
  if (strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) return &kInstances;
  if (strcmp(id, TOUCHSTONE_DISTANCE_1) == 0) return &kDistance;
  if (strcmp(id, TOUCHSTONE_GRADIENT_1) == 0) return &kGradients;
#if GIVES_MANIFOLD
  if (strcmp(id, TOUCHSTONE_MANIFOLD_1) == 0) return &kManifolds;
#endif
  return NULL;
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, NULL, NULL, get_interface};
