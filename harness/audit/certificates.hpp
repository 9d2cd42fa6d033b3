// SPDX-License-Identifier: GPL-3.0-or-later
// The certificates that a metric brings with its answers (docs/certificates.md), checked exactly,
// and how many ulps its values are from the phi or rho that they prove. The certificate is the
// truth; of some cases the oracle's second route is asked as well: the explicit hull of all
// differences for phi, the exact linear program for rho. A ratio metric that knows rounded facets
// only is held against the exact program of these.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/audit/audit.hpp"
#include "metrics/metric_row.hpp"

namespace touchstone {

/// What was found on one family. Ids of cases without a proof or off by more than an ulp are kept,
/// up to kAuditIds.
struct CertificateRow {
  std::string family;
  std::uint64_t cases = 0;
  std::uint64_t undefined = 0;       ///< not applicable: rho is undefined, a flat body
  std::uint64_t proven = 0;          ///< the certificate holds, or the program of facets has a rho
  std::uint64_t within_ulp = 0;      ///< of these, the value is within an ulp of what is proven
  std::uint64_t rounded_right = 0;   ///< of these, it is the double nearest to it
  std::uint64_t exact = 0;           ///< answers that took exact arithmetic
  std::uint64_t programs = 0;        ///< of the proven, those asked of the linear program too
  std::uint64_t programs_agree = 0;  ///< of these, rho is the same fraction
  std::vector<std::string> ids;

  /// Adds the counts and ids.
  void add(const CertificateRow& other);
  bool clean() const {
    return proven == cases - undefined && within_ulp == proven && programs_agree == programs;
  }
  bool operator==(const CertificateRow&) const = default;
};

/// Holds one answer against the exact program of the facets as they are rounded.
CertificateRow check_facet_program(const Case& c, const Answer& answer);

/// Checks one answer; with `program` the rho that it proves against the oracle's second route too.
CertificateRow check_ratio(const Case& c, const Answer& answer, bool program = false);

/// The same of a Euclidean metric with these traits: the answer's proof, and with `program` the
/// explicit hull.
CertificateRow check_distance(const Case& c, const MetricTraits& traits, const Answer& answer,
                              bool program = false);

/// In this process: the metric is one of ours. `programs`: of so many cases of each family of small
/// bodies the second route is asked.
std::vector<CertificateRow> run_certificates(const MetricRow& row, const AuditOptions& options,
                                             std::uint64_t programs = 0);
/// The same of a ratio metric, every case by check_facet_program: the metric is asked about the
/// rounded facets, however thin the body is.
std::vector<CertificateRow> run_facet_programs(const MetricRow& row, const AuditOptions& options);

}  // namespace touchstone
