// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/exact/placed_body.hpp"

#include <algorithm>
#include <cassert>

namespace touchstone {
namespace {

template <class Entries>
int common_unit(const Entries& entries) {
  int unit = kCoarsestUnit;
  for (const double x : entries) unit = std::min(unit, unit_of(x));
  return unit == kCoarsestUnit ? 0 : unit;
}

void shift_left(Integer3& a, mp_bitcnt_t bits) {
  if (bits == 0) return;
  for (Integer& entry : a) mpz_mul_2exp(entry.get_mpz_t(), entry.get_mpz_t(), bits);
}

void rotate_all(const Mat3& M, const std::vector<Vec3>& from, Columns& to) {
  to.resize(from.size());
  for (int i = 0; i < to.size(); ++i) to.set(i, M * from[i]);
}

/// To unit length, from lengths that are 1 to 1e-5, as an orthonormal R leaves them: 1 / sqrt(1 +
/// e) by its series, whose rest is below e^4 / 3 for e = |v|^2 - 1.
void normalise(Columns& columns) {
  const int count = columns.size();
  double* x = columns.x.data();
  double* y = columns.y.data();
  double* z = columns.z.data();
  for (int i = 0; i < count; ++i) {
    const double e = x[i] * x[i] + y[i] * y[i] + z[i] * z[i] - 1;
    const double factor = 1 - e * (0.5 - e * (0.375 - e * 0.3125));
    x[i] *= factor;
    y[i] *= factor;
    z[i] *= factor;
  }
}

}  // namespace

void PlacedBody::place(const ExactBody& body, const Pose& pose) {
  assert((pose.R.transpose() * pose.R - Mat3::Identity()).cwiseAbs().maxCoeff() < 1e-5 &&
         pose.R.determinant() > 0);
  body_ = &body;
  pose_ = pose;
  rotate_all(pose.R, body.scaled(), vertices_);
}

void PlacedBody::place_exactly() {
  R_unit_ = common_unit(pose_.R.reshaped());
  t_unit_ = common_unit(pose_.t);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) set_scaled(R_[i][j], pose_.R(i, j), R_unit_);
  }
  cofactors_known_ = false;
  ++stamp_;
  exact_vertices_.resize(static_cast<std::size_t>(body_->vertex_count()));
  exact_edges_.resize(body_->arcs().size());
  exact_normals_.resize(body_->nodes().size());
}

void PlacedBody::round_features() {
  rotate_all(pose_.R, body_->edge_directions(), edges_);
  // R is orthonormal to 1e-6 only: normals turn with its cofactors, and lengths have to be made
  // good.
  Mat3 cofactors;
  for (int i = 0; i < 3; ++i) {
    cofactors.row(i) = pose_.R.row((i + 1) % 3).cross(pose_.R.row((i + 2) % 3));
  }
  normalise(edges_);
  const auto& nodes = body_->nodes();
  normals_.resize(nodes.size());
  largest_normal_error_ = 0;
  for (int i = 0; i < normals_.size(); ++i) {
    normals_.set(i, cofactors * nodes[i].normal);
    largest_normal_error_ = std::max(largest_normal_error_, normal_error(i));
  }
  normalise(normals_);
}

int PlacedBody::finest_unit() const { return std::min(R_unit_ + body_->unit(), t_unit_); }

void PlacedBody::set_unit(int unit) {
  unit_ = unit;
  shift_ = static_cast<mp_bitcnt_t>(R_unit_ + body_->unit() - unit);
  for (int i = 0; i < 3; ++i) set_scaled(t_[i], pose_.t[i], unit);
}

const Integer3& PlacedBody::vertex(int v) {
  Integer3& out = exact_vertices_.value[v];
  if (exact_vertices_.stamp[v] != stamp_) {
    set_product(out, R_, body_->point(v));
    shift_left(out, shift_);
    for (int i = 0; i < 3; ++i) out[i] += t_[i];
    exact_vertices_.stamp[v] = stamp_;
  }
  return out;
}

int PlacedBody::transform(const Vec3& x, Integer3& out) const {
  const int local_unit = common_unit(x);
  const int unit = std::min(unit_, R_unit_ + local_unit);
  Integer3 local;
  for (int i = 0; i < 3; ++i) set_scaled(local[i], x[i], local_unit);
  set_product(out, R_, local);
  shift_left(out, static_cast<mp_bitcnt_t>(R_unit_ + local_unit - unit));
  Integer3 t = t_;
  shift_left(t, static_cast<mp_bitcnt_t>(unit_ - unit));
  for (int i = 0; i < 3; ++i) out[i] += t[i];
  return unit;
}

const Integer3& PlacedBody::edge(int arc) {
  Integer3& out = exact_edges_.value[arc];
  if (exact_edges_.stamp[arc] != stamp_) {
    const ExactBody::Arc& a = body_->arcs()[arc];
    set_difference(scratch_, body_->point(a.v1), body_->point(a.v0));
    set_product(out, R_, scratch_);
    exact_edges_.stamp[arc] = stamp_;
  }
  return out;
}

const Integer3& PlacedBody::normal(int node) {
  if (!cofactors_known_) {
    for (int i = 0; i < 3; ++i) set_cross(cofactors_[i], R_[(i + 1) % 3], R_[(i + 2) % 3]);
    cofactors_known_ = true;
  }
  Integer3& out = exact_normals_.value[node];
  if (exact_normals_.stamp[node] != stamp_) {
    set_product(out, cofactors_, body_->normal(node));
    exact_normals_.stamp[node] = stamp_;
  }
  return out;
}

void PlacedBody::near_support(const Vec3& rounded, double error, int side, std::vector<int>& out) {
  out.clear();
  const Vec3 direction = side * rounded;
  const int count = vertices_.size();
  dots_.resize(static_cast<std::size_t>(count));
  double least = vertices_.get(0).dot(direction);
  for (int v = 0; v < count; ++v) {
    dots_[v] = vertices_.x[v] * direction[0] + vertices_.y[v] * direction[1] +
               vertices_.z[v] * direction[2];
    least = std::min(least, dots_[v]);
  }
  // Each dot is off by at most (error + kVertexError) radius, so the exact least is at most twice
  // that above the rounded one.
  const double limit = least + 2 * (error + kVertexError) * body_->radius();
  for (int v = 0; v < count; ++v) {
    if (dots_[v] <= limit) out.push_back(v);
  }
}

void PlacedBody::support(const Integer3& u, const Vec3& rounded, double error, int side,
                         std::vector<int>& out) {
  near_support(rounded, error, side, out);
  if (out.size() < 2) return;
  std::size_t kept = 0;
  for (const int v : out) {
    set_dot(dot_, u, vertex(v));
    const int order = kept == 0 ? -1 : side * cmp(dot_, best_);
    if (order > 0) continue;
    if (order < 0) {
      mpz_swap(best_.get_mpz_t(), dot_.get_mpz_t());
      kept = 0;
    }
    out[kept++] = v;
  }
  out.resize(kept);
}

}  // namespace touchstone
