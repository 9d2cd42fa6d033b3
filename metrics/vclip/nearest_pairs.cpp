// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/vclip/nearest_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "geometry/loop_bound.hpp"
#include "geometry/support/climb.hpp"
#include "metrics/arithmetic/compensated.hpp"
#include "metrics/vclip/small_hull.hpp"

namespace touchstone {
namespace {

/// |x| below this is 0: rounding would leave too little of its direction.
constexpr double kTied = 1e-22;
/// Where rounding has the last word, |x| below this is 0, too; in parts of the smaller body.
constexpr double kAlmostTied = 1e-16;
/// Products that differ by less, in parts of |u|_1 times the longest arm, are compared in
/// double-double: a rounded direction and a product of three terms [1].
constexpr double kDoubt = 2e-15;
/// Pairs that may enter. Round bodies take about ten, however large they are.
constexpr int kMaxEntered = 500;
/// Pairs that may enter and leave |x| as it is, to rounding.
constexpr int kMaxStalls = 20;
/// Excess of |x| that is accepted where the points span too little to go on, in parts of the
/// smaller body.
constexpr double kThin = 1e-14;
/// Arms together in parts of the smaller body's: what makes bodies unequal. Rounding a normal moves
/// the end of the larger one by less than 2^15 sqrt(3) 2^-54 = 3.2e-12 sizes below that.
constexpr double kMaxEqual = 0x1p15;
/// From here on rounding of C, 1e-30 of the larger body, is 1e-15 of the smaller one.
constexpr double kMaxRatio = 0x1p50;
/// Accepted error of a direction, beside the rounding of its entries [1].
constexpr double kMaxDirection = 0x1p-54;
/// By how much bodies that seem to touch are moved apart, in parts of the smaller one: far above
/// rounding, and too little to change value or normal. Each attempt moves them along another line,
/// as a symmetric pair may be tied along the first.
constexpr std::array kPartsApart = {0x1p-50, 0x1p-45, 0x1p-40};
constexpr std::array<std::array<double, 3>, kPartsApart.size()> kAside = {
    {{0.48, 0.63, -0.59}, {-0.76, 0.31, 0.56}, {0.22, -0.85, 0.47}}};

bool positive(DoubleDouble a) { return a.high > 0; }

}  // namespace

NearestPairs::NearestPairs(const ClipBody& A, const Pose& X_WA, const ClipBody& B, const Pose& X_WB)
    : A_(A), X_WA_(X_WA), B_(B), X_WB_(X_WB), offset_(difference(X_WB.t, X_WA.t)) {
  int exponent = 0;
  std::frexp(A.reach + B.reach + rounded(offset_).lpNorm<Eigen::Infinity>(), &exponent);
  unit_ = std::ldexp(1, -exponent);
}

NearestPairs::Point NearestPairs::point(int a, int b) const {
  const Dd3 of_A = rotate<false>(X_WA_.R, A_.map.body_vertex(a));
  const Dd3 of_B = rotate<false>(X_WB_.R, B_.map.body_vertex(b));
  Dd3 c = offset_ + (of_B - of_A);
  for (DoubleDouble& entry : c) entry = {entry.high * unit_, entry.low * unit_};
  return {c + exactly(shift_), a, b};
}

bool NearestPairs::has(const Point& p) const {
  return std::any_of(points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(count_),
                     [&](const Point& q) { return q.a == p.a && q.b == p.b; });
}

/// The weights y, sum 1, of the point nearest to 0 in the plane, line or space through the points,
/// and this point as x. False where they span less than they should.
bool NearestPairs::minimise(Weights& y) {
  HullFoot foot{{DoubleDouble{1, 0}}, points_[0].c, {}};
  switch (count_) {
    case 1:
      foot.length = length_of(foot.x);
      break;
    case 2:
      if (!foot_on_line(points_[0].c, points_[1].c, foot)) return false;
      break;
    case 3:
      if (!foot_on_plane({&points_[0].c, &points_[1].c, &points_[2].c}, foot)) return false;
      break;
    default:
      return weights_of_zero({&points_[0].c, &points_[1].c, &points_[2].c, &points_[3].c}, y);
  }
  std::copy(foot.weight.begin(), foot.weight.end(), y.begin());
  x_ = foot.x;
  length_ = foot.length;
  return true;
}

/// Any of the points is a start, so that near ties may be broken either way.
void NearestPairs::keep_heaviest() {
  std::size_t best = 0;
  for (std::size_t i = 1; i < count_; ++i) {
    if (weight_[i].high > weight_[best].high) best = i;
  }
  points_[0] = points_[best];
  weight_[0] = {1, 0};
  count_ = 1;
}

/// Wolfe's minor cycle: to the nearest point of the hull of the points, which keeps those that it
/// needs. False if they span less than they should.
bool NearestPairs::reduce() {
  LoopBound bound("vclip: a minor cycle", 5);  // each but the last drops one of four points
  while (true) {
    bound.step();
    if (count_ == 0) return false;  // weights that are no numbers
    Weights y;
    if (!minimise(y)) return false;
    // The part of the way from the weights to y on which all remain positive: of near ties the
    // lesser, as beyond it the other weight would be negative, and its point lost that is needed.
    DoubleDouble part{1, 0};
    std::size_t first = count_;
    for (std::size_t i = 0; i < count_; ++i) {
      if (positive(y[i])) continue;
      const DoubleDouble down = weight_[i] - y[i];
      const DoubleDouble until = positive(down) ? weight_[i] / down : DoubleDouble{0, 0};
      if (first == count_ || (until - part).high < 0) {
        part = until;
        first = i;
      }
    }
    if (first == count_) {
      weight_ = y;
      return true;
    }
    for (std::size_t i = 0; i < count_; ++i) {
      weight_[i] = weight_[i] + part * (y[i] - weight_[i]);
    }
    weight_[first] = {0, 0};
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      if (!positive(weight_[i]) && !positive(y[i])) continue;
      points_[kept] = points_[i];
      weight_[kept++] = weight_[i];
    }
    count_ = kept;
  }
}

