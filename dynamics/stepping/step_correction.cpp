// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/step_correction.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Overlap that counts as rounding: it is not corrected [m].
constexpr double kDepth = 1e-13;

}  // namespace

Eigen::VectorXd contact_rates(const SparseProblem& rows, const Eigen::VectorXd& u) {
  Eigen::VectorXd rates = rows.bound;
  for (int i = 0; i < rows.contacts(); ++i) {
    const ContactRows& block = rows.contact[at(i)];
    for (const int side : {0, 1}) {
      const int body = block.body[at(side)];
      if (body < 0) continue;
      rates[i] += block.rows.row(0)
                      .segment<kDofOfBody>(Eigen::Index{kDofOfBody} * side)
                      .dot(u.segment<kDofOfBody>(Eigen::Index{kDofOfBody} * body));
    }
  }
  return rates;
}

namespace {

/// Has the contacts that press ask for the overlap of their pair where each of its constraints
/// holds: where bodies turn far, other features may meet than the step knows.
void ask_of_forces(const IslandProblem& island, const StepSolution& solution,
                   const Eigen::VectorXd& depth, Eigen::VectorXd& gap) {
  constexpr double kSeen = 0.5;  // share of the depth by which a constraint is violated
  std::set<int> seen;            // pairs of which a constraint is violated
  for (const ContactConstraint& constraint : island.rows.constraints) {
    double largest = -std::numeric_limits<double>::infinity();
    int contact = 0;
    constraint.for_each([&](int i) {
      largest = std::max(largest, gap[i]);
      contact = i;
    });
    if (largest <= -kSeen * depth[contact]) seen.insert(island.pairs[at(contact)]);
  }
  for (Eigen::Index i = 0; i < gap.size(); ++i) {
    const bool presses = solution.normal_impulse[i] > 0;
    const bool unseen = seen.count(island.pairs[at(i)]) == 0;
    if (presses && unseen) gap[i] = std::min(gap[i], -depth[i]);
  }
}

}  // namespace

bool EndGaps::overlap() const { return deepest > kDepth; }

void measure_end(const PairContacts& contacts, const std::vector<BodyState>& later,
                 const IslandProblem& island, EndGaps& end) {
  const auto n = static_cast<Eigen::Index>(island.pairs.size());
  end.gap.resize(n);
  end.depth.resize(n);
  end.measured.assign(island.pairs.size(), 0);
  end.deepest = 0;
  std::vector<double> gaps;
  for (Eigen::Index first = 0; first < n;) {
    double of_pair = 0;
    const int pair = island.pairs[at(first)];
    contacts.measure(pair, later, gaps, of_pair);
    end.deepest = std::max(end.deepest, of_pair);
    for (std::size_t k = 0; first < n && island.pairs[at(first)] == pair; ++k) {
      end.measured[at(first)] = k < gaps.size() ? 1 : 0;
      end.gap[first] = k < gaps.size() ? gaps[k] : 0;
      end.depth[first] = of_pair;
      ++first;
    }
  }
}

void correct_bounds(const EndGaps& end, double h, const StepSolution& solution,
                    const IslandProblem& island, Eigen::VectorXd& by) {
  Eigen::VectorXd gap = end.gap;
  ask_of_forces(island, solution, end.depth, gap);
  Eigen::VectorXd lift = Eigen::VectorXd::Zero(gap.size());
  for (const ContactConstraint& constraint : island.rows.constraints) {
    double largest = -std::numeric_limits<double>::infinity();
    constraint.for_each([&](int i) { largest = std::max(largest, gap[i] + end.depth[i]); });
    constraint.for_each([&](int i) { lift[i] = std::max(lift[i], -largest); });
  }
  by = (gap + lift) / h - contact_rates(island.rows, solution.u);
  for (Eigen::Index i = 0; i < by.size(); ++i) {
    if (end.measured[at(i)] == 0) by[i] = 0;
  }
}

PotentialCount count_potential(const IslandProblem& island, const SolvedIsland& solved, double h) {
  PotentialCount count;
  if (island.potential.empty()) return count;
  const Eigen::VectorXd rates = contact_rates(island.rows, solved.solution.u);
  for (std::size_t i = 0; i < island.potential.size(); ++i) {
    if (island.potential[i] == 0) continue;
    ++count.potential;
    const bool trapped = h * rates[static_cast<Eigen::Index>(i)] < -kTrapped;
    count.traps += trapped && solved.solved && !solved.fallback ? 1 : 0;
  }
  return count;
}

}  // namespace touchstone
