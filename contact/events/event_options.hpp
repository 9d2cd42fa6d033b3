// SPDX-License-Identifier: GPL-3.0-or-later
// The options of the contact method `events`: which events are nearly active, and what row of a
// step each of them becomes. Thesis [hart2007thesis], ch. 3, 4 and 7.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// The growth ratios t of the events that are kept; t* is the pair's.
enum class EventWindow : std::uint8_t {
  one,  ///< t* - eps_0 <= t <= t* + eps_t: what the thesis computed
  two   ///< |t - t*| <= eps_t: Algorithm 3.14 as printed
};

enum class EventRows : std::uint8_t {
  unit,    ///< unit normal at the features as they are, their own gap [m]
  curved,  ///< unit, with the gap that the last velocities lead to, to second order in the step
  literal  ///< gradient of rho at the event point, scaled to a unit normal: the same inequality
};

/// The bound of a row; f is the event's value, F the pair's.
enum class EventBounds : std::uint8_t {
  own,     ///< f, thesis (4.17)
  pair,    ///< F, thesis (4.15)
  clamped  ///< max(f, gamma min(F, 0)): no event is pushed apart further than the pair overlaps
};

struct EventOptions {
  EventWindow window = EventWindow::two;
  EventRows rows = EventRows::curved;
  EventBounds bounds = EventBounds::clamped;
  /// How far an event point may be outside a grown body, and t beside t* [m]; by default the reach.
  /// With `thesis` both are ratios of growth [1].
  std::optional<double> eps_x, eps_t;
  /// How far both bodies together may reach beyond an event's plane [m] (nearly_active.hpp); by
  /// default twice the reach, with `thesis` any length.
  std::optional<double> eps_plane;
  double eps_0 = 1e-7;  ///< how far t may be below t* in window one [m], or [1] with `thesis`
  /// Whether tolerances are ratios, as the thesis computed: facets scaled to a.x <= 1, by default
  /// eps_x 0.5 and eps_t 0.2 (its problem 7.3).
  bool thesis = false;
  double delta_max = 1e10;  ///< `thesis`: a system is singular below the determinant 1/delta_max

  bool operator==(const EventOptions&) const = default;
};

/// A choice and the word that is written for it.
template <class Choice>
struct EventWord {
  std::string_view word;
  Choice choice;
};
inline constexpr std::array<EventWord<EventWindow>, 2> kEventWindows = {
    {{"one", EventWindow::one}, {"two", EventWindow::two}}};
inline constexpr std::array<EventWord<EventRows>, 3> kEventRows = {
    {{"unit", EventRows::unit}, {"curved", EventRows::curved}, {"literal", EventRows::literal}}};
inline constexpr std::array<EventWord<EventBounds>, 3> kEventBounds = {
    {{"own", EventBounds::own}, {"pair", EventBounds::pair}, {"clamped", EventBounds::clamped}}};

/// Sets `choice` and returns an empty text, or returns the allowed words: "one or two".
template <class Words, class Choice>
std::string take_event_word(const Words& words, std::string_view word, Choice& choice) {
  std::string all;
  for (std::size_t k = 0; k < words.size(); ++k) {
    if (words[k].word == word) {
      choice = words[k].choice;
      return "";
    }
    all.append(k == 0 ? "" : k + 1 == words.size() ? " or " : ", ").append(words[k].word);
  }
  return all;
}

template <class Words, class Choice>
std::string event_word(const Words& words, Choice choice) {
  for (const auto& row : words) {
    if (row.choice == choice) return std::string(row.word);
  }
  return "";
}

inline constexpr double kThesisEpsX = 0.5;
inline constexpr double kThesisEpsT = 0.2;

/// The first rule that is broken, in one line that names the key; empty if there is none.
inline std::string event_fault(const EventOptions& options) {
  const auto bad = [](double x) { return !(x >= 0 && std::isfinite(x)); };
  if (options.eps_x && bad(*options.eps_x)) return "events: eps_x must not be negative";
  if (options.eps_t && bad(*options.eps_t)) return "events: eps_t must not be negative";
  if (options.eps_plane && bad(*options.eps_plane)) {
    return "events: eps_plane must not be negative";
  }
  if (bad(options.eps_0)) return "events: eps_0 must not be negative";
  if (!(options.delta_max > 0 && std::isfinite(options.delta_max))) {
    return "events: delta_max must be above 0";
  }
  return "";
}

}  // namespace touchstone
