// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a cover. What is in doubles here only chooses where to cut: whether a leaf holds is decided
// in integers.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <limits>

#include "geometry/index.hpp"
#include "reference/certificates/cover.hpp"
#include "reference/certificates/cover_side.hpp"

namespace touchstone {
namespace {

/// A point of C by the numbers of its vertices in their sides.
struct CoverPoint {
  int a = 0;
  int b = 0;
};

/// A ray of a cone and what is farthest along it.
struct Ray {
  IntegerVec3 r;
  Vec3 unit = Vec3::Zero();
  Integer length;  ///< |r|, rounded down after 64 binary digits or more, times 2^64
  std::vector<int> face_A;
  std::vector<int> face_B;
  double excess = 0;  ///< support function of C along `unit` beyond the depth, in units of it
};

class CoverSearch {
 public:
  CoverSearch(const Pair& pair, const Truth& truth);
  std::optional<Cover> find();

 private:
  using Rays = std::array<const Ray*, 3>;
  using Weights = std::array<Integer, 3>;

  const Ray* ray(const IntegerVec3& r);
  void cut(const Rays& rays, std::vector<IntegerVec3> optimal);
  void split(const Rays& rays, const Weights& weights, const std::vector<IntegerVec3>& optimal);
  std::optional<CoverPoint> leaf_of(const Rays& rays) const;
  bool holds(const CoverPoint& corner, const Rays& rays) const;
  Vec3 along_rays(const Rays& rays, const std::array<IntegerVec3, 3>& v) const;
  int farthest(const CoverSide& side, const Rays& rays, const std::array<int, 3>& at_rays,
               const Vec3& x) const;
  Weights where_to_split(const Rays& rays) const;
  Weights exact_weights(const Rays& rays, const std::vector<CoverPoint>& active,
                        const Vec3& x) const;
  static std::optional<Weights> rounded_weights(const Rays& rays, const Vec3& x, double angle);

  IntegerVec3 exact(const CoverPoint& c) const { return A_.exact(c.a) + B_.exact(c.b); }

