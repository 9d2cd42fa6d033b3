/* SPDX-License-Identifier: MIT
   Judges answers to the pairs of touchstone.vectors/1 by the rules of docs/verdicts.md. C99 and C++17; needs math.h
   alone and allocates nothing. What double-doubles leave open, with a bound of their error, is TOUCHSTONE_UNDECIDED.

     #include "vectors/basic.h"
     touchstone_answer answer = {TOUCHSTONE_GIVES_VALUE, my_distance, 0, my_normal, my_points};
     touchstone_verdict verdict = touchstone_judge(&touchstone_basic[k], &answer, touchstone_default_rules());  */
#ifndef TOUCHSTONE_JUDGE_H
#define TOUCHSTONE_JUDGE_H

#include <float.h>
#include <math.h>
#include <stddef.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__) || \
    (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16) /* 16 is of half precision alone */
#error "touchstone/judge.h needs IEEE doubles as they are: neither -ffast-math nor extended precision"
#endif

/* The truth of a pair, as the C edition of a file of vectors has it [m, world unless said]. */
typedef struct {
  size_t count;
  const double (*vertices)[3];                  /* own frame */
  double R[3][3], t[3], interior_point[3];      /* the last in its own frame */
} touchstone_body;
typedef struct { double normal[3], tail[3]; } touchstone_direction;
typedef struct { double low_a[3], high_a[3], low_b[3], high_b[3]; } touchstone_points; /* of all true points */
typedef struct {
  const char *id, *comment;
  int single_precision;
  touchstone_body a, b;
  double size;
  int sign;
  double phi, phi_tail;
  size_t directions;                            /* optimal ones; generators of their cone where sign is 0 */
  const touchstone_direction *direction;
  const touchstone_points *points;              /* of each direction; one alone where sign is 0 */
  int has_rho;
  double rho, rho_tail;
  size_t rho_directions;
  const touchstone_direction *rho_direction;
  const touchstone_points *rho_points;
} touchstone_vector;

enum { TOUCHSTONE_GIVES_VALUE, TOUCHSTONE_GIVES_SIGN, TOUCHSTONE_GIVES_NOTHING, TOUCHSTONE_SKIPS };
typedef struct {
  int status;           /* one of these */
  double value;
  int sign;             /* where only the sign is given */
  const double *normal; /* 3 numbers, from B to A, or NULL */
  const double *points; /* 6 numbers: on A, on B; or NULL */
} touchstone_answer;
typedef struct {
  double tolerance;     /* relative to size, of rho to max(1, |rho|) */
  int ratio;            /* whether the value is rho */
  int single_precision; /* whether normals are of floats */
  double open_sign;     /* no sign is judged below this |value|, relative like the tolerance */
  int needs_value, needs_normal, needs_points;
} touchstone_rules;
static inline touchstone_rules touchstone_default_rules(void) {
  touchstone_rules rules = {1e-8, 0, 0, 0, 1, 1, 1};
  return rules;
}

typedef enum {
  TOUCHSTONE_RIGHT, TOUCHSTONE_WRONG_SIGN, TOUCHSTONE_INACCURATE, TOUCHSTONE_INVALID_NORMAL, TOUCHSTONE_INVALID_WITNESS,
  TOUCHSTONE_MISSING, TOUCHSTONE_NO_ANSWER, TOUCHSTONE_SKIPPED, TOUCHSTONE_NOT_APPLICABLE /* rho is undefined */,
  TOUCHSTONE_UNDECIDED
} touchstone_word;
enum { TOUCHSTONE_NO, TOUCHSTONE_YES, TOUCHSTONE_OPEN, TOUCHSTONE_ABSENT };
typedef struct {
  touchstone_word word;
  int value, normal, points; /* whether each is right, one of these; a sign alone is the value */
} touchstone_verdict;
static inline const char *touchstone_word_name(touchstone_word word) {
  static const char *const names[] = {"right", "wrong_sign", "inaccurate", "invalid_normal", "invalid_witness",
                                      "missing", "no_answer", "skipped", "not_applicable", "undecided"};
  return names[word];
}

/* h + l, off by e at most. A bound gains 2^-102 of the operands with each operation that is not exact: more than the
   8 u^2 that it is, u = 2^-53. Products go through memory, so that no compiler contracts them with a sum. */
