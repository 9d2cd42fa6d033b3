// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/box/box_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "geometry/arithmetic/registers.hpp"
#include "geometry/index.hpp"
#include "metrics/certified/certified.hpp"
#include "metrics/tests/metric_samples.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261208;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

double spacing(double x) { return std::nextafter(std::abs(x), kInfinity) - std::abs(x); }

bool find(const Pair& pair, Answer& answer, Registers registers = machine_registers()) {
  const auto A = BoxShape::of(*pair.A);
  const auto B = BoxShape::of(*pair.B);
  BoxDistance* const query =
      compiled_for(registers, narrow::find_box_distance, wide::find_box_distance);
  return A && B && query(*A, pair.X_WA, *B, pair.X_WB, answer);
}

/// Within half an ulp, which rounds it, and 2^-56 sizes or a quarter of an ulp.
bool as_claimed(const Vec3& p, const ExactVec3& truth, double size) {
  for (std::size_t i = 0; i < 3; ++i) {
    const Rational off = abs(Rational(p[static_cast<int>(i)]) - truth[i]);
    const Rational ulp = spacing(round_to_double(truth[i]));
    const Rational quarter = ulp / 4;
    const Rational part = Rational(0x1p-56) * Rational(size);
    if (off > ulp / 2 + std::max(quarter, part)) return false;
  }
  return true;
}

/// Points that are one of many nearest pairs: each in its box, apart by phi along the normal.
void expect_nearest_points(const Pair& pair, const Answer& answer, double phi) {
  const WitnessPoints& p = *answer.witnesses;
  const double size = pair_size(pair);
  EXPECT_TRUE(point_within(pair, WhichBody::A, p.p_WA, 1e-15 * size));
  EXPECT_TRUE(point_within(pair, WhichBody::B, p.p_WB, 1e-15 * size));
  EXPECT_LE((p.p_WA - p.p_WB - phi * *answer.normal).norm(), 4e-15 * size);
}

/// The truth has one direction and, but where faces or edges are parallel, one pair of points.
void expect_right(const Pair& pair, const Answer& answer, const Truth& truth) {
  EXPECT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, truth.phi);
  ASSERT_EQ(truth.normals.size(), 1U);
  EXPECT_LE((*answer.normal - truth.normals[0]).cwiseAbs().maxCoeff(), 0x1p-53);
  if (truth.features[0].dimension_A + truth.features[0].dimension_B > 2) {
    expect_nearest_points(pair, answer, truth.phi);
    return;
  }
  const double size = pair_size(pair);
  EXPECT_TRUE(as_claimed(answer.witnesses->p_WA, truth.witness_A, size));
  EXPECT_TRUE(as_claimed(answer.witnesses->p_WB, truth.witness_B, size));
  const auto dimension = [](const Feature& feature) { return static_cast<int>(feature.kind) - 1; };
  EXPECT_EQ(dimension(answer.feature_A), truth.features[0].dimension_A);
  EXPECT_EQ(dimension(answer.feature_B), truth.features[0].dimension_B);
}

struct Seen {
  int answered = 0;
  std::set<std::pair<int, int>> apart;  ///< dimensions of features
  std::set<std::pair<int, int>> overlap;
};

/// All that is answered is right, with the same bits in narrow registers.
Seen expect_true(int count, const std::function<Pair(Random&)>& make_pair) {
  Seen seen;
  Oracle oracle;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 1, static_cast<std::uint64_t>(i));
    const Pair pair = make_pair(random);
    Answer answer;
    Answer narrow;
    const bool found = find(pair, answer);
    EXPECT_EQ(found, find(pair, narrow, Registers::narrow));
    if (!found) {
      EXPECT_EQ(answer.status, AnswerStatus::no_answer);
      continue;
    }
    ++seen.answered;
    const Truth truth = oracle.solve(pair, false);
    expect_right(pair, answer, truth);
    EXPECT_EQ(answer.value, narrow.value);
    EXPECT_EQ(answer.normal, narrow.normal);
    EXPECT_EQ(answer.witnesses->p_WA, narrow.witnesses->p_WA);
    EXPECT_EQ(answer.witnesses->p_WB, narrow.witnesses->p_WB);
    (truth.sign > 0 ? seen.apart : seen.overlap)
        .emplace(truth.features[0].dimension_A, truth.features[0].dimension_B);
    if (testing::Test::HasFailure()) break;
  }
  return seen;
}

