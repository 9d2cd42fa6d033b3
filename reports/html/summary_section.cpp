// SPDX-License-Identifier: GPL-3.0-or-later
// What was judged, and one sentence for each metric.
#include <algorithm>
#include <map>
#include <optional>

#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/verify_table.hpp"
#include "schema/json_node.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// Families named in a metric's sentence.
constexpr std::size_t kFamiliesNamed = 3;

std::string definition(std::string_view term, const std::string& html) {
  return "<dt>" + html_text(term) + "</dt><dd>" + html + "</dd>\n";
}

std::string code(std::string_view text) { return "<code>" + html_text(text) + "</code>"; }

std::string versions_line(const Versions& v) {
  return html_text(v.touchstone + ", " + v.compiler + ", " + v.build_type + ", " + v.libraries);
}

std::string recorded_versions(const std::string& json) {
  std::string line;
  const auto refusal = visit_json(
      json, [&](const JsonNode& root) { line = versions_line(version_fields().read(root)); });
  return refusal ? "unknown" : line;
}

/// Counts of one metric over its families.
struct MetricCounts {
  std::uint64_t applicable = 0;
  std::uint64_t wrong = 0;
  std::uint64_t not_applicable = 0;
  std::optional<double> largest_error;         ///< largest error of a value, relative to size
  std::string largest_on;                      ///< family
  std::vector<const CampaignRow*> wrong_rows;  ///< most wrong cases first
};

MetricCounts counts_of(const CampaignResult& result, const std::string& metric) {
  MetricCounts counts;
  for (const CampaignRow* row : rows_of(result, metric)) {
    counts.applicable += row->cases - row->not_applicable;
    counts.not_applicable += row->not_applicable;
    counts.wrong += row->wrong();
    if (row->any_wrong()) counts.wrong_rows.push_back(row);
    const std::optional<double> error = worst_error(*row);
    if (!error || (counts.largest_error && *error <= *counts.largest_error)) continue;
    counts.largest_error = error;
    counts.largest_on = row->family;
  }
  std::stable_sort(
      counts.wrong_rows.begin(), counts.wrong_rows.end(),
      [](const CampaignRow* a, const CampaignRow* b) { return a->wrong() > b->wrong(); });
  return counts;
}

std::string families_named(const MetricCounts& counts) {
  std::string text;
  for (std::size_t k = 0; k < std::min(kFamiliesNamed, counts.wrong_rows.size()); ++k) {
    const CampaignRow& row = *counts.wrong_rows[k];
    text += (k > 0 ? ", " : "") + row.family + " (" + grouped_count(row.wrong()) + ")";
  }
  const std::size_t others =
      counts.wrong_rows.size() - std::min(kFamiliesNamed, counts.wrong_rows.size());
  if (others > 0) text += " and " + how_many(others, "other");
  return text;
}

MarkedText metric_sentence(const std::string& metric, const MetricCounts& counts,
                           const CampaignResult& result) {
  std::string kind = "right";
  std::string text = "right on all " + grouped_count(counts.applicable) + " cases";
  if (counts.applicable == 0) {
    kind = "none";
    text = "no case applies";
  } else if (counts.wrong > 0) {
    // A hundredth is where the matrix draws its line, too.
    kind = counts.wrong * 100 > counts.applicable ? "wrong" : "partly";
    text = "wrong on " + grouped_count(counts.wrong) + " of " + grouped_count(counts.applicable) +
           " cases: most on " + families_named(counts);
  }
  if (counts.largest_error) {
    text += "; largest error " + shown_number(*counts.largest_error) + " of size";
    if (*counts.largest_error > 0) text += " on " + counts.largest_on;
    // An ulp of a distance between bodies that are tiny beside it, or a float's own tolerance.
    if (counts.wrong == 0 && *counts.largest_error > result.tolerance) text += ", within its claim";
  }
  for (const LikelyCause& cause : result.causes) {
    if (cause.metric == metric) text += "; " + cause_text(cause);
  }
  return element("li", element("b", metric) + (" " + text),
                 html_attribute("class", kind) + html_attribute("data-metric", metric)) +
         "\n";
}

MarkedText what_was_left_out(const ReportInputs& inputs) {
  MarkedText left_out;
  const auto line = [&left_out](const std::string& text) {
    left_out += element("p", text, " class=\"skipped\"") + "\n";
  };
  if (inputs.context.partial)
    line("This page is partial: it was interrupted, and shows what was there.");
  for (const std::string& note : inputs.notes) line(note);
  if (!inputs.verify) return left_out;
  const CampaignResult& result = inputs.verify->result;
  if (!inputs.verify->partial.empty()) line(inputs.verify->partial);
  std::string metrics;
  for (const std::string& metric : metrics_of(result)) {
    const std::uint64_t cases = counts_of(result, metric).not_applicable;
    if (cases == 0) continue;
    metrics += (metrics.empty() ? "" : ", ") + metric + " " + grouped_count(cases);
  }
  if (!metrics.empty()) line("Cases that do not apply: " + metrics + ".");
  if (result.not_run.empty()) return left_out;
  MarkedText items;
  for (const std::string& reason : result.not_run) items += element("li", reason) + "\n";
  return left_out +
         folded_list(std::to_string(result.not_run.size()) + " cells were not run", items);
}

}  // namespace

std::string top_of_page(const ReportInputs& inputs) {
  const ReportContext& context = inputs.context;
  std::string html = "<header id=\"top\">\n<h1>Touchstone report</h1>\n<dl>\n";
  if (inputs.verify) {
    const CampaignResult& result = inputs.verify->result;
    html += definition("Judged", grouped_count(result.rows.size()) +
                                     " cells (a metric on a family), seed " +
                                     std::to_string(result.seed) + ", right to " +
                                     html_text(exact_text(result.tolerance)) + " of size");
    html += definition("Judged by", recorded_versions(result.versions));
  }
  html +=
      definition("Page made", html_text(context.when) + " by " + versions_line(context.versions));
  html += definition("Machine",
                     html_text(context.machine) + ", " + std::to_string(context.cores) + " cores");
  html += definition("Again with", code(context.command));
  html += "</dl>\n</header>\n<nav id=\"contents\" aria-label=\"Contents\"><ul>\n";
  for (const auto& [id, title] :
       std::initializer_list<std::pair<const char*, const char*>>{{"summary", "Summary"},
                                                                  {"verdicts", "Verdicts"},
                                                                  {"accuracy", "Accuracy"},
                                                                  {"speed", "Speed"},
                                                                  {"simulation", "Simulation"},
                                                                  {"convergence", "Convergence"},
                                                                  {"failures", "Failures"},
                                                                  {"findings", "Findings"},
                                                                  {"glossary", "Glossary"}}) {
    if (id == std::string_view("convergence") && !inputs.converge) continue;
    html += std::string("<li><a href=\"#") + id + "\">" + title + "</a></li>\n";
  }
  return html + "</ul></nav>\n";
}

HtmlSection summary_section(const ReportInputs& inputs) {
  MarkedText text = what_was_left_out(inputs);
  HtmlSection section("summary", "Summary");
  if (!inputs.verify) {
    return section.text(text + not_recorded("No verdicts.", "touchstone verify --db results.db"));
  }
  const CampaignResult& result = inputs.verify->result;
  text += tags("<ul class=\"metric-sentences\">") + "\n";
  for (const std::string& metric : metrics_of(result)) {
    text += metric_sentence(metric, counts_of(result, metric), result);
  }
  return section.text(text + tags("</ul>") + "\n");
}

}  // namespace touchstone
