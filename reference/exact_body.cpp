// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact_body.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "reference/quickhull.hpp"

namespace touchstone {
namespace {

/// A facet's rounded normal is replaced by the rounded exact one where its error bound is above
/// this [1].
constexpr double kGoodNormal = 0x1p-46;
/// Edges shorter than this, relative to the coordinates, are turned into directions exactly:
/// squares of doubles would underflow.
constexpr double kNearUnderflow = 0x1p-400;
/// What products of scaled points may lose to underflow; above it everything is a normal number.
constexpr double kPlaneUnderflow = 0x1p-1000;
/// Claims about so many points are proven, each facet against all of them; beyond, the hull is
/// found in less time.
constexpr int kProveUpTo = 64;
constexpr std::size_t kMostSides = 3 * 2 * kProveUpTo;
/// Error of a rounded plane normal relative to its permanent: as Shewchuk's orientation bound [1].
constexpr double kRelativePlaneError = 0x1p-50;

/// The exponent k with |x| <= 2^k for all entries, as small as possible; 0 for zeros.
int common_exponent(const std::vector<Vec3>& vertices) {
  double largest = 0;
  for (const Vec3& v : vertices) largest = std::max(largest, v.cwiseAbs().maxCoeff());
  int exponent = 0;
  if (largest > 0) std::frexp(largest, &exponent);
  return exponent;
}

Vec3 scale_down(const Vec3& v, int exponent) {
  return {std::ldexp(v[0], -exponent), std::ldexp(v[1], -exponent), std::ldexp(v[2], -exponent)};
}

/// All of them; by a product where the power of two is a normal number, which is as exact.
void scale_down(std::vector<Vec3>& points, int exponent) {
  if (exponent == 0) return;
  if (std::abs(exponent) > 1000) {
    for (Vec3& p : points) p = scale_down(p, exponent);
    return;
  }
  const double factor = std::ldexp(1.0, -exponent);
  for (Vec3& p : points) p *= factor;
}

/// Coplanar triangles merged: the group, which is the facet, of each triangle.
class Facets {
 public:
  Facets(const std::vector<HullTriangle>& triangles, const Orientation& orientation)
      : parent_(triangles.size()) {
    std::iota(parent_.begin(), parent_.end(), 0);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const auto& corner = triangles[t].corner;
      const Orientation::Plane plane = orientation.plane(corner[0], corner[1], corner[2]);
      for (const int g : triangles[t].adjacent) {
        if (g < static_cast<int>(t)) continue;
        // The neighbour's corner off this triangle is the only one that can be off the plane.
        for (const int v : triangles[g].corner) {
          if (std::find(corner.begin(), corner.end(), v) == corner.end() &&
              orientation.sign(plane, v) == 0) {
            parent_[find(g)] = find(static_cast<int>(t));
          }
        }
      }
    }
    number_.assign(triangles.size(), -1);
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      const int root = find(static_cast<int>(t));
      if (number_[root] < 0) number_[root] = count_++;
    }
  }

  int count() const { return count_; }
  int of(int triangle) { return number_[find(triangle)]; }

 private:
  int find(int t) {
    while (parent_[t] != t) t = parent_[t] = parent_[parent_[t]];
    return t;
  }

  std::vector<int> parent_;
  std::vector<int> number_;
  int count_ = 0;
};

}  // namespace

/// All points, in the forms in which they are needed.
struct ExactBody::Given {
  explicit Given(const std::vector<Vec3>& points)
      : vertices(points), scaled(points), exponent(common_exponent(points)), integers(points) {
    scale_down(scaled, exponent);
  }
  int count() const { return static_cast<int>(vertices.size()); }

  const std::vector<Vec3>& vertices;
  std::vector<Vec3> scaled;  ///< times 2^-exponent: |p|_max <= 1
  int exponent;
  IntegerPoints integers;
  Orientation orientation{scaled, integers};
};

ExactBody::ExactBody(const std::vector<Vec3>& vertices, const Claim& claim) {
  const Given all(vertices);
  if (prove(claim, all)) {
    dimension_ = 3;
  } else {
    const std::vector<int> basis = spanning_points(all.count(), all.orientation, all.scaled);
    dimension_ = static_cast<int>(basis.size()) - 1;
    if (dimension_ == 3) build_solid(all, basis);
    if (dimension_ == 2) build_polygon(all, basis);
    if (dimension_ == 1) build_segment(all);
    if (dimension_ == 0) keep({0}, all);
  }
  find_edge_directions(all);
}

