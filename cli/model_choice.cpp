// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/model_choice.hpp"

#include "cli/select.hpp"

namespace touchstone {

void add_model_choice(Command& command, ModelArguments& arguments) {
  command.option("--model", "NAME", arguments.model, "Contact model (touchstone list models)");
  command.option("--corrections", "N", arguments.corrections,
                 "With a model but manifold: a step is solved up to N times more with the gaps at "
                 "its end, 0 to 3");
}

std::optional<Error> take_model_choice(const ModelArguments& arguments, Scene& scene) {
  if (arguments.model) scene.model = *arguments.model;
  const auto error =
      take_count("--corrections", arguments.corrections, 0, kMaxCorrections, scene.peg.corrections);
  if (error) return error;
  if (!arguments.any()) return std::nullopt;
  const std::string fault = model_fault(scene);
  if (fault.empty()) return std::nullopt;
  return Error{scene.name + ": " + fault};
}

}  // namespace touchstone
