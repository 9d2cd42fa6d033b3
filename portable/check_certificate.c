/* SPDX-License-Identifier: MIT */
/*
 * Checks a proof of a signed distance of two convex polytopes (docs/certificate-file.md).
 *
 *   gcc -O2 -o check_certificate check_certificate.c -lgmp -lm
 *   check_certificate FILE [--case CASES]
 *
 * FILE is a touchstone.certificate/1. With --case its bodies have to be those of a case of that JSON
 * file. Prints the claim, both bodies, the pair's id and the verdict. Exit code 0: verified. 1: not
 * verified, which calls nothing false. 2: a file cannot be read. C99 and GMP; all numbers are exact.
 */
#include <gmp.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { mpz_t x[3]; } Vec;
typedef struct {
  double frame[15]; /* R row by row, t, the interior point */
  double (*vertices)[3], (*others)[3]; /* others: the case's, for which a direction has to hold, too */
  long count, other_count;
  Vec *placed, centre; /* in the world: vertices, then others; the interior point; in units of 2^-2148 m */
} Body;
typedef struct { long a, b; Vec x; } Item; /* weights of a split, a = -1; or a leaf; or a pair, its weight x[0] */
typedef struct { Item* all; long count, room; } Items;

static const char* file_name;
static char **lines, *words[12], kind[4]; /* kind: phi, rho, gap or far */
static long line_count, line_at;
static Body bodies[2];
static int sign = 1, far_from, has_direction;
static double about[3]; /* a direction, or a point */
static Vec direction, bound; /* bound: P and Q */
static Items pairs, cover;

static void unreadable(const char* format, ...) {
  va_list list;
  va_start(list, format);
  fprintf(stderr, "%s: ", file_name);
  vfprintf(stderr, format, list);
  fprintf(stderr, "\n");
  exit(2);
}

static void must(int holds, const char* rule) {
  if (!holds) unreadable("line %ld: %s", line_at, rule);
}

static void require(int holds, const char* reason) {
  if (holds) return;
  printf("s NOT VERIFIED: %s\n", reason);
  exit(1);
}

static void* allocate(void* old, long count, size_t size) {
  old = realloc(old, (size_t)(count + 1) * size);
  return old != NULL ? old : (unreadable("there is not enough memory"), NULL);
}

static void start(Vec* v) { mpz_inits(v->x[0], v->x[1], v->x[2], NULL); }

static char* read_file(const char* path, long* size) {
  FILE* file = fopen(path, "rb");
  char* text = NULL;
  if (file == NULL) unreadable("%s cannot be opened", path);
  *size = 0;
  for (long room = 65536, more = 1; more > 0; room *= 2) {
    text = allocate(text, room, 1);
    more = (long)fread(text + *size, 1, (size_t)(room - *size), file);
    *size += more;
  }
  if (ferror(file)) unreadable("%s cannot be read", path);
  fclose(file);
  text[*size] = '\0';
  return text;
}

/* ---- The certificate. Its lines have forms in which D stands for a double, S for a sign, W for a whole
   number, C for one of at least 0, P for one above 0, V for a vertex: the first of A, the second of B. ---- */

static int word_count;
static double taken_doubles[9];
static Vec taken;
static long taken_vertices[2];

/* A double is spelt as %a does. */
static double double_of(const char* word) {
  char again[40];
  const double x = strtod(word, NULL);
  snprintf(again, sizeof again, "%a", x);
  must(isfinite(x) && strcmp(again, word) == 0, "a double is misspelt");
  return x;
}

static void whole_of(mpz_t out, const char* word, char form) {
  const char* at = word + (*word == '-');
  const size_t length = strspn(at, "0123456789");
  must(length >= 1 && length <= 20000 && at[length] == '\0', "a whole number is misspelt");
  must(*at != '0' || strcmp(word, "0") == 0, "a whole number is misspelt");
  mpz_set_str(out, word, 10);
  must(form == 'W' || mpz_sgn(out) >= (form == 'P'), "a number is too small");
}

static void next_line(void) {
  must(++line_at <= line_count, "the file ends before 'end'");
  word_count = 0;
  for (char* at = lines[line_at - 1]; at != NULL; ++word_count) {
    must(word_count < 12, "it has too many words");
    words[word_count] = at;
    at = strchr(at, ' ');
    if (at != NULL) *at++ = '\0';
  }
}

