// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/fast_truth_audit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "geometry/aligned_box.hpp"
#include "harness/cases/case_hash.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

AuditOptions options_for(std::uint64_t cases, int jobs) {
  AuditOptions options;
  for (const Family& family : family_registry()) {
    if (family.largest_vertices <= 16) options.families.push_back(&family);
  }
  options.cases = cases;
  options.jobs = jobs;
  return options;
}

TEST(FastTruthAudit, HoldsOnEveryFamilyOfSmallBodiesAndNearIt) {
  std::uint64_t given = 0;
  std::uint64_t jiggled = 0;
  std::uint64_t doubled = 0;
  const std::vector<FastTruthRow> rows = run_fast_truths(options_for(40, 2));
  for (const FastTruthRow& row : rows) {
    SCOPED_TRACE(row.family + (row.ids.empty() ? "" : " " + row.ids.front()));
    EXPECT_TRUE(row.clean());
    EXPECT_EQ(row.given.pairs, row.cases);
    EXPECT_LE(row.jiggled.settled, row.jiggled.pairs);
    given += row.given.settled;
    jiggled += row.jiggled.settled;
    doubled += row.doubled.settled;
  }
  // There is something to be wrong.
  EXPECT_GT(given, 10 * rows.size());
  EXPECT_GT(jiggled, 5 * rows.size());
  EXPECT_GT(doubled, 5 * rows.size());
}

TEST(FastTruthAudit, TotalsDoNotDependOnJobs) {
  EXPECT_EQ(run_fast_truths(options_for(4, 1)), run_fast_truths(options_for(4, 3)));
}

TEST(FastTruthAudit, CountsWhatIsWrongByWhatItIs) {
  const Case c = make_case("random-hulls-16-deep:42:3").value();
  Oracle exact;
  const auto found = [&](std::function<void(RoundedTruth&)> falsify) {
    QuickOracle quick(std::move(falsify));
    return check_fast_truth(c, quick, exact);
  };
  const FastTruthRow right = found({});
  EXPECT_TRUE(right.clean());
  EXPECT_TRUE(right.ids.empty());
  EXPECT_EQ(right.given.settled, 1U);
  EXPECT_EQ(right.cases, 1U);

  const FastTruthRow sign = found([](RoundedTruth& truth) { truth.sign = -truth.sign; });
  EXPECT_FALSE(sign.clean());
  EXPECT_EQ(sign.given.sign, 1U);
  EXPECT_EQ(sign.jiggled.sign, sign.jiggled.settled);
  ASSERT_FALSE(sign.ids.empty());
  EXPECT_THAT(sign.ids.front(), HasSubstr("random-hulls-16-deep:42:3: sign 1, exactly -1"));

  const FastTruthRow doubt = found([](RoundedTruth& truth) { truth.phi.doubt = 0; });
  EXPECT_EQ(doubt.given.phi_enclosed, 1U);
  EXPECT_EQ(doubt.given.phi, 0U);
  const FastTruthRow normal = found([](RoundedTruth& truth) { truth.normal *= -1; });
  EXPECT_EQ(normal.given.normal, 1U);
  const FastTruthRow rho = found([](RoundedTruth& truth) { truth.rho->value *= 1 + 0x1p-50; });
  EXPECT_EQ(rho.given.rho, 1U);
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
      for (const Variant variant : {Variant::jiggled, Variant::doubled}) {
        const Pair pair = variant_of(c, variant);
        ASSERT_TRUE(pair.A && pair.B);
        EXPECT_EQ(variant_of(c, variant).A->content_hash(), pair.A->content_hash());
        EXPECT_NE(pair.A->content_hash(), c.pair.A->content_hash());
        EXPECT_EQ(pair.X_WB.t, c.pair.X_WB.t);
        const double ulp = 0x1p-52 * largest_coordinate(*c.pair.A);
        EXPECT_LE(farthest_from(*c.pair.A, *pair.A), 2 * ulp);
        if (variant == Variant::jiggled && as_aligned_box(*pair.A)) ++boxes;
        if (pair.A->vertices().size() > c.pair.A->vertices().size()) ++more_vertices;
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
