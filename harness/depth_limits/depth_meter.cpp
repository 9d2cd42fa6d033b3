// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/depth_limits/depth_meter.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include "harness/judge/exact_vectors.hpp"
#include "metrics/registry.hpp"
#include "reference/claims.hpp"

namespace touchstone {
namespace {

/// How near a depth must come to the one that is asked for, in parts of it [1].
constexpr double kDepthShare = 1e-3;
/// Steps of Newton's method, which is exact where one facet of the Minkowski difference decides.
constexpr int kMoves = 16;
/// A normal that is so nearly across the motion that no overlap comes of it [1].
constexpr double kLeastSlope = 1e-6;
/// Rounding of quotients of exact numbers, and of cosines [1].
constexpr double kDoubles = 1e-9;

/// x_A - x_B.
ExactVec3 apart(const Pair& pair) {
  return exact_point(pair.X_WA, pair.A->interior_point()) -
         exact_point(pair.X_WB, pair.B->interior_point());
}

/// max u.p over the points p of a body.
Rational support(const Polytope& body, const Pose& X, const ExactVec3& u) {
  ExactVec3 along;  // R'u
  for (int j = 0; j < 3; ++j) {
    for (int i = 0; i < 3; ++i) {
      along[static_cast<std::size_t>(j)] += Rational(X.R(i, j)) * u[static_cast<std::size_t>(i)];
    }
  }
  std::optional<Rational> most;
  for (const int v : body.extreme()) {
    Rational height = dot(along, exact(body.vertices()[static_cast<std::size_t>(v)]));
    if (!most || height > *most) most = std::move(height);
  }
  return *most + dot(u, exact(X.t));
}

Rational gap_along(const Pair& pair, const ExactVec3& u) {
  return -support(*pair.A, pair.X_WA, {-u[0], -u[1], -u[2]}) - support(*pair.B, pair.X_WB, u);
}

/// 1/cos(n, d) for the normal of the depth that is nearest to d; infinite across it.
double lean_of(const Truth& truth, const Vec3& d) {
  double along = 0;
  for (const Vec3& normal : truth.normals) along = std::max(along, normal.dot(d));
  return d.norm() / along;
}

double angle_between(const Vec3& a, const Vec3& b) {
  const Vec3 m = a.normalized();
  const Vec3 n = b.normalized();
  return 2 * std::atan2((m - n).norm(), (m + n).norm());
}

/// 0 for one vertex, 1 for two, 2 for more.
std::size_t dimension_of(const std::vector<int>& corners) {
  return std::min<std::size_t>(corners.size(), 3) - 1;
}

bool parallel(const Pair& pair, const ExactFeatures& edges) {
  const auto along = [](const Polytope& body, const Pose& X, const std::vector<int>& ends) {
    return exact_point(X, body.vertices()[static_cast<std::size_t>(ends[1])]) -
           exact_point(X, body.vertices()[static_cast<std::size_t>(ends[0])]);
  };
  const ExactVec3 a = along(*pair.A, pair.X_WA, edges.vertices_A);
  const ExactVec3 b = along(*pair.B, pair.X_WB, edges.vertices_B);
  return cross(a, b) == ExactVec3();
}

ContactSort sort_of(const Pair& pair, const ExactFeatures& touching) {
  const std::size_t a = dimension_of(touching.vertices_A);
  const std::size_t b = dimension_of(touching.vertices_B);
  static constexpr std::array<std::array<ContactSort, 3>, 3> kSorts = {{
      {ContactSort::vertex_vertex, ContactSort::vertex_edge, ContactSort::vertex_face},
      {ContactSort::vertex_edge, ContactSort::edge_edge, ContactSort::edge_face},
      {ContactSort::vertex_face, ContactSort::edge_face, ContactSort::face_face},
  }};
  const ContactSort sort = kSorts.at(a).at(b);
  const bool along = sort == ContactSort::edge_edge && parallel(pair, touching);
  return along ? ContactSort::parallel_edges : sort;
}

/// What the faces of all optimal directions have in common: the faces of a direction between them.
ExactFeatures common_features(const std::vector<ExactFeatures>& all) {
  const auto keep = [](std::vector<int>& kept, const std::vector<int>& other) {
    std::vector<int> both;
    std::set_intersection(kept.begin(), kept.end(), other.begin(), other.end(),
                          std::back_inserter(both));
    kept = std::move(both);
  };
  ExactFeatures common = all.front();
  for (const ExactFeatures& features : all) {
    keep(common.vertices_A, features.vertices_A);
    keep(common.vertices_B, features.vertices_B);
  }
  return common;
}

}  // namespace

std::string_view sort_name(ContactSort sort) {
  static constexpr std::array<std::string_view, kContactSorts> kNames = {
      "vertex-vertex", "vertex-edge", "parallel edges", "vertex-face",
      "edge-edge",     "edge-face",   "face-face"};
  return kNames.at(static_cast<std::size_t>(sort));
}

bool has_one_normal(ContactSort sort) { return sort >= ContactSort::vertex_face; }

bool DepthSample::contradicts() const {
  return plane > 1 + kDoubles && second > lean * (1 + kDoubles);
}

Limit limit_of(const DepthSamples& pair, double DepthSample::*quotient) {
  const DepthSample& last = pair.at.back();
  const DepthSample& before = *std::prev(pair.at.end(), 2);
  if (!pair.sort || !last.reached || !before.reached) return Limit::unknown;
  const double above = last.*quotient - 1;
  if (std::abs(above) <= kIsOne) return Limit::one;
  if (has_one_normal(*pair.sort) && !last.is_small()) return Limit::open;
  const bool settled = std::abs(last.*quotient - before.*quotient) <= kSettled * std::abs(above);
  return settled ? Limit::other : Limit::open;
}

/// The contact that a pair comes to along its normal.
struct DepthLimitMeter::Touch {
  Vec3 normal;  ///< from B to A, unit
  double phi = 0;
  ContactSort sort = ContactSort::vertex_face;
};

DepthLimitMeter::DepthLimitMeter() : metric_(find_metric("ratio_ray")->make()) {}

// Where the bodies touch already their normals are a cone, of which the middle is taken.
std::optional<DepthLimitMeter::Touch> DepthLimitMeter::touch(const Pair& pair) {
  const TruthOnDemand truth = oracle_.solve(pair);
  if (!truth.rho()) return std::nullopt;
  const Truth& all = truth.exact();
  Touch touch;
  touch.phi = all.phi;
  touch.normal = all.normals.front();
  ExactFeatures features = all.features.front();
  if (all.sign == 0) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& normal : all.normals) sum += normal;
    if (!(sum.norm() > kLeastSlope)) return std::nullopt;
    touch.normal = sum.normalized();
    features = common_features(all.features);
  }
  touch.sort = sort_of(pair, features);
  return touch;
}

