// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/exact_pair.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bounded.hpp"

namespace touchstone {
namespace {

/// R is orthonormal to 1e-6, so that a pose lengthens by less than this [1].
constexpr double kStretch = 1.0001;

void add_face(PlacedBody& body, const std::vector<int>& face, Span& span) {
  Integer3 edge;
  // Three extreme vertices of a face are never on one line: they span all that the face spans.
  for (std::size_t k = 1; k < face.size() && k < 3; ++k) {
    set_difference(edge, body.vertex(face[k]), body.vertex(face[0]));
    span.add(edge);
  }
}

}  // namespace

void Span::add(const Integer3& v) {
  if (rank_ == 0 && !is_zero(v)) {
    first_ = v;
    rank_ = 1;
  } else if (rank_ == 1) {
    set_cross(normal_, first_, v);
    if (!is_zero(normal_)) rank_ = 2;
  } else if (rank_ == 2 && dot_sign(normal_, v) != 0) {
    rank_ = 3;
  }
}

void ExactPair::place(const ExactBody& A, const Pose& X_WA, const ExactBody& B, const Pose& X_WB) {
  A_.place(A, X_WA);
  B_.place(B, X_WB);
  A_.place_exactly();
  B_.place_exactly();
  unit_ = std::min(A_.finest_unit(), B_.finest_unit());
  A_.set_unit(unit_);
  B_.set_unit(unit_);
  difference(0, 0, scratch_);
  const ScaledVec3 base = to_scaled(scratch_);
  set_frame(base.v, base.exponent + unit_);
}

bool ExactPair::place_rounded(const ExactBody& A, const Pose& X_WA, const ExactBody& B,
                              const Pose& X_WB) {
  A_.place(A, X_WA);
  B_.place(B, X_WB);
  const BoundedVec3 base = X_WA.R * bounded(A.given()[0]) + bounded(X_WA.t) -
                           X_WB.R * bounded(B.given()[0]) - bounded(X_WB.t);
  const Vec3 v = rounded(base);
  const double largest = v.cwiseAbs().maxCoeff();
  double error = 0;
  for (const Bounded& entry : base) error = std::max(error, entry.error);
  if (!(largest > 1e-100 && largest < 1e100 && error < 0x1p-56 * largest)) return false;
  int exponent = 0;
  std::frexp(largest, &exponent);
  set_frame(v * std::ldexp(1.0, -exponent), exponent);
  return true;
}

void ExactPair::set_frame(const Vec3& base, int base_exponent) {
  frame_ = PairFrame();
  const ExactBody& A = A_.body();
  const ExactBody& B = B_.body();
  int exponent = kCoarsestUnit;
  const auto widen = [&](int e) {
    exponent = exponent == kCoarsestUnit ? e : std::max(exponent, e);
  };
  if (base != Vec3::Zero()) widen(base_exponent);
  if (A.radius() > 0) widen(A.exponent());
  if (B.radius() > 0) widen(B.exponent());
  if (exponent == kCoarsestUnit) exponent = 0;
  const auto factor = [&](int e) { return std::ldexp(1.0, std::clamp(e - exponent, -2000, 0)); };
  frame_.exponent = exponent;
  frame_.base = base * factor(base_exponent);
  frame_.factor_A = factor(A.exponent());
  frame_.factor_B = factor(B.exponent());
  frame_.reach =
      kStretch * (frame_.base.norm() + frame_.factor_A * A.radius() + frame_.factor_B * B.radius());
}

void ExactPair::set_interior_points(const Vec3& x_A, const Vec3& x_B) {
  const int unit_A = A_.transform(x_A, d_);
  const int unit_B = B_.transform(x_B, scratch_);
  d_unit_ = std::min(unit_A, unit_B);
  for (int i = 0; i < 3; ++i) {
    d_[i] <<= static_cast<mp_bitcnt_t>(unit_A - d_unit_);
    scratch_[i] <<= static_cast<mp_bitcnt_t>(unit_B - d_unit_);
    d_[i] -= scratch_[i];
  }
  frame_.along_d = to_scaled(d_).v;
}

void ExactPair::difference(int i, int j, Integer3& out) {
  set_difference(out, A_.vertex(i), B_.vertex(j));
}

void ExactPair::faces(const Integer3& u, ExactFaces& out) {
  const Vec3 rounded = to_unit(u);
  A_.support(u, rounded, kToUnitError, 1, out.A);
  B_.support(u, rounded, kToUnitError, -1, out.B);
}

int ExactPair::face_dimension(const ExactFaces& faces) {
  Span span;
  add_face(A_, faces.A, span);
  add_face(B_, faces.B, span);
  return span.rank();
}

void ExactPair::gap(const Integer3& u, int i, int j, Integer& out) {
  difference(i, j, scratch_);
  set_dot(out, u, scratch_);
}

bool ExactPair::crosses(const Candidate& candidate, int& sign) {
  const ExactBody::Arc& a = A_.body().arcs()[candidate.i];
  const ExactBody::Arc& b = B_.body().arcs()[candidate.j];
  const int t_left = dot_sign(A_.edge(candidate.i), B_.normal(b.left));
  if (t_left == 0 || dot_sign(A_.edge(candidate.i), B_.normal(b.right)) != -t_left) return false;
  if (dot_sign(B_.edge(candidate.j), A_.normal(a.left)) != t_left ||
      dot_sign(B_.edge(candidate.j), A_.normal(a.right)) != -t_left) {
    return false;
  }
  sign = -t_left;
  return true;
}

bool ExactPair::evaluate(const Candidate& candidate, bool with_ratio, ExactDirection& out) {
  int i = 0;
  int j = 0;
  if (candidate.kind == Candidate::Kind::arcs) {
    int sign = candidate.sign;
    if (!candidate.certain) {
      if (!crosses(candidate, sign)) return false;
      if (candidate.sign != 0 && sign != candidate.sign) return false;
    }
    set_cross(out.u, A_.edge(candidate.i), B_.edge(candidate.j));
    if (sign < 0) negate(out.u);
    i = A_.body().arcs()[candidate.i].v0;
    j = B_.body().arcs()[candidate.j].v0;
  } else if (candidate.kind == Candidate::Kind::node_of_A) {
    out.u = A_.normal(candidate.i);
    negate(out.u);
    i = A_.body().face(A_.body().nodes()[candidate.i])[0];
    const Vec3 rounded = -A_.normals().get(candidate.i);
    B_.support(out.u, rounded, A_.normal_error(candidate.i), -1, support_);
    j = support_[0];
  } else {
    out.u = B_.normal(candidate.i);
    j = B_.body().face(B_.body().nodes()[candidate.i])[0];
    const Vec3 rounded = B_.normals().get(candidate.i);
    A_.support(out.u, rounded, B_.normal_error(candidate.i), 1, support_);
    i = support_[0];
  }
  gap(out.u, i, j, out.gap);
  set_dot(out.square, out.u, out.u);
  if (with_ratio) set_dot(out.along, out.u, d_);
  return true;
}

}  // namespace touchstone
