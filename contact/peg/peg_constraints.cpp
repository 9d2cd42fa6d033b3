// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/peg/peg_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

using ConstraintKind = ContactConstraint::Kind;

/// Angle between directions below which they may change places within a step [rad].
constexpr double kSameDirection = 0.1;

bool holds(const std::vector<int>& list, int number) {
  return std::find(list.begin(), list.end(), number) != list.end();
}

class Writer {
 public:
  Writer(double reach, const PegOptions& options, PotentialContacts& potential,
         std::vector<ContactConstraint>& out)
      : reach_(reach), options_(options), potential_(potential), out_(out) {
    out_.clear();
  }

  /// A unilateral constraint for each contact; with `nearest_only` only for the contact of largest
  /// gap of each vertex, and for those of edges.
  void unilateral(bool nearest_only) {
    for (int i = 0; i < potential_.applicable(); ++i) {
      if (!nearest_only || is_nearest(i)) out_.push_back({ConstraintKind::unilateral, {i}, {}});
    }
  }

  void of_vertices() {
    std::vector<char> seen(at(potential_.applicable()), 0);
    for (int i = 0; i < potential_.applicable(); ++i) {
      if (seen[at(i)] != 0 || contact(i).kind == PotentialContact::Kind::edges) continue;
      std::vector<int> may_press;
      for (int k = i; k < potential_.applicable(); ++k) {
        if (contact(k).kind != contact(i).kind || contact(k).vertex() != contact(i).vertex()) {
          continue;
        }
        seen[at(k)] = 1;
        may_press.push_back(k);
      }
      add_inter(std::move(may_press));
    }
  }

  void of_edges(bool alone) {
    for (int i = 0; i < potential_.applicable(); ++i) {
      if (contact(i).kind != PotentialContact::Kind::edges) continue;
      std::vector<int> others;
      for (const int separator : potential_.separators()) {
        if (!alone && separator != i && differ(separator, i)) others.push_back(separator);
      }
      const ConstraintKind kind =
          others.empty() ? ConstraintKind::unilateral : ConstraintKind::inter;
      out_.push_back({kind, {i}, std::move(others)});
    }
  }

  void of_vertex_pairs() {
    for (int i = 0; i < potential_.applicable(); ++i) {
      for (int k = 0; k < potential_.applicable(); ++k) {
        if (crosses(i, k)) add_cross(i, k);
      }
    }
  }

  /// Constraints of passes: where a vertex passes an edge, its edges are on the other side of it.
  void of_passes() {
    for (const Pass& pass : passes_) {
      for (const int edges : potential_.contacts_of_edges(pass.of_A, pass.vertex, pass.edge)) {
        add_cross(pass.contact, edges);
      }
    }
  }

  void of_pair() {
    const std::vector<int>& all = potential_.separators();
    if (all.empty()) return;
    if (all.size() == 1) {
      out_.push_back({ConstraintKind::unilateral, all, {}});
    } else {
      out_.push_back({ConstraintKind::cross, {}, all});
    }
  }

  /// A constraint that the bodies violate at the start, by more than they overlap, is no condition
  /// of being apart: the separator of the largest gap becomes a way out of it.
  void admit_the_start() {
    if (potential_.separators().empty()) return;
    const int best = potential_.separators().front();
    for (ContactConstraint& constraint : out_) {
      double largest = -std::numeric_limits<double>::infinity();
      constraint.for_each([&](int i) { largest = std::max(largest, contact(i).gap); });
      if (largest >= std::min(0.0, potential_.largest_gap())) continue;
      bool beside = false;
      constraint.for_each([&](int i) { beside = beside || !differ(i, best); });
      if (beside) continue;
      constraint.other.push_back(best);
      if (constraint.kind == ConstraintKind::unilateral) constraint.kind = ConstraintKind::inter;
    }
  }

  /// Lemke's form lets the primary contact's force act until any contact of the constraint is at 0.
  /// Where another one is farther out, that would be a force of a plane that the bodies are behind:
  /// it has no part in how they meet. Branching chooses among them.
  void take_forces_from_behind() {
    for (ContactConstraint& constraint : out_) {
      if (constraint.kind != ConstraintKind::inter || constraint.primary.size() > 1) continue;
      const double gap = contact(constraint.primary.front()).gap;
      const bool behind = std::any_of(constraint.other.begin(), constraint.other.end(),
                                      [&](int i) { return contact(i).gap > gap; });
      if (!behind) continue;
      constraint.kind = ConstraintKind::cross;
      constraint.other.push_back(constraint.primary.front());
      constraint.primary.clear();
    }
  }

  /// A constraint that contains another one follows from it.
  void drop_implied() {
    std::vector<std::vector<int>> sets;
    for (const ContactConstraint& constraint : out_) {
      auto& set = sets.emplace_back();
      constraint.for_each([&set](int number) { set.push_back(number); });
      std::sort(set.begin(), set.end());
    }
    std::vector<ContactConstraint> kept;
    for (std::size_t i = 0; i < out_.size(); ++i) {
      bool implied = false;
      for (std::size_t k = 0; k < out_.size() && !implied; ++k) {
        const bool contains =
            k != i && std::includes(sets[i].begin(), sets[i].end(), sets[k].begin(), sets[k].end());
        implied = contains && (sets[k].size() < sets[i].size() || k < i);
      }
      if (!implied) kept.push_back(std::move(out_[i]));
    }
    out_ = std::move(kept);
  }

 private:
  const PotentialContact& contact(int i) const { return potential_.contacts()[at(i)]; }

  /// Whether the directions of two contacts do not change places within a step.
  bool differ(int i, int k) const {
    return contact(i).normal.dot(contact(k).normal) < std::cos(kSameDirection);
  }

