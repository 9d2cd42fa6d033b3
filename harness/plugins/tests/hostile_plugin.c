/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plug-in of the tests: gaps over the facet normals of both bodies, and faults at questions that
 * the pose of B chooses, so that every run and every order has them at the same cases. Without
 * HOSTILE in its environment it is its own healthy twin, and so it is without HOSTILE_DEED, which
 * names further faults (hostile_deeds.h). With HOSTILE_IN_BATCHES it takes the questions of a batch
 * in one call. It counts the calls that plugin.h promises in the file that HOSTILE_CALLS names.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "harness/plugins/tests/fault_chance.h"
#include "harness/plugins/tests/hostile_deeds.h"
#include "include/touchstone/plugin.h"

#ifndef HOSTILE_ABI_MAJOR
#define HOSTILE_ABI_MAJOR TOUCHSTONE_ABI_MAJOR
#endif

static const char* hostile;

static double support(const touchstone_shape* s, const touchstone_pose* X, const double n[3],
                      double sign) {
  double local[3];
  double best = -INFINITY;
  for (int j = 0; j < 3; ++j) {
    local[j] = sign * (X->R[j] * n[0] + X->R[3 + j] * n[1] + X->R[6 + j] * n[2]);
  }
  for (uint32_t v = 0; v < s->vertex_count; ++v) {
    const double* p = s->vertices + 3 * (size_t)v;
    const double d = p[0] * local[0] + p[1] * local[1] + p[2] * local[2];
    if (d > best) best = d;
  }
  return best + sign * (X->t[0] * n[0] + X->t[1] * n[1] + X->t[2] * n[2]);
}

/* The largest gap over the facet normals of `s`, which is of body A if `sign` is -1. */
static void try_normals(const touchstone_query* q, const touchstone_shape* s,
                        const touchstone_pose* X, double sign, touchstone_answer* answer) {
  for (uint32_t f = 0; f < s->facet_count; ++f) {
    const double* m = s->facet_planes + 4 * (size_t)f;
    double n[3];
    for (int i = 0; i < 3; ++i) {
      n[i] = sign * (X->R[3 * i] * m[0] + X->R[3 * i + 1] * m[1] + X->R[3 * i + 2] * m[2]);
    }
    const double gap = -support(q->A, &q->X_WA, n, -1) - support(q->B, &q->X_WB, n, 1);
    if (gap > answer->value) {
      answer->value = gap;
      memcpy(answer->normal, n, sizeof n);
    }
  }
}

static void loop(void) {
  for (volatile int k = 0;; ++k) {
  }
}

static void leak(void) {
  for (;;) memset(malloc(1u << 24), 1, 1u << 24);
}

static void close_all(int count) {
  for (int k = 0; k < count; ++k) close(k);
}

static void pause_ms(long ms) {
  const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  nanosleep(&time, NULL);
}

/* Where the memory is mapped that is shared with the host: of questions, or of answers. */
static void* shared_block(const char* rights) {
  char line[512];
  void* found = NULL;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && found == NULL && fgets(line, sizeof line, maps) != NULL) {
    unsigned long begin = 0;
    char mode[5] = "";
    if (sscanf(line, "%lx-%*x %4s", &begin, mode) != 2) continue;
    if (strcmp(mode, rights) == 0 && strstr(line, "memfd:touchstone")) found = (void*)begin;
  }
  if (maps != NULL) fclose(maps);
  return found;
}

/* Says that the batch is answered, as the worker would, and answers nothing more. */
static void forge_a_reply(void) {
  struct {
    unsigned long long nonce;
    int pid;
  } reply;
  memset(&reply, 0, sizeof reply);
  memcpy(&reply.nonce, shared_block("r--s"), sizeof reply.nonce);
  reply.pid = getpid();
  for (int k = 3; k < 1024; ++k) send(k, &reply, sizeof reply, MSG_NOSIGNAL | MSG_DONTWAIT);
  for (;;) pause();
}

static void* go_on(void* progress) {
  for (;; pause_ms(1)) ++*(volatile unsigned*)progress;
}

/* Sleeps, and a thread says all the time that there is progress. */
static void feign_progress(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, go_on, shared_block("rw-s"));
  for (;;) pause();
}

/* A process of its own session, which holds all descriptors. */
static void leave_a_child(void) {
  if (fork() != 0) return;
  setsid();
  for (;;) pause();
}

/* The child's answer is another one, and comes first. */
static void let_a_child_answer(touchstone_answer* answer) {
  if (fork() == 0) {
    answer->value -= 1;
  } else {
    pause_ms(20);
  }
}

/* The process that init is called in. */
static pid_t caller;

