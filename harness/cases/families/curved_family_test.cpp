// SPDX-License-Identifier: GPL-3.0-or-later
// The families of bodies with curved cores: what their cases claim, by proven brackets.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <iostream>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "geometry/body.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"
#include "harness/cases/files/case_file.hpp"
#include "reference/bracket.hpp"
#include "reference/tests/agreement_cases.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 42;
constexpr std::uint64_t kCases = 30;
constexpr std::uint64_t kHulls = 1000;  ///< cases of each family with a hull

/// What phi is between in each regime, relative to size [1].
constexpr std::array<std::array<double, 2>, 5> kRelativePhi{
    {{0.009, 1.3}, {0, 2e-3}, {-1e-9, 1e-9}, {-1.1e-2, -1e-4}, {-100, -0.01}}};

void expect_regime(const Case& c, std::uint64_t index) {
  const Bracket bracket = find_bracket(*c.curved());
  const double size = pair_size(*c.curved());
  const auto& [least, most] = kRelativePhi.at(static_cast<std::size_t>(regime_of(index)));
  EXPECT_GT(bracket.lower, least * size) << c.id;
  EXPECT_LT(bracket.upper, most * size) << c.id;
}

TEST(CurvedFamilies, AreThereOnlyForWhoTakesThem) {
  int curved = 0;
  for (const Family& family : family_registry(CurvedCases::taken)) curved += is_curved(family);
  EXPECT_EQ(curved, 19);
  for (const Family& family : family_registry()) EXPECT_FALSE(is_curved(family)) << family.name;
  for (const char* name : {"cylinder-box", "cylinder-cylinder", "cone-capsule", "cone-ellipsoid",
                           "ellipsoid-sphere", "curved-aligned"}) {
    EXPECT_NE(find_family(name), nullptr) << name;
    EXPECT_EQ(find_family(name, family_registry()), nullptr) << name;
  }
}

TEST(CurvedFamilies, HaveTheBodiesOfTheirNamesInAllRegimes) {
  for (const Family& family : family_registry(CurvedCases::taken)) {
    if (!is_curved(family) || family.name == "curved-aligned") continue;
    std::set<std::size_t> cores;
    int balls = 0;
    for (std::uint64_t index = 0; index < kCases; ++index) {
      const Case c = make_case(family, kSeed, index);
      ASSERT_NE(c.curved(), nullptr) << c.id;
      expect_regime(c, index);
      for (const ConvexBody* body : {&c.curved()->A, &c.curved()->B}) {
        if (!body->is_curved()) continue;
        cores.insert(body->core().index());
        balls += static_cast<int>(body->radius() > 0);
      }
    }
    const std::size_t curved_names = (family.name.find("cylinder") != std::string::npos) +
                                     (family.name.find("cone") != std::string::npos) +
                                     (family.name.find("ellipsoid") != std::string::npos);
    EXPECT_EQ(cores.size(), curved_names) << family.name;
    EXPECT_GT(balls, 0) << family.name;
  }
}

TEST(CurvedFamilies, HullsHoldTheirFramesOriginsAndKeepTheirRegimes) {
  for (const char* name : {"cylinder-hull", "cone-hull", "ellipsoid-hull"}) {
    for (std::uint64_t index = 0; index < kHulls; ++index) {
      const Case c = make_case(*find_family(name), kSeed, index);
      for (const ConvexBody* body : {&c.curved()->A, &c.curved()->B}) {
        if (body->is_curved()) continue;
        for (const Facet& facet : std::get<PolytopePtr>(body->core())->facets()) {
          EXPECT_GT(facet.offset, 0) << c.id << ": the frame's origin is outside";
        }
      }
      expect_regime(c, index);
    }
  }
}

TEST(CurvedFamilies, AlignedHaveTiesAndContact) {
  int wide = 0;
  int touching = 0;
  int concentric = 0;
  const Family& family = *find_family("curved-aligned");
  for (std::uint64_t index = 0; index < 100; ++index) {
    const Case c = make_case(family, kSeed, index);
    concentric += static_cast<int>(c.curved()->X_WA.t == c.curved()->X_WB.t);
    if (regime_of(index) != Regime::touching) continue;
    const Bracket bracket = find_bracket(*c.curved());
    touching += static_cast<int>(std::abs(bracket.lower) < 1e-9 && bracket.upper < 1e-9);
    wide += static_cast<int>(bracket.upper - bracket.lower > 1e-9);
  }
  EXPECT_GE(concentric, 5);
  EXPECT_GE(touching, 15);
  EXPECT_LE(wide, 5);
}

double quantile(std::vector<double> numbers, double part) {
  std::sort(numbers.begin(), numbers.end());
  return numbers[static_cast<std::size_t>(part * static_cast<double>(numbers.size() - 1))];
}

/// With a thousand cases and more the times are held to limits, too.
TEST(CurvedFamilies, HaveNarrowBrackets) {
  const int cases = agreement_cases(10);
  for (const Family& family : family_registry(CurvedCases::taken)) {
    if (!is_curved(family)) continue;
    std::vector<double> widths;
    std::vector<double> seconds;
    const bool aligned = family.name == "curved-aligned";
    for (int k = 0; k < cases; ++k) {
      const Case c = make_case(family, kSeed, static_cast<std::uint64_t>(k));
      const std::clock_t begin = std::clock();
      const Bracket bracket = find_bracket(*c.curved());
      seconds.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
      widths.push_back((bracket.upper - bracket.lower) / pair_size(*c.curved()));
    }
    const auto wide =
        std::count_if(widths.begin(), widths.end(), [](double w) { return w > 1e-9; });
    std::cout << family.name << ": width 99 % " << quantile(widths, 0.99) << ", above 1e-9 " << wide
              << ", median " << 1e3 * quantile(seconds, 0.5) << " ms, 99 % "
              << 1e3 * quantile(seconds, 0.99) << " ms, most " << 1e3 * quantile(seconds, 1)
              << " ms\n";
    EXPECT_LE(quantile(widths, 0.99), aligned ? 1e-3 : 1e-12) << family.name;
    if (cases < 1000) continue;
    EXPECT_LE(quantile(seconds, 1), 2) << family.name;
    if (aligned) continue;
    EXPECT_LE(quantile(seconds, 0.5), 1e-3) << family.name;
    EXPECT_LE(quantile(seconds, 0.99), 20e-3) << family.name;
  }
}

TEST(CurvedFamilies, AreMadeAgainByIdAndReadBackFromFiles) {
  for (const Family& family : family_registry(CurvedCases::taken)) {
    if (!is_curved(family)) continue;
    const std::string id = make_case(family, 7, 3).id;
    EXPECT_EQ(id, family.name + ":7:3");
    const Case first = make_case(id).value();
    const std::string text = write_case(first);
    EXPECT_EQ(text, write_case(make_case(family, 7, 3)));
    EXPECT_NE(text, write_case(make_case(family, 7, 4)));
    EXPECT_NE(text, write_case(make_case(family, 8, 3)));
    const auto read = parse_case_text(text, "x", nullptr, CurvedCases::taken);
    ASSERT_TRUE(read.ok()) << read.reason();
    const ConvexPair& again = *read.value()[0].curved();
    EXPECT_EQ(again.X_WB.t, first.curved()->X_WB.t);
    EXPECT_EQ(again.A.bounding_radius(), first.curved()->A.bounding_radius());
  }
  EXPECT_FALSE(make_case("cylinder-box:7:3", family_registry()).ok());
}

}  // namespace
}  // namespace touchstone