  IntegerPair integers_;
  Integer P_;
  Integer Q_;
  long shift_ = 0;
  CoverSide A_;
  CoverSide B_;
  double depth_ = 0;  ///< in units of the rounded vertices
  double size_ = 0;   ///< no point of C is longer, in units of the depth
  std::vector<IntegerVec3> directions_;
  std::deque<Ray> rays_;
  int level_ = 0;
  bool stuck_ = false;
  Cover cover_;
};

CoverCone cone_of(const std::array<const Ray*, 3>& rays) {
  return {rays[0]->r, rays[1]->r, rays[2]->r};
}

/// The factors of u as a sum of the cone's levelled rays, times a positive number.
std::array<Integer, 3> factors_of(const CoverCone& cone, const IntegerVec3& u) {
  const CoverCone r = levelled(cone);
  std::array<Integer, 3> factors = {u.dot(r[1].cross(r[2])), u.dot(r[2].cross(r[0])),
                                    u.dot(r[0].cross(r[1]))};
  if (r[0].dot(r[1].cross(r[2])) < 0) {
    for (Integer& f : factors) f = -f;
  }
  const Integer divisor = gcd(gcd(factors[0], factors[1]), factors[2]);
  if (divisor > 1) {
    for (Integer& f : factors) f /= divisor;
  }
  return factors;
}

long digits_of_all(const IntegerPair& pair) {
  std::size_t most = 1;
  for (const IntegerBody* body : {&pair.A, &pair.B}) {
    for (const IntegerVec3& v : body->vertices) {
      for (const Integer* x : {&v.x, &v.y, &v.z}) {
        most = std::max(most, mpz_sizeinbase(x->get_mpz_t(), 2));
      }
    }
  }
  return static_cast<long>(most);
}

CoverSearch::CoverSearch(const Pair& pair, const Truth& truth)
    : integers_(to_integers(pair)),
      shift_(digits_of_all(integers_)),
      A_(*pair.A, integers_.A.vertices, -1, shift_),
      B_(*pair.B, integers_.B.vertices, 1, shift_) {
  const Rational square = truth.phi_squared * scaled_ratio(1, 1, -2 * integers_.exponent);
  P_ = square.get_num();
  Q_ = square.get_den();
  depth_ = round_sqrt_to_double(square * scaled_ratio(1, 1, -2 * shift_));
  // 0 is in C: no point of C is farther from it than any two are from each other.
  size_ = 2 * (A_.radius() + B_.radius()) / depth_;
  for (const ExactVec3& u : truth.directions) {
    directions_.push_back(primitive({u[0].get_num(), u[1].get_num(), u[2].get_num()}));
  }
}

const Ray* CoverSearch::ray(const IntegerVec3& r) {
  Ray& made = rays_.emplace_back();
  made.r = r;
  made.unit = rounded_direction(r).normalized();
  made.face_A = A_.face(r, made.unit);
  made.face_B = B_.face(r, made.unit);
  const Integer square = r.squaredNorm();
  made.length = sqrt(Integer(square << 128));
  const Integer along = exact({made.face_A[0], made.face_B[0]}).dot(r);
  const Integer depth_along = P_ * square;
  const double squared = rounded_ratio(along * along * Q_ - depth_along, depth_along);
  // No cover has such a ray: the truth is none.
  if (along <= 0 || squared < 0) stuck_ = true;
  made.excess = squared / (std::sqrt(1 + squared) + 1);
  return &made;
}

bool CoverSearch::holds(const CoverPoint& corner, const Rays& rays) const {
  const IntegerVec3 c = exact(corner);
  return std::all_of(rays.begin(), rays.end(), [&](const Ray* ray) {
    const Integer along = c.dot(ray->r);
    return along > 0 && Integer(Q_ * along * along) >= Integer(P_ * ray->r.squaredNorm());
  });
}

std::optional<CoverPoint> CoverSearch::leaf_of(const Rays& rays) const {
  const Vec3 middle = rays[0]->unit + rays[1]->unit + rays[2]->unit;
  std::vector<CoverPoint> corners = {{A_.farthest(middle), B_.farthest(middle)}};
  for (const Ray* ray : rays) {
    corners.push_back({A_.farthest_of(ray->face_A, middle), B_.farthest_of(ray->face_B, middle)});
  }
  for (const CoverPoint& corner : corners) {
    if (holds(corner, rays)) return corner;
  }
  return std::nullopt;
}

void CoverSearch::split(const Rays& rays, const Weights& weights,
                        const std::vector<IntegerVec3>& optimal) {
  cover_.push_back({false, {}, weights});
  const Ray* between = ray(ray_between(cone_of(rays), weights));
  ++level_;
  for (std::size_t k = 0; k < 3; ++k) {
    if (weights[k] == 0) continue;
    Rays part = rays;
    part[k] = between;
    cut(part, optimal);
  }
  --level_;
}

/// Writes the tree of a cone. Directions in which phi is attained become rays first: a leaf that
/// has one inside cannot hold.
void CoverSearch::cut(const Rays& rays, std::vector<IntegerVec3> optimal) {
  if (level_ > kMaxCoverLevel || cover_.size() > kMaxCoverNodes) stuck_ = true;
  if (stuck_) return;
  std::vector<IntegerVec3> inside;
  Weights first;
  for (const IntegerVec3& u : optimal) {
    const Weights factors = factors_of(cone_of(rays), u);
    if (std::any_of(factors.begin(), factors.end(), [](const Integer& f) { return f < 0; }))
      continue;
    if (std::count(factors.begin(), factors.end(), 0) == 2) continue;
    if (inside.empty()) first = factors;
    inside.push_back(u);
  }
  if (!inside.empty()) {
    inside.erase(inside.begin());
    split(rays, first, inside);
    return;
  }
  if (const auto corner = leaf_of(rays)) {
    cover_.push_back({true, {A_.index(corner->a), B_.index(corner->b)}, {}});
    return;
  }
  split(rays, where_to_split(rays), {});
}

std::optional<Cover> CoverSearch::find() {
  for (const CoverCone& cone : octants()) {
    rays_.clear();
    cut({ray(cone[0]), ray(cone[1]), ray(cone[2])}, directions_);
  }
  if (stuck_) return std::nullopt;
  return std::move(cover_);
}

/// A linear function on the cone, by its values at the three unit rays.
struct Cut {
  Vec3 at_rays;
  CoverPoint corner;
};

/// A point of the triangle of factors x, sum x = 1, with the greatest of the cuts there, and which
/// cuts attain it.
struct Lowest {
  Vec3 x = Vec3::Zero();
  double value = std::numeric_limits<double>::infinity();
  std::vector<CoverPoint> active;
};

void offer(Lowest& lowest, const std::vector<Cut>& cuts, const Vec3& direction,
           const std::vector<CoverPoint>& active) {
  const double sum = direction.sum();
  if (sum == 0) return;
  const Vec3 x = direction / sum;
  if (!(x.minCoeff() >= 0) || (x.array() > 0).count() < 2) return;
  double value = -std::numeric_limits<double>::infinity();
  for (const Cut& cut : cuts) value = std::max(value, cut.at_rays.dot(x));
  if (value < lowest.value) lowest = {x, value, active};
}

/// Where the greatest of the cuts is least: there three are equal, or two on a side.
Lowest lowest_of(const std::vector<Cut>& cuts) {
  Lowest lowest;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3 e = cuts[i].at_rays - cuts[j].at_rays;
      const std::vector<CoverPoint> two = {cuts[i].corner, cuts[j].corner};
      for (int k = 0; k < 3; ++k) offer(lowest, cuts, e.cross(Vec3::Unit(k)), two);
      for (std::size_t l = 0; l < j; ++l) {
        offer(lowest, cuts, e.cross(cuts[i].at_rays - cuts[l].at_rays),
              {cuts[i].corner, cuts[j].corner, cuts[l].corner});
      }
    }
  }
  return lowest;
}

