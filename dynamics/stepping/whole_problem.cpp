// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/stepping/whole_problem.hpp"

#include <algorithm>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

class Whole {
 public:
  explicit Whole(std::span<const IslandProblem> islands) : islands_(islands) {}

  StepProblem make(const std::vector<char>& moves,
                   const std::vector<Eigen::Matrix<double, kDofOfBody, 1>>& free, int directions) {
    all_.directions = directions;
    add_bodies(moves, free);
    add_joints();
    add_contacts();
    add_constraints();
    StepProblem dense;
    write_dense(all_, dense);
    return dense;
  }

 private:
  void add_bodies(const std::vector<char>& moves,
                  const std::vector<Eigen::Matrix<double, kDofOfBody, 1>>& free) {
    place_.assign(moves.size(), -1);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i] != 0) place_[i] = all_.bodies++;
    }
    all_.free.resize(Eigen::Index{kDofOfBody} * all_.bodies);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (place_[i] < 0) continue;
      all_.free.segment<kDofOfBody>(Eigen::Index{kDofOfBody} * place_[i]) = free[i];
    }
  }

  /// Renumbers the bodies of a block of rows from the island's to the whole problem's.
  template <class Block>
  Block in_scene(const IslandProblem& island, Block block) const {
    for (int& body : block.body) body = body < 0 ? -1 : place_[at(island.bodies[at(body)])];
    return block;
  }

  void add_joints() {
    std::vector<double> bounds;
    std::vector<double> drives;
    for (const IslandProblem& island : islands_) {
      for (const JointRows& joint : island.rows.joint) {
        all_.joint.push_back(in_scene(island, joint));
        all_.joint.back().first = static_cast<int>(bounds.size());
        const double* bound = island.rows.joint_bound.data() + joint.first;
        bounds.insert(bounds.end(), bound, bound + joint.count);
        for (int k = joint.first; k < joint.first + joint.count; ++k) {
          drives.push_back(island.rows.joint_drive.size() > 0 ? island.rows.joint_drive[k] : 0);
        }
      }
    }
    const auto size = static_cast<Eigen::Index>(bounds.size());
    all_.joint_bound = Eigen::Map<const Eigen::VectorXd>(bounds.data(), size);
    all_.joint_drive = Eigen::Map<const Eigen::VectorXd>(drives.data(), size);
  }

  void add_contacts() {
    struct Where {
      int pair;
      std::size_t island, contact;
    };
    std::vector<Where> order;
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      for (std::size_t k = 0; k < islands_[i].pairs.size(); ++k) {
        order.push_back({islands_[i].pairs[k], i, k});
      }
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const Where& a, const Where& b) { return a.pair < b.pair; });
    all_.bound.resize(static_cast<Eigen::Index>(order.size()));
    number_.resize(islands_.size());
    for (const auto& [pair, i, k] : order) {
      const SparseProblem& rows = islands_[i].rows;
      number_[i].push_back(all_.contacts());
      all_.bound[all_.contacts()] = rows.bound[static_cast<Eigen::Index>(k)];
      all_.contact.push_back(in_scene(islands_[i], rows.contact[k]));
      all_.friction.push_back(rows.friction[k]);
    }
  }

  void add_constraints() {
    for (std::size_t i = 0; i < islands_.size(); ++i) {
      for (ContactConstraint constraint : islands_[i].rows.constraints) {
        for (int& contact : constraint.primary) contact = number_[i][at(contact)];
        for (int& contact : constraint.other) contact = number_[i][at(contact)];
        all_.constraints.push_back(std::move(constraint));
      }
    }
  }

  std::span<const IslandProblem> islands_;
  SparseProblem all_;
  std::vector<int> place_;                ///< place of each body of the scene, -1: it is fixed
  std::vector<std::vector<int>> number_;  ///< number of each island's contacts in the whole
};

}  // namespace

StepProblem whole_problem(std::span<const IslandProblem> islands, const std::vector<char>& moves,
                          const std::vector<Eigen::Matrix<double, kDofOfBody, 1>>& free,
                          int directions) {
  return Whole(islands).make(moves, free, directions);
}

}  // namespace touchstone
