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
  const double (*vertices)[3]; /* own frame */
  double R[3][3], t[3];
  double interior_point[3]; /* own frame */
} touchstone_body;
typedef struct {
  double normal[3], tail[3];
} touchstone_direction;
typedef struct {
  double low_a[3], high_a[3], low_b[3], high_b[3]; /* of all true points */
} touchstone_points;
typedef struct {
  const char *id, *comment;
  int single_precision;
  touchstone_body a, b;
  double size;
  int sign;
  double phi, phi_tail;
  size_t directions; /* optimal ones; generators of their cone where sign is 0 */
  const touchstone_direction *direction;
  const touchstone_points *points; /* of each direction; one alone where sign is 0 */
  int has_rho;
  double rho, rho_tail;
  size_t rho_directions;
  const touchstone_direction *rho_direction;
  const touchstone_points *rho_points;
} touchstone_vector;

typedef enum {
  TOUCHSTONE_GIVES_VALUE,
  TOUCHSTONE_GIVES_SIGN,
  TOUCHSTONE_GIVES_NOTHING,
  TOUCHSTONE_SKIPS
} touchstone_status;
typedef struct {
  touchstone_status status;
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

typedef enum {
  TOUCHSTONE_RIGHT,
  TOUCHSTONE_WRONG_SIGN,
  TOUCHSTONE_INACCURATE,
  TOUCHSTONE_INVALID_NORMAL,
  TOUCHSTONE_INVALID_WITNESS,
  TOUCHSTONE_MISSING,
  TOUCHSTONE_NO_ANSWER,
  TOUCHSTONE_SKIPPED,
  TOUCHSTONE_NOT_APPLICABLE, /* rho is undefined */
  TOUCHSTONE_UNDECIDED
} touchstone_word;
typedef enum { TOUCHSTONE_NO, TOUCHSTONE_YES, TOUCHSTONE_OPEN, TOUCHSTONE_ABSENT } touchstone_part;
typedef struct {
  touchstone_word word;
  touchstone_part value, normal, points; /* whether each is right; a sign alone is the value */
} touchstone_verdict;

static inline touchstone_rules touchstone_default_rules(void) {
  touchstone_rules rules = {1e-8, 0, 0, 0, 0, 1, 1, 1};
  return rules;
}
static inline const char *touchstone_word_name(touchstone_word word) {
  static const char *const names[] = {"right",   "wrong_sign", "inaccurate", "invalid_normal", "invalid_witness",
                                      "missing", "no_answer",  "skipped",    "not_applicable", "undecided"};
  return names[word];
}

/* h + l, off by e at most. A bound gains 2^-102 of the operands with each operation that is not exact: more than the
   8 u^2 that it is, u = 2^-53. Products go through memory, so that no compiler contracts them with a sum. */
typedef struct {
  double h, l, e;
} ts_num;
typedef struct {
  ts_num x[3];
} ts_vec;
#define TS_REST 0x1p-102
#define TS_UNDERFLOW 1e-300

static inline double ts_times(double a, double b) {
  volatile double p = a * b;
  return p;
}
static inline ts_num ts_of(double h) {
  ts_num x = {h, 0, 0};
  return x;
}
static inline ts_num ts_with_tail(double h, double l) {
  ts_num x = {h, l, fabs(l) * 0x1p-53};
  return x;
}
static inline ts_num ts_add(ts_num a, ts_num b) {
  ts_num r;
  double s = a.h + b.h, d = s - a.h, t = (a.h - (s - d)) + (b.h - d), rest = a.l + b.l;
  t += rest;
  r.h = s + t;
  r.l = t - (r.h - s);
  r.e = a.e + b.e + (a.l == 0 && b.l == 0 ? 0 : TS_REST * (fabs(a.h) + fabs(b.h)));
  return r;
}
static inline ts_num ts_minus(ts_num a) {
  ts_num r = {-a.h, -a.l, a.e};
  return r;
}
static inline ts_num ts_sub(ts_num a, ts_num b) { return ts_add(a, ts_minus(b)); }
static inline double ts_high(double a) {
  double c = ts_times(0x1p27 + 1, a), d = c - a;
  return c - d;
}
static inline ts_num ts_mul(ts_num a, ts_num b) {
  ts_num r;
  double p = ts_times(a.h, b.h), ah = ts_high(a.h), bh = ts_high(b.h), al = a.h - ah, bl = b.h - bh, t;
  if ((a.h == 0 && a.e == 0) || (b.h == 0 && b.e == 0)) return ts_of(0);
  if (fabs(a.h) == 1 && a.l == 0 && a.e == 0) return a.h > 0 ? b : ts_minus(b);
  if (fabs(b.h) == 1 && b.l == 0 && b.e == 0) return b.h > 0 ? a : ts_minus(a);
  t = ((ts_times(ah, bh) - p) + ts_times(ah, bl)) + ts_times(al, bh);
  t += ts_times(al, bl);
  t += ts_times(a.h, b.l) + ts_times(a.l, b.h);
  r.h = p + t;
  r.l = t - (r.h - p);
  r.e = fabs(a.h) * b.e + fabs(b.h) * a.e + 2 * a.e * b.e +
        (a.l == 0 && b.l == 0 && fabs(p) > 1e-280 ? 0 : TS_REST * fabs(p) + TS_UNDERFLOW);
  return r;
}
static inline ts_num ts_div(ts_num a, ts_num b) { /* |b| far above its error */
  ts_num q = ts_of(a.h / b.h), rest = ts_sub(a, ts_mul(q, b));
  q = ts_add(q, ts_of(rest.h / b.h));
  q.e = (a.e + fabs(q.h) * b.e) / fabs(b.h) * 1.01 + 4 * TS_REST * fabs(q.h) + TS_UNDERFLOW;
  return q;
}
static inline ts_num ts_sqrt(ts_num a) {
  ts_num r = {0, 0, 0}, rest;
  if (!(a.h > 4 * a.e)) {
    r.e = sqrt(fabs(a.h) + a.e) * 1.01;
    return r;
  }
  r.h = sqrt(a.h);
  rest = ts_sub(a, ts_mul(ts_of(r.h), ts_of(r.h)));
  r = ts_add(r, ts_of(rest.h / (2 * r.h)));
  r.e = a.e / r.h + 8 * TS_REST * r.h;
  return r;
}
/* Whether x <= 0. */
static inline touchstone_part ts_not_above(ts_num x) {
  double e = x.e * 1.0001;
  if (x.h < -e || (x.h == 0 && x.l <= -e)) return TOUCHSTONE_YES;
  if (x.h == 0 && x.l == 0 && e == 0) return TOUCHSTONE_YES;
  return x.h > e ? TOUCHSTONE_NO : TOUCHSTONE_OPEN;
}
static inline touchstone_part ts_and(touchstone_part a, touchstone_part b) {
  if (a == TOUCHSTONE_NO || b == TOUCHSTONE_NO) return TOUCHSTONE_NO;
  return a == TOUCHSTONE_YES ? b : a;
}
static inline touchstone_part ts_or(touchstone_part a, touchstone_part b) {
  if (a == TOUCHSTONE_YES || b == TOUCHSTONE_YES) return TOUCHSTONE_YES;
  return a == TOUCHSTONE_NO ? b : a;
}

static inline ts_vec ts_vec_of(const double *v) {
  ts_vec r = {{ts_of(v[0]), ts_of(v[1]), ts_of(v[2])}};
  return r;
}
static inline ts_num ts_dot(ts_vec u, ts_vec v) {
  return ts_add(ts_add(ts_mul(u.x[0], v.x[0]), ts_mul(u.x[1], v.x[1])), ts_mul(u.x[2], v.x[2]));
}
static inline ts_vec ts_plus(ts_vec u, ts_num k, ts_vec v) { /* u + k v */
  int i;
  for (i = 0; i < 3; ++i) u.x[i] = ts_add(u.x[i], ts_mul(k, v.x[i]));
  return u;
}
static inline ts_vec ts_cross(ts_vec u, ts_vec v) {
  ts_vec r;
  int i;
  for (i = 0; i < 3; ++i) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r.x[i] = ts_sub(ts_mul(u.x[j], v.x[k]), ts_mul(u.x[k], v.x[j]));
  }
  return r;
}
static inline ts_vec ts_direction(const touchstone_direction *d) {
  ts_vec r;
  int i;
  for (i = 0; i < 3; ++i) r.x[i] = ts_with_tail(d->normal[i], d->tail[i]);
  return r;
}
static inline ts_vec ts_world(const touchstone_body *body, const double *p) {
  ts_vec r = ts_vec_of(body->t);
  int i;
  for (i = 0; i < 3; ++i) r.x[i] = ts_add(r.x[i], ts_dot(ts_vec_of(body->R[i]), ts_vec_of(p)));
  return r;
}
/* The least u.(R v) of the vertices v, and which of them has it. */
static inline ts_num ts_least(const touchstone_body *body, ts_vec u, size_t *vertex) {
  ts_vec w = {{ts_of(0), ts_of(0), ts_of(0)}};
  ts_num least = ts_of(0);
  double most = 0;
  size_t k;
  int i;
  for (i = 0; i < 3; ++i) w = ts_plus(w, u.x[i], ts_vec_of(body->R[i]));
  for (k = 0; k < body->count; ++k) {
    ts_num along = ts_dot(w, ts_vec_of(body->vertices[k]));
    if (along.e > most) most = along.e;
    if (k == 0 || along.h < least.h || (along.h == least.h && along.l < least.l)) {
      least = along;
      *vertex = k;
    }
  }
  least.e = most;
  return least;
}

