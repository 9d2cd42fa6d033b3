// SPDX-License-Identifier: GPL-3.0-or-later
// A truth that is never found ends the campaign, and names the case and the loop.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "geometry/loop_bound.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/cases/families/families.hpp"
#include "metrics/registry.hpp"

#ifdef TOUCHSTONE_PLANTS_LOOPS

namespace touchstone {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(EndlessTruth, IsAFailureOfTheHarnessWithTheCaseAndTheLoop) {
  CampaignOptions options;
  options.metrics = {find_metric("sat")};
  const Family* family = find_family("random-hulls-16-deep");
  ASSERT_NE(family, nullptr);
  options.sources = {{family, family->name, family->group, 5, {}, {}}};
  loop_plant = [](const char* loop) { return std::string_view(loop).starts_with("oracle: "); };
  std::string said;
  try {
    run_campaign(options);
  } catch (const HarnessError& error) {
    said = error.what();
  }
  loop_plant = nullptr;
  EXPECT_THAT(said, AllOf(HasSubstr("no truth for random-hulls-16"), HasSubstr("oracle: "),
                          HasSubstr("exceeds its bound")));
}

}  // namespace
}  // namespace touchstone

#endif