/* Whether the words have the form; takes their values if so. */
static int fits(const char* at) {
  int k = 0, doubles = 0, wholes = 0, vertices = 0;
  for (; *at != '\0' && k < word_count; at += strspn(at, " "), ++k) {
    const size_t length = strcspn(at, " ");
    const char value = length == 1 && strchr("SDWCPV", *at) != NULL ? *at : ' ';
    if (value == ' ' && (strlen(words[k]) != length || strncmp(at, words[k], length) != 0)) return 0;
    if (value == 'D') taken_doubles[doubles++] = double_of(words[k]);
    if (value == 'W' || value == 'C' || value == 'P') whole_of(taken.x[wholes++], words[k], value);
    if (value == 'S') {
      must(strlen(words[k]) == 1 && strchr("-0+", *words[k]) != NULL, "a sign is -, 0 or +");
      sign = *words[k] == '0' ? 0 : *words[k] == '+' ? 1 : -1;
    }
    if (value == 'V') {
      whole_of(taken.x[2], words[k], 'C');
      must(mpz_cmp_si(taken.x[2], bodies[vertices].count) < 0, "there is no such vertex");
      taken_vertices[vertices++] = mpz_get_si(taken.x[2]);
    }
    at += length;
  }
  return *at == '\0' && k == word_count;
}

static void take(const char* form) {
  next_line();
  must(fits(form), "it is not the line that belongs here");
}

static int next_is(const char* word) {
  return line_at < line_count && strncmp(lines[line_at], word, strlen(word)) == 0;
}

static Item* add_item(Items* items) {
  if (items->count == items->room) items->all = allocate(items->all, items->room = 2 * items->room + 16, sizeof(Item));
  Item* item = &items->all[items->count++];
  item->a = item->b = -1;
  start(&item->x);
  return item;
}

/* Returns the relation: '=', '>' or '<'. */
static char read_claim(void) {
  static const char* forms[] = {"claim phi = S C P", "claim phi >= S C P", "claim phi <= S C P", "claim rho = W P",
                                "claim gap D D D <= S C P", "claim far A D D D > C P", "claim far B D D D > C P"};
  int form = 0;
  next_line();
  while (form < 7 && !fits(forms[form])) ++form;
  must(form < 7, "it is no claim");
  strncpy(kind, words[1], 3);
  for (int k = 0; k < 2; ++k) mpz_set(bound.x[k], taken.x[k]);
  for (int k = 0; k < 3 && form > 3; ++k) about[k] = taken_doubles[k];
  must(form == 3 || form > 4 || (sign == 0) == (mpz_sgn(bound.x[0]) == 0), "the sign is not the number's");
  must(form != 4 || about[0] != 0 || about[1] != 0 || about[2] != 0, "the direction is 0");
  far_from = form == 6;
  return "=><=<>>"[form];
}

static void read_body(Body* body, const char* head) {
  static const char* forms[] = {"R D D D D D D D D D", "t D D D", "interior D D D"};
  take(head);
  must(mpz_cmp_si(taken.x[0], line_count) < 0, "there are not so many vertices");
  body->count = mpz_get_si(taken.x[0]);
  for (int k = 0, at = 0, n = 9; k < 3; ++k, at += n, n = 3) {
    take(forms[k]);
    memcpy(body->frame + at, taken_doubles, (size_t)n * sizeof(double));
  }
  body->vertices = allocate(NULL, body->count, sizeof *body->vertices);
  for (long k = 0; k < body->count; ++k) {
    take("vertex D D D");
    memcpy(body->vertices[k], taken_doubles, sizeof *body->vertices);
  }
}

static void read_item(Items* items, const char* form) {
  take(form);
  Item* item = add_item(items);
  for (int k = 0; k < 3; ++k) mpz_set(item->x.x[k], taken.x[k]);
  if (strchr(form, 'V') == NULL) return;
  item->a = taken_vertices[0];
  item->b = taken_vertices[1];
}

static void read_cover(void) {
  take("cover");
  for (long open = 8; open > 0;) {
    read_item(&cover, next_is("leaf ") ? "leaf V V" : "split C C C");
    const Item* item = &cover.all[cover.count - 1];
    int used = 0;
    for (int k = 0; k < 3; ++k) used += item->a < 0 && mpz_sgn(item->x.x[k]) > 0;
    must(item->a >= 0 || used > 1, "the new ray is one of the three");
    open += used - 1;
  }
}

