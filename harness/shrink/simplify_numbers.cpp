// SPDX-License-Identifier: GPL-3.0-or-later
// Passes that keep the bodies and write them with simpler numbers.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "harness/shrink/passes.hpp"

namespace touchstone {
namespace {

/// How a number is rounded.
struct Rounding {
  double step = 0;  ///< to multiples of it; or
  int digits = 0;   ///< to so many significant decimal digits; if both are 0, to 0
};

/// From coarse to fine.
constexpr std::array<Rounding, 10> kRoundings = {
    {{0, 0}, {1, 0}, {0.5, 0}, {0.25, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 6}, {0, 8}}};

double rounded(double x, const Rounding& rounding) {
  if (rounding.step > 0) return std::nearbyint(x / rounding.step) * rounding.step + 0.0;
  if (rounding.digits == 0) return 0;
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*e", rounding.digits - 1, x);
  return std::strtod(text.data(), nullptr);
}

/// Numbers begin ... end - 1.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// All numbers; each body; each vertex and translation; each number.
std::vector<Range> ranges_of(const PairDraft& draft, int level) {
  PairDraft copy = draft;
  const std::size_t count = lengths_of(copy).size();
  if (level == 0) return {{0, count}};
  std::vector<Range> ranges;
  if (level == 1) {
    std::size_t begin = 0;
    for (const BodyDraft& body : draft.bodies) {
      const std::size_t points = body.half_extents ? 1 : body.vertices.size();
      const std::size_t end = begin + 3 * (points + (body.interior_point ? 1 : 0));
      ranges.push_back({begin, end});
      begin = end;
    }
    return ranges;
  }
  const std::size_t step = level == 2 ? 3 : 1;
  for (std::size_t k = 0; k < count; k += step) ranges.push_back({k, k + step});
  return ranges;
}

/// The draft with the numbers of the range rounded where that makes them simpler. Nothing where it
/// makes none so.
std::optional<PairDraft> with_rounded(const PairDraft& draft, const Range& range,
                                      const Rounding& rounding) {
  PairDraft result = draft;
  const std::vector<double*> numbers = lengths_of(result);
  bool simpler = false;
  for (std::size_t k = range.begin; k < std::min(range.end, numbers.size()); ++k) {
    const double x = rounded(*numbers[k], rounding);
    if (digit_cost(x) >= digit_cost(*numbers[k])) continue;
    *numbers[k] = x;
    simpler = true;
  }
  if (!simpler) return std::nullopt;
  return result;
}

void drop_interior_points(Search& search) {
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    PairDraft draft = search.current();
    draft.bodies[k].interior_point.reset();
    search.accept(draft);
  }
}

}  // namespace

void round_numbers(Search& search) {
  constexpr int kLevels = 4;
  drop_interior_points(search);
  for (int level = 0; level < kLevels; ++level) {
    // Rounding may drop vertices: then the ranges are of other numbers, which does no harm.
    for (const Range& range : ranges_of(search.current(), level)) {
      for (const Rounding& rounding : kRoundings) {
        if (search.over()) return;
        const auto draft = with_rounded(search.current(), range, rounding);
        if (draft && search.accept(*draft)) break;
      }
    }
  }
}

void simplify_rotations(Search& search) {
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    const PairDraft start = search.current();
    for (const Quaternion& q : rotations_near(start.poses[k].R)) {
      PairDraft draft = start;
      set_rotation(draft.poses[k], q);
      if (search.accept(draft)) break;
    }
  }
}

}  // namespace touchstone
