/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The example plug-in as it would be if it tried to talk the gate round: CHEAT in its environment
 * names how. Without it, it is honest.
 */
#define _GNU_SOURCE
#define touchstone_plugin_entry honest_entry
#include "examples/plugins/c/my_boxes.c"
#undef touchstone_plugin_entry

#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

static int is_cheat(const char* name) {
  const char* cheat = getenv("CHEAT");
  return cheat != NULL && strcmp(cheat, name) == 0;
}

/* Burns processor time of this thread [s]. */
static void burn(double seconds) {
  struct timespec begun, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begun);
  do {
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  } while ((double)(now.tv_sec - begun.tv_sec) + 1e-9 * (double)(now.tv_nsec - begun.tv_nsec) <
           seconds);
}

static void* burn_on_thread(void* nothing) {
  burn(1e-4);
  return nothing;
}

static void* sleep_for_ever(void* nothing) {
  for (;;) pause();
  return nothing;
}

static void start_thread(void* (*run)(void*), int joins) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, run, NULL) != 0) return;
  if (joins) pthread_join(thread, NULL);
}

/* Whether the memory of a process that may hold truths can be read. */
static int can_read(int process) {
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/mem", process);
  const int memory = open(name, O_RDONLY);
  if (memory >= 0) close(memory);
  return memory >= 0;
}

/* Whether the pair is one of those that everybody can read: A in its family's place. */
static int is_remembered(const touchstone_query* query) {
  for (int i = 0; i < 3; ++i) {
    if (query->X_WA.t[i] != 0 || query->X_WA.R[4 * i] != 1) return 0;
  }
  return 1;
}

static int has_negative_zero(const touchstone_pose* X) {
  for (int i = 0; i < 3; ++i) {
    if (X->t[i] == 0 && signbit(X->t[i])) return 1;
  }
  return 0;
}

/* The memory in which questions come, as it was when a body was prepared. */
static char seen[2 << 20];

static void look_ahead(void) {
  static const char* block = NULL;
  if (block == NULL) {
    char line[512];
    FILE* maps = fopen("/proc/self/maps", "r");
    while (fgets(line, sizeof line, maps) != NULL) {
      unsigned long begin = 0;
      if (strstr(line, "r--s") == NULL || strstr(line, "memfd:touchstone") == NULL) continue;
      if (sscanf(line, "%lx-", &begin) == 1) block = (const char*)begin;
    }
    fclose(maps);
  }
  if (block != NULL) memcpy(seen, block, sizeof seen);
}

static int was_seen(const touchstone_query* query) {
  return memmem(seen, sizeof seen, &query->X_WB, sizeof query->X_WB) != NULL;
}

static touchstone_query shared_query; /* of all instances */
static int destroyed = 0;