// phi is convex along a motion of A, so that Newton's method finds the depth from above.
std::optional<Pair> DepthLimitMeter::overlapped(const Pair& pair, const Touch& touch,
                                                double depth) {
  double way = touch.phi + depth;
  for (int k = 0; k < kMoves; ++k) {
    Pair moved = pair;
    moved.X_WA.t -= way * touch.normal;
    const TruthOnDemand truth = oracle_.solve(moved, false);
    const double missing = truth.phi().value + depth;
    if (std::abs(missing) <= kDepthShare * depth) return moved;
    Vec3 normal = truth.normal();
    if (normal.isZero()) normal = truth.exact().normals.front();
    const double slope = normal.dot(touch.normal);
    if (!(slope > kLeastSlope)) return std::nullopt;
    way += missing / slope;
  }
  return std::nullopt;
}

// Plane distances are taken from the vertices, and not from rho.
DepthSample DepthLimitMeter::measure_at(const Pair& pair) {
  DepthSample overlap;
  const TruthOnDemand on_demand = oracle_.solve(pair);
  if (!on_demand.rho()) return overlap;
  const Truth& truth = on_demand.exact();
  const Rational& depth_squared = truth.phi_squared;
  const Rational& rho = truth.ratio->rho;
  const ExactVec3 d = apart(pair);
  const Rational segment_squared = rho * rho * dot(d, d);
  overlap.reached = overlap.in_order = overlap.projected = true;
  overlap.depth = -truth.phi;
  overlap.segment = round_sqrt_to_double(segment_squared / depth_squared);
  std::optional<Rational> least;
  for (const ExactVec3& u : truth.ratio->directions) {
    const Rational gap = gap_along(pair, u);
    const Rational plane_squared = gap * gap / dot(u, u);
    overlap.in_order &= depth_squared <= plane_squared && plane_squared <= segment_squared;
    overlap.projected &= gap == rho * dot(u, d);
    if (least && plane_squared >= *least) continue;
    least = plane_squared;
    overlap.plane = round_sqrt_to_double(plane_squared / depth_squared);
    overlap.turn = std::numeric_limits<double>::infinity();
    for (const Vec3& normal : truth.normals) {
      overlap.turn = std::min(overlap.turn, angle_between(rounded_direction(u), normal));
    }
  }
  overlap.lean = lean_of(truth, rounded_entries(d));
  if (overlap.plane - 1 > kDoubles) {
    const auto gap = oracle_.second_best_gap(pair);
    if (gap) overlap.second = 1 + *gap / overlap.depth;
  }
  overlap.metric_error = metric_error(pair);
  return overlap;
}

// The plane distance is that of the planes across n at the true bodies; the rest is the metric's.
double DepthLimitMeter::metric_error(const Pair& pair) {
  const auto shape_A = metric_->prepare(*pair.A);
  const auto shape_B = metric_->prepare(*pair.B);
  const auto workspace = metric_->make_workspace();
  const Answer answer = metric_->evaluate(*shape_A, pair.X_WA, *shape_B, pair.X_WB, *workspace);
  if (answer.status != AnswerStatus::answered || !answer.normal || !answer.witnesses) return -1;
  const Vec3& n = *answer.normal;
  const Vec3 d = rounded_entries(apart(pair));
  const Vec3& p_A = answer.witnesses->p_WA;
  const Vec3& p_B = answer.witnesses->p_WB;
  const double projection = (p_A - p_B).norm() * n.dot(d) / (n.norm() * d.norm());
  const double plane = -round_to_double(exact_gap(pair, n)) / n.norm();
  // Points have the doubles of the world, which round as far as the bodies are from its origin.
  const double length =
      std::max({pair.A->bounding_radius(), pair.B->bounding_radius(), d.norm(), p_A.norm()});
  return std::abs(projection - plane) / length;
}

DepthSamples DepthLimitMeter::measure(const Pair& pair) {
  DepthSamples found;
  const std::optional<Touch> contact = touch(pair);
  if (!contact) return found;
  found.sort = contact->sort;
  for (std::size_t k = 0; k < kSampledDepths.size(); ++k) {
    const auto moved = overlapped(pair, *contact, kSampledDepths.at(k) * pair_size(pair));
    if (moved) found.at.at(k) = measure_at(*moved);
  }
  return found;
}

}  // namespace touchstone
