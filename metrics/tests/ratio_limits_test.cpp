// SPDX-License-Identifier: GPL-3.0-or-later
// Every ratio metric of the registry where its arithmetic ends: interior points as near as doubles
// tell them apart, and a fixed body next to the interior point of the one that grows.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/tests/test_name.hpp"
#include "metrics/common/ratio_options.hpp"
#include "metrics/registry.hpp"
#include "metrics/tests/extreme_samples.hpp"
#include "metrics/tests/ratio_checks.hpp"
#include "metrics/tests/size_ratio_checks.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261126;

/// A body that is `ratio` times the other, by `i` near it or at up to three of its sizes.
Pair near_or_far_pair(Random& random, double ratio, int i) {
  const double small = 1 / std::sqrt(ratio);
  Pair pair = pair_of_ratio(random, small, ratio, i % 2 == 0);
  const bool large_A = pair.A->bounding_radius() > pair.B->bounding_radius();
  if (i % 4 > 0) {
    (large_A ? pair.X_WA : pair.X_WB).t =
        random.uniform(0.3, 3) * ratio * small * random.unit_vector();
  }
  return pair;
}

class RatioLimitsOf : public testing::TestWithParam<std::string> {
 protected:
  const MetricRow& row_ = *find_metric(GetParam());
  std::unique_ptr<Metric> metric_ = row_.make();
  std::unique_ptr<Metric> growth_ = row_.make_ratio({.form = RatioForm::growth});
  Oracle oracle_;

  /// Value, normal and witness points to the row's own claim; no answer where rho is beyond the
  /// range of doubles.
  void expect_claim(const Pair& pair) {
    const Truth truth = oracle_.solve(pair);
    const Answer answer = ask(*metric_, pair);
    const Answer growth = ask(*growth_, pair);
    if (!truth.ratio) {
      EXPECT_EQ(answer.note, kInteriorPointsCoincide);
      EXPECT_EQ(growth.value, -1);
      return;
    }
    const double rho = truth.ratio->rho_rounded;
    ASSERT_EQ(growth.status, AnswerStatus::answered) << growth.note;
    const Rational r = 1 / (1 - truth.ratio->rho);
    const double tolerance = row_.traits.own_tolerance;
    EXPECT_NEAR(growth.value, round_to_double(r - 1), tolerance + 1e-15);
    if (std::isinf(rho)) {
      EXPECT_EQ(answer.status, AnswerStatus::no_answer);
      EXPECT_EQ(answer.note, "the value is beyond the range of doubles");
      return;
    }
    ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
    const double scale = std::max(1.0, std::abs(rho));
    EXPECT_LE(std::abs(answer.value / scale - rho / scale), tolerance);
    EXPECT_TRUE(ratio_gap_reaches(pair, *answer.normal, truth, tolerance * scale) ||
                near_optimal(pair, *answer.normal, truth, Quantity::ratio,
                             normal_allowance(Scalar::float64)));
    EXPECT_TRUE(witnesses_valid(pair, *answer.witnesses, truth, Quantity::ratio,
                                tolerance * pair_size(pair), nullptr));
  }
};

/// rho of these cubes is (d - 1)/d: out of range from 1/d of 1.8e308 on.
TEST_P(RatioLimitsOf, CentresAsNearAsDoublesTellThemApart) {
  const PolytopePtr cube = make_box(Vec3(0.5, 0.5, 0.5));
  const Vec3 denormals(5e-324, 1e-323, 1.5e-323);
  int out_of_range = 0;
  for (const double d : {1e-10, 1e-50, 1e-59, 1e-61, 1e-99, 1e-101, 1e-160, 1e-299, 3e-300, 1e-300,
                         1e-305, 2.3e-308, 2.2e-308, 5.7e-309, 5.5e-309, 1e-320, 5e-324}) {
    for (const Vec3& p_AB :
         {Vec3(d, 0, 0), Vec3(d, 0, -d), Vec3(0.5 * d, d, d), Vec3(-d, 5e-324, 0)}) {
      SCOPED_TRACE(testing::Message() << d << ": " << p_AB.transpose());
      const Pair pair{cube, Pose{}, cube, Pose{Mat3::Identity(), p_AB}};
      expect_claim(pair);
      out_of_range += ask(*metric_, pair).status == AnswerStatus::no_answer ? 1 : 0;
    }
  }
  EXPECT_EQ(out_of_range, 12);
}

