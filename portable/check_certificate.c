/* SPDX-License-Identifier: MIT */
/* Checks a proof of a signed distance of two convex polytopes (docs/certificate-file.md).

     gcc -O2 -o check_certificate check_certificate.c -lgmp -lm
     check_certificate FILE [--case CASES]

   FILE is a touchstone.certificate/1. With --case its bodies have to be those of a case, or a pair of vectors, in that
   JSON file. Prints claim, bodies, id and verdict. Exit code 0: verified. 1: not, which calls nothing false. 2: a file
   cannot be read. C99 and GMP; numbers are exact. Memory is not given back. Formatted by hand, as dense as judge.h. */
/* clang-format off */
#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Digits of a whole number, decimal, and of a ray, binary; splits within each other; lists and objects of JSON. */
enum { kMaxDigits = 5000, kMaxRayDigits = 5000, kMaxLevel = 500, kMaxDepth = 100 };
static const char *file_name, *flaw, *mismatch; /* why the claim is not verified; why no case has the bodies */
static char *text, *at;                         /* a file, and what is not yet read of it */

static void must(int holds, const char* rule) {
  long line = 1;
  if (holds) return;
  for (const char* c = text; c < at; ++c) line += *c == '\n';
  fprintf(stderr, "%s: line %ld: %s\n", file_name, line, rule);
  exit(2);
}
static void require(int holds, const char* reason) { if (!holds && flaw == NULL) flaw = reason; }
/* Memory for more than `count`; it grows by doubling. */
static void* grown(void* old, size_t count, size_t size) {
  if ((count & (count - 1)) != 0) return old;
  old = realloc(old, (2 * count + 1) * size);
  must(old != NULL, "there is not enough memory");
  return old;
}
static void read_file(const char* path) {
  FILE* file = fopen(path, "rb");
  size_t size = 0;
  file_name = path;
  at = text = NULL;
  must(file != NULL, "it cannot be opened");
  for (int c = 0; c != EOF; ++size) {
    c = fgetc(file);
    must(c != '\0', "it holds a zero byte");
    text = grown(text, size, 1);
    text[size] = c == EOF ? '\0' : (char)c;
  }
  must(!ferror(file), "it cannot be read");
  fclose(file);
  at = text;
}

/* ---- Exact numbers. A result is lost when a thousand more are made; kept() copies it. ---- */
typedef mpq_ptr Number;
typedef struct { Number x[3]; } Vec;
static mpq_t ring[1000];
static size_t made;
static Number fresh(void) {
  if (made < 1000) mpq_init(ring[made]);
  return ring[made++ % 1000];
}
static Number plus(Number a, Number b) { Number x = fresh(); mpq_add(x, a, b); return x; }
static Number minus(Number a, Number b) { Number x = fresh(); mpq_sub(x, a, b); return x; }
static Number times(Number a, Number b) { Number x = fresh(); mpq_mul(x, a, b); return x; }
static Number over(Number a, Number b) { Number x = fresh(); mpq_div(x, a, b); return x; }
static Number of_double(double x) { Number y = fresh(); mpq_set_d(y, x); return y; }
static Number kept(Number x) { Number y = grown(NULL, 0, sizeof *y); mpq_init(y); mpq_set(y, x); return y; }
static Vec kept_vector(Vec v) { return (Vec){{kept(v.x[0]), kept(v.x[1]), kept(v.x[2])}}; }
static Vec of_doubles(const double* v) { return (Vec){{of_double(v[0]), of_double(v[1]), of_double(v[2])}}; }
static Number dot(Vec a, Vec b) {
  return plus(plus(times(a.x[0], b.x[0]), times(a.x[1], b.x[1])), times(a.x[2], b.x[2]));
}

