// SPDX-License-Identifier: GPL-3.0-or-later
// The islands of a step, by union and find over the numbers that are not 0.
#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "geometry/index.hpp"
#include "reference/steps/step_mass.hpp"

namespace touchstone {
namespace {

/// What is coupled: contacts, then joints, then velocities.
class Coupling {
 public:
  explicit Coupling(const StepQuestion& question)
      : question_(question),
        contacts_(question.mu.size()),
        joints_(question.joints()),
        parent_(contacts_ + joints_ +
                (question.behind != nullptr ? question.behind->velocities : 0)) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    if (question.behind != nullptr) {
      unite_velocities(*question.behind);
    } else {
      unite_impulses();
    }
  }

  std::vector<StepIsland> islands() {
    std::vector<StepIsland> islands;
    std::map<std::size_t, std::size_t> number;
    const std::size_t velocities = contacts_ + joints_;
    for (std::size_t node = 0; node < parent_.size(); ++node) {
      const auto [found, fresh] = number.emplace(root(node), islands.size());
      if (fresh) islands.emplace_back();
      StepIsland& island = islands[found->second];
      if (node < contacts_) {
        island.contacts.push_back(node);
      } else if (node < velocities) {
        island.joints.push_back(node - contacts_);
      } else {
        island.velocities.push_back(node - velocities);
      }
    }
    return islands;
  }

 private:
  std::size_t root(std::size_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }
  void unite(std::size_t a, std::size_t b) { parent_[root(a)] = root(b); }

  void unite_velocities(const StepBehind& behind) {
    const auto d = at(question_.dimension);
    const std::size_t velocities = contacts_ + joints_;
    std::vector<char> is_coupled(velocities, 0);
    for (std::size_t row = 0; row < question_.rows() + joints_; ++row) {
      const bool of_joint = row >= question_.rows();
      const std::size_t r = of_joint ? row - question_.rows() : row;
      const std::size_t node = of_joint ? contacts_ + r : r / d;
      for_entries_of(of_joint ? behind.joint : behind.contact, r, [&](std::size_t k, double entry) {
        if (entry == 0) return;
        unite(node, velocities + k);
        is_coupled[node] = 1;
      });
    }
    for (std::size_t r = 0; r < behind.velocities; ++r) {
      for_entries_of(behind.mass, r, [&](std::size_t k, double entry) {
        if (entry != 0) unite(velocities + r, velocities + k);
      });
    }
    // A row of zeros may be in any island.
    for (std::size_t node = 0; node < velocities && behind.velocities > 0; ++node) {
      if (is_coupled[node] == 0) unite(node, velocities);
    }
  }

  void unite_impulses() {
    const auto d = at(question_.dimension);
    for (std::size_t i = 0; i < contacts_; ++i) {
      for (int k = question_.begin[i]; k < question_.begin[i + 1]; ++k) {
        const auto block = question_.blocks.subspan(at(k) * d * d, d * d);
        const bool couples =
            std::any_of(block.begin(), block.end(), [](double x) { return x != 0; });
        if (couples) unite(i, at(question_.column[at(k)]));
      }
    }
    for (std::size_t row = 0; row < question_.rows(); ++row) {
      for (std::size_t r = 0; r < joints_; ++r) {
        if (question_.joint_columns[row * joints_ + r] != 0) unite(row / d, contacts_ + r);
      }
    }
    for (std::size_t r = 0; r < joints_; ++r) {
      for (std::size_t c = 0; c < joints_; ++c) {
        if (question_.joint_matrix[r * joints_ + c] != 0) unite(contacts_ + r, contacts_ + c);
      }
    }
  }

  const StepQuestion& question_;
  std::size_t contacts_, joints_;
  std::vector<std::size_t> parent_;
};

/// The place of x in an ascending list; its length where it is not there.
std::size_t place_in(const std::vector<std::size_t>& list, std::size_t x) {
  const auto found = std::lower_bound(list.begin(), list.end(), x);
  return found != list.end() && *found == x ? at(found - list.begin()) : list.size();
}

/// `size` numbers for each member of the list.
std::vector<double> those_of(std::span<const double> all, std::size_t size,
                             const std::vector<std::size_t>& list) {
  std::vector<double> some;
  if (all.empty()) return some;
  for (const std::size_t i : list) {
    const auto own = all.subspan(i * size, size);
    some.insert(some.end(), own.begin(), own.end());
  }
  return some;
}

/// The entries of some rows in some columns.
struct OwnedRows {
  std::vector<int> begin = {0}, column;
  std::vector<double> value;

