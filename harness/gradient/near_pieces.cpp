// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gradient/near_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "harness/contact_conditions/indeterminate.hpp"
#include "harness/judge/exact_vectors.hpp"
#include "harness/manifold/true_manifold.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

/// Gaps of axes take so many products of a vertex at most: beyond that only exact directions count.
constexpr double kMaxProducts = 1e9;
/// What rounding an entry of a unit normal may cost [1].
const double kRounding = normal_allowance(Scalar::float64);

bool tries_all_axes(const Polytope& A, const Polytope& B) {
  const double axes = static_cast<double>(A.edges().size()) * static_cast<double>(B.edges().size());
  return axes * static_cast<double>(A.vertices().size() + B.vertices().size()) <= kMaxProducts;
}

ExactGradient::Direction direction_of(const Pair& pair, const Vec3& n,
                                      const std::optional<Rational>& shrink,
                                      const std::vector<ExactVec3>& points) {
  ExactVec3 u = exact(n);
  ExactGradient::Direction direction;
  if (shrink) {
    const ExactVec3 d = exact_point(pair.X_WA, pair.A->interior_point()) -
                        exact_point(pair.X_WB, pair.B->interior_point());
    u = add_scaled({0, 0, 0}, *shrink / dot(u, d), u);
  } else {
    direction.square = dot(u, u);
  }
  for (const ExactVec3& p : points) direction.pieces.push_back(gradient_piece(pair, u, p));
  return direction;
}

/// Directions in doubles, no two nearer than kOneNormal.
void add_direction(std::vector<Vec3>& directions, const Vec3& n) {
  const bool known = std::any_of(directions.begin(), directions.end(),
                                 [&n](const Vec3& u) { return (u - n).norm() < kOneNormal; });
  if (!known) directions.push_back(n);
}

std::vector<Vec3> near_directions(const Pair& pair, const TruthOnDemand& truth, Quantity quantity,
                                  double kink) {
  std::vector<Vec3> directions;
  if (quantity == Quantity::ratio) {
    for (const ExactVec3& u : truth.exact().ratio->directions) {
      add_direction(directions, rounded_direction(u).normalized());
    }
  } else {
    for (const Vec3& n : truth.exact().normals) add_direction(directions, n);
  }
  const Polytope& A = *pair.A;
  const Polytope& B = *pair.B;
  if (!tries_all_axes(A, B)) return directions;
  const Vec3 d = (pair.X_WA.t - pair.X_WB.t) +
                 (pair.X_WA.R * A.interior_point() - pair.X_WB.R * B.interior_point());
  const double size = pair_size(pair);
  // Doubles choose generously, fractions decide.
  const double slack =
      2 * kink * size + 1e-12 * (d.norm() + A.bounding_radius() + B.bounding_radius());
  for (const AxisGap& axis : axis_gaps(pair)) {
    const double along = axis.n.dot(d);
    const double least = quantity == Quantity::ratio
                             ? along * (truth.rho()->value - 2 * kink * (1 - truth.rho()->value)) -
                                   slack * std::max(1.0, std::abs(truth.rho()->value))
                             : truth.core_phi().value - slack;
    if ((quantity == Quantity::ratio && !(along > 0)) || axis.gap < least) continue;
    if (nearly_optimal(pair, truth, quantity, axis.n, kink)) add_direction(directions, axis.n);
  }
  return directions;
}

/// A point of a body that has grown by 1/shrink about `center`; without a shrink it has not.
ExactVec3 grown(const ExactVec3& center, const ExactVec3& p,
                const std::optional<Rational>& shrink) {
  return shrink ? add_scaled(center, 1 / *shrink, p - center) : p;
}

/// The extreme vertices of a body that has grown about its interior point [world, m].
std::vector<ExactVec3> grown_vertices(const Polytope& body, const Pose& X,
                                      const std::optional<Rational>& shrink) {
  const ExactVec3 center = exact_point(X, body.interior_point());
  std::vector<ExactVec3> points;
  for (const int k : body.extreme()) {
    const Vec3& v = body.vertices()[static_cast<std::size_t>(k)];
    points.push_back(grown(center, exact_point(X, v), shrink));
  }
  return points;
}

std::vector<Vec3> arms_from(const ExactVec3& origin, const std::vector<ExactVec3>& points) {
  std::vector<Vec3> arms;
  arms.reserve(points.size());
  for (const ExactVec3& p : points) arms.push_back(rounded_entries(p - origin));
  return arms;
}