/* The point nearest to 0 of the hull of c[0 .. n-1], as weights of the corners; what is returned lies in the hull,
   however its weights are rounded. Solves for each set of corners and takes the best. */
static inline ts_vec ts_nearest(const ts_vec *c, int n, int *kept) {
  ts_vec best = c[0];
  double least = HUGE_VAL;
  int set, i, j, k;
  for (set = 1; set < 1 << n; ++set) {
    ts_num m[3][4], rest = ts_of(1), square;
    ts_vec edge[3], q;
    int corner[4], size = 0, good = 1;
    for (i = 0; i < n; ++i) {
      if (set >> i & 1) corner[size++] = i;
    }
    for (i = 0; i + 1 < size; ++i) edge[i] = ts_plus(c[corner[i + 1]], ts_of(-1), c[corner[0]]);
    for (i = 0; i + 1 < size; ++i) {
      for (j = 0; j + 1 < size; ++j) m[i][j] = ts_dot(edge[i], edge[j]);
      m[i][size - 1] = ts_minus(ts_dot(edge[i], c[corner[0]]));
    }
    for (k = 0; k + 1 < size; ++k) { /* no pivots: the matrix is one of dot products */
      good = good && m[k][k].h > 0;
      for (i = 0; good && i + 1 < size; ++i) {
        ts_num factor = ts_div(m[i][k], m[k][k]);
        for (j = k; i != k && j < size; ++j) m[i][j] = ts_sub(m[i][j], ts_mul(factor, m[k][j]));
      }
    }
    if (!good) continue;
    for (q = c[corner[0]], k = 0; k + 1 < size; ++k) {
      ts_num weight = ts_div(m[k][size - 1], m[k][k]);
      weight.e = 0;
      good = good && weight.h >= 0;
      rest = ts_sub(rest, weight);
      q = ts_plus(q, weight, edge[k]);
    }
    square = ts_dot(q, q);
    if (good && rest.h >= 0 && square.h < least) {
      least = square.h;
      best = q;
      *kept = set;
    }
  }
  return best;
}
/* Whether p is within the tolerance of the body, each coordinate moved first by as much as that of the margin: the
   walk of Gilbert, Johnson & Keerthi (1988). A point of the hull proves "near", a direction "far". */
