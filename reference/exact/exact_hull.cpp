// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/exact_hull.hpp"

#include <CGAL/Convex_hull_traits_3.h>
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/convex_hull_3.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "geometry/index.hpp"
#include "reference/plane_hull.hpp"

namespace touchstone {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
/// Planes as three points, so that no plane is ever constructed.
using HullTraits = CGAL::Convex_hull_traits_3<Kernel>;

Kernel::FT to_lazy(const Integer& x) {
  return {Kernel::Exact_kernel::FT(x)};  // mpq_class where CGAL knows gmpxx
}

/// The coordinate plane that `normal` is least parallel to is dropped: the projection stays one to
/// one.
int largest_axis(const IntegerVec3& normal) {
  const Integer x = abs(normal.x);
  const Integer y = abs(normal.y);
  const Integer z = abs(normal.z);
  if (x >= y && x >= z) return 0;
  return y >= z ? 1 : 2;
}

}  // namespace

std::vector<int> affine_basis(const std::vector<IntegerVec3>& points) {
  const int count = static_cast<int>(points.size());
  assert(count > 0);
  std::vector<int> basis{0};
  const IntegerVec3& origin = points[0];
  int k = 1;
  while (k < count && points[at(k)] == origin) ++k;
  if (k == count) return basis;
  basis.push_back(k);
  const IntegerVec3 e = points[at(k)] - origin;
  IntegerVec3 normal;
  for (++k; k < count; ++k) {
    normal = e.cross(points[at(k)] - origin);
    if (!normal.is_zero()) break;
  }
  if (k == count) return basis;
  basis.push_back(k);
  for (++k; k < count; ++k) {
    if (normal.dot(points[at(k)] - origin) != 0) break;
  }
  if (k < count) basis.push_back(k);
  return basis;
}

SolidHull solid_hull(const std::vector<IntegerVec3>& points) {
  // CGAL's points are handles: those that come back are known by their address.
  std::vector<Kernel::Point_3> lazy;
  lazy.reserve(points.size());
  std::unordered_map<CGAL::Handle::Id_type, int> index_of;
  for (const IntegerVec3& p : points) {
    lazy.emplace_back(to_lazy(p.x), to_lazy(p.y), to_lazy(p.z));
    index_of.emplace(lazy.back().id(), static_cast<int>(lazy.size()) - 1);
  }
  std::vector<Kernel::Point_3> corners;
  std::vector<std::array<int, 3>> faces;
  CGAL::convex_hull_3<std::vector<Kernel::Point_3>::iterator, void>(lazy.begin(), lazy.end(),
                                                                    corners, faces, HullTraits());

  // Four times a point strictly inside: of exactly four points CGAL 5.5 gives the triangles
  // clockwise or not as it happens.
  IntegerVec3 inside{0, 0, 0};
  for (const int k : affine_basis(points)) inside = inside + points[at(k)];

  SolidHull hull;
  hull.triangles.reserve(faces.size());
  for (const std::array<int, 3>& face : faces) {
    std::array<int, 3> triangle{};
    for (std::size_t k = 0; k < 3; ++k) triangle[k] = index_of.at(corners[at(face[k])].id());
    const IntegerVec3& p = points[at(triangle[0])];
    IntegerPlane plane;
    plane.normal = primitive((points[at(triangle[1])] - p).cross(points[at(triangle[2])] - p));
    plane.offset = plane.normal.dot(p);
    assert(!plane.normal.is_zero());
    if (plane.normal.dot(inside) > 4 * plane.offset) {
      std::swap(triangle[1], triangle[2]);
      plane.normal = -plane.normal;
      plane.offset = -plane.offset;
    }
    hull.triangles.push_back(triangle);
    hull.planes.push_back(std::move(plane));
  }
  return hull;
}

std::vector<IntegerPlane> distinct_planes(const SolidHull& hull) {
  std::vector<IntegerPlane> planes = hull.planes;
  // One outward normal has one supporting plane.
  std::sort(planes.begin(), planes.end(),
            [](const IntegerPlane& a, const IntegerPlane& b) { return a.normal < b.normal; });
  planes.erase(std::unique(planes.begin(), planes.end(),
                           [](const IntegerPlane& a, const IntegerPlane& b) {
                             return a.normal == b.normal;
                           }),
               planes.end());
  return planes;
}

std::vector<int> polygon_hull(const std::vector<IntegerVec3>& points, const IntegerVec3& normal) {
  const int axis = largest_axis(normal);
  const auto u = [&](int i) -> const Integer& {
    const IntegerVec3& p = points[at(i)];
    return axis == 0 ? p.y : axis == 1 ? p.z : p.x;
  };
  const auto v = [&](int i) -> const Integer& {
    const IntegerVec3& p = points[at(i)];
    return axis == 0 ? p.z : axis == 1 ? p.x : p.y;
  };
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto before = [&](int a, int b) {
    const int by_u = cmp(u(a), u(b));
    return by_u != 0 ? by_u < 0 : v(a) < v(b);
  };
  std::vector<int> chain = plane_hull(std::move(order), before, [&](int a, int b, int c) {
    return sgn(Integer((u(b) - u(a)) * (v(c) - v(a)) - (v(b) - v(a)) * (u(c) - u(a))));
  });
  // (u, v) follows the axis dropped in cyclic order, so that it is right-handed about +axis.
  const Integer& along = axis == 0 ? normal.x : axis == 1 ? normal.y : normal.z;
  if (along < 0) std::reverse(chain.begin(), chain.end());
  return chain;
}

std::array<int, 2> segment_ends(const std::vector<IntegerVec3>& points,
                                const IntegerVec3& direction) {
  std::array<int, 2> ends{0, 0};
  Integer least = direction.dot(points[0]);
  Integer greatest = least;
  for (int k = 1; k < static_cast<int>(points.size()); ++k) {
    const Integer along = direction.dot(points[at(k)]);
    if (along < least) {
      least = along;
      ends[0] = k;
    }
    if (along > greatest) {
      greatest = along;
      ends[1] = k;
    }
  }
  return ends;
}

}  // namespace touchstone
