/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plug-in of the tests that is right, and changes what it can of the process that it runs in,
 * whenever it is called: the floating-point state, the locale, a handler of a signal, which signals
 * are blocked, and what is on standard output.
 */
#define touchstone_plugin_entry healthy_entry
#include "examples/plugins/c/my_boxes.c"
#undef touchstone_plugin_entry

#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>

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
  printf("meddled\n");
}

static void print_at_exit(void) { printf("meddled at exit\n"); }

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
}

static const touchstone_evaluate_1 kMeddling = {evaluate_and_meddle};

static const void* get_meddling_interface(const char* id) {
  meddle();
  return strcmp(id, TOUCHSTONE_DISTANCE_1) == 0 ? &kMeddling : healthy_entry.get_interface(id);
}

TOUCHSTONE_EXPORT const touchstone_plugin touchstone_plugin_entry = {
    TOUCHSTONE_ABI_MAJOR, TOUCHSTONE_ABI_MINOR, init_and_meddle, meddle, get_meddling_interface};