static inline touchstone_part ts_within(const touchstone_body *body, const double *p, double tolerance,
                                        const double *margin) {
  enum { max_steps = 200 };
  ts_vec c[4], q = ts_plus(ts_world(body, body->vertices[0]), ts_of(-1), ts_vec_of(p));
  ts_num square = ts_mul(ts_of(tolerance), ts_of(tolerance)), length;
  size_t vertex = 0;
  int n = 0, kept = 0, step, i, k;
  for (i = 0; i < 3; ++i) {
    if (!(fabs(p[i]) < 1e100)) return TOUCHSTONE_NO;
  }
  for (step = 0; step < max_steps; ++step) {
    double d[3];
    double unit = fmax(fabs(q.x[0].h), fmax(fabs(q.x[1].h), fabs(q.x[2].h)));
    ts_vec u, corner;
    ts_num along, limit;
    if (n > 0 && ts_not_above(ts_sub(ts_dot(q, q), square)) == TOUCHSTONE_YES) return TOUCHSTONE_YES;
    if (!(unit > 1e-200)) break;
    for (i = 0; i < 3; ++i) d[i] = q.x[i].h / unit;
    u = ts_vec_of(d);
    along = ts_least(body, u, &vertex);
    corner = ts_plus(ts_world(body, body->vertices[vertex]), ts_of(-1), ts_vec_of(p));
    for (i = 0; i < 3; ++i) {
      ts_num off = ts_sub(ts_of(body->t[i]), ts_of(p[i]));
      along = ts_add(along, ts_mul(u.x[i], off));
      along = ts_sub(along, ts_mul(ts_of(fabs(d[i])), ts_of(margin[i])));
      corner.x[i] = ts_add(corner.x[i], ts_of(d[i] > 0 ? -margin[i] : margin[i]));
    }
    limit = ts_mul(ts_of(tolerance), ts_sqrt(ts_dot(u, u)));
    if (ts_not_above(ts_sub(along, limit)) == TOUCHSTONE_NO) return TOUCHSTONE_NO;
    for (i = 0, k = 0; i < n; ++i) {
      if (kept >> i & 1) c[k++] = c[i];
    }
    n = k;
    if (n == 4) break;
    c[n++] = corner;
    length = ts_dot(q, q);
    q = ts_nearest(c, n, &kept);
    if (step > 0 && !(ts_sub(length, ts_dot(q, q)).h > 0)) break;
  }
  return TOUCHSTONE_OPEN;
}