void ExactBody::keep(const std::vector<int>& extreme, const Given& all) {
  index_ = extreme;
  given_.reserve(extreme.size());
  scaled_.reserve(extreme.size());
  for (const int v : extreme) {
    given_.push_back(all.vertices[v]);
    scaled_.emplace_back(all.scaled[v] - all.scaled[extreme[0]]);
  }
  // Extents of 1e-60 m to 1e60 m (make_polytope) leave nothing to underflow here.
  const int shift = common_exponent(scaled_);
  scale_down(scaled_, shift);
  exponent_ = all.exponent + shift;
  for (const Vec3& q : scaled_) radius_ = std::max(radius_, q.norm() * (1 + 0x1p-40));
}

/// Triangles in whose planes no other point lies, all others being below, are facets of the hull.
/// If every side of each is shared with another of them, then there are no more: from facet to
/// facet across edges one reaches them all. Signs are decided in doubles, by the bound of
/// Orientation::sign with the extent of the points in place of the single differences.
bool ExactBody::prove(const Claim& claim, const Given& all) {
  const std::size_t count = claim.facets.size();
  const int points = all.count();
  if (count < 4 || points > kProveUpTo || 3 * count > kMostSides ||
      2 * claim.edges.size() != 3 * count) {
    return false;
  }
  const auto is_triangle = [&](const Facet& facet) {
    return facet.vertices.size() == 3 && std::all_of(facet.vertices.begin(), facet.vertices.end(),
                                                     [&](int v) { return v >= 0 && v < points; });
  };
  if (!std::all_of(claim.facets.begin(), claim.facets.end(), is_triangle)) return false;

  std::array<double, kProveUpTo> x;
  std::array<double, kProveUpTo> y;
  std::array<double, kProveUpTo> z;
  Vec3 low = all.scaled[0];
  Vec3 high = all.scaled[0];
  for (int v = 0; v < points; ++v) {
    const Vec3& p = all.scaled[v];
    x[v] = p[0];
    y[v] = p[1];
    z[v] = p[2];
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const Vec3 extent = (high - low) * (1 + 0x1p-50);
  std::array<bool, kProveUpTo> corner{};
  for (const Facet& facet : claim.facets) {
    const auto& v = facet.vertices;
    const Orientation::Plane plane = all.orientation.plane(v[0], v[1], v[2]);
    const Vec3& n = plane.normal;
    const Vec3& from = all.scaled[v[0]];
    const double error = kRelativePlaneError * plane.permanent.dot(extent) + kPlaneUnderflow;
    int above = 0;
    for (int i = 0; i < points; ++i) {
      const double height =
          n[0] * (x[i] - from[0]) + n[1] * (y[i] - from[1]) + n[2] * (z[i] - from[2]);
      above += static_cast<int>(!(height < -error));
    }
    // The three corners, whose heights are no more than rounding.
    if (above != 3 || v[0] == v[1] || v[1] == v[2] || v[2] == v[0]) return false;
    for (const int i : v) corner[i] = true;
  }
  const auto place_of_side = [&](int facet, int from, int to) {
    if (facet < 0 || facet >= static_cast<int>(count)) return -1;
    const auto& v = claim.facets[facet].vertices;
    for (int k = 0; k < 3; ++k) {
      if (v[k] == from && v[k == 2 ? 0 : k + 1] == to) return 3 * facet + k;
    }
    return -1;
  };
  std::array<bool, kMostSides> shared{};
  for (const Edge& edge : claim.edges) {
    const int left = place_of_side(edge.left, edge.v0, edge.v1);
    const int right = place_of_side(edge.right, edge.v1, edge.v0);
    if (left < 0 || right < 0 || shared[left] || shared[right]) return false;
    shared[left] = shared[right] = true;
  }

  // It is proven. 3 count sides and half as many edges: each side is shared.
  std::vector<int> extreme;
  extreme.reserve(all.vertices.size());
  std::array<int, kProveUpTo> new_index{};
  for (int v = 0; v < points; ++v) {
    new_index[v] = static_cast<int>(extreme.size());
    if (corner[v]) extreme.push_back(v);
  }
  keep(extreme, all);
  nodes_.resize(count);
  face_vertices_.reserve(3 * count);
  for (std::size_t f = 0; f < count; ++f) {
    Node& node = nodes_[f];
    node.first = static_cast<int>(face_vertices_.size());
    node.count = 3;
    for (int k = 0; k < 3; ++k) {
      node.corner[k] = new_index[claim.facets[f].vertices[k]];
      face_vertices_.push_back(node.corner[k]);
    }
    std::sort(face_vertices_.end() - 3, face_vertices_.end());
    set_normal(node, static_cast<int>(f), all);
  }
  arcs_.reserve(claim.edges.size());
  for (const Edge& edge : claim.edges) {
    arcs_.push_back({new_index[edge.v0], new_index[edge.v1], edge.left, edge.right});
  }
  return true;
}

void ExactBody::build_solid(const Given& all, const std::vector<int>& basis) {
  const Orientation& orientation = all.orientation;
  const std::vector<HullTriangle> triangles = quickhull(all.count(), orientation, basis);
  Facets facets(triangles, orientation);

  // A vertex is extreme where at least three facets meet: list (vertex, facet) once each.
  std::vector<std::pair<int, int>> incident;
  incident.reserve(3 * triangles.size());
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    for (const int v : triangles[t].corner)
      incident.emplace_back(v, facets.of(static_cast<int>(t)));
  }
  std::sort(incident.begin(), incident.end());
  incident.erase(std::unique(incident.begin(), incident.end()), incident.end());
  std::vector<int> new_index(all.vertices.size(), -1);
  std::vector<int> extreme;
  std::vector<int> size(static_cast<std::size_t>(facets.count()), 0);
  for (std::size_t k = 0; k < incident.size();) {
    const int v = incident[k].first;
    std::size_t end = k;
    while (end < incident.size() && incident[end].first == v) ++end;
    if (end - k >= 3) {
      new_index[v] = static_cast<int>(extreme.size());
      extreme.push_back(v);
      for (std::size_t i = k; i < end; ++i) ++size[incident[i].second];
    }
    k = end;
  }
  keep(extreme, all);

  nodes_.resize(size.size());
  int first = 0;
  for (std::size_t f = 0; f < size.size(); ++f) {
    nodes_[f].first = first;
    first += size[f];
  }
  face_vertices_.resize(static_cast<std::size_t>(first));
  for (const auto& [v, f] : incident) {
    if (new_index[v] >= 0) face_vertices_[nodes_[f].first + nodes_[f].count++] = new_index[v];
  }

  // An edge between two facets may come as a chain of triangle edges; its ends are the extreme
  // vertices of the chain.
  std::vector<std::tuple<int, int, int, int>> links;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const int left = facets.of(static_cast<int>(t));
    const auto& corner = triangles[t].corner;
    for (int i = 0; i < 3; ++i) {
      const int right = facets.of(triangles[t].adjacent[i]);
      if (left < right) {
        links.emplace_back(left, right, new_index[corner[i]], new_index[corner[(i + 1) % 3]]);
      }
    }
  }
  std::sort(links.begin(), links.end());
  for (const auto& [left, right, from, to] : links) {
    if (arcs_.empty() || arcs_.back().left != left || arcs_.back().right != right) {
      arcs_.push_back({-1, -1, left, right});
    }
    if (from >= 0) arcs_.back().v0 = from;
    if (to >= 0) arcs_.back().v1 = to;
  }
  choose_corners(all, basis);
}

