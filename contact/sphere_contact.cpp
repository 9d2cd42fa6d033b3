// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/sphere_contact.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "contact/segment.hpp"
#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void begin(double reach, double phi, const Vec3& n, const Vec3& p_WA, const Vec3& p_WB,
           ContactData& data) {
  data.answered = true;
  data.note.clear();
  data.phi = phi;
  data.normal = n;
  data.plane_point_W = (p_WA + p_WB) / 2;
  data.points.clear();
  const bool near = reach == kNoLookAhead || phi <= reach;
  data.manifold = near ? ManifoldKind::point : ManifoldKind::none;
  data.manifold_points = near ? 1 : 0;
  if (near) data.points.push_back({p_WA, p_WB, phi, n});
}

}  // namespace

void find_sphere_contact(const Sphere& A, const Sphere& B, double reach, ContactData& data) {
  const Vec3 d = A.center_W - B.center_W;
  const double apart = d.norm();
  if (!(apart > 0)) return data.refuse("the spheres are concentric");
  const Vec3 n = d / apart;
  begin(reach, apart - A.radius - B.radius, n, A.center_W - A.radius * n, B.center_W + B.radius * n,
        data);
}

SphereObstacle::Nearest SphereObstacle::nearest(const Vec3& p) const {
  const std::vector<Vec3>& vertices = polytope_->vertices();
  const auto vertex = [&](int i) -> const Vec3& { return vertices[at(i)]; };
  Nearest best;
  best.distance = kInfinity;
  const auto offer = [&](const Vec3& q, const Vec3* facet_normal) {
    const double distance = (p - q).norm();
    if (distance >= best.distance) return;
    best.answered = distance > 0 || facet_normal != nullptr;
    best.distance = distance;
    best.point = q;
    if (distance > 0) {
      best.normal = (p - q) / distance;
    } else if (facet_normal != nullptr) {
      best.normal = *facet_normal;
    }
  };
  if (polytope_->dimension() < 2) {
    offer(nearest_on_segment(vertices.front(), vertices.back(), p), nullptr);
    return best;
  }

  const Facet* highest = nullptr;
  double height = -kInfinity;
  for (const Facet& facet : polytope_->facets()) {
    const double above = facet.normal.dot(p) - facet.offset;
    if (above <= height) continue;
    height = above;
    highest = &facet;
  }
  if (polytope_->dimension() == 3 && height <= 0) {
    return {true, height, highest->normal, p - height * highest->normal};
  }
  for (const Facet& facet : polytope_->facets()) {
    const double above = facet.normal.dot(p) - facet.offset;
    if (above < 0 || above >= best.distance) continue;
    bool over = true;
    const std::size_t corners = facet.vertices.size();
    for (std::size_t i = 0; i < corners; ++i) {
      const Vec3& a = vertex(facet.vertices[i]);
      const Vec3& b = vertex(facet.vertices[(i + 1) % corners]);
      if (facet.normal.cross(b - a).dot(p - a) >= 0) continue;
      over = false;
      offer(nearest_on_segment(a, b, p), &facet.normal);
    }
    if (over) best = {true, above, facet.normal, p - above * facet.normal};
  }
  return best;
}

void SphereObstacle::find(const Pose& X_WP, const Sphere& sphere, double sign, double reach,
                          ContactData& data) const {
  const Nearest found = nearest(X_WP.R.transpose() * (sphere.center_W - X_WP.t));
  if (!found.answered) return data.refuse("the sphere's centre is on the body");
  const Vec3 away = (X_WP.R * found.normal).normalized();
  const Vec3 on_polytope = X_WP.R * found.point + X_WP.t;
  const Vec3 on_sphere = sphere.center_W - sphere.radius * away;
  const double phi = found.distance - sphere.radius;
  if (sign > 0) {
    begin(reach, phi, away, on_sphere, on_polytope, data);
  } else {
    begin(reach, phi, -away, on_polytope, on_sphere, data);
  }
}

}  // namespace touchstone