/* A pair as one question about it: phi or rho. */
typedef struct {
  const touchstone_vector *pair;
  const touchstone_rules *rules;
  ts_num value;   /* phi or rho */
  double scale;   /* what values and normals are relative to */
  double tau;     /* tolerance * scale */
  size_t count;
  const touchstone_direction *direction;
  int cone;
  ts_vec d;       /* x_A - x_B times 2^d_exponent */
  int d_exponent;
} ts_question;

/* Whether gap(n)/|n| >= phi - tau, or gap(n) >= (rho - tau) n.d and n.d > 0. */
static inline touchstone_part ts_reaches(const ts_question *q, ts_vec n) {
  const touchstone_vector *pair = q->pair;
  size_t vertex = 0;
  ts_vec back = {{ts_minus(n.x[0]), ts_minus(n.x[1]), ts_minus(n.x[2])}};
  ts_num gap = ts_add(ts_least(&pair->a, n, &vertex), ts_least(&pair->b, back, &vertex));
  ts_num bar = ts_sub(q->value, ts_of(q->tau)), along;
  int i;
  for (i = 0; i < 3; ++i) {
    gap = ts_add(gap, ts_mul(n.x[i], ts_sub(ts_of(pair->a.t[i]), ts_of(pair->b.t[i]))));
  }
  if (!q->rules->ratio) return ts_not_above(ts_sub(ts_mul(bar, ts_sqrt(ts_dot(n, n))), gap));
  along = ts_dot(n, q->d);
  bar.h = ldexp(bar.h, -q->d_exponent);
  bar.l = ldexp(bar.l, -q->d_exponent);
  bar.e = ldexp(bar.e, -q->d_exponent) + (q->d_exponent == 0 ? 0 : TS_UNDERFLOW);
  switch (ts_not_above(along)) {
    case TOUCHSTONE_YES: return TOUCHSTONE_NO;
    case TOUCHSTONE_NO: return ts_not_above(ts_sub(ts_mul(bar, along), gap));
    default: return TOUCHSTONE_OPEN;
  }
}
/* Whether each entry of n/N is within `most` of that of u/U; N and U are their lengths. */
static inline touchstone_part ts_near(ts_vec n, ts_num N, ts_vec u, ts_num U, double most) {
  touchstone_part near = TOUCHSTONE_YES;
  double longest = fmax(fabs(n.x[0].h), fmax(fabs(n.x[1].h), fabs(n.x[2].h)));
  ts_num both = ts_mul(ts_of(most), ts_mul(N, U));
  int i;
  for (i = 0; i < 3; ++i) {
    ts_num off = ts_sub(ts_mul(n.x[i], U), ts_mul(u.x[i], N));
    /* Beside an axis, where n may be at exactly so many units: N is no less than the longest entry. */
    if (u.x[i].h == 0 && u.x[i].e == 0 && fabs(n.x[i].h) <= most * longest) continue;
    near = ts_and(near, ts_not_above(ts_sub(off, both)));
    near = ts_and(near, ts_not_above(ts_sub(ts_minus(off), both)));
  }
  return near;
}
/* Whether n is so near to a direction between r and s: to the one that is nearest by its largest entry. */
static inline touchstone_part ts_near_between(ts_vec n, ts_num N, ts_vec r, ts_vec s, double most) {
  ts_vec w = ts_cross(r, s), u, across, in_plane;
  ts_num ww = ts_dot(w, w), height = ts_dot(n, w), length = ts_sqrt(ww);
  double off[3], step[3], best, t = 0, scale = length.h * N.h;
  touchstone_part found = TOUCHSTONE_NO;
  int i, j, side;
  if (!(ww.h > 4 * ww.e) || fabs(height.h) > 4 * most * scale) return TOUCHSTONE_NO;
  across = ts_cross(w, n);
  for (i = 0; i < 3; ++i) {
    in_plane.x[i] = ts_sub(ts_mul(n.x[i], ww), ts_mul(height, w.x[i]));
    off[i] = height.h / length.h * (w.x[i].h / length.h) / N.h;
    step[i] = across.x[i].h / scale;
  }
  best = fmax(fabs(off[0]), fmax(fabs(off[1]), fabs(off[2])));
  for (i = 0; i < 3; ++i) {
    for (j = 0; j <= i; ++j) {
      for (side = -1; side <= (i == j ? -1 : 1); side += 2) {
        double x = i == j ? off[i] / step[i] : (off[i] + side * off[j]) / (step[i] + side * step[j]);
        double largest = fmax(fabs(off[0] - x * step[0]), fmax(fabs(off[1] - x * step[1]), fabs(off[2] - x * step[2])));
        if (largest < best) {
          best = largest;
          t = x;
        }
      }
    }
  }
  for (i = 0; i < 2; ++i) {
    touchstone_part between;
    u = ts_plus(in_plane, ts_mul(ts_of(i == 0 ? t : 0), length), across);
    between = ts_and(ts_not_above(ts_minus(ts_dot(ts_cross(r, u), w))), ts_not_above(ts_minus(ts_dot(ts_cross(u, s), w))));
    found = ts_or(found, ts_and(between, ts_near(n, N, u, ts_sqrt(ts_dot(u, u)), most)));
  }
  return found;
}
static inline touchstone_part ts_normal(const ts_question *q, const double *n) {
  double norm = sqrt(ts_times(n[0], n[0]) + (ts_times(n[1], n[1]) + ts_times(n[2], n[2])));
  double most = q->rules->single_precision ? 0x1p-22 : 0x1p-51;
  ts_vec v = ts_vec_of(n);
  ts_num N;
  touchstone_part good;
  size_t k, j;
  if (!(fabs(norm - 1) <= 1e-6)) return TOUCHSTONE_NO;
  N = ts_sqrt(ts_dot(v, v));
  good = ts_reaches(q, v);
  for (k = 0; k < q->count && good != TOUCHSTONE_YES; ++k) {
    good = ts_or(good, ts_near(v, N, ts_direction(&q->direction[k]), ts_of(1), most));
    for (j = 0; q->cone && j < k && good != TOUCHSTONE_YES; ++j) {
      good = ts_or(good, ts_near_between(v, N, ts_direction(&q->direction[j]), ts_direction(&q->direction[k]), most));
    }
  }
  return good;
}

