// SPDX-License-Identifier: GPL-3.0-or-later
// The audit: the truth checked against itself. Both routes of the oracle must agree exactly, the
// bounds between the ratio metric and the Euclidean distance must hold wherever their hypotheses
// do, and the speed of the oracle is measured against the floor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/cases/families/family.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

struct AuditOptions {
  std::vector<const Family*> families;
  std::uint64_t cases = 100;      ///< of each family whose bodies have at most kAuditSmall vertices
  std::uint64_t large_cases = 2;  ///< of each family with larger bodies
  std::map<std::string, std::uint64_t> own_cases;  ///< of the families named here, instead
  std::uint64_t seed = 42;
  int jobs = 1;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// Up to this many vertices the explicit hull of all differences is cheap.
inline constexpr int kAuditSmall = 64;

/// One inequality: in how many cases its hypotheses were met, in how many it was broken.
struct BoundCount {
  std::uint64_t met = 0;
  std::uint64_t broken = 0;

  void add(const BoundCount& other) {
    met += other.met;
    broken += other.broken;
  }
  bool operator==(const BoundCount&) const = default;
};

/// What was found on one family. Ids of cases that disagree or break a bound are kept, up to
/// kAuditIds.
struct AuditRow {
  std::string family;
  std::uint64_t cases = 0;
  std::uint64_t phi_agree = 0;      ///< sign, phi^2 and the set of directions equal, exactly
  std::uint64_t ratio_checked = 0;  ///< rho is defined
  std::uint64_t ratio_agree = 0;    ///< rho equal as fractions, by the linear program
  BoundCount distance;              ///< |phi| / D <= |rho|, always
  /// Separated: rho <= s / (s + R_K); penetrating and p < R_K: |rho| <= p / (R_K - p).
  BoundCount inradius;
  /// Where p <= eps: |rho| <= |phi| / eps (Theorem 2.16) and R_K >= 2 eps. A ball of radius eps > 0
  /// is in both bodies, however their inradii were rounded.
  BoundCount thesis;
  std::vector<std::string> ids;

  /// Adds the counts, and ids up to kAuditIds.
  void add(const AuditRow& other);
  /// Every case agrees and breaks no bound.
  bool clean() const;
  bool operator==(const AuditRow&) const = default;
};
inline constexpr std::size_t kAuditIds = 10;

/// Audits one case, given what the fast route, the explicit hull (the inradius of K about 0, too,
/// as its square) and the linear program say of it.
AuditRow audit_truths(const Case& c, const Truth& fast, const Truth& slow,
                      const Rational& R_K_squared, const std::optional<Rational>& rho);

/// How many cases of `family` are audited.
std::uint64_t audit_cases(const AuditOptions& options, const Family& family);

/// One case to look at: of `options.families[family]`.
struct AuditItem {
  std::size_t family;
  std::uint64_t index;
};
/// All of them, family by family.
std::vector<AuditItem> audit_items(const AuditOptions& options);

std::vector<AuditRow> run_audit(const AuditOptions& options);

/// How many cases of one kind a core gets through in a second of CPU time, the metric's own time
/// aside: the median of several runs over fresh cases, exact bodies included.
struct SpeedRow {
  std::string name;            ///< the family, or what several have in common
  double cases_per_s = 0;      ///< the case made [1/s]
  double truths_per_s = 0;     ///< and its truth, phi and rho [1/s]
  double euclidean_per_s = 0;  ///< and the verdict on a right answer: phi, normal, witnesses [1/s]
  double ratio_per_s = 0;      ///< the same with ratio_lp's answer [1/s]
  double right_share = 1;      ///< of the answers that were judged, of either kind the lesser [1]
};

struct Speed {
  double floor_ns = 0;  ///< a pair of support vertices by brute force, two hulls of 8 [ns]
  std::vector<SpeedRow> rows;
  /// A rate as it would be on a core whose floor is 20 ns.
  double scaled(double rate) const { return rate * floor_ns / 20; }
};

Speed measure_speed(std::uint64_t seed);

}  // namespace touchstone