typedef struct { double h, l, e; } ts_num;
typedef struct { ts_num x[3]; } ts_vec;
#define TS_REST 0x1p-102
#define TS_UNDERFLOW 0x1p-1070 /* more than the smallest doubles round a product by */
static inline double ts_times(double a, double b) { volatile double p = a * b; return p; }
static inline double ts_max(double a, double b, double c) { return fmax(fabs(a), fmax(fabs(b), fabs(c))); }
static inline ts_num ts_of(double h) { ts_num x = {h, 0, 0}; return x; }
static inline ts_num ts_with_tail(double h, double l) {
  ts_num x = {h, l, fabs(l) * 0x1p-53 + (h != 0 && fabs(h) < 1e-280 ? TS_UNDERFLOW : 0)};
  return x;
}
static inline ts_num ts_minus(ts_num a) { ts_num r = {-a.h, -a.l, a.e}; return r; }
static inline ts_num ts_abs(ts_num a) { return a.h < 0 ? ts_minus(a) : a; }
static inline ts_num ts_add(ts_num a, ts_num b) {
  double s = a.h + b.h, d = s - a.h, t = ((a.h - (s - d)) + (b.h - d)) + (a.l + b.l);
  ts_num r = {s + t, 0, a.e + b.e + (a.l == 0 && b.l == 0 ? 0 : TS_REST * (fabs(a.h) + fabs(b.h)))};
  r.l = t - (r.h - s);
  return r;
}
static inline ts_num ts_sub(ts_num a, ts_num b) { return ts_add(a, ts_minus(b)); }
static inline ts_num ts_mul(ts_num a, ts_num b) {
  double p = ts_times(a.h, b.h), t = fma(a.h, b.h, -p) + (ts_times(a.h, b.l) + ts_times(a.l, b.h));
  ts_num r = {p + t, 0, fabs(a.h) * b.e + fabs(b.h) * a.e + 2 * a.e * b.e};
  if ((a.h == 0 && a.e == 0) || (b.h == 0 && b.e == 0)) return ts_of(0);
  if (fabs(a.h) == 1 && a.l == 0 && a.e == 0) return a.h > 0 ? b : ts_minus(b);
  r.l = t - (r.h - p);
  if (a.l != 0 || b.l != 0 || r.e != 0 || !(fabs(p) > 1e-280)) r.e += TS_REST * fabs(p) + TS_UNDERFLOW;
  return r;
}
static inline ts_num ts_div(ts_num a, ts_num b) { /* |b| far above its error */
  double q = a.h / b.h;
  ts_num rest = ts_sub(a, ts_mul(ts_of(q), b)), r = ts_add(ts_of(q), ts_of(rest.h / b.h));
  r.e = rest.e / fabs(b.h) * 1.01 + 4 * TS_REST * fabs(q) + TS_UNDERFLOW;
  return r;
}
static inline ts_num ts_sqrt(ts_num a) {
  double q = sqrt(fabs(a.h));
  ts_num rest = ts_sub(a, ts_mul(ts_of(q), ts_of(q))), r = ts_add(ts_of(q), ts_of(rest.h / (2 * q)));
  r.e = rest.e / q + 8 * TS_REST * q;
  if (!(a.h > 4 * a.e)) r.h = r.l = 0, r.e = sqrt(fabs(a.h) + a.e) * 1.01;
  return r;
}
/* Answers below are TOUCHSTONE_NO, _YES or _OPEN: 0, 1 or 2. Whether a <= b: */
static inline int ts_at_most(ts_num a, ts_num b) {
  ts_num x = ts_sub(a, b);
  double e = x.e * 1.0001;
  return x.h < -e || (x.h == 0 && e == 0) ? 1 : x.h > e ? 0 : 2;
}
static inline int ts_and(int a, int b) { return a == 0 || b == 0 ? 0 : a == 1 ? b : a; }
static inline int ts_or(int a, int b) { return a == 1 || b == 1 ? 1 : a == 0 ? b : a; }
static inline ts_vec ts_vec_of(const double *v) { ts_vec r = {{ts_of(v[0]), ts_of(v[1]), ts_of(v[2])}}; return r; }
static inline ts_num ts_dot(ts_vec u, ts_vec v) {
  return ts_add(ts_add(ts_mul(u.x[0], v.x[0]), ts_mul(u.x[1], v.x[1])), ts_mul(u.x[2], v.x[2]));
}
static inline ts_num ts_length(ts_vec u) { return ts_sqrt(ts_dot(u, u)); }
static inline ts_vec ts_plus(ts_vec u, ts_num k, ts_vec v) { /* u + k v */
  for (int i = 0; i < 3; ++i) u.x[i] = ts_add(u.x[i], ts_mul(k, v.x[i]));
  return u;
}
static inline ts_vec ts_less(ts_vec u, ts_vec v) { return ts_plus(u, ts_of(-1), v); }
static inline ts_vec ts_along(ts_num k, ts_vec v) { /* k v */
  for (int i = 0; i < 3; ++i) v.x[i] = ts_mul(k, v.x[i]);
  return v;
}
static inline ts_vec ts_cross(ts_vec u, ts_vec v) {
  ts_vec r;
  for (int i = 0; i < 3; ++i) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r.x[i] = ts_sub(ts_mul(u.x[j], v.x[k]), ts_mul(u.x[k], v.x[j]));
  }
  return r;
}
static inline ts_vec ts_direction(const touchstone_direction *d) {
  ts_vec r;
  for (int i = 0; i < 3; ++i) r.x[i] = ts_with_tail(d->normal[i], d->tail[i]);
  return r;
}
static inline ts_vec ts_place(const touchstone_body *body, const double *p, const double *from) { /* R p + t - from */
  ts_vec r = ts_less(ts_vec_of(body->t), ts_vec_of(from));
  for (int i = 0; i < 3; ++i) r.x[i] = ts_add(r.x[i], ts_dot(ts_vec_of(body->R[i]), ts_vec_of(p)));
  return r;
}
/* The least u.(R v) of the vertices v, and which of them has it. */
static inline ts_num ts_least(const touchstone_body *body, ts_vec u, size_t *vertex) {
  ts_vec w = ts_along(ts_of(0), u); /* R'u */
  ts_num least = ts_of(0);
  double most = 0;
  for (int i = 0; i < 3; ++i) w = ts_plus(w, u.x[i], ts_vec_of(body->R[i]));
  for (size_t k = 0; k < body->count; ++k) {
    ts_num along = ts_dot(w, ts_vec_of(body->vertices[k]));
    most = fmax(most, along.e);
    if (k == 0 || ts_sub(along, least).h < 0) least = along, *vertex = k;
  }
  least.e = most;
  return least;
}

