// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/step_correction.hpp"

#include <algorithm>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// A pair that is no deeper is not solved anew [m].
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

bool correct_bounds(const PairContacts& contacts, const std::vector<BodyState>& later, double h,
                    const Eigen::VectorXd& u, const IslandProblem& island, Eigen::VectorXd& by) {
  const Eigen::VectorXd rates = contact_rates(island.rows, u);
  by.setZero(rates.size());
  std::vector<char> unilateral(island.pairs.size(), 0);
  for (const ContactConstraint& constraint : island.rows.constraints) {
    if (constraint.kind == ContactConstraint::Kind::unilateral) {
      unilateral[at(constraint.primary.front())] = 1;
    }
  }
  bool overlaps = false;
  std::vector<double> gaps;
  for (std::size_t first = 0; first < island.pairs.size();) {
    double depth = 0;
    contacts.measure(island.pairs[first], later, gaps, depth);
    overlaps = overlaps || depth > kDepth;
    for (std::size_t k = 0; k < gaps.size(); ++k) {
      const auto i = static_cast<Eigen::Index>(first + k);
      const double gap = unilateral[first + k] != 0 ? std::max(gaps[k], -depth) : gaps[k];
      by[i] = gap / h - rates[i];
    }
    const int pair = island.pairs[first];
    while (first < island.pairs.size() && island.pairs[first] == pair) ++first;
  }
  return overlaps;
}

void count_potential(const IslandProblem& island, const SolvedIsland& solved, double h,
                     StepReport& report) {
  if (island.potential.empty()) return;
  const Eigen::VectorXd rates = contact_rates(island.rows, solved.solution.u);
  for (std::size_t i = 0; i < island.potential.size(); ++i) {
    if (island.potential[i] == 0) continue;
    ++report.potential;
    const bool trapped = h * rates[static_cast<Eigen::Index>(i)] < -kTrapped;
    report.traps += trapped && solved.solved && !solved.fallback ? 1 : 0;
  }
}

}  // namespace touchstone
