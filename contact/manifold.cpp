// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/manifold.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace touchstone {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// Rounding, relative to the size of the pair, above which the contact is found close up [1]: two
/// digits less than contacts are held to.
constexpr double kCloseUp = 1e-10;
/// Difference in height of touching points, relative to the size of the pair, above which the
/// contact is found close up [1]: corners of the larger body are in one plane by its own size, and
/// not by the smaller one's.
constexpr double kLevel = 4e-9;
/// Rounding, relative to the size of the pair, above which the overlap is unknown if nothing is
/// found close up [1].
constexpr double kNothingTold = 1;
/// Half width of the close-up square, in sizes of the pair [1]: no vertex of the small body is
/// farther from another one than twice its radius.
constexpr double kHalfWidth = 2.5;

double smaller_size(double a, double b) {
  if (a == 0) return b == 0 ? 1 : b;
  return b == 0 ? a : std::min(a, b);
}

/// The rounding close up: that of a few sums of coordinates over the square [m].
double close_rounding(double half_width) { return 8 * kEpsilon * (2 * half_width); }

/// How far rounding of the normal moves one body sideways over the other, `apart` along it [m].
double slip(double apart) { return 4 * kEpsilon * std::abs(apart); }

/// The difference in height of touching points [m].
double spread(const PlanePolygon& touching) {
  const auto [low, high] = std::minmax_element(
      touching.begin(), touching.end(),
      [](const PlanePoint& p, const PlanePoint& q) { return p.height < q.height; });
  return high->height - low->height;
}

}  // namespace

ManifoldFinder::ManifoldFinder() {
  // Buffers are swapped: without room from the start one could grow in a later query.
  constexpr std::size_t kRoom = 64;
  for (PlanePolygon* buffer : {&part_, &clip_.from, &clip_.to, &given_}) buffer->reserve(kRoom);
}

void ManifoldFinder::find_touching(Side& side) {
  side.touching.assign(side.layer.points().begin(), side.layer.points().end());
  outline_of(side.touching, line_, side.outline);
  side.plane = height_plane(side.outline);
}

bool ManifoldFinder::known(double x, double y) const {
  return std::any_of(given_.begin(), given_.end(), [&](const PlanePoint& p) {
    const double dx = p.x - x;
    const double dy = p.y - y;
    return dx * dx + dy * dy <= merged_ * merged_;
  });
}

double ManifoldFinder::gap(double height_A, double height_B) const {
  const double heights = height_A - height_B;
  return half_width_ > 0 ? apart_ + heights : heights;
}

Vec3 ManifoldFinder::point(const Side& side, double x, double y, double height) const {
  if (half_width_ == 0) return frame_.point(x, y, height);
  // Small terms are added first: the large one is rounded once.
  return side.origin + (frame_.e1 * x + frame_.e2 * y + frame_.n * height);
}

void ManifoldFinder::add(double x, double y, double height_A, double height_B, ContactData& data) {
  given_.push_back({x, y, 0});
  data.points.push_back(
      {point(A_, x, y, height_A), point(B_, x, y, height_B), gap(height_A, height_B), data.normal});
}

void ManifoldFinder::add_manifold(ContactData& data) {
  intersect(A_.outline, B_.outline, line_, clip_, part_);
  if (part_.empty()) {
    const NearestPoints nearest = nearest_points(A_.outline, B_.outline);
    part_.push_back({(nearest.a.x + nearest.b.x) / 2, (nearest.a.y + nearest.b.y) / 2, 0});
    add(part_[0].x, part_[0].y, nearest.a.height, nearest.b.height, data);
    // Many sizes apart, rounding of n alone parts the two by more than either point may be off.
    if (half_width_ > 0) {
      data.points.back().p_WA = point(A_, nearest.a.x, nearest.a.y, nearest.a.height);
      data.points.back().p_WB = point(B_, nearest.b.x, nearest.b.y, nearest.b.height);
    }
  } else {
    keep_extreme(part_, merged_, line_);
    for (const PlanePoint& p : part_) add(p.x, p.y, p.height, B_.plane(p.x, p.y), data);
  }
  data.manifold_points = static_cast<int>(part_.size());
  data.manifold = part_.size() == 1   ? ManifoldKind::point
                  : part_.size() == 2 ? ManifoldKind::segment
                                      : ManifoldKind::polygon;
}

