// SPDX-License-Identifier: GPL-3.0-or-later
// Brackets against closed forms in double words, against the exact truth of polytopes that are
// inside and outside of curved cores, and evidence that proves nothing.
#include "reference/bracket.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>

#include "reference/arithmetic/double_word.hpp"
#include "reference/oracle.hpp"
#include "reference/tests/agreement_cases.hpp"
#include "reference/tests/curved_samples.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

ConvexBody body(const Core& core, double radius = 0) { return make_body(core, radius).value(); }

PolytopePtr hull(const std::vector<Vec3>& points) {
  return make_polytope({points, {}, {}}).value();
}

PolytopePtr rounded(const std::vector<Vec3>& points, double radius) {
  return make_rounded(hull(points), radius).value();
}

/// The closed form is within the bracket; both of its ends are doubles.
void expect_within(const Bracket& bracket, DoubleWord phi, double scale) {
  EXPECT_LE((DoubleWord{bracket.lower, 0} - phi).high, 1e-28 * scale);
  EXPECT_GE((DoubleWord{bracket.upper, 0} - phi).high, -1e-28 * scale);
}

DoubleWord root_of_squares(DoubleWord x, DoubleWord y) {
  const DoubleWord s = x * x + y * y;
  return s.high > 0 ? sqrt(s) : DoubleWord{};
}

/// The signed distance of a point at d from a cylinder about 0.
DoubleWord cylinder_distance(const Vec3& d, DoubleWord radius, DoubleWord half_length) {
  const DoubleWord across = root_of_squares({d[0], 0}, {d[1], 0}) - radius;
  const DoubleWord along = DoubleWord{std::abs(d[2]), 0} - half_length;
  if (across.high > 0 && along.high > 0) return root_of_squares(across, along);
  return (across - along).high > 0 ? across : along;
}

/// A place for B relative to A: far, near or inside, at times on an axis or in a common plane.
Vec3 place_sample(Random& random, double radius, double half_length) {
  Vec3 d = random.unit_vector();
  d[0] *= random.uniform(0.5, 2) * radius;
  d[1] *= random.uniform(0.5, 2) * radius;
  d[2] *= random.uniform(0.5, 2) * half_length;
  if (random.below(8) == 0) d[0] = d[1] = 0;
  if (random.below(8) == 0) d[2] = random.below(2) == 0 ? 0 : half_length;
  return d;
}

/// Coaxial ones are rings of ties, on which the search takes long: here it may end early.
const BracketBudget kShort{2e-13, 60, 1e-9, 60};

TEST(Bracket, HoldsParallelCylindersSpheresAndCapsules) {
  for (int k = 0; k < agreement_cases(400); ++k) {
    Random random(4122, static_cast<std::uint64_t>(k));
    const Mat3 R = turned_axes(random.below(6));
    const double radius_A = length_sample(random);
    const double half_A = length_sample(random);
    const double radius_B = length_sample(random);
    const std::uint64_t kind = random.below(3);  // sphere, capsule, cylinder
    const double half_B = kind == 0 ? 0 : length_sample(random);
    const std::vector<Vec3> axis = {{0, 0, -half_B}, {0, 0, half_B}};
    const ConvexBody B =
        kind == 2 ? body(Cylinder{radius_B, half_B}) : body(rounded(axis, radius_B));
    const DoubleWord both_radii = DoubleWord::sum(radius_A, kind == 2 ? radius_B : 0);
    const DoubleWord both_halves = DoubleWord::sum(half_A, half_B);
    const Vec3 d = place_sample(random, both_radii.high, both_halves.high);
    const ConvexPair pair{body(Cylinder{radius_A, half_A}), {R, Vec3::Zero()}, B, {R, R * d}};
    const Bracket bracket = find_bracket(pair, kShort);
    const DoubleWord core = cylinder_distance(d, both_radii, both_halves);
    expect_within(bracket, core - DoubleWord{kind == 2 ? 0 : radius_B, 0}, 16);
    EXPECT_EQ(why_not_proven(pair, bracket), "");
  }
}