  bool is_nearest(int i) const {
    if (contact(i).kind == PotentialContact::Kind::edges) return true;
    for (int k = 0; k < potential_.applicable(); ++k) {
      const bool same_vertex =
          contact(k).kind == contact(i).kind && contact(k).vertex() == contact(i).vertex();
      if (same_vertex && std::pair(contact(k).gap, -k) > std::pair(contact(i).gap, -i)) {
        return false;
      }
    }
    return true;
  }

  /// The constraint of one vertex. The contact of largest gap is primary, or all of `may_press`
  /// are. Facets beyond a side that the vertex may pass are others, where it may be outside.
  void add_inter(std::vector<int> may_press) {
    const bool of_A = contact(may_press.front()).kind == PotentialContact::Kind::vertex_A;
    const int vertex = contact(may_press.front()).vertex();
    std::stable_sort(may_press.begin(), may_press.end(),
                     [this](int one, int other) { return contact(one).gap > contact(other).gap; });
    std::vector<int> others;
    for (const int number : may_press) {
      const int facet = contact(number).facet();
      for (const auto& side : potential_.body(!of_A).body->facets[at(facet)].sides) {
        if (potential_.beyond(of_A, vertex, side) < -reach_) continue;
        if (potential_.gap_of(of_A, vertex, side.neighbour) < potential_.floor()) continue;
        const int beside = potential_.contact_of(of_A, vertex, side.neighbour);
        if (side.edge >= 0) passes_.push_back({number, of_A, vertex, side.edge});
        if (!holds(may_press, beside) && !holds(others, beside)) others.push_back(beside);
      }
    }
    const int outside = potential_.contact_of(of_A, vertex, outermost(of_A, vertex));
    if (!holds(may_press, outside) && !holds(others, outside)) others.push_back(outside);
    if (!options_.several_primaries) {
      others.insert(others.begin(), may_press.begin() + 1, may_press.end());
      may_press.resize(1);
    }
    const bool single = may_press.size() == 1 && others.empty();
    out_.push_back({single ? ConstraintKind::unilateral : ConstraintKind::inter,
                    std::move(may_press), std::move(others)});
  }

  /// The facet from which the vertex has the largest gap where it is now.
  int outermost(bool of_A, int vertex) const {
    int best = 0;
    const auto count = static_cast<int>(potential_.body(!of_A).normals.size());
    for (int f = 1; f < count; ++f) {
      if (potential_.gap_of(of_A, vertex, f) > potential_.gap_of(of_A, vertex, best)) best = f;
    }
    return best;
  }

  /// Whether two contacts are of vertices near each other, each with a facet around the other one.
  bool crosses(int i, int k) const {
    const PotentialContact& of_A = contact(i);
    const PotentialContact& of_B = contact(k);
    if (of_A.kind != PotentialContact::Kind::vertex_A) return false;
    if (of_B.kind != PotentialContact::Kind::vertex_B) return false;
    const PlacedPegBody& A = potential_.body(true);
    const PlacedPegBody& B = potential_.body(false);
    return holds(B.body->facets[at(of_A.b)].vertices, of_B.b) &&
           holds(A.body->facets[at(of_B.a)].vertices, of_A.a) &&
           (A.vertices[at(of_A.a)] - B.vertices[at(of_B.b)]).norm() <= reach_;
  }

  void add_cross(int i, int k) {
    std::vector<int> all = {i, k};
    for (const int separator : potential_.separators()) {
      if (separator == i || separator == k) continue;
      if (differ(separator, i) && differ(separator, k)) all.push_back(separator);
    }
    out_.push_back({ConstraintKind::cross, {}, std::move(all)});
  }

  /// A vertex that may pass an edge at the side of the facet of a contact.
  struct Pass {
    int contact;
    bool of_A;
    int vertex;
    int edge;
  };

  double reach_;
  const PegOptions& options_;
  PotentialContacts& potential_;
  std::vector<ContactConstraint>& out_;
  std::vector<Pass> passes_;
};

}  // namespace

void write_constraints(PegModel model, double reach, const PegOptions& options,
                       PotentialContacts& potential, std::vector<ContactConstraint>& constraints) {
  Writer writer(reach, options, potential, constraints);
  switch (model) {
    case PegModel::std:
    case PegModel::near:
      writer.unilateral(model == PegModel::near);
      return;
    case PegModel::plane:
      for (const int number : contacts_of_plane(reach, options, potential)) {
        constraints.push_back({ConstraintKind::unilateral, {number}, {}});
      }
      return;
    case PegModel::lnc:
      writer.of_vertices();
      writer.of_edges(true);
      return;
    case PegModel::peg:
      writer.of_vertices();
      writer.of_edges(false);
      writer.of_vertex_pairs();
      writer.of_passes();
      writer.of_pair();
      writer.admit_the_start();
      writer.take_forces_from_behind();
      writer.drop_implied();
      return;
  }
}

std::vector<int> contacts_of_plane(double reach, const PegOptions& options,
                                   PotentialContacts& potential) {
  if (potential.separators().empty()) return {};
  const int best = potential.separators().front();
  const PotentialContact contact = potential.contacts()[at(best)];
  if (contact.kind == PotentialContact::Kind::edges) return {best};
  const bool of_A = contact.kind == PotentialContact::Kind::vertex_A;
  const Vec3& normal = potential.body(!of_A).normals[at(contact.facet())];
  std::vector<int> contacts;
  for (int v = 0; at(v) < potential.body(of_A).vertices.size(); ++v) {
    if (potential.gap_of(of_A, v, contact.facet()) > reach) continue;
    if (applicability_of(potential.body(of_A), v, normal) < std::sin(options.eps_theta)) continue;
    contacts.push_back(potential.contact_of(of_A, v, contact.facet()));
  }
  return contacts;
}

}  // namespace touchstone
