// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask_ratio.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/select.hpp"
#include "harness/judge/question.hpp"
#include "harness/runners/engine.hpp"
#include "harness/runners/runner.hpp"
#include "metrics/registry.hpp"
#include "reference/certificates.hpp"
#include "reference/claims.hpp"
#include "reference/oracle.hpp"
#include "reports/number_text.hpp"
#include "reports/truth_text.hpp"

namespace touchstone {
namespace {

using Fixed = FixedBody;

std::string why_it_cannot_grow(const Polytope& body, const std::string& name) {
  if (body.dimension() < 3) return "body " + name + " is flat";
  if (body.interior_point_strictly_inside()) return {};
  return "the interior point of " + name + " is not strictly inside";
}

std::string_view fixed_name(Fixed fixed) { return fixed == Fixed::A ? "A" : "B"; }

std::string what_is_fixed(const RatioQuestion& question) {
  if (question.fixed == Fixed::none) return {};
  return ", " + std::string(fixed_name(question.fixed)) + " fixed";
}

bool answered(const MetricReply& reply) {
  return reply.outcome.status == RunStatus::completed &&
         reply.outcome.answer.status == AnswerStatus::answered;
}

std::string value_name_of(const RatioQuestion& question, const MetricRow& metric) {
  return metric.traits.quantity == Quantity::ratio ? question.value_name() : "phi";
}

int sign_of(double x) { return (x > 0 ? 1 : 0) - (x < 0 ? 1 : 0); }

std::string number_json(const std::optional<Rational>& x) {
  return x ? json_number(round_to_double(*x)) : "null";
}

std::string fraction_json(const std::optional<Rational>& x) {
  return x ? json_string(fraction_text(*x)) : "null";
}

/// Without options by the rule of verify. With them r = 0 may have a value, or the interior point
/// of the fixed body not count: metrics want solid bodies all the same.
std::string why_not_asked(const MetricRow& metric, const Pair& pair,
                          const RatioQuestion& question) {
  if (question.fixed == Fixed::none && question.form == RatioForm::rho) {
    return why_not_applicable(metric.traits, pair);
  }
  const std::string reason = why_it_cannot_grow(*pair.A, "A");
  return reason.empty() ? why_it_cannot_grow(*pair.B, "B") : reason;
}

/// In this process: no ratio metric is isolated.
RunOutcome ask_ratio_metric(const MetricRow& metric, const Pair& pair,
                            const RatioQuestion& question) {
  if (std::string reason = why_not_asked(metric, pair, question); !reason.empty()) {
    return {RunStatus::not_applicable, {}, std::move(reason)};
  }
  RunOutcome outcome;
  const MetricRow variant = make_variant(metric, question.fixed, question.form);
  outcome.answer = Engine(variant).evaluate(pair);
  outcome.detail = outcome.answer.note;
  return outcome;
}

RunOutcome ask_other_metric(const MetricRow& metric, const PluginChoice& plugin, const Pair& pair) {
  Question question(pair);
  const auto seen = question.pair_for(metric.traits);
  if (!seen.ok()) return {RunStatus::not_applicable, {}, seen.reason()};
  const std::array<const Pair*, 1> batch = {seen.value()};
  RunnerOptions options = plugin.runner_for(metric);
  options.wants_proof = true;
  return make_runner(metric, options)->run(batch).front();
}

/// What the answer proves, whatever its value.
void add_proof(const MetricRow& metric, const Pair& pair, const RatioQuestion& question,
               MetricReply& reply) {
  const Answer& answer = reply.outcome.answer;
  if (reply.outcome.status != RunStatus::completed) return;
  reply.bounds = bounds_of_claims(pair, answer.normal, answer.witnesses);
  if (answer.proof) {
    const DistanceCertificate certificate = check_distance_certificate(pair, *answer.proof);
    reply.certificate = certificate.reason;
    if (certificate.proven) reply.bounds = bounds_of_certificate(certificate);
  } else if (metric.traits.quantity == Quantity::ratio && metric.traits.gives_certificate &&
             answer.ratio && question.fixed == Fixed::none) {
    reply.certificate = check_ratio_certificate(pair, *answer.ratio).reason;
  }
}

/// "phi >= 1", "1 <= phi <= 2", or nothing.
std::string bounds_text(const DistanceBounds& bounds) {
  std::string text;
  if (std::isfinite(bounds.lower) && std::isfinite(bounds.upper)) {
    text = exact_text(bounds.lower) + " <= phi <= " + exact_text(bounds.upper);
  } else if (std::isfinite(bounds.lower)) {
    text = "phi >= " + exact_text(bounds.lower);
  } else if (std::isfinite(bounds.upper)) {
    text = "phi <= " + exact_text(bounds.upper);
  }
  return text;
}

/// A line of its own below the metric's, or nothing.
std::string proof_text(const MetricReply& reply) {
  const std::string text = proven_text(reply);
  return text.empty() ? "" : "             proves " + text + "\n";
}

}  // namespace

std::string RatioQuestion::value_name() const { return form == RatioForm::rho ? "rho" : "r - 1"; }

Result<RatioQuestion> parse_ratio_question(const std::optional<std::string>& fixed_body,
                                           const std::optional<std::string>& form) {
  RatioQuestion question;
  question.asked = fixed_body || form;
  if (fixed_body) {
    if (*fixed_body != "A" && *fixed_body != "B") {
      return Error{"ask: --fixed-body takes A or B, not '" + *fixed_body + "'"};
    }
    question.fixed = *fixed_body == "A" ? Fixed::A : Fixed::B;
  }
  if (form) {
    if (*form != "rho" && *form != "growth") {
      return Error{"ask: --ratio-form takes rho or growth, not '" + *form + "'"};
    }
    question.form = *form == "rho" ? RatioForm::rho : RatioForm::growth;
  }
  return question;
}

Result<std::vector<const MetricRow*>> metrics_to_ask(const std::vector<std::string>& names,
                                                     const PluginChoice& plugin,
                                                     const RatioQuestion& question) {
  if (names.empty() && !plugin.row) return std::vector<const MetricRow*>{};
  auto metrics = select_with_plugin(names, plugin);
  if (!metrics || !question.asked) return metrics;
  for (const MetricRow* metric : metrics.value()) {
    if (metric->make_ratio == nullptr) {
      return Error{"ask: " + metric->name +
                   " is not a ratio metric: --fixed-body and --ratio-form are for those"};
    }
  }
  return metrics;
}

RatioReply solve_ratio(const Pair& pair, const Truth& truth, const RatioQuestion& question) {
  RatioReply reply;
  if (question.fixed == Fixed::none) {
    if (truth.ratio) {
      reply.r = 1 / (1 - truth.ratio->rho);
    } else if (why_it_cannot_grow(*pair.A, "A").empty() &&
               why_it_cannot_grow(*pair.B, "B").empty() && interior_points_coincide(pair)) {
      reply.r = 0;
    }
    reply.note = truth.ratio_note;
  } else {
    const bool swap = question.fixed == Fixed::A;
    reply.r = solve_fixed_body(swap ? swapped(pair) : pair);
    const std::string growing = swap ? "B" : "A";
    reply.note = reply.r ? "the interior point of " + growing + " is in the fixed body"
                         : why_it_cannot_grow(swap ? *pair.B : *pair.A, growing);
  }
  if (reply.r && question.form == RatioForm::growth) {
    reply.value = *reply.r - 1;
  } else if (reply.r && *reply.r > 0) {
    reply.value = 1 - 1 / *reply.r;
  }
  if (reply.value) reply.note.clear();
  return reply;
}

MetricReply ask_metric(const MetricRow& metric, const PluginChoice& plugin, const Pair& pair,
                       const Truth& truth, const RatioQuestion& question, const RatioReply& ratio) {
  MetricReply reply;
  reply.metric = &metric;
  const bool is_ratio = metric.make_ratio != nullptr;
  reply.outcome =
      is_ratio ? ask_ratio_metric(metric, pair, question) : ask_other_metric(metric, plugin, pair);
  add_proof(metric, pair, question, reply);
  if (!answered(reply) || (is_ratio && !ratio.value)) return reply;
  const double exact = is_ratio ? round_to_double(*ratio.value) : truth.phi;
  reply.off = std::abs(reply.outcome.answer.value - exact);
  return reply;
}

std::string ratio_header(const RatioQuestion& question) {
  return question.value_name() + what_is_fixed(question);
}

std::string ratio_text(const RatioQuestion& question, const RatioReply& reply) {
  std::string text = "  ratio      " + question.value_name();
  if (reply.value) {
    text += " = " + exact_text(round_to_double(*reply.value)) + ", exactly " +
            short_fraction(*reply.value);
  } else {
    text += " is undefined: " + reply.note;
  }
  if (reply.r) text += "; r = " + exact_text(round_to_double(*reply.r));
  return text + what_is_fixed(question) + "\n";
}

std::string metric_text(const RatioQuestion& question, const MetricReply& reply) {
  const std::string name = "  metric     " + reply.metric->name + ": ";
  if (!answered(reply)) {
    const std::string why = reply.outcome.detail.empty() ? "" : " (" + reply.outcome.detail + ")";
    return name + metric_cell(reply) + why + "\n" + proof_text(reply);
  }
  std::string text = name + value_name_of(question, *reply.metric) + " = " +
                     exact_text(reply.outcome.answer.value);
  if (reply.off) text += ", off by " + short_text(*reply.off);
  if (reply.outcome.answer.normal) {
    text += "; normal " + vector_text(*reply.outcome.answer.normal);
  }
  return text + "\n" + proof_text(reply);
}

std::string proven_text(const MetricReply& reply) {
  std::string text = bounds_text(reply.bounds);
  if (reply.certificate) {
    text += (text.empty() ? "" : "; ") + (reply.certificate->empty()
                                              ? "certificate accepted"
                                              : "certificate refused: " + *reply.certificate);
  }
  return text;
}

std::string metric_cell(const MetricReply& reply) {
  const Answer& answer = reply.outcome.answer;
  if (answered(reply)) return exact_text(answer.value);
  const std::string_view status = status_name(reply.outcome);
  return std::string(status == "sign_only" ? sign_name(answer.sign) : status);
}

std::string ratio_json(const RatioQuestion& question, const RatioReply& reply) {
  JsonObject object;
  object
      .add("fixed_body",
           question.fixed == Fixed::none ? "null" : json_string(fixed_name(question.fixed)))
      .add("form", json_string(question.form == RatioForm::rho ? "rho" : "growth"))
      .add("value", number_json(reply.value))
      .add("exact", fraction_json(reply.value))
      .add("r", number_json(reply.r))
      .add("r_exact", fraction_json(reply.r));
  if (!reply.note.empty()) object.add("note", json_string(reply.note));
  return object.row();
}

std::string metric_json(const RatioQuestion& question, const MetricReply& reply) {
  const Answer& answer = reply.outcome.answer;
  const auto vector = [](bool there, const Vec3& v) { return there ? json_vector(v) : "null"; };
  const bool valued = answered(reply);
  const std::string_view status = status_name(reply.outcome);
  const bool points = answer.witnesses.has_value();
  JsonObject object;
  const auto finite = [](double x) { return std::isfinite(x) ? json_number(x) : "null"; };
  object.add("metric", json_string(reply.metric->name))
      .add("status", json_string(status))
      .add("quantity", json_string(value_name_of(question, *reply.metric)))
      .add("value", valued ? json_number(answer.value) : "null")
      .add("sign", valued                  ? std::to_string(sign_of(answer.value))
                   : status == "sign_only" ? std::to_string(answer.sign)
                                           : "null")
      .add("off", reply.off ? json_number(*reply.off) : "null")
      .add("r", valued && answer.ratio ? json_number(answer.ratio->r) : "null")
      .add("normal", vector(answer.normal.has_value(), answer.normal.value_or(Vec3::Zero())))
      .add("witness_a", vector(points, points ? answer.witnesses->p_WA : Vec3::Zero()))
      .add("witness_b", vector(points, points ? answer.witnesses->p_WB : Vec3::Zero()));
  object
      .add("bounds", JsonObject()
                         .add("lower", finite(reply.bounds.lower))
                         .add("upper", finite(reply.bounds.upper))
                         .add("exact", reply.bounds.exact ? "true" : "false")
                         .row())
      .add("certificate", !reply.certificate ? "null"
                          : reply.certificate->empty()
                              ? json_string("accepted")
                              : json_string("refused: " + *reply.certificate));
  if (!reply.outcome.detail.empty()) object.add("note", json_string(reply.outcome.detail));
  return object.row();
}

}  // namespace touchstone