TEST(Bracket, GapOfADirectionIsBetweenItsBounds) {
  // u.a >= -5 of A, u.b <= -15 + 2.5 of B, and |u| = 5.
  const ConvexPair pair{
      body(Cylinder{1, 2}), {}, body(Cylinder{0.25, 1}, 0.25), {Mat3::Identity(), {5, 0, 0.5}}};
  const GapBounds gap = proven_gap(pair, {-3, 4, 0});
  EXPECT_LE(gap.lower, 1.5);
  EXPECT_GE(gap.upper, 1.5);
  EXPECT_LT(gap.upper - gap.lower, 1e-14);
  const GapBounds none = proven_gap(pair, Vec3::Zero());
  EXPECT_EQ(none.lower, -kInfinity);
  EXPECT_EQ(none.upper, kInfinity);
}

TEST(Bracket, HoldsEllipsoidsThatAreSpheres) {
  Oracle oracle;
  for (int k = 0; k < agreement_cases(300); ++k) {
    Random random(4123, static_cast<std::uint64_t>(k));
    const double a = length_sample(random);
    const ConvexBody sphere = body(Ellipsoid{{a, a, a}});
    const BodyKind kind = kBodyKinds[3 + random.below(4)];
    const ConvexBody other = body_sample(random, kind);
    const double gap = random.uniform(-1, 1);
    const Vec3 u = random.unit_vector();
    const Mat3 R = random.rotation();
    const ConvexPair pair = at_gap(sphere, Mat3::Identity(), other, R, u, gap);
    const Bracket bracket = find_bracket(pair, kShort);
    const Truth truth = oracle.solve(
        {rounded({{0, 0, 0}}, a), pair.X_WA, std::get<PolytopePtr>(other.core()), pair.X_WB},
        false);
    EXPECT_LE(bracket.lower, std::nextafter(truth.phi, kInfinity)) << k;
    EXPECT_GE(bracket.upper, std::nextafter(truth.phi, -kInfinity)) << k;
  }
}

TEST(Bracket, HoldsTwoEllipsoidsThatAreSpheres) {
  for (int k = 0; k < agreement_cases(200); ++k) {
    Random random(4124, static_cast<std::uint64_t>(k));
    const double a = length_sample(random);
    const double b = length_sample(random);
    const Vec3 d = (a + b) * random.uniform(0.1, 2) * random.unit_vector();
    const ConvexPair pair{
        body(Ellipsoid{{a, a, a}}), {}, body(Ellipsoid{{b, b, b}}), {Mat3::Identity(), d}};
    const Bracket bracket = find_bracket(pair, kShort);
    const DoubleWord z{d[2], 0};
    const DoubleWord xy = root_of_squares({d[0], 0}, {d[1], 0});
    expect_within(bracket, root_of_squares(xy, z) - DoubleWord::sum(a, b), 16);
    if (bracket.lower > 0) {
      EXPECT_LE(bracket.upper - bracket.lower, 1e-12 * pair_size(pair)) << k;
    }
  }
}

/// The core as a polytope inside it, and outside of it if `outside`.
PolytopePtr approximation(const Core& core, bool outside) {
  constexpr int kSides = 48;
  std::vector<Vec3> points;
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&core)) {
    const PolytopePtr ball = make_icosphere(2);
    const double scale = outside ? 1.000001 / ball->inradius() : 0.999999;
    for (const Vec3& v : ball->vertices()) {
      points.push_back(scale * ellipsoid->semi_axes.cwiseProduct(v));
    }
    return hull(points);
  }
  const auto* cylinder = std::get_if<Cylinder>(&core);
  const Cylinder c = cylinder != nullptr
                         ? *cylinder
                         : Cylinder{std::get<Cone>(core).radius, std::get<Cone>(core).half_length};
  const double pi = std::acos(-1.0);
  const double radius = outside ? c.radius * 1.000001 / std::cos(pi / kSides) : c.radius * 0.999999;
  for (int k = 0; k < kSides; ++k) {
    const Vec3 rim(radius * std::cos(2 * pi * k / kSides), radius * std::sin(2 * pi * k / kSides),
                   0);
    points.push_back(rim - Vec3(0, 0, c.half_length));
    if (cylinder != nullptr) points.push_back(rim + Vec3(0, 0, c.half_length));
  }
  if (cylinder == nullptr) points.emplace_back(0, 0, c.half_length);
  return hull(points);
}