/* Whether |off|, moved towards 0 by as much as the margin, is at most the tolerance. */
static inline touchstone_part ts_short(ts_vec off, double tolerance, const double *margin_a, const double *margin_b) {
  ts_num sum = ts_minus(ts_mul(ts_of(tolerance), ts_of(tolerance)));
  int i;
  for (i = 0; i < 3; ++i) {
    ts_num most = ts_add(ts_of(margin_a[i]), ts_of(margin_b[i]));
    ts_num above = ts_sub(off.x[i], most), below = ts_add(off.x[i], most), left = ts_of(0);
    touchstone_part over = ts_not_above(above), under = ts_not_above(ts_minus(below));
    if (over == TOUCHSTONE_NO) left = above;
    if (under == TOUCHSTONE_NO) left = below;
    if (over == TOUCHSTONE_OPEN) left.e = 2 * (above.e + fabs(above.h));
    if (under == TOUCHSTONE_OPEN) left.e = 2 * (below.e + fabs(below.h));
    sum = ts_add(sum, ts_mul(left, left));
  }
  return ts_not_above(sum);
}
static inline double ts_ulp(double x) { return x == 0 ? 0 : nextafter(fabs(x), HUGE_VAL) - fabs(x); }
static inline void ts_margin(const double *p, const double *low, const double *high, double *margin) {
  int i;
  for (i = 0; i < 3; ++i) margin[i] = 4 * ts_ulp(fmin(fmax(p[i], low[i]), high[i]));
}
static inline touchstone_part ts_witnesses(const ts_question *q, const double *p, const double *normal) {
  static const double none[3] = {0, 0, 0};
  const touchstone_vector *pair = q->pair;
  double tolerance = ts_times(q->rules->tolerance, pair->size), margin[2][3];
  size_t count = q->cone ? 1 : q->count, k;
  touchstone_part good = TOUCHSTONE_NO;
  int pass, i;
  for (i = 0; i < 6; ++i) {
    if (!(fabs(p[i]) < 1e100)) return TOUCHSTONE_NO;
  }
  for (pass = 0; pass < 2; ++pass) {
    for (k = 0; k < count && good != TOUCHSTONE_YES; ++k) {
      const touchstone_points *points = q->rules->ratio ? pair->rho_points : &pair->points[k];
      const double *a = none, *b = none;
      ts_vec off, n = ts_direction(&q->direction[k]), own = n, way;
      touchstone_part apart;
      if (pass == 1) {
        ts_margin(p, points->low_a, points->high_a, margin[0]);
        ts_margin(p + 3, points->low_b, points->high_b, margin[1]);
        a = margin[0];
        b = margin[1];
      }
      for (i = 0; i < 3; ++i) {
        off.x[i] = ts_sub(ts_of(p[i]), ts_of(p[i + 3]));
        way.x[i] = q->rules->ratio ? ts_mul(q->value, q->d.x[i]) : ts_mul(q->value, n.x[i]);
        if (q->rules->ratio) {
          way.x[i].h = ldexp(way.x[i].h, -q->d_exponent);
          way.x[i].l = ldexp(way.x[i].l, -q->d_exponent);
          way.x[i].e = ldexp(way.x[i].e, -q->d_exponent) + (q->d_exponent == 0 ? 0 : TS_UNDERFLOW);
        }
      }
      apart = ts_short(ts_plus(off, ts_of(-1), way), tolerance, a, b);
      if (normal != NULL && !q->cone && apart != TOUCHSTONE_YES) {
        ts_num length;
        own = ts_vec_of(normal);
        length = ts_div(q->value, ts_sqrt(ts_dot(own, own)));
        apart = ts_or(apart, ts_short(ts_plus(off, ts_minus(length), own), tolerance, a, b));
      }
      if (apart == TOUCHSTONE_NO) continue;
      apart = ts_and(apart, ts_and(ts_within(&pair->a, p, tolerance, a), ts_within(&pair->b, p + 3, tolerance, b)));
      good = ts_or(good, apart);
    }
  }
  return good;
}