void ManifoldFinder::add_witnesses(const WitnessPoints& witnesses, ContactData& data) {
  data.points.push_back({witnesses.p_WA, witnesses.p_WB, data.phi, data.normal});
  data.manifold_points = 1;
  data.manifold = ManifoldKind::point;
}

void ManifoldFinder::look_ahead(Side& over, const Side& face, bool over_is_A, double reach,
                                ContactData& data) {
  if (over.layer.points().size() == over.touching.size()) return;
  const auto offer = [&](const PlanePoint& p) {
    const double there = face.plane(p.x, p.y);
    const double height_A = over_is_A ? p.height : there;
    const double height_B = over_is_A ? there : p.height;
    if (!(gap(height_A, height_B) <= reach) || known(p.x, p.y)) return;
    add(p.x, p.y, height_A, height_B, data);
  };
  bool reaches_out = false;
  for (const PlanePoint& p : over.layer.points()) {
    const bool inside = distance_outside(face.outline, p.x, p.y) <= line_;
    if (inside) offer(p);
    reaches_out = reaches_out || !inside;
  }
  if (!reaches_out || face.outline.size() < 3) return;
  over.ahead.assign(over.layer.points().begin(), over.layer.points().end());
  outline_of(over.ahead, line_, over.hull);
  intersect(over.hull, face.outline, line_, clip_, part_, false);
  for (const PlanePoint& p : part_) offer(p);
}

bool ManifoldFinder::find_layer(Side& side, const Placed& body, double depth) const {
  if (half_width_ > 0) {
    return side.layer.find_near(body.body, body.X, frame_, body.sign, depth, body.doubt,
                                half_width_);
  }
  side.layer.find(body.body, body.X, frame_, body.sign, depth);
  return true;
}

bool ManifoldFinder::come_closer(Placed& a, Placed& b, double size) {
  const Placed& small = a.body.radius() <= b.body.radius() ? a : b;
  const SupportMap& map = small.body.map();
  const Vec3 u = small.sign * (small.X.R.transpose() * frame_.n);
  const Vec3 far_origin = frame_.origin;
  frame_.origin = small.X.R * map.body_vertex(map.farthest(u)) + small.X.t;
  half_width_ = kHalfWidth * size;
  const double rounding = close_rounding(half_width_);
  for (Placed* body : {&a, &b}) {
    body->doubt = body->on_plane;
    body->on_plane = kOnPlane * std::min(body->body.radius(), half_width_) + rounding;
  }
  if (find_layer(A_, a, a.on_plane) && find_layer(B_, b, b.on_plane)) {
    const ContactAxes axes(frame_);
    for (Side* side : {&A_, &B_}) {
      side->origin = axes.raised(frame_.origin, side->layer.base());
    }
    apart_ = (A_.layer.base() - B_.layer.base()).high;
    return true;
  }
  a.on_plane = a.doubt;
  b.on_plane = b.doubt;
  frame_.origin = far_origin;
  half_width_ = 0;
  return false;
}

void ManifoldFinder::find_layers(Placed& a, Placed& b, double size) {
  half_width_ = 0;
  const auto find_both = [&] {
    // Farther apart, points on one body would be off the other by more than contacts are held to.
    const double moved = std::min(slip(apart_), kCloseUp * size);
    if (half_width_ > 0) line_ = close_rounding(half_width_) + moved;
    find_layer(A_, a, a.on_plane);
    find_layer(B_, b, b.on_plane);
    find_touching(A_);
    find_touching(B_);
  };
  if (line_ > kCloseUp * size && come_closer(a, b, size)) return find_both();
  find_both();
  if (std::max(spread(A_.touching), spread(B_.touching)) <= kLevel * size) return;
  come_closer(a, b, size);
  find_both();
}

