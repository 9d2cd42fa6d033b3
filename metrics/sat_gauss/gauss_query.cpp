// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat_gauss/gauss_query.hpp"

#include <cmath>
#include <limits>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Candidates within this of the least, in parts of the longest arms, are evaluated again.
constexpr double kNear = 4e-12;
/// Candidates that rounding alone may put before others are evaluated as far as there are so many.
constexpr int kMaxTies = 256;

/// The farthest vertex for sure: one that is not would make the overlap too small, and among
/// near-duplicates a climb in doubles alone ends on those.
int farthest_place(const SupportMap& map, const Vec3& u, int last) {
  return last < 0 ? map.farthest(u) : map.farthest(u, last);
}

/// A vertex of the body from its interior point, world axes [m].
Dd3 arm(const PosedGauss& posed, int place) {
  return rotate(posed.R, posed.body.map.exact_arm(place));
}

}  // namespace

GaussQuery::GaussQuery(const GaussBody& P, const Pose& X_WP, const GaussBody& Q, const Pose& X_WQ,
                       const Dd3& s, GaussWorkspace& scratch)
    : GaussSearch(P, X_WP, Q, X_WQ, s, scratch),
      s_(rounded(s)),
      rounding_(Arithmetic::kRounding * (s_.lpNorm<1>() + arms_)),
      slack_(kNear * arms_ + rounding_),
      scratch_(scratch) {}

bool GaussQuery::run() {
  scratch_.places.resize(Q_.body.directions.size());
  return search() && evaluate();
}

bool GaussQuery::place_facets_of_P() {
  const Mat3 to_Q = Q_.R.transpose() * P_.cofactor;
  const Vec3 s_P = P_.cofactor.transpose() * s_;
  for (std::size_t k = 0; k < P_.body.directions.size(); ++k) {
    const GaussBody::Direction& direction = P_.body.directions[k];
    GaussPlaced<double>& placed = scratch_.placed[k];
    placed.local = to_Q * direction.n;
    placed.level = direction.n.dot(s_P);
    const int last = direction.parent < 0 ? -1 : scratch_.placed[at(direction.parent)].place;
    placed.place = farthest_place(Q_.body.map, -placed.local, last);
    ++supports_;
    const Vec3 m = P_.cofactor * direction.n;
    const double overlap = (placed.level + P_.volume * direction.offset -
                            placed.local.dot(Q_.body.map.arm(placed.place))) /
                           m.norm();
    if (overlap < -rounding_) return false;
    if (direction.facet && overlap < limit()) keep({overlap, m, true, &direction});
  }
  return true;
}

bool GaussQuery::test_facets_of_Q() {
  const Mat3 to_P = P_.R.transpose() * Q_.cofactor;
  const Vec3 s_Q = Q_.cofactor.transpose() * s_;
  const double inside = 0.9 * P_.body.inradius;
  for (std::size_t k = 0; k < Q_.body.directions.size(); ++k) {
    const GaussBody::Direction& direction = Q_.body.directions[k];
    if (!direction.facet) break;  // they come last, and stand for no facet
    const int last = direction.parent < 0 ? -1 : scratch_.places[at(direction.parent)];
    const double without_P = Q_.volume * direction.offset - direction.n.dot(s_Q);
    scratch_.places[k] = last;
    // A ball of P alone may rule it out; lengths of m are within a hundredth of 1.
    if (0.99 * (without_P + inside) > limit()) continue;
    const Vec3 local = to_P * direction.n;
    const int place = farthest_place(P_.body.map, -local, last);
    ++supports_;
    scratch_.places[k] = place;
    const Vec3 m = Q_.cofactor * direction.n;
    const double overlap = (without_P - local.dot(P_.body.map.arm(place))) / m.norm();
    if (overlap < -rounding_) return false;
    if (overlap < limit()) keep({overlap, -m, false, &direction});
  }
  return true;
}