/* ---- The lines of a certificate ---- */
typedef struct { double frame[15], (*vertices)[3]; size_t count; } Body;
static Body bodies[2];              /* frame: R by rows, t, the interior point */
static char *claim, kind, relation; /* its line; p(hi), r(ho), g(ap), far from A or B; =, > or < */
static int sign = 2;                /* of the claim; 2: it names none */
static double about[3];             /* its direction or point */
static Number bound, wholes[3];     /* rho, or the square claimed, with its sign; whole numbers of a line */
static const double *vertex_of_A, *vertex_of_B; /* of a line */
static Vec direction;

static uint64_t bits_of(double x) { uint64_t bits; memcpy(&bits, &x, sizeof bits); return bits; }
static Number whole_of(const char* word, char form) {
  const char* digits = word + (*word == '-');
  const size_t count = strspn(digits, "0123456789");
  must(count > 0 && digits[count] == '\0' && (*digits != '0' || strcmp(word, "0") == 0), "a whole number is misspelt");
  must(count <= kMaxDigits, "a whole number is too long");
  Number x = fresh();
  mpq_set_str(x, word, 10);
  must(form == 'W' || mpq_sgn(x) >= (form == 'P'), "a number is too small");
  return x;
}
static double double_of(const char* word) {
  char again[40];
  const double x = strtod(word, NULL);
  const int power = (int)(bits_of(x) >> 52 & 2047);
  int end = sprintf(again, "%s0x%d.%013" PRIx64, signbit(x) ? "-" : "", power > 0, bits_of(x) & UINT64_MAX >> 12);
  while (again[end - 1] == '0') --end;
  sprintf(again + end - (again[end - 1] == '.'), "p%+d", power > 0 ? power - 1023 : x == 0 ? 0 : -1022);
  must(isfinite(x) && strcmp(again, word) == 0, "a double is not spelt as by glibc's %a");
  return x;
}
static const double* vertex_of(const char* word, const Body* body) {
  const Number index = whole_of(word, 'C');
  must(mpq_cmp_ui(index, body->count, 1) < 0, "there is no such vertex");
  return body->vertices[mpz_get_ui(mpq_numref(index))];
}
/* Whether the next line has the form, in which D stands for a double, S for a sign, W for a whole number, C for one of
   at least 0, P for one above 0, I for a vertex of A, J for one of B. Takes what they stand for. */
static int fits(const char* form, double* doubles) {
  char* end = at;
  for (int whole = 0; *form != '\0'; ++form) {
    const int is_itself = strchr("DSWCPIJ", *form) == NULL;
    if (is_itself && *end++ != *form) return 0;
    if (is_itself) continue;
    const char* word = end;
    end += strcspn(end, " \n");
    const char behind = *end;
    *end = '\0';
    if (*form == 'D') *doubles++ = double_of(word);
    if (*form == 'I') vertex_of_A = vertex_of(word, &bodies[0]);
    if (*form == 'J') vertex_of_B = vertex_of(word, &bodies[1]);
    if (strchr("WCP", *form) != NULL) wholes[whole++] = whole_of(word, *form);
    must(*form != 'S' || (end == word + 1 && strchr("-0+", *word) != NULL), "a sign is -, 0 or +");
    if (*form == 'S') sign = (*word == '+') - (*word == '-');
    *end = behind;
  }
  if (*end != '\n') return 0;
  at = end + 1;
  return 1;
}
static void take(const char* form, double* to) { must(fits(form, to), "it is not the line that belongs here"); }
static int next_is(const char* word) { return strncmp(at, word, strlen(word)) == 0; }
static void read_claim(void) {
  static const char* const forms[] = {
      "claim phi = S C P", "claim phi >= S C P", "claim phi <= S C P", "claim rho = W P",
      "claim gap D D D <= S C P", "claim far A D D D > C P", "claim far B D D D > C P"};
  int form = 0;
  claim = at;
  while (form < 7 && !fits(forms[form], about)) ++form;
  must(form < 7, "it is no claim");
  kind = "ppprgAB"[form];
  relation = "=><=<>>"[form];
  bound = kept(over(wholes[0], wholes[1]));
  must(sign == 2 || (sign == 0) == (mpq_sgn(bound) == 0), "the sign is not the number's");
  must(kind != 'g' || about[0] != 0 || about[1] != 0 || about[2] != 0, "the direction is 0");
  if (sign < 0) mpq_neg(bound, bound);
}
static void read_body(Body* body, const char* head) {
  take(head, NULL);
  must(mpq_cmp_ui(wholes[0], strlen(at), 1) < 0, "there are not so many vertices");
  const size_t count = mpz_get_ui(mpq_numref(wholes[0]));
  take("R D D D D D D D D D", body->frame);
  take("t D D D", body->frame + 9);
  take("interior D D D", body->frame + 12);
  for (; body->count < count; ++body->count) {
    body->vertices = grown(body->vertices, body->count, sizeof *body->vertices);
    take("vertex D D D", body->vertices[body->count]);
  }
}

