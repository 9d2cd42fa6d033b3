// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone contacts`: contact methods held to the conditions on contact data.
#include <algorithm>
#include <iostream>
#include <utility>

#include "cli/choice/case_choice.hpp"
#include "cli/choice/metric_choice.hpp"
#include "cli/commands.hpp"
#include "cli/process/console.hpp"
#include "cli/process/end_signal.hpp"
#include "cli/process/output_file.hpp"
#include "cli/process/progress.hpp"
#include "harness/cases/nearest_name.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/contact_conditions/contact_check.hpp"
#include "harness/plugins/plugin_contacts.hpp"
#include "reports/text_table.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct ContactsArguments : Arguments {
  Typed<std::vector<std::string>> methods;
  MetricArguments metrics;
  CaseChoiceArguments cases;
  Typed<double> tolerance{kDefaultTolerance};
  Typed<bool> full;
  Typed<std::string> json;
};

/// Rows in the order typed, each once; all of them if nothing is typed.
Result<std::vector<const ContactRow*>> select_methods(const std::vector<std::string>& typed) {
  std::vector<const ContactRow*> rows;
  for (const ContactRow& row : contact_registry()) {
    if (typed.empty() && !row.make_events) rows.push_back(&row);
  }
  for (const std::string& word : typed) {
    const ContactRow* row = find_contact_row(word);
    if (row == nullptr) {
      return unknown_row("contact method", word, contact_registry(), "list contacts");
    }
    if (row->make_events) {
      return Error{"contacts: the points of " + word +
                   " have normals of their own, and the conditions are about one of the pair; "
                   "reproduce events looks at them"};
    }
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  return rows;
}

/// A plug-in's own contact points, or those that a metric's normals and distances give.
ContactRow method_of(const MetricRow& metric, const MetricChoice& choice) {
  const bool own_points = metric.plugin.gives_contacts;
  const auto make = [&metric, choice, own_points](const MetricSource& metrics) {
    if (own_points) return make_plugin_contacts(metric, choice.plugin_runner);
    return make_contacts_of(metric.name, metric.traits.isolated ? choice.source() : metrics);
  };
  return ContactRow{metric.name, metric.summary, "", make, own_points};
}

/// The methods that are typed and those of metrics; without either, all of the registry.
/// `of_metrics` keeps the latter.
Result<std::vector<const ContactRow*>> choose_methods(const ContactsArguments& arguments,
                                                      std::vector<ContactRow>& of_metrics) {
  const auto choice = choose_metrics(arguments.metrics, false);
  if (!choice) return choice.error();
  for (const MetricRow* metric : choice.value().rows) {
    of_metrics.push_back(method_of(*metric, choice.value()));
  }
  std::vector<const ContactRow*> methods;
  if (of_metrics.empty() || !arguments.methods->empty()) {
    auto selected = select_methods(*arguments.methods);
    if (!selected) return selected;
    methods = std::move(selected).value();
  }
  for (const ContactRow& row : of_metrics) methods.push_back(&row);
  return methods;
}

/// Rows of one method on one group, or on one family.
std::vector<ContactCheckRow> contact_table_rows(const ContactReport& report, bool full) {
  std::vector<ContactCheckRow> rows;
  for (const ContactCheckRow& row : report.rows) {
    if (row.cases == 0) continue;
    const bool same = !full && !rows.empty() && rows.back().method == row.method &&
                      rows.back().group == row.group;
    if (!same) {
      rows.push_back(row);
      continue;
    }
    rows.back().add(row);
  }
  return rows;
}

std::string contact_table_text(const ContactReport& report, bool full) {
  std::vector<std::string> header = {"method", full ? "family" : "families", "cases",
                                     "unan-\nswered"};
  for (std::size_t c = 0; c < kContactConditions; ++c) {
    const std::string name(condition_name(static_cast<ContactCondition>(c)));
    header.insert(header.end(), {name + "\nheld", "vio-\nlated", "not\nappl."});
  }
  TextTable table(header, 2);
  std::string last;
  for (const ContactCheckRow& row : contact_table_rows(report, full)) {
    if (!last.empty() && last != row.method) table.add_rule();
    std::vector<std::string> cells = {last == row.method ? "" : row.method,
                                      full ? row.family : row.group, std::to_string(row.cases),
                                      count_text(row.unanswered)};
    last = row.method;
    for (const ConditionTally& tally : row.tallies) {
      cells.insert(cells.end(), {count_text(tally.held), count_text(tally.violated),
                                 count_text(tally.not_applicable)});
    }
    table.add(cells);
  }
  return table.text();
}

/// Lists the first violations of each condition by each method.
std::string violations_text(const ContactReport& report) {
  std::string text;
  for (std::size_t first = 0; first < report.rows.size();) {
    std::size_t end = first;
    while (end < report.rows.size() && report.rows[end].method == report.rows[first].method) ++end;
    const ContactCheckRow& method = report.rows[first];
    for (std::size_t c = 0; c < kContactConditions; ++c) {
      const std::string name(condition_name(static_cast<ContactCondition>(c)));
      std::uint64_t all = 0;
      std::size_t listed = 0;
      std::string lines;
      for (std::size_t k = first; k < end; ++k) {
        const ConditionTally& tally = report.rows[k].tallies.at(c);
        all += tally.violated;
        for (const ContactViolation& v : tally.first) {
          if (listed++ < kListedContactViolations)
            lines.append("  ").append(v.id).append(": ").append(v.why).append("\n");
        }
      }
      if (all > 0) {
        const char* const known = method.known_bad.empty()   ? ""
                                  : method.known_bad == name ? " (expected to fail)"
                                                             : " (known to be bad)";
        text.append(method.method).append(" violates ").append(name).append(" in ");
        text.append(std::to_string(all)).append(known).append(", first\n").append(lines);
      }
    }
    first = end;
  }
  return text;
}

/// What the table's columns stand for; counts of cases have no unit.
std::string condition_legend(double tolerance) {
  std::string text;
  for (std::size_t c = 0; c < kContactConditions; ++c) {
    const auto condition = static_cast<ContactCondition>(c);
    text.append(condition_name(condition)).append(": ");
    text.append(condition_meaning(condition)).append("\n");
  }
  return text + "held, violated, not applicable, unanswered: numbers of cases; lengths to " +
         short_text(tolerance) + " of the size of the bodies\n";
}

/// What there is to say of the run; the line of the seed is left open.
std::string contacts_text(const ContactReport& report, bool full) {
  std::string text = "Conditions on contact data (docs/contacts.md)\n" +
                     contact_table_text(report, full) + condition_legend(report.tolerance) +
                     violations_text(report);
  for (const std::string& line : report.unexpected()) {
    if (end_signal() == 0) text += "not as expected: " + line + "\n";
  }
  for (const std::string& line : report.not_run) text += "not run: " + line + "\n";
  return text + "seed " + std::to_string(report.seed);
}

int contacts(const ContactsArguments& arguments) {
  std::vector<ContactRow> of_metrics;
  auto methods = choose_methods(arguments, of_metrics);
  if (!methods) return complain(methods.reason(), kExitBadInput);
  const auto cases = choose_cases(arguments.cases, arguments.cases.seed, [&](const Family& family) {
    const std::uint64_t typed = *arguments.cases.cases;
    return typed == 0 ? std::min(cases_of(family, Extent::plain), kDefaultContactCases) : typed;
  });
  if (!cases) return complain(cases.reason(), kExitBadInput);
  ContactCheckOptions options;
  options.methods = std::move(methods).value();
  options.sources = cases.value().sources;
  options.seed = cases.value().seed;
  options.tolerance = *arguments.tolerance;
  options.jobs = *arguments.cases.jobs;
  const std::string& path = *arguments.json;
  const bool full = path != "-" && *arguments.full;
  if (const auto error = arguments.unread_option()) return complain(error->reason, kExitBadInput);
  catch_end_signals();
  auto opened = OutputFile::open(path);
  if (!opened) return complain(opened.reason(), kExitBadInput);
  OutputFile output = std::move(opened).value();

  Progress progress("contacts", "blocks of cases");
  options.progress = progress.updates();
  options.stop_requested = [] { return end_signal() != 0; };
  const ContactReport found = check_contacts(options);
  if (end_signal() != 0) {
    if (!output.on_stdout()) {
      std::cout << "PARTIAL, as the run was interrupted:\n\n" << contacts_text(found, full) << "\n";
    }
    return complain("contacts: interrupted; nothing is kept", kExitBySignal + end_signal());
  }
  return report(output, contacts_json(found), contacts_text(found, full) + ", ",
                progress.elapsed_s(), options.jobs,
                found.as_expected() ? kExitAsExpected : kExitJudgedWrong);
}

}  // namespace

void add_contacts(CommandLine& line) {
  Command command = line.command(
      "contacts", "Holds contact points to the conditions on contact data (docs/contacts.md)");
  ContactsArguments& a = command.runs(contacts);
  command.group("What to judge");
  command.texts("METHOD", "", a.methods,
                "Contact method of 'list contacts' (default: all, or those of --metric alone)",
                true);
  add_metric_option(command, a.metrics,
                    "Judge a plug-in's contact points, or those that a metric's normals and "
                    "distances give");
  add_case_options(command, a.cases, "Cases of each family (default: its own count, at most 300)");
  command.group("Judging");
  command.tolerance(a.tolerance, "Lengths that count as none, relative to size");
  command.group("Output");
  add_json_option(command, a.json);
  command.flag("--full", a.full, "Show each family").only(kOnlyInTable);
  command.footer("Exit code 1: a method is not as good or as bad as is known of it.");
}

}  // namespace touchstone