Vec3 random_half(Random& random, int thin = 0) {
  Vec3 half;
  for (double& x : half) x = random.uniform(0.3, 1);
  if (thin > 0) half[static_cast<int>(random.below(3))] *= std::pow(10.0, -thin);
  return half;
}

PolytopePtr off_center(const Vec3& half, const Vec3& center) {
  const PolytopePtr box = make_box(half);
  std::vector<Vec3> corners;
  for (const Vec3& v : box->vertices()) corners.emplace_back(v + center);
  return hull_of(corners);
}

TEST(BoxDistance, IsRightWhereItAnswersAndAnswersNearlyAlways) {
  const Seen seen = expect_true(2000, [](Random& random) {
    return placed_apart(random, make_box(random_half(random)), make_box(random_half(random)), 0,
                        3.5);
  });
  EXPECT_GE(seen.answered, 1995);
  // A vertex and any feature, and crossed edges; of facets alone where they overlap.
  const std::set<std::pair<int, int>> apart = {{0, 0}, {0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 1}};
  const std::set<std::pair<int, int>> overlap = {{0, 2}, {2, 0}, {1, 1}};
  EXPECT_EQ(seen.apart, apart);
  EXPECT_EQ(seen.overlap, overlap);
}

TEST(BoxDistance, IsRightOfPlatesNeedlesAndUnequalBoxesAnywhere) {
  const Seen seen = expect_true(1500, [](Random& random) {
    const double scale = std::pow(10.0, random.uniform(-6, 6));
    const double at = random.below(3) == 0 ? 1e3 : 1;
    const auto thin = [&] { return static_cast<int>(random.below(10)); };
    const Vec3 half_A = random_half(random, thin());
    const Vec3 half_B = random_half(random, thin());
    Pair pair{off_center(half_A, at * random.unit_vector()),
              {random.rotation(), at * random.unit_vector()},
              off_center(scale * half_B, scale * random.unit_vector()),
              {random.rotation(), Vec3::Zero()}};
    const Vec3 centers = random.uniform(0.2, 2) * (1 + scale) * random.unit_vector();
    pair.X_WB.t = pair.X_WA.t + pair.X_WA.R * pair.A->interior_point() -
                  pair.X_WB.R * pair.B->interior_point() + centers;
    return pair;
  });
  EXPECT_GE(seen.answered, 1000);
}

/// The corner of a placed body that is farthest along a direction, world.
Vec3 farthest_corner(const Polytope& body, const Pose& X_WB, const Vec3& along_W) {
  Vec3 farthest = Vec3::Zero();
  double most = -kInfinity;
  for (const Vec3& v : body.vertices()) {
    const Vec3 corner = X_WB.R * v + X_WB.t;
    if (along_W.dot(corner) <= most) continue;
    most = along_W.dot(corner);
    farthest = corner;
  }
  return farthest;
}

/// B is moved so that from one of its corners to one of A's it is `gap` along n_W.
void move_corner_to_corner(Pair& pair, const Vec3& n_W, double gap) {
  pair.X_WB.t += farthest_corner(*pair.A, pair.X_WA, -n_W) -
                 farthest_corner(*pair.B, pair.X_WB, n_W) - gap * n_W;
}