/* ---- What is proven. After a flaw the lines are still read. ---- */
static Vec placed(const Body* body, const double* v) {
  Vec world;
  for (int k = 0; k < 3; ++k)
    world.x[k] = plus(dot(of_doubles(body->frame + 3 * k), of_doubles(v)), of_double(body->frame[9 + k]));
  return world;
}
/* a - b of points in their own frames. */
static Vec difference(const double* a, const double* b) {
  const Vec p = placed(&bodies[0], a), q = placed(&bodies[1], b);
  return (Vec){{minus(p.x[0], q.x[0]), minus(p.x[1], q.x[1]), minus(p.x[2], q.x[2])}};
}
/* The sign of x / sqrt(square) - the number claimed. */
static int against_bound(Number x, Number square) {
  const Number xx = times(x, x);
  if (mpq_sgn(x) < 0) mpq_neg(xx, xx);
  return mpq_cmp(xx, times(bound, square));
}
static void read_pairs(void) {
  const Vec sum = kept_vector(of_doubles((const double[]){0, 0, 0}));
  const Number total = kept(of_double(0));
  do {
    take("pair P I J", NULL);
    const Vec c = difference(vertex_of_A, vertex_of_B);
    for (int k = 0; k < 3; ++k) mpq_add(sum.x[k], sum.x[k], times(wholes[0], c.x[k]));
    mpq_add(total, total, wholes[0]);
  } while (next_is("pair "));
  for (int k = 0; k < 3; ++k) mpq_div(sum.x[k], sum.x[k], total);
  const Vec n = of_doubles(about), d = difference(bodies[0].frame + 12, bodies[1].frame + 12);
  if (kind == 'p') require(mpq_cmp(dot(sum, sum), bound) <= 0, "the points of the pairs are farther apart");
  if (kind == 'g') require(against_bound(dot(n, sum), dot(n, n)) <= 0, "the gap of the pairs is greater");
  for (int k = 0; k < 3 && kind == 'r'; ++k)
    require(mpq_equal(sum.x[k], times(bound, d.x[k])), "its points are not so far apart");
}
/* The ray of a split by the weights just read. */
static Vec ray_between(const Vec* cone) {
  size_t digits[] = {0, 0, 0};
  const Number divisor = of_double(0);
  Vec r;
  for (int k = 0; k < 9; ++k) {
    const size_t entry = mpz_sizeinbase(mpq_numref(cone[k / 3].x[k % 3]), 2);
    if (entry > digits[k / 3]) digits[k / 3] = entry;
  }
  for (int k = 0; k < 3; ++k) mpq_mul_2exp(wholes[k], wholes[k], kMaxRayDigits - digits[k]);
  for (int j = 0; j < 3; ++j) {
    r.x[j] = dot((Vec){{wholes[0], wholes[1], wholes[2]}}, (Vec){{cone[0].x[j], cone[1].x[j], cone[2].x[j]}});
    mpz_gcd(mpq_numref(divisor), mpq_numref(divisor), mpq_numref(r.x[j]));
  }
  for (int j = 0; j < 3; ++j) {
    r.x[j] = kept(over(r.x[j], divisor));
    require(mpz_sizeinbase(mpq_numref(r.x[j]), 2) <= kMaxRayDigits, "a ray of the cover is too long");
  }
  return r;
}
/* Reads the tree of a cone of three rays. */
static void read_cone(const Vec* cone, int level) {
  must(level <= kMaxLevel, "the cover has too many levels");
  if (next_is("leaf ")) {
    take("leaf I J", NULL);
    if (flaw != NULL) return;
    const Vec c = difference(vertex_of_A, vertex_of_B);
    for (int k = 0; k < 3; ++k)
      require(against_bound(dot(c, cone[k]), dot(cone[k], cone[k])) <= 0, "a leaf of the cover is too near");
    return;
  }
  take("split C C C", NULL);
  const int splits[] = {mpq_sgn(wholes[0]), mpq_sgn(wholes[1]), mpq_sgn(wholes[2])};
  must(splits[0] + splits[1] + splits[2] > 1, "the new ray is one of the three");
  const Vec r = flaw == NULL ? ray_between(cone) : cone[0];
  for (int k = 0; k < 3; ++k) {
    Vec part[] = {cone[0], cone[1], cone[2]};
    part[k] = r;
    if (splits[k] > 0) read_cone(part, level + 1);
  }
}
static void read_cover(void) {
  take("cover", NULL);
  for (int octant = 0; octant < 8; ++octant) {
    double axes[3][3] = {{0}};
    for (int k = 0; k < 3; ++k) axes[k][k] = octant & 4 >> k ? -1 : 1;
    const Vec x = kept_vector(of_doubles(axes[0])), y = kept_vector(of_doubles(axes[1]));
    read_cone((const Vec[]){x, y, kept_vector(of_doubles(axes[2]))}, 0);
  }
}
/* The greatest u.v over the body; the least if sense is -1. */
static Number reach(const Body* body, Vec u, int sense) {
  const Number most = kept(dot(u, placed(body, body->vertices[0])));
  for (size_t k = 1; k < body->count; ++k) {
    const Number along = dot(u, placed(body, body->vertices[k]));
    if (sense * mpq_cmp(along, most) > 0) mpq_set(most, along);
  }
  return most;
}
static void check_direction(Vec u) {
  const int is_far = kind == 'A' || kind == 'B';
  const Number most = reach(&bodies[kind != 'A'], u, 1);
  const Number gap = minus(is_far ? dot(u, of_doubles(about)) : reach(&bodies[0], u, -1), most);
  const Number along = dot(u, difference(bodies[0].frame + 12, bodies[1].frame + 12));
  if (kind == 'r') require(mpq_sgn(along) > 0, "the direction is not along that of the interior points");
  const int side = kind == 'r' ? mpq_cmp(gap, times(bound, along)) : against_bound(gap, dot(u, u));
  require(side >= is_far, is_far ? "the plane is not so far from the point" : "the gap along the direction is less");
}
static void read_certificate(const char* path) {
  read_file(path);
  for (; *at != '\0'; ++at) must(*at == '\n' || (*at >= ' ' && *at <= '~'), "it holds a byte that no line has");
  at = text;
  take("touchstone.certificate/1", NULL);
  read_claim();
  read_body(&bodies[0], "body A P");
  read_body(&bodies[1], "body B P");
  if (relation != '<') {
    take("direction W W W", NULL);
    direction = kept_vector((Vec){{wholes[0], wholes[1], wholes[2]}});
    must(mpq_sgn(dot(direction, direction)) > 0, "the direction is 0");
  }
  if (relation != '>' && kind == 'p' && sign < 0) read_cover();
  else if (relation != '>') read_pairs();
  take("end", NULL);
  must(*at == '\0', "there is more behind it");
}

