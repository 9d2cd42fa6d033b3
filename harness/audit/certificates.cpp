// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/audit/audit.hpp"

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "geometry/arithmetic/rational.hpp"
#include "harness/asking/runner.hpp"
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

/// Whether a value is `right` or a double next to it.
bool within_ulp(double value, double right) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return value >= std::nextafter(right, -kInfinity) && value <= std::nextafter(right, kInfinity);
}

/// Asks the metric about every case. `prove(one, answer)` says what its answer proves.
template <class Prove>
CheckReport run_proofs(Check check, const MetricRow& row, std::unique_ptr<Metric> unnamed,
                       const CheckOptions& options, const Prove& prove) {
  const auto metric = make_named_metric(row.name, std::move(unnamed));
  const auto make_workspace = [&] {
    auto workspace = metric->make_workspace();
    workspace->wants_proof = true;
    return workspace;
  };
  const auto answer_to = [&](const Pair& pair, Workspace& workspace) {
    if (!why_not_applicable(row.traits, pair).empty()) return Answer();
    const auto A = metric->prepare(*pair.A);
    const auto B = metric->prepare(*pair.B);
    return metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, workspace);
  };
  return judge_cases(std::move(check), {{row.name}}, options, 1, make_workspace,
                     [&](std::unique_ptr<Workspace>& workspace, const CheckedCase& one,
                         std::vector<CheckRow>& rows) {
                       const Answer answer = answer_to(one.c.pair(), *workspace);
                       add_proof(prove(one, answer), answer.value, one.c.id, rows[0]);
                     });
}

/// The claims of both checks; `second_route` is empty where it is not asked.
Check proof_check(std::string_view name, const CheckClaim& proven, const CheckClaim& second_route) {
  Check check;
  check.name = name;
  check.subjects = "metric";
  check.claims = {
      proven, {"within_ulp", "the value is what is proven, or a double next to it"}, second_route};
  if (second_route.name.empty()) check.claims.pop_back();
  check.counts = {
      {"rounded_right", "values that are the double nearest to what is proven", "rounded\nright"},
      {"exact", "answers that took exact arithmetic", "exact\narithmetic"}};
  return check;
}

}  // namespace

Proof prove_ratio(const Case& c, const Answer& answer, bool program) {
  Proof proof;
  if (answer.status != AnswerStatus::answered || !answer.ratio) {
    proof.undefined = ratio_is_undefined(c.pair());
    return proof;
  }
  proof.exact = answer.work.exact > 0;
  const RatioCertificate certificate = check_ratio_certificate(c.pair(), *answer.ratio);
  if (!certificate.proven) return proof;
  proof.right = round_to_double(certificate.rho);
  if (program) proof.second_route = solve_ratio_program(c.pair()) == certificate.rho;
  return proof;
}

Proof prove_distance(const Case& c, const MetricTraits& traits, const Answer& answer,
                     bool program) {
  Proof proof;
  if (answer.status != AnswerStatus::answered || !answer.proof) {
    proof.undefined = !why_not_applicable(traits, c.pair()).empty();
    return proof;
  }
  proof.exact = answer.work.exact > 0;
  const DistanceCertificate certificate = check_distance_certificate(c.pair(), *answer.proof);
  if (!certificate.proven) return proof;
  proof.right = rounded_phi(certificate);
  if (program) {
    const Truth truth = solve_explicit(c.pair());
    proof.second_route =
        truth.core_sign() == certificate.sign && truth.phi_squared == certificate.phi_squared;
  }
  return proof;
}

Proof prove_facets(const Case& c, const Answer& answer) {
  Proof proof;
  const std::optional<Rational> rho = solve_facet_program(c.pair());
  if (answer.status != AnswerStatus::answered) {
    proof.undefined = has_no_double(rho);
    return proof;
  }
  proof.exact = answer.work.exact > 0;
  if (rho) proof.right = round_to_double(*rho);
  return proof;
}

Check certificates_check(Quantity quantity) {
  const bool ratio = quantity == Quantity::ratio;
  return proof_check(
      "certificates",
      {"proven",
       ratio ? "the certificate holds in exact arithmetic and gives rho, where that is defined"
             : "the certificate holds in exact arithmetic and gives phi, where the metric takes "
               "the bodies"},
      {"second_route",
       ratio ? "the exact linear program gives the same rho, where it is asked"
             : "the explicit hull of all differences gives the same phi^2, where "
               "it is asked",
       kJudgedColumns, ratio ? "program agrees" : "hull agrees"});
}

Check half_spaces_check() {
  return proof_check("half-spaces",
                     {"solved",
                      "the exact program of the facets as they are rounded has a rho, "
                      "where that is defined",
                      kJudgedColumns, "program solved"},
                     {});
}

void add_proof(const Proof& proof, double value, const std::string& id, CheckRow& row) {
  ++row.cases;
  row.count("exact").add(proof.exact ? 1 : 0);
  row.claims[0].add({!proof.undefined, proof.right.has_value()}, id);
  const bool within = proof.right && within_ulp(value, *proof.right);
  row.claims[1].add({proof.right.has_value(), within}, id);
  row.count("rounded_right").add(proof.right && value == *proof.right ? 1 : 0);
  if (row.claims.size() < 3) return;
  row.claims[2].add({proof.second_route.has_value(), proof.second_route == true}, id);
}

CheckReport audit_certificates(const MetricRow& metric, const CheckOptions& options,
                               std::uint64_t programs) {
  const Quantity quantity = metric.traits.quantity;
  return run_proofs(certificates_check(quantity), metric, metric.make(), options,
                    [&](const CheckedCase& one, const Answer& answer) {
                      const Family* family = one.source.family;
                      const bool program = one.index < programs && family != nullptr &&
                                           family->largest_vertices <= kAuditSmall;
                      return quantity == Quantity::ratio
                                 ? prove_ratio(one.c, answer, program)
                                 : prove_distance(one.c, metric.traits, answer, program);
                    });
}

CheckReport audit_half_spaces(const MetricRow& metric, const CheckOptions& options) {
  RatioOptions facets;
  facets.facets_as_rounded = true;
  return run_proofs(
      half_spaces_check(), metric, metric.make_ratio(facets), options,
      [](const CheckedCase& one, const Answer& answer) { return prove_facets(one.c, answer); });
}

}  // namespace touchstone
