/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which fault the hostile plug-in has at a question. Only the question decides, so that every run
 * and every order has the same faults at the same cases, and a test knows which.
 */
#ifndef TOUCHSTONE_FAULT_CHANCE_H
#define TOUCHSTONE_FAULT_CHANCE_H

#include <string.h>

/** A number below 10,000 made from where body B is. */
static inline unsigned long long fault_chance(const double t[3]) {
  unsigned long long bits[3];
  unsigned long long mixed = 0;
  memcpy(bits, t, sizeof bits);
  mixed = (bits[0] ^ (bits[1] << 1) ^ (bits[2] << 2)) * 0x9E3779B97F4A7C15ull;
  return (mixed >> 40) % 10000;
}

typedef struct {
  const char* fault;
  unsigned begin; /**< chances from here on ... */
  unsigned end;   /**< ... and below this one have the fault */
} FaultRange;

/* One question in a hundred is ended by a signal; what costs a limit of time is rarer. */
static const FaultRange kFaultRanges[] = {
    {"segfault", 0, 100},        {"null", 100, 110},
    {"loop", 110, 120},          {"sleep", 120, 122},
    {"abort", 130, 150},         {"exit", 150, 170},
    {"leak", 170, 172},          {"nan", 180, 200},
    {"long_normal", 200, 220},   {"scribble_shape", 220, 240},
    {"scribble_past", 240, 260}, {"print", 260, 280},
    {"fork", 280, 282},          {"fork_and_answer", 290, 300},
    {"close", 300, 310},         {"infinite", 320, 340},
    {"status", 340, 360},        {"skip", 360, 380},
    {"kill_parent", 380, 382},   {"stop_parent", 382, 390},
    {"close_streams", 390, 400}, {"forge", 400, 410},
    {"note", 410, 430},          {"fork_and_answer_late", 430, 440},
    {"feign_progress", 440, 441}};

/** The fault that a question at `t` has, or an empty text. */
static inline const char* fault_at(const double t[3]) {
  const unsigned long long chance = fault_chance(t);
  for (size_t k = 0; k < sizeof kFaultRanges / sizeof *kFaultRanges; ++k) {
    if (chance >= kFaultRanges[k].begin && chance < kFaultRanges[k].end) {
      return kFaultRanges[k].fault;
    }
  }
  return "";
}

#endif