/* ---- The case file. A value that is no list and no object, or an empty one, has a path, such as [2].pose_a.t[0]. Of a
   case the numbers of some paths are read, each in its turn. ---- */
enum { kBox, kInterior, kVertices, kFacets, kR, kT, kQ, kPlaces };
static const char* const kNames[] = {"box_half_extents", "interior_point", "vertices", "facets", "R", "t", "q"};
static struct { double* x; size_t count; } given[2][kPlaces];
static char path[(kMaxDepth + 1) * 68], case_path[64];
static int cases, match; /* match: the case that the bodies are of, counted from 1 */
static void give(int b, int place, double x) {
  given[b][place].x = grown(given[b][place].x, given[b][place].count, sizeof x);
  given[b][place].x[given[b][place].count++] = x;
}
/* Whether R is the rotation of q = (w, v), (2 v v' + (w w - v.v) 1 + 2 w [v]) / q.q, each entry rounded to the nearest
   double, of two the even one. */
static int is_rotation(const double* R, const double* q) {
  const Vec v = of_doubles(q + 1);
  const Number w = of_double(q[0]), ww = times(w, w), vv = dot(v, v);
  for (int k = 0; k < 9; ++k) {
    const int i = k / 3, j = k % 3;
    Number entry = times(v.x[i], v.x[j]);
    if (i != j) entry = (j == (i + 1) % 3 ? minus : plus)(entry, times(w, v.x[3 - i - j]));
    entry = plus(entry, entry);
    if (i == j) entry = plus(entry, minus(ww, vv));
    for (int side = -1; side <= 1; side += 2) {
      const Number ends = plus(of_double(R[k]), of_double(nextafter(R[k], 4 * side)));
      const int beyond = side * mpq_cmp(plus(entry, entry), times(ends, plus(ww, vv)));
      if (fabs(R[k]) > 1 || beyond > 0 || (beyond == 0 && (bits_of(R[k]) & 1) != 0)) return 0;
    }
  }
  return 1;
}
static int by_value(const void* a, const void* b) {
  const double *p = a, *q = b;
  for (int k = 0; k < 3; ++k) if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
  return 0;
}
/* Why the body is not the case's, else NULL. */
static const char* unlike(const Body* mine, int b) {
  const double *R = given[b][kR].x, *q = given[b][kQ].count > 0 ? given[b][kQ].x : NULL;
  int same = by_value(given[b][kT].x, mine->frame + 9) == 0 && (q == NULL || is_rotation(mine->frame, q));
  for (int k = 0; k < 9 && q == NULL; ++k) same = same && R[k] == mine->frame[k];
  if (!same) return "the pose of a body is not the case's";
  const size_t size = sizeof *mine->vertices, count = given[b][kVertices].count / 3;
  double* const vertices = given[b][kVertices].x;
  qsort(vertices, count, size, by_value);
  for (size_t k = 0; k < mine->count; ++k)
    if (bsearch(mine->vertices[k], vertices, count, size, by_value) == NULL) return "a vertex is not the case's";
  if (given[b][kInterior].count == 0)
    return kind == 'r' ? "a ratio depends on interior points, which the case lacks" : NULL;
  return by_value(given[b][kInterior].x, mine->frame + 12) == 0 ? NULL : "an interior point is not the case's";
}
/* A case is complete: is it that of the bodies? */
static void end_case(void) {
  for (int b = 0; b < 2; ++b) {
    const double *box = given[b][kBox].x, *q = given[b][kQ].x;
    size_t n[kPlaces];
    for (int k = 0; k < kPlaces; ++k) n[k] = given[b][k].count;
    const int is_box = n[kBox] == 3 && n[kVertices] == 0 && box[0] > 0 && box[1] > 0 && box[2] > 0;
    const int has_q = n[kQ] == 4 && n[kR] == 0 && (q[0] != 0 || q[1] != 0 || q[2] != 0 || q[3] != 0);
    must(is_box || (n[kBox] == 0 && n[kVertices] > 0 && n[kVertices] % 3 == 0),
         "a body must have vertices, or half extents above 0");
    must((has_q || (n[kQ] == 0 && n[kR] == 9)) && n[kT] == 3 && (n[kInterior] == 0 || n[kInterior] == 3),
         "a pose must have t, and R or q; an interior point has three numbers");
    for (int k = 0; k < 24 && is_box; ++k) give(b, kVertices, k / 3 >> k % 3 & 1 ? box[k % 3] : -box[k % 3]);
    for (size_t k = n[kInterior]; k < 3 && is_box; ++k) give(b, kInterior, 0);
  }
  if (match == 0) {
    const char* reason = unlike(&bodies[0], 0);
    if (reason == NULL) reason = unlike(&bodies[1], 1);
    if (reason == NULL) match = cases;
    mismatch = mismatch != NULL ? "its bodies are those of no case" : reason;
    for (int b = 0; b < 2 && match > 0; ++b) { /* a direction is held against all vertices of the case */
      bodies[b].count = given[b][kVertices].count / 3;
      bodies[b].vertices = (double(*)[3])given[b][kVertices].x;
      given[b][kVertices].x = NULL;
    }
  }
  for (int k = 0; k < 2 * kPlaces; ++k) given[k / kPlaces][k % kPlaces].count = 0;
}
/* Takes the value at `path`: x if it is a number. */
static void take_value(double x) {
  int prefix = 0;
  char next[64];
  sscanf(path, *path == '[' ? "[%*u]%n" : ".groups[%*u].pairs[%*u]%n", &prefix);
  const int is_pose = strncmp(path + prefix, ".pose_", 6) == 0;
  const char *body = path + prefix + strlen(is_pose ? ".pose_" : "."), *key = body + 2;
  if (path[prefix] != '.' || (strncmp(body, "a.", 2) != 0 && strncmp(body, "b.", 2) != 0)) return;
  if (cases == 0 || strncmp(path, case_path, (size_t)prefix) != 0 || case_path[prefix] != '\0') {
    if (cases > 0) end_case();
    ++cases;
    snprintf(case_path, sizeof case_path, "%.*s", prefix, path);
  }
  for (int place = is_pose ? kR : kBox; place < (is_pose ? kPlaces : kR); ++place) {
    const size_t length = strlen(kNames[place]), n = given[*body - 'a'][place].count;
    if (strncmp(key, kNames[place], length) != 0 || strchr("[.", key[length]) == NULL) continue;
    if (place == kFacets) return;
    if (place == kVertices || place == kR) snprintf(next, sizeof next, "[%zu][%zu]", n / 3, n % 3);
    else snprintf(next, sizeof next, "[%zu]", n);
    must(strcmp(key + length, next) == 0, "a list of numbers has another shape");
    must(isfinite(x), "a number is missing, or beyond doubles");
    give(*body - 'a', place, x);
    return;
  }
  must(0, "a body or a pose has a key of another kind");
}