void ExactBody::choose_corners(const Given& all, const std::vector<int>& basis) {
  const Orientation& orientation = all.orientation;
  const std::vector<Vec3>& scaled = all.scaled;
  const auto original = [&](int v) { return index_[v]; };
  for (std::size_t f = 0; f < nodes_.size(); ++f) {
    Node& node = nodes_[f];
    const std::span<const int> vertices = face(node);
    // Far apart, so that the rounded normal is a good one. Extreme vertices of a facet are never on
    // one line.
    std::array<int, 3> corner{vertices[0], vertices[1], vertices[2]};
    if (vertices.size() > 3) {
      const Vec3& from = scaled[original(vertices[0])];
      const auto farther = [&](int v, int w) {
        return (scaled[original(v)] - from).squaredNorm() <
               (scaled[original(w)] - from).squaredNorm();
      };
      corner[1] = *std::max_element(vertices.begin() + 1, vertices.end(), farther);
      double most = -1;
      for (const int v : vertices) {
        if (v == corner[0] || v == corner[1]) continue;
        const double area =
            orientation.plane(original(corner[0]), original(corner[1]), original(v)).normal.norm();
        if (area > most) {
          most = area;
          corner[2] = v;
        }
      }
    }
    const Orientation::Plane plane =
        orientation.plane(original(corner[0]), original(corner[1]), original(corner[2]));
    int side = 0;
    for (std::size_t k = 0; side == 0; ++k) side = orientation.sign(plane, basis[k]);
    if (side > 0) std::swap(corner[0], corner[1]);
    node.corner = corner;
    set_normal(node, static_cast<int>(f), all);
  }
}

