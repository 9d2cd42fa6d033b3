/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE
#include "harness/plugins/tests/hostile_deeds.h"

#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <math.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#ifdef __x86_64__
#include <xmmintrin.h>
#endif

#define DEED(name) static void name(const Deed* d __attribute__((unused)))

/* What is left behind has this in its name, so that a test can look for it. */
static const char* mark(void) {
  const char* text = getenv("HOSTILE_MARK");
  return text != NULL ? text : "hostile";
}

static void sleep_for_ever(void) {
  for (;;) pause();
}

static void loop_for_ever(void) {
  for (volatile int k = 0;; ++k) {
  }
}

/* ---------------------------------------------------------------- processes */

static void in_daemon(void (*work)(pid_t parent), pid_t parent) {
  if (fork() != 0) return;
  setsid();
  if (fork() != 0) _exit(0);
  work(parent);
  sleep_for_ever();
}
static void do_nothing(pid_t parent) { (void)parent; }
static void kill_it(pid_t parent) { kill(parent, SIGKILL); }
static void ignore_all(pid_t parent) {
  (void)parent;
  for (int k = 1; k < NSIG; ++k) signal(k, SIG_IGN);
}

static void write_byte(int descriptor) { (void)!write(descriptor, "", 1); }

DEED(leave_daemon) { in_daemon(do_nothing, 0); }
DEED(daemon_kills_supervisor) {
  in_daemon(kill_it, getppid());
  usleep(20000);
}
DEED(deaf_daemon) { in_daemon(ignore_all, 0); }
/* Its name is all that tells whose it is. */
static void become_sleep(pid_t parent) {
  (void)parent;
  char* const arguments[] = {(char*)mark(), "60", NULL};
  char* const nothing[] = {NULL};
  execve("/bin/sleep", arguments, nothing);
}
DEED(ghost) {
  in_daemon(become_sleep, 0);
  usleep(20000);
  kill(getppid(), SIGKILL);
  usleep(100000); /* else the signal may reach the worker in a later question */
}
DEED(kill_supervisor_and_go_on) { kill(getppid(), SIGKILL), usleep(100000); }
DEED(kill_all) { kill(-1, SIGKILL); }
DEED(kill_group) { kill(0, SIGKILL); }
DEED(fork_many) {
  for (int k = 0; k < 50; ++k) {
    if (fork() == 0) sleep_for_ever();
  }
}
/* Leaves a daemon that holds a name, and crashes, unless an earlier daemon holds it. */
DEED(crash_unless_met) {
  struct sockaddr_un name = {.sun_family = AF_UNIX};
  int ready[2];
  char byte = 0;
  snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "%s", mark());
  const int socket_of_name = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (bind(socket_of_name, (const struct sockaddr*)&name, sizeof name) != 0) return;
  if (pipe(ready) == 0) in_daemon(write_byte, ready[1]);
  close(socket_of_name);
  if (read(ready[0], &byte, 1) == 1) raise(SIGSEGV);
}
DEED(exec_child) {
  if (fork() == 0) execl("/bin/sleep", "sleep", "1000", (char*)NULL);
}
DEED(block_signals) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  loop_for_ever();
}
DEED(set_timers) {
  const struct itimerval soon = {{0, 1000}, {0, 1000}};
  setitimer(ITIMER_REAL, &soon, NULL);
  setitimer(ITIMER_VIRTUAL, &soon, NULL);
  setitimer(ITIMER_PROF, &soon, NULL);
}
DEED(stop_itself) { raise(SIGSTOP); }
DEED(trace_itself) {
  ptrace(PTRACE_TRACEME, 0, NULL, NULL);
  raise(SIGUSR1);
}
DEED(trace_supervisor) { ptrace(PTRACE_SEIZE, getppid(), NULL, NULL); }
DEED(attach_to_supervisor) { ptrace(PTRACE_ATTACH, getppid(), NULL, NULL); }
DEED(outlive_parent) { prctl(PR_SET_PDEATHSIG, 0); }
static void* spin(void* nothing) {
  loop_for_ever();
  return nothing;
}
DEED(spin_in_threads) {
  pthread_t thread;
  for (int k = 0; k < 2; ++k) pthread_create(&thread, NULL, spin, NULL);
}
DEED(end_main_thread) { pthread_exit(NULL); }
DEED(be_strict) { prctl(PR_SET_SECCOMP, 1); }

/* ---------------------------------------------------------------- what stays */