/* ---- JSON ---- */
static void advance(int count) { at += count, at += strspn(at, " \t\r\n"); } /* behind the spaces there */
/* Takes a string and its first 63 letters, ? for what is not ASCII. */
static size_t take_string(char* out) {
  size_t length = 0;
  must(*at == '"', "a string is missing");
  for (++at; *at != '"'; ++at) {
    unsigned letter = (unsigned char)*at;
    must(letter >= ' ', "a string does not end");
    if (letter == '\\') {
      must(*++at != '\0' && strchr("\"\\/bfnrtu", *at) != NULL, "an escape is misspelt");
      must(*at != 'u' || strspn(at + 1, "0123456789abcdefABCDEF") >= 4, "an escape is misspelt");
      letter = strchr("\"\\/", *at) != NULL ? (unsigned char)*at : 0;
      if (*at == 'u') letter = (unsigned)strtoul((char[]){at[1], at[2], at[3], at[4], '\0'}, NULL, 16);
      if (*at == 'u') at += 4;
    }
    if (length < 63) out[length++] = letter > 0 && letter < 128 ? (char)letter : '?';
  }
  ++at;
  out[length] = '\0';
  return length;
}
static double take_number(void) {
  const char* digits = at + (*at == '-');
  const size_t whole = strspn(digits, "0123456789"), length = strspn(at, "+-.0123456789eE");
  const char* point = memchr(at, '.', length);
  char* end;
  const double x = strtod(at, &end);
  must(whole == 1 || (whole > 1 && *digits != '0'), "a value is misspelt");
  must(end == at + length && (point == NULL || strspn(point + 1, "0123456789") > 0), "a number is misspelt");
  at = end;
  return x;
}
/* Takes what stands at the path of that length. */
static void take_json(size_t length, int depth) {
  char* const end = path + length;
  const char open = *at, close = open == '[' ? ']' : '}';
  double x = NAN;
  *end = '\0';
  if (open == '[' || open == '{') {
    size_t items = 0;
    must(depth < kMaxDepth, "it is nested too deeply");
    for (advance(1); *at != close; advance(0), ++items) {
      size_t more = (size_t)sprintf(end, "[%zu]", items);
      must(items == 0 || *at == ',', "a comma is missing");
      if (items > 0) advance(1);
      if (open == '{') {
        more = 1 + take_string(end + 1);
        for (char* letter = end + 1; *letter != '\0'; ++letter) if (strchr("[].", *letter) != NULL) *letter = '?';
        *end = '.';
        advance(0);
        must(*at == ':', "a colon is missing");
        advance(1);
      }
      take_json(length + more, depth + 1);
    }
    ++at;
    if (items > 0) return;
    *end = '\0';
  } else if (open == '"') {
    take_string((char[64]){0});
  } else if (next_is("true") || next_is("null") || next_is("false")) {
    at += open == 'f' ? 5 : 4;
  } else {
    x = take_number();
  }
  take_value(x);
}
static void compare(const char* file) {
  read_file(file);
  advance(next_is("\xef\xbb\xbf") ? 3 : 0);
  take_json(0, 0);
  advance(0);
  must(*at == '\0', "there is more behind it");
  end_case();
  if (match > 0) printf("case %d of the file\n", match);
  else flaw = mismatch;
}

static uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
/* Shows a row, and takes it into the id. */
static void show(const char* name, const double* row, int count) {
  if (name != NULL) printf("  %s", name);
  for (int k = 0; k < count; ++k) {
    const double x = row[k] + 0.0; /* no -0 */
    for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (bits_of(x) >> 8 * byte & 0xff)) * 0x100000001b3u;
    if (name != NULL) printf(k + 1 < count ? " %.17g" : " %.17g\n", row[k]);
  }
}
int main(int argc, char** argv) {
  if (argc != 2 && (argc != 4 || strcmp(argv[2], "--case") != 0))
    return fprintf(stderr, "usage: check_certificate FILE [--case CASES]\n"), 2;
  read_certificate(argv[1]);
  printf("%.*s\n", (int)strcspn(claim, "\n"), claim);
  for (int b = 0; b < 2; ++b) {
    printf("%c: %zu vertices\n", 'A' + b, bodies[b].count);
    show(NULL, &(double){(double)bodies[b].count}, 1);
    for (size_t k = 0; k < bodies[b].count; ++k) show("vertex", bodies[b].vertices[k], 3);
    show("R", bodies[b].frame, 9);
    show("t", bodies[b].frame + 9, 3);
    show("interior", bodies[b].frame + 12, 3);
  }
  printf("id %016llx\n", (unsigned long long)hash);
  if (argc == 4) compare(argv[3]);
  if (relation != '<') check_direction(direction);
  if (flaw != NULL) printf("s NOT VERIFIED: %s\n", flaw);
  else printf("s VERIFIED\n");
  return flaw != NULL;
}
