// SPDX-License-Identifier: GPL-3.0-or-later
// Polygons and segments.
#include <algorithm>
#include <numeric>

#include "reference/exact/exact_body_points.hpp"

namespace touchstone {

namespace {

/// The corners of the hull of points in a plane of normal n, counter-clockwise seen from its tip.
///
/// Dropping a coordinate in which n does not vanish is an affine map of the plane, orientation kept
/// if n is positive there. Andrew's monotone chain with exact signs: points on an edge are not
/// kept. The other route has plane_hull.hpp, on purpose: one mistake must not be made on both.
std::vector<int> ring_around(const std::vector<Integer3>& all, const Integer3& n) {
  int drop = 0;
  while (drop < 2 && n[drop] == 0) ++drop;
  const int x = (drop + 1) % 3;
  const int y = (drop + 2) % 3;
  std::vector<int> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int p, int q) {
    return all[p][x] != all[q][x] ? all[p][x] < all[q][x] : all[p][y] < all[q][y];
  });
  const auto orientation = [&](int o, int p, int q) {
    const Integer det = (all[p][x] - all[o][x]) * (all[q][y] - all[o][y]) -
                        (all[p][y] - all[o][y]) * (all[q][x] - all[o][x]);
    return sgn(det);
  };
  std::vector<int> ring;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = ring.size();
    for (const int p : order) {
      while (ring.size() >= start + 2 && orientation(ring[ring.size() - 2], ring.back(), p) <= 0) {
        ring.pop_back();
      }
      ring.push_back(p);
    }
    ring.pop_back();
    std::reverse(order.begin(), order.end());
  }
  // Counter-clockwise in (x, y); seen from the tip of n if n is positive in the dropped coordinate.
  if (n[drop] < 0) std::reverse(ring.begin(), ring.end());
  return ring;
}

}  // namespace

void ExactBody::build_polygon(const Given& given, const std::vector<int>& basis) {
  const std::vector<Integer3>& all = given.integers.all();
  Integer3 e;
  Integer3 f;
  Integer3 n;
  set_difference(e, all[basis[1]], all[basis[0]]);
  set_difference(f, all[basis[2]], all[basis[0]]);
  set_cross(n, e, f);
  std::vector<int> ring = ring_around(all, n);
  std::vector<int> extreme = ring;
  std::sort(extreme.begin(), extreme.end());
  keep(extreme, given);
  for (int& v : ring) {
    v = static_cast<int>(std::lower_bound(extreme.begin(), extreme.end(), v) - extreme.begin());
  }
  std::vector<int> everything(ring.size());
  std::iota(everything.begin(), everything.end(), 0);
  make_primitive(n);
  add_flat_node(n, everything);
  negate(n);
  add_flat_node(n, everything);
  negate(n);
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const int v0 = ring[k];
    const int v1 = ring[(k + 1) % ring.size()];
    set_difference(e, point(v1), point(v0));
    Integer3 outward;
    set_cross(outward, e, n);
    const int cut = static_cast<int>(nodes_.size());
    add_flat_node(outward, {v0, v1});
    arcs_.push_back({v0, v1, 0, cut});
    arcs_.push_back({v0, v1, cut, 1});
  }
}

void ExactBody::build_segment(const Given& given) {
  const std::vector<Integer3>& all = given.integers.all();
  const auto [least, greatest] = std::minmax_element(all.begin(), all.end());
  std::vector<int> extreme{static_cast<int>(least - all.begin()),
                           static_cast<int>(greatest - all.begin())};
  std::sort(extreme.begin(), extreme.end());
  keep(extreme, given);
  Integer3 e;
  set_difference(e, point(1), point(0));
  const Vec3 rounded = to_scaled(e).v.cwiseAbs();
  int least_entry = 0;
  rounded.minCoeff(&least_entry);
  Integer3 axis;
  axis[least_entry] = 1;
  Integer3 p;
  set_cross(p, axis, e);
  Integer3 q;
  set_cross(q, e, p);
  for (int half = 0; half < 2; ++half) {
    add_flat_node(p, {0, 1});
    add_flat_node(q, {0, 1});
    negate(p);
    negate(q);
  }
  for (int k = 0; k < 4; ++k) arcs_.push_back({0, 1, k, (k + 1) % 4});
}

void ExactBody::add_flat_node(const Integer3& normal, const std::vector<int>& face) {
  Node node;
  node.normal = to_unit(normal);
  node.error = kToUnitError;
  node.first = static_cast<int>(face_vertices_.size());
  node.count = static_cast<int>(face.size());
  face_vertices_.insert(face_vertices_.end(), face.begin(), face.end());
  nodes_.push_back(node);
  normals_.push_back(normal);
}

}  // namespace touchstone
