// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/unions/separating_translation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <queue>
#include <set>

#include "reference/exact/ensure.hpp"
#include "reference/unions/nearest_in_spaces.hpp"

namespace touchstone {
namespace {

/// A point that is deeper inside is so for certain [1].
constexpr double kClearlyInside = 0x1p-40;
/// A point is moved outward by this much of itself [1], and by at least so much [near units],
/// before it is proven to be outside.
constexpr double kOutward = 1e-9, kMinOutward = 0x1p-38;
/// Nodes whose separating translation is looked for: the first ones, and then every so many.
constexpr std::int64_t kFirstWays = 64, kWayEvery = 32;
/// A search ends where more nodes wait: they take some 100 bytes each.
constexpr std::size_t kMaxWaiting = 4'000'000;

/// What waits to be opened: there may be millions.
struct Node {
  Spaces::Numbers spaces = Spaces().numbers();
  double lower = 0;
  std::int64_t age = 0;  ///< nodes with equal bounds are opened in the order of their making

  friend bool operator<(const Node& a, const Node& b) {
    return a.lower != b.lower ? a.lower > b.lower : a.age > b.age;
  }
};

/// A point that parts the unions, exactly.
struct Incumbent {
  FractionPoint t;
  Rational squared;             ///< in units of 2^(2 exponent)
  double above = 0;             ///< at least |t|, in near units
  Spaces::Numbers spaces = {};  ///< those whose nearest point it is
};

class SeparationSearch {
 public:
  SeparationSearch(const PlacedUnions& unions, std::int64_t max_nodes)
      : unions_(unions), differences_(unions), max_nodes_(max_nodes) {}

  std::optional<SeparatingTranslation> run() {
    if (!differences_.containing_difference({})) return std::nullopt;
    SeparatingTranslation separating;
    find_deepest_pair(separating);
    open_.push({});
    while (!open_.empty()) {
      const Node node = open_.top();
      if (incumbent_ && node.lower >= incumbent_->above) break;
      if (nodes_ >= max_nodes_ || open_.size() > kMaxWaiting) break;
      open_.pop();
      waiting_.erase(node.spaces);
      ++nodes_;
      open(node);
    }
    conclude(separating);
    return separating;
  }

 private:
  void open(const Node& node) {
    const Spaces spaces = spaces_of(node);
    const Vec3 t = nearest_point(spaces);
    Differences::Inside inside = differences_.deepest(t);
    if (inside.depth <= kClearlyInside) {
      const auto containing_difference = exact_containing_difference(node);
      if (!containing_difference) return;
      inside.difference = *containing_difference;
    } else if (nodes_ <= kFirstWays || nodes_ % kWayEvery == 0) {
      look_for_translation(t);
    }
    for (const Differences::Plane& plane : differences_.planes(inside.difference)) {
      add_child(node, spaces, plane);
    }
  }

  Spaces spaces_of(const Node& node) const {
    Spaces spaces;
    for (const int number : node.spaces) {
      if (number >= 0) spaces.add(differences_.plane(number));
    }
    return spaces;
  }

  void add_child(const Node& node, const Spaces& spaces, const Differences::Plane& plane) {
    const NearestInSpaces nearest = nearest_in_spaces(spaces, plane);
    const double lower = std::max(node.lower, nearest.lower_of_all);
    if (lower > upper_ || (incumbent_ && lower >= incumbent_->above)) return;
    // The child stands for all that its own half-spaces hold, so that another one with the same is
    // not needed: a bound of fewer points must not close it.
    Node child{nearest.spaces, nearest.lower};
    if (!waiting_.insert(child.spaces).second) return;
    child.age = ++made_;
    open_.push(child);
  }

  /// A difference that holds the node's exact point. If there is none, that point is the best of
  /// the node; nothing, too, where the node has nothing better than the incumbent.
  std::optional<int> exact_containing_difference(const Node& node) {
    std::vector<const SeparatingHalfSpace*> spaces;
    for (const int number : node.spaces) {
      if (number >= 0) spaces.push_back(&differences_.space(number));
    }
    const ExactNearest nearest = exact_nearest(spaces);
    if (incumbent_ && nearest.squared >= incumbent_->squared) return std::nullopt;
    const auto containing_difference = differences_.containing_difference(nearest.t);
    if (!containing_difference) take(nearest.t, nearest.squared, node.spaces);
    return containing_difference;
  }

  void take(const FractionPoint& t, const Rational& squared, const Spaces::Numbers& spaces) {
    const long bits = 2 * (unions_.exponent - unions_.scale);
    const double root = round_sqrt_to_double(shifted(squared, bits));
    incumbent_ = {t, squared, std::nextafter(root, HUGE_VAL), spaces};
    upper_ = std::min(upper_, incumbent_->above);
  }

