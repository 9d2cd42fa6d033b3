/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plug-in of the tests that is right, and changes what it can of the process that it runs in,
 * whenever it is called: the floating-point state, the locale, a handler of a signal, which signals
 * are blocked, and what is on standard output. It prints when it is unloaded, too. Where it is timed
 * MEDDLING is one thing more: see meddle_once().
 */
#define _GNU_SOURCE
#define touchstone_plugin_entry healthy_entry
#include "examples/plugins/c/my_boxes.c"
#undef touchstone_plugin_entry

#include <dlfcn.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
#include <xmmintrin.h>

static int holds_output;

static void handle(int signal) { (void)signal; }

static void meddle(void) {
  fesetround(FE_UPWARD);
  _mm_setcsr(_mm_getcsr() | 0x8040u); /* flush to zero, denormals are zero */
  setlocale(LC_ALL, "C.UTF-8");
  signal(SIGINT, handle);
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &ending, NULL);
  if (!holds_output) printf("meddled\n");
}

static void print_at_exit(void) { printf("meddled at exit\n"); }

__attribute__((destructor)) static void print_when_unloaded(void) {
  printf("meddled when unloaded {\n");
  fflush(stdout);
}

static int meddles_by(const char* deed) {
  char arguments[4096];
  const char* meddling = getenv("MEDDLING");
  if (meddling == NULL || strcmp(meddling, deed) != 0) return 0;
  FILE* file = fopen("/proc/self/cmdline", "r");
  const size_t length = file == NULL ? 0 : fread(arguments, 1, sizeof arguments, file);
  if (file != NULL) fclose(file);
  return memmem(arguments, length, "worker\0time", 11) != NULL;
}

static void* print_for_ever(void* none) {
  for (;;) {
    printf("meddled in a thread {\n");
    fflush(stdout);
    usleep(100);
  }
  return none;
}

static void* hold_output(void* none) {
  flockfile(stdout);
  holds_output = 1;
  for (;;) pause();
  return none;
}

static void* crash(void* none) {
  raise(SIGSEGV);
  return none;
}

/* A function of the host's C++ library. */
static void call(const char* name, const char* text) {
  void (*function)(const char*);
  *(void**)&function = dlsym(RTLD_DEFAULT, name);
  function(text);
}

static void leave_process(void) {
  char* const arguments[] = {"left-by-meddling", "60", NULL};
  char* const nothing[] = {NULL};
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  execve("/bin/sleep", arguments, nothing);
}

static void meddle_once(void) {
  static int calls;
  const struct itimerval soon = {{0, 1000}, {0, 1000}};
  pthread_t thread;
  if (++calls != 50) return;
  if (meddles_by("closes")) {
    for (int k = 3; k < 1024; ++k) close(k);
  }
  if (meddles_by("leaves")) pthread_exit(NULL);
  if (meddles_by("prints")) pthread_create(&thread, NULL, print_for_ever, NULL);
  if (meddles_by("holds standard output")) {
    pthread_create(&thread, NULL, hold_output, NULL);
    usleep(100000);
  }
  if (meddles_by("crashes in a thread")) {
    pthread_create(&thread, NULL, crash, NULL);
    pthread_join(thread, NULL);
  }
  if (meddles_by("exits")) exit(0);
  if (meddles_by("exits quickly")) quick_exit(0);
  if (meddles_by("exits at once")) _exit(0);
  if (meddles_by("kills")) kill(getpid(), SIGKILL), sleep(1);
  if (meddles_by("terminates")) call("_ZSt9terminatev", NULL);
  if (meddles_by("throws")) call("_ZSt19__throw_logic_errorPKc", "no such vertex");
  if (meddles_by("sets a timer")) setitimer(ITIMER_REAL, &soon, NULL);
  if (meddles_by("forks")) leave_process();
  if (meddles_by("waits")) sleep(3600);
}

/* Writes into the memory that this process shares with the host, which is large. */
static void spoil_record(void) {
  char line[512];
  FILE* maps = fopen("/proc/self/maps", "r");
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    unsigned long begin = 0;
    unsigned long end = 0;
    const int shared = sscanf(line, "%lx-%lx rw-s", &begin, &end) == 2 && strstr(line, " rw-s ");
    if (shared && end - begin > 64ul << 20) memset((char*)begin + 2300, '{', 64);
  }
  if (maps != NULL) fclose(maps);
}

static void end_and_meddle(void) {
  meddle();
  if (meddles_by("aborts at its end")) abort();
  if (meddles_by("spoils its record")) spoil_record();
  if (meddles_by("throws at its end")) call("_ZSt19__throw_logic_errorPKc", "no such end");
  if (meddles_by("waits at its end")) sleep(3600);
}

static int init_and_meddle(const char* library) {
  (void)library;
  atexit(print_at_exit);
  meddle();
  return 0;
}

static void evaluate_and_meddle(void* instance, const touchstone_query* query,
                                touchstone_answer* answer) {
  _mm_setcsr(_mm_getcsr() & ~0xe040u); /* it is right itself */
  evaluate(instance, query, answer);
  meddle();
  meddle_once();
}

static const touchstone_evaluate_1 kMeddling = {evaluate_and_meddle};

static const void* get_meddling_interface(const char* id) {
  meddle();
  return strcmp(id, TOUCHSTONE_DISTANCE_1) == 0 ? &kMeddling : healthy_entry.get_interface(id);
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, init_and_meddle, end_and_meddle, get_meddling_interface};
