// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/certificates.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "geometry/arithmetic/rational.hpp"
#include "harness/asking/runner.hpp"
#include "harness/audit/audit_run.hpp"
#include "harness/runners/guarded_metric.hpp"
#include "reference/certificates.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

/// Whether there is no rho, or none in the range of doubles.
bool has_no_double(const std::optional<Rational>& rho) {
  return !rho || std::isinf(round_to_double(*rho));
}

/// Decided here, not taken from the answer's own note.
bool ratio_is_undefined(const Pair& pair) {
  MetricTraits ratio;
  ratio.quantity = Quantity::ratio;
  return !why_not_applicable(ratio, pair).empty() || has_no_double(solve_ratio_program(pair));
}

/// `right` is what is proven, rounded to the nearest double.
void compare_value(CertificateRow& row, double value, double right) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  row.proven = 1;
  row.rounded_right = value == right ? 1 : 0;
  const bool within =
      value >= std::nextafter(right, -kInfinity) && value <= std::nextafter(right, kInfinity);
  row.within_ulp = within ? 1 : 0;
}

using Check = std::function<CertificateRow(const AuditCase&, const Answer&)>;

std::vector<CertificateRow> run_checks(const MetricRow& metric_row, std::unique_ptr<Metric> unnamed,
                                       const AuditOptions& options, const Check& check) {
  const auto metric = make_named_metric(metric_row.name, std::move(unnamed));
  auto rows = run_audit_cases<CertificateRow>(
      options,
      [&] {
        auto workspace = metric->make_workspace();
        workspace->wants_proof = true;
        return workspace;
      },
      [&](std::unique_ptr<Workspace>& workspace, const AuditCase& item) {
        const Pair& pair = item.c.pair;
        if (!why_not_applicable(metric_row.traits, pair).empty()) return check(item, Answer());
        const auto A = metric->prepare(*pair.A);
        const auto B = metric->prepare(*pair.B);
        return check(item, metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace));
      });
  keep_first_ids(rows);
  return rows;
}

}  // namespace

void CertificateRow::add(const CertificateRow& other) {
  cases += other.cases;
  undefined += other.undefined;
  proven += other.proven;
  within_ulp += other.within_ulp;
  rounded_right += other.rounded_right;
  exact += other.exact;
  programs += other.programs;
  programs_agree += other.programs_agree;
  ids.insert(ids.end(), other.ids.begin(), other.ids.end());
}

CertificateRow check_ratio(const Case& c, const Answer& answer, bool program) {
  CertificateRow row;
  row.cases = 1;
  if (answer.status == AnswerStatus::answered && answer.ratio) {
    row.exact = answer.work.exact > 0 ? 1 : 0;
    const RatioCertificate certificate = check_ratio_certificate(c.pair, *answer.ratio);
    if (certificate.proven) {
      compare_value(row, answer.value, round_to_double(certificate.rho));
      if (program) {
        row.programs = 1;
        row.programs_agree = solve_ratio_program(c.pair) == certificate.rho ? 1 : 0;
      }
    }
  } else {
    row.undefined = ratio_is_undefined(c.pair) ? 1 : 0;
  }
  if (!row.clean()) row.ids.push_back(c.id);
  return row;
}

CertificateRow check_facet_program(const Case& c, const Answer& answer) {
  CertificateRow row;
  row.cases = 1;
  const std::optional<Rational> rho = solve_facet_program(c.pair);
  if (answer.status == AnswerStatus::answered) {
    row.exact = answer.work.exact > 0 ? 1 : 0;
    if (rho) compare_value(row, answer.value, round_to_double(*rho));
  } else {
    row.undefined = has_no_double(rho) ? 1 : 0;
  }
  if (!row.clean()) row.ids.push_back(c.id);
  return row;
}

CertificateRow check_distance(const Case& c, const MetricTraits& traits, const Answer& answer,
                              bool program) {
  CertificateRow row;
  row.cases = 1;
  if (answer.status == AnswerStatus::answered && answer.proof) {
    row.exact = answer.work.exact > 0 ? 1 : 0;
    const DistanceCertificate certificate = check_distance_certificate(c.pair, *answer.proof);
    if (certificate.proven) {
      compare_value(row, answer.value, rounded_phi(certificate));
      if (program) {
        const Truth truth = solve_explicit(c.pair);
        row.programs = 1;
        row.programs_agree =
            truth.sign == certificate.sign && truth.phi_squared == certificate.phi_squared ? 1 : 0;
      }
    }
  } else {
    row.undefined = why_not_applicable(traits, c.pair).empty() ? 0 : 1;
  }
  if (!row.clean()) row.ids.push_back(c.id);
  return row;
}

std::vector<CertificateRow> run_certificates(const MetricRow& metric_row,
                                             const AuditOptions& options, std::uint64_t programs) {
  return run_checks(
      metric_row, metric_row.make(), options, [&](const AuditCase& item, const Answer& answer) {
        const bool program = item.index < programs && item.family.largest_vertices <= kAuditSmall;
        return metric_row.traits.quantity == Quantity::ratio
                   ? check_ratio(item.c, answer, program)
                   : check_distance(item.c, metric_row.traits, answer, program);
      });
}

std::vector<CertificateRow> run_facet_programs(const MetricRow& metric_row,
                                               const AuditOptions& options) {
  RatioOptions facets;
  facets.facets_as_rounded = true;
  return run_checks(metric_row, metric_row.make_ratio(facets), options,
                    [](const AuditCase& item, const Answer& answer) {
                      return check_facet_program(item.c, answer);
                    });
}

}  // namespace touchstone