/// v.r / |r| in units of the depth, for each ray, where v_k is what the k-th is held against.
Vec3 CoverSearch::along_rays(const Rays& rays, const std::array<IntegerVec3, 3>& v) const {
  Vec3 along;
  for (std::size_t k = 0; k < 3; ++k) {
    const Integer exact = v[k].dot(rays[k]->r) << 64;
    along[static_cast<int>(k)] =
        rounded_ratio(exact, rays[k]->length << static_cast<mp_bitcnt_t>(shift_)) / depth_;
  }
  return along;
}

/// The vertex of a side that is farthest along the sum of x_k unit_k, near ties told apart by exact
/// differences from the vertices `at_rays`.
int CoverSearch::farthest(const CoverSide& side, const Rays& rays,
                          const std::array<int, 3>& at_rays, const Vec3& x) const {
  const Vec3 u = x[0] * rays[0]->unit + x[1] * rays[1]->unit + x[2] * rays[2]->unit;
  int best = -1;
  double most = 0;
  const std::vector<int> some = side.near(u.normalized());
  if (some.size() == 1) return some[0];
  for (const int v : some) {
    std::array<IntegerVec3, 3> difference;
    for (std::size_t k = 0; k < 3; ++k) difference[k] = side.exact(v) - side.exact(at_rays[k]);
    const double along = along_rays(rays, difference).dot(x);
    if (best >= 0 && along <= most) continue;
    best = v;
    most = along;
  }
  return best;
}

