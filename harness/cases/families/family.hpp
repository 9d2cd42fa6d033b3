// SPDX-License-Identifier: GPL-3.0-or-later
// Families of cases: pure functions of (family, seed, index). One table; a family is its generator
// and a row.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "geometry/result.hpp"
#include "harness/cases/case.hpp"

namespace touchstone {

struct Family;

/// The pair of one case.
using CaseGenerator =
    std::function<CaseBodies(const Family& family, std::uint64_t seed, std::uint64_t index)>;

struct Family {
  std::string name;          ///< "random-hulls-32-deep"
  std::string group;         ///< how the terminal groups it: boxes, hulls, kissing, hard, ...
  std::string summary;       ///< one line: what its cases have in common
  int largest_vertices = 8;  ///< bound on the vertices of either body
  std::uint64_t default_cases = 0;  ///< run by plain `verify`; a committed constant
  /// 0: any number of cases; else the corpus has this many and ignores the seed.
  std::uint64_t finite_cases = 0;
  CaseGenerator generate = {};
  /// Where the pair of a case comes from, if there is more to say than its id does.
  std::function<std::string(const Family& family, std::uint64_t seed, std::uint64_t index)> source =
      {};
};

/// All families whose bodies are polytopes or have such as cores; if curved cores are taken, all
/// families.
std::span<const Family> family_registry(CurvedCases curved = CurvedCases::refused);
const Family* find_family(std::string_view name,
                          std::span<const Family> families = family_registry(CurvedCases::taken));
/// Whether a core of its cases is curved.
inline bool is_curved(const Family& family) { return family.group == "curved"; }
/// Whether its bodies are polytopes, without a radius.
inline bool is_of_polytopes(const Family& family) {
  return family.group != "rounded" && !is_curved(family);
}

/// The case family:seed:index (for corpora: family:ID). `index` < finite_cases where that is not 0.
Case make_case(const Family& family, std::uint64_t seed, std::uint64_t index);

/// Parses the id of a case of one of `families` ("random-boxes:42:7", "field:fcl-503") and makes
/// the case.
Result<Case> make_case(std::string_view id,
                       std::span<const Family> families = family_registry(CurvedCases::taken));

}  // namespace touchstone
