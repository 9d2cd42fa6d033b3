// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "reference/steps.hpp"

namespace touchstone {
namespace {

/// A step whose proofs are tried; W is dense, row by row.
struct ProvenCase {
  int dimension = 3;
  StepQuestion::Cone cone = StepQuestion::Cone::round;
  std::vector<double> polygon, mu, W, q;
  std::vector<double> V = {}, R = {}, s = {};

  template <class Proof>
  bool proves(bool (*check)(const StepQuestion&, const Proof&), const Proof& proof) const {
    const auto d = static_cast<std::size_t>(dimension);
    const std::size_t contacts = mu.size();
    std::vector<int> begin = {0}, column;
    std::vector<double> blocks;
    for (std::size_t i = 0; i < contacts; ++i) {
      for (std::size_t j = 0; j < contacts; ++j) {
        column.push_back(static_cast<int>(j));
        for (std::size_t e = 0; e < d * d; ++e) {
          blocks.push_back(W[(i * d + e / d) * contacts * d + j * d + e % d]);
        }
      }
      begin.push_back(static_cast<int>(column.size()));
    }
    const StepQuestion question = {cone, dimension, polygon, mu, begin, column, blocks, q, V, R, s};
    return check(question, proof);
  }
  bool solvable(const SolvableProof& proof) const { return proves(proves_solvable, proof); }
  bool infeasible(const InfeasibleProof& proof) const { return proves(proves_infeasible, proof); }
};

/// One contact with W = 1.
ProvenCase single_contact(double mu) {
  return {3, StepQuestion::Cone::round, {}, {mu}, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {-1, 0, 0}};
}

std::vector<double> scaled_unit_triangle(std::size_t size, double scale) {
  std::vector<double> triangle;
  for (std::size_t r = 0; r < size; ++r) {
    for (std::size_t c = 0; c <= r; ++c) triangle.push_back(r == c ? scale : 0);
  }
  return triangle;
}

TEST(StepProofs, TakeImpulsesThatLeadInsideTheDualCones) {
  // v_N = 0.5, and 9 e (1 + 2 e) has to be below its square.
  const SolvableProof right = {{}, {1.5, 0, 0}, {0.02}, scaled_unit_triangle(3, 0.99)};
  EXPECT_TRUE(single_contact(1).solvable(right));
  const auto refuses = [&](const auto& change) {
    SolvableProof wrong = right;
    change(wrong);
    return !single_contact(1).solvable(wrong);
  };
  EXPECT_TRUE(refuses([](SolvableProof& wrong) { wrong.shifts = {0.03}; }));
  EXPECT_TRUE(
      refuses([](SolvableProof& wrong) { wrong.triangle = scaled_unit_triangle(3, 1.02); }));
  for (const double c : {-1.5, 0.5, 1.0}) {
    EXPECT_TRUE(refuses([c](SolvableProof& wrong) { wrong.impulses = {c, 0, 0}; })) << c;
  }
  // Slip as fast as v_N = 1 is on the edge of the cone.
  const SolvableProof edge = {{}, {2, 0.6, 0.8}, {0.01}, scaled_unit_triangle(3, 0.99)};
  EXPECT_FALSE(single_contact(1).solvable(edge));
  EXPECT_TRUE(single_contact(0.5).solvable(edge));
  // Sizes and numbers.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(single_contact(1).solvable({}));
  EXPECT_TRUE(refuses([](SolvableProof& wrong) { wrong.impulses = {1.5, 0}; }));
  EXPECT_TRUE(refuses([](SolvableProof& wrong) { wrong.triangle.pop_back(); }));
  EXPECT_TRUE(refuses([nan](SolvableProof& wrong) { wrong.impulses = {1.5, nan, 0}; }));
  for (const std::vector<double>& shifts :
       std::vector<std::vector<double>>{{}, {0}, {-0.02}, {nan}, {1e308}, {0.02, 0.02}}) {
    EXPECT_TRUE(refuses([&](SolvableProof& wrong) { wrong.shifts = shifts; }));
  }
}

TEST(StepProofs, NeedNoPositiveMatrixOutsideTheCones) {
  // P'W P = c^2 - 1e-6 |f|^2 is positive where |f| <= mu c and mu < 1000.
  ProvenCase indefinite = single_contact(0.1);
  indefinite.W = {1, 0, 0, 0, -1e-6, 0, 0, 0, -1e-6};
  SolvableProof proof = {{}, {1000, 0, 0}, {2e-6}, scaled_unit_triangle(3, 0)};
  EXPECT_TRUE(indefinite.solvable(proof));
  indefinite.mu = {400};
  EXPECT_TRUE(indefinite.solvable(proof));
  indefinite.mu = {600};
  EXPECT_FALSE(indefinite.solvable(proof));
  // The corners of the square are farther.
  indefinite.mu = {400};
  indefinite.cone = StepQuestion::Cone::box;
  EXPECT_FALSE(indefinite.solvable(proof));
  indefinite.cone = StepQuestion::Cone::polygon;
  indefinite.polygon = {1, 1, -1, 1, -1, -1, 1, -1};
  EXPECT_FALSE(indefinite.solvable(proof));
  indefinite.polygon = {1, 0, 0, 1, -1, 0, 0, -1};
  EXPECT_TRUE(indefinite.solvable(proof));
  proof.shifts = {1e-7};
  EXPECT_FALSE(indefinite.solvable(proof));
}

TEST(StepProofs, AreNoneOfShiftsThatHideANegativeMatrix) {
  // w_N = -1 - 0.1 c; a negative impulse leads inside.
  ProvenCase falling = single_contact(0);
  falling.W[0] = -0.1;
  for (const double c : {-11.0, -20.0, -1000.0}) {
    for (const double shift : {0.05, 0.1001, 0.11, 1.0, 10.0}) {
      EXPECT_FALSE(falling.solvable({{}, {c, 0, 0}, {shift}, scaled_unit_triangle(3, 0)})) << c;
    }
  }
}

TEST(StepProofs, TakeAMatrixThatIsSemidefinite) {
  // Equal impulses at two opposite contacts move nothing.
  ProvenCase opposite = {2,
                         StepQuestion::Cone::round,
                         {},
                         {0, 0},
                         {1, 0, -1, 0, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0, 0, 1},
                         {-1, 0, 0, 0}};
  const std::vector<double> triangle = {1, 0, 1, -1, 0, 0, 0, 0, 0, 1};
  const auto proves = [&](double first, double shift) {
    return opposite.solvable({{}, {first, 0, 0, 0}, {shift, shift}, triangle});
  };
  for (const double first : {0.5, 0.9, 1.0, 1.1, 1.5}) EXPECT_FALSE(proves(first, 1e-9)) << first;
  opposite.q[2] = 1;  // both can touch, and no more
  for (const double first : {0.5, 0.9, 1.0, 1.1, 1.5}) EXPECT_FALSE(proves(first, 1e-9)) << first;
  opposite.q[2] = 2;
  EXPECT_TRUE(proves(1.5, 1e-9));
  opposite.W[0] = 1 - 1e-12;  // indefinite
  EXPECT_TRUE(proves(1.5, 1e-9));
  EXPECT_FALSE(proves(1.5, 1e-13));
  opposite.W[0] = 1;
  opposite.q[2] = 0;
  EXPECT_TRUE(opposite.infeasible({{1, 1}, {}}));
  EXPECT_TRUE(opposite.infeasible({{3, 3}, {}}));
  for (const InfeasibleProof& wrong : std::vector<InfeasibleProof>{{{1, 0}, {}},
                                                                   {{0, 0}, {}},
                                                                   {{-1, -1}, {}},
                                                                   {{1, 1 + 1e-9}, {}},
                                                                   {{1}, {}},
                                                                   {{1, 1}, {0}}}) {
    EXPECT_FALSE(opposite.infeasible(wrong));
  }
  ProvenCase touching = opposite;
  touching.q = {-1, 0, 1, 0};
  EXPECT_FALSE(touching.infeasible({{1, 1}, {}}));
}

TEST(StepProofs, TakeNoImpulseOfTheConesThatCouldHelp) {
  // Each normal impulse presses the other contact on: w_N of both sum up to -1 - c_0 - c_1.
  ProvenCase wedged = {2,
                       StepQuestion::Cone::round,
                       {},
                       {1, 1},
                       {1, 0.5, -2, 0, 0, 1, 0, 0, -2, 0, 1, 0, 0, 0, 0, 1},
                       {-1, 0, 0, 0}};
  EXPECT_TRUE(wedged.infeasible({{1, 1}, {}}));
  // Friction of 3 c_0 adds up to 1.5 c_0.
  wedged.mu = {3, 3};
  EXPECT_FALSE(wedged.infeasible({{1, 1}, {}}));
  wedged.mu = {1, 1};
  wedged.W[2] = wedged.W[8] = -0.5;
  EXPECT_FALSE(wedged.infeasible({{1, 1}, {}}));
}

TEST(StepProofs, OfLocalJointsNeedAMatrixThatTheirRowsLeavePositive) {
  ProvenCase jointed = single_contact(1);
  jointed.V = {0.5, 0, 0};
  jointed.R = {1};
  jointed.s = {0};
  SolvableProof proof = {
      {}, {2, 0, 0, -1}, {0.01, 1e-3}, {0.9, 0, 0.9, 0, 0, 0.9, 0.5556, 0, 0, 0.8}};
  EXPECT_TRUE(jointed.solvable(proof));
  jointed.R = {0.2};  // R - V'V is negative
  EXPECT_FALSE(jointed.solvable(proof));
  // What the joint is off by counts over its shift.
  jointed.R = {1};
  proof.impulses = {2, 0, 0, -0.5};
  EXPECT_FALSE(jointed.solvable(proof));
  proof.shifts = {0.01, 0.04};
  EXPECT_TRUE(jointed.solvable(proof));
  // The joint asks for c + l + 1 = 0, and w_N is l.
  jointed.W.assign(9, 0);
  jointed.V = {1, 0, 0};
  jointed.R = {1};
  jointed.s = {1};
  jointed.q = {0, 0, 0};
  EXPECT_TRUE(jointed.infeasible({{1}, {-1}}));
  EXPECT_FALSE(jointed.infeasible({{1}, {1}}));
  EXPECT_FALSE(jointed.infeasible({{1}, {-1 - 1e-9}}));
  jointed.V = {0, 0, 0};
  jointed.R = {0};
  EXPECT_TRUE(jointed.infeasible({{0}, {-1}}));
  EXPECT_FALSE(jointed.infeasible({{0}, {1}}));
}

/// Contacts in the plane on velocities.
struct MovedCase {
  std::vector<double> mu, free, offset, rest;
  std::vector<double> contact;    ///< H', dense
  std::vector<double> joint;      ///< G', dense
  std::vector<double> mass = {};  ///< M, dense; empty: 1

