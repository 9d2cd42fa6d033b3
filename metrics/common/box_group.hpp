// SPDX-License-Identifier: GPL-3.0-or-later
// Batches of pairs of boxes: which of them go to a kernel that answers four at a time, one a lane.
// Shared by metrics.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "metrics/batch.hpp"

namespace touchstone {

/// Two placed boxes, and where their answer goes.
template <class Box>
struct BoxQuestion {
  const Box* A;
  const Pose* X_WA;
  const Box* B;
  const Pose* X_WB;
  BatchAnswer* answer;
};

/// Most questions that a kernel is asked at once, a bit each.
inline constexpr std::size_t kMaxBoxQuestions = 64;

/// Answers those that it decides with the bits of a query of one pair; returns a bit for each.
template <class Box>
using BoxKernel = std::uint64_t(std::span<const BoxQuestion<Box>> questions);

/// Fewer boxes than this are asked one by one: a group of lanes takes as long for one as for four.
inline constexpr std::size_t kMinBoxGroup = 2;

/// Keeps the next groups of a batch from the kernel where it has decided little of the last one, as
/// of boxes at rest on each other: their pairs are asked one by one.
class GroupPause {
 public:
  /// Whether the next group is kept from the kernel.
  bool skips() {
    if (left_ == 0) return false;
    --left_;
    return true;
  }
  /// `decided` of a group of `count` questions.
  void learn(std::size_t decided, std::size_t count) {
    next_ = 4 * decided < count ? std::min(2 * next_ + 1, kMax) : 0;
    left_ = next_;
  }

 private:
  static constexpr int kMax = 15;
  int next_ = 0;
  int left_ = 0;
};

/// Answers a batch: by `kernel` the pairs of boxes that it decides, by `ask(query)`, in order, all
/// others: shapes of which `box(shape)` is nullptr, and boxes that do not `suit(A, B)` among them.
template <class Box, class BoxOf, class Suit, class Ask>
void answer_in_groups(std::span<const BatchQuery> queries, BatchAnswer* answers,
                      BoxKernel<Box>* kernel, const BoxOf& box, const Suit& suit, const Ask& ask) {
  std::array<BoxQuestion<Box>, kMaxBoxQuestions> questions;
  std::array<std::size_t, kMaxBoxQuestions> place;
  GroupPause pause;
  for (std::size_t begin = 0; begin < queries.size(); begin += kMaxBoxQuestions) {
    const std::size_t end = std::min(queries.size(), begin + kMaxBoxQuestions);
    std::size_t count = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const BatchQuery& query = queries[k];
      const Box* const A = box(*query.A);
      const Box* const B = box(*query.B);
      if (A == nullptr || B == nullptr || !suit(*A, *B)) continue;
      questions[count] = {A, query.X_WA, B, query.X_WB, answers + k};
      place[count++] = k - begin;
    }
    std::uint64_t answered = 0;
    if (count >= kMinBoxGroup && !pause.skips()) {
      const std::uint64_t decided = kernel(std::span(questions).first(count));
      pause.learn(static_cast<std::size_t>(std::popcount(decided)), count);
      for (std::size_t k = 0; k < count; ++k) answered |= (decided >> k & 1U) << place[k];
    }
    for (std::size_t k = begin; k < end; ++k) {
      if ((answered >> (k - begin) & 1U) == 0) answers[k] = plain_answer(ask(queries[k]));
    }
  }
}

}  // namespace touchstone
