// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/model_choice.hpp"

namespace touchstone {

void add_model_choice(Command& command, ModelArguments& arguments) {
  command.text("--model", "NAME", arguments.model, "Contact model (touchstone list models)");
  command.count("--corrections", "N", arguments.corrections, {0, kMaxCorrections},
                "With a model but manifold: a step is solved up to N times more with the gaps at "
                "its end, 0 to " +
                    std::to_string(kMaxCorrections));
}

std::optional<Error> take_model_choice(const ModelArguments& arguments, Scene& scene) {
  if (!arguments.any()) return std::nullopt;
  if (arguments.model.given()) scene.model = *arguments.model;
  if (arguments.corrections.given()) scene.peg.corrections = *arguments.corrections;
  const std::string fault = model_fault(scene);
  if (fault.empty()) return std::nullopt;
  return Error{scene.name + ": " + fault};
}

}  // namespace touchstone
