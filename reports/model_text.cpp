// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/model_text.hpp"

#include "schema/number_text.hpp"

namespace touchstone {

std::string model_text(const ModelSteps& steps) {
  std::string text = "model " + steps.model;
  if (steps.potential == 0) {
    text += ", no potential contacts";
  } else {
    text += ", ";
    if (steps.may_trap()) {
      const double share = static_cast<double>(steps.traps) / static_cast<double>(steps.potential);
      text += short_text(100 * share) + " % of ";
    }
    text += how_many(steps.potential, "potential contact");
    if (steps.may_trap()) text += " are traps";
  }
  text += ", " + how_many(steps.fallbacks, "fallback");
  if (steps.borrowed > 0) text += ", " + how_many(steps.borrowed, "borrowed force");
  if (steps.nodes > 0) text += ", " + how_many(steps.nodes, "branching node");
  if (steps.corrections > 0) text += ", " + how_many(steps.corrections, "correction");
  return text;
}

std::optional<ModelSteps> counted_model(const ModelSteps& steps) {
  return steps.counted() ? std::optional(steps) : std::nullopt;
}

RecordFields<ModelSteps> model_step_fields() {
  using Steps = ModelSteps;
  const auto traps = [](const Steps& steps) {
    return steps.may_trap() ? std::optional(steps.traps) : std::nullopt;
  };
  return RecordFields<Steps>()
      .add(field("potential", "potential contacts in all steps").counts().not_below("traps"),
           &Steps::potential)
      .add(field("traps", "potential contacts that are traps")
               .counts()
               .null_where("the model has none"),
           traps)
      .add(field("fallbacks",
                 "islands that were solved with one plane for each pair in place of the model")
               .counts(),
           &Steps::fallbacks)
      .add(field("nodes", "problems that branching solved").counts(), &Steps::nodes)
      .add(field("borrowed", "forces where another contact has the largest rate").counts(),
           &Steps::borrowed)
      .add(field("corrections", "corrections of all steps").counts(), &Steps::corrections);
}

}  // namespace touchstone
