// SPDX-License-Identifier: MIT
#include "examples/metric/face_axes.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "metrics/typed_metric.hpp"

namespace touchstone {
namespace {

/// Made once for each body, in its own frame.
struct FaceAxesBody {
  explicit FaceAxesBody(const Polytope& polytope) : vertices(polytope.vertices()) {
    for (const Facet& facet : polytope.facets()) normals.push_back(facet.normal);
  }

  std::vector<Vec3> vertices;  ///< [m]
  std::vector<Vec3> normals;   ///< outward, unit; none of a body below dimension 2
};

/// One thread's scratch: what a query needs to allocate, it allocates here, once.
struct FaceAxesScratch final : Workspace {
  std::vector<Vec3> a_W;  ///< world vertices of A [m]
  std::vector<Vec3> b_W;
};

void place(const std::vector<Vec3>& vertices, const Pose& X, std::vector<Vec3>& out) {
  out.clear();
  for (const Vec3& v : vertices) out.push_back(X.R * v + X.t);
}

/// gap(u) = min u.a - max u.b
double gap(const Vec3& u, const FaceAxesScratch& points) {
  double least_a = std::numeric_limits<double>::infinity();
  double largest_b = -least_a;
  for (const Vec3& a : points.a_W) least_a = std::min(least_a, u.dot(a));
  for (const Vec3& b : points.b_W) largest_b = std::max(largest_b, u.dot(b));
  return least_a - largest_b;
}

class FaceAxes final : public TypedMetric<FaceAxesBody, FaceAxesScratch> {
  Answer ask(const FaceAxesBody& A, const Pose& X_WA, const FaceAxesBody& B, const Pose& X_WB,
             FaceAxesScratch& points) const override {
    place(A.vertices, X_WA, points.a_W);
    place(B.vertices, X_WB, points.b_W);

    Answer answer;
    double best = -std::numeric_limits<double>::infinity();
    Vec3 normal = Vec3::Zero();
    const auto offer = [&](const Vec3& u) {
      ++answer.work.iterations;
      const double value = gap(u, points);
      if (value <= best) return;
      best = value;
      normal = u;
    };
    for (const Vec3& n : A.normals) offer(-(X_WA.R * n));  // the normal points from B to A
    for (const Vec3& n : B.normals) offer(X_WB.R * n);
    if (normal.isZero()) {
      answer.note = "no facets";  // no_answer, as it was made
      return answer;
    }
    if (best > 0) {  // apart: an axis is not the distance
      answer.status = AnswerStatus::sign_only;
      answer.sign = 1;
      return answer;
    }
    answer.status = AnswerStatus::answered;
    answer.value = best;
    answer.normal = normal.normalized();
    return answer;
  }
};

}  // namespace

std::unique_ptr<Metric> make_face_axes() { return std::make_unique<FaceAxes>(); }

MetricRow face_axes_row() {
  MetricTraits traits;
  traits.quantity = Quantity::euclidean;  // phi; Quantity::ratio is rho
  traits.scalar = Scalar::float64;        // float32: asked about, and judged on, the rounded pair
  // Overlapping bodies get a depth with its normal, separated ones only a positive sign.
  traits.gives = value_when_penetrating({.normal = true, .witnesses = false});
  traits.gives_features = false;
  traits.gives_certificate = false;
  traits.claims_exact = false;   // true makes a wrong answer a failure at the asked tolerance
  traits.own_tolerance = 1e-12;  // what it claims, relative to size
  traits.value_claim = ValueClaim::tolerance;  // tests hold it to that, no verdict does
  traits.flat = false;                         // takes solids only; others are not applicable
  traits.boxes_only = false;
  traits.isolated = false;  // true for code that may crash or loop: it runs in worker processes
  traits.largest_default_vertices = 1024;
  return {.name = "face_axes",
          .summary = "separating axis test over face normals alone; sign only when disjoint",
          .traits = traits,
          .make = make_face_axes};
}

}  // namespace touchstone
