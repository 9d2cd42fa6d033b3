// SPDX-License-Identifier: GPL-3.0-or-later
// The audits: the truth checked against itself. Both routes of the oracle must agree exactly, the
// bounds between the ratio metric and the Euclidean distance must hold wherever their hypotheses
// do, and the speed of the oracle is measured against the floor. What doubles settle and what
// certificates of answers (docs/certificates.md) prove is held against the exact truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/asking/runner.hpp"
#include "harness/check/check_run.hpp"
#include "metrics/metric_row.hpp"
#include "reference/oracle.hpp"

namespace touchstone {

/// Up to this many vertices the explicit hull of all differences is cheap.
inline constexpr int kAuditSmall = 64;

/// Audits one case, given what the fast route, the explicit hull (the inradius of K about 0, too,
/// as its square) and the linear program say of it. `row` is one of routes_check().
void audit_truths(const Case& c, const Truth& fast, const Truth& slow, const Rational& R_K_squared,
                  const std::optional<Rational>& rho, CheckRow& row);

/// The claims: both routes agree on phi and rho, and three bounds hold between them.
Check routes_check();
CheckReport audit_routes(const CheckOptions& options);

/// Rates for one kind of case on one core, per second of CPU time: medians of several runs over
/// fresh cases. Exact bodies are included, the metric's own time is not.
struct SpeedRow {
  std::string name;            ///< the family, or what several have in common
  double cases_per_s = 0;      ///< cases made [1/s]
  double truths_per_s = 0;     ///< cases made and solved for phi and rho [1/s]
  double euclidean_per_s = 0;  ///< cases made, solved and a right distance answer judged [1/s]
  double ratio_per_s = 0;      ///< cases made, solved and an answer of ratio_lp judged [1/s]
  double right_share = 1;      ///< share judged right, the lesser of distance and ratio answers [1]
  double scaled_euclidean_per_s = 0, scaled_ratio_per_s = 0;  ///< on a core whose floor is 20 ns
};

struct Speed {
  double floor_ns = 0;  ///< a pair of support vertices by brute force, two hulls of 8 [ns]
  std::vector<SpeedRow> rows;
  /// A rate as it would be on a core whose floor is 20 ns.
  double scaled(double rate) const { return rate * floor_ns / 20; }
};

Speed measure_speed(std::uint64_t seed);

// The certificates that a metric brings with its answers, checked exactly, and how many ulps its
// values are from the phi or rho that they prove. The certificate is the truth; of some cases the
// oracle's second route is asked as well: the explicit hull of all differences for phi, the exact
// linear program for rho. A ratio metric that knows rounded facets only is held against the exact
// program of these.

/// What exact arithmetic says of one answer.
struct Proof {
  bool undefined = false;       ///< there is nothing to prove: no rho, a body that is not taken
  std::optional<double> right;  ///< what is proven, rounded to the nearest double
  bool exact = false;           ///< the answer took exact arithmetic
  std::optional<bool> second_route;  ///< whether the oracle's second route agrees, if it was asked
};

/// By the certificate of a ratio metric's answer; with `program` the exact linear program is asked.
Proof prove_ratio(const Case& c, const Answer& answer, bool program = false);
/// By the certificate of the answer of a Euclidean metric with these traits; with `program` the
/// explicit hull is asked.
Proof prove_distance(const Case& c, const MetricTraits& traits, const Answer& answer,
                     bool program = false);
/// By the exact program of the facets as they are rounded.
Proof prove_facets(const Case& c, const Answer& answer);

Check certificates_check(Quantity quantity);
Check half_spaces_check();
/// Adds a case to a row of either check.
void add_proof(const Proof& proof, double value, const std::string& id, CheckRow& row);

/// In this process: the metric is one of ours. `programs`: of so many cases of each family of small
/// bodies the second route is asked.
CheckReport audit_certificates(const MetricRow& metric, const CheckOptions& options,
                               std::uint64_t programs = 0);
/// Each case of a ratio metric by prove_facets: the metric is asked about the rounded facets,
/// however thin the body is.
CheckReport audit_half_spaces(const MetricRow& metric, const CheckOptions& options);

// The truth that campaigns judge by where doubles settle it, held against the exact truth of the
// same pair: sign, phi and rho as they are rounded, the numbers that their tails and doubts
// enclose, the normal. So are variants of each case that are near ties: every vertex moved by an
// ulp or two, and every vertex doubled by one so moved.

/// A case with its vertices moved, or doubled by moved ones: a pure function of the case's id and
/// pair. Of bodies that cannot be made so nothing is left: the pair has no bodies.
enum class NearTie { jiggled, doubled };
Pair variant_of(const Case& c, NearTie variant);

/// The subjects: the cases as they are, and their two variants.
inline const std::vector<CheckSubject> kFastTruthSubjects = {{"given"}, {"jiggled"}, {"doubled"}};
Check fast_truth_check();

/// Holds one case and its variants against the exact truth. `rows`: one for each subject.
void check_fast_truth(const Case& c, QuickOracle& quick, Oracle& exact,
                      std::vector<CheckRow>& rows);

CheckReport audit_fast_truth(const CheckOptions& options);

struct AuditOptions : CheckOptions {
  const MetricRow* metric = nullptr;  ///< its answers are audited; nullptr: the audit asks none
  RunnerOptions runner = {};          ///< how a plug-in is asked
  std::uint64_t programs = 250;       ///< cases of each family that the second route is asked of
};

struct CaseAudit {
  std::string name, help;
  std::string unit;  ///< what progress counts
  CheckReport (*run)(const AuditOptions& options);
  std::string metric = {}, metric_help = {};  ///< the default metric; empty: none is asked
  std::string programs_help = {};             ///< empty: AuditOptions::programs is not read
  /// Why the metric cannot be audited; empty if it can.
  std::string (*refusal)(const MetricRow& metric, const RunnerOptions& runner) = nullptr;
  bool takes_own = false;  ///< plug-ins and case files of the user, too
  bool by_family = true;   ///< the table has a row for each family
};

/// The audits of cases of families. Each is a check, and a command of its own.
const std::vector<CaseAudit>& case_audits();

}  // namespace touchstone
