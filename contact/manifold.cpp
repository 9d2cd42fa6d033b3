// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/manifold.hpp"

#include <algorithm>
#include <cstddef>

namespace touchstone {
namespace {

/// Rounding, relative to the size of the pair, above which it is unknown which parts of the bodies
/// lie over each other [1]. In a close-up view the rounding is always smaller.
constexpr double kMaxRelativeRounding = 1;

}  // namespace

ManifoldFinder::ManifoldFinder() {
  // Buffers are swapped: without room from the start one could grow in a later query.
  constexpr std::size_t kRoom = 64;
  for (PlanePolygon* buffer : {&part_, &clip_.from, &clip_.to, &given_}) buffer->reserve(kRoom);
}

void ManifoldFinder::find_outlines() {
  view_.find_touching(A_, B_);
  for (Side* side : {&A_, &B_}) {
    side->touching.assign(side->layer.points().begin(), side->layer.points().end());
    outline_of(side->touching, view_.line(), side->outline);
    side->plane = height_plane(side->outline);
  }
}

bool ManifoldFinder::known(const PlanePoint& p) const {
  return std::any_of(given_.begin(), given_.end(), [&](const PlanePoint& given) {
    const double dx = given.x - p.x;
    const double dy = given.y - p.y;
    return dx * dx + dy * dy <= merged_ * merged_;
  });
}

void ManifoldFinder::add(const PlanePoint& a, const PlanePoint& b, ContactData& data) {
  given_.push_back({(a.x + b.x) / 2, (a.y + b.y) / 2, 0});
  data.points.push_back(view_.contact(a, b));
}

void ManifoldFinder::add_manifold(ContactData& data) {
  intersect(A_.outline, B_.outline, view_.line(), clip_, part_);
  if (part_.empty()) {
    const NearestPoints nearest = nearest_points(A_.outline, B_.outline);
    add(nearest.a, nearest.b, data);
  } else {
    keep_extreme(part_, merged_, view_.line());
    for (const PlanePoint& p : part_) add(p, {p.x, p.y, B_.plane(p.x, p.y)}, data);
  }
  data.manifold_points = static_cast<int>(data.points.size());
  data.manifold = data.manifold_points == 1   ? ManifoldKind::point
                  : data.manifold_points == 2 ? ManifoldKind::segment
                                              : ManifoldKind::polygon;
}

void ManifoldFinder::add_witnesses(const WitnessPoints& witnesses, ContactData& data) {
  data.points.push_back({witnesses.p_WA, witnesses.p_WB, data.phi, data.normal});
  data.manifold_points = 1;
  data.manifold = ManifoldKind::point;
}

/// Adds the points of `over` whose gap to a face or edge of the other body is at most `reach` [m].
/// Over a level face they are at most `ahead` behind the farthest vertex of `over`; a tilt of
/// kOnPlane only enlarges gaps.
void ManifoldFinder::look_ahead(Side& over, const Side& face, double reach, ContactData& data) {
  // An edge is only looked along where no face is.
  const std::size_t corners = face.outline.size();
  if (corners < 2 || (corners == 2 && over.outline.size() > 2)) return;
  const double ahead = reach - data.phi + view_.line();
  if (!(ahead > view_.on_plane(*over.body))) return;
  view_.find_layer(over, ahead);
  if (over.layer.points().size() == over.touching.size()) return;
  const auto offer = [&](const PlanePoint& p) {
    const PlanePoint there{p.x, p.y, face.plane(p.x, p.y)};
    const PlanePoint& a = &over == &A_ ? p : there;
    const PlanePoint& b = &over == &A_ ? there : p;
    if (!(view_.gap(a.height, b.height) <= reach) || known(p)) return;
    add(a, b, data);
  };
  bool reaches_out = false;
  for (const PlanePoint& p : over.layer.points()) {
    const bool inside = distance_outside(face.outline, p.x, p.y) <= view_.line();
    if (inside) offer(p);
    reaches_out = reaches_out || !inside;
  }
  if (!reaches_out || corners < 3) return;
  over.ahead.assign(over.layer.points().begin(), over.layer.points().end());
  outline_of(over.ahead, view_.line(), over.hull);
  intersect(over.hull, face.outline, view_.line(), clip_, part_, false);
  for (const PlanePoint& p : part_) offer(p);
}

void ManifoldFinder::find(const ContactBody& A, const Pose& X_WA, const ContactBody& B,
                          const Pose& X_WB, const WitnessPoints* witnesses, bool phi_is_gap,
                          double reach, ContactData& data) {
  data.points.clear();
  data.manifold_points = 0;
  data.manifold = ManifoldKind::none;
  given_.clear();

  const auto place = [](BodyInView& side, const ContactBody& body, const Pose& X, double sign) {
    side.body = &body;
    side.X = &X;
    side.sign = sign;
  };
  place(A_, A, X_WA, -1);
  place(B_, B, X_WB, 1);
  ContactFrame frame =
      ContactFrame::about(witnesses != nullptr ? Vec3((witnesses->p_WA + witnesses->p_WB) / 2)
                                               : Vec3((X_WA.t + X_WB.t) / 2),
                          data.normal);
  if (witnesses == nullptr || !phi_is_gap) {
    A_.layer.find(A, X_WA, frame, A_.sign, 0);
    B_.layer.find(B, X_WB, frame, B_.sign, 0);
    if (!phi_is_gap) data.phi = A_.layer.top() - B_.layer.top();
    if (witnesses == nullptr) {
      const PlanePoint& a = A_.layer.points().front();
      const PlanePoint& b = B_.layer.points().front();
      frame.origin = frame.point((a.x + b.x) / 2, (a.y + b.y) / 2, (a.height + b.height) / 2);
    }
  }
  data.plane_point_W = frame.origin;
  const bool ahead_wanted = reach != kNoLookAhead;
  const auto out_of_reach = [&] { return ahead_wanted && !(data.phi <= reach); };
  if (phi_is_gap && out_of_reach()) return;

  if (witnesses != nullptr && (A.map().count() == 1 || B.map().count() == 1)) {
    return add_witnesses(*witnesses, data);
  }
  view_ = ContactView(frame, A_, B_);
  find_outlines();
  if (!phi_is_gap && view_.is_close()) data.phi = view_.gap(A_.layer.top(), B_.layer.top());
  if (out_of_reach()) return;
  merged_ = std::max(view_.line(), std::min(kMergedContact, kMergedPart * view_.size()));
  data.plane_point_W = view_.middle(A_, B_);
  if (witnesses != nullptr && view_.line() > kMaxRelativeRounding * view_.size()) {
    return add_witnesses(*witnesses, data);
  }
  add_manifold(data);
  if (!ahead_wanted) return;
  look_ahead(A_, B_, reach, data);
  look_ahead(B_, A_, reach, data);
}

}  // namespace touchstone
