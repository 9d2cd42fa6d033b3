// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/asking/answer_times.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// A limit that is so many times what an answer took also does on a busy machine.
constexpr double kReserve = 10;
/// No limit below it is advised: the harness looks at a worker every few milliseconds [s].
constexpr double kLeastLimit_s = 0.01;

template <class T>
void raise(std::atomic<T>& most, T value) {
  for (T known = most; known < value && !most.compare_exchange_weak(known, value);) {
  }
}

}  // namespace

std::uint64_t AnswerCosts::timed_out() const {
  std::uint64_t sum = 0;
  for (const Size& size : sizes) sum += size.timed_out;
  return sum;
}

double AnswerCosts::slowest_s() const {
  double slowest = 0;
  for (const Size& size : sizes) slowest = std::max(slowest, size.slowest_s);
  return slowest;
}

AnswerTimes::Size& AnswerTimes::size_with(std::size_t vertices) {
  const auto place = static_cast<std::size_t>(std::bit_width(vertices));
  Size& size = sizes_.at(std::min(place, AnswerCosts::kSizes - 1));
  raise(size.vertices, vertices);
  return size;
}

void AnswerTimes::add_answer(double seconds, std::size_t vertices) {
  Size& size = size_with(vertices);
  ++size.answers;
  // A plug-in can write where its worker measures.
  if (std::isfinite(seconds)) raise(size.slowest_s, seconds);
}

void AnswerTimes::add_time_out(std::size_t vertices) { ++size_with(vertices).timed_out; }

AnswerCosts AnswerTimes::costs() const {
  AnswerCosts costs;
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const Size& size = sizes_.at(k);
    costs.sizes.at(k) = {size.answers, size.timed_out, size.slowest_s, size.vertices};
  }
  return costs;
}

std::optional<double> sufficient_limit_s(const AnswerCosts& costs, double limit_s) {
  const bool any_answer = std::any_of(costs.sizes.begin(), costs.sizes.end(),
                                      [](const auto& size) { return size.answers > 0; });
  if (costs.timed_out() == 0 || !any_answer) return std::nullopt;
  const double wanted = std::max(kReserve * costs.slowest_s(), kLeastLimit_s);
  const double decade = std::pow(10, std::floor(std::log10(wanted)));
  for (const double step : {1.0, 2.0, 5.0, 10.0}) {
    const double limit = step * decade;
    if (limit < wanted * (1 - 1e-9)) continue;
    if (limit < limit_s) return limit;
    break;
  }
  return std::nullopt;
}

std::optional<std::size_t> largest_quick_body(const AnswerCosts& costs) {
  std::optional<std::size_t> largest;
  for (const AnswerCosts::Size& size : costs.sizes) {
    if (size.answers + size.timed_out == 0) continue;
    if (size.timed_out > 0 || size.slowest_s > kSlowAnswer_s) return largest;
    largest = size.vertices;
  }
  return std::nullopt;
}

std::string time_out_text(const AnswerCosts& costs, double limit_s, bool brief) {
  if (costs.timed_out() == 0) return "";
  std::string text = std::to_string(costs.timed_out()) + " timed out";
  const auto limit = sufficient_limit_s(costs, limit_s);
  if (!limit) return text;
  const std::string option = "--query-limit " + short_text(*limit);
  if (brief) return text + " (" + option + ")";
  return text + "; the others took at most " + short_text(costs.slowest_s()) + " s: " + option +
         " would do";
}

std::string large_bodies_text(const AnswerCosts& costs, bool brief) {
  const auto largest = largest_quick_body(costs);
  if (!largest) return "";
  const std::string size = std::to_string(*largest);
  if (brief) return "large bodies are slow (max_vertices " + size + ")";
  return "bodies of more than " + size + " vertices take over " + short_text(kSlowAnswer_s) +
         " s an answer: a plug-in that claims max_vertices " + size + " is not asked about them";
}

std::string costs_text(const AnswerCosts& costs, double limit_s, bool brief) {
  std::string text = time_out_text(costs, limit_s, brief);
  const std::string large = large_bodies_text(costs, brief);
  if (!text.empty() && !large.empty()) text += brief ? ", " : "; ";
  return text + large;
}

}  // namespace touchstone
