// SPDX-License-Identifier: GPL-3.0-or-later
// Claims that are held against many cases. A Check says what is claimed, a CheckRow counts what
// became of the claims for one subject on one family. What is expected, the table
// (reports/check_text.hpp), the record (check_record.hpp) and the exit code follow.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/vector.hpp"
#include "harness/manifold/manifold.hpp"
#include "schema/json_value.hpp"

namespace touchstone {

/// Violations that are kept of each claim.
inline constexpr std::size_t kFirstViolations = 10;

/// Columns that the table shows for a claim, combined as bits.
enum ClaimColumns : unsigned {
  kHeldColumn = 1,
  kViolatedColumn = 2,
  kNotApplicableColumn = 4,
  kLargestColumn = 8,
  kShareColumn = 16,  ///< violated, in percent of what was checked
  kJudgedColumns = kHeldColumn | kViolatedColumn,
  kMeasuredColumns = kJudgedColumns | kLargestColumn
};

/// Something else that is counted, or a number whose least value is kept.
struct CountText {
  std::string_view name, meaning;
  std::string_view title = {};  ///< in the text, where it is empty if it is not there
  bool least = false;
};

/// A claim. Its texts must have static lifetime.
struct CheckClaim {
  std::string_view name;     ///< in records: "rho_enclosure"
  std::string_view meaning;  ///< half a line
  unsigned columns = kJudgedColumns;
  std::string_view title = {};         ///< in the table; empty: the name
  bool judged = true;                  ///< false: counted only
  bool need_not_be_seen = false;       ///< must be seen only if some case asks for it
  std::vector<CountText> counts = {};  ///< what else is counted of it: "edges decide"
  int table = 0;                       ///< claims of one number share a table of the text

  std::string_view label() const { return title.empty() ? name : title; }
};

/// Whether each claim must hold in at least one case: a claim that was never seen to hold is no
/// proof. Cases that the user chose may all be such that a claim is not applicable.
enum class MustBeSeen : std::uint8_t { no, on_all_families, always };

struct CheckSubject {
  std::string name;               ///< a method, a metric, a variant of the cases; may be empty
  std::string known_bad = {};     ///< the claim that it is known to violate
  bool answers_all = false;       ///< it must answer every case
  bool takes_some = false;        ///< it must take at least one case
  bool judged = true;             ///< false: what it violates is counted only
  bool need_not_be_seen = false;  ///< its claims must be seen only if some case asks for them
  bool operator==(const CheckSubject&) const = default;
};

struct Check {
  std::string_view name;  ///< "contacts"
  std::vector<CheckClaim> claims;
  std::vector<CountText> counts = {};
  std::string heading = {};              ///< what stands above the table
  std::string legend = {};               ///< what stands below the first table's meanings of claims
  std::string_view subjects = {};        ///< what subjects are: "method"; empty: there is but one
  std::string_view sources = "family";   ///< what sources of cases are
  std::string_view unanswered = {};      ///< title of that column; empty: all cases are answered
  std::size_t shown = kFirstViolations;  ///< violations of a claim that the text lists
  MustBeSeen must_be_seen = MustBeSeen::no;
  bool of_the_truth = false;  ///< a violation is a failure of the harness, not of what is judged
  std::string metric = {};    ///< whose values are measured; empty: subjects are what is measured
};

/// What became of a claim in one case.
struct ClaimFinding {
  bool checked = false;
  bool held = false;
  std::string why = {};  ///< what was found, where the claim is violated
  double error = 0;      ///< what the claim bounds
  double rank = 0;       ///< the violation of the greatest rank is kept
  unsigned counted = 0;  ///< which of CheckClaim::counts: the k-th one adds 2^k