TEST(Bracket, IsBetweenPolytopesInsideAndOutside) {
  Oracle oracle;
  for (int k = 0; k < agreement_cases(60); ++k) {
    Random random(4125, static_cast<std::uint64_t>(k));
    const BodyKind kind_A = kBodyKinds[random.below(3)];
    const BodyKind kind_B = kBodyKinds[random.below(7)];
    const ConvexPair pair = pair_sample(random, kind_A, kind_B);
    const auto phi = [&](bool outside) {
      const auto polytope = [outside](const ConvexBody& b) {
        return b.is_curved() ? approximation(b.core(), outside) : std::get<PolytopePtr>(b.core());
      };
      return oracle.solve({polytope(pair.A), pair.X_WA, polytope(pair.B), pair.X_WB}, false).phi;
    };
    const Bracket bracket = find_bracket(pair, kShort);
    EXPECT_LE(bracket.lower, phi(false)) << k;
    EXPECT_GE(bracket.upper, phi(true)) << k;
  }
}

TEST(Bracket, OfABodyWithARadiusIsThatOfItsCoreLessTheRadius) {
  for (int k = 0; k < agreement_cases(50); ++k) {
    Random random(4126, static_cast<std::uint64_t>(k));
    const ConvexPair cores =
        pair_sample(random, kBodyKinds[random.below(3)], kBodyKinds[random.below(3)]);
    ConvexPair bodies = cores;
    bodies.A = body(cores.A.core(), 0.75);
    bodies.B = body(cores.B.core(), 0.125);
    const Bracket of_cores = find_bracket(cores);
    const Bracket of_bodies = find_bracket(bodies);
    EXPECT_LE(of_bodies.lower, of_cores.upper - 0.875 + 1e-15);
    EXPECT_GE(of_bodies.upper, of_cores.lower - 0.875 - 1e-15);
    EXPECT_LE(of_bodies.upper - of_bodies.lower, 1e-12 * pair_size(bodies)) << k;
  }
}

ConvexPair cone_in_box(double z) {
  return {body(Cone{1, 2}), {Mat3::Identity(), Vec3(0.25, 0.5, z)}, body(make_box({4, 4, 1})), {}};
}

TEST(Bracket, AConeStandsOnABox) {
  for (const double gap : {0.5, 1e-9, -1e-9, -0.25}) {
    const ConvexPair pair = cone_in_box(3 + gap);
    const Bracket bracket = find_bracket(pair);
    const double phi = (3 + gap) - 3;
    EXPECT_LE(bracket.lower, phi);
    EXPECT_GE(bracket.upper, phi);
    EXPECT_LE(bracket.upper - bracket.lower, 1e-12) << gap;
  }
}

TEST(Bracket, EvidenceThatIsNotSoundProvesNothing) {
  const ConvexPair apart = cone_in_box(4);
  const ConvexPair deep = cone_in_box(2.5);
  const auto upper = [](const ConvexPair& pair,
                        const std::function<void(BracketEvidence&)>& damage) {
    BracketEvidence evidence = find_bracket(pair).evidence;
    damage(evidence);
    return proven_bracket(pair, evidence).upper;
  };
  using Evidence = BracketEvidence;
  EXPECT_NEAR(upper(apart, [](Evidence&) {}), 1, 1e-12);
  EXPECT_EQ(upper(apart, [](Evidence& e) { e.nearest[0].corner = 1000; }), kInfinity);
  EXPECT_EQ(upper(apart, [](Evidence& e) { e.nearest[0].weight.high = -1; }), kInfinity);
  EXPECT_EQ(upper(apart, [](Evidence& e) { e.nearest.clear(); }), kInfinity);
  const auto beyond = [](Evidence& e) {  // between its base and its apex, and on beyond the base
    e.corners = {e.corners[0], e.corners[0]};
    e.corners[1].A.toward.high = Vec3(0, 0, 1);
    e.nearest = {{0, {1.125, 0}}, {1, {-0.125, 0}}};
  };
  EXPECT_EQ(upper(apart, beyond), kInfinity);
  EXPECT_EQ(upper(apart, [](Evidence& e) { e.corners[0].B.vertex = 8; }), kInfinity);
  EXPECT_NEAR(upper(deep, [](Evidence&) {}), -0.5, 1e-12);
  EXPECT_GE(upper(deep, [](Evidence& e) { e.cycle.pop_back(); }), 0);
  EXPECT_GE(upper(deep, [](Evidence& e) { std::swap(e.cycle[0][0], e.cycle[0][1]); }), 0);
  EXPECT_GE(upper(deep,
                  [](Evidence& e) {
                    for (auto& t : e.cycle) std::swap(t[0], t[1]);
                  }),
            0);
  EXPECT_GE(upper(deep, [](Evidence& e) { e.cycle[0][0] = 1000; }), 0);

  Evidence none = find_bracket(deep).evidence;
  none.direction = {};
  EXPECT_EQ(proven_bracket(deep, none).lower, -kInfinity);
}

