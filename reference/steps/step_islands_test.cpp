// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "reference/steps.hpp"

namespace touchstone {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<double> copied(std::span<const double> numbers) {
  return {numbers.begin(), numbers.end()};
}
std::vector<int> copied(std::span<const int> numbers) { return {numbers.begin(), numbers.end()}; }

/// Four contacts in the plane and two joints in local form. Contacts 0 and 2 meet in one direction of
/// W alone, joint 1 holds contact 1, and joint 0 nobody. A block of zeros couples nothing.
TEST(StepIslands, OfImpulsesShareANumberThatIsNotZero) {
  const std::vector<double> mu = {0, 0.1, 0.2, 0.3};
  const std::vector<int> begin = {0, 2, 3, 5, 6};
  const std::vector<int> column = {0, 1, 1, 0, 2, 3};
  std::vector<double> blocks;
  for (int k = 0; k < 6; ++k) {
    blocks.insert(blocks.end(), {k == 1 ? 0.0 : 10.0 * k + 1, 0, 0, k == 1 ? 0.0 : 2});
  }
  blocks[12] = 0;  // contact 2 against contact 0 keeps its last entry
  const std::vector<double> q = {0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<double> V(16, 0);
  V[7] = 0.5;  // the tangent of contact 1, joint 1
  const std::vector<double> R = {3, 0, 0, 4}, s = {-1, -2};
  const StepQuestion whole = {
      StepQuestion::Cone::round, 2, {}, mu, begin, column, blocks, q, V, R, s};
  const std::vector<StepIsland> islands = islands_of_step(whole);
  ASSERT_EQ(islands.size(), 4U);
  EXPECT_THAT(islands[0].contacts, ElementsAre(0, 2));
  EXPECT_THAT(islands[1].contacts, ElementsAre(1));
  EXPECT_THAT(islands[1].joints, ElementsAre(1));
  EXPECT_THAT(islands[2].contacts, ElementsAre(3));
  EXPECT_THAT(islands[3].contacts, IsEmpty());
  EXPECT_THAT(islands[3].joints, ElementsAre(0));

  const auto first = question_of_island(whole, islands[0]);
  EXPECT_EQ(first->dimension, 2);
  EXPECT_THAT(copied(first->mu), ElementsAre(0, 0.2));
  EXPECT_THAT(copied(first->begin), ElementsAre(0, 1, 3));
  EXPECT_THAT(copied(first->column), ElementsAre(0, 0, 1));
  EXPECT_THAT(copied(first->blocks), ElementsAre(1, 0, 0, 2, 0, 0, 0, 2, 41, 0, 0, 2));
  EXPECT_THAT(copied(first->q), ElementsAre(0, 1, 4, 5));
  EXPECT_EQ(first->joints(), 0U);
  const auto held = question_of_island(whole, islands[1]);
  EXPECT_THAT(copied(held->joint_columns), ElementsAre(0, 0.5));
  EXPECT_THAT(copied(held->joint_matrix), ElementsAre(4));
  EXPECT_THAT(copied(held->joint_rest), ElementsAre(-2));
}

/// Rows of a matrix, dense in what is given.
struct Rows {
  std::vector<int> begin = {0}, column;
  std::vector<double> value;
  explicit Rows(const std::vector<std::vector<double>>& rows) {
    for (const std::vector<double>& row : rows) {
      for (std::size_t k = 0; k < row.size(); ++k) {
        column.push_back(static_cast<int>(k));
        value.push_back(row[k]);
      }
      begin.push_back(static_cast<int>(column.size()));
    }
  }
  RowsOfStep rows() const { return {begin, column, value}; }
};

/// Two contacts in the plane on five velocities: the second one on the first two of them, which M
/// couples with the last; a joint of the third and the fourth, which the first contact moves.
TEST(StepIslands, OfVelocitiesShareAVelocityOrAMass) {
  const Rows M(
      {{2, 0, 0, 0, 0.5}, {0, 3, 0, 0, 0}, {0, 0, 4, 0, 0}, {0, 0, 0, 5, 0}, {0, 0, 0, 0, 6}});
  const Rows H({{0, 0, 0, 1, 0}, {0, 0, 0, 0, 0}, {1, 0, 0, 0, 0}, {0, 7, 0, 0, 0}});
  const Rows G({{0, 0, 8, 9, 0}, {0, 0, 0, 0, 0}});
  const std::vector<double> free = {1, 2, 3, 4, 5}, offset = {-1, 0, -2, 0}, rest = {0.25, 0.5};
  const StepBehind behind = {5, M.rows(), free, {}, H.rows(), offset, G.rows(), rest};
  const std::vector<double> mu = {0.1, 0.2};
  StepQuestion whole;
  whole.dimension = 2;
  whole.mu = mu;
  whole.behind = &behind;
  const std::vector<StepIsland> islands = islands_of_step(whole);
  ASSERT_EQ(islands.size(), 2U);
  EXPECT_THAT(islands[0].contacts, ElementsAre(0));
  EXPECT_THAT(islands[0].joints, ElementsAre(0));
  EXPECT_THAT(islands[0].velocities, ElementsAre(2, 3));
  EXPECT_THAT(islands[1].contacts, ElementsAre(1));
  EXPECT_THAT(islands[1].joints, ElementsAre(1)) << "a row of zeros goes with the first velocity";
  EXPECT_THAT(islands[1].velocities, ElementsAre(0, 1, 4));

  const auto first = question_of_island(whole, islands[0]);
  ASSERT_NE(first->behind, nullptr);
  EXPECT_EQ(first->behind->velocities, 2U);
  EXPECT_THAT(copied(first->behind->free), ElementsAre(3, 4));
  EXPECT_THAT(copied(first->behind->mass.value), ElementsAre(4, 5));
  EXPECT_THAT(copied(first->behind->contact.begin), ElementsAre(0, 1, 1));
  EXPECT_THAT(copied(first->behind->contact.column), ElementsAre(1));
  EXPECT_THAT(copied(first->behind->joint.value), ElementsAre(8, 9));
  EXPECT_THAT(copied(first->behind->offset), ElementsAre(-1, 0));
  const auto second = question_of_island(whole, islands[1]);
  EXPECT_THAT(copied(second->behind->mass.column), ElementsAre(0, 2, 1, 2));
  EXPECT_THAT(copied(second->behind->contact.column), ElementsAre(0, 1));
  EXPECT_THAT(copied(second->behind->rest), ElementsAre(0.5));
}

}  // namespace
}  // namespace touchstone