  template <class Proof>
  bool proves(bool (*check)(const StepQuestion&, const Proof&), const Proof& proof) const {
    struct Rows {
      std::vector<int> begin = {0}, column;
      explicit Rows(std::size_t entries, std::size_t across) {
        for (std::size_t k = 0; k < entries; ++k) {
          column.push_back(static_cast<int>(k % across));
          if (k % across + 1 == across) begin.push_back(static_cast<int>(k + 1));
        }
      }
    };
    const std::size_t size = free.size();
    std::vector<double> unit(size * size, 0);
    for (std::size_t k = 0; k < size; ++k) unit[k * size + k] = 1;
    if (!mass.empty()) unit = mass;
    const Rows M(size * size, size), H(contact.size(), size), G(joint.size(), size);
    const StepBehind behind = {
        size,   {M.begin, M.column, unit},  free, {}, {H.begin, H.column, contact},
        offset, {G.begin, G.column, joint}, rest};
    StepQuestion question;
    question.dimension = 2;
    question.mu = mu;
    question.behind = &behind;
    return check(question, proof);
  }
  bool solvable(const std::vector<double>& v) const { return proves(proves_solvable, {v}); }
  bool infeasible(const InfeasibleProof& proof) const { return proves(proves_infeasible, proof); }
  bool out_of_reach(const InfeasibleProof& proof) const { return proves(is_out_of_reach, proof); }
};

/// A point above the ground: w = v - (1, 0).
MovedCase point_above(double mu) { return {{mu}, {0, 0}, {-1, 0}, {}, {1, 0, 0, 1}, {}}; }

TEST(StepProofs, TakeVelocitiesInsideTheDualCones) {
  EXPECT_TRUE(point_above(1).solvable({2, 0.9}));
  EXPECT_TRUE(point_above(1).solvable({2, -0.9}));
  EXPECT_FALSE(point_above(1).solvable({2, 1}));
  EXPECT_FALSE(point_above(2).solvable({2, -0.6}));
  EXPECT_FALSE(point_above(0).solvable({1, 0}));
  EXPECT_TRUE(point_above(0).solvable({1 + 0x1p-52, 5}));
  EXPECT_FALSE(point_above(0).solvable({2}));
  EXPECT_FALSE(point_above(0).solvable({2, std::numeric_limits<double>::infinity()}));
}

TEST(StepProofs, NeedAMassThatIsPositiveDefinite) {
  MovedCase heavy = point_above(1);
  const double a = 1.651592972722763, b = 1.7887233511355132, c = 1.937239549780123;
  for (const auto& [mass, proves] : std::vector<std::pair<std::vector<double>, bool>>{
           {{2, 1, 1, 2}, true},
           {{2, -1, 1, 2}, true},
           {{2, 4, 0, 2}, false},
           {{2, 4, -0.5, 2}, true},
           {{1, 2, 2, 1}, false},
           {{0, 1, 1, 0}, false},
           {{-1, 0, 0, 1}, false},
           {{a, b, b, c}, false},  // its determinant is -2.2e-16
           {{a, b, b, std::nextafter(c, 2)}, true}}) {
    heavy.mass = mass;
    EXPECT_EQ(heavy.solvable({2, 0.9}), proves) << mass[1];
  }
}

TEST(StepProofs, FulfilJointsExactly) {
  MovedCase jointed = point_above(1);
  jointed.joint = {3, 1};  // 3 x + y = 6.25
  jointed.rest = {-6.25};
  EXPECT_TRUE(jointed.solvable({2, 0.3}));
  // The joint moves x to 5.95 / 3, and w_N from 1 to 0.98333.
  jointed.mu = {3.2};
  EXPECT_TRUE(jointed.solvable({2, 0.3}));
  jointed.mu = {3.3};
  EXPECT_FALSE(jointed.solvable({2, 0.3}));
  // x is 0 by the joint, and the contact is left below the ground.
  jointed.joint = {1, 0};
  jointed.rest = {0};
  EXPECT_FALSE(jointed.solvable({2, 0}));
  // A row twice, and rows that contradict each other.
  jointed.mu = {1};
  jointed.joint = {1, 0, 2, 0};
  jointed.rest = {-2, -4};
  EXPECT_TRUE(jointed.solvable({3, 0}));
  jointed.rest = {-2, -4.5};
  EXPECT_FALSE(jointed.solvable({3, 0}));
}

/// Normals (1, slope) and (-1, slope), which ask for 1 m/s each: (0, 1 / slope) fulfils both.
MovedCase wedge(double slope, double free) {
  return {{0.5, 0.5}, {free, 0}, {-1, 0, 0, 0}, {}, {1, slope, 0, 1, -1, slope, 0, 1}, {}};
}

TEST(StepProofs, LeaveNothingToVelocities) {
  EXPECT_TRUE(wedge(0, 0).infeasible({{1, 1}, {}}));
  EXPECT_TRUE(wedge(0, 1e30).infeasible({{1, 1}, {}}));
  EXPECT_FALSE(wedge(0, 0).infeasible({{1, 0}, {}}));
  EXPECT_FALSE(wedge(0, 0).infeasible({{0, 1}, {}}));
  EXPECT_FALSE(wedge(0, 0).infeasible({{-1, -1}, {}}));
  EXPECT_FALSE(wedge(0x1p-34, 0).infeasible({{1, 1}, {}}));
  // It is open at rest: multipliers of contacts are not negative.
  const MovedCase still = {{0}, {0, 0}, {1, 0}, {}, {0, 0, 0, 1}, {}};
  EXPECT_FALSE(still.infeasible({{-1}, {}}));
}

TEST(StepProofs, PutVelocitiesOutOfReachBeyondAMillionTimesThoseOfTheStep) {
  EXPECT_TRUE(wedge(0x1p-34, 0).out_of_reach({{1, 1}, {}}));
  EXPECT_FALSE(wedge(0x1p-17, 0).out_of_reach({{1, 1}, {}}));
  EXPECT_FALSE(wedge(1e-9, 1e4).out_of_reach({{1, 1}, {}}));
  EXPECT_TRUE(wedge(1e-9, 1e2).out_of_reach({{1, 1}, {}}));
  EXPECT_FALSE(wedge(0x1p-34, 0).out_of_reach({{1, -1}, {}}));
  // Joints bring all velocity: u_x = 1 and u_z = 1 - 2^-27, and (1, 32, 1 - 2^-27) is a solution.
  MovedCase moved = {{0},
                     {0, 0, 0, 0, 0},
                     {0, 0},
                     {-1, -1 + 0x1p-27},
                     {-1, 0x1p-31, 1, 0, 0, 0, 0, 0, 1, 0},
                     {1, 0, 0, 0, 0, 0, 0, 1, 0, 0}};
  const InfeasibleProof sum = {{1}, {1, -1}};
  EXPECT_FALSE(moved.out_of_reach(sum));
  EXPECT_FALSE(moved.infeasible(sum));
  moved.contact[1] = 0x1p-51;
  EXPECT_TRUE(moved.out_of_reach(sum));
  // Nothing is known of a speed whose square a double does not hold.
  moved.rest = {-0x1p-600, -0x1p-601};
  EXPECT_FALSE(moved.out_of_reach(sum));
}

TEST(StepProofs, TakeMultipliersOfJointsWithEitherSign) {
  // The joint moves the point with 1 m/s down.
  const MovedCase pressed = {{0}, {0, 0}, {0, 0}, {1}, {1, 0, 0, 1}, {1, 0}};
  EXPECT_TRUE(pressed.infeasible({{1}, {-1}}));
  EXPECT_FALSE(pressed.infeasible({{1}, {1}}));
  // The joint alone can be fulfilled.
  EXPECT_FALSE(pressed.infeasible({{0}, {-1}}));
  EXPECT_FALSE(pressed.out_of_reach({{0}, {-1}}));
  EXPECT_FALSE(pressed.infeasible({{1}, {std::numeric_limits<double>::quiet_NaN()}}));
  EXPECT_FALSE(pressed.infeasible({{1}, {}}));
}

}  // namespace
}  // namespace touchstone
