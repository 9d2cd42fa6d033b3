// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/contact/contact_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "metrics/certified/contact/contact_facet.hpp"
#include "metrics/certified/contact/contact_nearest.hpp"
#include "metrics/certified/search/simplex.hpp"

namespace touchstone {
namespace {

/// The corner opposite the face whose plane is nearest to 0, in doubles.
std::size_t nearest_face(const DifferenceSimplex& four) {
  std::size_t opposite = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3& c0 = four.points[(k + 1) % 4].c;
    const Vec3 n = (four.points[(k + 2) % 4].c - c0).cross(four.points[(k + 3) % 4].c - c0);
    const double level = std::abs(n.dot(c0)) / n.norm();
    if (!(level < least)) continue;
    least = level;
    opposite = k;
  }
  return opposite;
}

/// The unit 2^exponent [m] in which every rotated vertex, and the way from A's to B's origin, is an
/// integer, and how many bits those and their differences may have, sign included.
struct ContactUnit {
  int exponent = 0;
  int bits = 0;

  ContactUnit(const DifferenceSet& set, const OddPose& X_WA, const OddPose& X_WB) {
    const DifferenceBody& A = set.A();
    const DifferenceBody& B = set.B();
    const int R_exponent = std::min({X_WA.R.range.least, X_WB.R.range.least, 0});
    ExponentRange of_t;
    of_t.add(X_WA.t);
    of_t.add(X_WB.t);
    exponent = std::min(of_t.least, R_exponent + std::min(A.least_exponent, B.least_exponent));
    // |R v| <= 1.01 |v|. b - a has three such terms, a difference of two points twice as many. Four
    // more bits are room for sums of six products of them.
    const double most =
        1.01 * (A.map.longest() + A.center.norm() + B.map.longest() + B.center.norm()) +
        (set.X_WB().t - set.X_WA().t).norm();
    bits = std::ilogb(most) + 1 - exponent + 1 + 1 + 4;
  }
};

template <std::size_t kLimbs>
class Search {
 public:
  Search(const DifferenceSet& difference, const OddPose& X_WA, const OddPose& X_WB, int exponent,
         Expansion<FixedKernel<kLimbs>>& polytope)
      : set_(difference, X_WA, X_WB, exponent), polytope_(polytope) {}

  std::optional<ContactResult> run(std::span<const DifferencePoint> feature) {
    DifferenceSimplex four;
    if (feature.size() == 3) {
      const Triangle triangle = {set_.point(feature[0]), set_.point(feature[1]),
                                 set_.point(feature[2])};
      if (auto result = ContactFacet<kLimbs>(set_).find(triangle)) return result;
      if (below(triangle)) {
        for (const DifferencePoint& p : feature) four.add(p);
        if (auto result = find_depth(four)) return result;
      }
    }
    typename ContactNearest<kLimbs>::Simplex simplex;
    for (const DifferencePoint& p : feature) simplex.add(set_.point(p));
    if (auto result = ContactNearest<kLimbs>(set_).find(simplex)) return result;
    four.count = 0;
    for (std::size_t k = 0; k < simplex.count; ++k) four.add(simplex.corner[k].p);
    if (feature.size() < 3 && four.complete(set_.rounded(), 0)) {
      const std::size_t opposite = nearest_face(four);
      const auto corner = [&](std::size_t k) {
        return set_.point(four.points[(opposite + k) % 4]);
      };
      if (auto result = ContactFacet<kLimbs>(set_).find({corner(1), corner(2), corner(3)}))
        return result;
    }
    return find_depth(four);
  }

 private:
  using Triangle = typename ContactFacet<kLimbs>::Triangle;

  /// Whether 0 is on the side of a triangle's plane that the centre of C is on.
  bool below(const Triangle& triangle) const {
    const auto u = cross(triangle[1].c - triangle[0].c, triangle[2].c - triangle[0].c);
    const double height =
        RoundedVector<2 * kLimbs>(u).direction().dot(triangle[0].p.c + set_.rounded().offset());
    return dot(u, triangle[0].c).sign() * (height < 0 ? -1 : 1) > 0;
  }

  std::optional<ContactResult> find_depth(DifferenceSimplex& four) {
    if (!four.complete(set_.rounded(), 0)) return std::nullopt;
    return ContactDepth<kLimbs>(set_, polytope_)
        .find({set_.point(four.points[0]), set_.point(four.points[1]), set_.point(four.points[2]),
               set_.point(four.points[3])});
  }

  ContactSet<kLimbs> set_;
  Expansion<FixedKernel<kLimbs>>& polytope_;
};

}  // namespace

std::optional<ContactResult> find_contact(const DifferenceSet& set,
                                          std::span<const DifferencePoint> feature,
                                          ContactScratch& scratch) {
  // The search has not read the exact coordinates: they are prefetched together.
  for (const DifferencePoint& p : feature) set.prefetch(p);
  const OddPose X_WA(set.X_WA());
  const OddPose X_WB(set.X_WB());
  const ContactUnit unit(set, X_WA, X_WB);
  if (unit.bits <= 3 * 64) {
    return Search<3>(set, X_WA, X_WB, unit.exponent, scratch.narrow).run(feature);
  }
  if (unit.bits <= 4 * 64) {
    return Search<4>(set, X_WA, X_WB, unit.exponent, scratch.wide).run(feature);
  }
  return std::nullopt;
}

}  // namespace touchstone
