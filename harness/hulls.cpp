// SPDX-License-Identifier: GPL-3.0-or-later
// Families of pairs of random hulls, all of whose points are extreme, in three regimes.
//
// Let K = R (B - x_B) - (A - x_A), h its support function and d = x_A - x_B the world difference of
// the interior points. The pair overlaps just when d is in K, and for every unit w
//     phi >= gap(w) = w.d - h(w).
// With k(w) a point of K where w.k = h(w), each regime is a choice of d that needs supports only:
//   separated  d = k(w) + g w + s, s.w = 0, |s| <= g:      g <= phi <= |d - k(w)| <= sqrt(2) g
//   shallow    d = (1 - e) c, c in K near its boundary:    inside K, and depth <= -gap(w) = p
//   deep       d = f k(w), 0.1 <= f <= 0.5:                depth >= (1 - f) (inradius of K about 0)
// K holds 0 in its interior because x_A and x_B are means of the vertices.
#include <array>
#include <cmath>
#include <utility>

#include "geometry/shapes.hpp"
#include "harness/families.hpp"

namespace touchstone {
namespace {

constexpr double kShortestSemiAxis = 0.25;  ///< of the ellipsoids; the longest possible is 1 [m]
constexpr double kShallowest = 2e-3;        ///< bound p on the depth, relative to size [1]
constexpr double kLeastShallow = 1e-2;      ///< the same, upper end [1]
constexpr double kWidestGap = 0.7;  ///< sqrt(2) times it is just below 1, relative to size [1]
constexpr std::uint64_t kGapOctaves = 6;  ///< 0.7 / 2^6 is just above 0.01

/// K of the comment above, by its support points.
class Difference {
 public:
  Difference(const Polytope& A, const Polytope& B, Mat3 R_WB) : A_(A), B_(B), R_(std::move(R_WB)) {}

  /// A point of K with the largest product with u.
  Vec3 support(const Vec3& u) const {
    const Vec3 u_B(ordered_dot(R_.col(0), u), ordered_dot(R_.col(1), u), ordered_dot(R_.col(2), u));
    const Vec3 b = farthest(B_, u_B) - B_.interior_point();
    const Vec3 a = farthest(A_, -u) - A_.interior_point();
    return ordered_product(R_, b) - a;
  }

 private:
  static Vec3 farthest(const Polytope& body, const Vec3& u) {
    const Vec3* best = nullptr;
    double most = 0;
    for (const Vec3& v : body.vertices()) {
      const double along = ordered_dot(u, v);
      if (best == nullptr || along > most) {
        best = &v;
        most = along;
      }
    }
    return *best;
  }

  const Polytope& A_;
  const Polytope& B_;
  Mat3 R_;
};

Vec3 normalised(const Vec3& v) { return v / std::sqrt(ordered_dot(v, v)); }

Vec3 separated_offset(Random& random, const Difference& K, double size) {
  const Vec3 w = random.unit_vector();
  double g = kWidestGap * size * random.uniform(0.5, 1);
  for (std::uint64_t halvings = random.below(kGapOctaves); halvings > 0; --halvings) g *= 0.5;
  const Vec3 any = random.in_unit_ball();
  const Vec3 sideways = any - ordered_dot(any, w) * w;
  return K.support(w) + g * (w + sideways);
}

Vec3 shallow_offset(Random& random, const Difference& K, double size) {
  const Vec3 w = random.unit_vector();
  const double p = size * random.uniform(kShallowest, kLeastShallow);
  const Vec3 top = K.support(w);
  const double h = ordered_dot(w, top);

  // c is a random mean of the support points of three directions around w. The directions close in
  // on w until c is less than p / 2 below the support plane, at the latest when all three points
  // are k(w).
  std::array<Vec3, 3> tilt{random.in_unit_ball(), random.in_unit_ball(), random.in_unit_ball()};
  std::array<double, 3> weight{random.uniform(0.1, 1), random.uniform(0.1, 1),
                               random.uniform(0.1, 1)};
  const double total = weight[0] + weight[1] + weight[2];
  Vec3 c = top;
  for (double spread = 1; spread > 1e-6; spread *= 0.5) {
    Vec3 mean = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      mean += weight[k] / total * K.support(normalised(w + spread * tilt[k]));
    }
    if (h - ordered_dot(w, mean) <= 0.5 * p) {
      c = mean;
      break;
    }
  }
  const double below = h - ordered_dot(w, c);
  const double e = (p - below) / ordered_dot(w, c);
  return (1 - e) * c;
}

Vec3 deep_offset(Random& random, const Difference& K, double /*size*/) {
  const Vec3 w = random.unit_vector();
  return random.uniform(0.1, 0.5) * K.support(w);
}

PolytopePtr make_hull(Random& random, int points, bool on_sphere) {
  if (on_sphere) return make_random_sphere_hull(random, points);
  Vec3 semi_axes;
  for (int k = 0; k < 3; ++k) semi_axes[k] = random.uniform(kShortestSemiAxis, 1);
  return make_random_ellipsoid_hull(random, points, semi_axes);
}

using Offset = Vec3 (*)(Random& random, const Difference& K, double size);

template <Offset offset>
Pair random_hulls(const Family& family, std::uint64_t seed, std::uint64_t index) {
  Random random = case_random(family, seed, index);
  const bool on_sphere = index % 2 == 0;
  Pair pair;
  pair.A = make_hull(random, family.largest_vertices, on_sphere);
  pair.B = make_hull(random, family.largest_vertices, on_sphere);
  pair.X_WB.R = random.rotation();
  const Difference K(*pair.A, *pair.B, pair.X_WB.R);
  const Vec3 d = offset(random, K, pair_size(pair));
  pair.X_WB.t =
      pair.A->interior_point() - ordered_product(pair.X_WB.R, pair.B->interior_point()) - d;
  return pair;
}

struct Regime {
  const char* name;
  const char* summary;
  Pair (*generate)(const Family& family, std::uint64_t seed, std::uint64_t index);
};

constexpr std::array<Regime, 3> kRegimes{{
    {"shallow", "penetration up to 0.01 of size", random_hulls<shallow_offset>},
    {"deep", "centres at 0.1 to 0.5 of the way to contact", random_hulls<deep_offset>},
    {"separated", "gaps of 0.01 to 1 size", random_hulls<separated_offset>},
}};

std::uint64_t default_hull_cases(int points) {
  if (points <= 32) return 300;
  return points <= 128 ? 60 : 12;
}

}  // namespace

std::vector<Family> hull_families() {
  std::vector<Family> families;
  for (int points = 8; points <= 1024; points *= 2) {
    for (const Regime& regime : kRegimes) {
      families.push_back({.name = "random-hulls-" + std::to_string(points) + "-" + regime.name,
                          .group = "hulls",
                          .summary = std::to_string(points) +
                                     " points on a sphere or an ellipsoid, " + regime.summary,
                          .largest_vertices = points,
                          .default_cases = default_hull_cases(points),
                          .finite_cases = 0,
                          .generate = regime.generate});
    }
  }
  return families;
}

}  // namespace touchstone