/* The point nearest to 0 of the hull of c[0 .. n-1], of which only the corners that it rests on are kept. Solves for
   each set of corners and takes the best. What is returned lies in the hull, however its weights are rounded. Edges
   that depend on each other have weights that are not a number. */
static inline ts_vec ts_nearest(ts_vec *c, int *n) {
  ts_vec best = c[0];
  double least = HUGE_VAL;
  int kept = 0, count = 0;
  for (int set = 1; set < 1 << *n; ++set) {
    ts_num weight[3] = {ts_of(0), ts_of(0), ts_of(0)}, rest = ts_of(1), square;
    ts_vec edge[3], dual[3], q;
    int size = 0, first = 0, good = 1;
    while (!(set >> first & 1)) ++first;
    for (int i = first + 1; i < *n; ++i) if (set >> i & 1) edge[size++] = ts_less(c[i], c[first]);
    /* Each dual times its own edge is the determinant, times the others it is 0. */
    if (size == 1) dual[0] = edge[0];
    if (size == 2) edge[2] = ts_cross(edge[0], edge[1]);
    for (int k = 0; k < 3 && size > 1; ++k) dual[k] = ts_cross(edge[(k + 1) % 3], edge[(k + 2) % 3]);
    q = c[first];
    for (int pass = 0; pass < 3 && size > 0; ++pass) { /* each refines what the last one rounded */
      ts_vec from = q;
      q = c[first];
      rest = ts_of(1);
      for (int k = 0; k < size; ++k) {
        weight[k] = ts_sub(weight[k], ts_div(ts_dot(dual[k], from), ts_dot(dual[0], edge[0])));
        weight[k].e = 0;
        rest = ts_sub(rest, weight[k]);
        q = ts_plus(q, weight[k], edge[k]);
      }
    }
    for (int k = 0; k < size; ++k) good = good && weight[k].h >= 0;
    square = ts_dot(q, q);
    if (!good || !(rest.h >= 0) || !(square.h < least)) continue;
    least = square.h;
    best = q;
    kept = set;
  }
  for (int i = 0; i < *n; ++i) if (kept >> i & 1) c[count++] = c[i];
  *n = count;
  return best;
}
/* Whether p is within the tolerance of the body, each coordinate moved first by as much as that of the margin: the
   walk of Gilbert, Johnson & Keerthi (1988). A point of the hull proves "near", a direction "far". */