TEST_P(RatioLimitsOf, CentresApartByDenormalsInAnyDirection) {
  for (int i = 0; i < 48; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    const PolytopePtr A = i % 3 == 0 ? make_box(Vec3(0.5, 0.5, 0.5)) : small_solid(random);
    const PolytopePtr B = i % 3 == 1 ? A : small_solid(random);
    Pair pair{A, Pose{}, B, Pose{}};
    // Interior points at the origin, so that t alone is between them.
    for (PolytopePtr* body : {&pair.A, &pair.B}) {
      PolytopeInput centred;
      for (const Vec3& v : (*body)->vertices()) {
        centred.vertices.push_back(v - (*body)->interior_point());
      }
      centred.interior_point = Vec3::Zero();
      *body = make_polytope(centred).value();
    }
    for (double& x : pair.X_WB.t) {
      x = 5e-324 * std::floor(std::ldexp(1.0, static_cast<int>(random.below(50)))) *
          (random.below(2) == 0 ? -1 : 1);
    }
    if (i % 2 == 0) pair.X_WB.R = random.rotation();
    expect_claim(pair);
  }
}

/// What sums of terms of 1 leave of a way of 1e-20.
TEST_P(RatioLimitsOf, CentresThatNearlyCancel) {
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 2, static_cast<std::uint64_t>(i));
    Pair pair{small_solid(random), Pose{}, small_solid(random), Pose{}};
    pair.X_WA.R = random.rotation();
    pair.X_WB.R = random.rotation();
    const Vec3 from_A = pair.X_WA.R * pair.A->interior_point();
    const Vec3 from_B = pair.X_WB.R * pair.B->interior_point();
    pair.X_WB.t = from_A - from_B;
    if (i % 2 == 0) pair.X_WB.t += power_of_ten(random, -16, -8) * random.unit_vector();
    expect_claim(pair);
  }
}

/// A body that is up to 1e60 times the other, near it and not. GLPK's programs claim nothing where
/// sizes are 1e9 apart.
TEST_P(RatioLimitsOf, SizesOfAnyRatio) {
  if (row_.name.rfind("ratio_lp", 0) == 0) GTEST_SKIP() << "claims bodies of like sizes";
  for (int i = 0; i < 120; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 5, static_cast<std::uint64_t>(i));
    const double ratio = power_of_ten(random, 0, 60);
    expect_claim(near_or_far_pair(random, ratio, i));
  }
}

/// Towards a fixed body, either of them.
class FixedLimitsOf : public testing::TestWithParam<std::string> {
 protected:
  const MetricRow& row_ = *find_metric(GetParam());
  std::unique_ptr<Metric> metric_ = row_.make_ratio({.fixed_B = true});

  /// What the row claims of its variant. GLPK's program, which has nothing but rounded facets, may
  /// say that they hide the way to the fixed body.
  bool facets_alone() const { return row_.name.rfind("ratio_lp", 0) == 0; }
  double claim() const {
    return make_variant(row_, FixedBody::B, RatioForm::rho).traits.own_tolerance;
  }

  void expect_claim(const Pair& pair) {
    const auto truth = solve_fixed_body_in_full(pair);
    ASSERT_TRUE(truth.has_value());
    const Answer answer = ask(*metric_, pair);
    const bool no_growth = answer.ratio && answer.ratio->no_growth;
    if (facets_alone() && answer.status == AnswerStatus::no_answer) {
      ++hidden_;
      const bool said = answer.note == "the rounding of facets hides the way to the fixed body" ||
                        answer.note.rfind("GLPK", 0) == 0;
      EXPECT_TRUE(no_growth ? truth->r <= 2.5e-9 : said) << answer.note;
      return;
    }
    if (truth->r == 0) {
      EXPECT_TRUE(no_growth) << answer.value;
      return;
    }
    ++answered_;
    const double rho = round_to_double(1 - 1 / truth->r);
    ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note << " r " << truth->r.get_d();
    const double scale = std::max(1.0, std::abs(rho));
    EXPECT_LE(std::abs(answer.value - rho), claim() * scale) << rho;
    EXPECT_TRUE(fixed_body_normal_valid(pair, *answer.normal, *truth, claim() * scale,
                                        normal_allowance(Scalar::float64)));
    EXPECT_TRUE(
        fixed_body_witnesses_valid(pair, *answer.witnesses, *truth, claim() * pair_size(pair)));
  }
  void expect_claim_of_both(const Pair& pair) {
    {
      SCOPED_TRACE("B fixed");
      expect_claim(pair);
    }
    SCOPED_TRACE("A fixed");
    expect_claim(swapped(pair));
  }