TEST(Bracket, WhatOverflowsProvesNothing) {
  const ConvexPair apart = cone_in_box(4);
  for (const double huge : {1e200, kInfinity}) {
    BracketEvidence evidence = find_bracket(apart).evidence;
    for (auto& share : evidence.nearest) share.weight = {huge, 0};
    EXPECT_EQ(proven_bracket(apart, evidence).upper, kInfinity) << huge;
  }
  for (const double huge : {1e154, 1.3407e154, 1e200, kInfinity}) {
    BracketEvidence evidence;
    evidence.direction.high = Vec3(huge, 0, 0);
    ConvexPair longer = apart;
    longer.X_WA.R *= 1 + 4e-7;
    longer.X_WB.R *= 1 + 4e-7;
    EXPECT_LE(proven_bracket(longer, evidence).lower, find_bracket(longer).upper) << huge;
  }
}

TEST(Bracket, OfCoresFarSmallerThanTheirRadiiHasBothEnds) {
  for (const double radius : {1e8, 2e15, 1e16}) {
    const ConvexBody body = make_body(Cylinder{1, 1}, radius).value();
    const Bracket bracket = find_bracket({body, {}, body, {Mat3::Identity(), Vec3(3, 0, 0)}});
    EXPECT_LE(bracket.upper, 1 - 2 * radius + 1e-15 * radius);
    EXPECT_GE(bracket.lower, 1 - 2 * radius - 1e-15 * radius);
  }
}

TEST(Bracket, OfTwoPointsInOnePlaceIsTheirRadii) {
  PolytopeInput origin;
  origin.vertices = {Vec3::Zero()};
  const auto ball = [&](double radius) {
    return make_body(make_rounded(make_polytope(origin).value(), radius).value()).value();
  };
  const Bracket bracket = find_bracket({ball(0.25), {}, ball(0.5), {}});
  EXPECT_NEAR(bracket.lower, -0.75, 1e-15);
  EXPECT_NEAR(bracket.upper, -0.75, 1e-15);
}

TEST(Bracket, ABoundPastTheTruthIsRejected) {
  const ConvexPair pair = cone_in_box(2.5);
  Bracket bracket = find_bracket(pair);
  EXPECT_EQ(why_not_proven(pair, bracket), "");
  bracket.lower += 1e-9;
  EXPECT_EQ(why_not_proven(pair, bracket), "the direction proves less than the lower bound");
  bracket.lower -= 2e-9;
  bracket.upper -= 1e-9;
  EXPECT_EQ(why_not_proven(pair, bracket), "points and cycle prove more than the upper bound");
}

TEST(Bracket, TakesTheExactDifferenceOfTranslations) {
  // 2^50 + 1.3 is no double; the side of the cylinder is at x = 0.
  const ConvexPair pair{body(Cylinder{0x1p50, 0x1p50}),
                        {Mat3::Identity(), Vec3(0x1p50, 0, 0)},
                        body(Ellipsoid{{1, 1, 1}}),
                        {Mat3::Identity(), Vec3(-1.3, 0, 0)}};
  const Bracket bracket = find_bracket(pair);
  EXPECT_LE(bracket.lower, 1.3 - 1);
  EXPECT_GE(bracket.upper, 1.3 - 1);
  EXPECT_LE(bracket.upper - bracket.lower, 1e-9);
}

TEST(Bracket, OfATinyBodyBesideAHugeOneIsAsNarrow) {
  // A cylinder of 1e9 m lies under a box of 1 mm, which its side nearly touches.
  const ConvexBody ground = body(Cylinder{1e9, 1e9});
  for (const double gap : {1e-4, -1e-4}) {
    const ConvexPair pair{ground,
                          {turned_axes(1), Vec3(0, 0, -1e9)},
                          body(make_box({1e-3, 1e-3, 1e-3})),
                          {Mat3::Identity(), Vec3(0, 0, 1e-3 + gap)}};
    const Bracket bracket = find_bracket(pair);
    EXPECT_NEAR(bracket.lower, gap, 1e-14);
    EXPECT_LE(bracket.upper - bracket.lower, 1e-12 * pair_size(pair));
  }
}

}  // namespace
}  // namespace touchstone