static void read_certificate(void) {
  long size;
  char* text = read_file(file_name, &size);
  for (long k = 0; k < size; ++k) {
    line_count += text[k] == '\n';
    if (text[k] != '\n' && (text[k] < ' ' || text[k] > '~')) unreadable("it holds a byte that no line has");
  }
  if (size == 0 || text[size - 1] != '\n') unreadable("its last line does not end");
  lines = allocate(NULL, line_count, sizeof *lines);
  for (long k = 0; k < line_count; ++k) {
    lines[k] = text;
    text = strchr(text, '\n');
    *text++ = '\0';
  }
  take("touchstone.certificate/1");
  const char relation = read_claim();
  while (--word_count > 0) words[word_count][-1] = ' '; /* to be shown */
  read_body(&bodies[0], "body A P");
  read_body(&bodies[1], "body B P");
  has_direction = relation != '<';
  if (has_direction) {
    take("direction W W W");
    for (int k = 0; k < 3; ++k) mpz_set(direction.x[k], taken.x[k]);
    must(mpz_sgn(direction.x[0]) != 0 || mpz_sgn(direction.x[1]) != 0 || mpz_sgn(direction.x[2]) != 0, "the direction is 0");
  }
  if (relation != '>' && strcmp(kind, "phi") == 0 && sign < 0) read_cover();
  else if (relation != '>') do read_item(&pairs, "pair P V V"); while (next_is("pair "));
  take("end");
  must(line_at == line_count, "there is more behind it");
}

/* ---- What is proven ---- */

static void dot(mpz_t out, const Vec* a, const Vec* b) {
  mpz_mul(out, a->x[0], b->x[0]);
  mpz_addmul(out, a->x[1], b->x[1]);
  mpz_addmul(out, a->x[2], b->x[2]);
}

/* out = x 2^1074, a whole number whatever the double is. */
static void to_units(mpz_t out, double x) {
  int exponent;
  mpz_set_d(out, ldexp(frexp(x, &exponent), 53));
  exponent += 1074 - 53;
  if (exponent >= 0) mpz_mul_2exp(out, out, (mp_bitcnt_t)exponent);
  else mpz_tdiv_q_2exp(out, out, (mp_bitcnt_t)-exponent);
}

/* R v + t; v itself if `frame` is NULL. */
static void place(Vec* out, const double* frame, const double* v) {
  mpz_t a, b;
  mpz_inits(a, b, NULL);
  start(out);
  for (int k = 0; k < 3; ++k) {
    to_units(out->x[k], frame == NULL ? v[k] : frame[9 + k]);
    mpz_mul_2exp(out->x[k], out->x[k], 1074);
    for (int j = 0; j < 3 && frame != NULL; ++j) {
      to_units(a, frame[3 * k + j]);
      to_units(b, v[j]);
      mpz_addmul(out->x[k], a, b);
    }
  }
  mpz_clears(a, b, NULL);
}

/* out = max sense u.v over the body. */
static void reach(mpz_t out, const Body* body, int sense) {
  mpz_t along;
  mpz_init(along);
  for (long k = 0; k < body->count + body->other_count; ++k) {
    dot(along, &direction, &body->placed[k]);
    if (sense < 0) mpz_neg(along, along);
    if (k == 0 || mpz_cmp(along, out) > 0) mpz_set(out, along);
  }
  mpz_clear(along);
}

/* The sign of a b - c d. */
static int order(const mpz_t a, const mpz_t b, const mpz_t c, const mpz_t d) {
  mpz_t left;
  mpz_init(left);
  mpz_mul(left, a, b);
  mpz_submul(left, c, d);
  const int result = mpz_sgn(left);
  mpz_clear(left);
  return result;
}

/* The sign of x |x| - (the bound's square, with its sign) y, in units of lengths. Changes x and y. */
static int against_bound(mpz_t x, mpz_t y, const mpz_t P) {
  const int positive = mpz_sgn(x);
  mpz_mul(x, x, x);
  mpz_mul_si(x, x, positive);
  mpz_mul_si(y, y, sign);
  return order(x, bound.x[1], y, P);
}

