// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/model_choice.hpp"

#include "schema/nearest_name.hpp"

namespace touchstone {

void add_model_choice(Command& command, ModelArguments& arguments) {
  command.text("--model", "NAME", arguments.model, "Contact model (touchstone list models)")
      .only(kOnlyOnRuns);
  command
      .count("--corrections", "N", arguments.corrections, {0, kMaxCorrections},
             "With a model but manifold: a step is solved up to N times more with the gaps at "
             "its end, 0 to 3")
      .only(kOnlyOnRuns);
}

std::optional<Error> take_model_choice(const ModelArguments& arguments, Scene& scene) {
  const bool model = arguments.model.given();
  const bool corrections = arguments.corrections.given();
  if (model) scene.model = *arguments.model;
  if (corrections) scene.peg.corrections = *arguments.corrections;
  if (!model && !corrections) return std::nullopt;
  if (find_model(scene.model) == nullptr) {
    return unknown_row("contact model", scene.model, model_registry(), "list models");
  }
  const std::string fault = model_fault(scene);
  if (fault.empty()) return std::nullopt;
  return Error{(model ? "--model: " : "--corrections: ") + scene.name + ": " + fault};
}

}  // namespace touchstone