/// Where the support function of C is farthest below the linear function that agrees with it at the
/// rays: a vertex of the normal fan, or where a side crosses it. Found by cutting planes (Kelley
/// 1960).
CoverSearch::Weights CoverSearch::where_to_split(const Rays& rays) const {
  constexpr int kMaxRounds = 12;
  const Vec3 middle = rays[0]->unit + rays[1]->unit + rays[2]->unit;
  std::array<int, 3> a{};
  std::array<int, 3> b{};
  for (std::size_t k = 0; k < 3; ++k) {
    a[k] = A_.farthest_of(rays[k]->face_A, middle);
    b[k] = B_.farthest_of(rays[k]->face_B, middle);
  }
  std::vector<Cut> cuts;
  const auto add = [&](const CoverPoint& corner) {
    const IntegerVec3 c = exact(corner);
    std::array<IntegerVec3, 3> difference;
    for (std::size_t k = 0; k < 3; ++k) difference[k] = c - exact({a[k], b[k]});
    cuts.push_back({along_rays(rays, difference), corner});
    return cuts.back().at_rays;
  };
  for (std::size_t k = 0; k < 3; ++k) add({a[k], b[k]});
  Lowest lowest;
  for (int round = 0; round < kMaxRounds; ++round) {
    lowest = lowest_of(cuts);
    if (lowest.active.empty()) return {1, 1, 1};
    const CoverPoint corner = {farthest(A_, rays, a, lowest.x), farthest(B_, rays, b, lowest.x)};
    if (add(corner).dot(lowest.x) <= (1 - 1e-9) * lowest.value) break;
  }
  // With u = sum x_k unit_k, sum x_k = 1: |u|^2 = 1 - sum x_i x_j |unit_i - unit_j|^2 over i < j.
  double shortfall = 0;
  double reach = lowest.value;
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    shortfall +=
        lowest.x[k] * lowest.x[next] * (rays[at(k)]->unit - rays[at(next)]->unit).squaredNorm();
    reach += lowest.x[k] * rays[at(k)]->excess;
  }
  const double length = std::sqrt(1 - shortfall);
  const double excess = (reach + shortfall / (1 + length)) / length;
  const double angle = excess / (4 * size_);
  if (angle > 0x1p-42) {
    if (const auto weights = rounded_weights(rays, lowest.x, angle)) return *weights;
  }
  return exact_weights(rays, lowest.active, lowest.x);
}

/// Small weights of a ray that is within `angle` of sum x_k unit_k.
std::optional<CoverSearch::Weights> CoverSearch::rounded_weights(const Rays& rays, const Vec3& x,
                                                                 double angle) {
  Vec3 factors;
  Vec3 u = Vec3::Zero();
  std::array<Vec3, 3> level;
  for (std::size_t k = 0; k < 3; ++k) {
    // The levelled ray's length is that of one whose greatest entry is in [1/2, 1).
    const double length = rounded_direction(rays[k]->r).norm();
    level[k] = length * rays[k]->unit;
    factors[static_cast<int>(k)] = x[static_cast<int>(k)] / length;
    u += x[static_cast<int>(k)] * rays[k]->unit;
  }
  u.normalize();
  std::array<std::int64_t, 3> rounded{};
  for (std::int64_t most = 1; most < std::int64_t{1} << 48; most *= 2) {
    Vec3 r = Vec3::Zero();
    for (std::size_t k = 0; k < 3; ++k) {
      const double entry = factors[static_cast<int>(k)] / factors.maxCoeff();
      rounded[k] = std::llround(entry * static_cast<double>(most));
      r += static_cast<double>(rounded[k]) * level[k];
    }
    if (std::count(rounded.begin(), rounded.end(), 0) > 1) continue;
    if (r.cross(u).norm() > angle * r.norm()) continue;
    return Weights{static_cast<long>(rounded[0]), static_cast<long>(rounded[1]),
                   static_cast<long>(rounded[2])};
  }
  return std::nullopt;
}

/// The ray along which the active corners are equally far, exactly; the middle where doubles named
/// the wrong ones.
CoverSearch::Weights CoverSearch::exact_weights(const Rays& rays,
                                                const std::vector<CoverPoint>& active,
                                                const Vec3& x) const {
  const CoverCone cone = cone_of(rays);
  const IntegerVec3 e = exact(active[1]) - exact(active[0]);
  Weights weights;
  if (active.size() == 3) {
    const IntegerVec3 n = e.cross(exact(active[2]) - exact(active[0]));
    weights = factors_of(cone, n);
    if (weights[0] < 0 || weights[1] < 0 || weights[2] < 0) weights = factors_of(cone, -n);
  } else {
    // On the side without ray k.
    const std::size_t k = x[0] == 0 ? 0 : x[1] == 0 ? 1 : 2;
    const CoverCone level = levelled(cone);
    weights[(k + 1) % 3] = abs(e.dot(level[(k + 2) % 3]));
    weights[(k + 2) % 3] = abs(e.dot(level[(k + 1) % 3]));
  }
  const bool good = weights[0] >= 0 && weights[1] >= 0 && weights[2] >= 0 &&
                    std::count(weights.begin(), weights.end(), 0) < 2;
  return good ? weights : Weights{1, 1, 1};
}

}  // namespace

std::optional<Cover> find_cover(const Pair& pair, const Truth& truth) {
  return CoverSearch(pair, truth).find();
}

}  // namespace touchstone
