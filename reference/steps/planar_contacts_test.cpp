// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/random.hpp"
#include "reference/steps.hpp"

namespace touchstone {
namespace {

struct PlanarStep {
  std::vector<double> mu, W, q;
  std::vector<int> begin = {0}, column;

  explicit PlanarStep(std::size_t contacts) {
    for (std::size_t i = 0; i < contacts; ++i) {
      for (std::size_t j = 0; j < contacts; ++j) column.push_back(static_cast<int>(j));
      begin.push_back(static_cast<int>(column.size()));
    }
    W.assign(4 * contacts * contacts, 0);
  }
  /// Entry of the whole matrix.
  double& at(std::size_t r, std::size_t c) {
    const std::size_t contacts = begin.size() - 1;
    return W[4 * (r / 2 * contacts + c / 2) + 2 * (r % 2) + c % 2];
  }
  StepQuestion question() const {
    return {StepQuestion::Cone::round, 2, {}, mu, begin, column, W, q};
  }
};

/// W = A A' plus a multiple of the identity.
PlanarStep random_step(Random& random, std::size_t contacts, double mu) {
  PlanarStep step(contacts);
  const std::size_t rows = 2 * contacts;
  std::vector<double> A;
  for (std::size_t k = 0; k < rows * rows; ++k) A.push_back(random.uniform(-1, 1));
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < rows; ++c) {
      step.at(r, c) = r == c ? 0.05 : 0;
      for (std::size_t k = 0; k < rows; ++k) step.at(r, c) += A[r * rows + k] * A[c * rows + k];
    }
    step.q.push_back(random.uniform(-1, 0.5));
  }
  step.mu.assign(contacts, mu);
  return step;
}

TEST(PlanarContacts, ClosedForms) {
  PlanarStep step(1);
  step.at(0, 0) = step.at(1, 1) = 1;
  step.mu = {0.5};
  step.q = {1, 3};
  EXPECT_EQ(solutions_in_plane(step.question()), std::vector<std::vector<double>>({{0, 0}}));
  step.q = {-1, 0.25};
  EXPECT_EQ(solutions_in_plane(step.question()), std::vector<std::vector<double>>({{1, -0.25}}));
  step.q = {-1, 3};
  EXPECT_EQ(solutions_in_plane(step.question()), std::vector<std::vector<double>>({{1, -0.5}}));
  step.q = {-1, -3};
  EXPECT_EQ(solutions_in_plane(step.question()), std::vector<std::vector<double>>({{1, 0.5}}));
  // It jams or slides: W_NT turns a push along the plane into one from it (Painleve).
  step.at(0, 1) = step.at(1, 0) = 0.9;
  step.mu = {2};
  step.q = {0.125, 1};
  EXPECT_EQ(solutions_in_plane(step.question())->size(), 3U);
}

TEST(PlanarContacts, EverySolutionIsAcceptedAndThereIsAnOddNumber) {
  Random random(46);
  std::size_t several = 0;
  for (int sample = 0; sample < 120; ++sample) {
    const PlanarStep step =
        random_step(random, 1 + sample % 4, std::vector{0.0, 0.5, 3.0}[sample % 3]);
    const auto found = solutions_in_plane(step.question());
    ASSERT_TRUE(found) << sample;
    for (const auto& P : *found) {
      EXPECT_LE(judge_step(step.question(), {P, {}}).r, 1e-12) << sample;
    }
    EXPECT_EQ(found->size() % 2, 1U) << sample;
    several += found->size() > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 0U);
}

/// Contacts that do not meet have the products of each other's solutions.
TEST(PlanarContacts, NoModeIsLeftOut) {
  PlanarStep jams(1);
  jams.at(0, 0) = jams.at(1, 1) = 1;
  jams.at(0, 1) = jams.at(1, 0) = 0.9;
  PlanarStep step(3);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t e = 0; e < 4; ++e) step.at(2 * i + e / 2, 2 * i + e % 2) = jams.W[e];
    step.mu.push_back(2);
    step.q.insert(step.q.end(), {0.125, 1});
  }
  EXPECT_EQ(solutions_in_plane(step.question())->size(), 27U);
}

TEST(PlanarContacts, AContinuumIsSaid) {
  // Two contacts carry one weight.
  PlanarStep step(2);
  for (const std::size_t r : {0, 2}) {
    for (const std::size_t c : {0, 2}) step.at(r, c) = 1;
  }
  step.at(1, 1) = step.at(3, 3) = 1;
  step.mu = {0.5, 0.5};
  step.q = {-1, 0, -1, 0};
  EXPECT_FALSE(solutions_in_plane(step.question()));
  // They cannot both fulfil other bounds: a singular mode without a solution.
  step.q = {-1, 0, -0.5, 0};
  const auto found = solutions_in_plane(step.question());
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, std::vector<std::vector<double>>({{1, 0, 0, 0}}));
  Random random(1);
  const PlanarStep many = random_step(random, 7, 0.5);
  EXPECT_FALSE(solutions_in_plane(many.question())) << "too many contacts";
}

}  // namespace
}  // namespace touchstone
