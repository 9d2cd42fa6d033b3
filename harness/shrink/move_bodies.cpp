// SPDX-License-Identifier: GPL-3.0-or-later
// Passes that put the same question, but for rounding, in other coordinates.
#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/arithmetic/rational.hpp"
#include "harness/shrink/passes.hpp"

namespace touchstone {
namespace {

using ExactMat3 = std::array<std::array<Rational, 3>, 3>;

ExactMat3 exact(const Mat3& R) {
  ExactMat3 result;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result[i][j] = R(i, j);
  }
  return result;
}

/// The rotation of conj(p) q.
Quaternion relative(const Quaternion& p, const Quaternion& q) {
  const auto& [a, b, c, d] = p;
  const auto& [w, x, y, z] = q;
  return {a * w + b * x + c * y + d * z, a * x - b * w - c * z + d * y,
          a * y + b * z - c * w - d * x, a * z - b * y + c * x - d * w};
}

/// R_A' R_B and R_A' (t_B - t_A), each number correctly rounded; the rotation by integers where
/// both are.
PoseDraft relative(const PoseDraft& A, const PoseDraft& B) {
  const ExactMat3 R_A = exact(A.R);
  const ExactMat3 R_B = exact(B.R);
  PoseDraft result;
  Mat3 R;
  for (int i = 0; i < 3; ++i) {
    Rational t;
    for (int k = 0; k < 3; ++k) t += R_A[k][i] * (Rational(B.t[k]) - Rational(A.t[k]));
    result.t[i] = round_to_double(t);
    for (int j = 0; j < 3; ++j) {
      Rational sum;
      for (int k = 0; k < 3; ++k) sum += R_A[k][i] * R_B[k][j];
      R(i, j) = round_to_double(sum);
    }
  }
  if (A.q && B.q) {
    set_rotation(result, relative(*A.q, *B.q));
  } else {
    set_rotation(result, R);
  }
  return result;
}

/// R v + t, each number correctly rounded.
Vec3 posed(const PoseDraft& pose, const Vec3& v) {
  Vec3 result;
  for (int i = 0; i < 3; ++i) {
    Rational sum = pose.t[i];
    for (int k = 0; k < 3; ++k) sum += Rational(pose.R(i, k)) * Rational(v[k]);
    result[i] = round_to_double(sum);
  }
  return result;
}

/// Puts the pose, or only its translation, into the vertices.
PairDraft with_pose_in_vertices(PairDraft draft, std::size_t k, bool with_rotation) {
  BodyDraft& body = draft.bodies[k];
  PoseDraft& pose = draft.poses[k];
  body = as_hull(body);
  PoseDraft moved;
  if (with_rotation) {
    moved = pose;
    pose = PoseDraft();
  } else {
    // R (v + R't) = R v + t, but for what rounding does to R.
    PoseDraft to_local;
    to_local.R = pose.R.transpose();
    moved.t = posed(to_local, pose.t);
    pose.t = Vec3::Zero();
  }
  for (Vec3& v : body.vertices) v = posed(moved, v);
  if (body.interior_point) body.interior_point = posed(moved, *body.interior_point);
  return draft;
}

/// The mirror image of the world under diag(signs).
PairDraft mirrored(PairDraft draft, const Vec3& signs) {
  const double handed = signs.prod();
  for (BodyDraft& body : draft.bodies) {
    for (Vec3& v : body.vertices) v = v.cwiseProduct(signs);
    if (body.interior_point) body.interior_point = body.interior_point->cwiseProduct(signs);
  }
  for (PoseDraft& pose : draft.poses) {
    pose.t = pose.t.cwiseProduct(signs);
    if (pose.q) {
      Quaternion q = *pose.q;
      for (int i = 0; i < 3; ++i) q[static_cast<std::size_t>(i) + 1] *= handed * signs[i];
      set_rotation(pose, q);
    } else {
      pose.R = signs.asDiagonal() * pose.R * signs.asDiagonal();
    }
  }
  return draft;
}

PairDraft scaled(PairDraft draft, int exponent) {
  for (double* x : lengths_of(draft)) *x = std::ldexp(*x, exponent);
  return draft;
}

}  // namespace

void move_bodies(Search& search) {
  PairDraft draft = search.current();
  draft.poses[1] = relative(draft.poses[0], draft.poses[1]);
  draft.poses[0] = PoseDraft();
  if (!search.accept(draft)) {
    draft = search.current();
    for (int i = 0; i < 3; ++i) {
      draft.poses[1].t[i] =
          round_to_double(Rational(draft.poses[1].t[i]) - Rational(draft.poses[0].t[i]));
    }
    draft.poses[0].t = Vec3::Zero();
    search.accept(draft);
  }
  for (const std::size_t k : {std::size_t{0}, std::size_t{1}}) {
    if (search.current().bodies[k].half_extents) continue;
    for (const bool with_rotation : {true, false}) {
      search.accept(with_pose_in_vertices(search.current(), k, with_rotation));
    }
  }
}

void scale_pair(Search& search) {
  constexpr int kFewPowers = 6;
  const PairDraft start = search.current();
  // All at once: the simplest of them first.
  std::vector<std::pair<DraftOrder, PairDraft>> candidates;
  const auto add = [&](int exponent) {
    PairDraft draft = scaled(start, exponent);
    const DraftOrder order = order_of(draft);
    candidates.emplace_back(order, std::move(draft));
  };
  for (const BodyDraft& body : start.bodies) {
    const double largest = largest_coordinate(body);
    if (largest > 0) add(-std::ilogb(largest));
  }
  for (int exponent = -kFewPowers; exponent <= kFewPowers; ++exponent) add(exponent);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [order, draft] : candidates) {
    if (search.accept(draft)) return;
  }
}

void swap_and_mirror(Search& search) {
  PairDraft draft = search.current();
  std::swap(draft.bodies[0], draft.bodies[1]);
  std::swap(draft.poses[0], draft.poses[1]);
  PairDraft moved = draft;
  moved.poses[1] = relative(draft.poses[0], draft.poses[1]);
  moved.poses[0] = PoseDraft();
  if (!search.accept(moved)) search.accept(draft);
  const PairDraft start = search.current();
  for (unsigned code = 1; code < 8; ++code) {
    const auto sign = [code](unsigned bit) { return (code >> bit & 1U) != 0 ? -1.0 : 1.0; };
    search.accept(mirrored(start, Vec3(sign(0), sign(1), sign(2))));
  }
}

}  // namespace touchstone