/// The rounded normal from the corners.
void ExactBody::set_normal(Node& node, int index, const Given& all) {
  const auto& c = node.corner;
  const Orientation::Plane plane = all.orientation.plane(index_[c[0]], index_[c[1]], index_[c[2]]);
  const double length = plane.normal.norm();
  node.error = length < kNearUnderflow
                   ? 1
                   : 2 * kRelativePlaneError * plane.permanent.norm() / length + 0x1p-50;
  if (node.error > kGoodNormal) {
    node.normal = to_unit(normal(index));
    node.error = kToUnitError;
  } else {
    node.normal = plane.normal / length;
  }
}

void ExactBody::build_polygon(const Given& given, const std::vector<int>& basis) {
  const std::vector<Integer3>& all = given.integers.all();
  Integer3 e;
  Integer3 f;
  Integer3 n;
  set_difference(e, all[basis[1]], all[basis[0]]);
  set_difference(f, all[basis[2]], all[basis[0]]);
  set_cross(n, e, f);
  // Dropping a coordinate in which n does not vanish is an affine map of the plane, orientation
  // kept if n is positive there. Andrew's monotone chain with exact signs: points on an edge are
  // not kept.
  int drop = 0;
  while (n[drop] == 0) ++drop;
  const int x = (drop + 1) % 3;
  const int y = (drop + 2) % 3;
  const int orientation = sgn(n[drop]);
  std::vector<int> order(all.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int p, int q) {
    return all[p][x] != all[q][x] ? all[p][x] < all[q][x] : all[p][y] < all[q][y];
  });
  const auto turn = [&](int o, int p, int q) {
    const Integer det = (all[p][x] - all[o][x]) * (all[q][y] - all[o][y]) -
                        (all[p][y] - all[o][y]) * (all[q][x] - all[o][x]);
    return sgn(det);
  };
  std::vector<int> ring;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = ring.size();
    for (const int p : order) {
      while (ring.size() >= start + 2 && turn(ring[ring.size() - 2], ring.back(), p) <= 0) {
        ring.pop_back();
      }
      ring.push_back(p);
    }
    ring.pop_back();
    std::reverse(order.begin(), order.end());
  }
  // Counter-clockwise in (x, y); seen from the tip of n if n is positive in the dropped coordinate.
  if (orientation < 0) std::reverse(ring.begin(), ring.end());

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
  for (int turn = 0; turn < 2; ++turn) {
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

const Integer3& ExactBody::normal(int node) const {
  if (normals_.empty()) normals_.resize(nodes_.size());
  Integer3& n = normals_[node];
  if (is_zero(n)) {
    const auto& corner = nodes_[node].corner;
    Integer3 e;
    Integer3 f;
    set_difference(e, points_[corner[1]], points_[corner[0]]);
    set_difference(f, points_[corner[2]], points_[corner[0]]);
    set_cross(n, e, f);
    make_primitive(n);
  }
  return n;
}

void ExactBody::find_edge_directions(const Given& all) {
  const std::vector<Vec3>& scaled = all.scaled;
  edge_directions_.reserve(arcs_.size());
  for (const Arc& arc : arcs_) {
    const Vec3 e = scaled[index_[arc.v1]] - scaled[index_[arc.v0]];
    if (e.cwiseAbs().maxCoeff() >= kNearUnderflow) {
      edge_directions_.emplace_back(e / e.norm());
    } else {
      Integer3 exact;
      set_difference(exact, points_[arc.v1], points_[arc.v0]);
      edge_directions_.push_back(to_unit(exact));
    }
  }
}

bool ExactBody::strictly_inside(const Vec3& x) const {
  if (dimension_ < 3) return false;
  // Rounded first. The comparison is false as well where the difference overflows.
  const Vec3 q = scale_down(x - given_[0], exponent_);
  const double reach = q.norm() + radius_;
  const auto certainly_below = [&](const Node& node) {
    return node.normal.dot(q - scaled_[node.corner[0]]) < -(node.error + 0x1p-48) * reach;
  };
  if (std::all_of(nodes_.begin(), nodes_.end(), certainly_below)) return true;
  int unit = points_.unit();
  for (const double entry : x) unit = std::min(unit, unit_of(entry));
  Integer3 point;
  for (int i = 0; i < 3; ++i) set_scaled(point[i], x[i], unit);
  Integer3 offset;
  for (int f = 0; f < static_cast<int>(nodes_.size()); ++f) {
    for (int i = 0; i < 3; ++i) {
      offset[i] = points_[nodes_[f].corner[0]][i]
                  << static_cast<mp_bitcnt_t>(points_.unit() - unit);
      offset[i] = point[i] - offset[i];
    }
    if (dot_sign(normal(f), offset) >= 0) return false;
  }
  return true;
}

}  // namespace touchstone