/// The corners of what is within `band` of the farthest along `u`.
std::vector<FlatPoint> near_face(std::vector<Vec3> arms, const FlatFrame& frame, const Vec3& u,
                                 double band) {
  double farthest = -std::numeric_limits<double>::infinity();
  for (const Vec3& arm : arms) farthest = std::max(farthest, u.dot(arm));
  arms.erase(std::remove_if(arms.begin(), arms.end(),
                            [&](const Vec3& arm) { return u.dot(arm) < farthest - band; }),
             arms.end());
  return flat_corners(frame, arms);
}

}  // namespace

bool has_all_near_pieces(const Pair& pair) { return tries_all_axes(*pair.A, *pair.B); }

std::optional<Rational> shrink_of(const TruthOnDemand& truth, Quantity quantity) {
  if (quantity != Quantity::ratio) return std::nullopt;
  return Rational(1 - truth.exact().ratio->rho);
}

bool nearly_optimal(const Pair& pair, const TruthOnDemand& truth, Quantity quantity, const Vec3& n,
                    double kink) {
  if (!std::isfinite(n.norm()) || n.isZero(0)) return false;
  if (quantity == Quantity::ratio) {
    const double shrink = round_to_double(*shrink_of(truth, quantity));
    if (ratio_gap_reaches(pair, n, truth, kink * shrink)) return true;
  } else if (gap_reaches(pair, n, truth, kink * pair_size(pair))) {
    return true;
  }
  return near_optimal(pair, n, truth, quantity, kRounding);
}

ExactGradient supported_pieces(const Pair& pair, BodyOfPair which, const Vec3& n,
                               const std::optional<Rational>& shrink, double band) {
  const bool of_A = which == BodyOfPair::A;
  const Polytope& body = of_A ? *pair.A : *pair.B;
  const Pose& X = of_A ? pair.X_WA : pair.X_WB;
  const ExactVec3 u = exact(of_A ? Vec3(-n) : n);
  std::vector<std::pair<Rational, ExactVec3>> all;
  for (const Vec3& v : body.vertices()) {
    ExactVec3 p = exact_point(X, v);
    Rational height = dot(u, p);
    all.emplace_back(std::move(height), std::move(p));
  }
  const Rational farthest =
      std::max_element(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
      })->first;
  const Rational least =
      farthest - Rational((band + 2 * kRounding * body.bounding_radius()) * n.stableNorm());
  const ExactVec3 center = exact_point(X, body.interior_point());
  std::vector<ExactVec3> points;
  for (const auto& [height, p] : all) {
    if (height < least) continue;
    points.push_back(grown(center, p, shrink));
  }
  ExactGradient gradient;
  gradient.point = points.front();
  gradient.directions.push_back(direction_of(pair, n, shrink, points));
  return gradient;
}

ExactGradient near_pieces(const Pair& pair, const TruthOnDemand& truth, Quantity quantity,
                          double kink) {
  const std::optional<Rational> shrink = shrink_of(truth, quantity);
  const double shrunk = shrink ? round_to_double(*shrink) : 1;
  const std::vector<ExactVec3> A = grown_vertices(*pair.A, pair.X_WA, shrink);
  const std::vector<ExactVec3> B = grown_vertices(*pair.B, pair.X_WB, shrink);
  const double band = kink * pair_size(pair) / shrunk;
  const double band_A = band + 2 * kRounding * pair.A->bounding_radius() / shrunk;
  const double band_B = band + 2 * kRounding * pair.B->bounding_radius() / shrunk;
  const std::vector<Vec3> from_any = arms_from(B.front(), B);
  ExactGradient gradient;
  for (const Vec3& n : near_directions(pair, truth, quantity, kink)) {
    // Seen from a vertex at the contact: from a far origin corners would lose their last digits.
    const auto farthest =
        std::max_element(from_any.begin(), from_any.end(),
                         [&n](const Vec3& a, const Vec3& b) { return n.dot(a) < n.dot(b); });
    const ExactVec3& origin = B[static_cast<std::size_t>(farthest - from_any.begin())];
    const FlatFrame frame(Vec3::Zero(), n);
    std::vector<ExactVec3> points;
    for (const FlatPoint& corner : common_points(near_face(arms_from(origin, A), frame, -n, band_A),
                                                 near_face(arms_from(origin, B), frame, n, band_B),
                                                 std::max(band_A, band_B))) {
      points.push_back(add_scaled(origin, 1, exact(frame.arm(corner))));
    }
    if (points.empty()) continue;
    if (gradient.directions.empty()) gradient.point = points.front();
    gradient.directions.push_back(direction_of(pair, n, shrink, points));
  }
  return gradient;
}

}  // namespace touchstone
