/* SPDX-License-Identifier: MIT
   Judges answers to the pairs of touchstone.vectors/1 by the rules of docs/verdicts.md. C99 and C++17; needs the
   standard library's math.h alone and allocates nothing. Numbers are double-doubles with a bound of their error:
   what that leaves open is TOUCHSTONE_UNDECIDED, never a guess.

     #include "vectors/basic.h"
     touchstone_answer answer = {TOUCHSTONE_GIVES_VALUE, my_distance, 0, my_normal, my_points};
     touchstone_verdict verdict = touchstone_judge(&touchstone_basic[k], &answer, touchstone_default_rules());  */
#ifndef TOUCHSTONE_JUDGE_H
#define TOUCHSTONE_JUDGE_H

#include <float.h>
#include <math.h>
#include <stddef.h>

#if defined(__FAST_MATH__) || (defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0)
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
  double ulps;          /* how many a value may be off whatever the tolerance: 0, .5 or 1 */
  double open_sign;     /* no sign is judged below this |value|, relative like the tolerance */
  int needs_value, needs_normal, needs_points;
} touchstone_rules;
static inline touchstone_rules touchstone_default_rules(void) {
  touchstone_rules rules = {1e-8, 0, 0, 0, 0, 1, 1, 1};
  return rules;
}

/* TOUCHSTONE_NOT_APPLICABLE: rho is undefined. */
typedef enum {
  TOUCHSTONE_RIGHT, TOUCHSTONE_WRONG_SIGN, TOUCHSTONE_INACCURATE, TOUCHSTONE_INVALID_NORMAL,
  TOUCHSTONE_INVALID_WITNESS, TOUCHSTONE_MISSING, TOUCHSTONE_NO_ANSWER, TOUCHSTONE_SKIPPED, TOUCHSTONE_NOT_APPLICABLE,
  TOUCHSTONE_UNDECIDED
} touchstone_word;
enum { TOUCHSTONE_NO, TOUCHSTONE_YES, TOUCHSTONE_OPEN, TOUCHSTONE_ABSENT };
typedef struct {
  touchstone_word word;
  int value, normal, points; /* whether each is right, one of these; a sign alone is the value */
} touchstone_verdict;
static inline const char *touchstone_word_name(touchstone_word word) {
  static const char *const names[] = {"right",   "wrong_sign", "inaccurate", "invalid_normal", "invalid_witness",
                                      "missing", "no_answer",  "skipped",    "not_applicable", "undecided"};
  return names[word];
}

/* h + l, off by e at most. A bound gains 2^-102 of the operands with each operation that is not exact: more than the
   8 u^2 that it is, u = 2^-53. Products go through memory, so that no compiler contracts them with a sum. */
typedef struct { double h, l, e; } ts_num;
typedef struct { ts_num x[3]; } ts_vec;
#define TS_REST 0x1p-102
#define TS_UNDERFLOW 1e-300

