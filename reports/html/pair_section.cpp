// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/pair_section.hpp"

#include "reports/html/html_text.hpp"
#include "reports/truth_text.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

HtmlCell value_cell(const std::string& answer) {
  HtmlCell cell = empty_cell();
  const auto refusal = visit_json(answer, [&](const JsonNode& root) {
    cell = number_cell(root, "value");
    if (!root.at("sign").is_null()) cell = text_cell("only the sign: " + root.at("sign").dumped());
  });
  return refusal ? empty_cell() : cell;
}

std::string detail_of(const std::string& answer) {
  std::string detail;
  const auto refusal =
      visit_json(answer, [&](const JsonNode& root) { detail = root.at("detail").text(); });
  return refusal ? "" : detail;
}

/// Of a fraction that the truth's text only counts the digits of.
std::string fraction_in_full(const char* name, const Rational& x) {
  const std::string text = fraction_text(x);
  if (text == short_fraction(x)) return "";
  return std::string("<details class=\"fraction\"><summary>") + name + " in full</summary><code>" +
         html_text(text) + "</code></details>\n";
}

}  // namespace

std::string pair_section(const Case& c, const Truth& truth, const std::vector<PairClaim>& claims) {
  HtmlSection section("pair", c.id, 1);
  section.html("<div data-view=\"pair\"></div>\n<pre class=\"truth\">" +
               html_text(truth_text(c, truth, "in full below")) + "</pre>\n" +
               fraction_in_full("phi^2", truth.phi_squared) +
               (truth.ratio ? fraction_in_full("rho", truth.ratio->rho) : ""));
  if (claims.empty()) return section.page();
  HtmlTable table("claims", "What each metric says");
  table.column("metric", HtmlColumn::text).column("verdict", HtmlColumn::text);
  table.column("value").column("error").column("detail", HtmlColumn::text);
  for (const PairClaim& claim : claims) {
    table.row({text_cell(claim.metric), word_cell(claim.word), value_cell(claim.answer),
               claim.error ? number_cell(*claim.error) : empty_cell(),
               text_cell(detail_of(claim.answer))},
              html_attribute("data-metric", claim.metric));
  }
  return section.table(std::move(table)).page();
}

}  // namespace touchstone
