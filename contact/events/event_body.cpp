// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/events/event_body.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Largest distance of a vertex from a facet's plane that it is in, relative to the radius [1]:
/// facets are merged where they agree to 1e-12.
constexpr double kInPlane = 1e-11;
/// Rounding of a transformed point, relative to the lengths that it is made from [1].
constexpr double kRotatedPointRounding = 1e-15;

}  // namespace

EventBody::EventBody(const Polytope& polytope)
    : polytope_(&polytope),
      center_(polytope.interior_point()),
      radius_(polytope.bounding_radius()),
      map_(polytope, polytope.interior_point()) {
  for (const Vec3& v : polytope.vertices()) arms_.emplace_back(v - center_);
  planes_at_.resize(arms_.size());
  for (const Facet& facet : polytope.facets()) {
    const int number = static_cast<int>(planes_.size());
    Plane plane{facet.normal, -std::numeric_limits<double>::infinity(), facet.vertices, {}};
    for (const int v : facet.vertices) {
      plane.offset = std::max(plane.offset, facet.normal.dot(arms_[at(v)]));
      planes_at_[at(v)].push_back(number);
      corners_.push_back(v);
    }
    planes_.push_back(std::move(plane));
  }
  std::sort(corners_.begin(), corners_.end());
  corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());
  for (const int v : polytope.extreme()) {
    if (!planes_at_[at(v)].empty()) continue;
    for (std::size_t k = 0; k < planes_.size(); ++k) {
      const double behind = planes_[k].offset - planes_[k].normal.dot(arms_[at(v)]);
      if (std::abs(behind) <= kInPlane * radius_) planes_at_[at(v)].push_back(static_cast<int>(k));
    }
  }
  for (const Edge& edge : polytope.edges()) {
    const int number = static_cast<int>(sides_.size());
    sides_.push_back({arms_[at(edge.v0)],
                      polytope.vertices()[at(edge.v1)] - polytope.vertices()[at(edge.v0)],
                      edge.left, edge.right});
    for (const int facet : {edge.left, edge.right}) {
      if (facet >= 0) planes_[at(facet)].edges.push_back(number);
    }
  }
}

PlacedEventBody::PlacedEventBody(const EventBody& body, const Pose& X)
    : body_(body),
      R_(X.R),
      t_(X.t),
      center_(X.R * body.center() + X.t),
      rounding_(kRotatedPointRounding * (X.t.norm() + body.center().norm() + body.radius())) {
  cofactor_.col(0) = R_.col(1).cross(R_.col(2));
  cofactor_.col(1) = R_.col(2).cross(R_.col(0));
  cofactor_.col(2) = R_.col(0).cross(R_.col(1));
  det_ = R_.col(0).dot(cofactor_.col(0));
  inverse_ = cofactor_.transpose() / det_;
}

Dd3 PlacedEventBody::precise_center() const { return rotate(R_, body_.center()) + exactly(t_); }

Dd3 PlacedEventBody::precise_arm(int vertex) const {
  return rotate(R_, difference(body_.polytope().vertices()[at(vertex)], body_.center()));
}

Dd3 PlacedEventBody::precise_span(int from, int to) const {
  const std::vector<Vec3>& vertices = body_.polytope().vertices();
  return rotate(R_, difference(vertices[at(to)], vertices[at(from)]));
}

PlacedEventBody::Plane PlacedEventBody::plane(int facet) const {
  const EventBody::Plane& local = body_.planes()[at(facet)];
  const Vec3 normal = cofactor_ * local.normal;
  const double length = normal.norm();
  return {normal / length, local.offset * det_ / length};
}

double PlacedEventBody::support(const Vec3& u) const {
  const Vec3 local = R_.transpose() * u;
  return local.dot(body_.map().arm(body_.map().farthest(local)));
}

template <class Height>
double PlacedEventBody::farthest_outside(const Vec3& p_W, double enough,
                                         const Height& height) const {
  const Vec3 p = local(p_W);
  double farthest = -std::numeric_limits<double>::infinity();
  for (const EventBody::Plane& plane : body_.planes()) {
    farthest = std::max(farthest, height(plane, p));
    if (farthest > enough) break;
  }
  return farthest;
}

double PlacedEventBody::outside(const Vec3& p_W, double t, double enough) const {
  return farthest_outside(p_W, enough, [t](const EventBody::Plane& plane, const Vec3& p) {
    return plane.normal.dot(p) - t * plane.offset;
  });
}

double PlacedEventBody::ratio_outside(const Vec3& p_W, double t, double enough) const {
  return farthest_outside(p_W, enough, [t](const EventBody::Plane& plane, const Vec3& p) {
    return plane.normal.dot(p) / plane.offset - t;
  });
}

}  // namespace touchstone
