// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/ratio_ray/exit_proof.hpp"

#include "geometry/support/climb.hpp"

namespace touchstone {
namespace {

/// Vertices whose height above the plane doubles cannot tell from 0.
using Doubtful = PlaceList<24>;

/// Neighbours of the portal's first vertex that are not below it by `margin` along u (local axes),
/// and its other vertices; where these are known to tie, without them and without what ties with
/// them.
Doubtful doubtful(const RayBody& body, const Vec3& u, const std::array<int, 3>& active, bool tied,
                  double margin) {
  const SupportMap& map = body.map;
  Doubtful found;
  const double level = u.dot(map.arm(active[0])) - margin;
  for (const std::int32_t other : map.neighbours(active[0])) {
    if (u.dot(map.arm(other)) < level) continue;
    if (!tied || !body.flat_facets.holds(active, other)) found.add(other);
  }
  if (!tied && active[1] != active[0]) found.add(active[1]);
  if (!tied && active[2] != active[0]) found.add(active[2]);
  return found;
}

/// Whether all neighbours of the first vertex are below it by `margin` along u, or tie with it. The
/// portal's pairs are connected by vertices that they share.
bool ties_are_known(const RayBody& body, const Vec3& u, const std::array<int, 3>& active,
                    double margin) {
  const SupportMap& map = body.map;
  const double level = u.dot(map.arm(active[0])) - margin;
  return all_neighbours(map, active[0], [&](int other) {
    return u.dot(map.arm(other)) < level || body.flat_facets.holds(active, other);
  });
}

std::array<int, 3> places_of(const Portal& portal, int PortalPoint::*body) {
  return {portal.points[0].*body, portal.points[1].*body, portal.points[2].*body};
}

/// In double-double: whether all listed vertices are below the plane, for certain. One that is
/// above it for certain is named.
PortalVerdict none_beyond(const Doubtful& of_A, const Doubtful& of_B, const RayBody& A,
                          const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                          const std::array<int, 3>& a, const std::array<int, 3>& b) {
  const double reach = A.map.longest() + B.map.longest();
  std::array<Dd3, 3> k;
  for (std::size_t i = 0; i < 3; ++i) {
    k[i] = rotate(R_WB, B.map.exact_arm(b[i])) - rotate(R_WA, A.map.exact_arm(a[i]));
  }
  const Dd3 edge_1 = k[1] - k[0];
  const Dd3 edge_2 = k[2] - k[0];
  const Dd3 normal = cross(edge_1, edge_2);
  const double error =
      kDoubleDouble * reach * (norm_1(normal) + (norm_1(edge_1) + norm_1(edge_2)) * reach);
  const Dd3 outward = dot(normal, k[0]).high > 0 ? normal : -normal;
  bool all_below = true;
  const auto look = [&](const SupportMap& map, const Doubtful& list, int first, const Dd3& u) {
    const DoubleDouble level = dot(u, map.exact_arm(first));
    for (const int place : list) {
      const double above = (dot(u, map.exact_arm(place)) - level).high;
      if (above > error) return place;
      all_below = all_below && above < -error;
    }
    return -1;
  };
  if (const int above = look(A.map, of_A, a[0], -rotate_inverse(R_WA, outward)); above >= 0) {
    return {false, above, b[0]};
  }
  if (const int above = look(B.map, of_B, b[0], rotate_inverse(R_WB, outward)); above >= 0) {
    return {false, a[0], above};
  }
  return {all_below};
}

}  // namespace

CenterOffset ray_direction(const RayBody& A, const Pose& X_WA, const RayBody& B, const Pose& X_WB) {
  const double terms = (X_WA.t - X_WB.t).lpNorm<1>() + A.center.lpNorm<1>() + B.center.lpNorm<1>();
  return {center_offset(A.center, X_WA, B.center, X_WB), kDoubleDouble * terms};
}

PortalVerdict look_closely(const Vec3& n_A, const Vec3& n_B, double margin, const RayBody& A,
                           const Mat3& R_WA, const RayBody& B, const Mat3& R_WB,
                           const Portal& portal) {
  const std::array<int, 3> a = places_of(portal, &PortalPoint::a);
  const std::array<int, 3> b = places_of(portal, &PortalPoint::b);
  const bool tied = count_distinct(a) + count_distinct(b) == 4;
  const Doubtful of_A = doubtful(A, n_A, a, tied, margin);
  const Doubtful of_B = doubtful(B, n_B, b, tied, margin);
  if (of_A.too_many || of_B.too_many) return {};
  if (of_A.count == 0 && of_B.count == 0) return {true};
  return none_beyond(of_A, of_B, A, R_WA, B, R_WB, a, b);
}

bool all_below_but_known_ties(const Vec3& n_A, const Vec3& n_B, double margin, const RayBody& A,
                              const RayBody& B, const Portal& portal) {
  const std::array<int, 3> a = places_of(portal, &PortalPoint::a);
  const std::array<int, 3> b = places_of(portal, &PortalPoint::b);
  return ties_are_known(A, n_A, a, margin) && ties_are_known(B, n_B, b, margin);
}

}  // namespace touchstone