/// The vertex of `body` farthest along `sign` x, a vertex near it to start from. What rounding
/// leaves in doubt is compared in double-double.
int NearestPairs::farthest(const ClipBody& body, const Mat3& R, double sign, int start) const {
  // The direction's length does not matter, as long as products keep their exponents.
  const Vec3 x = rounded(x_);
  const Vec3 local = R.transpose() * (x * (sign / x.lpNorm<Eigen::Infinity>()));
  const SupportMap& map = body.map;
  std::optional<Dd3> u;  // most climbs end without it
  const auto height = [&](int v) {
    if (!u) u = rotate_inverse(R, sign > 0 ? x_ : -x_);
    return dot<false>(*u, exactly(map.body_vertex(v)));
  };
  return climb_to_farthest(
      "vclip: a climb in double-double", map.count(), map.nearly_farthest(local, start),
      [&](int v) { return map.neighbours(v); }, [&](int v) { return local.dot(map.arm(v)); },
      kDoubt * local.lpNorm<1>() * map.longest(), height, is_higher);
}

/// The support pair: the one with the least (b - a).x.
NearestPairs::Point NearestPairs::lowest() {
  ++supports_;
  const int a = farthest(A_, X_WA_.R, 1, points_[0].a);
  const int b = farthest(B_, X_WB_.R, -1, points_[0].b);
  return point(a, b);
}

NearestPairs::End NearestPairs::run(std::span<const WeightedPair> start) {
  count_ = 0;
  for (const WeightedPair& pair : start) {
    points_[count_] = point(pair.a, pair.b);
    // A feature without extent gives a NaN: it weighs nothing.
    weight_[count_++] = {pair.weight > 0 ? pair.weight : 0, 0};
  }
  if (!reduce()) {
    keep_heaviest();
    reduce();
  }
  if (ratio() > kMaxRatio) return End::stuck;
  int stalls = 0;
  for (entered_ = 0; entered_ <= kMaxEntered; ++entered_) {
    if (!(length_.high > kTied)) return unequal() ? End::stuck : End::tied;
    const Point next = lowest();
    const DoubleDouble nearer = length_ * length_ - dot(x_, next.c);
    const double length = length_.high;
    if (!(nearer.high > 8 * kSmallHullNoise * length)) {
      return unequal() && !surely_of_feature() ? End::stuck : End::separated;
    }
    const NearestPairs before = *this;
    if (!has(next)) {
      points_[count_] = next;
      weight_[count_++] = {0, 0};
      const bool reduced = reduce();
      if (reduced && count_ == 4) return End::overlap;
      // Where bodies almost touch, x may turn by much and yet be no shorter than rounding tells.
      const double longer = (length_ - before.length_).high;
      if (reduced && longer < kSmallHullNoise && (longer < 0 || ++stalls <= kMaxStalls)) continue;
    }
    // What the points span is too thin for double-doubles.
    take(before);
    if (unequal()) return End::stuck;
    if (nearer.high <= kThin * smaller_reach() * length) return End::separated;
    return length <= kAlmostTied * smaller_reach() ? End::tied : End::stuck;
  }
  return End::stuck;
}

double NearestPairs::smaller_reach() const {
  return std::min(A_.map.longest(), B_.map.longest()) * unit_;
}

/// The arms of both bodies together, in parts of the smaller one's.
double NearestPairs::ratio() const {
  const double a = A_.map.longest();
  const double b = B_.map.longest();
  return (a + b) / std::min(a, b);
}