/// The first double of a foot cancels: hardly more than the second is left.
TEST(BoxDistance, IsRightOfCornersAndEdgesThatAllButMeet) {
  const Seen seen = expect_true(1500, [](Random& random) {
    Pair pair{make_box(random_half(random)),
              {random.rotation(), random_vector(random, 4)},
              make_box(random_half(random)),
              {random.rotation(), random_vector(random, 4)}};
    Vec3 n_W = random.unit_vector();
    const bool edge = random.below(2) == 0;
    const int axis = static_cast<int>(random.below(3));
    const Vec3 along = pair.X_WA.R.col(axis);
    if (edge) n_W = (n_W - n_W.dot(along) * along).normalized();
    move_corner_to_corner(pair, n_W, std::pow(2.0, random.uniform(-36, -20)));
    if (edge) {
      // From an end of the edge towards its middle.
      const Vec3 inwards = pair.X_WA.t - farthest_corner(*pair.A, pair.X_WA, -n_W);
      pair.X_WB.t += (inwards.dot(along) > 0 ? 0.25 : -0.25) * along;
    }
    return pair;
  });
  EXPECT_GE(seen.answered, 250);
  EXPECT_TRUE(seen.apart.contains({0, 0}));
}

TEST(BoxDistance, IsRightOfBoxesFarFromTheirOrigins) {
  const Seen seen = expect_true(1500, [](Random& random) {
    const auto center = [&]() -> Vec3 {
      return std::pow(10.0, random.uniform(2, 9)) * random.unit_vector();
    };
    Pair pair{off_center(random_half(random), center()),
              {random.rotation(), Vec3::Zero()},
              off_center(random_half(random), center()),
              {random.rotation(), Vec3::Zero()}};
    const double gap = (random.below(2) == 0 ? 1 : -1) * std::pow(10.0, random.uniform(-9, -1));
    move_corner_to_corner(pair, random.unit_vector(), gap);
    return pair;
  });
  EXPECT_GE(seen.answered, 900);
}

TEST(BoxDistance, IsRightOfTheThinnestPlates) {
  const Seen seen = expect_true(600, [](Random& random) {
    const auto thin = [&] { return static_cast<int>(random.below(10)); };
    return placed_apart(random, make_box(random_half(random, thin())),
                        make_box(random_half(random, thin())), 0, 1);
  });
  EXPECT_GE(seen.answered, 500);
}

/// Axes of both boxes are parallel to a part in 1e3 to 1e17: features tie more and more.
TEST(BoxDistance, IsRightOfNearlyParallelBoxesOrSaysNothing) {
  const Seen seen = expect_true(1500, [](Random& random) {
    Pair pair{make_box(random_half(random)), {}, make_box(random_half(random)), {}};
    pair.X_WA.R = random.rotation();
    const double noise = std::pow(10.0, -static_cast<double>(3 + random.below(15)));
    const Vec3 turn = random_vector(random, noise);
    const std::array<double, 4> q_wxyz = {1, turn.x(), turn.y(), turn.z()};
    pair.X_WB.R = pair.X_WA.R * make_pose(q_wxyz, Vec3::Zero()).value().R;
    pair.X_WB.t = random_vector(random, 2.5);
    return pair;
  });
  EXPECT_GE(seen.answered, 300);
}

/// Equal boxes stacked: flush, corner to corner, side by side, one within the other.
TEST(BoxDistance, SaysNothingOrTheTruthOfBoxesThatWereStacked) {
  const Seen seen = expect_true(600, [](Random& random) {
    const Vec3 half = random_half(random);
    Pair pair{make_box(half), {}, make_box(random.below(2) == 0 ? half : Vec3(0.5 * half)), {}};
    for (int i = 0; i < 3; ++i) {
      pair.X_WB.t[i] = (static_cast<double>(random.below(5)) - 2) * half[i];
      if (random.below(3) == 0) pair.X_WB.t[i] += random.uniform(-1, 1) * 1e-9;
    }
    if (random.below(2) == 0) return pair;
    const Mat3 R = random.rotation();
    const Vec3 t = random_vector(random, 1);
    pair.X_WA = Pose{R, t};
    pair.X_WB = Pose{R, R * pair.X_WB.t + t};
    return pair;
  });
  EXPECT_GE(seen.answered, 10);
}