/* Where the environment says so, a child returns first: it must not go on beside its parent. */
static void fork_in(const char* function) {
  if (hostile == NULL || strncmp(hostile, "fork_in_", 8) != 0) return;
  if (strcmp(hostile + 8, function) == 0 && fork() != 0) pause_ms(20);
}

/* The child's answer is another one, and comes last. */
static void let_a_child_answer_late(touchstone_answer* answer) {
  if (fork() == 0) {
    pause_ms(5);
    answer->value -= 1;
  }
}

/* Closes all, and opens a log of its own until its numbers are those of the worker. */
static void reopen(void) {
  const char* log = getenv("HOSTILE_LOG");
  close_all(1024);
  for (int k = 0; k < 200; ++k) {
    if (write(open(log, O_WRONLY | O_CREAT | O_APPEND, 0600), "line\n", 5) != 5) abort();
  }
}

/* What stands behind the buffer that the host gave. */
static touchstone_answer* end_of_answers;

/* Where only a sign is given otherwise, too. */
static void give_value(touchstone_answer* answer, double value) {
  answer->status = TOUCHSTONE_ANSWERED;
  answer->value = value;
}

static void give_long_normal(touchstone_answer* answer) {
  answer->given |= TOUCHSTONE_HAS_NORMAL;
  answer->normal[0] += 2;
}

/* One line for each call. */
static void count_call(const char* function) {
  const char* path = getenv("HOSTILE_CALLS");
  FILE* file = path != NULL ? fopen(path, "a") : NULL;
  if (file == NULL) return;
  fprintf(file, "%s\n", function);
  fclose(file);
}

/* How often they were called in this process. */
static int inits;
static int deinits;
static void count_repeated(int* calls, const char* words) {
  if (++*calls > 1) count_call(words);
}

static void enter(const char* function) {
  const Deed nothing = {NULL, NULL};
  count_call(function);
  commit_deed_at(function, &nothing);
}

static void take_50_ms(void) {
  for (const clock_t begin = clock(); clock() - begin < CLOCKS_PER_SEC / 20;) {
  }
}

static int* volatile nowhere;
static int resets;
static int asked_since_reset;

static void commit(const char* fault, touchstone_shape* A, touchstone_answer* answer) {
  if (strcmp(fault, "segfault") == 0) raise(SIGSEGV);
  if (strcmp(fault, "null") == 0) *nowhere = 1;
  if (strcmp(fault, "loop") == 0) loop();
  if (strcmp(fault, "sleep") == 0) pause();
  if (strcmp(fault, "abort") == 0) abort();
  if (strcmp(fault, "exit") == 0) exit(0);
  if (strcmp(fault, "leak") == 0) leak();
  if (strcmp(fault, "nan") == 0) give_value(answer, NAN);
  if (strcmp(fault, "infinite") == 0) give_value(answer, INFINITY);
  if (strcmp(fault, "long_normal") == 0) give_long_normal(answer);
  if (strcmp(fault, "scribble_shape") == 0) *(double*)(size_t)A->vertices = 7;
  if (strcmp(fault, "scribble_past") == 0) memset(end_of_answers, 0, 64);
  if (strcmp(fault, "print") == 0) fprintf(stderr, "warning\n"), printf("{\"id\": 1}\n");
  if (strcmp(fault, "fork") == 0) leave_a_child();
  if (strcmp(fault, "fork_and_answer") == 0) let_a_child_answer(answer);
  if (strcmp(fault, "fork_and_answer_late") == 0) let_a_child_answer_late(answer);
  if (strcmp(fault, "close") == 0) close_all(1024);
  if (strcmp(fault, "close_streams") == 0) close_all(3);
  if (strcmp(fault, "kill_parent") == 0) kill(getppid(), SIGKILL), pause();
  if (strcmp(fault, "stop_parent") == 0) kill(getppid(), SIGSTOP);
  if (strcmp(fault, "forge") == 0) forge_a_reply();
  if (strcmp(fault, "feign_progress") == 0) feign_progress();
  if (strcmp(fault, "note") == 0) strcpy(answer->note, "\x1b[2J \xc2\xb5m \x9b");
  if (strcmp(fault, "status") == 0) answer->status = 17;
  if (strcmp(fault, "skip") == 0) answer->status = TOUCHSTONE_SKIPPED;
}

static void misbehave(const touchstone_query* q, touchstone_answer* answer) {
  static int asked;
  const char* fault = fault_at(q->X_WB.t);
  ++asked;
  ++asked_since_reset;
  if (strcmp(hostile, "all") == 0 || strcmp(hostile, fault) == 0) commit(fault, q->A, answer);
  if (strcmp(hostile, "reopen") == 0 && strcmp(fault, "close") == 0) reopen();
  /* Not with the others: these depend on what was asked before. */
  if (strcmp(hostile, "flaky") == 0 && strcmp(fault, "segfault") == 0 && asked > 1) abort();
  if (strcmp(hostile, "slow") == 0) take_50_ms();
  if (strcmp(hostile, "resets") == 0) answer->value = -resets;
  if (strcmp(hostile, "order") == 0) answer->value -= 1e-3 * asked;
  if (strcmp(hostile, "warm") == 0 && asked_since_reset > 1) answer->value -= 1e-3;
}