static inline double ts_times(double a, double b) { volatile double p = a * b; return p; }
static inline double ts_max(double a, double b, double c) { return fmax(fabs(a), fmax(fabs(b), fabs(c))); }
static inline double ts_high(double a) { double c = ts_times(0x1p27 + 1, a), d = c - a; return c - d; }
static inline ts_num ts_of(double h) { ts_num x = {h, 0, 0}; return x; }
static inline ts_num ts_with_tail(double h, double l) { ts_num x = {h, l, fabs(l) * 0x1p-53}; return x; }
static inline ts_num ts_minus(ts_num a) { ts_num r = {-a.h, -a.l, a.e}; return r; }
static inline ts_num ts_scaled(ts_num x, int k) { /* x 2^k */
  ts_num r = {ldexp(x.h, k), ldexp(x.l, k), ldexp(x.e, k) + (k < 0 ? TS_UNDERFLOW : 0)};
  return r;
}
static inline ts_num ts_add(ts_num a, ts_num b) {
  double s = a.h + b.h, d = s - a.h, t = ((a.h - (s - d)) + (b.h - d)) + (a.l + b.l);
  ts_num r = {s + t, 0, a.e + b.e + (a.l == 0 && b.l == 0 ? 0 : TS_REST * (fabs(a.h) + fabs(b.h)))};
  r.l = t - (r.h - s);
  return r;
}
static inline ts_num ts_sub(ts_num a, ts_num b) { return ts_add(a, ts_minus(b)); }
static inline ts_num ts_mul(ts_num a, ts_num b) {
  double p = ts_times(a.h, b.h), ah = ts_high(a.h), bh = ts_high(b.h), al = a.h - ah, bl = b.h - bh;
  double t = ((ts_times(ah, bh) - p) + ts_times(ah, bl)) + ts_times(al, bh);
  ts_num r = {0, 0, fabs(a.h) * b.e + fabs(b.h) * a.e + 2 * a.e * b.e};
  if ((a.h == 0 && a.e == 0) || (b.h == 0 && b.e == 0)) return ts_of(0);
  if (fabs(a.h) == 1 && a.l == 0 && a.e == 0) return a.h > 0 ? b : ts_minus(b);
  if (fabs(b.h) == 1 && b.l == 0 && b.e == 0) return b.h > 0 ? a : ts_minus(a);
  t = (t + ts_times(al, bl)) + (ts_times(a.h, b.l) + ts_times(a.l, b.h));
  r.h = p + t;
  r.l = t - (r.h - p);
  if (a.l != 0 || b.l != 0 || !(fabs(p) > 1e-280)) r.e += TS_REST * fabs(p) + TS_UNDERFLOW;
  return r;
}
static inline ts_num ts_div(ts_num a, ts_num b) { /* |b| far above its error */
  ts_num q = ts_of(a.h / b.h);
  q = ts_add(q, ts_of(ts_sub(a, ts_mul(q, b)).h / b.h));
  q.e = (a.e + fabs(q.h) * b.e) / fabs(b.h) * 1.01 + 4 * TS_REST * fabs(q.h) + TS_UNDERFLOW;
  return q;
}
static inline ts_num ts_sqrt(ts_num a) {
  ts_num r = {0, 0, sqrt(fabs(a.h) + a.e) * 1.01};
  if (!(a.h > 4 * a.e)) return r;
  r = ts_of(sqrt(a.h));
  r = ts_add(r, ts_of(ts_sub(a, ts_mul(r, r)).h / (2 * r.h)));
  r.e = a.e / r.h + 8 * TS_REST * r.h;
  return r;
}
/* Answers below are TOUCHSTONE_NO, _YES or _OPEN: 0, 1 or 2. Whether x <= 0: */
static inline int ts_not_above(ts_num x) {
  double e = x.e * 1.0001;
  return x.h < -e || (x.h == 0 && e == 0) ? 1 : x.h > e ? 0 : 2;
}
static inline int ts_and(int a, int b) { return a == 0 || b == 0 ? 0 : a == 1 ? b : a; }
static inline int ts_or(int a, int b) { return a == 1 || b == 1 ? 1 : a == 0 ? b : a; }