/// Overlapping by less than any rounding, apart by as little, or touching: to the last bit.
TEST(BoxDistance, IsRightToTheLastBitInContact) {
  std::set<int> signs;
  const auto metric = make_certified();
  Oracle oracle;
  int answered = 0;
  for (int i = 0; i < 600; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 5, static_cast<std::uint64_t>(i));
    Pair pair =
        placed_apart(random, make_box(random_half(random)), make_box(random_half(random)), 1.5, 3);
    // The last steps are rounding.
    for (int step = 0; step < 3; ++step) {
      const Answer answer = ask(*metric, pair);
      pair.X_WB.t += answer.value * *answer.normal * (step < 2 ? 1 : random.uniform(0, 2));
    }
    Answer answer;
    if (!find(pair, answer)) continue;
    ++answered;
    const Truth truth = oracle.solve(pair, false);
    ASSERT_LE(std::abs(truth.phi), 1e-14);
    signs.insert(truth.sign);
    EXPECT_EQ(answer.value, truth.phi);
    EXPECT_TRUE(gap_reaches(pair, *answer.normal, truth, 1e-15 * pair_size(pair)));
    const WitnessPoints& p = *answer.witnesses;
    EXPECT_TRUE(point_within(pair, WhichBody::A, p.p_WA, 1e-15));
    EXPECT_TRUE(point_within(pair, WhichBody::B, p.p_WB, 1e-15));
    EXPECT_LE((p.p_WA - p.p_WB - truth.phi * *answer.normal).norm(), 2e-15);
  }
  EXPECT_GE(answered, 150);
  EXPECT_TRUE(signs.contains(-1) && signs.contains(1));
}

/// Boxes that rest on each other, turned by rounding: up to five planes tie in doubles.
TEST(BoxDistance, IsRightToTheLastBitOfFacesThatRestOnEachOther) {
  std::set<int> signs;
  const auto metric = make_certified();
  Oracle oracle;
  int answered = 0;
  for (int i = 0; i < 400; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 8, static_cast<std::uint64_t>(i));
    const Vec3 half = random_half(random);
    Pair pair{make_box(half), {}, make_box(random.below(2) == 0 ? half : random_half(random)), {}};
    if (random.below(2) == 0) pair.X_WA = {random.rotation(), random_vector(random, 4)};
    const double noise = std::pow(10.0, random.uniform(-34, -14));
    const Vec3 turn = random_vector(random, noise);
    const std::array<double, 4> q_wxyz = {1, turn.x(), turn.y(), turn.z()};
    pair.X_WB.R = pair.X_WA.R * make_pose(q_wxyz, Vec3::Zero()).value().R;
    const double aside = random.below(2) == 0 ? 0.5 : 1e-13;
    const Vec3 offset(random.uniform(-aside, aside), 2, random.uniform(-aside, aside));
    pair.X_WB.t = pair.X_WA.t + pair.X_WA.R * offset;
    // The last steps are rounding.
    for (int step = 0; step < 3; ++step) {
      const Answer answer = ask(*metric, pair);
      pair.X_WB.t += answer.value * *answer.normal * (step < 2 ? 1 : random.uniform(0, 2));
    }
    Answer answer;
    Answer in_narrow;
    if (!find(pair, answer)) continue;
    ++answered;
    ASSERT_TRUE(find(pair, in_narrow, Registers::narrow));
    EXPECT_EQ(answer.value, in_narrow.value);
    EXPECT_EQ(answer.normal, in_narrow.normal);
    const Truth truth = oracle.solve(pair, false);
    ASSERT_LE(std::abs(truth.phi), 1e-14);
    signs.insert(truth.sign);
    EXPECT_EQ(answer.value, truth.phi);
    EXPECT_TRUE(gap_reaches(pair, *answer.normal, truth, 1e-15 * pair_size(pair)));
    expect_nearest_points(pair, answer, truth.phi);
  }
  EXPECT_GE(answered, 320);
  EXPECT_TRUE(signs.contains(-1) && signs.contains(1));
}

