/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deeds of the hostile plug-in: descriptors and output. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/plugins/tests/hostile_deeds.h"

static void close_socket(void) {
  for (int k = 100; k < 1024; ++k) close(k);
}
static void shut_socket(void) {
  for (int k = 3; k < 1024; ++k) shutdown(k, SHUT_RDWR);
}
static void flood_socket(void) {
  for (;;) {
    for (int k = 100; k < 128; ++k) send(k, "x", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
}
static void write_to_files(void) {
  struct stat file;
  for (int k = 3; k < 1024; ++k) {
    if (fstat(k, &file) == 0 && S_ISREG(file.st_mode) && write(k, "x", 1) != 1) close(k);
  }
}
static void replace_descriptors(void) {
  const int null = open("/dev/null", O_RDWR);
  for (int k = 3; k < 128; ++k) dup2(null, k);
}
static void use_up_descriptors(void) {
  while (dup(0) >= 0) continue;
}
static void flood(void) {
  for (int k = 0; k < 1 << 14; ++k)
    fputs("0123456789abcdef0123456789abcdef0123456789abcdef012345678 x\n", stdout);
}
static void flood_for_ever(void) {
  /* In large blocks: the limit of bytes is to come before any limit of time. */
  static char block[1 << 20];
  for (;;) (void)!write(1, block, sizeof block);
}

void commit_on_descriptors(const char* name) {
  if (strcmp(name, "close_socket") == 0) close_socket();
  if (strcmp(name, "shut_socket") == 0) shut_socket();
  if (strcmp(name, "flood_socket") == 0) flood_socket();
  if (strcmp(name, "write_to_files") == 0) write_to_files();
  if (strcmp(name, "replace_descriptors") == 0) replace_descriptors();
  if (strcmp(name, "use_up_descriptors") == 0) use_up_descriptors();
  if (strcmp(name, "flood") == 0) flood();
  if (strcmp(name, "flood_for_ever") == 0) flood_for_ever();
}
