// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/shrink/pair_draft.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/cases/files/case_file.hpp"

namespace touchstone {
namespace {

BodyDraft draft_of(const Polytope& body) {
  BodyDraft draft;
  draft.half_extents = box_half_extents(body);
  if (draft.half_extents) return draft;
  draft.vertices = body.vertices();
  if (body.interior_point_given()) draft.interior_point = body.interior_point();
  return draft;
}

PoseDraft draft_of(const Pose& pose) {
  PoseDraft draft;
  draft.t = pose.t;
  draft.R = pose.R;
  draft.q = integer_quaternion_of(pose.R);
  return draft;
}

Result<PolytopePtr> make_body(const BodyDraft& draft) {
  if (draft.half_extents) {
    if (const char* why = why_no_box(*draft.half_extents); why != nullptr)
      return Error{std::string("half extents ") + why};
    return make_box(*draft.half_extents);
  }
  return make_polytope({draft.vertices, {}, draft.interior_point});
}

/// The same visit of numbers that may be changed and of numbers that may not; with those of q, or
/// without.
template <class Draft, class Visit>
void visit_each(Draft& draft, bool with_q, const Visit& visit) {
  for (auto& body : draft.bodies) {
    if (body.half_extents) {
      for (int i = 0; i < 3; ++i) visit((*body.half_extents)[i]);
      continue;
    }
    for (auto& v : body.vertices) {
      for (int i = 0; i < 3; ++i) visit(v[i]);
    }
    if (!body.interior_point) continue;
    for (int i = 0; i < 3; ++i) visit((*body.interior_point)[i]);
  }
  for (auto& pose : draft.poses) {
    for (int i = 0; i < 3; ++i) visit(pose.t[i]);
    if (!with_q || !pose.q) continue;
    for (auto& entry : *pose.q) visit(entry);
  }
}

}  // namespace

PairDraft draft_of(const Pair& pair) {
  return {{draft_of(*pair.A), draft_of(*pair.B)}, {draft_of(pair.X_WA), draft_of(pair.X_WB)}};
}

Result<Pair> make_pair(const PairDraft& draft) {
  std::array<PolytopePtr, 2> bodies;
  std::array<Pose, 2> poses;
  for (std::size_t k = 0; k < 2; ++k) {
    auto body = make_body(draft.bodies[k]);
    if (!body) return body.error();
    bodies[k] = std::move(body).value();
    const PoseDraft& drafted = draft.poses[k];
    if (drafted.q) {
      poses[k] = {drafted.R, drafted.t};
      continue;
    }
    auto pose = make_pose(drafted.R, drafted.t);
    if (!pose) return pose.error();
    poses[k] = pose.value();
  }
  return Pair{bodies[0], poses[0], bodies[1], poses[1]};
}

std::vector<Vec3> vertices_of(const BodyDraft& body) {
  if (!body.half_extents) return body.vertices;
  // A candidate that is not a body yet is compared by its numbers before it is made.
  if (why_no_box(*body.half_extents) != nullptr) return {*body.half_extents};
  return make_box(*body.half_extents)->vertices();
}

Vec3 interior_point_of(const BodyDraft& body) {
  if (body.interior_point) return *body.interior_point;
  const auto made = make_body(body);
  return made.ok() ? made.value()->interior_point() : Vec3::Zero();
}

BodyDraft as_hull(const BodyDraft& body) {
  BodyDraft hull;
  hull.vertices = vertices_of(body);
  hull.interior_point = body.interior_point;
  return hull;
}

void set_rotation(PoseDraft& pose, const Quaternion& q) {
  pose.q = reduced(q);
  pose.R = rotation_of(*pose.q);
}

void set_rotation(PoseDraft& pose, const Mat3& R) {
  pose.R = R;
  pose.q = integer_quaternion_of(R);
}

void visit_numbers(PairDraft& draft, const std::function<void(double&)>& visit) {
  visit_each(draft, true, visit);
}

void visit_numbers(const PairDraft& draft, const std::function<void(double)>& visit) {
  visit_each(draft, true, visit);
}

std::vector<double*> lengths_of(PairDraft& draft) {
  std::vector<double*> lengths;
  visit_each(draft, false, [&lengths](double& x) { lengths.push_back(&x); });
  return lengths;
}

double largest_coordinate(const BodyDraft& body) {
  double largest = 0;
  for (const Vec3& v : vertices_of(body)) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  return largest;
}

}  // namespace touchstone