/// Over a level face of the other body, points within reach are at most `ahead` behind the farthest
/// vertex; a tilt of kOnPlane makes gaps only larger.
void ManifoldFinder::add_ahead(const Placed& a, const Placed& b, double reach, ContactData& data) {
  const double ahead = reach - data.phi + line_;
  const bool face_A = A_.outline.size() > 2;
  const bool face_B = B_.outline.size() > 2;
  // An edge is only looked along where no face is.
  if (ahead > a.on_plane && (face_B || (!face_A && B_.outline.size() == 2))) {
    find_layer(A_, a, ahead);
    look_ahead(A_, B_, true, reach, data);
  }
  if (ahead > b.on_plane && (face_A || (!face_B && A_.outline.size() == 2))) {
    find_layer(B_, b, ahead);
    look_ahead(B_, A_, false, reach, data);
  }
}

void ManifoldFinder::find(const ContactBody& A, const Pose& X_WA, const ContactBody& B,
                          const Pose& X_WB, const WitnessPoints* witnesses, bool phi_is_gap,
                          double reach, ContactData& data) {
  data.points.clear();
  data.manifold_points = 0;
  data.manifold = ManifoldKind::none;
  given_.clear();

  Vec3 near = witnesses != nullptr ? Vec3((witnesses->p_WA + witnesses->p_WB) / 2)
                                   : Vec3((X_WA.t + X_WB.t) / 2);
  frame_ = ContactFrame::about(near, data.normal);
  if (witnesses == nullptr || !phi_is_gap) {
    A_.layer.find(A, X_WA, frame_, -1, 0);
    B_.layer.find(B, X_WB, frame_, 1, 0);
    if (!phi_is_gap) data.phi = A_.layer.top() - B_.layer.top();
    if (witnesses == nullptr) {
      const PlanePoint& a = A_.layer.points().front();
      const PlanePoint& b = B_.layer.points().front();
      near = frame_.point((a.x + b.x) / 2, (a.y + b.y) / 2, (a.height + b.height) / 2);
      frame_.origin = near;
    }
  }
  data.plane_point_W = near;
  const bool ahead_wanted = reach != kNoLookAhead;
  const auto out_of_reach = [&] { return ahead_wanted && !(data.phi <= reach); };
  if (phi_is_gap && out_of_reach()) return;

  const double size = smaller_size(A.radius(), B.radius());
  // Largest error of a vertex' coordinates in the frame: sums of three products, twice. No more
  // than that, as for a body a million times larger it is a large part of the smaller one.
  line_ = 8 * kEpsilon *
          (A.reach() + B.reach() + (X_WA.t - near).lpNorm<1>() + (X_WB.t - near).lpNorm<1>());
  Placed a{A, X_WA, -1, kOnPlane * A.radius() + line_, 0};
  Placed b{B, X_WB, 1, kOnPlane * B.radius() + line_, 0};
  find_layers(a, b, size);
  const bool close = half_width_ > 0;
  if (close && !phi_is_gap) data.phi = apart_;
  if (out_of_reach()) return;
  merged_ = std::max(line_, std::min(kMergedContact, kMergedPart * size));
  data.plane_point_W = close ? Vec3((A_.origin + B_.origin) / 2)
                             : frame_.point(0, 0, (A_.layer.top() + B_.layer.top()) / 2);
  if (witnesses != nullptr && !close && line_ > kNothingTold * size) {
    return add_witnesses(*witnesses, data);
  }
  add_manifold(data);
  if (ahead_wanted) add_ahead(a, b, reach, data);
}

}  // namespace touchstone