  void look_for_translation(const Vec3& t) {
    if (t.isZero(0)) return;
    const double far_enough =
        differences_.separating_scale(t) * (1 + kOutward) + kMinOutward / t.norm();
    const Vec3 out = t * far_enough;
    const double length = out.norm() * (1 + 0x1p-50);
    if (length >= upper_ || !differences_.surely_outside(out)) return;
    upper_ = length;
    shortest_ = out;
  }

  static Rational shifted(const Rational& x, long bits) {
    return scaled_ratio(x.get_num(), x.get_den(), bits);
  }

  void find_deepest_pair(SeparatingTranslation& separating) {
    const Vec3 origin = Vec3::Zero();
    const double most = differences_.deepest(origin).depth;
    bool found = false;
    for (int k = 0; k < differences_.count(); ++k) {
      if (!differences_.is_near(k, origin)) continue;
      const std::optional<Rational> squared = depth_squared(k, most);
      if (!squared || (found && *squared <= separating.deepest_squared)) continue;
      separating.deepest_squared = *squared;
      separating.deepest = differences_.pieces(k);
      found = true;
    }
    separating.deepest_squared = shifted(separating.deepest_squared, 2 * unions_.exponent);
  }

  /// The square of the distance of 0 from the outside of a difference; nothing where 0 is outside,
  /// or less deep than `most` by more than rounding.
  std::optional<Rational> depth_squared(int k, double most) {
    double least = HUGE_VAL;
    const auto& planes = differences_.planes(k);
    for (const auto& plane : planes) least = std::min(least, plane.offset);
    if (least < most - kClearlyInside) return std::nullopt;
    std::optional<Rational> squared;
    for (const auto& plane : planes) {
      if (plane.offset > least + kClearlyInside) continue;
      const SeparatingHalfSpace& space = differences_.space(plane.space);
      if (space.offset <= 0) return std::nullopt;
      Rational value(Integer(space.offset * space.offset), space.normal.squaredNorm());
      value.canonicalize();
      if (!squared || value < *squared) squared = value;
    }
    return squared;
  }

  void conclude(SeparatingTranslation& separating) {
    separating.nodes = nodes_;
    const double open_lower = open_.empty() ? HUGE_VAL : open_.top().lower;
    const bool done = incumbent_ && open_lower >= incumbent_->above;
    if (!done) take_translation();
    ensure(done || std::isfinite(open_lower), "unions: a search has lost its best node");
    const FractionPoint& t = incumbent_->t;
    separating.exact = done;
    separating.squared = shifted(incumbent_->squared, 2 * unions_.exponent);
    const double below = std::nextafter(round_sqrt_to_double(separating.squared), 0);
    separating.lower =
        done ? below : std::min(below, std::ldexp(open_lower, static_cast<int>(unions_.scale)));
    const std::array<const Integer*, 3> entries = {&t.numerator.x, &t.numerator.y, &t.numerator.z};
    for (std::size_t k = 0; k < 3; ++k) {
      separating.translation[k] = scaled_ratio(*entries[k], t.denominator, unions_.exponent);
    }
    if (!done) return;
    for (const int number : incumbent_->spaces) {
      if (number < 0) continue;
      const PieceIndices pair = differences_.pieces(differences_.owner(number));
      const auto& known = separating.deciding;
      if (std::find(known.begin(), known.end(), pair) == known.end()) {
        separating.deciding.push_back(pair);
      }
    }
  }

  /// The shortest separating translation that was found, if it is shorter than the incumbent.
  void take_translation() {
    const SplitVec3 t = split(shortest_);
    const long bits = t.exponent + unions_.scale - unions_.exponent;
    FractionPoint point{t.vector, 1};
    if (bits < 0) {
      point.denominator <<= static_cast<mp_bitcnt_t>(-bits);
    } else {
      point.numerator = point.numerator * Integer(Integer(1) << static_cast<mp_bitcnt_t>(bits));
    }
    ensure(!differences_.containing_difference(point), "unions: a translation does not part them");
    Rational squared(point.numerator.squaredNorm(), Integer(point.denominator * point.denominator));
    squared.canonicalize();
    if (!incumbent_ || squared < incumbent_->squared) take(point, squared, Node().spaces);
  }

  const PlacedUnions& unions_;
  Differences differences_;
  std::int64_t max_nodes_;
  std::int64_t nodes_ = 0;
  std::int64_t made_ = 0;
  std::priority_queue<Node> open_;
  std::set<Spaces::Numbers> waiting_;  ///< what is in `open_`
  std::optional<Incumbent> incumbent_;
  Vec3 shortest_ = Differences::kFar * Vec3::UnitX();  ///< proven to be outside, in near units
  double upper_ = Differences::kFar;                   ///< at least the depth
};

}  // namespace

std::optional<SeparatingTranslation> find_separating_translation(const PlacedUnions& unions,
                                                                 std::int64_t max_nodes) {
  return SeparationSearch(unions, max_nodes).run();
}

}  // namespace touchstone