/* The new ray of a split. */
static void ray_between(Vec* out, const Vec* cone, const Item* node) {
  size_t digits[3] = {0, 0, 0}, most = 0;
  mpz_t part, divisor;
  mpz_inits(part, divisor, NULL);
  for (int k = 0; k < 9; ++k) {
    const size_t more = mpz_sizeinbase(cone[k / 3].x[k % 3], 2);
    if (more > digits[k / 3]) digits[k / 3] = more;
    if (more > most) most = more;
  }
  for (int j = 0; j < 3; ++j) {
    mpz_set_si(out->x[j], 0);
    for (int k = 0; k < 3; ++k) {
      mpz_mul(part, node->x.x[k], cone[k].x[j]);
      mpz_mul_2exp(part, part, most - digits[k]);
      mpz_add(out->x[j], out->x[j], part);
    }
    mpz_gcd(divisor, divisor, out->x[j]);
  }
  for (int j = 0; j < 3; ++j) {
    mpz_divexact(out->x[j], out->x[j], divisor);
    require(mpz_sizeinbase(out->x[j], 2) <= 50000, "a ray of the cover is too long");
  }
  mpz_clears(part, divisor, NULL);
}

static void check_cover(const mpz_t P) {
  long count = 8, room = 64;
  Vec(*cones)[3] = allocate(NULL, room, sizeof *cones), cone[3], c, r;
  mpz_t along, length;
  mpz_inits(along, length, NULL);
  start(&c);
  start(&r);
  for (int k = 0; k < 24; ++k) {
    start(&cones[k / 3][k % 3]);
    mpz_set_si(cones[k / 3][k % 3].x[k % 3], k / 3 >> (2 - k % 3) & 1 ? 1 : -1);
  }
  for (long n = 0; n < cover.count; ++n) {
    const Item* node = &cover.all[n];
    memcpy(cone, cones[--count], sizeof cone);
    if (node->a < 0) ray_between(&r, cone, node);
    if (count + 3 > room) cones = allocate(cones, room *= 2, sizeof *cones);
    for (int k = 2; k >= 0 && node->a < 0; --k) {
      if (mpz_sgn(node->x.x[k]) == 0) continue;
      for (int j = 0; j < 9; ++j) mpz_init_set(cones[count][j / 3].x[j % 3], (j / 3 == k ? r : cone[j / 3]).x[j % 3]);
      ++count;
    }
    for (int k = 0; k < 3 && node->a >= 0; ++k) {
      for (int j = 0; j < 3; ++j) mpz_sub(c.x[j], bodies[0].placed[node->a].x[j], bodies[1].placed[node->b].x[j]);
      dot(along, &c, &cone[k]);
      dot(length, &cone[k], &cone[k]);
      require(against_bound(along, length, P) <= 0, "a leaf of the cover is too near"); /* the sign is -1 */
    }
    for (int j = 0; j < 9; ++j) mpz_clear(cone[j / 3].x[j % 3]);
  }
}

static void check(void) {
  Vec own, sum, d;
  mpz_t gap, other, P, length, total;
  mpz_inits(gap, other, P, length, total, NULL);
  start(&sum);
  start(&d);
  place(&own, NULL, about);
  for (int b = 0; b < 2; ++b) {
    Body* body = &bodies[b];
    body->placed = allocate(NULL, body->count + body->other_count, sizeof(Vec));
    for (long k = 0; k < body->count; ++k) place(&body->placed[k], body->frame, body->vertices[k]);
    for (long k = 0; k < body->other_count; ++k) place(&body->placed[body->count + k], body->frame, body->others[k]);
    place(&body->centre, body->frame, body->frame + 12);
  }
  mpz_mul_2exp(P, bound.x[0], 2 * 2148);
  for (long m = 0; m < pairs.count; ++m) {
    const Item* pair = &pairs.all[m];
    for (int k = 0; k < 3; ++k) {
      mpz_addmul(sum.x[k], pair->x.x[0], bodies[0].placed[pair->a].x[k]);
      mpz_submul(sum.x[k], pair->x.x[0], bodies[1].placed[pair->b].x[k]);
    }
    mpz_add(total, total, pair->x.x[0]);
  }
  mpz_mul(length, total, total);
  dot(other, &sum, &sum);
  if (strcmp(kind, "gap") == 0) {
    dot(gap, &own, &sum);
    dot(other, &own, &own);
    mpz_mul(length, length, other);
    require(against_bound(gap, length, P) <= 0, "the gap of the pairs is greater");
  } else if (strcmp(kind, "phi") == 0 && pairs.count > 0) {
    require(order(other, bound.x[1], length, P) <= 0, "the points of the pairs are farther apart");
  }
  if (cover.count > 0) check_cover(P);
  if (!has_direction) return;
  reach(gap, &bodies[0], -1);
  reach(other, &bodies[1], 1);
  mpz_add(gap, gap, other);
  mpz_neg(gap, gap);
  dot(length, &direction, &direction);
  if (strcmp(kind, "phi") == 0) require(against_bound(gap, length, P) >= 0, "the gap along the direction is less");
  if (strcmp(kind, "far") == 0) {
    dot(gap, &direction, &own);
    reach(other, &bodies[far_from], 1);
    mpz_sub(gap, gap, other);
    require(mpz_sgn(gap) > 0 && against_bound(gap, length, P) > 0, "the plane is not so far from the point");
  }
  if (strcmp(kind, "rho") != 0) return;
  for (int k = 0; k < 3; ++k) mpz_sub(d.x[k], bodies[0].centre.x[k], bodies[1].centre.x[k]);
  dot(length, &direction, &d);
  require(mpz_sgn(length) > 0, "the direction is not along that of the interior points");
  require(order(gap, bound.x[1], length, bound.x[0]) >= 0, "the gap along the direction is less");
  mpz_mul(total, total, bound.x[0]);
  for (int k = 0; k < 3; ++k) require(order(sum.x[k], bound.x[1], d.x[k], total) == 0, "its points are not so far apart");
}

