// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/pair_section.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reports/html/html_text.hpp"
#include "reports/truth_text.hpp"

namespace touchstone {
namespace {

HtmlCell value_cell(const PairClaim& claim) {
  const StoredAnswer& answer = claim.answer;
  if (answer.sign) return text_cell("sign " + shown_number(*answer.sign));
  if (!answer.value || !std::isfinite(*answer.value)) return empty_cell();
  HtmlCell cell = number_cell(*answer.value);
  if (claim.quantity == Quantity::ratio) cell.shown = "rho " + cell.shown;
  if (claim.quantity == Quantity::euclidean) cell.shown = "phi " + cell.shown + " m";
  return cell;
}

/// A fraction that the truth's text only counts the digits of.
MarkedText fraction_in_full(const std::string& name, const Rational& x) {
  const std::string text = fraction_text(x);
  if (text == short_fraction(x)) return {};
  return element("details", element("summary", name + " in full") + element("code", text),
                 " class=\"fraction\"") +
         "\n";
}

/// What the view leaves out of bodies with a radius.
MarkedText cores_note(const Pair& pair) {
  if (!is_rounded(pair)) return {};
  return element("p", "The view shows cores: body A reaches " + shown_number(pair.A->radius()) +
                          " m beyond its core, B " + shown_number(pair.B->radius()) + " m.") +
         "\n";
}

}  // namespace

std::string pair_section(const Case& c, const Truth& truth, const std::vector<PairClaim>& claims) {
  HtmlSection section("pair", c.id, 1);
  section.text(
      element("div", "", " data-view=\"pair\"") + "\n" + cores_note(c.pair()) +
      element("pre", truth_text(c, truth, "in full below"), " class=\"truth\" tabindex=\"0\"") +
      "\n" + fraction_in_full(is_rounded(c.pair()) ? "phi_core^2" : "phi^2", truth.phi_squared) +
      (truth.ratio ? fraction_in_full("rho", truth.ratio->rho) : MarkedText()));
  if (claims.empty()) return section.page();
  const bool details = std::any_of(claims.begin(), claims.end(), [](const PairClaim& claim) {
    return !claim.answer.detail.empty();
  });
  HtmlTable table("claims",
                  "What each metric says; errors are relative to size (of rho: to max(1, |rho|))");
  table.column("metric", HtmlColumn::text).column("verdict", HtmlColumn::text);
  table.column("value").column("error");
  if (details) table.column("detail", HtmlColumn::text);
  for (const PairClaim& claim : claims) {
    std::vector<HtmlCell> cells = {text_cell(claim.metric), word_cell(claim.word),
                                   value_cell(claim),
                                   claim.error ? number_cell(*claim.error) : empty_cell()};
    if (details) cells.push_back(text_cell(claim.answer.detail));
    table.row(std::move(cells), html_attribute("data-metric", claim.metric));
  }
  return section.table(std::move(table)).page();
}

}  // namespace touchstone