  void add(const RowsOfStep& rows, std::size_t size, const std::vector<std::size_t>& list,
           const std::vector<std::size_t>& columns) {
    for (const std::size_t i : list) {
      for (std::size_t row = i * size; row < (i + 1) * size; ++row) {
        for_entries_of(rows, row, [&](std::size_t k, double entry) {
          if (entry == 0) return;
          column.push_back(static_cast<int>(place_in(columns, k)));
          value.push_back(entry);
        });
        begin.push_back(static_cast<int>(column.size()));
      }
    }
  }
  RowsOfStep rows() const { return {begin, column, value}; }
};

struct OwnedQuestion {
  StepQuestion question;
  StepBehind behind;
  OwnedRows mass, contact, joint;
  std::vector<double> mu, free, force, offset, rest, blocks, q, V, R;
  std::vector<int> begin = {0}, column;

  void take_velocities(const StepBehind& whole, const StepIsland& island, std::size_t d) {
    mass.add(whole.mass, 1, island.velocities, island.velocities);
    contact.add(whole.contact, d, island.contacts, island.velocities);
    joint.add(whole.joint, 1, island.joints, island.velocities);
    free = those_of(whole.free, 1, island.velocities);
    force = those_of(whole.force, 1, island.velocities);
    offset = those_of(whole.offset, d, island.contacts);
    rest = those_of(whole.rest, 1, island.joints);
    behind = {island.velocities.size(), mass.rows(), free,         force,
              contact.rows(),           offset,      joint.rows(), rest};
    question.behind = &behind;
  }

  void take_impulses(const StepQuestion& whole, const StepIsland& island, std::size_t d) {
    for (const std::size_t i : island.contacts) {
      for (int k = whole.begin[i]; k < whole.begin[i + 1]; ++k) {
        const std::size_t j = place_in(island.contacts, at(whole.column[at(k)]));
        if (j == island.contacts.size()) continue;  // zeros
        column.push_back(static_cast<int>(j));
        const auto block = whole.blocks.subspan(at(k) * d * d, d * d);
        blocks.insert(blocks.end(), block.begin(), block.end());
      }
      begin.push_back(static_cast<int>(column.size()));
      for (std::size_t row = i * d; row < (i + 1) * d; ++row) {
        for (const std::size_t r : island.joints) {
          V.push_back(whole.joint_columns[row * whole.joints() + r]);
        }
      }
    }
    for (const std::size_t r : island.joints) {
      for (const std::size_t c : island.joints) {
        R.push_back(whole.joint_matrix[r * whole.joints() + c]);
      }
    }
    q = those_of(whole.q, d, island.contacts);
    rest = those_of(whole.joint_rest, 1, island.joints);
    question.begin = begin;
    question.column = column;
    question.blocks = blocks;
    question.q = q;
    question.joint_columns = V;
    question.joint_matrix = R;
    question.joint_rest = rest;
  }
};

}  // namespace

std::vector<StepIsland> islands_of_step(const StepQuestion& question) {
  return Coupling(question).islands();
}

std::shared_ptr<const StepQuestion> question_of_island(const StepQuestion& whole,
                                                       const StepIsland& island) {
  const auto owned = std::make_shared<OwnedQuestion>();
  owned->mu = those_of(whole.mu, 1, island.contacts);
  StepQuestion& question = owned->question;
  question.cone = whole.cone;
  question.dimension = whole.dimension;
  question.polygon = whole.polygon;
  question.mu = owned->mu;
  if (whole.behind != nullptr) {
    owned->take_velocities(*whole.behind, island, at(whole.dimension));
  } else {
    owned->take_impulses(whole, island, at(whole.dimension));
  }
  return {owned, &question};
}

}  // namespace touchstone
