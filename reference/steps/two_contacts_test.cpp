// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/random.hpp"
#include "reference/steps.hpp"

namespace touchstone {
namespace {

/// W = J J' of two contacts with as many velocities, dense, row by row; q.
struct TwoContactStep {
  std::vector<double> mu, W, q;

  TwoContactStep(Random& random, bool coupled, double largest_mu)
      : mu{random.uniform(0, largest_mu), random.uniform(0, largest_mu)}, W(36, 0) {
    std::vector<double> J(36, 0);
    for (std::size_t k = 0; k < 36; ++k) {
      const bool own = (k / 6 < 3) == (k % 6 < 3);
      if (coupled || own) J[k] = random.uniform(-1, 1) + (k / 6 == k % 6 ? 1 : 0);
    }
    for (std::size_t k = 0; k < 36; ++k) {
      for (std::size_t v = 0; v < 6; ++v) W[k] += J[k / 6 * 6 + v] * J[k % 6 * 6 + v];
    }
    for (std::size_t k = 0; k < 6; ++k) q.push_back(random.uniform(-1, k % 3 == 0 ? 0.3 : 1));
  }

  template <class Use>
  auto ask(const Use& use) const {
    std::vector<double> blocks;
    for (std::size_t b = 0; b < 4; ++b) {
      for (std::size_t e = 0; e < 9; ++e) {
        blocks.push_back(W[(b / 2 * 3 + e / 3) * 6 + b % 2 * 3 + e % 3]);
      }
    }
    const std::vector<int> begin = {0, 2, 4}, column = {0, 1, 0, 1};
    const StepQuestion question = {StepQuestion::Cone::round, 3, {}, mu, begin, column, blocks, q};
    return use(question);
  }
  auto solutions() const { return ask(solutions_of_two_contacts); }

  /// Contact i by itself.
  auto alone(std::size_t i) const {
    std::vector<double> blocks;
    for (std::size_t e = 0; e < 9; ++e) blocks.push_back(W[(3 * i + e / 3) * 6 + 3 * i + e % 3]);
    const std::vector<int> begin = {0, 1}, column = {0};
    const StepQuestion question = {
        StepQuestion::Cone::round,     3, {}, std::span(mu).subspan(i, 1), begin, column, blocks,
        std::span(q).subspan(3 * i, 3)};
    return solutions_of_one_contact(question);
  }
};

TEST(TwoContacts, SolveTheStep) {
  Random random(46);
  int slides = 0;
  for (int sample = 0; sample < 60; ++sample) {
    const TwoContactStep step(random, true, sample % 2 == 0 ? 1 : 5);
    const auto found = step.solutions();
    ASSERT_TRUE(found) << sample;
    // W is positive definite, and no solution is at an edge: their degree is 1.
    ASSERT_EQ(found->size() % 2, 1U) << sample;
    for (const std::vector<double>& P : *found) {
      const StepJudgement judged = step.ask([&P](const StepQuestion& question) {
        return judge_step(question, {P, {}});
      });
      EXPECT_LE(judged.r, 1e-11) << sample;
      const auto slips = [&](std::size_t i) {
        const double most = step.mu[i] * P[3 * i];
        return most > 0 && std::hypot(P[3 * i + 1], P[3 * i + 2]) > most * (1 - 1e-12);
      };
      slides += slips(0) && slips(1) ? 1 : 0;
    }
  }
  EXPECT_GE(slides, 5);
}

TEST(TwoContacts, ThatDoNotMeetHaveAllSolutionsOfEach) {
  Random random(47);
  int several = 0;
  for (int sample = 0; sample < 40; ++sample) {
    const TwoContactStep step(random, false, 20);
    const auto found = step.solutions();
    const auto first = step.alone(0);
    const auto second = step.alone(1);
    ASSERT_TRUE(found && first && second) << sample;
    EXPECT_EQ(found->size(), first->size() * second->size()) << sample;
    several += found->size() > 1 ? 1 : 0;
    for (const ContactSolution& a : *first) {
      for (const ContactSolution& b : *second) {
        const bool there = std::any_of(found->begin(), found->end(), [&](const auto& P) {
          double off = 0;
          for (std::size_t k = 0; k < 3; ++k) {
            off = std::max(
                {off, std::abs(P[k] - a.impulses.at(k)), std::abs(P[3 + k] - b.impulses.at(k))});
          }
          return off < 1e-9;
        });
        EXPECT_TRUE(there) << sample;
      }
    }
  }
  EXPECT_GE(several, 1);
}

TEST(TwoContacts, AreNotDecidedWhereABlockIsSingular) {
  Random random(48);
  TwoContactStep step(random, false, 1);
  for (std::size_t k = 0; k < 6; ++k) step.W[6 + k] = step.W[6 * k + 1] = 0;
  EXPECT_FALSE(step.solutions());
}

}  // namespace
}  // namespace touchstone
