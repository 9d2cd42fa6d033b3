// SPDX-License-Identifier: GPL-3.0-or-later
// The truth that campaigns judge by where doubles settle it, held against the exact truth of the
// same pair: sign, phi and rho as they are rounded, the numbers that their tails and doubts
// enclose, the normal. So are variants of each case that are near ties: every vertex moved by an
// ulp or two, and every vertex doubled by one so moved.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "harness/audit/audit.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// What was found on some pairs.
struct FastTruthCounts {
  std::uint64_t pairs = 0;
  std::uint64_t settled = 0;       ///< without exact arithmetic; all below are of these
  std::uint64_t sign = 0;          ///< wrong
  std::uint64_t phi = 0;           ///< not the double nearest to phi
  std::uint64_t phi_enclosed = 0;  ///< phi is not within doubt of value + tail
  std::uint64_t normal = 0;        ///< not within kNormalError of an optimal direction
  std::uint64_t rho = 0;           ///< not the double nearest to rho, or one of the two has none
  std::uint64_t rho_enclosed = 0;  ///< as phi_enclosed

  void add(const FastTruthCounts& other);
  bool clean() const { return sign + phi + phi_enclosed + normal + rho + rho_enclosed == 0; }
  bool operator==(const FastTruthCounts&) const = default;
};

/// The counts and their keys in JSON.
inline constexpr std::array<std::pair<const char*, std::uint64_t FastTruthCounts::*>, 8>
    kFastTruthCounts{{{"pairs", &FastTruthCounts::pairs},
                      {"settled", &FastTruthCounts::settled},
                      {"sign", &FastTruthCounts::sign},
                      {"phi", &FastTruthCounts::phi},
                      {"phi_enclosure", &FastTruthCounts::phi_enclosed},
                      {"normal", &FastTruthCounts::normal},
                      {"rho", &FastTruthCounts::rho},
                      {"rho_enclosure", &FastTruthCounts::rho_enclosed}}};

/// What was found on one family. Ids of cases of which something is wrong are kept, up to
/// kAuditIds, each with the variant and what is wrong.
struct FastTruthRow {
  std::string family;
  std::uint64_t cases = 0;
  FastTruthCounts given;    ///< the cases as they are
  FastTruthCounts jiggled;  ///< their vertices moved
  FastTruthCounts doubled;  ///< their vertices doubled
  std::vector<std::string> ids;

  void add(const FastTruthRow& other);
  bool clean() const { return given.clean() && jiggled.clean() && doubled.clean(); }
  bool operator==(const FastTruthRow&) const = default;
};

/// A case with its vertices moved, or doubled by moved ones: a pure function of the case's id and
/// pair. Of bodies that cannot be made so nothing is left: the pair has no bodies.
enum class Variant { jiggled, doubled };
Pair variant_of(const Case& c, Variant variant);

/// Holds one case and its variants against the exact truth.
FastTruthRow check_fast_truth(const Case& c, QuickOracle& quick, Oracle& exact);

std::vector<FastTruthRow> run_fast_truths(const AuditOptions& options);

}  // namespace touchstone
