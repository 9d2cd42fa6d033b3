// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_ratio.hpp"

#include "reference/claims.hpp"
#include "reference/oracle.hpp"
#include "reports/truth_text.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

using Fixed = FixedBody;

std::string why_it_cannot_grow(const Polytope& body, const std::string& name) {
  if (body.dimension() < 3) return "body " + name + " is flat";
  if (body.interior_point_strictly_inside()) return {};
  return "the interior point of " + name + " is not strictly inside";
}

std::string form_name(RatioForm form) { return form == RatioForm::rho ? "rho" : "r - 1"; }

std::string fixed_name(Fixed fixed) { return fixed == Fixed::A ? "A" : "B"; }

std::string what_is_fixed(const RatioQuestion& question) {
  return question.fixed == Fixed::none ? "" : ", " + fixed_name(question.fixed) + " fixed";
}

std::string number_json(const std::optional<Rational>& x) {
  return x ? json_number(round_to_double(*x)) : "null";
}

std::string fraction_json(const std::optional<Rational>& x) {
  return x ? json_string(fraction_text(*x)) : "null";
}

}  // namespace

std::string RatioQuestion::name() const { return form_name(form) + what_is_fixed(*this); }

Result<RatioQuestion> parse_ratio_question(const std::string& fixed_body, const std::string& form) {
  RatioQuestion question;
  question.asked = !fixed_body.empty() || !form.empty();
  if (!fixed_body.empty()) {
    if (fixed_body != "A" && fixed_body != "B") {
      return Error{"ask: --fixed-body takes A or B, not '" + fixed_body + "'"};
    }
    question.fixed = fixed_body == "A" ? Fixed::A : Fixed::B;
  }
  if (!form.empty()) {
    if (form != "rho" && form != "growth") {
      return Error{"ask: --ratio-form takes rho or growth, not '" + form + "'"};
    }
    question.form = form == "rho" ? RatioForm::rho : RatioForm::growth;
  }
  return question;
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

std::string ratio_text(const RatioQuestion& question, const RatioReply& reply) {
  std::string text = "  ratio      " + form_name(question.form);
  if (reply.value) {
    text += " = " + exact_text(round_to_double(*reply.value)) + ", exactly " +
            short_fraction(*reply.value);
  } else {
    text += " is undefined: " + reply.note;
  }
  if (reply.r) text += "; r = " + exact_text(round_to_double(*reply.r));
  return text + what_is_fixed(question) + "\n";
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

}  // namespace touchstone
