// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/proof/distance_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "geometry/index.hpp"
#include "geometry/support/climb.hpp"
#include "metrics/certified/proof/feature_proof.hpp"
#include "metrics/certified/proof/full_check.hpp"

namespace touchstone {
namespace {

using check::doubt_of;
using check::FeatureCorners;
using check::FullCheck;
using check::kPartOfUlp;
using check::kPartsOff;
using check::turned_little;

/// Up to this many vertices that reach as far are compared one by one.
constexpr int kFewReaching = 6;

/// Proves a feature with all but products with n in doubles: with sum w = 1 and x = sum w_i c_i,
/// n.x / |n| differs from the distance by the product of two roundings, of n's direction and of x
/// along the feature. What it does not prove stays open.
class QuickProof {
 public:
  QuickProof(const DifferenceSet& set, const DifferencePoint* feature, int count,
             DistanceCheck& check)
      : set_(set),
        feature_(feature),
        count_(count),
        corners_(feature, count),
        evaluate_(compiled_for(set.registers(), narrow::evaluate_feature, wide::evaluate_feature)),
        check_(check) {}

  /// n of the guess is off by `angle` at most; `outward` n points out of C. True if proven.
  bool prove(const FeatureGuess& guess, double angle, double outward,
             const ReachedByFeature& reached) {
    const double doubt = doubt_of(angle);
    if (!none_farther(set_.A(), corners_.a, set_.in_A(-outward * guess.n), doubt, reached.A) ||
        !none_farther(set_.B(), corners_.b, set_.in_B(outward * guess.n), doubt, reached.B)) {
      return false;
    }
    FeatureGuess again = guess;
    const auto evaluate = [&] { evaluate_(set_, feature_, count_, again, check_.feature); };
    evaluate();
    if (!conclude(set_, count_, again, check_.feature, evaluate)) return false;
    check_.verdict = DistanceCheck::Verdict::proven;
    return true;
  }

 private:
  /// Whether no vertex is farther than the feature's first along u (the body's axes, a unit), which
  /// is off by `doubt`. The last support query may tell. If not, a body that is scanned is asked
  /// for all vertices, which that query has just read, others for the neighbours.
  bool none_farther(const DifferenceBody& body, const std::array<int, 3>& feature, const Vec3& u,
                    double doubt, const ReachedVertices& known) const {
    const SupportMap& map = body.map;
    // Entries in registers: entries stored one by one and loaded together stall a core.
    const double x = u.x();
    const double y = u.y();
    const double z = u.z();
    const auto height = [&](const Vec3& arm) {
      return (x * arm.data()[0] + y * arm.data()[1]) + z * arm.data()[2];
    };
    const auto in_plane = [&](int place) { return corners_.tie(body, feature, place); };
    // Whether each is the first vertex, is known to lie in the feature's plane, or is lower.
    const auto none_of = [&](const ScreenedPoints& found, double level) {
      for (std::size_t word = 0; word < found.size(); ++word) {
        for (std::uint64_t bits = found[word]; bits != 0; bits &= bits - 1) {
          const int place = static_cast<int>(64 * word) + std::countr_zero(bits);
          if (place == feature[0]) continue;
          if (place >= map.count()) return true;  // copies of the last vertex
          if (!in_plane(place) && !(height(body.arm(place)) < level)) return false;
        }
      }
      return true;
    };
    const bool asked = known.known && turned_little(doubt);
    if (asked && none_of(known.places, -std::numeric_limits<double>::infinity())) return true;
    const double level = height(body.arm(feature[0])) - doubt * map.longest();
    if (map.scans()) {
      // Integers do not tell some of these from the feature: doubles compare each.
      const bool few = asked && count_of(known.places) <= kFewReaching;
      const ScreenedPoints found = few ? known.places : map.reaching(u, level);
      // Where more reach as far, on a facet with many corners, fewer are neighbours.
      if (count_of(found) <= kFewReaching) return none_of(found, level);
    }
    return all_neighbours(map, feature[0], [&](int other) {
      return height(map.arm(other)) < level || in_plane(other);
    });
  }

  const DifferenceSet& set_;
  const DifferencePoint* feature_;
  int count_;
  FeatureCorners corners_;
  FeatureProof* evaluate_;
  DistanceCheck& check_;
};

}  // namespace

DistanceCheck check_separated(const DifferenceSet& set, const DifferenceSimplex& feature,
                              const ReachedByFeature& reached) {
  DistanceCheck check;
  FeatureGuess guess;
  QuickProof proof(set, feature.points.data(), feature.count, check);
  const double distance = feature.nearest.norm();
  guess = {feature.nearest / distance, feature.weight,
           amplification_of_feature(set, feature.squared_slope)};
  if (proof.prove(guess, guess.amplification * set.rounding() / distance, -1, reached)) {
    return check;
  }
  check = ask_with(set.registers(),
                   [&](auto fused) { return FullCheck<fused.value>(set).separated(feature); });
  return check;  // one result on all ways, so that it is made in place
}

DistanceCheck check_facet(const DifferenceSet& set, const std::array<DifferencePoint, 3>& facet,
                          const ReachedByFeature& reached) {
  DistanceCheck check;
  const FeatureGuess guess = guess_facet(set, facet.data());
  QuickProof proof(set, facet.data(), 3, check);
  if (proof.prove(guess, guess.amplification * set.rounding() / set.reach(), 1, reached)) {
    return check;
  }
  check = ask_with(set.registers(),
                   [&](auto fused) { return FullCheck<fused.value>(set).facet(facet); });
  return check;
}

bool known_coplanar(const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
                    const std::array<DifferencePoint, 3>& other) {
  const FeatureCorners corners(one.data(), 3);
  const auto in_plane = [](const DifferenceBody& body, const std::array<int, 3>& own, int place) {
    return place == own[0] || body.flat_facets.holds(own, place);
  };
  return corners.tied && std::all_of(other.begin(), other.end(), [&](const DifferencePoint& p) {
           return in_plane(set.A(), corners.a, p.a) && in_plane(set.B(), corners.b, p.b);
         });
}

Order order_of(const DifferenceSet& set, const std::array<DifferencePoint, 3>& one,
               const std::array<DifferencePoint, 3>& other, DoubleDouble distance) {
  const FeatureGuess guess = guess_facet(set, one.data());
  MeasuredFeature own;
  compiled_for(set.registers(), narrow::measure_facet, wide::measure_facet)(set, one.data(), guess,
                                                                            own);
  if (check::has_digits(set, own) &&
      set.rounding() * guess.amplification <= kPartsOff * own.distance.high) {
    const double ahead = (own.distance - distance).high;
    if (std::abs(ahead) > 2 * kPartOfUlp * distance.high) {
      return ahead < 0 ? Order::nearer : Order::farther;
    }
  }
  return ask_with(set.registers(),
                  [&](auto fused) { return FullCheck<fused.value>(set).order(one, other); });
}

}  // namespace touchstone
