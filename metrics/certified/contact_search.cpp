// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/certified/contact_search.hpp"

#include "metrics/certified/contact_facet.hpp"
#include "metrics/certified/contact_nearest.hpp"
#include "metrics/certified/simplex.hpp"

namespace touchstone {
namespace {

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
  for (const DifferencePoint& p : feature) simplex.corner[simplex.count++] = set.point(p);
  std::optional<ContactResult> outside = ContactNearest<kLimbs>(set).find(simplex);
  if (outside) return outside;
  DifferenceSimplex four;
  for (std::size_t k = 0; k < simplex.count; ++k) four.add(simplex.corner[k].p);
  if (!four.complete(set.rounded(), 0)) return std::nullopt;
  return ContactDepth<kLimbs>(set, polytope)
      .find({set.point(four.points[0]), set.point(four.points[1]), set.point(four.points[2]),
             set.point(four.points[3])});
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
  if (unit.bits <= 5 * 64) {
    return find_with<5>({set, X_WA, X_WB, unit.exponent}, feature, scratch.wide);
  }
  return std::nullopt;
}

}  // namespace touchstone