  int answered_ = 0;
  int hidden_ = 0;
};

/// A plate a billionth as thick as wide, and a needle whose facet is 1e-11 of it thick.
TEST_P(FixedLimitsOf, APlateAndASliver) {
  const PolytopePtr sliver =
      hull_of({Vec3(0, 0, 0), Vec3(100000, 0, 0), Vec3(37034.91874279782, 100000, 0),
               Vec3(1039.1198172760019, 16335.646006023802, 1.333534631010327e-06)});
  Pose X_WB;
  X_WB.R << 0.2973193529968184, 0.9014523337204534, 0.314618645924715,  //
      0.9073544198112157, -0.16420958470195143, -0.3869666253581369,    //
      -0.29716857031423316, 0.40052328561765355, -0.866759446729849;
  X_WB.t = Vec3(4.5879832964499203e-10, -3.5222553667256876e-10, 0);
  expect_claim_of_both({make_box(Vec3(1e-9, 1, 1)), Pose{}, sliver, X_WB});
}

/// x_A from a tenth to a 1e14th of B's size away from B: to where facets hide the way, and beyond.
TEST_P(FixedLimitsOf, TheInteriorPointIsNextToTheFixedBody) {
  for (int i = 0; i < 80; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 3, static_cast<std::uint64_t>(i));
    Pair pair{small_solid(random), Pose{}, i % 2 == 0 ? make_cone(50, 1, 1) : small_solid(random),
              Pose{}};
    pair.X_WB.R = random.rotation();
    const std::vector<Vec3>& v = pair.B->vertices();
    const std::vector<int>& extreme = pair.B->extreme();
    const auto corner = static_cast<std::size_t>(extreme[random.below(extreme.size())]);
    // Next to a corner, or to a point inside a facet.
    Vec3 p = v[corner];
    if (i % 4 < 2) {
      const Facet& facet = pair.B->facets()[random.below(pair.B->facets().size())];
      p = Vec3::Zero();
      for (const int k : facet.vertices) {
        p += v[at(k)] / static_cast<double>(facet.vertices.size());
      }
    }
    const Vec3 away = power_of_ten(random, -14, -1) * (p - pair.B->interior_point()).normalized();
    pair.X_WA.t = pair.X_WB.R * (p + away) - pair.A->interior_point();
    expect_claim(pair);
  }
  EXPECT_GE(answered_, facets_alone() ? 20 : 80);
  EXPECT_GE(hidden_, facets_alone() ? 20 : 0);
}

TEST_P(FixedLimitsOf, ThinUnequalAndFarBodies) {
  for (const std::string_view kind : kExtremes) {
    for (int i = 0; i < 12; ++i) {
      SCOPED_TRACE(testing::Message() << kind << " seed " << kSeed << " index " << i);
      const Pair pair = extreme_pair(kSeed, kind, i);
      if (pair.A == nullptr || pair.B == nullptr) continue;
      expect_claim_of_both(pair);
    }
  }
}

/// A body that is `ratio` times the other, near it and not: it grows towards the other, and stays.
/// GLPK's program claims nothing where sizes are 1e9 apart.
TEST_P(FixedLimitsOf, SizesOfAnyRatio) {
  for (int i = 0; i < 160; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 4, static_cast<std::uint64_t>(i));
    const double ratio = power_of_ten(random, 0, facets_alone() ? 3 : 80);
    expect_claim_of_both(near_or_far_pair(random, ratio, i));
  }
  EXPECT_GE(answered_, 160);
}

INSTANTIATE_TEST_SUITE_P(EveryRow, RatioLimitsOf, testing::ValuesIn(ratio_names()),
                         [](const auto& row) { return test_name(row.param); });
INSTANTIATE_TEST_SUITE_P(EveryRow, FixedLimitsOf, testing::ValuesIn(ratio_names()),
                         [](const auto& row) { return test_name(row.param); });

}  // namespace
}  // namespace touchstone