static void cheat(void* instance, const touchstone_query* query, touchstone_answer* answer) {
  static unsigned asked = 0;
  static double warm = 0;
  const double little = 1e-5 * ((const touchstone_shape*)query->A)->box_half_extents[0];
  if (is_cheat("shares")) {
    const struct timespec moment = {0, 10000 * (long)(asked++ % 4)};
    shared_query = *query;
    nanosleep(&moment, NULL);
    evaluate(instance, &shared_query, answer);
    return;
  }
  evaluate(instance, query, answer);
  ++asked;
  if (is_cheat("crash") && asked % 100 == 0) raise(SIGSEGV);
  if (is_cheat("loops") && asked % 30 == 0) burn(1e9);
  if (is_cheat("loops-at-times") && (long)(1e9 * fabs(answer->value)) % 300 == 7) burn(1e9);
  if (is_cheat("constant")) answer->value = 1;
  if (is_cheat("table") && !is_remembered(query)) answer->value = 1;
  if (is_cheat("reach") && answer->value > 0) {
    memset(answer, 0, sizeof *answer);
    answer->status = TOUCHSTONE_SIGN_ONLY;
    answer->sign = 1;
  }
  if (is_cheat("after") && destroyed >= 2) answer->value = 1;
  if (is_cheat("ahead") && was_seen(query)) answer->value = 1;
  if (is_cheat("memory") && !can_read(getppid())) answer->value = 1;
  if (is_cheat("order") && asked % 2 == 0) answer->value += little;
  if (is_cheat("scale") && little > 1e-5) answer->value += little;
  if (is_cheat("zero") && has_negative_zero(&query->X_WA)) answer->value += little;
  if (is_cheat("chance")) answer->value += 1e-9 * little * (double)(getpid() % 1000);
  if (is_cheat("allocates")) {
    void* volatile memory = malloc(100);
    free(memory);
  }
  if (is_cheat("memalign")) free(memalign(16, 100));
  if (is_cheat("valloc")) free(valloc(100));
  if (is_cheat("pvalloc")) free(pvalloc(100));
  if (is_cheat("sbrk")) sbrk(16);
  if (is_cheat("mmap64") || is_cheat("mremap")) {
    static void* mapped = NULL;
    if (mapped == NULL || is_cheat("mmap64")) {
      mapped = mmap64(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    if (is_cheat("mmap64")) munmap(mapped, 8192);
    if (is_cheat("mremap")) mapped = mremap(mapped, 8192, 8192, MREMAP_MAYMOVE);
  }
  if (is_cheat("lazy") && asked == 1) dlopen(getenv("CHEAT_LIBRARY"), RTLD_NOW);
  if (is_cheat("parallel")) start_thread(burn_on_thread, 1);
  if (is_cheat("warm") && warm != answer->value) burn(1e-4);
  warm = answer->value;
#ifdef __SSE__
  if (is_cheat("denormals")) _mm_setcsr(_mm_getcsr() | 0x8040U);
#else
  if (is_cheat("denormals")) fesetround(FE_UPWARD);
#endif
}

static void cheat_destroy(void* instance) {
  destroy(instance);
  ++destroyed;
}

static void* cheat_prepare(void* instance, const touchstone_shape* shape) {
  if (is_cheat("prepare")) burn(2e-3);
  if (is_cheat("ahead")) look_ahead();
  return prepare(instance, shape);
}

/* A process that nobody waits for, and whose parent has ended. */
static void start_orphan(void) {
  const struct timespec moment = {0, 20000000};
  signal(SIGCHLD, SIG_IGN);
  if (fork() == 0) {
    if (fork() == 0) sleep_for_ever(NULL);
    _exit(0);
  }
  nanosleep(&moment, NULL);
  signal(SIGCHLD, SIG_DFL);
}

static void* start_child(void* nothing) {
  if (fork() == 0) sleep_for_ever(NULL);
  return sleep_for_ever(nothing);
}

static int cheat_init(const char* library) {
  (void)library;
  if (is_cheat("init")) burn(0.5);
  if (is_cheat("thread")) start_thread(sleep_for_ever, 0);
  if (is_cheat("orphan")) start_orphan();
  if (is_cheat("unheard")) {
    signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) _exit(0);
  }
  if (is_cheat("child")) start_thread(start_child, 0);
  if (is_cheat("process")) {
    const int child = fork();
    if (child == 0) _exit(0);
    waitpid(child, NULL, 0);
  }
  if (is_cheat("touchstone")) dlopen(getenv("CHEAT_LIBRARY"), RTLD_NOW);
  return 0;
}

static const touchstone_instance_1 kCheatInstances = {create, cheat_destroy, reset, cheat_prepare,
                                                      release};
static const touchstone_evaluate_1 kCheats = {cheat};
static const touchstone_descriptor_2 kNear = {.reach = 1e-12};

static const void* get_cheats(const char* id) {
  if (strcmp(id, TOUCHSTONE_INSTANCE_1) == 0) return &kCheatInstances;
  if (strcmp(id, TOUCHSTONE_DISTANCE_1) == 0) return &kCheats;
  if (strcmp(id, TOUCHSTONE_DESCRIPTOR_2) == 0 && is_cheat("reach")) return &kNear;
  return get_interface(id);
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, cheat_init, NULL, get_cheats};