  static ClaimFinding of(bool holds) { return {true, holds}; }
};

struct ClaimViolation {
  std::string id, why;
  double rank = 0;
  bool operator==(const ClaimViolation&) const = default;
};

struct NamedCount {
  std::string_view name;
  bool least = false;
  double value = 0;
  void add(double later) { value = least ? std::min(value, later) : value + later; }
  bool operator==(const NamedCount&) const = default;
};

/// What became of a claim in many cases.
struct ClaimCounts {
  std::string_view claim;
  std::uint64_t held = 0, violated = 0, not_applicable = 0;
  double largest = 0;  ///< largest finite error
  std::string largest_id;
  std::vector<ClaimViolation> first;  ///< the first violations, those of the greatest rank before
  std::vector<NamedCount> counts;     ///< those of the claim, in its order

  void add(const ClaimFinding& finding, const std::string& id);
  /// Adds what became of it in later cases.
  void add(const ClaimCounts& later);
  std::uint64_t checked() const { return held + violated; }
  const NamedCount& count(std::string_view name) const;
  bool operator==(const ClaimCounts&) const = default;
};

/// One subject on one family.
struct CheckRow {
  CheckSubject subject;
  std::string family, group;
  bool shows_all = true;  ///< false: cases that the user chose, which need not show every claim
  std::uint64_t cases = 0;
  std::uint64_t unanswered = 0;  ///< cases in which no claim could be looked at
  ClaimViolation first_unanswered;
  std::vector<ClaimCounts> claims;  ///< those of the check, in its order
  std::vector<NamedCount> counts;   ///< the check's counts, in its order

  ClaimCounts& claim(std::string_view name);
  const ClaimCounts& claim(std::string_view name) const;
  NamedCount& count(std::string_view name);
  const NamedCount& count(std::string_view name) const;
  /// Violations of all claims.
  std::uint64_t violated() const;
  /// Whether nothing was judged or counted.
  bool empty() const;
  /// Adds what was found in later cases.
  void add(const CheckRow& later);
  bool operator==(const CheckRow&) const = default;
};

/// A row without a case.
CheckRow empty_row(const Check& check, const CheckSubject& subject = {});

/// The rows of each subject taken together and, if `by_group`, of each group.
std::vector<CheckRow> summed_rows(const std::vector<CheckRow>& rows, bool by_group = false);

/// What a subject declares of its manifolds.
struct DeclaredPolicy {
  std::string subject;
  ManifoldPolicy policy;
};

/// A contact manifold that is wrong, and a true one beside it; world.
struct ManifoldPicture {
  std::optional<Vec3> normal;       ///< unit, from B to A; nothing without points
  std::vector<Vec3> points;         ///< [m]
  std::optional<Vec3> true_normal;  ///< the optimal direction that is nearest to `normal`
  std::vector<Vec3> true_corners;   ///< corners of the manifold along it, in order [m]
};

/// A simple case in which a subject fails in the same way as in another one.
struct ShrunkCase {
  std::string subject;
  std::string id;     ///< the case that was shrunk
  std::string kind;   ///< in which way it fails
  RawJson case_file;  ///< the shrunk pair as a case file; absent: `why_not` says why
  std::string why_not = {};
  std::optional<ManifoldPicture> manifold = {};  ///< the shrunk pair's
};

struct CheckReport {
  Check check;
  std::uint64_t seed = 0;
  std::optional<double> tolerance;            ///< relative to size [1]
  std::vector<CheckRow> rows;                 ///< by subject, then source
  std::vector<std::string> not_run = {};      ///< a line for each subject and family left out
  std::vector<DeclaredPolicy> policies = {};  ///< what subjects declare, where one does
  std::vector<ShrunkCase> shrunk = {};        ///< where failures were to be shrunk
  bool partial = false;                       ///< the run was interrupted

  /// Why the report is not as expected, one line for each reason. A subject known to be bad must be
  /// seen to violate its claim; of all others nothing may be violated.
  std::vector<std::string> unexpected() const;
  /// Judged claims that could be compared in no case, where the user chose all cases.
  std::vector<std::string> not_compared() const;
  bool as_expected() const { return unexpected().empty(); }
};

}  // namespace touchstone