void answer_soundly(const touchstone_query* q, touchstone_answer* answer) {
  answer->value = -INFINITY;
  try_normals(q, q->A, &q->X_WA, -1, answer);
  try_normals(q, q->B, &q->X_WB, 1, answer);
  if (answer->value > 0) {
    answer->status = TOUCHSTONE_SIGN_ONLY;
    answer->sign = 1;
  } else {
    answer->status = TOUCHSTONE_ANSWERED;
    answer->given = TOUCHSTONE_HAS_NORMAL;
  }
}

static void evaluate_one(const touchstone_query* q, touchstone_answer* answer) {
  if (hostile != NULL && strcmp(hostile, "empty") == 0) return;
  answer_soundly(q, answer);
  if (hostile != NULL) misbehave(q, answer);
  const Deed deed = {q, answer};
  if (has_deed(q->X_WB.t)) commit_deed_at("evaluate", &deed);
  if (getpid() != caller) answer->value -= 1;
}

static void evaluate(void* instance, const touchstone_query* q, touchstone_answer* answer) {
  (void)instance;
  end_of_answers = answer + 1;
  evaluate_one(q, answer);
}

static void evaluate_batch(void* instance, const touchstone_query* queries, size_t count,
                           touchstone_answer* answers) {
  (void)instance;
  end_of_answers = answers + count;
  const char* together = hostile != NULL && count > 1 ? hostile : "";
  if (strcmp(together, "loop_once") == 0 &&
      open(getenv("HOSTILE_LOG"), O_WRONLY | O_CREAT | O_EXCL, 0600) >= 0) {
    loop();
  }
  for (size_t k = 0; k < count; ++k) {
    evaluate_one(queries + k, answers + k);
    if (strcmp(together, "slow_together") == 0) take_50_ms();
  }
}

static int init(const char* library) {
  (void)library;
  hostile = getenv("HOSTILE");
  caller = getpid();
  fork_in("init");
  count_repeated(&inits, "init again");
  enter("init");
  return hostile != NULL && strcmp(hostile, "init") == 0 ? 3 : 0;
}
static void deinit(void) {
  count_repeated(&deinits, "deinit again");
  enter("deinit");
}
static void* create(void) {
  static char instance;
  fork_in("create");
  enter("create");
  return hostile != NULL && strcmp(hostile, "create") == 0 ? NULL : &instance;
}
static void destroy(void* instance) {
  (void)instance;
  enter("destroy");
}
static void reset(void* instance) {
  (void)instance;
  const Deed nothing = {NULL, NULL};
  ++resets;
  asked_since_reset = 0;
  fork_in("reset");
  commit_deed_at("reset", &nothing);
}
static void* prepare(void* instance, const touchstone_shape* shape) {
  const Deed nothing = {NULL, NULL};
  (void)instance;
  fork_in("prepare");
  count_call("prepare");
  if (has_deed(shape->vertices)) commit_deed_at("prepare", &nothing);
  return (void*)(size_t)shape;
}
static void release(void* instance, void* prepared) {
  (void)instance;
  fork_in("release");
  enter("release");
  (void)prepared;
}

static const touchstone_descriptor kDescriptor = {
    .name = "hostile",
    .version = "1",
    .build = "",
    .summary = "gaps over facet normals",
    .scalar = TOUCHSTONE_FLOAT64,
    .own_tolerance = 1e-9,
    .when_separated = 0,
    .when_touching = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL,
    .when_penetrating = TOUCHSTONE_GIVES_VALUE | TOUCHSTONE_GIVES_NORMAL};
static const touchstone_instance_1 kInstances = {create, destroy, reset, prepare, release};
static const touchstone_evaluate_1 kEvaluate = {evaluate};
static const touchstone_batch_1 kBatch = {evaluate_batch};

static const void* right_interface(const char* id) {
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_1) == 0) return &kDescriptor;
  if (strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) return &kInstances;
  if (strcmp(id, TOUCHSTONE_DISTANCE_1) == 0) return &kEvaluate;
#ifdef HOSTILE_IN_BATCHES
  if (strcmp(id, TOUCHSTONE_DISTANCE_BATCH_1) == 0) return &kBatch;
#else
  (void)kBatch;
#endif
  return special_interface(id);
}

static const void* get_interface(const char* id) { return deed_interface(id, right_interface(id)); }

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    HOSTILE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, init, deinit, get_interface};
