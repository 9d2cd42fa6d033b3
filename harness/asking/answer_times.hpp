// SPDX-License-Identifier: GPL-3.0-or-later
// What the answers of a plug-in cost while a run goes on, so that who waits is told how many ran
// out of time, and which limits would do. No verdict depends on it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace touchstone {

/// What is known so far.
struct AnswerCosts {
  static constexpr std::size_t kSizes = 24;
  struct Size {
    std::uint64_t answers = 0;
    std::uint64_t timed_out = 0;
    double slowest_s = 0;      ///< time of the slowest answer [s]
    std::size_t vertices = 0;  ///< vertices of the largest body
  };
  /// By the larger body of a pair: of fewer than 1, 2, 4, 8 ... vertices; the last takes the rest.
  std::array<Size, kSizes> sizes{};

  std::uint64_t timed_out() const;
  double slowest_s() const;
};

/// Any thread may add and ask; none waits for another.
class AnswerTimes {
 public:
  /// `vertices`: of the larger body. `seconds` that are no time are taken as 0.
  void add_answer(double seconds, std::size_t vertices);
  void add_time_out(std::size_t vertices);
  AnswerCosts costs() const;

 private:
  /// What AnswerCosts::Size has, in a cache line of its own.
  struct alignas(64) Size {
    std::atomic<std::uint64_t> answers = 0;
    std::atomic<std::uint64_t> timed_out = 0;
    std::atomic<double> slowest_s = 0;
    std::atomic<std::size_t> vertices = 0;
    static_assert(decltype(answers)::is_always_lock_free &&
                  decltype(slowest_s)::is_always_lock_free);
  };
  Size& size_with(std::size_t vertices);

  std::array<Size, AnswerCosts::kSizes> sizes_{};
};

/// A limit of processor time that every answer so far keeps ten times over: 1, 2 or 5 times a power
/// of ten [s]. Nothing where none ran out of time, or none below `limit_s` is known to do.
std::optional<double> sufficient_limit_s(const AnswerCosts& costs, double limit_s);

/// Longest time that a metric should take at the largest size that it is run at by default [s].
inline constexpr double kSlowAnswer_s = 0.2;

/// Vertices of the largest body below the first size that takes longer than kSlowAnswer_s. Nothing
/// where no size does, or already the smallest.
std::optional<std::size_t> largest_quick_body(const AnswerCosts& costs);

/// "43 timed out; the others took at most 0.002 s: --query-limit 0.02 would do"; if `brief` "43
/// timed out (--query-limit 0.02)". Empty where none timed out.
std::string time_out_text(const AnswerCosts& costs, double limit_s, bool brief);

/// "bodies of more than 128 vertices take over 0.2 s an answer: a plug-in that claims max_vertices
/// 128 is not asked about them"; if `brief` "large bodies are slow (max_vertices 128)". Empty where
/// largest_quick_body() is nothing.
std::string large_bodies_text(const AnswerCosts& costs, bool brief);

/// The texts of time-outs and of large bodies, for who waits.
std::string costs_text(const AnswerCosts& costs, double limit_s, bool brief);

}  // namespace touchstone
