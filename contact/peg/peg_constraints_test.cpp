// SPDX-License-Identifier: GPL-3.0-or-later
// Each feature case in the plane and in space, with constraints written down by hand.
#include "contact/peg/peg_constraints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "contact/peg/peg_contacts.hpp"
#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

using testing::UnorderedElementsAre;

PegBody body_of(const std::vector<Vec3>& vertices, std::optional<Axis> planar) {
  PolytopeInput input;
  input.vertices = vertices;
  return make_peg_body(*make_polytope(input).value(), planar);
}

/// The cross-section with these corners.
PegBody polygon(const std::vector<Vec3>& corners) {
  std::vector<Vec3> ends;
  for (const Vec3& corner : corners) {
    ends.emplace_back(corner + Vec3(0, 0, 1));
    ends.emplace_back(corner - Vec3(0, 0, 1));
  }
  return body_of(ends, Axis::z);
}

/// A square of side 2 whose corners are above, below and beside its centre, or whose sides are.
PegBody square(bool on_a_corner) {
  const double d = std::sqrt(2);
  if (on_a_corner) return polygon({{d, 0, 0}, {0, d, 0}, {-d, 0, 0}, {0, -d, 0}});
  return polygon({{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}});
}

PegBody box() { return make_peg_body(*make_box({1, 1, 1}), std::nullopt); }

/// Contacts and constraints of A above the unit square or box B about the origin.
struct Posed {
  Posed(const PegBody& of_A, const PegBody& of_B, const Pose& X_WA, double reach,
        PegModel model = PegModel::peg, const PegOptions& options = {}) {
    A.place(of_A, X_WA);
    B.place(of_B, Pose());
    potential.find(A, B, reach, options);
    write_constraints(model, reach, options, potential, constraints);
  }

  /// Each constraint in words: its kind, and normal (x, y) and gap of its contacts in hundredths.
  std::vector<std::string> words() const {
    std::vector<std::string> all;
    for (const ContactConstraint& constraint : constraints) {
      std::vector<std::string> contacts;
      constraint.for_each([&](int i) {
        const PotentialContact& contact = potential.contacts()[at(i)];
        contacts.push_back(std::string(contact.kind == PotentialContact::Kind::vertex_A   ? "A"
                                       : contact.kind == PotentialContact::Kind::vertex_B ? "B"
                                                                                          : "E") +
                           round(contact.normal.x()) + "," + round(contact.normal.y()) + ":" +
                           round(contact.gap));
      });
      std::sort(contacts.begin(), contacts.end());
      std::string text = constraint.kind == ContactConstraint::Kind::unilateral ? "U"
                         : constraint.kind == ContactConstraint::Kind::inter    ? "I"
                                                                                : "X";
      for (const std::string& contact : contacts) text += " " + contact;
      all.push_back(text);
    }
    return all;
  }

  static std::string round(double x) { return std::to_string(std::lround(100 * x)); }

  PlacedPegBody A, B;
  PotentialContacts potential;
  std::vector<ContactConstraint> constraints;
};

Pose at_place(double x, double y, double z = 0) { return {Mat3::Identity(), {x, y, z}}; }

TEST(PegConstraints, AVertexAboveASideOfAPolygonIsUnilateral) {
  const Posed posed(square(true), square(false), at_place(0, 1 + std::sqrt(2) + 0.05), 0.1);
  EXPECT_THAT(posed.words(), UnorderedElementsAre("U A0,100:5"));
}

// Two corners on the y axis, .05 m apart: the gaps of all four contacts are .05 cos 45 deg = .035.
// C1 and C3 are on the right, C2 and C4 on the left; X is between sides of one side.
TEST(PegConstraints, TwoCornersOfPolygonsAreThePapersFourConstraints) {
  const Posed posed(square(true), square(true), at_place(0, 2 * std::sqrt(2) + 0.05), 0.1);
  std::vector<std::string> words = posed.words();
  EXPECT_THAT(words, testing::IsSupersetOf({"I A-71,71:4 A71,71:4", "I B-71,71:4 B71,71:4",
                                            "X A-71,71:4 B71,71:4", "X A71,71:4 B-71,71:4"}));
}

// The upper square's lower left corner is .05 m to the left of the lower one's upper left corner.
TEST(PegConstraints, CornersInLineCannotPassEachOtherOnBothSides) {
  const Posed posed(square(false), square(false), at_place(-0.05, 2.02), 0.1);
  const std::vector<std::string> words = posed.words();
  EXPECT_THAT(words, testing::Contains("X A0,100:2 B0,100:2"));
}

TEST(PegConstraints, ModelsTakeWhatTheyAreCalled) {
  const Pose X_WA = at_place(0, 2 * std::sqrt(2) + 0.05);
  const auto words = [&](PegModel model) {
    return Posed(square(true), square(true), X_WA, 0.1, model).words();
  };
  EXPECT_THAT(words(PegModel::std),
              UnorderedElementsAre("U A71,71:4", "U A-71,71:4", "U B71,71:4", "U B-71,71:4"));
  EXPECT_EQ(words(PegModel::near).size(), 2U);
  // The squares' sides are parallel: two corners come down to the plane of one.
  EXPECT_THAT(words(PegModel::plane), UnorderedElementsAre("U A71,71:4", "U A71,71:4"));
  EXPECT_THAT(words(PegModel::lnc),
              UnorderedElementsAre("I A-71,71:4 A71,71:4", "I B-71,71:4 B71,71:4"));
}