static void write_file(const char* folder, int megabytes) {
  char path[512];
  char* block = malloc(1 << 20);
  snprintf(path, sizeof path, "%s/%s", folder, mark());
  const int file = open(path, O_RDWR | O_CREAT, 0600);
  memset(block, 1, 1 << 20);
  for (int k = 0; k < megabytes; ++k) {
    if (write(file, block, 1 << 20) < 0) break;
  }
  close(file);
  free(block);
}
DEED(fill_shared_memory) { write_file("/dev/shm", 48); }
DEED(fill_temporary_folder) {
  const char* folder = getenv("TMPDIR");
  write_file(folder != NULL ? folder : "/tmp", 48);
}
DEED(write_too_much) { write_file("/dev/shm", 100); }
static const char* slashed(void) {
  static char name[256];
  snprintf(name, sizeof name, "/%s", mark());
  return name;
}
DEED(leave_shared_memory) {
  const int memory = shm_open(slashed(), O_RDWR | O_CREAT | O_EXCL, 0600);
  if (memory < 0 || ftruncate(memory, 4096) != 0) abort();
}
DEED(leave_semaphore) {
  if (sem_open(slashed(), O_CREAT | O_EXCL, 0600, 1) == SEM_FAILED) abort();
}
DEED(leave_queue) { mq_open(slashed(), O_RDWR | O_CREAT, 0600, NULL); }
DEED(leave_system_v) {
  if (shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600) < 0) abort();
  if (semget(IPC_PRIVATE, 1, IPC_CREAT | 0600) < 0) abort();
  if (msgget(IPC_PRIVATE, IPC_CREAT | 0600) < 0) abort();
}
static void deafen(const char* terminal) {
  struct termios modes;
  const int file = open(terminal, O_RDWR | O_NOCTTY);
  if (file < 0) return;
  tcgetattr(file, &modes);
  modes.c_lflag &= ~(tcflag_t)(ECHO | ICANON);
  tcsetattr(file, TCSANOW, &modes);
  close(file);
}
DEED(change_terminal) {
  const char* terminal = getenv("HOSTILE_TERMINAL");
  deafen("/dev/tty");
  if (terminal != NULL) deafen(terminal);
}

/* ---------------------------------------------------------------- memory */

DEED(unprotect_shape) {
  const touchstone_shape* shape = d->query->A;
  const size_t bytes = (size_t)sysconf(_SC_PAGESIZE);
  char* page = (char*)((size_t)shape->vertices / bytes * bytes);
  mprotect(page, 2 * bytes, PROT_READ | PROT_WRITE);
  *(double*)(size_t)shape->vertices = 7;
}
DEED(write_before) { ((char*)d->answer)[-8] = 1; }
DEED(write_answers_before) { d->answer[-3].value = 1; }
DEED(write_page_before) { d->answer[-12].value = 1; }
DEED(write_far_before) { d->answer[-3000].value = 1; }
DEED(write_after) { ((char*)(d->answer + 1))[0] = 1; }
DEED(write_answers_after) { d->answer[3].value = 1; }
DEED(write_far_after) { d->answer[4000].value = 1; }
/* Whether what glibc has behind a block is all that it has not given to anybody yet. */
static int is_last(const char* block, size_t bytes) {
  const size_t behind = ((const size_t*)(block + bytes))[1] & ~(size_t)7;
  return block + bytes + behind == (char*)sbrk(0);
}
/* Outside of the function: what is written to memory that nobody reads any more is not written. */
static char* volatile smashed;
DEED(smash_heap) {
  const size_t bytes = 65536; /* the allocator adds a header of 16 */
  smashed = malloc(bytes);
  for (int k = 0; k < 100 && !is_last(smashed, bytes); ++k) smashed = malloc(bytes);
  memset(smashed, 0x41, bytes + 400);
}
DEED(free_twice) {
  void* volatile block = malloc(4000);
  void* volatile same = block;
  free(block);
  free(same);
}
static int recurse(int depth) {
  volatile char room[4096];
  room[depth & 4095] = 1;
  return recurse(depth + 1) + room[0];
}
DEED(recurse_for_ever) { recurse(0); }
static void unmap(const char* rights) {
  char line[512];
  FILE* maps = fopen("/proc/self/maps", "r");
  unsigned long begin = 0, end = 0;
  char mode[5] = "";
  while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
    if (sscanf(line, "%lx-%lx %4s", &begin, &end, mode) != 3) continue;
    if (strcmp(mode, rights) == 0 && strstr(line, "memfd:touchstone")) break;
    begin = 0;
  }
  if (begin != 0) munmap((void*)begin, end - begin);
}
DEED(unmap_answers) { unmap("rw-s"); }
DEED(unmap_questions) { unmap("r--s"); }
DEED(box_nan) {
  const unsigned long long bits = 0x7ff4dead00000001ull; /* signalling */
  d->answer->status = TOUCHSTONE_ANSWERED;
  memcpy(&d->answer->value, &bits, sizeof bits);
}
DEED(fill_note) { memset(d->answer->note, 'x', sizeof d->answer->note); }

/* ---------------------------------------------------------------- control flow */

static jmp_buf frame;
static void __attribute__((noinline)) remember_frame(void) {
  if (setjmp(frame) != 0) abort();
}
DEED(jump_out) {
  remember_frame();
  longjmp(frame, 1);
}
static void go_on_after(int signal) { (void)signal; }
DEED(survive_faults) {
  signal(SIGSEGV, go_on_after);
  *(int* volatile)NULL = 1;
}
DEED(handle_all) {
  for (int k = 1; k < NSIG; ++k) signal(k, go_on_after);
}
DEED(hang) { sleep_for_ever(); }
DEED(spin_here) { loop_for_ever(); }
DEED(leave) { exit(0); }
DEED(leave_at_once) { _exit(3); }
DEED(give_up) { abort(); }
DEED(hang_at_exit) {
  atexit(sleep_for_ever);
  exit(0);
}