static inline int ts_within(const touchstone_body *body, const double *p, double tolerance, const double *margin) {
  ts_vec c[4], q = ts_place(body, body->vertices[0], p);
  int n = 0;
  for (int step = 0; step < 200; ++step) {
    ts_num least, along, limit = ts_of(tolerance);
    double d[3], unit = ts_max(q.x[0].h, q.x[1].h, q.x[2].h);
    size_t vertex = 0;
    if (ts_at_most(ts_dot(q, q), ts_mul(limit, limit)) == 1) return 1;
    if (n == 4 || !(unit > 1e-200)) break;
    for (int i = 0; i < 3; ++i) d[i] = q.x[i].h / unit / 4; /* or the largest double times it might overflow */
    least = ts_least(body, ts_vec_of(d), &vertex);
    c[n] = ts_place(body, body->vertices[vertex], p);
    for (int i = 0; i < 3; ++i) c[n].x[i] = ts_add(c[n].x[i], ts_of(d[i] > 0 ? -margin[i] : margin[i]));
    along = ts_dot(ts_vec_of(d), c[n++]);
    along.e += 2 * least.e; /* another vertex may be lower by so much */
    if (ts_at_most(along, ts_mul(limit, ts_length(ts_vec_of(d)))) == 0) return 0;
    q = ts_nearest(c, &n);
  }
  return 2;
}

/* A question: of rho, its value, directions and points stand where those of phi were. */
typedef struct {
  touchstone_vector pair;
  touchstone_rules rules;
  ts_num value;
  double scale, tau; /* what values and normals are relative to; tolerance * scale */
  int cone;          /* whether what is between optimal directions is optimal */
  ts_vec d;          /* x_A - x_B */
} ts_question;
static inline ts_question ts_ask(const touchstone_vector *pair, touchstone_rules rules) {
  const touchstone_body *a = &pair->a, *b = &pair->b;
  ts_question q = {*pair, rules, ts_of(0), pair->size, 0, rules.ratio || pair->sign == 0, {{ts_of(0)}}};
  if (rules.ratio) {
    q.pair.phi = pair->rho;
    q.pair.phi_tail = pair->rho_tail;
    q.pair.directions = pair->rho_directions;
    q.pair.direction = pair->rho_direction;
    q.pair.points = pair->rho_points;
    q.scale = fmax(1, fabs(pair->rho));
  }
  q.value = ts_with_tail(q.pair.phi, q.pair.phi_tail);
  q.tau = ts_times(rules.tolerance, q.scale);
  q.d = ts_less(ts_place(a, a->interior_point, b->t), ts_place(b, b->interior_point, b->t));
  return q;
}
/* Whether gap(n)/|n| >= phi - tau, or gap(n) >= (rho - tau) n.d: never where n.d <= 0, as gap(n) < n.d and rho < 1. */
static inline int ts_reaches(const ts_question *q, ts_vec n) {
  const touchstone_body *a = &q->pair.a, *b = &q->pair.b;
  size_t vertex;
  ts_num gap = ts_add(ts_least(a, n, &vertex), ts_least(b, ts_along(ts_of(-1), n), &vertex));
  ts_num bar = ts_sub(q->value, ts_of(q->tau)), unit = q->rules.ratio ? ts_dot(n, q->d) : ts_length(n);
  gap = ts_add(gap, ts_dot(n, ts_less(ts_vec_of(a->t), ts_vec_of(b->t))));
  return ts_at_most(ts_mul(bar, unit), gap);
}
/* Whether each entry of n/N, N = |n|, is within `most` of that of the unit vector u. */
static inline int ts_near(ts_vec n, ts_num N, ts_vec u, double most) {
  double beside = most * ts_max(n.x[0].h, n.x[1].h, n.x[2].h); /* at most that of N: n may be exactly so far off */
  int near = 1;
  for (int i = 0; i < 3; ++i) {
    if (u.x[i].h == 0 && u.x[i].e == 0 && fabs(n.x[i].h) <= beside) continue;
    near = ts_and(near, ts_at_most(ts_abs(ts_sub(n.x[i], ts_mul(u.x[i], N))), ts_mul(ts_of(most), N)));
  }
  return near;
}
/* Whether n is so near to a direction between r and s, or to r where these are parallel. Of all directions in their
   plane that are near it takes the middle one: if that is not between r and s, none is but where r or s is near. */