TEST(PegConstraints, SeveralPrimariesAreThoseThatAreApplicable) {
  PegOptions options;
  options.several_primaries = true;
  const Posed posed(square(true), square(true), at_place(0, 2 * std::sqrt(2) + 0.05), 0.1,
                    PegModel::lnc, options);
  for (const ContactConstraint& constraint : posed.constraints) {
    EXPECT_EQ(constraint.primary.size(), 2U);
    EXPECT_TRUE(constraint.other.empty());
  }
}

TEST(PegConstraints, NothingBeyondReachOrDeltaIsOffered) {
  EXPECT_TRUE(Posed(square(false), square(false), at_place(0, 2.2), 0.1).constraints.empty());
  // The left side is .6 m away from the corner: with a reach of 1 m and delta .5 m it is no way
  // out.
  PegOptions options;
  options.delta = 0.5;
  const Posed posed(square(true), square(false), at_place(-0.4, 1.01 + std::sqrt(2)), 1,
                    PegModel::lnc, options);
  for (const PotentialContact& contact : posed.potential.contacts()) {
    EXPECT_GE(contact.gap, -0.5);
  }
}

/// An octahedron, one corner down.
PegBody octahedron(double r = 1) {
  return body_of({{r, 0, 0}, {-r, 0, 0}, {0, r, 0}, {0, -r, 0}, {0, 0, r}, {0, 0, -r}},
                 std::nullopt);
}

TEST(PegConstraints, AVertexAboveAFaceIsUnilateral) {
  const Posed posed(octahedron(), box(), at_place(0, 2.05), 0.1);
  EXPECT_THAT(posed.words(), UnorderedElementsAre("U A0,100:5"));
}

// A box on its edge along x, above the upper edge along z of a box on its edge.
TEST(PegConstraints, CrossedEdgesAreUnilateral) {
  const double d = std::sqrt(2);
  const PegBody along_x = body_of({{1, d, 0},
                                   {1, 0, d},
                                   {1, -d, 0},
                                   {1, 0, -d},
                                   {-1, d, 0},
                                   {-1, 0, d},
                                   {-1, -d, 0},
                                   {-1, 0, -d}},
                                  std::nullopt);
  const PegBody along_z = body_of({{d, 0, 1},
                                   {0, d, 1},
                                   {-d, 0, 1},
                                   {0, -d, 1},
                                   {d, 0, -1},
                                   {0, d, -1},
                                   {-d, 0, -1},
                                   {0, -d, -1}},
                                  std::nullopt);
  const Posed posed(along_x, along_z, at_place(0, 2 * d + 0.05), 0.1);
  EXPECT_THAT(posed.words(), UnorderedElementsAre("U E0,100:5"));
}

// The octahedron's lowest corner above the box's edge x = 1, y = 1: outside the one or the other.
TEST(PegConstraints, AVertexNearAnEdgeIsIntercontactAndTakesItsEdgesAlong) {
  const Posed posed(octahedron(), box(), at_place(1.01, 2.05), 0.1);
  const std::vector<std::string> words = posed.words();
  const auto begins = [](const char* text) { return testing::StartsWith(text); };
  EXPECT_THAT(words, testing::Contains(begins("I A0,100:5 A100,0:1")));
  EXPECT_THAT(words, testing::Not(testing::Contains(begins("U A"))));
}

TEST(PegConstraints, TwoVerticesInSpaceAreCrossed) {
  // The octahedron's corner -y is above the box's corner (1, 1, 1), turned towards it.
  const Vec3 towards = Vec3(1, 1, 1).normalized();
  const Mat3 R = Eigen::Quaterniond::FromTwoVectors(Vec3(0, -1, 0), -towards).toRotationMatrix();
  const Posed posed(octahedron(), box(), {R, Vec3(1, 1, 1) + 1.02 * towards}, 0.1);
  int inter = 0;
  int cross = 0;
  for (const ContactConstraint& constraint : posed.constraints) {
    inter += constraint.kind == ContactConstraint::Kind::inter ? 1 : 0;
    cross += constraint.kind == ContactConstraint::Kind::cross ? 1 : 0;
  }
  EXPECT_GE(inter, 1);
  EXPECT_GE(cross, 1);
  // Nothing that is apart is asked to move.
  for (const ContactConstraint& constraint : posed.constraints) {
    double largest = -1;
    constraint.for_each(
        [&](int i) { largest = std::max(largest, posed.potential.contacts()[at(i)].gap); });
    EXPECT_GE(largest, 0);
  }
}

