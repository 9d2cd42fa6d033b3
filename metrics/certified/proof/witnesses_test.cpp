// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/witnesses.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "metrics/certified/certified.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/certificates.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/truth_check.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261207;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pose posed(const std::array<double, 9>& rows, const Vec3& t) {
  Pose X;
  for (std::size_t i = 0; i < 9; ++i)
    X.R(static_cast<int>(i / 3), static_cast<int>(i % 3)) = rows[i];
  X.t = t;
  return X;
}

Pose posed_by(const std::array<double, 4>& q, const Vec3& t) { return make_pose(q, t).value(); }

struct NamedPair {
  std::string name;
  Pair pair;
};

/// Badly scaled pairs at which normals or witness points were once off by more than rounding.
std::vector<NamedPair> found_wrong() {
  return {
#include "metrics/certified/proof/witness_cases.inc"
  };
}

double spacing(double x) { return std::nextafter(std::abs(x), kInfinity) - std::abs(x); }

/// Each coordinate within an ulp, or a part of the size that leaves 15 digits of it.
bool near(const Vec3& p, const ExactVec3& truth, double size) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Rational off = abs(Rational(p[static_cast<int>(i)]) - truth[i]);
    const double rounded = round_to_double(truth[i]);
    if (off > Rational(spacing(rounded)) + Rational(0x1p-54) * Rational(size)) return false;
  }
  return true;
}

/// Within two units of the last place of 1 of an optimal direction.
bool along_an_optimal_direction(const Vec3& n, const Truth& truth) {
  for (const Vec3& optimal : truth.normals) {
    if ((n - optimal).cwiseAbs().maxCoeff() <= 2 * 0x1p-53) return true;
  }
  return false;
}

/// What rounding of the largest coordinate may cost, and the claim of 1e-15 sizes [m].
double allowance(const Pair& pair, const WitnessPoints& p) {
  return 1e-15 * pair_size(pair) +
         2 * spacing(std::max(p.p_WA.lpNorm<Eigen::Infinity>(), p.p_WB.lpNorm<Eigen::Infinity>()));
}

void expect_right(const Pair& pair, const Answer& answer, bool nearly_tied, Oracle& oracle) {
  ASSERT_EQ(answer.status, AnswerStatus::answered) << answer.note;
  ASSERT_TRUE(answer.proof);
  const DistanceCertificate certificate = check_distance_certificate(pair, *answer.proof);
  EXPECT_TRUE(certificate.proven) << certificate.reason;
  const Truth truth = oracle.solve(pair, false);
  EXPECT_GE(answer.value, std::nextafter(truth.phi, -kInfinity));
  EXPECT_LE(answer.value, std::nextafter(truth.phi, kInfinity));
  const double size = pair_size(pair);
  const Vec3& n = *answer.normal;
  EXPECT_TRUE(along_an_optimal_direction(n, truth) || gap_reaches(pair, n, truth, 1e-15 * size))
      << std::hexfloat << n.transpose() << " for " << truth.normals[0].transpose();
  const WitnessPoints& p = *answer.witnesses;
  const double length = allowance(pair, p);
  EXPECT_TRUE(point_within(pair, WhichBody::A, p.p_WA, length));
  EXPECT_TRUE(point_within(pair, WhichBody::B, p.p_WB, length));
  EXPECT_TRUE(apart_by_phi(p, truth, length) ||
              (truth.sign != 0 && apart_along(p, n, truth, length)));
  // A single vertex and a single direction leave no choice of witness points.
  if (nearly_tied || truth.sign == 0 || truth.directions.size() > 1 ||
      (truth.features[0].dimension_A > 0 && truth.features[0].dimension_B > 0)) {
    return;
  }
  const auto said = [&](const Vec3& claimed, const ExactVec3& right) {
    std::ostringstream out;
    out.precision(17);
    out << claimed.transpose() << " for";
    for (const Rational& x : right) out << ' ' << round_to_double(x);
    out << ", n " << n.transpose() << " for " << truth.normals[0].transpose() << ", phi "
        << answer.value;
    return out.str();
  };
  EXPECT_TRUE(near(p.p_WA, truth.witness_A, size)) << said(p.p_WA, truth.witness_A);
  EXPECT_TRUE(near(p.p_WB, truth.witness_B, size)) << said(p.p_WB, truth.witness_B);
}

