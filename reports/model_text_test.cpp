// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/model_text.hpp"

#include <gtest/gtest.h>

namespace touchstone {
namespace {

TEST(ModelText, NamesWhatHappenedAndFallbacksAlways) {
  ModelSteps steps;
  steps.model = "peg";
  EXPECT_EQ(model_text(steps), "model peg, no potential contacts, 0 fallbacks");
  steps.potential = 1000;
  steps.traps = 21;
  steps.nodes = 1;
  EXPECT_EQ(model_text(steps),
            "model peg, 2.1 % of 1000 potential contacts are traps, 0 fallbacks, 1 branching node");
  steps.nodes = 0;
  steps.fallbacks = 1;
  steps.borrowed = 2;
  steps.corrections = 3;
  EXPECT_EQ(model_text(steps),
            "model peg, 2.1 % of 1000 potential contacts are traps, 1 fallback, 2 borrowed forces, "
            "3 corrections");
}

TEST(ModelText, SaysNothingOfTrapsWhereThereCanBeNone) {
  ModelSteps steps;
  steps.model = "plane";
  steps.potential = 1;
  EXPECT_EQ(model_text(steps), "model plane, 1 potential contact, 0 fallbacks");
  const std::string record = model_step_fields().row(steps);
  EXPECT_NE(record.find("\"traps\": null"), std::string::npos) << record;
}

TEST(ModelText, OfManifoldARecordHasNoKeys) { EXPECT_FALSE(counted_model(ModelSteps())); }

}  // namespace
}  // namespace touchstone