/// A corner on a face, of coordinates with so few bits that sums of them are exact.
TEST(BoxDistance, TouchingExactlyIsPositiveZero) {
  for (int i = 0; i < 20; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 6, static_cast<std::uint64_t>(i));
    Pair pair{make_box(Vec3(8, 8, 1)), {}, make_box(Vec3(1, 1, 1)), {}};
    pair.X_WB.R = random.rotation();
    for (double& x : pair.X_WB.R.reshaped()) x = std::round(0x1p30 * x) * 0x1p-30;
    const Vec3 down = pair.X_WB.R.row(2).cwiseAbs();
    const double side = i % 2 == 0 ? 1 : -1;
    pair.X_WB.t = Vec3(0.25, 0.5, side * (1 + down.sum()));
    Answer answer;
    ASSERT_TRUE(find(pair, answer));
    EXPECT_EQ(answer.value, 0);
    EXPECT_FALSE(std::signbit(answer.value));
    EXPECT_EQ(*answer.normal, Vec3(0, 0, -side));
    EXPECT_EQ(answer.work.exact, 1);
    pair.X_WB.t.z() += side * 0x1p-50;
    ASSERT_TRUE(find(pair, answer));
    EXPECT_EQ(answer.value, 0x1p-50);
    pair.X_WB.t.z() -= side * 0x1p-49;
    ASSERT_TRUE(find(pair, answer));
    EXPECT_EQ(answer.value, -0x1p-50);
  }
}

/// Out of a box about the same centre two ways are as short.
TEST(BoxDistance, SaysNothingOfTheSideAboutOneCentre) {
  for (int i = 0; i < 50; ++i) {
    Random random(kSeed, 7, static_cast<std::uint64_t>(i));
    Pair pair =
        placed_apart(random, make_box(random_half(random)), make_box(random_half(random)), 0, 0);
    Answer answer;
    EXPECT_FALSE(find(pair, answer));
    pair.X_WB.t += 1e-9 * random.unit_vector();
    EXPECT_TRUE(find(pair, answer));
  }
}

/// Poses as far from rotations as input may be.
TEST(BoxDistance, IsRightOfShearedPoses) {
  const Seen seen = expect_true(600, [](Random& random) {
    Pair pair =
        placed_apart(random, make_box(random_half(random)), make_box(random_half(random)), 0, 3.5);
    const double noise = random.below(2) == 0 ? 1e-6 : 1e-9;
    for (int i = 0; i < 9; ++i) {
      pair.X_WA.R(i / 3, i % 3) += random.uniform(-noise, noise);
      pair.X_WB.R(i / 3, i % 3) += random.uniform(-noise, noise);
    }
    return pair;
  });
  EXPECT_GE(seen.answered, 550);
}

TEST(BoxDistance, TakesLengthsOfAnyUnitAndNoneOutOfRange) {
  for (const double unit : {1e-60, 1e-40, 1e-6, 1e6, 1e40, 1e60}) {
    SCOPED_TRACE(unit);
    Random random(kSeed, 2, 1);
    const Mat3 R = random.rotation();
    const Pair pair{make_box(Vec3(unit, unit / 2, unit / 3)),
                    {},
                    make_box(Vec3(unit, unit, unit / 4)),
                    {R, Vec3(0.2 * unit, 2.5 * unit, 0.1 * unit)}};
    Answer answer;
    const bool found = find(pair, answer);
    EXPECT_EQ(found, unit > 1e-50 && unit < 1e50);
    if (found) expect_right(pair, answer, Oracle().solve(pair, false));
  }
}