// Lemke's form would let its force act as soon as another contact is at 0.
TEST(PegConstraints, NoForceIsOfAContactThatAnotherIsFartherOutThan) {
  // The lowest corner of the upper one has passed the other's highest, and its body turns.
  const Mat3 R = Eigen::AngleAxisd(0.025, Vec3(1, 0, -1).normalized()).toRotationMatrix();
  const Posed posed(octahedron(0.2), octahedron(0.3), {R, {-0.004, 0.486, -0.004}}, 0.02);
  const auto gap = [&posed](int i) { return posed.potential.contacts()[at(i)].gap; };
  bool edges_are_behind = false;
  for (const ContactConstraint& constraint : posed.constraints) {
    double largest = -1;
    constraint.for_each([&](int i) { largest = std::max(largest, gap(i)); });
    for (const int primary : constraint.primary) EXPECT_GE(gap(primary), largest);
    constraint.for_each([&](int i) {
      const PotentialContact& contact = posed.potential.contacts()[at(i)];
      edges_are_behind = edges_are_behind ||
                         (contact.kind == PotentialContact::Kind::edges && contact.gap < largest);
    });
  }
  EXPECT_TRUE(edges_are_behind);
}

// Nearly parallel edges whose lines meet far outside the bodies: their plane turns with every
// motion, and says nothing about the end of a step.
TEST(PegConstraints, EdgesWhoseLinesMeetFarAwayAreNoWayOut) {
  constexpr double kReach = 0.1;
  Random random(21);
  int edges = 0;
  for (int i = 0; i < 200; ++i) {
    const Mat3 R = Eigen::Quaterniond::FromTwoVectors(random.unit_vector(), random.unit_vector())
                       .toRotationMatrix();
    const Vec3 p_W = random.uniform(1.2, 1.7) * random.unit_vector();
    const Posed posed(octahedron(), octahedron(), {R, p_W}, kReach);
    for (const int number : posed.potential.separators()) {
      const PotentialContact& contact = posed.potential.contacts()[at(number)];
      const bool best = contact.gap >= posed.potential.largest_gap();
      if (contact.kind != PotentialContact::Kind::edges || best) continue;
      ++edges;
      // All of an octahedron of radius 1 is within that of its centre.
      EXPECT_LE(contact.p_WB.norm(), 1 + kReach) << i;
      EXPECT_LE((contact.p_WA - p_W).norm(), 1 + kReach) << i;
    }
  }
  EXPECT_GT(edges, 20);
}

/// A roof of slope 45 deg, 4 m long, its ridge on the x axis, up or down.
PegBody roof(double up) {
  std::vector<Vec3> vertices;
  for (const double x : {-2.0, 2.0}) {
    for (const double z : {-0.1, 0.0, 0.1}) vertices.emplace_back(x, -up * std::abs(z), z);
  }
  return body_of(vertices, std::nullopt);
}

// Only the plane along both ridges is between them: along their facets they are deep.
TEST(PegConstraints, RidgesAreApartHoweverNearlyParallel) {
  for (const double angle : {1e-6, 1e-3, 0.003, 0.01, 0.019, 0.021, 0.03}) {
    const PegBody lower = roof(1);
    const PegBody upper = roof(-1);
    Pose X_WA = at_place(0, 1e-7);
    X_WA.R = Eigen::AngleAxisd(angle, Vec3::UnitY()).toRotationMatrix();
    Posed posed(upper, lower, X_WA, 0.01);
    EXPECT_NEAR(posed.potential.largest_gap(), 1e-7, 1e-12) << angle;
    EXPECT_NEAR(posed.potential.separation(posed.A, posed.B), 1e-7, 1e-12) << angle;
  }
}

TEST(PegConstraints, ThePlaneBetweenNearlyParallelRidgesIsThatOfTheModel) {
  const PegBody lower = roof(1);
  const PegBody upper = roof(-1);
  Pose X_WA = at_place(0, 0.005);
  X_WA.R = Eigen::AngleAxisd(0.01, Vec3::UnitY()).toRotationMatrix();
  const Posed posed(upper, lower, X_WA, 0.01, PegModel::plane);
  EXPECT_THAT(posed.words(), UnorderedElementsAre("U E0,100:1"));
  ASSERT_TRUE(posed.potential.gap_is_of_contact());
  EXPECT_NEAR(posed.potential.contacts()[at(posed.constraints[0].primary[0])].gap, 0.005, 1e-12);
}

// The corners of a box that stands on another one hold it up, not edges that are nearly parallel.
TEST(PegConstraints, ABoxOnABoxStandsOnItsCornersHoweverItIsTurned) {
  for (const double angle : {0.0, 1e-6, 1e-3, 0.01}) {
    Pose X_WA = at_place(0, 2 + 1e-9);
    X_WA.R = Eigen::AngleAxisd(angle, Vec3::UnitY()).toRotationMatrix();
    const Posed posed(box(), box(), X_WA, 0.1, PegModel::plane);
    EXPECT_THAT(posed.words(),
                UnorderedElementsAre("U A0,100:0", "U A0,100:0", "U A0,100:0", "U A0,100:0"))
        << angle;
  }
}

}  // namespace
}  // namespace touchstone
