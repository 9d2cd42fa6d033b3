/* SPDX-License-Identifier: GPL-3.0-or-later */
/* portable/check_certificate.c again and again in one process, on texts in memory. Every block that it takes is one of
   malloc's own, so that sanitizers watch its ends, and is given back after each run. */
#define _GNU_SOURCE /* fmemopen */
#include <gmp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Block {
  struct Block *before, *after;
} Block;

static Block blocks = {&blocks, &blocks};
static jmp_buf ended;
static const char* texts[2]; /* the certificate and the case file */
static size_t sizes[2];
static FILE* opened;
static char output[1 << 20];
static size_t output_size;

static void give_back(void* data) {
  if (data == NULL) return;
  Block* block = (Block*)data - 1;
  block->before->after = block->after;
  block->after->before = block->before;
  free(block);
}

static void* take_again(void* old, size_t size) {
  Block* block = old == NULL ? NULL : (Block*)old - 1;
  if (block != NULL) {
    block->before->after = block->after;
    block->after->before = block->before;
  }
  block = realloc(block, sizeof *block + size);
  if (block == NULL) abort();
  *block = (Block){&blocks, blocks.after};
  block->after->before = block;
  blocks.after = block;
  return block + 1;
}

static void* take_for_gmp(size_t size) { return take_again(NULL, size); }
static void* take_again_for_gmp(void* old, size_t old_size, size_t size) {
  (void)old_size;
  return take_again(old, size);
}
static void give_back_for_gmp(void* data, size_t size) {
  (void)size;
  give_back(data);
}

/* The path is 0 or 1. */
static FILE* open_text(const char* path, const char* mode) {
  const int which = *path == '1';
  opened = sizes[which] == 0 ? fopen("/dev/null", mode) : fmemopen((void*)texts[which], sizes[which], mode);
  return opened;
}

static int close_text(FILE* file) {
  opened = NULL;
  return fclose(file);
}

static void say(const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = vsnprintf(output + output_size, sizeof output - output_size, format, values);
  va_end(values);
  output_size += (size_t)length;
  if (output_size >= sizeof output) output_size = sizeof output - 1;
}

#define main check_main
#define exit(code) longjmp(ended, 1 + (code))
#define realloc take_again
#define fopen open_text
#define fclose close_text
#define printf say
#define fprintf(stream, ...) say(__VA_ARGS__)
#include "portable/check_certificate.c"
#undef main
#undef realloc
#undef fopen
#undef fclose

static void forget(void) {
  while (blocks.after != &blocks) give_back(blocks.after + 1);
  if (opened != NULL) fclose(opened);
  opened = NULL;
  flaw = mismatch = NULL;
  made = 0;
  memset(bodies, 0, sizeof bodies);
  memset(given, 0, sizeof given);
  *case_path = '\0';
  cases = match = 0;
  sign = 2;
  hash = 0xcbf29ce484222325u;
}

/* The exit code; `cases` is NULL without --case. */
int checker_run(const char* certificate, size_t size, const char* case_file, size_t case_size) {
  char* words[] = {"check_certificate", "0", "--case", "1", NULL};
  texts[0] = certificate;
  texts[1] = case_file;
  sizes[0] = size;
  sizes[1] = case_size;
  output_size = 0;
  *output = '\0';
  mp_set_memory_functions(take_for_gmp, take_again_for_gmp, give_back_for_gmp);
  static int result; /* static: setjmp leaves changed locals open */
  switch (setjmp(ended)) {
    case 0:
      result = check_main(case_file == NULL ? 2 : 4, words);
      break;
    case 1:
      result = 0;
      break;
    case 2:
      result = 1;
      break;
    default:
      result = 2;
  }
  forget();
  return result;
}

/* What it wrote, to either stream. */
const char* checker_output(void) { return output; }
