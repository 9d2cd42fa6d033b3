// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/peg/peg_contacts.hpp"

#include <algorithm>
#include <limits>

#include "contact/peg/peg_constraints.hpp"
#include "contact/peg/potential_contacts.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

struct PegShape : ContactShape {
  PegBody body;
};

struct PegWorkspace : ContactWorkspace {
  PlacedPegBody A, B;
  PotentialContacts potential;
  PlacedPegBody A_later, B_later;  ///< bodies at the end of a step
  PotentialContacts later;
};

/// Raises the gaps of unilateral constraints to the overlap of the pair: a vertex may be far behind
/// the plane of a facet that it is beside, and a step corrects no more than the bodies overlap.
void bound_unilateral(ContactData& data) {
  for (const ContactConstraint& constraint : data.constraints) {
    if (constraint.kind != ContactConstraint::Kind::unilateral) continue;
    double& gap = data.points[at(constraint.primary.front())].gap;
    gap = std::max(gap, std::min(data.phi, 0.0));
  }
}

/// Raises the largest gap of each constraint, and the gaps of the plane, to the overlap of the
/// pair, where the pair overlaps less than its contacts say.
void bound_all(ContactData& data) {
  const double most = std::min(data.phi, 0.0);
  for (const ContactConstraint& constraint : data.constraints) {
    double largest = -std::numeric_limits<double>::infinity();
    int of_largest = 0;
    constraint.for_each([&](int i) {
      if (data.points[at(i)].gap <= largest) return;
      largest = data.points[at(i)].gap;
      of_largest = i;
    });
    data.points[at(of_largest)].gap = std::max(largest, most);
  }
  for (const int i : data.plane) data.points[at(i)].gap = std::max(data.points[at(i)].gap, most);
}

class PegContacts : public ContactMethod {
 public:
  PegContacts(PegModel model, const PegOptions& options, std::optional<Axis> planar)
      : model_(model), options_(options), planar_(planar) {}

  std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const override {
    auto shape = std::make_unique<PegShape>();
    shape->body = make_peg_body(polytope, planar_);
    return shape;
  }

  std::unique_ptr<ContactWorkspace> make_workspace() const override {
    return std::make_unique<PegWorkspace>();
  }

  void find(const ContactShape& A, const Pose& X_WA, const ContactShape& B, const Pose& X_WB,
            double reach, ContactWorkspace& workspace, ContactData& data) const override {
    auto& work = static_cast<PegWorkspace&>(workspace);
    work.A.place(static_cast<const PegShape&>(A).body, X_WA);
    work.B.place(static_cast<const PegShape&>(B).body, X_WB);
    work.potential.find(work.A, work.B, reach, options_);
    data.answered = true;
    data.applicable = true;
    data.note.clear();
    data.phi = work.potential.largest_gap();
    data.normal.setZero();
    data.plane_point_W.setZero();
    data.bound = RowBound::shifted;
    data.points.clear();
    data.constraints.clear();
    data.plane.clear();
    data.manifold = ManifoldKind::none;
    data.manifold_points = 0;
    data.potential = work.potential.applicable();
    if (data.phi > reach) return;
    write_constraints(model_, reach, options_, work.potential, data.constraints);
    const bool has_alternatives = model_ == PegModel::lnc || model_ == PegModel::peg;
    if (has_alternatives) data.plane = contacts_of_plane(reach, options_, work.potential);
    for (const PotentialContact& contact : work.potential.contacts()) {
      data.points.push_back({contact.p_WA, contact.p_WB, contact.gap, contact.normal, data.phi});
    }
    if (has_alternatives) bound_unilateral(data);
    const bool bounded = has_alternatives || model_ == PegModel::plane;
    if (bounded && !work.potential.gap_is_of_contact()) bound_all(data);
    if (work.potential.separators().empty()) return;
    const PotentialContact& first =
        work.potential.contacts()[at(work.potential.separators().front())];
    data.normal = first.normal;
    data.plane_point_W = (first.p_WA + first.p_WB) / 2;
  }

  bool depends_on_reach() const override { return true; }

  void measure(const Pose& X_WA, const Pose& X_WB, ContactWorkspace& workspace,
               std::vector<double>& gaps, double& depth) const override {
    auto& work = static_cast<PegWorkspace&>(workspace);
    work.A_later.place(*work.A.body, X_WA);
    work.B_later.place(*work.B.body, X_WB);
    gaps.clear();
    for (PotentialContact contact : work.potential.contacts()) {
      touchstone::measure(work.A_later, work.B_later, contact);
      gaps.push_back(contact.gap);
    }
    depth = std::max(0.0, -work.later.separation(work.A_later, work.B_later));
  }

 private:
  PegModel model_;
  PegOptions options_;
  std::optional<Axis> planar_;
};

}  // namespace

std::unique_ptr<ContactMethod> make_peg_contacts(PegModel model, const PegOptions& options,
                                                 std::optional<Axis> planar) {
  return std::make_unique<PegContacts>(model, options, planar);
}

}  // namespace touchstone
