// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/audit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "geometry/aligned_box.hpp"
#include "harness/check/tests/family_sources.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

CheckOptions options_for(std::uint64_t cases, int jobs) {
  constexpr int kSmall = 16;
  return options_of_all(cases, 0, kSmall, jobs);
}

TEST(FastTruthAudit, HoldsOnEveryFamilyOfSmallBodiesAndNearIt) {
  const CheckReport report = audit_fast_truth(options_for(40, 2));
  const std::size_t families = report.rows.size() / kFastTruthSubjects.size();
  std::map<std::string, double> settled;
  for (const CheckRow& row : report.rows) {
    SCOPED_TRACE(row.family + " " + first_violation(row));
    EXPECT_EQ(row.violated(), 0U);
    EXPECT_LE(row.count("settled").value, static_cast<double>(row.cases));
    settled[row.subject.name] += row.count("settled").value;
  }
  // There is something to be wrong.
  EXPECT_GT(settled["given"], 10 * static_cast<double>(families));
  EXPECT_GT(settled["jiggled"], 5 * static_cast<double>(families));
  EXPECT_GT(settled["doubled"], 5 * static_cast<double>(families));
}

TEST(FastTruthAudit, TotalsDoNotDependOnJobs) {
  EXPECT_EQ(audit_fast_truth(options_for(4, 1)).rows, audit_fast_truth(options_for(4, 3)).rows);
}

TEST(FastTruthAudit, CountsWhatIsWrongByWhatItIs) {
  const Case c = make_case("random-hulls-16-deep:42:3").value();
  Oracle exact;
  const auto found = [&](std::function<void(RoundedTruth&)> falsify) {
    QuickOracle quick(std::move(falsify));
    std::vector<CheckRow> rows(kFastTruthSubjects.size(), empty_row(fast_truth_check()));
    check_fast_truth(c, quick, exact, rows);
    return rows;
  };
  for (const CheckRow& right : found({})) EXPECT_EQ(right.violated(), 0U);
  EXPECT_EQ(found({})[0].count("settled").value, 1);
  EXPECT_EQ(found({})[0].cases, 1U);

  const auto signs = found([](RoundedTruth& truth) { truth.sign = -truth.sign; });
  const ClaimCounts& sign = signs[0].claim("sign");
  EXPECT_EQ(sign.violated, 1U);
  EXPECT_EQ(static_cast<double>(signs[1].claim("sign").violated), signs[1].count("settled").value);
  ASSERT_FALSE(sign.first.empty());
  EXPECT_EQ(sign.first.front().id, "random-hulls-16-deep:42:3");
  EXPECT_THAT(sign.first.front().why, HasSubstr("sign 1, exactly -1"));

  const auto doubt = found([](RoundedTruth& truth) { truth.phi.doubt = 0; });
  EXPECT_EQ(doubt[0].claim("phi_enclosure").violated, 1U);
  EXPECT_EQ(doubt[0].claim("phi").violated, 0U);
  const auto normal = found([](RoundedTruth& truth) { truth.normal *= -1; });
  EXPECT_EQ(normal[0].claim("normal").violated, 1U);
  const auto rho = found([](RoundedTruth& truth) { truth.rho->value *= 1 + 0x1p-50; });
  EXPECT_EQ(rho[0].claim("rho").violated, 1U);
}

double largest_coordinate(const Polytope& body) {
  double largest = 0;
  for (const Vec3& v : body.vertices()) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  return largest;
}

/// The largest move of a vertex from the nearest one of `body`, by coordinate.
double farthest_from(const Polytope& body, const Polytope& moved) {
  double farthest = 0;
  for (const Vec3& w : moved.vertices()) {
    double nearest = 1e300;
    for (const Vec3& v : body.vertices()) {
      nearest = std::min(nearest, (w - v).cwiseAbs().maxCoeff());
    }
    farthest = std::max(farthest, nearest);
  }
  return farthest;
}

TEST(FastTruthAudit, VariantsAreMovedByUlpsAndMadeOfTheIdAlone) {
  int boxes = 0;
  int more_vertices = 0;
  for (std::uint64_t index = 0; index < 40; ++index) {
    for (const char* family : {"random-boxes", "random-hulls-8-shallow"}) {
      Case c = make_case(*find_family(family), 42, index);
      SCOPED_TRACE(c.id);
      for (const NearTie variant : {NearTie::jiggled, NearTie::doubled}) {
        const Pair pair = variant_of(c, variant);
        ASSERT_TRUE(pair.A && pair.B);
        EXPECT_EQ(variant_of(c, variant).A->content_hash(), pair.A->content_hash());
        EXPECT_NE(pair.A->content_hash(), c.pair().A->content_hash());
        EXPECT_EQ(pair.X_WB.t, c.pair().X_WB.t);
        const double ulp = 0x1p-52 * largest_coordinate(*c.pair().A);
        EXPECT_LE(farthest_from(*c.pair().A, *pair.A), 2 * ulp);
        if (variant == NearTie::jiggled && as_aligned_box(*pair.A)) ++boxes;
        if (pair.A->vertices().size() > c.pair().A->vertices().size()) ++more_vertices;
        Case other = c;
        other.id += "0";
        EXPECT_NE(variant_of(other, variant).A->content_hash(), pair.A->content_hash());
      }
    }
  }
  EXPECT_GT(boxes, 3);
  EXPECT_GT(more_vertices, 20);
}

TEST(CaseHash, RemaindersAreEvenAndTheSameEverywhere) {
  // Campaigns of all machines sample the same cases.
  EXPECT_EQ(hash_of_id("random-boxes:42:7"), 0x79b575e214f10493U);
  int sampled = 0;
  std::set<std::uint64_t> last_digits;
  for (int k = 0; k < 100000; ++k) {
    const std::uint64_t hash = hash_of_id("random-boxes:42:" + std::to_string(k));
    if (hash % 1000 == 0) ++sampled;
    last_digits.insert(hash % 16);
  }
  EXPECT_NEAR(sampled, 100, 40);
  EXPECT_EQ(last_digits.size(), 16U);
}

}  // namespace
}  // namespace touchstone