/* ---- The case file ---- */

typedef struct Json { char type, *key; double number; struct Json* items; long count; } Json;
static const char* json_at;

static void good(int holds, const char* rule) {
  if (!holds) unreadable("the case file: %s", rule);
}

static void skip_space(void) { json_at += strspn(json_at, " \t\r\n"); }

/* Its first 64 bytes. */
static char* read_string(void) {
  char* text = allocate(NULL, 64, 1);
  int length = 0;
  good(*json_at == '"', "a string is missing");
  while (*++json_at != '"') {
    const int escaped = *json_at == '\\';
    if (escaped) good(*++json_at != '\0' && strchr("\"\\/bfnrtu", *json_at) != NULL, "a string is misspelt");
    if (escaped && *json_at == 'u') {
      good(strspn(json_at + 1, "0123456789abcdefABCDEF") >= 4, "a string is misspelt");
      json_at += 4;
    }
    good((unsigned char)*json_at >= ' ', "a string does not end");
    if (length < 63) text[length++] = escaped ? '\1' : *json_at; /* no key that is read has an escape */
  }
  ++json_at;
  text[length] = '\0';
  return text;
}

/* Whether the key is one of the words. */
static int is_among(const char* key, const char* list) {
  const size_t length = strlen(key);
  for (const char* at = list; length > 0 && (at = strstr(at, key)) != NULL; ++at) {
    if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) return 1;
  }
  return 0;
}

static int is_read(const char* key) {
  return is_among(key, "a b pose_a pose_b vertices box_half_extents facets interior_point R q t cases");
}

/* Other keys would change what a body or a pose is. */
static void has_only(const Json* object, const char* list) {
  good(object->type == '{', "an object is missing");
  for (long k = 0; k < object->count; ++k) good(is_among(object->items[k].key, list), "a body or a pose has a key of another kind");
}

static Json read_json(int depth) {
  Json value = {0, NULL, 0, NULL, 0};
  skip_space();
  good(depth < 100, "it is nested too deeply");
  value.type = *json_at;
  if (value.type == '"') return read_string(), value;
  if (value.type != '{' && value.type != '[') {
    const size_t length = strspn(json_at, "+-.0123456789eE");
    char* end = (char*)json_at + strspn(json_at, "aeflnrstu");
    if (length > 0) value.type = '0', value.number = strtod(json_at, &end);
    const long letters = end - json_at;
    good(length > 0 || (letters == 4 && (strncmp(json_at, "true", 4) == 0 || strncmp(json_at, "null", 4) == 0)) ||
         (letters == 5 && strncmp(json_at, "false", 5) == 0), "a value is misspelt");
    const char *digit = json_at + (*json_at == '-'), *point = memchr(json_at, '.', length);
    good(length == 0 || (strspn(digit, "0123456789") > 0 && (*digit != '0' || strspn(digit, "0123456789") == 1)), "a number is misspelt");
    good(length == 0 || (end == json_at + length && (point == NULL || strspn(point + 1, "0123456789") > 0)), "a number is misspelt");
    return json_at = end, value;
  }
  const char close = *json_at++ == '{' ? '}' : ']';
  for (skip_space(); *json_at != close; skip_space(), ++value.count) {
    char* key = NULL;
    good(value.count == 0 || *json_at++ == ',', "a comma is missing");
    skip_space();
    if (close == '}') {
      key = read_string();
      for (long k = 0; k < value.count && is_read(key); ++k) good(strcmp(value.items[k].key, key) != 0, "a key is there twice");
      skip_space();
      good(*json_at++ == ':', "a colon is missing");
    }
    if ((value.count & (value.count - 1)) == 0) value.items = allocate(value.items, 2 * value.count, sizeof(Json));
    value.items[value.count] = read_json(depth + 1);
    value.items[value.count].key = key;
  }
  ++json_at;
  return value;
}

