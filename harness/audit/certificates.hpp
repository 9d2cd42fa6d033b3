// SPDX-License-Identifier: GPL-3.0-or-later
// The certificates that a metric brings with its answers (docs/certificates.md), checked exactly,
// and how many ulps its values are from the phi or rho that they prove. The certificate is the
// truth; of some cases the oracle's second route is asked as well: the explicit hull of all
// differences for phi, the exact linear program for rho. A ratio metric that knows rounded facets
// only is held against the exact program of these.
#pragma once

#include <cstdint>
#include <optional>

#include "harness/check/check_run.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

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

}  // namespace touchstone
