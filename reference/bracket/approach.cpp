// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cstddef>

#include "geometry/index.hpp"
#include "reference/bracket/search.hpp"

namespace touchstone {
namespace {

constexpr int kMaxSteps = 200;
/// A simplex nearer to 0 than this is as good as around it: double words have 106 bits.
constexpr double kAtOrigin = 1e-28;
/// A step that comes less than this part nearer is rounding.
constexpr double kProgress = 1e-29;

/// A face of the simplex: its point that is nearest to 0 in the plane or line through it, which
/// counts where all weights are positive.
struct Face {
  std::array<std::size_t, 3> corners{};
  std::array<DoubleWord, 3> weights{};
  int size = 0;
  BoundedVec3 v;
  DoubleWord squared;
};

bool positive(DoubleWord x) { return x.high > 0; }

Face at_vertex(const std::vector<SearchPoint>& P, std::size_t i) {
  const BoundedVec3& v = P[i].c;
  return {{i}, {DoubleWord{1, 0}}, 1, v, dot(v, v).value};
}

std::optional<Face> at_edge(const std::vector<SearchPoint>& P, std::size_t i, std::size_t j) {
  const BoundedVec3& a = P[i].c;
  const BoundedVec3 ab = P[j].c - a;
  const DoubleWord length = dot(ab, ab).value;
  const DoubleWord along = -dot(a, ab).value;
  if (!positive(length) || !positive(along) || !positive(length - along)) return std::nullopt;
  const DoubleWord t = along / length;
  const BoundedVec3 v = a + Bounded(t, 0) * ab;
  return Face{{i, j}, {DoubleWord{1, 0} - t, t}, 2, v, dot(v, v).value};
}

// With N = (b - a) x (c - a) the foot of 0 in the plane is the sum of N.(b x c) a + N.(c x a) b +
// N.(a x b) c over N.N.
std::optional<Face> at_triangle(const std::vector<SearchPoint>& P, std::size_t i, std::size_t j,
                                std::size_t k) {
  const BoundedVec3& a = P[i].c;
  const BoundedVec3& b = P[j].c;
  const BoundedVec3& c = P[k].c;
  const BoundedVec3 N = cross(b - a, c - a);
  const DoubleWord NN = dot(N, N).value;
  const std::array<DoubleWord, 3> w = {dot(N, cross(b, c)).value, dot(N, cross(c, a)).value,
                                       dot(N, cross(a, b)).value};
  if (!positive(NN) || !positive(w[0]) || !positive(w[1]) || !positive(w[2])) return std::nullopt;
  const BoundedVec3 v = Bounded(dot(N, a).value / NN, 0) * N;
  return Face{{i, j, k}, {w[0] / NN, w[1] / NN, w[2] / NN}, 3, v, dot(v, v).value};
}

/// The weights of four points whose tetrahedron contains 0 inside; nothing where it does not.
std::optional<std::vector<DoubleWord>> around_origin(const std::vector<SearchPoint>& P) {
  const auto det = [&](std::size_t i, std::size_t j, std::size_t k) {
    return dot(P[i].c, cross(P[j].c, P[k].c)).value;
  };
  std::vector<DoubleWord> w = {det(1, 2, 3), -det(0, 2, 3), det(0, 1, 3), -det(0, 1, 2)};
  if (w[0].high < 0) {
    for (DoubleWord& x : w) x = -x;
  }
  for (const DoubleWord& x : w) {
    if (!positive(x)) return std::nullopt;
  }
  return w;
}

/// The face with the newest point, the last, that is nearest to 0.
Face nearest_face(const std::vector<SearchPoint>& P) {
  const std::size_t newest = P.size() - 1;
  Face best = at_vertex(P, newest);
  const auto offer = [&best](const std::optional<Face>& face) {
    if (face && less(face->squared, best.squared)) best = *face;
  };
  for (std::size_t j = 0; j < newest; ++j) {
    offer(at_edge(P, newest, j));
    for (std::size_t k = 0; k < j; ++k) offer(at_triangle(P, newest, j, k));
  }
  return best;
}

}  // namespace

std::optional<SearchPoint> farthest_point(const CoreDifference& C, const BoundedVec3& u) {
  SearchPoint out;
  out.corner = C.farthest(u);
  const auto c = C.point(out.corner);
  if (!c) return std::nullopt;
  out.c = *c;
  return out;
}

NearestSimplex approach_origin(const CoreDifference& C, double width, BestDirection& best) {
  NearestSimplex now;
  BoundedVec3 v = {Bounded(1), Bounded(0), Bounded(0)};
  while (now.steps < kMaxSteps) {
    const DoubleWord length = sqrt(dot(v, v).value);
    const BoundedVec3 u = Bounded(DoubleWord{1, 0} / length, 0) * v;
    const auto next = farthest_point(C, -u);
    ++now.steps;
    if (!next) break;
    const DoubleWord gap = dot(u, next->c).value;
    best.offer(gap, -u);
    if ((now.distance - best.gap).high <= width) break;
    std::vector<SearchPoint> tried = now.points;
    tried.push_back(*next);
    if (tried.size() == 4) {
      if (const auto weights = around_origin(tried)) {
        now.points = tried;
        now.weights = *weights;
        now.distance = {};
        now.contains_origin = true;
        break;
      }
    }
    const Face face = nearest_face(tried);
    // The root of 0 is no number.
    const DoubleWord distance = positive(face.squared) ? sqrt(face.squared) : DoubleWord{};
    if (!((now.distance - distance).high > kProgress * distance.high)) break;
    now.distance = distance;
    now.points.clear();
    now.weights.clear();
    for (std::size_t k = 0; k < at(face.size); ++k) {
      now.points.push_back(tried[face.corners[k]]);
      now.weights.push_back(face.weights[k]);
    }
    v = face.v;
    if (distance.high < kAtOrigin) break;
  }
  return now;
}

}  // namespace touchstone
