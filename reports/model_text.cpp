// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/model_text.hpp"

#include "reports/number_text.hpp"

namespace touchstone {
namespace {

/// "1 fallback", "2 fallbacks"
std::string counted(std::uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

}  // namespace

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
    text += counted(steps.potential, "potential contact");
    if (steps.may_trap()) text += " are traps";
  }
  text += ", " + counted(steps.fallbacks, "fallback");
  if (steps.borrowed > 0) text += ", " + counted(steps.borrowed, "borrowed force");
  if (steps.nodes > 0) text += ", " + counted(steps.nodes, "branching node");
  if (steps.corrections > 0) text += ", " + counted(steps.corrections, "correction");
  return text;
}

void add_model(const ModelSteps& steps, JsonObject& object) {
  if (!steps.counted()) return;
  object.add("model", json_string(steps.model))
      .add("model_steps", JsonObject()
                              .add("potential", json_count(steps.potential))
                              .add("traps", steps.may_trap() ? json_count(steps.traps) : "null")
                              .add("fallbacks", json_count(steps.fallbacks))
                              .add("nodes", json_count(steps.nodes))
                              .add("borrowed", json_count(steps.borrowed))
                              .add("corrections", json_count(steps.corrections))
                              .row());
}

}  // namespace touchstone