static inline int ts_absent(const double *v, int n) {
  int i, zero = 1;
  for (i = 0; v != NULL && i < n; ++i) {
    if (!(fabs(v[i]) <= DBL_MAX)) return 1;
    zero = zero && v[i] == 0;
  }
  return v == NULL || zero;
}
static inline ts_question ts_ask(const touchstone_vector *pair, const touchstone_rules *rules) {
  ts_question q = {pair, rules, {0, 0, 0}, 0, 0, 0, NULL, 0, {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, 0};
  double most = 0;
  int i;
  q.value = rules->ratio ? ts_with_tail(pair->rho, pair->rho_tail) : ts_with_tail(pair->phi, pair->phi_tail);
  q.scale = rules->ratio ? fmax(1, fabs(pair->rho)) : pair->size;
  q.tau = ts_times(rules->tolerance, q.scale);
  q.count = rules->ratio ? pair->rho_directions : pair->directions;
  q.direction = rules->ratio ? pair->rho_direction : pair->direction;
  q.cone = rules->ratio || pair->sign == 0;
  q.d = ts_plus(ts_world(&pair->a, pair->a.interior_point), ts_of(-1), ts_world(&pair->b, pair->b.interior_point));
  for (i = 0; i < 3; ++i) most = fmax(most, fabs(q.d.x[i].h));
  if (most > 0 && most < 1e-100) (void)frexp(1 / (most * 1e200), &q.d_exponent), q.d_exponent += 600;
  for (i = 0; i < 3; ++i) {
    q.d.x[i].h = ldexp(q.d.x[i].h, q.d_exponent);
    q.d.x[i].l = ldexp(q.d.x[i].l, q.d_exponent);
    q.d.x[i].e = ldexp(q.d.x[i].e, q.d_exponent);
  }
  return q;
}

static inline touchstone_verdict touchstone_judge(const touchstone_vector *pair, const touchstone_answer *answer,
                                                  touchstone_rules rules) {
  touchstone_verdict v = {TOUCHSTONE_RIGHT, TOUCHSTONE_ABSENT, TOUCHSTONE_ABSENT, TOUCHSTONE_ABSENT};
  const int valued = answer->status == TOUCHSTONE_GIVES_VALUE && fabs(answer->value) <= DBL_MAX;
  ts_question q;
  double expected, ulp, limit;
  int judged, wrong, sign;
  if (answer->status == TOUCHSTONE_SKIPS) v.word = TOUCHSTONE_SKIPPED;
  else if (rules.ratio && !pair->has_rho) v.word = TOUCHSTONE_NOT_APPLICABLE;
  else if (!valued && answer->status != TOUCHSTONE_GIVES_SIGN) v.word = TOUCHSTONE_NO_ANSWER;
  if (v.word != TOUCHSTONE_RIGHT) return v;
  q = ts_ask(pair, &rules);
  expected = q.value.h;
  judged = fabs(pair->phi) > ts_times(1e-9, pair->size) && fabs(expected) > ts_times(rules.open_sign, q.scale);
  sign = valued ? (answer->value > 0) - (answer->value < 0) : answer->sign;
  wrong = judged && sign != pair->sign;
  v.value = wrong ? TOUCHSTONE_NO : TOUCHSTONE_YES;
  if (valued && !wrong) {
    ts_num off = ts_sub(ts_of(answer->value), q.value);
    ulp = ts_ulp(expected != 0 ? expected : rules.ratio ? 1 : pair->size);
    limit = fmax(q.tau, ts_times(rules.ulps, ulp));
    v.value = ts_and(ts_not_above(ts_sub(off, ts_of(limit))), ts_not_above(ts_sub(ts_minus(off), ts_of(limit))));
  }
  if (answer->normal != NULL && !(valued && ts_absent(answer->normal, 3))) v.normal = ts_normal(&q, answer->normal);
  if (answer->points != NULL) {
    v.points = ts_witnesses(&q, answer->points, v.normal == TOUCHSTONE_YES ? answer->normal : NULL);
    if (v.normal == TOUCHSTONE_OPEN && v.points != TOUCHSTONE_YES) v.points = TOUCHSTONE_OPEN;
    if (v.points == TOUCHSTONE_NO && valued && ts_absent(answer->points, 6)) v.points = TOUCHSTONE_ABSENT;
  }
  if (wrong) v.word = TOUCHSTONE_WRONG_SIGN;
  else if (v.value == TOUCHSTONE_NO) v.word = TOUCHSTONE_INACCURATE;
  else if (v.value == TOUCHSTONE_OPEN) v.word = TOUCHSTONE_UNDECIDED;
  else if (v.normal == TOUCHSTONE_NO) v.word = TOUCHSTONE_INVALID_NORMAL;
  else if (v.normal == TOUCHSTONE_OPEN) v.word = TOUCHSTONE_UNDECIDED;
  else if (v.points == TOUCHSTONE_NO) v.word = TOUCHSTONE_INVALID_WITNESS;
  else if (v.points == TOUCHSTONE_OPEN) v.word = TOUCHSTONE_UNDECIDED;
  else if (valued && ((rules.needs_normal && v.normal == TOUCHSTONE_ABSENT) ||
                      (rules.needs_points && v.points == TOUCHSTONE_ABSENT))) v.word = TOUCHSTONE_MISSING;
  else if (!valued && rules.needs_value && (pair->sign == 0 || judged)) v.word = TOUCHSTONE_NO_ANSWER;
  return v;
}

#endif