static const Json* find(const Json* object, const char* key, int needed) {
  good(object->type == '{', "an object is missing");
  for (long k = 0; k < object->count; ++k) if (strcmp(object->items[k].key, key) == 0) return &object->items[k];
  if (needed) unreadable("the case file: %s is missing", key);
  return NULL;
}

static void numbers(const Json* list, long count, double* out) {
  good(list->type == '[' && list->count == count, "a list has another length");
  for (long k = 0; k < count; ++k) {
    out[k] = list->items[k].number + 0.0; /* no -0 */
    good(list->items[k].type == '0' && isfinite(out[k]), "a number is missing, or beyond doubles");
  }
}

/* Whether x is the double nearest to the fraction; of two the even one. */
static int is_nearest(double x, const mpq_t fraction) {
  mpq_t middle, other;
  uint64_t bits;
  int nearest = 1;
  memcpy(&bits, &x, sizeof bits);
  mpq_inits(middle, other, NULL);
  for (int side = -1; side <= 1; side += 2) {
    mpq_set_d(middle, x);
    mpq_set_d(other, nextafter(x, side * HUGE_VAL));
    mpq_add(middle, middle, other);
    mpq_div_2exp(middle, middle, 1);
    const int beyond = side * mpq_cmp(fraction, middle);
    nearest = nearest && (beyond < 0 || (beyond == 0 && (bits & 1) == 0));
  }
  mpq_clears(middle, other, NULL);
  return nearest;
}

/* Whether R is the exact rotation of q = (w, v), rounded: (2 v v' + (w w - v.v) 1 + 2 w [v]) / q.q */
static int is_rotation(const double* R, const double* q) {
  mpq_t p[16], square, entry;
  mpq_inits(square, entry, NULL);
  for (int k = 0; k < 16; ++k) {
    mpq_init(p[k]);
    mpq_set_d(p[k], q[k / 4]);
    mpq_set_d(entry, q[k % 4]);
    mpq_mul(p[k], p[k], entry);
    if (k % 5 == 0) mpq_add(square, square, p[k]);
  }
  good(mpq_sgn(square) != 0, "q is 0");
  for (int k = 0; k < 9; ++k) {
    const int i = k / 3, j = k % 3;
    (j == (i + 1) % 3 ? mpq_sub : mpq_add)(entry, p[5 + 4 * i + j], p[i == j ? 0 : 4 - i - j]);
    mpq_add(entry, entry, entry);
    if (i == j) mpq_sub(entry, entry, square);
    mpq_div(entry, entry, square);
    if (fabs(R[k]) > 1 || !is_nearest(R[k], entry)) return 0; /* no rounded entry exceeds 1 */
  }
  return 1;
}

static int by_value(const void* a, const void* b) {
  const double *p = a, *q = b;
  for (int k = 0; k < 3; ++k) if (p[k] != q[k]) return p[k] < q[k] ? -1 : 1;
  return 0;
}