/// Cold, with a proof.
Answer proven(const Metric& metric, const Pair& pair) {
  const auto A = metric.prepare(*pair.A);
  const auto B = metric.prepare(*pair.B);
  const auto workspace = metric.make_workspace();
  workspace->wants_proof = true;
  return metric.evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
}

TEST(Witnesses, OfBadlyScaledPairsAreRightToRounding) {
  const auto metric = make_certified();
  Oracle oracle;
  for (const NamedPair& named : found_wrong()) {
    SCOPED_TRACE(named.name);
    expect_right(named.pair, proven(*metric, named.pair), false, oracle);
  }
}

/// Within half an ulp, which rounds it, and what witnesses.hpp leaves of a sound point.
bool as_sound_as_claimed(const Vec3& p, const ExactVec3& truth, double size) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Rational off = abs(Rational(p[static_cast<int>(i)]) - truth[i]);
    const Rational ulp = spacing(round_to_double(truth[i]));
    const Rational quarter = ulp / 4;
    const Rational part = Rational(0x1p-56) * Rational(size);
    if (off > ulp / 2 + std::max(quarter, part)) return false;
  }
  return true;
}

double power_of_ten(Random& random, double least, double most) {
  return std::pow(10, random.uniform(least, most));
}

PolytopePtr solid(Random& random) {
  switch (random.below(4)) {
    case 0:
      return make_box(random_vector(random, 0.4) + Vec3::Constant(0.6));
    case 1:
      return make_simplex();
    case 2:
      return make_prism(3 + static_cast<int>(random.below(6)), 1, 0.5);
    default:
      return make_random_sphere_hull(random, 8 + static_cast<int>(random.below(8)));
  }
}

PolytopePtr moved(const PolytopePtr& body, const std::function<Vec3(const Vec3&)>& move) {
  std::vector<Vec3> points = body->vertices();
  for (Vec3& v : points) v = move(v);
  return hull_of(std::move(points));
}

/// A vertex 2^30 to 2^53 from its body's origin, placed near the world's: R v rounds, even in
/// double-double, by more than a quarter of an ulp of what it and t cancel to, if it is far enough.
TEST(Witnesses, InDoubleDoubleAreSoundOnlyWithinAQuarterOfAnUlp) {
  int sound = 0;
  int doubtful = 0;
  const PolytopePtr B = make_box(Vec3::Ones());
  const Pose X_WB{Mat3::Identity(), Vec3::Constant(0x1p30)};
  const DifferenceBodyWith<> body_B(*B);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 100, static_cast<std::uint64_t>(i));
    const Vec3 from = std::exp2(i % 4 == 0 ? random.uniform(30, 45) : random.uniform(49, 53)) *
                      random.unit_vector();
    const PolytopePtr A =
        moved(make_simplex(), [&](const Vec3& corner) -> Vec3 { return from + corner; });
    const DifferenceBodyWith<> body_A(*A);
    const Vec3& v = body_A.map.body_vertex(0);
    const Mat3 R = random.rotation();
    const Pose X_WA{R, random_vector(random, 2) - rounded(rotate(R, v))};
    const DifferenceSet set(body_A, X_WA, body_B, X_WB);
    const DifferencePoint vertices = set.point(0, 0);
    const Witnesses found = further_witnesses(set, &vertices, 1, MeasuredFeature{}, true);
    ++(found.sound ? sound : doubtful);
    if (!found.sound) continue;
    EXPECT_TRUE(as_sound_as_claimed(found.p_WA, world_point(X_WA, v), set.size()));
  }
  EXPECT_GT(sound, 200);
  EXPECT_GT(doubtful, 200);
}

