// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/contact_view.hpp"

#include <algorithm>
#include <cmath>

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
/// Half width of the close-up square, in sizes of the pair [1]: no vertex of the small body is
/// farther from another one than twice its radius.
constexpr double kHalfWidth = 2.5;

double smaller_size(double a, double b) {
  if (a == 0) return b == 0 ? 1 : b;
  return b == 0 ? a : std::min(a, b);
}

/// How far rounding of the normal moves one body sideways over the other, `apart` along it [m].
double slip(double apart) { return 4 * kEpsilon * std::abs(apart); }

/// Whether the points differ in height by at most `most` [m].
bool level(const SupportLayer& touching, double most) {
  const auto [low, high] = std::minmax_element(
      touching.points().begin(), touching.points().end(),
      [](const PlanePoint& p, const PlanePoint& q) { return p.height < q.height; });
  return high->height - low->height <= most;
}

}  // namespace

ContactView::ContactView(const ContactFrame& frame, const BodyInView& A, const BodyInView& B)
    : frame_(frame), size_(smaller_size(A.body->radius(), B.body->radius())) {
  // Largest error of a vertex' coordinates in the frame: sums of three products, twice. No more
  // than that, as for a body a million times larger it is a large part of the smaller one.
  line_ = rounding_ = plain_rounding_ =
      8 * kEpsilon *
      (A.body->reach() + B.body->reach() + (A.X->t - frame.origin).lpNorm<1>() +
       (B.X->t - frame.origin).lpNorm<1>());
}

double ContactView::on_plane(const ContactBody& body) const {
  return kOnPlane * std::min(body.radius(), half_width_) + rounding_;
}

bool ContactView::find_layer(BodyInView& body, double depth) const {
  if (is_close()) {
    // What is near may be lower than the body's farthest vertex by as much as touches plainly.
    const double doubt = kOnPlane * body.body->radius() + plain_rounding_;
    return body.layer.find_near(*body.body, *body.X, frame_, body.sign, depth, doubt, half_width_);
  }
  body.layer.find(*body.body, *body.X, frame_, body.sign, depth);
  return true;
}

bool ContactView::find_layers(BodyInView& A, BodyInView& B) const {
  return find_layer(A, on_plane(*A.body)) && find_layer(B, on_plane(*B.body));
}

bool ContactView::come_closer(BodyInView& A, BodyInView& B) {
  const BodyInView& small = A.body->radius() <= B.body->radius() ? A : B;
  const SupportMap& map = small.body->map();
  const Vec3 u = small.sign * (small.X->R.transpose() * frame_.n);
  ContactView close = *this;
  close.frame_.origin = small.X->R * map.body_vertex(map.farthest(u)) + small.X->t;
  close.half_width_ = kHalfWidth * size_;
  // A few sums of coordinates over the square.
  close.rounding_ = 8 * kEpsilon * (2 * close.half_width_);
  if (!close.find_layers(A, B)) return false;
  const ContactAxes axes(frame_);
  close.base_WA_ = axes.raised(close.frame_.origin, A.layer.base());
  close.base_WB_ = axes.raised(close.frame_.origin, B.layer.base());
  close.apart_ = (A.layer.base() - B.layer.base()).high;
  // Farther apart, points on one body would be off the other by more than contacts are held to.
  close.line_ = close.rounding_ + std::min(slip(close.apart_), kCloseUp * size_);
  *this = close;
  return true;
}

void ContactView::find_touching(BodyInView& A, BodyInView& B) {
  if (line_ > kCloseUp * size_ && come_closer(A, B)) return;
  find_layers(A, B);
  const double most = kLevel * size_;
  if ((level(A.layer, most) && level(B.layer, most)) || come_closer(A, B)) return;
  find_layers(A, B);
}

double ContactView::gap(double height_A, double height_B) const {
  const double heights = height_A - height_B;
  return is_close() ? apart_ + heights : heights;
}

ContactPoint ContactView::contact(const PlanePoint& a, const PlanePoint& b) const {
  const double between = gap(a.height, b.height);
  if (is_close()) {
    // Many sizes apart, rounding of n alone parts the two by more than either point may be off:
    // each stays where it is. Small terms are added first: the large one is rounded once.
    const auto point = [&](const Vec3& base, const PlanePoint& p) -> Vec3 {
      return base + (frame_.e1 * p.x + frame_.e2 * p.y + frame_.n * p.height);
    };
    return {point(base_WA_, a), point(base_WB_, b), between, frame_.n};
  }
  const double x = (a.x + b.x) / 2;
  const double y = (a.y + b.y) / 2;
  return {frame_.point(x, y, a.height), frame_.point(x, y, b.height), between, frame_.n};
}

Vec3 ContactView::middle(const BodyInView& A, const BodyInView& B) const {
  if (is_close()) return (base_WA_ + base_WB_) / 2;
  return frame_.point(0, 0, (A.layer.top() + B.layer.top()) / 2);
}

}  // namespace touchstone
