// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/contact_search.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "metrics/certified/contact_facet.hpp"
#include "metrics/certified/contact_nearest.hpp"
#include "metrics/certified/simplex.hpp"

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

template <std::size_t kLimbs>
std::optional<ContactResult> find_with(ContactSet<kLimbs> set,
                                       std::span<const DifferencePoint> feature,
                                       Expansion<FixedKernel<kLimbs>>& polytope) {
  if (feature.size() == 3) {
    std::optional<ContactResult> of_facet = ContactFacet<kLimbs>(set).find(
        {set.point(feature[0]), set.point(feature[1]), set.point(feature[2])});
    if (of_facet) return of_facet;
  }
  typename ContactNearest<kLimbs>::Simplex simplex;
  for (const DifferencePoint& p : feature) simplex.add(set.point(p));
  std::optional<ContactResult> outside = ContactNearest<kLimbs>(set).find(simplex);
  if (outside) return outside;
  DifferenceSimplex four;
  for (std::size_t k = 0; k < simplex.count; ++k) four.add(simplex.corner[k].p);
  if (!four.complete(set.rounded(), 0)) return std::nullopt;
  const std::array<ContactPoint<kLimbs>, 4> corner = {
      set.point(four.points[0]), set.point(four.points[1]), set.point(four.points[2]),
      set.point(four.points[3])};
  if (feature.size() < 3) {
    const std::size_t opposite = nearest_face(four);
    std::optional<ContactResult> of_facet = ContactFacet<kLimbs>(set).find(
        {corner[(opposite + 1) % 4], corner[(opposite + 2) % 4], corner[(opposite + 3) % 4]});
    if (of_facet) return of_facet;
  }
  return ContactDepth<kLimbs>(set, polytope).find(corner);
}

}  // namespace

std::optional<ContactResult> find_contact(const DifferenceSet& set, const Pose& X_WA,
                                          const Pose& X_WB,
                                          std::span<const DifferencePoint> feature,
                                          ContactScratch& scratch) {
  const ContactUnit unit = contact_unit(set.A(), X_WA, set.B(), X_WB);
  if (unit.bits <= 3 * 64) {
    return find_with<3>({set, X_WA, X_WB, unit.exponent}, feature, scratch.narrow);
  }
  if (unit.bits <= 4 * 64) {
    return find_with<4>({set, X_WA, X_WB, unit.exponent}, feature, scratch.wide);
  }
  return std::nullopt;
}

}  // namespace touchstone