PolytopePtr stretched(const PolytopePtr& body, const Vec3& factors) {
  return moved(body, [&](const Vec3& v) { return Vec3(v.cwiseProduct(factors)); });
}

/// Each coordinate moved by up to so many ulps.
PolytopePtr jiggled(Random& random, const PolytopePtr& body, int copies) {
  std::vector<Vec3> points;
  for (const Vec3& v : body->vertices()) {
    for (int k = 0; k < copies; ++k) {
      Vec3 near = v;
      for (double& entry : near) {
        const auto way = random.below(3);
        if (way > 0) entry = std::nextafter(entry, way == 1 ? kInfinity : -kInfinity);
      }
      points.push_back(near);
    }
  }
  return hull_of(std::move(points));
}

/// B at random, then, in three of five, as near to contact as said by the metric.
Pair placed(Random& random, PolytopePtr A, PolytopePtr B) {
  const double reach = A->bounding_radius() + B->bounding_radius();
  Pair pair = placed_apart(random, std::move(A), std::move(B), 0, 1.2 * reach);
  const double size = pair_size(pair);
  pair.X_WA.t *= size;
  pair.X_WB.t = pair.X_WA.t + random.uniform(0, 1.2) * reach * random.unit_vector();
  const auto regime = random.below(5);
  if (regime < 2) return pair;
  const Answer answer = ask(*make_certified(), pair);
  const double gap = regime == 2   ? 1e-3
                     : regime == 3 ? -power_of_ten(random, -9, -1)
                                   : power_of_ten(random, -12, 0);
  pair.X_WB.t += (answer.value - gap * size) * *answer.normal;
  return pair;
}

struct Kind {
  const char* name;
  int count;
  std::function<Pair(Random&)> make;
  /// Whether facets are often parallel to rounding: then other witness points are as good as the
  /// true ones.
  bool nearly_tied = false;
};