static inline int ts_near_between(ts_vec n, ts_num N, ts_vec r, ts_vec s, double most) {
  ts_vec w = ts_cross(r, s), across = ts_cross(w, n), u;
  ts_num ww = ts_dot(w, w), height = ts_dot(n, w), length = ts_sqrt(ww);
  double scale = length.h * N.h, low = -HUGE_VAL, high = HUGE_VAL;
  if (!(ww.h > 4 * ww.e)) return ts_near(n, N, r, most);
  if (fabs(height.h) > 4 * most * scale) return 0;
  for (int i = 0; i < 3; ++i) { /* those t where this entry is near: of n's part in the plane + t times across */
    double off = height.h / length.h * (w.x[i].h / length.h) / N.h, step = across.x[i].h / scale;
    if (step == 0) continue;
    low = fmax(low, fmin((off - most) / step, (off + most) / step));
    high = fmin(high, fmax((off - most) / step, (off + most) / step));
  }
  u = ts_plus(ts_plus(ts_along(ww, n), ts_minus(height), w), ts_mul(ts_of((low + high) / 2), length), across);
  u = ts_along(ts_div(ts_of(1), ts_length(u)), u);
  return ts_and(ts_near(n, N, u, most), ts_and(ts_at_most(ts_of(0), ts_dot(ts_cross(r, u), w)),
                                               ts_at_most(ts_of(0), ts_dot(ts_cross(u, s), w))));
}
static inline int ts_normal(const ts_question *q, const double *n) {
  double square = ts_times(n[0], n[0]) + (ts_times(n[1], n[1]) + ts_times(n[2], n[2]));
  double most = q->rules.single_precision ? 0x1p-22 : 0x1p-51;
  const touchstone_direction *r = q->pair.direction;
  ts_vec v = ts_vec_of(n);
  ts_num N = ts_length(v);
  if (!(fabs(sqrt(square) - 1) <= 1e-6)) return 0;
  int good = ts_reaches(q, v);
  for (size_t k = 0; k < q->pair.directions; ++k) {
    for (size_t j = q->cone ? 0 : k; j <= k && good != 1; ++j) {
      good = ts_or(good, ts_near_between(v, N, ts_direction(&r[j]), ts_direction(&r[k]), most));
    }
  }
  return good;
}
static inline int ts_finite(const double *v) { return 0 * v[0] + 0 * v[1] + 0 * v[2] == 0; }
static inline int ts_zero(const double *v) { return v[0] == 0 && v[1] == 0 && v[2] == 0; }
static inline double ts_ulp(double x) { return x == 0 ? 0 : nextafter(fabs(x), HUGE_VAL) - fabs(x); }
/* Whether |off|, each coordinate moved towards 0 by as much as the margins a + b, is at most the tolerance. */
static inline int ts_short(ts_vec off, double tolerance, const double *a, const double *b) {
  ts_num sum = ts_of(0);
  for (int i = 0; i < 3; ++i) {
    ts_num left = ts_sub(ts_abs(off.x[i]), ts_of(a[i] + b[i]));
    int none = ts_at_most(left, ts_of(0));
    if (none == 2) left.h = left.l = 0, left.e *= 2;
    if (none != 1) sum = ts_add(sum, ts_mul(left, left));
  }
  return ts_at_most(sum, ts_mul(ts_of(tolerance), ts_of(tolerance)));
}
static inline int ts_witnesses(const ts_question *q, const double *p, const double *normal) {
  const touchstone_vector *pair = &q->pair;
  const double tolerance = ts_times(q->rules.tolerance, pair->size), *p_A = p, *p_B = p + 3;
  const size_t count = q->cone ? 1 : pair->directions;
  ts_vec off = ts_less(ts_vec_of(p_A), ts_vec_of(p_B));
  int good = 0;
  if (!ts_finite(p_A) || !ts_finite(p_B)) return 0;
  for (size_t k = 0; k < 2 * count && good != 1; ++k) { /* without margins first: that leaves less open */
    const touchstone_points *points = &pair->points[k % count];
    ts_vec way = ts_along(q->value, q->rules.ratio ? q->d : ts_direction(&pair->direction[k % count]));
    double a[3] = {0, 0, 0}, b[3] = {0, 0, 0};
    int right;
    for (int i = 0; k >= count && i < 3; ++i) {
      a[i] = 4 * ts_ulp(fmin(fmax(p_A[i], points->low_a[i]), points->high_a[i]));
      b[i] = 4 * ts_ulp(fmin(fmax(p_B[i], points->low_b[i]), points->high_b[i]));
    }
    right = ts_short(ts_less(off, way), tolerance, a, b);
    if (normal != NULL && !q->cone && right != 1) {
      way = ts_along(ts_div(q->value, ts_length(ts_vec_of(normal))), ts_vec_of(normal));
      right = ts_or(right, ts_short(ts_less(off, way), tolerance, a, b));
    }
    if (right != 0) right = ts_and(right, ts_within(&pair->a, p_A, tolerance, a));
    if (right != 0) right = ts_and(right, ts_within(&pair->b, p_B, tolerance, b));
    good = ts_or(good, right);
  }
  return good;
}
static inline touchstone_verdict touchstone_judge(const touchstone_vector *pair, const touchstone_answer *answer,
                                                  touchstone_rules rules) {
  static const touchstone_word bad[] = {TOUCHSTONE_INACCURATE, TOUCHSTONE_INVALID_NORMAL, TOUCHSTONE_INVALID_WITNESS};
  const ts_question q = ts_ask(pair, rules);
  const double open = ts_times(rules.open_sign, q.scale), *n = answer->normal, *p = answer->points;
  const int judged = fabs(pair->phi) > ts_times(1e-9, pair->size) && fabs(q.value.h) > open;
  const int valued = answer->status == TOUCHSTONE_GIVES_VALUE && fabs(answer->value) <= DBL_MAX;
  const int sign = valued ? (answer->value > 0) - (answer->value < 0) : answer->sign;
  touchstone_verdict v = {TOUCHSTONE_RIGHT, TOUCHSTONE_ABSENT, TOUCHSTONE_ABSENT, TOUCHSTONE_ABSENT};
  if (answer->status == TOUCHSTONE_SKIPS) v.word = TOUCHSTONE_SKIPPED;
  else if (rules.ratio && !pair->has_rho) v.word = TOUCHSTONE_NOT_APPLICABLE;
  else if (!valued && answer->status != TOUCHSTONE_GIVES_SIGN) v.word = TOUCHSTONE_NO_ANSWER;
  if (v.word != TOUCHSTONE_RIGHT) return v;
  v.value = !judged || sign == pair->sign;
  if (!v.value) v.word = TOUCHSTONE_WRONG_SIGN;
  if (valued && v.value) {
    const double ulp = ts_ulp(q.value.h != 0 ? q.value.h : rules.ratio ? 1 : pair->size);
    v.value = ts_at_most(ts_abs(ts_sub(ts_of(answer->value), q.value)), ts_of(fmax(q.tau, ulp)));
  }
  if (n != NULL && !(valued && (ts_zero(n) || !ts_finite(n)))) v.normal = ts_normal(&q, n);
  if (p != NULL) {
    int nothing = valued && ((ts_zero(p) && ts_zero(p + 3)) || !ts_finite(p) || !ts_finite(p + 3));
    v.points = ts_witnesses(&q, p, v.normal == TOUCHSTONE_YES ? n : NULL);
    if (v.normal == TOUCHSTONE_OPEN && v.points == TOUCHSTONE_NO) v.points = TOUCHSTONE_OPEN;
    if (v.points == TOUCHSTONE_NO && nothing) v.points = TOUCHSTONE_ABSENT;
  }
  for (int k = 0; k < 3 && v.word == TOUCHSTONE_RIGHT; ++k) {
    int part = k == 0 ? v.value : k == 1 ? v.normal : v.points;
    v.word = part == TOUCHSTONE_NO ? bad[k] : part == TOUCHSTONE_OPEN ? TOUCHSTONE_UNDECIDED : TOUCHSTONE_RIGHT;
  }
  if (v.word != TOUCHSTONE_RIGHT) return v;
  if (valued && rules.needs_normal && v.normal == TOUCHSTONE_ABSENT) v.word = TOUCHSTONE_MISSING;
  if (valued && rules.needs_points && v.points == TOUCHSTONE_ABSENT) v.word = TOUCHSTONE_MISSING;
  if (!valued && rules.needs_value && (pair->sign == 0 || judged)) v.word = TOUCHSTONE_NO_ANSWER;
  return v;
}

#endif
