// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/contacts/point_cores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/segment.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Polytopes of more facets are left to contact methods, whose search begins where it ended before.
constexpr std::size_t kFewFacets = 32;

void begin_contact(double phi, const Vec3& normal, ContactData& contact) {
  contact.refuse("");
  contact.answered = true;
  contact.indeterminate = false;
  contact.phi = phi;
  contact.normal = normal;
}

/// Whether the foot of a point on the plane of a facet lies in the facet.
bool is_over(const Polytope& polytope, const Facet& facet, const Vec3& p) {
  const std::size_t corners = facet.vertices.size();
  for (std::size_t i = 0; i < corners; ++i) {
    const Vec3& a = polytope.vertices()[at(facet.vertices[i])];
    const Vec3& b = polytope.vertices()[at(facet.vertices[(i + 1) % corners])];
    if (facet.normal.cross(b - a).dot(p - a) < 0) return false;
  }
  return true;
}

struct FacetBelow {
  const Facet* facet = nullptr;
  double height = 0;  ///< how far the point is above its plane [m]
};

/// The facet whose plane a point is highest above; none where the polytope has many facets, and
/// where it is flat. `p`: local [m].
FacetBelow facet_below(const Polytope& polytope, const Vec3& p) {
  FacetBelow highest;
  if (polytope.dimension() < 3 || polytope.facets().size() > kFewFacets) return highest;
  for (const Facet& facet : polytope.facets()) {
    const double above = facet.normal.dot(p) - facet.offset;
    if (highest.facet == nullptr || above > highest.height) highest = {&facet, above};
  }
  return highest;
}

}  // namespace

bool touch_points(const Vec3& p_WA, const Vec3& p_WB, double reach, ContactData& contact) {
  const Vec3 d = p_WA - p_WB;
  const double apart = d.norm();
  if (!(apart > 0)) return false;
  begin_contact(apart, d / apart, contact);
  contact.plane_point_W = (p_WA + p_WB) / 2;
  if (apart > reach) return true;
  contact.manifold = ManifoldKind::point;
  contact.manifold_points = 1;
  contact.points.push_back({p_WA, p_WB, apart, contact.normal});
  return true;
}

// The foot of a point over a facet is the nearest point: the body is behind the facet's plane.
bool is_apart_over_facet(const Vec3& p_WP, const Polytope& polytope, const Pose& X_W, double sign,
                         double reach, ContactData& contact) {
  const FacetBelow below = facet_below(polytope, X_W.R.transpose() * (p_WP - X_W.t));
  if (below.facet == nullptr || below.height <= std::max(reach, 0.0)) return false;
  if (!is_over(polytope, *below.facet, X_W.R.transpose() * (p_WP - X_W.t))) return false;
  const Vec3 up = X_W.R * below.facet->normal;
  begin_contact(below.height, sign * up, contact);
  contact.plane_point_W = p_WP - below.height / 2 * up;
  return true;
}

double room_between(const Polytope& polytope, const Pose& X_W, const Polytope& other,
                    const Pose& X_WO, double radius_of_other) {
  constexpr std::size_t kFewProducts = 64;
  const double none = -std::numeric_limits<double>::infinity();
  if (other.vertices().size() == 1) return none;
  const FacetBelow below = facet_below(polytope, X_W.R.transpose() * (X_WO.t - X_W.t));
  if (below.facet == nullptr) return none;
  const double of_sphere = below.height - radius_of_other;
  const std::size_t products = polytope.facets().size() * other.vertices().size();
  if (of_sphere > 0 || products > kFewProducts) return of_sphere;
  const Mat3 R = X_W.R.transpose() * X_WO.R;
  const Vec3 t = X_W.R.transpose() * (X_WO.t - X_W.t);
  double room = of_sphere;
  for (const Facet& facet : polytope.facets()) {
    const Vec3 n = R.transpose() * facet.normal;
    double least = std::numeric_limits<double>::infinity();
    for (const Vec3& v : other.vertices()) least = std::min(least, n.dot(v));
    room = std::max(room, least + facet.normal.dot(t) - facet.offset);
  }
  return room;
}

double origin_distance(const Polytope& polytope) {
  const std::vector<Facet>& facets = polytope.facets();
  const auto is_below = [](const Facet& facet) { return facet.offset >= 0; };
  if (polytope.dimension() == 3 && std::all_of(facets.begin(), facets.end(), is_below)) return 0;
  double distance = polytope.vertices().front().norm();
  for (const Edge& edge : polytope.edges()) {
    const Vec3& a = polytope.vertices()[at(edge.v0)];
    const Vec3& b = polytope.vertices()[at(edge.v1)];
    distance = std::min(distance, nearest_on_segment(a, b, Vec3::Zero()).norm());
  }
  for (const Facet& facet : facets) {
    if (!is_over(polytope, facet, Vec3::Zero())) continue;
    distance = std::min(distance, std::abs(facet.offset));
  }
  return distance;
}

}  // namespace touchstone