/// Whether the normal has to be the right one but for its rounding.
bool NearestPairs::unequal() const { return ratio() > kMaxEqual; }

/// Whether the normal of the points is that of the nearest feature, to 2^-54: no other vertex is as
/// far as theirs along x, as far as rounding tells.
bool NearestPairs::surely_of_feature() const {
  return direction_error() <= kMaxDirection && alone(A_, X_WA_.R, 1, &Point::a) &&
         alone(B_, X_WB_.R, -1, &Point::b);
}

/// Whether no other vertex of `body` is as far along `sign` x as those of the points, to rounding.
/// Vertices at one level are connected, so that it is enough to look at neighbours.
bool NearestPairs::alone(const ClipBody& body, const Mat3& R, double sign,
                         int Point::*place) const {
  const Dd3 u = rotate_inverse(R, sign > 0 ? x_ : -x_);
  const Vec3 rough = rounded(u);
  const double doubt = kDoubt * rough.lpNorm<1>() * body.map.longest();
  const double noise = 8 * kSmallHullNoise * length_.high / unit_;
  for (std::size_t i = 0; i < count_; ++i) {
    const int own = points_[i].*place;
    const DoubleDouble level = dot<false>(u, exactly(body.map.body_vertex(own)));
    const bool below = all_neighbours(body.map, own, [&](int other) {
      const auto is_other = [&](const Point& p) { return p.*place == other; };
      if (std::any_of(points_.begin(), points_.begin() + static_cast<std::ptrdiff_t>(count_),
                      is_other) ||
          rough.dot(body.map.arm(other) - body.map.arm(own)) < -doubt) {
        return true;
      }
      const DoubleDouble height = dot<false>(u, exactly(body.map.body_vertex(other)));
      return (height - level).high < -noise;
    });
    if (!below) return false;
  }
  return true;
}

/// Error of x as the normal of the points [1]: their rounding over the least of |x| and the lengths
/// that they span in both bodies.
double NearestPairs::direction_error() const {
  const auto step = [&](std::size_t i, std::size_t j) {
    return Vec3(rounded(points_[i].c - points_[j].c));
  };
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count_; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Point& p = points_[i];
      const Point& q = points_[j];
      if (p.a != q.a) least = std::min(least, unit_ * (A_.map.arm(p.a) - A_.map.arm(q.a)).norm());
      if (p.b != q.b) least = std::min(least, unit_ * (B_.map.arm(p.b) - B_.map.arm(q.b)).norm());
    }
  }
  if (count_ == 3) {
    const double longest = std::max({step(0, 1).norm(), step(1, 2).norm(), step(2, 0).norm()});
    least = std::min(least, step(0, 1).cross(step(2, 1)).norm() / longest);
  } else {
    least = std::min(least, length_.high);
  }
  return 4 * kSmallHullNoise / least;
}

void NearestPairs::take(const NearestPairs& other) {
  points_ = other.points_;
  weight_ = other.weight_;
  count_ = other.count_;
  x_ = other.x_;
  length_ = other.length_;
}

/// 0 is within the hull of `count_` points of C, be it inside C or on its boundary. It is inside if
/// and only if it remains so when C is moved along -w a little, where w points from a ball inside C
/// to 0: the interior point of C is at -d, the ball about it has the sum of the inradii.
NearestPairs::Touching NearestPairs::touching(const Vec3& d) const {
  const double inradius = 0.5 * (A_.inradius + B_.inradius);
  std::array<WeightedPair, 3> start;
  for (std::size_t i = 0; i < count_; ++i) start[i] = pair(i);
  for (std::size_t i = 0; i < kPartsApart.size(); ++i) {
    NearestPairs moved = *this;
    const Vec3 w = d + inradius * Vec3(kAside[i].data());
    moved.shift_ = -(kPartsApart[i] * smaller_reach()) * w.stableNormalized();
    const End end = moved.run({start.data(), count_});
    if (end == End::overlap) return {end, Vec3::Zero()};
    if (end == End::separated) return {End::touching, moved.normal()};
  }
  return {End::stuck, Vec3::Zero()};
}

Vec3 NearestPairs::normal() const { return -rounded(x_).stableNormalized(); }

WitnessPoints NearestPairs::witnesses() const {
  Dd3 on_A{};
  Dd3 on_B{};
  for (std::size_t i = 0; i < count_; ++i) {
    on_A = on_A + scaled(weight_[i], exactly(A_.map.body_vertex(points_[i].a)));
    on_B = on_B + scaled(weight_[i], exactly(B_.map.body_vertex(points_[i].b)));
  }
  return {rounded(rotate(X_WA_.R, on_A) + exactly(X_WA_.t)),
          rounded(rotate(X_WB_.R, on_B) + exactly(X_WB_.t))};
}

}  // namespace touchstone
