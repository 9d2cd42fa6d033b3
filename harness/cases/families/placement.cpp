// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/families/placement.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "harness/cases/families/bodies.hpp"
#include "harness/cases/families/families.hpp"

namespace touchstone {
namespace {

constexpr double kShallowest = 2e-3;  ///< least bound p on a shallow depth / thickness [1]
constexpr double kMinShallow = 1e-2;  ///< greatest bound p on a shallow depth / thickness [1]
constexpr double kWidestGap = 0.7;    ///< sqrt(2) times it is just below 1, relative to size [1]
constexpr std::uint64_t kGapOctaves = 6;  ///< 0.7 / 2^6 is just above 0.01
constexpr std::array<double, 4> kRelativeNearGaps{1e-3, 1e-5, 1e-7,
                                                  1e-9};  ///< relative to size [1]
/// Tilts the support directions from w: they find corners of K's face along w, and of no other face
/// unless it is as nearly parallel [1].
constexpr double kFaceTilt = 1e-12;

const Vec3& farthest(const Polytope& body, const Vec3& u) {
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

Vec3 in_frame_of(const Mat3& R, const Vec3& u) {
  return {ordered_dot(R.col(0), u), ordered_dot(R.col(1), u), ordered_dot(R.col(2), u)};
}

Vec3 levelled(const Vec3& v, bool flat) { return flat ? Vec3(v.x(), v.y(), 0) : v; }

/// Weighted means of the support points of three directions around w.
class SupportMean {
 public:
  SupportMean(Random& random, const PlacedDifference& K, Vec3 w, bool flat)
      : K_(K), w_(std::move(w)), flat_(flat) {
    for (Vec3& t : tilt_) t = levelled(random.in_unit_ball(), flat);
    for (double& weight : weight_) weight = random.uniform(0.1, 1);
  }

  Vec3 at(double spread) const {
    const double total = weight_[0] + weight_[1] + weight_[2];
    Vec3 mean = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      mean += weight_[k] / total * K_.support(normalised(w_ + spread * tilt_[k]));
    }
    return levelled(mean, flat_);
  }

 private:
  const PlacedDifference& K_;
  Vec3 w_;
  bool flat_;
  std::array<Vec3, 3> tilt_;
  std::array<double, 3> weight_{};
};

/// A world normal of a facet of A (turned inwards) or B: a facet of K is orthogonal to it.
Vec3 facet_direction(Random& random, const Pair& pair) {
  const bool of_A = random.below(2) == 0;
  const Polytope& body = of_A ? *pair.A : *pair.B;
  const Vec3& normal = body.facets()[random.below(body.facets().size())].normal;
  if (of_A) return -normalised(ordered_product(pair.X_WA.R, normal));
  return normalised(ordered_product(pair.X_WB.R, normal));
}

}  // namespace

Vec3 PlacedDifference::support(const Vec3& u) const {
  const Vec3 b = farthest(B_, in_frame_of(R_WB_, u)) - B_.interior_point();
  const Vec3 a = farthest(A_, in_frame_of(R_WA_, -u)) - A_.interior_point();
  return ordered_product(R_WB_, b) - ordered_product(R_WA_, a);
}

Vec3 normalised(const Vec3& v) { return v / std::sqrt(ordered_dot(v, v)); }

Vec3 separated_offset(Random& random, const PlacedDifference& K, const Vec3& w, double size,
                      bool flat) {
  double g = kWidestGap * size * random.uniform(0.5, 1);
  for (std::uint64_t halvings = random.below(kGapOctaves); halvings > 0; --halvings) g *= 0.5;
  const Vec3 any = levelled(random.in_unit_ball(), flat);
  const Vec3 sideways = any - ordered_dot(any, w) * w;
  return levelled(K.support(w), flat) + g * (w + sideways);
}

Vec3 near_offset(Random& random, const PlacedDifference& K, const Vec3& w, double size, bool flat) {
  const Vec3 c = touching_offset(random, K, w, flat);
  return c + size * kRelativeNearGaps[random.below(kRelativeNearGaps.size())] * w;
}

Vec3 touching_offset(Random& random, const PlacedDifference& K, const Vec3& w, bool flat) {
  return SupportMean(random, K, w, flat).at(kFaceTilt);
}

Vec3 shallow_offset(Random& random, const PlacedDifference& K, const Vec3& w, double thickness,
                    bool flat) {
  const double p = thickness * random.uniform(kShallowest, kMinShallow);
  const Vec3 top = levelled(K.support(w), flat);
  const double h = ordered_dot(w, top);

  // c is a random mean of the support points of three directions around w. The directions close in
  // on w until c is less than p / 2 below the support plane, at the latest when all three points
  // are k(w).
  const SupportMean around(random, K, w, flat);
  Vec3 c = top;
  for (double spread = 1; spread > 1e-6; spread *= 0.5) {
    const Vec3 mean = around.at(spread);
    if (h - ordered_dot(w, mean) <= 0.5 * p) {
      c = mean;
      break;
    }
  }
  const double below = h - ordered_dot(w, c);
  const double e = (p - below) / ordered_dot(w, c);
  return (1 - e) * c;
}

Vec3 deep_offset(Random& random, const PlacedDifference& K, const Vec3& w, bool flat) {
  return random.uniform(0.1, 0.5) * levelled(K.support(w), flat);
}

void set_offset(Pair* pair, const Vec3& d) {
  const Vec3 x_WA = ordered_product(pair->X_WA.R, pair->A->interior_point()) + pair->X_WA.t;
  pair->X_WB.t = x_WA - ordered_product(pair->X_WB.R, pair->B->interior_point()) - d;
}

void place(Random& random, Regime regime, Pair* pair) {
  const Vec3 w = random.below(2) == 0 ? facet_direction(random, *pair) : random.unit_vector();
  place(random, regime, w, pair);
}

void place(Random& random, Regime regime, const Vec3& w, Pair* pair, bool flat) {
  const PlacedDifference K(*pair);
  const double size = pair_size(*pair);
  // h(w) is at least the sum of the inradii, however thin the bodies are.
  const double thickness = std::min(size, pair->A->inradius() + pair->B->inradius());
  Vec3 d = Vec3::Zero();
  switch (regime) {
    case Regime::separated:
      d = separated_offset(random, K, w, size, flat);
      break;
    case Regime::near:
      d = near_offset(random, K, w, size, flat);
      break;
    case Regime::touching:
      d = touching_offset(random, K, w, flat);
      break;
    case Regime::shallow:
      d = shallow_offset(random, K, w, thickness, flat);
      break;
    case Regime::deep:
      d = deep_offset(random, K, w, flat);
      break;
  }
  set_offset(pair, d);
}

void place_sheared(Random& random, Regime regime, const Mat3& R_A, const Mat3& R_B, double shear,
                   Pair* pair) {
  pair->X_WA.R = ordered_product(R_A, sheared_identity(random, shear));
  pair->X_WA.t = random.in_unit_ball();
  pair->X_WB.R = ordered_product(R_B, sheared_identity(random, shear));
  place(random, regime, pair);
}

double exact_gap(Random& random, Regime regime, const ExactGaps& gaps) {
  switch (regime) {
    case Regime::separated:
      return gaps.unit * from_to(random, 1, 6);
    case Regime::near:
      return gaps.ulp * from_to(random, 1, 3);
    case Regime::touching:
      return 0;
    case Regime::shallow:
      return -gaps.ulp * static_cast<double>(std::uint64_t{1} << random.below(gaps.octaves));
    case Regime::deep:
      break;
  }
  return -gaps.unit * from_to(random, gaps.deep[0], gaps.deep[1]);
}

}  // namespace touchstone