static inline ts_vec ts_vec_of(const double *v) { ts_vec r = {{ts_of(v[0]), ts_of(v[1]), ts_of(v[2])}}; return r; }
static inline ts_num ts_dot(ts_vec u, ts_vec v) {
  return ts_add(ts_add(ts_mul(u.x[0], v.x[0]), ts_mul(u.x[1], v.x[1])), ts_mul(u.x[2], v.x[2]));
}
static inline ts_vec ts_plus(ts_vec u, ts_num k, ts_vec v) { /* u + k v */
  for (int i = 0; i < 3; ++i) u.x[i] = ts_add(u.x[i], ts_mul(k, v.x[i]));
  return u;
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
static inline ts_vec ts_world(const touchstone_body *body, const double *p) {
  ts_vec r = ts_vec_of(body->t);
  for (int i = 0; i < 3; ++i) r.x[i] = ts_add(r.x[i], ts_dot(ts_vec_of(body->R[i]), ts_vec_of(p)));
  return r;
}
/* The least u.(R v) of the vertices v, and which of them has it. */
static inline ts_num ts_least(const touchstone_body *body, ts_vec u, size_t *vertex) {
  ts_vec w = {{ts_of(0), ts_of(0), ts_of(0)}};
  ts_num least = ts_of(HUGE_VAL);
  double most = 0;
  for (int i = 0; i < 3; ++i) w = ts_plus(w, u.x[i], ts_vec_of(body->R[i]));
  for (size_t k = 0; k < body->count; ++k) {
    ts_num along = ts_dot(w, ts_vec_of(body->vertices[k]));
    most = fmax(most, along.e);
    if (!(along.h < least.h || (along.h == least.h && along.l < least.l))) continue;
    least = along;
    *vertex = k;
  }
  least.e = most;
  return least;
}

/* The point nearest to 0 of the hull of c[0 .. n-1] and the set of corners that it rests on; what is returned lies in
   the hull, however its weights are rounded. Solves for each set of corners and takes the best. */
static inline ts_vec ts_nearest(const ts_vec *c, int n, int *kept) {
  ts_vec best = c[0];
  double least = HUGE_VAL;
  for (int set = 1; set < 1 << n; ++set) {
    ts_num r[3][3], ff[3], weight[3] = {ts_of(0), ts_of(0), ts_of(0)}, rest = ts_of(1), square;
    ts_vec edge[3], f[3], q;
    int size = 0, first = 0, good = 1;
    for (int i = n - 1; i >= 0; --i) first = set >> i & 1 ? i : first;
    for (int i = first + 1; i < n; ++i) {
      if (set >> i & 1) edge[size++] = ts_plus(c[i], ts_of(-1), c[first]);
    }
    for (int k = 0; k < size && good; ++k) { /* f: the edges, orthogonal (Gram & Schmidt) */
      f[k] = edge[k];
      for (int j = 0; j < k; ++j) {
        r[j][k] = ts_div(ts_dot(f[k], f[j]), ff[j]);
        f[k] = ts_plus(f[k], ts_minus(r[j][k]), f[j]);
      }
      ff[k] = ts_dot(f[k], f[k]);
      good = ff[k].h > 0;
    }
    q = c[first];
    for (int pass = 0; pass < 3 && good; ++pass) { /* each refines what the last one rounded */
      ts_num more[3];
      for (int k = size - 1; k >= 0; --k) {
        more[k] = ts_div(ts_minus(ts_dot(f[k], q)), ff[k]);
        for (int j = k + 1; j < size; ++j) more[k] = ts_sub(more[k], ts_mul(r[k][j], more[j]));
      }
      q = c[first];
      rest = ts_of(1);
      for (int k = 0; k < size; ++k) {
        weight[k] = ts_add(weight[k], more[k]);
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
    *kept = set;
  }
  return best;
}
/* Whether p is within the tolerance of the body, each coordinate moved first by as much as that of the margin: the
   walk of Gilbert, Johnson & Keerthi (1988). A point of the hull proves "near", a direction "far". */
static inline int ts_within(const touchstone_body *body, const double *p, double tolerance, const double *margin) {
  enum { max_steps = 200 };
  ts_vec c[4], q = ts_plus(ts_world(body, body->vertices[0]), ts_of(-1), ts_vec_of(p));
  ts_num square = ts_mul(ts_of(tolerance), ts_of(tolerance));
  int n = 0, kept = 0;
  for (int step = 0; step < max_steps; ++step) {
    double d[3], unit = ts_max(q.x[0].h, q.x[1].h, q.x[2].h);
    size_t vertex = 0;
    int k = 0;
    ts_vec u, corner;
    ts_num along, length = ts_dot(q, q);
    if (ts_not_above(ts_sub(length, square)) == 1) return 1;
    if (!(unit > 1e-200)) break;
    for (int i = 0; i < 3; ++i) d[i] = q.x[i].h / unit;
    u = ts_vec_of(d);
    along = ts_least(body, u, &vertex);
    corner = ts_plus(ts_world(body, body->vertices[vertex]), ts_of(-1), ts_vec_of(p));
    for (int i = 0; i < 3; ++i) {
      along = ts_add(along, ts_mul(u.x[i], ts_sub(ts_of(body->t[i]), ts_of(p[i]))));
      along = ts_sub(along, ts_mul(ts_of(fabs(d[i])), ts_of(margin[i])));
      corner.x[i] = ts_add(corner.x[i], ts_of(d[i] > 0 ? -margin[i] : margin[i]));
    }
    if (ts_not_above(ts_sub(along, ts_mul(ts_of(tolerance), ts_sqrt(ts_dot(u, u))))) == 0) return 0;
    for (int i = 0; i < n; ++i) {
      if (kept >> i & 1) c[k++] = c[i];
    }
    if (k == 4) break;
    c[k++] = corner;
    n = k;
    q = ts_nearest(c, n, &kept);
    if (step > 0 && !(ts_sub(length, ts_dot(q, q)).h > 0)) break;
  }
  return 2;
}

/* A question about a pair: phi or rho. */
typedef struct {
  const touchstone_vector *pair;
  const touchstone_rules *rules;
  ts_num value;      /* phi or rho */
  double scale, tau; /* what values and normals are relative to; tolerance * scale */
  size_t count;
  const touchstone_direction *direction;
  int cone;
  ts_vec d;          /* x_A - x_B times 2^d_exponent */
  int d_exponent;
} ts_question;

/* Whether gap(n)/|n| >= phi - tau, or gap(n) >= (rho - tau) n.d and n.d > 0. */
static inline int ts_reaches(const ts_question *q, ts_vec n) {
  const touchstone_vector *pair = q->pair;
  size_t vertex = 0;
  ts_vec back = {{ts_minus(n.x[0]), ts_minus(n.x[1]), ts_minus(n.x[2])}};
  ts_num gap = ts_add(ts_least(&pair->a, n, &vertex), ts_least(&pair->b, back, &vertex));
  ts_num bar = ts_sub(q->value, ts_of(q->tau)), along = ts_dot(n, q->d);
  for (int i = 0; i < 3; ++i) {
    gap = ts_add(gap, ts_mul(n.x[i], ts_sub(ts_of(pair->a.t[i]), ts_of(pair->b.t[i]))));
  }
  if (!q->rules->ratio) return ts_not_above(ts_sub(ts_mul(bar, ts_sqrt(ts_dot(n, n))), gap));
  if (ts_not_above(along) != 0) return ts_not_above(along) == 1 ? 0 : 2;
  return ts_not_above(ts_sub(ts_mul(ts_scaled(bar, -q->d_exponent), along), gap));
}
/* Whether each entry of n/N is within `most` of that of u/U; N and U are their lengths. */
static inline int ts_near(ts_vec n, ts_num N, ts_vec u, ts_num U, double most) {
  double longest = ts_max(n.x[0].h, n.x[1].h, n.x[2].h);
  ts_num both = ts_mul(ts_of(most), ts_mul(N, U));
  int near = 1;
  for (int i = 0; i < 3; ++i) {
    ts_num off = ts_sub(ts_mul(n.x[i], U), ts_mul(u.x[i], N));
    /* Beside an axis, where n may be at exactly so many units: N is no less than the longest entry. */
    if (u.x[i].h == 0 && u.x[i].e == 0 && fabs(n.x[i].h) <= most * longest) continue;
    near = ts_and(near, ts_and(ts_not_above(ts_sub(off, both)), ts_not_above(ts_sub(ts_minus(off), both))));
  }
  return near;
}
/* Whether n is so near to a direction between r and s: to the one that is nearest by its largest entry. */
static inline int ts_near_between(ts_vec n, ts_num N, ts_vec r, ts_vec s, double most) {
  ts_vec w = ts_cross(r, s), across = ts_cross(w, n), in_plane;
  ts_num ww = ts_dot(w, w), height = ts_dot(n, w), length = ts_sqrt(ww);
  double off[3], step[3], best, t = 0, scale = length.h * N.h;
  int found = 0;
  if (!(ww.h > 4 * ww.e) || fabs(height.h) > 4 * most * scale) return 0;
  for (int i = 0; i < 3; ++i) {
    in_plane.x[i] = ts_sub(ts_mul(n.x[i], ww), ts_mul(height, w.x[i]));
    off[i] = height.h / length.h * (w.x[i].h / length.h) / N.h;
    step[i] = across.x[i].h / scale;
  }
  best = ts_max(off[0], off[1], off[2]);
  for (int k = 0; k < 9; ++k) { /* entries that vanish, and pairs of them that are as large as each other */
    int i = k % 3, j = (i + 1) % 3, side = k < 6 ? -1 : 1;
    double x = k < 3 ? off[i] / step[i] : (off[i] + side * off[j]) / (step[i] + side * step[j]);
    double largest = ts_max(off[0] - x * step[0], off[1] - x * step[1], off[2] - x * step[2]);
    if (!(largest < best)) continue;
    best = largest;
    t = x;
  }
  for (int i = 0; i < 2 && found != 1; ++i) {
    ts_vec u = ts_plus(in_plane, ts_mul(ts_of(i == 0 ? t : 0), length), across);
    int after_r = ts_not_above(ts_minus(ts_dot(ts_cross(r, u), w)));
    int before_s = ts_not_above(ts_minus(ts_dot(ts_cross(u, s), w)));
    found = ts_or(found, ts_and(ts_and(after_r, before_s), ts_near(n, N, u, ts_sqrt(ts_dot(u, u)), most)));
  }
  return found;
}
static inline int ts_normal(const ts_question *q, const double *n) {
  double norm = sqrt(ts_times(n[0], n[0]) + (ts_times(n[1], n[1]) + ts_times(n[2], n[2])));
  double most = q->rules->single_precision ? 0x1p-22 : 0x1p-51;
  ts_vec v = ts_vec_of(n);
  ts_num N = ts_sqrt(ts_dot(v, v));
  int good;
  if (!(fabs(norm - 1) <= 1e-6)) return 0;
  good = ts_reaches(q, v);
  for (size_t k = 0; k < q->count && good != 1; ++k) {
    ts_vec r = ts_direction(&q->direction[k]);
    good = ts_or(good, ts_near(v, N, r, ts_of(1), most));
    for (size_t j = 0; q->cone && j < k && good != 1; ++j) {
      good = ts_or(good, ts_near_between(v, N, ts_direction(&q->direction[j]), r, most));
    }
  }
  return good;
}

/* Whether |off|, each coordinate moved towards 0 by as much as the margin, is at most the tolerance. */
static inline int ts_short(ts_vec off, double tolerance, const double *margin) {
  ts_num sum = ts_minus(ts_mul(ts_of(tolerance), ts_of(tolerance)));
  for (int i = 0; i < 3; ++i) {
    ts_num above = ts_sub(off.x[i], ts_of(margin[i])), below = ts_add(off.x[i], ts_of(margin[i])), left = ts_of(0);
    int over = ts_not_above(above), under = ts_not_above(ts_minus(below));
    if (over == 0 || under == 0) left = over == 0 ? above : below;
    else if (over == 2 || under == 2) left.e = 2 * (over == 2 ? above.e : below.e);
    sum = ts_add(sum, ts_mul(left, left));
  }
  return ts_not_above(sum);
}
static inline double ts_ulp(double x) { return x == 0 ? 0 : nextafter(fabs(x), HUGE_VAL) - fabs(x); }
static inline int ts_witnesses(const ts_question *q, const double *p, const double *normal) {
  const touchstone_vector *pair = q->pair;
  double tolerance = ts_times(q->rules->tolerance, pair->size);
  size_t count = q->cone ? 1 : q->count;
  int good = 0;
  for (int i = 0; i < 6; ++i) {
    if (!(fabs(p[i]) < 1e100)) return 0; /* farther than any body */
  }
  for (size_t k = 0; k < 2 * count && good != 1; ++k) { /* without margins first */
    const touchstone_points *points = q->rules->ratio ? pair->rho_points : &pair->points[k % count];
    ts_vec off, n = ts_direction(&q->direction[k % count]), way;
    double a[3] = {0, 0, 0}, b[3] = {0, 0, 0}, both[3];
    int apart;
    for (int i = 0; i < 3; ++i) {
      if (k >= count) {
        a[i] = 4 * ts_ulp(fmin(fmax(p[i], points->low_a[i]), points->high_a[i]));
        b[i] = 4 * ts_ulp(fmin(fmax(p[i + 3], points->low_b[i]), points->high_b[i]));
      }
      both[i] = a[i] + b[i];
      off.x[i] = ts_sub(ts_of(p[i]), ts_of(p[i + 3]));
      way.x[i] = q->rules->ratio ? ts_mul(ts_scaled(q->value, -q->d_exponent), q->d.x[i]) : ts_mul(q->value, n.x[i]);
    }
    apart = ts_short(ts_plus(off, ts_of(-1), way), tolerance, both);
    if (normal != NULL && !q->cone && apart != 1) {
      ts_vec own = ts_vec_of(normal);
      ts_num length = ts_div(q->value, ts_sqrt(ts_dot(own, own)));
      apart = ts_or(apart, ts_short(ts_plus(off, ts_minus(length), own), tolerance, both));
    }
    if (apart != 0) apart = ts_and(apart, ts_within(&pair->a, p, tolerance, a));
    if (apart != 0) apart = ts_and(apart, ts_within(&pair->b, p + 3, tolerance, b));
    good = ts_or(good, apart);
  }
  return good;
}

static inline int ts_absent(const double *v, int n) {
  int zero = 1;
  for (int i = 0; i < n; ++i) {
    if (!(fabs(v[i]) <= DBL_MAX)) return 1;
    zero = zero && v[i] == 0;
  }
  return zero;
}
static inline ts_question ts_ask(const touchstone_vector *pair, const touchstone_rules *rules) {
  ts_question q;
  double most = 0;
  q.pair = pair;
  q.rules = rules;
  q.value = rules->ratio ? ts_with_tail(pair->rho, pair->rho_tail) : ts_with_tail(pair->phi, pair->phi_tail);
  q.scale = rules->ratio ? fmax(1, fabs(pair->rho)) : pair->size;
  q.tau = ts_times(rules->tolerance, q.scale);
  q.count = rules->ratio ? pair->rho_directions : pair->directions;
  q.direction = rules->ratio ? pair->rho_direction : pair->direction;
  q.cone = rules->ratio || pair->sign == 0;
  for (int i = 0; i < 3; ++i) {
    q.d.x[i] = ts_sub(ts_of(pair->a.t[i]), ts_of(pair->b.t[i]));
    most = fmax(most, ts_max(q.d.x[i].h, pair->a.interior_point[i], pair->b.interior_point[i]));
  }
  q.d_exponent = 0;
  if (most > 0 && most < 1e-100) (void)frexp(most, &q.d_exponent); /* where products might underflow */
  q.d_exponent = -q.d_exponent;
  for (int i = 0; i < 3; ++i) {
    q.d.x[i] = ts_scaled(q.d.x[i], q.d_exponent);
    for (int j = 0; j < 3; ++j) {
      ts_num a = ts_scaled(ts_of(pair->a.interior_point[j]), q.d_exponent);
      ts_num b = ts_scaled(ts_of(pair->b.interior_point[j]), q.d_exponent);
      q.d.x[i] = ts_add(q.d.x[i], ts_mul(ts_of(pair->a.R[i][j]), a));
      q.d.x[i] = ts_sub(q.d.x[i], ts_mul(ts_of(pair->b.R[i][j]), b));
    }
  }
  return q;
}

static inline touchstone_verdict touchstone_judge(const touchstone_vector *pair, const touchstone_answer *answer,
                                                  touchstone_rules rules) {
  touchstone_verdict v = {TOUCHSTONE_RIGHT, TOUCHSTONE_ABSENT, TOUCHSTONE_ABSENT, TOUCHSTONE_ABSENT};
  const int valued = answer->status == TOUCHSTONE_GIVES_VALUE && fabs(answer->value) <= DBL_MAX;
  ts_question q;
  double limit;
  int judged, wrong, sign;
  if (answer->status == TOUCHSTONE_SKIPS) v.word = TOUCHSTONE_SKIPPED;
  else if (rules.ratio && !pair->has_rho) v.word = TOUCHSTONE_NOT_APPLICABLE;
  else if (!valued && answer->status != TOUCHSTONE_GIVES_SIGN) v.word = TOUCHSTONE_NO_ANSWER;
  if (v.word != TOUCHSTONE_RIGHT) return v;
  q = ts_ask(pair, &rules);
  judged = fabs(pair->phi) > ts_times(1e-9, pair->size) && fabs(q.value.h) > ts_times(rules.open_sign, q.scale);
  sign = valued ? (answer->value > 0) - (answer->value < 0) : answer->sign;
  wrong = judged && sign != pair->sign;
  v.value = wrong ? 0 : 1;
  if (valued && !wrong) {
    ts_num off = ts_sub(ts_of(answer->value), q.value);
    limit = ts_times(rules.ulps, ts_ulp(q.value.h != 0 ? q.value.h : rules.ratio ? 1 : pair->size));
    limit = fmax(q.tau, limit);
    v.value = ts_and(ts_not_above(ts_sub(off, ts_of(limit))), ts_not_above(ts_sub(ts_minus(off), ts_of(limit))));
  }
  if (answer->normal != NULL && !(valued && ts_absent(answer->normal, 3))) v.normal = ts_normal(&q, answer->normal);
  if (answer->points != NULL) {
    v.points = ts_witnesses(&q, answer->points, v.normal == 1 ? answer->normal : NULL);
    if (v.normal == 2 && v.points == 0) v.points = 2;
    if (v.points == 0 && valued && ts_absent(answer->points, 6)) v.points = TOUCHSTONE_ABSENT;
  }
  if (wrong) v.word = TOUCHSTONE_WRONG_SIGN;
  else if (v.value == 0) v.word = TOUCHSTONE_INACCURATE;
  else if (v.value == 2) v.word = TOUCHSTONE_UNDECIDED;
  else if (v.normal == 0) v.word = TOUCHSTONE_INVALID_NORMAL;
  else if (v.normal == 2) v.word = TOUCHSTONE_UNDECIDED;
  else if (v.points == 0) v.word = TOUCHSTONE_INVALID_WITNESS;
  else if (v.points == 2) v.word = TOUCHSTONE_UNDECIDED;
  else if (valued && ((rules.needs_normal && v.normal == TOUCHSTONE_ABSENT) ||
                      (rules.needs_points && v.points == TOUCHSTONE_ABSENT))) v.word = TOUCHSTONE_MISSING;
  else if (!valued && rules.needs_value && (pair->sign == 0 || judged)) v.word = TOUCHSTONE_NO_ANSWER;
  return v;
}

#endif
