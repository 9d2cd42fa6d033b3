// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/event_choice.hpp"

#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

template <class Words, class Choice>
std::optional<Error> take_word(const std::string& option, const Typed<std::string>& typed,
                               const Words& words, Choice& choice) {
  if (!typed.given()) return std::nullopt;
  const std::string known = take_event_word(words, *typed, choice);
  if (known.empty()) return std::nullopt;
  std::vector<std::string> names;
  for (const auto& row : words) names.emplace_back(row.word);
  return Error{option + ": " + unknown_choice("word", *typed, names)};
}

}  // namespace

std::string EventArguments::typed() const {
  return window.given()   ? "--window"
         : rows.given()   ? "--rows"
         : bounds.given() ? "--bounds"
         : thesis.given() ? "--thesis"
                          : "";
}

void add_event_choice(Command& command, EventArguments& arguments) {
  constexpr const char* kWithEvents = "with --contacts events, and without --metric";
  command
      .text("--window", "W", arguments.window,
            "With --contacts events: growth ratios above the pair's (one) or on both sides of "
            "it (two)")
      .only(kWithEvents);
  command
      .text("--rows", "R", arguments.rows,
            "With --contacts events: unit normals and gaps in metres (unit), the same with how "
            "the gap bends within the step (curved), or gradients of rho (literal)")
      .only(kWithEvents);
  command
      .text("--bounds", "B", arguments.bounds,
            "With --contacts events: a row is bounded by its event (own), by the pair, or by "
            "its event as far as the pair overlaps (clamped)")
      .only(kWithEvents);
  command
      .flag("--thesis", arguments.thesis,
            "With --contacts events: tolerances are ratios, as Hart's thesis computed")
      .only(kWithEvents);
}

std::optional<Error> take_event_choice(const EventArguments& arguments, Scene& scene) {
  const std::string typed = arguments.typed();
  if (typed.empty()) return std::nullopt;
  if (scene.contacts != "events") {
    return Error{typed + " goes with --contacts events; the contacts of " + scene.name +
                 " are by " + scene.contacts};
  }
  auto error = take_word("--window", arguments.window, kEventWindows, scene.events.window);
  if (!error) error = take_word("--rows", arguments.rows, kEventRows, scene.events.rows);
  if (!error) error = take_word("--bounds", arguments.bounds, kEventBounds, scene.events.bounds);
  if (*arguments.thesis) scene.events.thesis = true;
  return error;
}

}  // namespace touchstone