TEST(BoxDistance, LeavesPosesThatMayBeRefusedToWhoSaysWhy) {
  Pair pair = boxes_apart(Vec3(3, 0.5, 0.25));
  Random random(kSeed, 3, 1);
  pair.X_WB.R = random.rotation();
  Answer answer;
  ASSERT_TRUE(find(pair, answer));
  for (const double bad : {std::nan(""), kInfinity, 2.0}) {
    Pair wrong = pair;
    wrong.X_WA.R(1, 2) = bad;
    EXPECT_FALSE(find(wrong, answer));
    if (bad == 2.0) continue;
    wrong = pair;
    wrong.X_WB.t.y() = bad;
    EXPECT_FALSE(find(wrong, answer));
  }
  pair.X_WA.R.col(0) *= -1;
  EXPECT_FALSE(find(pair, answer));
}

/// Which way an answer came must not show.
TEST(BoxDistance, HasTheValueOfTheSearch) {
  int boxes = 0;
  const auto metric = make_certified();
  const auto searching = metric->make_workspace();
  searching->wants_proof = true;
  const auto plain = metric->make_workspace();
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << kSeed << " index " << i);
    Random random(kSeed, 4, static_cast<std::uint64_t>(i));
    const Pair pair =
        placed_apart(random, make_box(random_half(random)), make_box(random_half(random)), 0, 3.5);
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    const Answer box = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *plain);
    const Answer search = metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *searching);
    ASSERT_FALSE(box.proof.has_value());
    ASSERT_TRUE(search.proof.has_value());
    boxes += box.work.supports == 0 ? 1 : 0;
    EXPECT_EQ(box.value, search.value);
    EXPECT_LE((*box.normal - *search.normal).norm(), 1e-15);
    EXPECT_LE((box.witnesses->p_WA - search.witnesses->p_WA).norm(), 1e-15);
    EXPECT_LE((box.witnesses->p_WB - search.witnesses->p_WB).norm(), 1e-15);
    const auto same = [](const Feature& one, const Feature& other) {
      return one.kind == other.kind && one.index == other.index;
    };
    EXPECT_TRUE(same(box.feature_A, search.feature_A));
    EXPECT_TRUE(same(box.feature_B, search.feature_B));
  }
  EXPECT_GE(boxes, 950);
}

TEST(BoxShape, NamesAllFeaturesOfABoxAndOfNothingElse) {
  const PolytopePtr polytope = off_center(Vec3(1, 2, 3), Vec3(0.25, -1, 8));
  const auto box = BoxShape::of(*polytope);
  ASSERT_TRUE(box);
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Feature vertex = box->feature(0, corner);
    ASSERT_EQ(vertex.kind, Feature::Kind::vertex);
    const Vec3& v = polytope->vertices()[at(vertex.index)];
    for (unsigned i = 0; i < 3; ++i) {
      const int axis = static_cast<int>(i);
      EXPECT_EQ(v[axis], (corner >> i & 1U) != 0 ? box->most[axis] : box->least[axis]);
      const Feature edge = box->feature(1U << i, corner);
      ASSERT_EQ(edge.kind, Feature::Kind::edge);
      const Edge& e = polytope->edges()[at(edge.index)];
      EXPECT_TRUE(e.v0 == vertex.index || e.v1 == vertex.index);
      const Feature facet = box->feature(7U & ~(1U << i), corner);
      ASSERT_EQ(facet.kind, Feature::Kind::facet);
      const Vec3& normal = polytope->facets()[at(facet.index)].normal;
      EXPECT_EQ(normal[axis], (corner >> i & 1U) != 0 ? 1 : -1);
    }
  }
  EXPECT_FALSE(BoxShape::of(*make_prism(4, 1, 1)));
  EXPECT_FALSE(BoxShape::of(*make_simplex()));
  EXPECT_FALSE(
      BoxShape::of(*hull_of({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0)})));
}

}  // namespace
}  // namespace touchstone
