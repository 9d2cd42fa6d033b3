// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/exact_body.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reference/exact/exact_body_points.hpp"

namespace touchstone {

void ExactBody::make(const std::vector<Vec3>& vertices, const Claim& claim) {
  forget();
  const Given all(vertices, all_scaled_);
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
  find_spokes();
}

void ExactBody::forget() {
  index_.clear();
  given_.clear();
  points_.forget();
  nodes_.clear();
  face_vertices_.clear();
  arcs_.clear();
  scaled_.clear();
  radius_ = 0;
  edge_directions_.clear();
  normals_.clear();
}

void ExactBody::keep(const std::vector<int>& extreme, const Given& all) {
  index_ = extreme;
  keep(all);
}

void ExactBody::keep(const Given& all) {
  given_.reserve(index_.size());
  scaled_.reserve(index_.size());
  for (const int v : index_) {
    given_.push_back(all.vertices[v]);
    scaled_.emplace_back(all.scaled[v] - all.scaled[index_[0]]);
  }
  // Extents of 1e-60 m to 1e60 m (make_polytope) leave nothing to underflow here.
  const int shift = common_exponent(scaled_);
  scale_down(scaled_, shift);
  exponent_ = all.exponent + shift;
  double square = 0;
  for (const Vec3& q : scaled_) square = std::max(square, q.squaredNorm());
  radius_ = std::sqrt(square) * (1 + 0x1p-40);
}

/// The rounded normal from the corners.
void ExactBody::set_normal(Node& node, int index, const Given& all) {
  const auto& c = node.corner;
  const Orientation::Plane plane = all.orientation.plane(index_[c[0]], index_[c[1]], index_[c[2]]);
  if (!round_normal(plane, node)) set_exact_normal(node, index);
}

void ExactBody::set_exact_normal(Node& node, int index) {
  node.normal = to_unit(normal(index));
  node.error = kToUnitError;
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

void ExactBody::find_spokes() {
  first_spoke_.assign(given_.size() + 2, 0);
  // Counted one place further on, so that filling moves each beginning to where it belongs.
  for (const Arc& arc : arcs_) {
    ++first_spoke_[arc.v0 + 2];
    ++first_spoke_[arc.v1 + 2];
  }
  std::partial_sum(first_spoke_.begin(), first_spoke_.end(), first_spoke_.begin());
  spokes_.resize(2 * arcs_.size());
  for (std::size_t k = 0; k < arcs_.size(); ++k) {
    const Arc& arc = arcs_[k];
    spokes_[first_spoke_[arc.v0 + 1]++] = {static_cast<int>(k), arc.v1, 1};
    spokes_[first_spoke_[arc.v1 + 1]++] = {static_cast<int>(k), arc.v0, -1};
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
