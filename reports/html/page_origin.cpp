// SPDX-License-Identifier: GPL-3.0-or-later
// What the page leaves out, and what made it.
#include <optional>

#include "reports/html/html_text.hpp"
#include "reports/html/sections.hpp"
#include "reports/verify_table.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

std::string definition(std::string_view term, const std::string& html) {
  return "<dt>" + html_text(term) + "</dt><dd>" + html + "</dd>\n";
}

std::string versions_line(const std::optional<Versions>& versions) {
  return versions ? html_text("touchstone " + versions->text()) : "unknown";
}

/// Who made the records, other than that of verdicts.
std::string other_makers(const ReportInputs& inputs) {
  std::string html;
  const auto add = [&html](std::string_view term, const std::optional<Versions>& versions) {
    html += definition(term, versions_line(versions));
  };
  if (inputs.time) add("Timed by", inputs.time->record.context.versions);
  if (inputs.energy) add("Simulated by", versions_of_record(inputs.energy->json));
  if (inputs.solve) add("Contact solvers judged by", versions_of_record(inputs.solve->json));
  if (inputs.converge) add("Overlaps measured by", versions_of_record(inputs.converge->json));
  if (inputs.differences) {
    add("Gradients measured by", versions_of_record(inputs.differences->json));
  }
  for (const RecordText& text : inputs.reproduced) {
    add(text.name + " made by", versions_of_record(text.json));
  }
  return html;
}

MarkedText what_made_it(const ReportInputs& inputs) {
  const ReportContext& context = inputs.context;
  std::string html = "<dl class=\"made\">\n";
  if (inputs.verify) {
    const CampaignResult& result = inputs.verify->result;
    html += definition("Judged", grouped_count(result.rows.size()) +
                                     " cells (a metric on a family), seed " +
                                     std::to_string(result.seed) + ", right to " +
                                     html_text(shown_number(result.tolerance)) + " of size");
    html += definition("Judged by", versions_line(read_versions(result.versions)));
  }
  html += other_makers(inputs);
  html +=
      definition("Page made", html_text(context.when) + " by " + versions_line(context.versions));
  html += definition("Machine",
                     html_text(context.machine) + ", " + std::to_string(context.cores) + " cores");
  html += definition("Again with", "<code>" + html_text(context.command) + "</code>");
  return tags(html + "</dl>\n");
}

MarkedText what_was_left_out(const ReportInputs& inputs) {
  MarkedText left_out;
  const auto line = [&left_out](const std::string& text) {
    left_out += element("p", text, " class=\"skipped\"") + "\n";
  };
  for (const std::string& note : inputs.notes) line(note);
  if (!inputs.verify) {
    left_out += not_recorded("No verdicts.", "touchstone verify --db results.db");
  }
  if (!inputs.time) left_out += not_recorded("No times.", "touchstone time --json time.json");
  if (!inputs.energy) left_out += not_recorded("No runs.", "touchstone energy --json energy.json");
  if (!inputs.verify) return left_out;
  const CampaignResult& result = inputs.verify->result;
  std::string metrics;
  for (const std::string& metric : metrics_of(result)) {
    std::uint64_t cases = 0;
    for (const CampaignRow* row : rows_of(result, metric)) cases += row->not_applicable;
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

MarkedText page_origin(const ReportInputs& inputs) {
  return what_was_left_out(inputs) + what_made_it(inputs);
}

}  // namespace touchstone
