// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/method_choice.hpp"

#include <sstream>

#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

constexpr const char* kWithEvents = "with --contacts events, and without --metric";

/// The first option of events that was typed; empty if none was.
std::string typed_of_events(const MethodArguments& arguments) {
  return arguments.window.given()   ? "--window"
         : arguments.rows.given()   ? "--rows"
         : arguments.bounds.given() ? "--bounds"
         : arguments.thesis.given() ? "--thesis"
                                    : "";
}

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

std::optional<Error> take_events(const MethodArguments& arguments, Scene& scene) {
  const std::string typed = typed_of_events(arguments);
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

std::optional<Error> take_model(const MethodArguments& arguments, const std::string& name,
                                Scene& scene) {
  const bool model = arguments.model.given();
  const bool corrections = arguments.corrections.given();
  if (model) scene.model = name;
  if (corrections) scene.peg.corrections = *arguments.corrections;
  if (!model && !corrections) return std::nullopt;
  if (find_model(scene.model) == nullptr) {
    return unknown_row("contact model", scene.model, model_registry(), "list models");
  }
  const std::string fault = model_fault(scene);
  if (fault.empty()) return std::nullopt;
  return Error{(model ? "--model: " : "--corrections: ") + scene.name + ": " + fault};
}

}  // namespace

void add_contact_options(Command& command, MethodArguments& arguments) {
  command
      .text("--contacts", "NAME", arguments.contacts, "Contact method (touchstone list contacts)")
      .only("where a scene is run without --metric");
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
  command.text("--stepper", "NAME", arguments.stepper, "Time stepper (touchstone list steppers)")
      .only(kOnlyOnRuns);
}

void add_method_options(Command& command, MethodArguments& arguments) {
  add_contact_options(command, arguments);
  command
      .flag("--thesis", arguments.thesis,
            "With --contacts events: tolerances are ratios, as Hart's thesis computed")
      .only(kWithEvents);
  command
      .text("--model", "NAME", arguments.model,
            "Contact model (touchstone list models); simulate and energy: several with commas")
      .only(kOnlyOnRuns);
  command
      .count("--corrections", "N", arguments.corrections, {0, kMaxCorrections},
             "With a model but manifold: a step is solved up to N times more with the gaps at "
             "its end, 0 to 3")
      .only(kOnlyOnRuns);
}

std::vector<std::string> typed_models(const MethodArguments& arguments) {
  std::istringstream text(*arguments.model);
  std::vector<std::string> names;
  for (std::string name; std::getline(text, name, ',');) names.push_back(name);
  return names.empty() ? std::vector<std::string>{""} : names;
}

std::optional<Error> take_methods(const MethodArguments& arguments, bool by_metric, Scene& scene) {
  return take_methods(arguments, by_metric, *arguments.model, scene);
}

std::optional<Error> take_methods(const MethodArguments& arguments, bool by_metric,
                                  const std::string& model, Scene& scene) {
  if (arguments.stepper.given()) scene.stepper = *arguments.stepper;
  std::optional<Error> error;
  if (!by_metric) {
    if (arguments.contacts.given()) scene.contacts = *arguments.contacts;
    error = take_events(arguments, scene);
  }
  return error ? error : take_model(arguments, model, scene);
}

}  // namespace touchstone
