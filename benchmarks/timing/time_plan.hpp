// SPDX-License-Identifier: GPL-3.0-or-later
// What `touchstone time` can measure: shape families, sizes, regimes and starts, and which of them
// a selection means.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/polytope.hpp"
#include "geometry/random.hpp"
#include "geometry/result.hpp"

namespace touchstone {

/// How the two bodies lie (benchmarks/timing/time_pairs.hpp has the exact bounds).
enum class TimeRegime { separated, near, kissing, shallow, deep };
inline constexpr std::array<const char*, 5> kTimeRegimeNames = {"separated", "near", "kissing",
                                                                "shallow", "deep"};
inline constexpr std::array<TimeRegime, 5> kAllTimeRegimes = {
    TimeRegime::separated, TimeRegime::near, TimeRegime::kissing, TimeRegime::shallow,
    TimeRegime::deep};

/// cold: every query is of another pair; warm: the next step of a motion, in the same workspace.
enum class TimeStart { cold, warm };
inline constexpr std::array<const char*, 2> kTimeStartNames = {"cold", "warm"};
inline constexpr std::array<TimeStart, 2> kAllTimeStarts = {TimeStart::cold, TimeStart::warm};

/// Vertices of A and of B.
struct TimeSize {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t larger() const { return a > b ? a : b; }
  friend bool operator==(const TimeSize&, const TimeSize&) = default;
};

/// Shapes of one kind at any size; bodies are about as large as the unit ball.
struct TimeFamily {
  const char* name;
  const char* summary;
  /// The number of vertices that there is a shape of and that is nearest by ratio.
  std::uint64_t (*nearest_size)(std::uint64_t vertices);
  /// `vertices` as nearest_size gives it.
  PolytopePtr (*make)(Random& random, std::uint64_t vertices);
  /// Whether two shapes of one size differ.
  bool random = false;
  std::vector<TimeSize> default_sizes;
  /// Whether the shapes are boxes along their axes.
  bool boxes = false;
  std::vector<TimeSize> quick_sizes = {};  ///< quick subset's sizes; none: the family is not in it
};

std::span<const TimeFamily> time_families();
const TimeFamily* find_time_family(std::string_view name);

inline constexpr std::uint64_t kMaxTimeSize = 1'000'000;  ///< vertices

/// Pairs of one family and size, in some regimes.
struct TimeGroup {
  const TimeFamily* family = nullptr;
  TimeSize size;
  std::vector<TimeRegime> regimes;
  std::vector<TimeSize> typed;  ///< the sizes for which this one stands, as they were typed
};

/// What was typed; empty lists mean the default.
struct TimeSelection {
  std::vector<std::string> families;
  std::vector<std::string> regimes;
  std::vector<std::string> vertices;  ///< "252" (both bodies) or "8x200"
  std::vector<std::string> starts = {};
};

/// A small subset that still shows how times grow with size: of hulls and boxes, apart and
/// overlapping.
std::vector<TimeGroup> quick_time();

/// The starts meant, each once; or one line that says what is wrong.
Result<std::vector<TimeStart>> plan_starts(const TimeSelection& selection);

/// The groups meant, sizes rounded to what a family has, each once; or one line that says what is
/// wrong.
Result<std::vector<TimeGroup>> plan_time(const TimeSelection& selection);

}  // namespace touchstone
