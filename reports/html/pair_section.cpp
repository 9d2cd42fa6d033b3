// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/pair_section.hpp"

#include <cmath>

#include "reports/html/html_text.hpp"
#include "reports/truth_text.hpp"

namespace touchstone {
namespace {

HtmlCell value_cell(const StoredAnswer& answer) {
  if (answer.sign) return text_cell("only the sign: " + std::to_string(*answer.sign));
  return answer.value && std::isfinite(*answer.value) ? number_cell(*answer.value) : empty_cell();
}

/// A fraction that the truth's text only counts the digits of.
MarkedText fraction_in_full(const std::string& name, const Rational& x) {
  const std::string text = fraction_text(x);
  if (text == short_fraction(x)) return {};
  return element("details", element("summary", name + " in full") + element("code", text),
                 " class=\"fraction\"") +
         "\n";
}

}  // namespace

std::string pair_section(const Case& c, const Truth& truth, const std::vector<PairClaim>& claims) {
  HtmlSection section("pair", c.id, 1);
  section.text(element("div", "", " data-view=\"pair\"") + "\n" +
               element("pre", truth_text(c, truth, "in full below"), " class=\"truth\"") + "\n" +
               fraction_in_full("phi^2", truth.phi_squared) +
               (truth.ratio ? fraction_in_full("rho", truth.ratio->rho) : MarkedText()));
  if (claims.empty()) return section.page();
  HtmlTable table("claims", "What each metric says");
  table.column("metric", HtmlColumn::text).column("verdict", HtmlColumn::text);
  table.column("value").column("error").column("detail", HtmlColumn::text);
  for (const PairClaim& claim : claims) {
    table.row(
        {text_cell(claim.metric), word_cell(claim.word), value_cell(claim.answer),
         claim.error ? number_cell(*claim.error) : empty_cell(), text_cell(claim.answer.detail)},
        html_attribute("data-metric", claim.metric));
  }
  return section.table(std::move(table)).page();
}

}  // namespace touchstone
