// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/ask_ratio.hpp"

#include "reference/claims.hpp"
#include "reference/oracle.hpp"
#include "reports/truth_text.hpp"
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

std::optional<double> double_of(const std::optional<Rational>& x) {
  return x ? std::optional(round_to_double(*x)) : std::nullopt;
}

std::string fraction_or_nothing(const std::optional<Rational>& x) {
  return x ? fraction_text(*x) : std::string();
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
  RatioReply reply{.question = question};
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

std::string ratio_text(const RatioReply& reply) {
  const RatioQuestion& question = reply.question;
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

RecordFields<RatioReply> ratio_fields() {
  using Ratio = RatioReply;
  const std::string_view undefined = "it is undefined";
  return RecordFields<Ratio>()
      .add(field("fixed_body", "the body that does not grow")
               .one_of({"A", "B"})
               .null_where("both grow"),
           [](const Ratio& reply) {
             const Fixed fixed = reply.question.fixed;
             return fixed == Fixed::none ? std::string() : fixed_name(fixed);
           })
      .add(field("form", "form of the value: rho = (r - 1)/r, or growth = r - 1")
               .one_of({"rho", "growth"}),
           [](const Ratio& reply) {
             return reply.question.form == RatioForm::rho ? "rho" : "growth";
           })
      .add(field("value", "exact value in that form, rounded once").null_where(undefined),
           [](const Ratio& reply) { return double_of(reply.value); })
      .add(field("exact", "value in that form, exactly, as a fraction p/q").null_where(undefined),
           [](const Ratio& reply) { return fraction_or_nothing(reply.value); })
      .add(field("r", "exact growth ratio r, rounded once: scaled by r, the bodies touch")
               .null_where(undefined),
           [](const Ratio& reply) { return double_of(reply.r); })
      .add(field("r_exact", "growth ratio r, exactly, as a fraction p/q").null_where(undefined),
           [](const Ratio& reply) { return fraction_or_nothing(reply.r); })
      .add(field("note", "why the value is undefined").omitted_where("it is defined"),
           &Ratio::note);
}

}  // namespace touchstone
