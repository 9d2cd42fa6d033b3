// SPDX-License-Identifier: GPL-3.0-or-later
// The options of `ask`: the ratio metric with one body fixed, in either form, and what metrics
// answer to the same question.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/plugin_choice.hpp"
#include "geometry/result.hpp"
#include "harness/cases/case.hpp"
#include "harness/runners/runner.hpp"
#include "metrics/metric_row.hpp"
#include "reference/certificates.hpp"
#include "reference/truth.hpp"
#include "schema/json_text.hpp"

namespace touchstone {

struct RatioQuestion {
  FixedBody fixed = FixedBody::none;
  RatioForm form = RatioForm::rho;
  bool asked = false;  ///< an option was given

  /// "rho" or "r - 1".
  std::string value_name() const;
};

/// From the words typed, if any: "A" or "B", "rho" or "growth".
Result<RatioQuestion> parse_ratio_question(const std::optional<std::string>& fixed_body,
                                           const std::optional<std::string>& form);

/// Metrics by name, each once; rejects those of another quantity if the ratio was asked about.
Result<std::vector<const MetricRow*>> metrics_to_ask(const std::vector<std::string>& names,
                                                     const PluginChoice& plugin,
                                                     const RatioQuestion& question);

/// The exact answer.
struct RatioReply {
  std::optional<Rational> r;
  std::optional<Rational> value;  ///< nothing where undefined
  std::string note;               ///< why
};
RatioReply solve_ratio(const Pair& pair, const Truth& truth, const RatioQuestion& question);

/// One metric's answer; with A fixed the roles were swapped on the way in and out.
struct MetricReply {
  const MetricRow* metric = nullptr;
  RunOutcome outcome;
  std::optional<double> off;  ///< |value - the exact one, rounded|
  DistanceBounds bounds;  ///< bounds on phi that the normal, the points and the certificate prove
  /// Result of checking the answer's certificate: empty if it holds, else the reason why not;
  /// nullopt if the answer has no certificate.
  std::optional<std::string> certificate;
};
MetricReply ask_metric(const MetricRow& metric, const PluginChoice& plugin, const Pair& pair,
                       const Truth& truth, const RatioQuestion& question, const RatioReply& ratio);

/// "rho", "r - 1" with what is fixed, as a column's header.
std::string ratio_header(const RatioQuestion& question);
/// A line, indented by two.
std::string ratio_text(const RatioQuestion& question, const RatioReply& reply);
std::string metric_text(const RatioQuestion& question, const MetricReply& reply);
/// What the answer proves of phi, whatever its value: bounds, and what became of its certificate;
/// empty where it proves nothing.
std::string proven_text(const MetricReply& reply);
/// The value, or the word for why there is none.
std::string metric_cell(const MetricReply& reply);

/// `ratio` of ask --json, and an item of its `metrics` (docs/ratio.md).
std::string ratio_json(const RatioQuestion& question, const RatioReply& reply);
std::string metric_json(const RatioQuestion& question, const MetricReply& reply);

}  // namespace touchstone
