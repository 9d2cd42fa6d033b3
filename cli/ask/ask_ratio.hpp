// SPDX-License-Identifier: GPL-3.0-or-later
// The exact ratio metric in the forms that `ask` takes: with one body fixed, as rho or as r - 1.
#pragma once

#include <optional>
#include <string>

#include "geometry/pair.hpp"
#include "geometry/result.hpp"
#include "metrics/metric.hpp"
#include "reference/truth.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

struct RatioQuestion {
  FixedBody fixed = FixedBody::none;
  RatioForm form = RatioForm::rho;
  bool asked = false;  ///< an option was given

  /// Whether it is another one than the plain metric answers.
  bool is_variant() const { return fixed != FixedBody::none || form != RatioForm::rho; }
  /// "rho" or "r - 1", with what is fixed.
  std::string name() const;
};

/// From the words typed, empty where none was: "A" or "B", "rho" or "growth".
Result<RatioQuestion> parse_ratio_question(const std::string& fixed_body, const std::string& form);

/// The exact answer.
struct RatioReply {
  RatioQuestion question;
  std::optional<Rational> r = {};
  std::optional<Rational> value = {};  ///< nothing where undefined
  std::string note = {};               ///< why
};
RatioReply solve_ratio(const Pair& pair, const Truth& truth, const RatioQuestion& question);

/// A line, indented by two.
std::string ratio_text(const RatioReply& reply);
/// What records tell of it (docs/ratio.md).
RecordFields<RatioReply> ratio_fields();

}  // namespace touchstone
