// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/plugin_claims.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string kRegimes =
    R"("separated": ["value"], "touching": ["value"], "penetrating": ["value", "normal"])";

std::string reason(const std::string& json) {
  const auto row = read_claims(json, "libmine.so");
  EXPECT_FALSE(row.ok()) << json;
  return row.ok() ? "" : row.reason();
}

TEST(PluginClaims, MakeARowThatIsIsolated) {
  const auto row = read_claims(
      R"({"name": "mine", "version": "2", "precision": "float32", "own_tolerance": 1e-5, )" +
          kRegimes + "}",
      "libmine.so");
  ASSERT_TRUE(row.ok()) << row.reason();
  EXPECT_EQ(row.value().name, "mine");
  EXPECT_TRUE(row.value().traits.isolated);
  EXPECT_EQ(row.value().traits.scalar, Scalar::float32);
  EXPECT_EQ(row.value().traits.own_tolerance, 1e-5);
}

TEST(PluginClaims, ToleranceZeroIsTheDefaultOne) {
  const auto row = read_claims(R"({"name": "mine", "own_tolerance": 0, )" + kRegimes + "}", "x");
  ASSERT_TRUE(row.ok()) << row.reason();
  EXPECT_EQ(row.value().traits.own_tolerance, MetricTraits{}.own_tolerance);
}

TEST(PluginClaims, TakeBodiesWithARadiusByTheirNames) {
  const auto traits = [](const std::string& more) {
    const auto row = read_claims(R"({"name": "mine", )" + more + kRegimes + "}", "x");
    EXPECT_TRUE(row.ok()) << row.reason();
    return row.ok() ? row.value().traits : MetricTraits{};
  };
  EXPECT_EQ(traits("").rounded_cores, 0);
  EXPECT_EQ(traits(R"("takes": ["radius"], )").rounded_cores, TOUCHSTONE_TAKES_RADIUS);
  EXPECT_EQ(traits(R"("takes": ["capsule", "round_box"], )").rounded_cores,
            kRoundedSegment | kRoundedBox);
  EXPECT_EQ(traits(R"("offset": 0.25, "reach": 2, )").offset, 0.25);
  EXPECT_EQ(traits(R"("offset": 0.25, "reach": 2, )").reach, 2);
  EXPECT_EQ(traits(R"("reach": 0, )").reach, MetricTraits{}.reach);
  EXPECT_THAT(reason(R"({"name": "mine", "takes": ["cube"], )" + kRegimes + "}"),
              HasSubstr("takes[0]: must be radius, sphere, capsule, round_polygon, round_box, "));
  EXPECT_THAT(reason(R"({"name": "mine", "quantity": "ratio", "offset": 1, )" + kRegimes + "}"),
              HasSubstr("answers a ratio, which knows no radius, offset or reach"));
}

TEST(PluginClaims, RejectsWhatMakesNoSenseInALineThatNamesThePlugin) {
  EXPECT_THAT(reason(R"({"name": "mine", "own_tolerance": 2e-3, )" + kRegimes + "}"),
              testing::AllOf(StartsWith("libmine.so: "), HasSubstr("above 1e-3 of size")));
  EXPECT_THAT(reason(R"({"name": "mine", "own_tolerance": "not finite", )" + kRegimes + "}"),
              HasSubstr("own_tolerance"));
  EXPECT_THAT(reason(R"({"name": "a b", )" + kRegimes + "}"), HasSubstr("name"));
  EXPECT_THAT(reason(R"({"name": "", )" + kRegimes + "}"), HasSubstr("name"));
  EXPECT_THAT(reason(R"({"name": "mine", "precision": "half", )" + kRegimes + "}"),
              HasSubstr("precision"));
  EXPECT_THAT(reason(R"({"name": "mine", "separated": ["values"], "touching": [],)"
                     R"( "penetrating": []})"),
              HasSubstr("must be value, normal, witnesses or skipped"));
  EXPECT_THAT(reason(R"({"name": "mine"})"), HasSubstr("separated"));
  EXPECT_THAT(reason(R"({"name": "mine", "separated": ["skipped", "value"], "touching": [],)"
                     R"( "penetrating": []})"),
              HasSubstr("claims to skip a regime and to give something in it"));
  EXPECT_THAT(reason("garbage"), StartsWith("libmine.so: "));
}

}  // namespace
}  // namespace touchstone
