// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/hull_truth.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "reference/arithmetic/double_word3.hpp"

namespace touchstone {
namespace {

/// Lengths of either body and of their distance may be so many powers of two apart, so that nothing
/// underflows in the scaled frame.
constexpr int kMaxSpread = 100;
constexpr int kMaxExponent = 120;
/// Tied directions whose entries are so near to each other are one [1]: the first of them is within
/// kNormalError of the best, be that any of them.
constexpr double kSameDirection = 1e-13;
static_assert(2 * kSameDirection < kNormalError / 2);

/// In units of 2^exponent.
std::optional<RoundedReal> rounded_in_units(const Bounded& x, int exponent) {
  const std::optional<RoundedReal> in_units = rounded_if_certain(x.value, x.error);
  if (!in_units) return std::nullopt;
  return RoundedReal{std::ldexp(in_units->value, exponent), std::ldexp(in_units->tail, exponent),
                     std::ldexp(in_units->doubt, exponent)};
}

std::optional<Bounded> quotient_by_length(const Bounded& gap, const BoundedVec3& u) {
  const std::optional<Bounded> length = bounded_root(dot(u, u));
  if (!length) return std::nullopt;
  return bounded_quotient(gap, *length);
}

Vec3 unit(const BoundedVec3& u) {
  const Vec3 v = rounded(u);
  return v / v.norm();
}

/// Whether the direction is known well enough to be called a normal.
bool is_sharp(const BoundedVec3& u) {
  double largest = 0;
  double error = 0;
  for (const Bounded& entry : u) {
    largest = std::max(largest, std::abs(entry.value.high));
    error = std::max(error, entry.error);
  }
  return error < 0.01 * kNormalError * largest;
}

}  // namespace

bool HullTruth::set_scale(const ExactPair& pair) {
  exponent_ = pair.frame().exponent;
  const auto near_frame = [&](const ExactBody& body) {
    return std::abs(body.exponent() - exponent_) <= kMaxSpread;
  };
  if (std::abs(exponent_) > kMaxExponent || !near_frame(A_->body()) || !near_frame(B_->body())) {
    return false;
  }
  scale_ = std::ldexp(1.0, -exponent_);
  t_A_ = bounded(Vec3(scale_ * A_->pose().t));
  t_B_ = bounded(Vec3(scale_ * B_->pose().t));
  return true;
}

BoundedVec3 HullTruth::world_A(const Vec3& v) const {
  return A_->pose().R * bounded(Vec3(scale_ * v)) + t_A_;
}

BoundedVec3 HullTruth::world_B(const Vec3& v) const {
  return B_->pose().R * bounded(Vec3(scale_ * v)) + t_B_;
}

BoundedVec3 HullTruth::difference(int i, int j) const {
  return world_A(A_->body().given()[i]) - world_B(B_->body().given()[j]);
}

/// R (v1 - v0)
BoundedVec3 HullTruth::world_edge(const PlacedBody& body, int v0, int v1) const {
  const std::vector<Vec3>& v = body.body().given();
  return body.pose().R * bounded_difference(scale_ * v[v1], scale_ * v[v0]);
}

HullTruth::Value HullTruth::evaluate(const Candidate& candidate) {
  Value value;
  if (candidate.kind == Candidate::Kind::arcs) {
    const ExactBody::Arc& a = A_->body().arcs()[candidate.i];
    const ExactBody::Arc& b = B_->body().arcs()[candidate.j];
    value.u = cross(world_edge(*A_, a.v0, a.v1), world_edge(*B_, b.v0, b.v1));
    if (candidate.sign < 0) value.u = -value.u;
    value.gap = dot(value.u, difference(a.v0, b.v0));
    return value;
  }
  // The plane of a facet: R e x R f = cof(R) (e x f). The other body's support vertex is the one
  // that gives the least gap.
  const bool of_A = candidate.kind == Candidate::Kind::node_of_A;
  PlacedBody& self = of_A ? *A_ : *B_;
  PlacedBody& other = of_A ? *B_ : *A_;
  const auto& corner = self.body().nodes()[candidate.i].corner;
  value.u = cross(world_edge(self, corner[0], corner[1]), world_edge(self, corner[0], corner[2]));
  const Vec3 outward = self.normals().get(candidate.i);
  if (of_A) value.u = -value.u;
  other.near_support(outward, self.normal_error(candidate.i), 1, near_);
  for (std::size_t k = 0; k < near_.size(); ++k) {
    const Bounded gap =
        dot(value.u, of_A ? difference(corner[0], near_[k]) : difference(near_[k], corner[0]));
    value.gap = k == 0 ? gap : min(value.gap, gap);
  }
  return value;
}

std::optional<HullTruth::Phi> HullTruth::depth(const CandidateSweep& sweep) {
  std::optional<Phi> best;
  for (const Candidate& candidate : sweep.candidates()) {
    if (candidate.max_phi < sweep.least_phi()) continue;
    if (candidate.sign == 0 && candidate.kind == Candidate::Kind::arcs) return std::nullopt;
    if (!candidate.certain) return std::nullopt;
    const Value value = evaluate(candidate);
    const std::optional<Bounded> phi = quotient_by_length(value.gap, value.u);
    if (!phi || !is_sharp(value.u)) return std::nullopt;
    const Vec3 normal = unit(value.u);
    if (!best || phi->least() > best->phi.most()) {
      best = Phi{*phi, normal};
    } else if (phi->most() >= best->phi.least()) {
      if ((normal - best->normal).cwiseAbs().maxCoeff() > kSameDirection) return std::nullopt;
      best->phi = max(best->phi, *phi);
    }
  }
  return best;
}

std::optional<HullTruth::Phi> HullTruth::distance(NearestPoint& nearest, ExactPair& pair) {
  const Corral& corral = nearest.guess(pair);
  const int n = corral.count;
  if (n > 3) return std::nullopt;
  std::array<BoundedVec3, 3> x;
  for (int k = 0; k < n; ++k) x[k] = difference(corral.point[k].i, corral.point[k].j);
  BoundedVec3 u = x[0];
  if (n == 2) {
    // e = x1 - x0: weights x1.e and -x0.e over e.e, and u = x0 (e.e) - e (x0.e).
    const BoundedVec3 e = x[1] - x[0];
    const Bounded first = dot(x[1], e);
    const Bounded second = -dot(x[0], e);
    if (first.sign() <= 0 || second.sign() <= 0) return std::nullopt;
    u = dot(e, e) * x[0] + second * e;
  } else if (n == 3) {
    // n = (x1 - x0) x (x2 - x0): weights n.(x1 x x2), n.(x2 x x0), n.(x0 x x1) over n.n, and u =
    // +-n.
    u = cross(x[1] - x[0], x[2] - x[0]);
    for (int k = 0; k < 3; ++k) {
      if (dot(u, cross(x[(k + 1) % 3], x[(k + 2) % 3])).sign() <= 0) return std::nullopt;
    }
    if (dot(u, x[0]).sign() < 0) u = -u;
  }
  const Bounded gap = dot(u, x[0]);
  if (gap.sign() <= 0 || !is_sharp(u)) return std::nullopt;

  const Vec3 normal = unit(u);
  const auto only_corral = [&](PlacedBody& body, int side, int Corral::Point::*index, int* count) {
    body.near_support(normal, kNormalError, side, near_);
    const auto* begin = corral.point.data();
    *count = 0;
    for (int k = 0; k < n; ++k) {
      const bool again = std::any_of(begin, begin + k, [&](const Corral::Point& p) {
        return p.*index == corral.point[k].*index;
      });
      if (!again) ++*count;
    }
    return std::all_of(near_.begin(), near_.end(), [&](int v) {
      return std::any_of(begin, begin + n, [&](const Corral::Point& p) { return p.*index == v; });
    });
  };
  int count_A = 0;
  int count_B = 0;
  if (!only_corral(*A_, 1, &Corral::Point::i, &count_A) ||
      !only_corral(*B_, -1, &Corral::Point::j, &count_B)) {
    return std::nullopt;
  }
  // n different pairs of n + 1 indices, n <= 3, form a tree: all are reached.
  if (count_A + count_B != n + 1) return std::nullopt;
  const std::optional<Bounded> phi = quotient_by_length(gap, u);
  if (!phi) return std::nullopt;
  return Phi{*phi, normal};
}

std::optional<Bounded> HullTruth::ratio(const CandidateSweep& sweep, const BoundedVec3& d) {
  std::optional<Bounded> best;
  for (const Candidate& candidate : sweep.candidates()) {
    if (candidate.max_ratio < sweep.least_ratio()) continue;
    if (!candidate.certain || (candidate.kind == Candidate::Kind::arcs && candidate.sign == 0)) {
      return std::nullopt;
    }
    const Value value = evaluate(candidate);
    const Bounded along = dot(value.u, d);
    if (along.sign() < 0) continue;
    const std::optional<Bounded> rho = bounded_quotient(value.gap, along);
    if (!rho) return std::nullopt;
    best = best ? max(*best, *rho) : *rho;
  }
  return best;
}

std::optional<RoundedTruth> HullTruth::decide(ExactPair& pair, CandidateSweep& sweep,
                                              NearestPoint& nearest, bool with_ratio,
                                              const Vec3& x_A, const Vec3& x_B) {
  A_ = &pair.A();
  B_ = &pair.B();
  if (!set_scale(pair)) return std::nullopt;
  BoundedVec3 d;
  if (with_ratio) {
    d = world_A(x_A) - world_B(x_B);
    if (!is_sharp(d)) return std::nullopt;
    const Vec3 along_d = rounded(d);
    int exponent = 0;
    std::frexp(along_d.cwiseAbs().maxCoeff(), &exponent);
    pair.set_along_d(along_d * std::ldexp(1.0, -exponent));
  }
  A_->round_features();
  B_->round_features();
  sweep.run(*A_, *B_, pair.frame());

  const std::optional<Phi> phi = sweep.least_phi() > 0 ? distance(nearest, pair) : depth(sweep);
  if (!phi || phi->phi.sign() == 0 || (phi->phi.sign() > 0) != (sweep.least_phi() > 0)) {
    return std::nullopt;
  }
  RoundedTruth truth;
  truth.sign = phi->phi.sign();
  truth.normal = phi->normal;
  const std::optional<RoundedReal> rounded_phi = rounded_in_units(phi->phi, exponent_);
  if (!rounded_phi) return std::nullopt;
  truth.phi = *rounded_phi;
  if (with_ratio) {
    const std::optional<Bounded> rho = ratio(sweep, d);
    if (!rho) return std::nullopt;
    truth.rho = rounded_in_units(*rho, 0);
    if (!truth.rho) return std::nullopt;
  }
  return truth;
}

std::optional<RoundedTruth> HullTruth::settle(ExactPair& pair, CandidateSweep& sweep,
                                              NearestPoint& nearest, bool with_ratio,
                                              const Vec3& x_A, const Vec3& x_B, bool fused) {
  const auto decided = [&] { return decide(pair, sweep, nearest, with_ratio, x_A, x_B); };
  return fused ? call_fused(decided) : decided();
}

}  // namespace touchstone
