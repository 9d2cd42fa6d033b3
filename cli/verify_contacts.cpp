// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify_contacts.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>
#include <utility>

#include "cli/check_run.hpp"
#include "cli/console.hpp"
#include "cli/end_signal.hpp"
#include "cli/output_file.hpp"
#include "cli/plugin_choice.hpp"
#include "cli/progress.hpp"
#include "harness/cases/nearest_name.hpp"
#include "harness/contact_conditions/contact_check.hpp"
#include "harness/plugins/plugin_contacts.hpp"
#include "reports/number_text.hpp"
#include "reports/text_table.hpp"

namespace touchstone {
namespace {

/// Rows in the order typed, each once; all of them if nothing is typed.
Result<std::vector<const ContactRow*>> select_methods(const std::string& typed) {
  std::vector<const ContactRow*> rows;
  if (typed.empty()) {
    for (const ContactRow& row : contact_registry()) {
      if (!row.make_events) rows.push_back(&row);
    }
    return rows;
  }
  std::istringstream words(typed);
  std::string word;
  while (std::getline(words, word, ',')) {
    const ContactRow* row = find_contact_row(word);
    if (row == nullptr) {
      std::vector<std::string> names;
      for (const ContactRow& known : contact_registry()) names.push_back(known.name);
      std::string all;
      for (const std::string& name : names) all.append(all.empty() ? "" : ", ").append(name);
      const std::string near = nearest_name(word, names);
      std::string line = "--contacts: no contact method '" + word + "'";
      if (!near.empty()) line.append("; did you mean ").append(near).append("?");
      return Error{line.append(" (there are ").append(all).append(")")};
    }
    if (row->make_events) {
      return Error{"--contacts: the points of " + word +
                   " have normals of their own, and the conditions are about one of the pair; "
                   "reproduce events looks at them"};
    }
    if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  return rows;
}

/// The plug-in's own contact points, or if it finds none those that its normals and distances give.
Result<ContactRow> plugin_method(const std::string& library) {
  PluginArguments typed;
  typed.library = library;
  const auto plugin = choose_plugin(typed);
  if (!plugin) return plugin.error();
  const PluginChoice& choice = plugin.value();
  const auto make = [choice](const MetricSource& /*metrics*/) {
    return choice.row->plugin.gives_contacts ? make_plugin_contacts(*choice.row, choice.runner)
                                             : make_contacts_of(choice.row->name, choice.source());
  };
  return ContactRow{choice.row->name, choice.row->summary, "", make,
                    choice.row->plugin.gives_contacts};
}

/// `plugin` keeps the plug-in's row.
Result<ContactCheckOptions> make_contact_check_options(const VerifyArguments& arguments,
                                                       ContactRow& plugin) {
  const std::string foreign = foreign_campaign_option(arguments);
  if (!foreign.empty()) return Error{"--contacts: not with " + foreign};
  std::vector<const ContactRow*> methods;
  if (arguments.contacts_plugin.empty() || !arguments.contacts->empty()) {
    auto selected = select_methods(*arguments.contacts);
    if (!selected) return selected.error();
    methods = std::move(selected).value();
  }
  if (!arguments.contacts_plugin.empty()) {
    auto found = plugin_method(arguments.contacts_plugin);
    if (!found) return found.error();
    plugin = std::move(found).value();
    methods.push_back(&plugin);
  }
  auto campaign = make_options(arguments);
  if (!campaign) return campaign.error();
  CampaignOptions made = std::move(campaign).value();
  ContactCheckOptions options;
  options.methods = std::move(methods);
  options.sources = std::move(made.sources);
  options.seed = made.seed;
  options.tolerance = made.tolerance;
  options.jobs = made.jobs;
  if (!arguments.cases) {
    for (CaseSource& source : options.sources) {
      if (source.family != nullptr) source.count = std::min(source.count, kDefaultContactCases);
    }
  }
  return options;
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

}  // namespace

int verify_contacts(const VerifyArguments& arguments) {
  ContactRow plugin;
  const auto ready = make_contact_check_options(arguments, plugin);
  if (!ready) return complain(ready.reason(), kExitBadInput);
  ContactCheckOptions options = ready.value();
  auto opened = open_check(arguments);
  if (!opened) return complain(opened.reason(), kExitBadInput);
  OutputFile output = std::move(opened).value();

  Progress progress("contacts", "blocks of cases");
  options.progress = progress.updates();
  options.stop_requested = [] { return end_signal() != 0; };
  const ContactReport report = check_contacts(options);
  if (output.wanted() && end_signal() == 0) {
    if (const auto error = output.write(contacts_json(report))) {
      return complain(error->reason, kExitHarnessFailed);
    }
  }
  if (!output.on_stdout()) {
    std::cout << partial_heading() << "Conditions on contact data (docs/contacts.md)\n"
              << contact_table_text(report, arguments.outcome.style.full)
              << condition_legend(report.tolerance) << violations_text(report);
    for (const std::string& line : report.unexpected()) {
      if (end_signal() == 0) std::cout << "not as expected: " << line << "\n";
    }
    for (const std::string& line : report.not_run) std::cout << "not run: " << line << "\n";
    std::cout << "seed " << report.seed << ", " << elapsed_text(progress.elapsed_s(), options.jobs)
              << "\n";
    if (output.wanted() && end_signal() == 0) std::cout << "wrote " << output.path() << "\n";
  }
  if (end_signal() != 0) return check_interrupted("looking at contacts");
  return report.as_expected() ? kExitAsExpected : kExitJudgedWrong;
}

}  // namespace touchstone
