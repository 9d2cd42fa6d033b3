// SPDX-License-Identifier: GPL-3.0-or-later
// What the sources of the family table share: their rows, their random streams, and arithmetic
// whose order of operations is written out, so that every machine generates the same bits.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/random.hpp"
#include "harness/cases/families/family.hpp"

namespace touchstone {

/// The rows of one source file, in the order in which tables list them.
std::vector<Family> hull_families();
std::vector<Family> kissing_families();
std::vector<Family> round_families();
std::vector<Family> coincidence_families();
std::vector<Family> scale_families();
std::vector<Family> facet_families();
std::vector<Family> extreme_families();
std::vector<Family> thin_families();
std::vector<Family> near_tie_families();
std::vector<Family> centre_families();
std::vector<Family> roof_families();
std::vector<Family> kink_families();
std::vector<Family> box_fuzz_families();
std::vector<Family> motion_families();
std::vector<Family> rounded_families();
std::vector<Family> curved_families();
Family field_family();

/// Steps of one path of a motion family: case `index` is step index % kMotionSteps of path index /
/// kMotionSteps.
inline constexpr std::uint64_t kMotionSteps = 1000;

/// A field case's id within the corpus ("fcl-503") by its index, and its index by that id; the
/// reason where no case has the id.
const std::string& field_case_name(std::uint64_t index);
Result<std::uint64_t> find_field_case(std::string_view name);
/// Where the pair of a field case comes from.
const std::string& field_case_source(std::uint64_t index);
/// harness/cases/families/corpus/field_cases.json as committed: the build makes a source file of
/// it.
std::string_view field_corpus_text();

/// A row of the group "hard".
Family hard_family(std::string name, std::string summary, int largest_vertices,
                   std::uint64_t default_cases, CaseGenerator generate);

/// What `draw` makes of the random stream of each case.
CaseGenerator drawn(Pair (*draw)(Random& random, std::uint64_t index));
/// That with a first argument, which is fixed.
CaseGenerator with(double value, Pair (*draw)(double, Random& random, std::uint64_t index));

/// In half of the cases A and B change places.
void swap_in_half(Random& random, Pair* pair);

/// The random stream of one case.
Random case_random(const Family& family, std::uint64_t seed, std::uint64_t index);

inline double ordered_dot(const Vec3& u, const Vec3& v) {
  return u.x() * v.x() + u.y() * v.y() + u.z() * v.z();
}

inline Vec3 ordered_product(const Mat3& R, const Vec3& v) {
  return {R(0, 0) * v.x() + R(0, 1) * v.y() + R(0, 2) * v.z(),
          R(1, 0) * v.x() + R(1, 1) * v.y() + R(1, 2) * v.z(),
          R(2, 0) * v.x() + R(2, 1) * v.y() + R(2, 2) * v.z()};
}

inline Mat3 ordered_product(const Mat3& R, const Mat3& S) {
  Mat3 product;
  for (int column = 0; column < 3; ++column) {
    product.col(column) = ordered_product(R, Vec3(S.col(column)));
  }
  return product;
}

}  // namespace touchstone