const std::vector<Kind>& kinds() {
  static const auto aspect = [](double most) {
    return [most](Random& r) {
      const auto thin = [&] {
        Vec3 factors;
        for (double& f : factors) f = std::pow(most, -r.uniform(0, 1));
        return stretched(solid(r), factors);
      };
      const PolytopePtr A = thin();
      return placed(r, A, thin());
    };
  };
  static const auto ratio = [](double factor) {
    return [factor](Random& r) {
      const PolytopePtr A = solid(r);
      return placed(r, A, stretched(solid(r), Vec3::Constant(factor)));
    };
  };
  static const std::vector<Kind> kKinds = {
      {"aspect 1e2", 100, aspect(1e2)},
      {"aspect 1e4", 100, aspect(1e4)},
      {"aspect 1e6", 200, aspect(1e6)},
      {"aspect 1e8", 200, aspect(1e8)},
      {"aspect 1e14", 50, aspect(1e14)},
      {"size 1e3", 100, ratio(1e-3)},
      {"size 1e9", 200, ratio(1e-9)},
      {"size 1e12", 200, ratio(1e12)},
      {"jiggled", 100,
       [](Random& r) {
         const PolytopePtr A = solid(r);
         const PolytopePtr B = r.below(2) == 0 ? A : solid(r);
         const PolytopePtr a = jiggled(r, A, 3);
         Pair pair = placed(r, a, jiggled(r, B, 3));
         if (r.below(2) == 0) pair.X_WB.R = pair.X_WA.R;
         return pair;
       },
       true},
      {"nested", 100,
       [](Random& r) {
         const PolytopePtr A = solid(r);
         const PolytopePtr a = jiggled(r, A, 2);
         Pair pair{a, Pose{},
                   stretched(jiggled(r, A, 2), Vec3::Constant(1 - power_of_ten(r, -15, -1))),
                   Pose{}};
         if (r.below(2) == 0) pair.X_WB.t = random_vector(r, power_of_ten(r, -16, -2));
         if (r.below(2) == 0) pair.X_WA.R = pair.X_WB.R = r.rotation();
         return pair;
       },
       true},
      {"slivers", 100,
       [](Random& r) {
         const auto thin = [&] {
           const double t = power_of_ten(r, -14, -6);
           return hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0.3, 0.3, 2 * t),
                           Vec3(0.6, 0.2, -t)});
         };
         const PolytopePtr A = thin();
         return placed(r, A, r.below(2) == 0 ? thin() : solid(r));
       }},
      {"denormal", 40,
       [](Random& r) {
         const double tiny = r.below(2) == 0 ? 1e-310 : 1e-150;
         const PolytopePtr A = moved(solid(r), [&](const Vec3& v) -> Vec3 {
           return v + random_vector(r, r.below(2) == 0 ? tiny : 0);
         });
         Pair pair = placed(r, A, solid(r));
         if (r.below(2) == 0) pair = Pair{A, Pose{}, A, Pose{}};
         pair.X_WB.t += random_vector(r, tiny);
         return pair;
       },
       true},
      {"far 1e8", 100,
       [](Random& r) {
         const PolytopePtr A = solid(r);
         Pair pair = placed(r, A, solid(r));
         const Vec3 away = 1e8 * r.unit_vector();
         pair.X_WA.t += away;
         pair.X_WB.t += away;
         return pair;
       }},
      {"stacked", 60,
       [](Random& r) {
         const int sides = 3 + static_cast<int>(r.below(8));
         const double half = r.uniform(0.2, 1);
         Pair pair{make_prism(sides, 1, half), Pose{}, make_prism(sides, 1, half), Pose{}};
         pair.X_WB.t.z() = -2 * half * (1 + (r.below(2) == 0 ? 1 : -1) * power_of_ten(r, -14, -1));
         if (r.below(2) == 0) pair.X_WB.t.x() = r.uniform(-1, 1);
         if (r.below(2) == 0) {
           const Mat3 R = r.rotation();
           pair = Pair{pair.A, Pose{R, random_vector(r, 1)}, pair.B, Pose{}};
           pair.X_WB = Pose{R, pair.X_WA.t - R.col(2) * 2 * half};
         }
         return pair;
       },
       true},
      {"interior point on the boundary", 50,
       [](Random& r) {
         PolytopeInput input;
         input.vertices = solid(r)->vertices();
         input.interior_point = input.vertices[r.below(input.vertices.size())];
         const PolytopePtr A = make_polytope(input).value();
         return placed(r, A, solid(r));
       }},
      {"beside a thin body, about its width away", 600,
       [](Random& r) {
         const double width = power_of_ten(r, 3, 10);
         const PolytopePtr A = jiggled(r, stretched(solid(r), Vec3(1, width, width)), 1);
         const PolytopePtr B = solid(r);
         const double away = width * power_of_ten(r, -3, 0.5);
         return Pair{A,
                     {Mat3::Identity(), Vec3::Zero()},
                     B,
                     {r.rotation(), Vec3(away, 0, 0) + 0.7 * width * r.in_unit_ball()}};
       }},
      {"in general position", 100,
       [](Random& r) {
         const PolytopePtr A = solid(r);
         return placed(r, A, solid(r));
       }},
  };
  return kKinds;
}

class WitnessesOf : public testing::TestWithParam<std::size_t> {};

TEST_P(WitnessesOf, AreRightToRounding) {
  const Kind& kind = kinds()[GetParam()];
  const auto metric = make_certified();
  Oracle oracle;
  for (int i = 0; i < kind.count; ++i) {
    SCOPED_TRACE(testing::Message() << kind.name << " seed " << kSeed << " index " << i);
    Random random(kSeed, GetParam(), static_cast<std::uint64_t>(i));
    const Pair pair = kind.make(random);
    expect_right(pair, proven(*metric, pair), kind.nearly_tied, oracle);
  }
}

INSTANTIATE_TEST_SUITE_P(Hard, WitnessesOf, testing::Range(std::size_t{0}, kinds().size()));

}  // namespace
}  // namespace touchstone