bool GaussQuery::take(double overlap, double t, const GaussBody::Arc& arc, std::array<int, 2> q) {
  const Vec3 m = (1 - t) * (P_.cofactor * P_.body.directions[at(arc.from)].n) +
                 t * (P_.cofactor * P_.body.directions[at(arc.to)].n);
  overlap /= m.norm();
  if (overlap < limit()) keep({overlap, m, true, nullptr, &arc, q});
  return !(overlap < -2 * rounding_);
}

/// Overlap above which a candidate cannot be the least [m].
double GaussQuery::limit() const {
  return count_ == 0 ? std::numeric_limits<double>::infinity()
                     : scratch_.candidates[0].overlap + slack_;
}

/// Inserts in ascending order; drops the deepest where there are too many.
void GaussQuery::keep(const GaussCandidate& candidate) {
  auto& all = scratch_.candidates;
  std::size_t k = count_;
  if (count_ < scratch_.candidates.size()) {
    ++count_;
  } else if (candidate.overlap >= all[--k].overlap) {
    return;
  }
  for (; k > 0 && all[k - 1].overlap > candidate.overlap; --k) all[k] = all[k - 1];
  all[k] = candidate;
  const double most = limit();
  while (all[count_ - 1].overlap > most) --count_;
}

/// False if one of the candidates separates.
bool GaussQuery::evaluate() {
  int ties = 0;
  for (std::size_t k = 0; k < count_; ++k) {
    const GaussCandidate& candidate = scratch_.candidates[k];
    if (candidate.overlap > best_.high + rounding_) break;
    const bool tie = candidate.overlap > best_.high - rounding_;
    if (tie && ++ties > kMaxTies) break;
    consider(candidate);
    if (best_.high < 0) return false;
  }
  return true;
}

void GaussQuery::consider(const GaussCandidate& candidate) {
  Dd3 m;
  int p = -1;
  int q = -1;
  if (candidate.facet == nullptr) {
    const GaussBody::Arc& arc = *candidate.arc;
    p = arc.v0;
    q = candidate.q[0];
    m = cross(edge_W(P_.body.map, P_.R, arc.v0, arc.v1),
              edge_W(Q_.body.map, Q_.R, candidate.q[0], candidate.q[1]));
  } else {
    const PosedGauss& posed = candidate.of_P ? P_ : Q_;
    const std::array<int, 3>& corner = candidate.facet->corner;
    (candidate.of_P ? p : q) = corner[0];
    m = cross(edge_W(posed.body.map, posed.R, corner[0], corner[1]),
              edge_W(posed.body.map, posed.R, corner[0], corner[2]));
  }
  const double largest = rounded(m).lpNorm<Eigen::Infinity>();
  if (!(largest > 0)) return;
  const double sign = rounded(m).dot(candidate.m) < 0 ? -1 : 1;
  // Made about 1 long by a power of two: squares stay in range.
  int exponent = 0;
  std::frexp(largest, &exponent);
  const double unit = std::ldexp(sign, -exponent);
  for (DoubleDouble& entry : m) entry = {unit * entry.high, unit * entry.low};
  const Vec3 u = rounded(m);
  const DoubleDouble of_P = farthest(P_, m, P_.R.transpose() * u, p);
  const DoubleDouble of_Q = farthest(Q_, -m, -(Q_.R.transpose() * u), q);
  const DoubleDouble length = sqrt(dot(m, m));
  const DoubleDouble overlap = (dot(m, exact_s_) + (of_P + of_Q)) / length;
  ++supports_;
  if (!(overlap.high < best_.high || (overlap.high == best_.high && overlap.low < best_.low))) {
    return;
  }
  best_ = overlap;
  best_n_ = u / length.high;
}

/// h of a posed body along m, whose direction in local axes is `local`: what rounding leaves to
/// the support query is left to the vertex that m was made from, if any.
DoubleDouble GaussQuery::farthest(const PosedGauss& posed, const Dd3& m, const Vec3& local,
                                  int made_from) const {
  const int place = posed.body.map.farthest(local);
  const DoubleDouble found = dot(m, arm(posed, place));
  if (made_from < 0 || made_from == place) return found;
  const DoubleDouble made = dot(m, arm(posed, made_from));
  return (made - found).high > 0 ? made : found;
}

}  // namespace touchstone