/* Why the body is not the case's, or NULL. Keeps the case's vertices. */
static const char* unlike(Body* mine, const Json* body, const Json* pose) {
  double given[9], t[3], inside[3] = {0, 0, 0};
  const Json *box = find(body, "box_half_extents", 0), *interior = find(body, "interior_point", 0);
  const Json *R = find(pose, "R", 0), *q = find(pose, "q", 0);
  int same = 1;
  has_only(body, "vertices box_half_extents facets interior_point");
  has_only(pose, "R q t");
  good((R == NULL) != (q == NULL), "a pose must have R or q");
  good((box == NULL) != (find(body, "vertices", 0) == NULL), "a body must have vertices or box_half_extents");
  if (R != NULL) good(R->type == '[' && R->count == 3, "R must have three rows");
  for (int k = 0; k < 3 && R != NULL; ++k) {
    numbers(&R->items[k], 3, given);
    same = same && by_value(given, mine->frame + 3 * k) == 0;
  }
  if (q != NULL) numbers(q, 4, given), same = is_rotation(mine->frame, given);
  numbers(find(pose, "t", 1), 3, t);
  if (interior != NULL) numbers(interior, 3, inside);
  if (box != NULL) numbers(box, 3, given);
  good(box == NULL || (given[0] > 0 && given[1] > 0 && given[2] > 0), "a half extent is not positive");
  const Json* list = box != NULL ? box : find(body, "vertices", 1);
  good(list->type == '[', "vertices must be a list");
  mine->other_count = box != NULL ? 8 : list->count;
  mine->others = allocate(NULL, mine->other_count, sizeof *mine->others);
  for (long k = 0; k < mine->other_count; ++k) {
    if (box == NULL) numbers(&list->items[k], 3, mine->others[k]);
    for (int j = 0; j < 3 && box != NULL; ++j) mine->others[k][j] = k >> j & 1 ? given[j] : -given[j];
  }
  if (!same || by_value(t, mine->frame + 9) != 0) return "the pose of a body is not the case's";
  qsort(mine->others, (size_t)mine->other_count, sizeof *mine->others, by_value);
  for (long k = 0; k < mine->count; ++k) {
    if (bsearch(mine->vertices[k], mine->others, (size_t)mine->other_count, sizeof *mine->others, by_value) == NULL) {
      return "a vertex is not the case's";
    }
  }
  if (interior == NULL && box == NULL) return strcmp(kind, "rho") == 0 ? "a ratio depends on interior points, which the case lacks" : NULL;
  return by_value(inside, mine->frame + 12) == 0 ? NULL : "an interior point is not the case's";
}

static void compare(const char* path) {
  long size;
  char* text = read_file(path, &size);
  const char* reason = NULL;
  json_at = text + (strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0);
  const Json file = read_json(0);
  skip_space();
  good(json_at == text + size, "there is more behind it");
  const long count = file.type == '[' ? file.count : 1;
  for (long k = 0; k < count; ++k) {
    const Json* one = file.type == '[' ? &file.items[k] : &file;
    const char* first = unlike(&bodies[0], find(one, "a", 1), find(one, "pose_a", 1));
    reason = unlike(&bodies[1], find(one, "b", 1), find(one, "pose_b", 1));
    if (first != NULL) reason = first;
    if (reason != NULL) continue;
    printf("case %ld of the file\n", k + 1);
    return;
  }
  require(0, count == 1 ? reason : "its bodies are those of no case");
}

/* ---- The whole ---- */

static uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */

/* Shows the row, and takes it into the id. */
static void show(const char* word, const double* row, int count) {
  if (*word != '\0') printf("  %s", word);
  for (int k = 0; k < count; ++k) {
    const double x = row[k] + 0.0; /* no -0 */
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    if (*word != '\0') printf(k + 1 < count ? " %.17g" : " %.17g\n", row[k]);
    for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (bits >> 8 * byte & 0xff)) * 0x100000001b3u;
  }
}

int main(int argc, char** argv) {
  if (argc != 2 && (argc != 4 || strcmp(argv[2], "--case") != 0)) {
    fprintf(stderr, "usage: check_certificate FILE [--case CASES]\n");
    return 2;
  }
  file_name = argv[1];
  start(&taken);
  start(&bound);
  start(&direction);
  read_certificate();
  printf("%s\n", lines[1]);
  for (int b = 0; b < 2; ++b) {
    const Body* body = &bodies[b];
    const double count = (double)body->count;
    printf("%c: %ld vertices\n", 'A' + b, body->count);
    show("", &count, 1);
    for (long k = 0; k < body->count; ++k) show("vertex", body->vertices[k], 3);
    show("R", body->frame, 9);
    show("t", body->frame + 9, 3);
    show("interior", body->frame + 12, 3);
  }
  printf("id %016llx\n", (unsigned long long)hash);
  if (argc == 4) compare(argv[3]);
  check();
  printf("s VERIFIED\n");
  return 0;
}