/* ---------------------------------------------------------------- the process's state */

DEED(change_rounding) { fesetround(FE_UPWARD); }
DEED(trap_exceptions) { feenableexcept(FE_ALL_EXCEPT); }
DEED(flush_denormals) {
#ifdef __x86_64__
  _mm_setcsr(_mm_getcsr() | 0x8040);
#endif
}
DEED(change_locale) {
  setenv("LC_ALL", "de_DE.UTF-8", 1);
  setlocale(LC_ALL, "");
}
DEED(leave_folder) {
  char folder[] = "/dev/shm/XXXXXX";
  if (mkdtemp(folder) != NULL && chdir(folder) == 0) rmdir(folder);
}
DEED(change_mask) { umask(0777); }
DEED(clear_environment) { clearenv(); }
DEED(set_limits) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_NOFILE, &none);
  setrlimit(RLIMIT_NPROC, &none);
  setrlimit(RLIMIT_FSIZE, &none);
  setrlimit(RLIMIT_STACK, &none);
}
DEED(be_nice) {
  if (nice(19) < 0) abort();
}

static const struct {
  const char* name;
  void (*commit)(const Deed*);
} kDeeds[] = {{"daemon", leave_daemon},
              {"daemon_kills_supervisor", daemon_kills_supervisor},
              {"deaf_daemon", deaf_daemon},
              {"ghost", ghost},
              {"kill_supervisor", kill_supervisor_and_go_on},
              {"kill_all", kill_all},
              {"kill_group", kill_group},
              {"fork_many", fork_many},
              {"crash_unless_met", crash_unless_met},
              {"exec_child", exec_child},
              {"block_signals", block_signals},
              {"timers", set_timers},
              {"stop", stop_itself},
              {"trace_itself", trace_itself},
              {"trace_supervisor", trace_supervisor},
              {"attach_to_supervisor", attach_to_supervisor},
              {"outlive_parent", outlive_parent},
              {"threads", spin_in_threads},
              {"end_main_thread", end_main_thread},
              {"seccomp", be_strict},
              {"fill_shared_memory", fill_shared_memory},
              {"fill_temporary_folder", fill_temporary_folder},
              {"write_too_much", write_too_much},
              {"shared_memory", leave_shared_memory},
              {"semaphore", leave_semaphore},
              {"queue", leave_queue},
              {"system_v", leave_system_v},
              {"terminal", change_terminal},
              {"unprotect_shape", unprotect_shape},
              {"write_before", write_before},
              {"write_answers_before", write_answers_before},
              {"write_page_before", write_page_before},
              {"write_far_before", write_far_before},
              {"write_after", write_after},
              {"write_answers_after", write_answers_after},
              {"write_far_after", write_far_after},
              {"smash_heap", smash_heap},
              {"free_twice", free_twice},
              {"recursion", recurse_for_ever},
              {"unmap_answers", unmap_answers},
              {"unmap_questions", unmap_questions},
              {"nan_boxed", box_nan},
              {"note_without_end", fill_note},
              {"jump_out", jump_out},
              {"survive_faults", survive_faults},
              {"handle_all", handle_all},
              {"hang", hang},
              {"loop", spin_here},
              {"exit", leave},
              {"_exit", leave_at_once},
              {"abort", give_up},
              {"hang_at_exit", hang_at_exit},
              {"rounding", change_rounding},
              {"traps", trap_exceptions},
              {"flush_denormals", flush_denormals},
              {"locale", change_locale},
              {"folder", leave_folder},
              {"mask", change_mask},
              {"environment", clear_environment},
              {"limits", set_limits},
              {"nice", be_nice}};

/* Read when the library is loaded: a deed may clear the environment. */
static char deed_name[64];
static char deed_place[32];

void commit_deed_at(const char* place, const Deed* deed) {
  if (deed_name[0] == 0 || strcmp(place, deed_place) != 0) return;
  for (size_t k = 0; k < sizeof kDeeds / sizeof *kDeeds; ++k) {
    if (strcmp(kDeeds[k].name, deed_name) == 0) kDeeds[k].commit(deed);
  }
  commit_on_descriptors(deed_name);
  commit_exception(deed_name);
}

static void __attribute__((constructor)) load(void) {
  const char* name = getenv("HOSTILE_DEED");
  const char* place = getenv("HOSTILE_AT");
  const Deed nothing = {NULL, NULL};
  snprintf(deed_name, sizeof deed_name, "%s", name != NULL ? name : "");
  snprintf(deed_place, sizeof deed_place, "%s", place != NULL ? place : "evaluate");
  commit_deed_at("load", &nothing);
}

static void __attribute__((destructor)) unload(void) {
  const Deed nothing = {NULL, NULL};
  commit_deed_at("unload", &nothing);
}
