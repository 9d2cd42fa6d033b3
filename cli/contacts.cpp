// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone contacts`: contact methods held to the conditions on contact data.
#include <algorithm>
#include <optional>
#include <utility>

#include "cli/choice/metric_choice.hpp"
#include "cli/commands.hpp"
#include "cli/run/run_command.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/contact_conditions/contact_check.hpp"
#include "harness/contact_conditions/shrink_manifolds.hpp"
#include "harness/plugins/plugin_contacts.hpp"
#include "harness/shrink/shrinker.hpp"
#include "metrics/registry.hpp"
#include "reports/ask_command.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

struct ContactsArguments : RunArguments {
  Typed<std::vector<std::string>> methods;
  MetricArguments metrics;
  Typed<double> tolerance{kDefaultTolerance};
  Typed<bool> shrink;
};

/// Rows in the order typed, each once; all of them if nothing is typed.
Result<std::vector<const ContactRow*>> select_methods(const std::vector<std::string>& typed) {
  std::vector<const ContactRow*> rows;
  for (const ContactRow& row : contact_registry()) {
    if (typed.empty() && !row.make_events) rows.push_back(&row);
  }
  for (const std::string& word : typed) {
    const ContactRow* row = find_contact_row(word);
    const bool is_metric = find_metric(word) != nullptr || word.ends_with(".so") ||
                           word.find_first_of("/ ") != std::string::npos;
    if (row == nullptr && is_metric) {
      return Error{"contacts: " + word + " is not a contact method; did you mean --metric " +
                   shell_word(word) + "?"};
    }
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
  const bool own_points = metric.plugin.gives_manifolds;
  const auto make = [&metric, choice, own_points](const MetricSource& metrics) {
    if (own_points) return make_plugin_contacts(metric, choice.plugin_runner);
    return make_contacts_of(metric.name, metric.traits.isolated ? choice.source() : metrics);
  };
  return ContactRow{metric.name, metric.summary, "", make, own_points};
}

/// The rows of metrics, and what plug-ins offer in vain or whose points are made, a line each.
struct MetricRows {
  std::vector<ContactRow> rows;
  std::vector<ContactRow> hurried;  ///< with less time for a question
  std::string remarks;
};

/// Adds the methods that are typed and those of metrics, which `of_metrics` keeps, to the options;
/// without either, all of the registry.
std::optional<Error> choose_methods(const ContactsArguments& arguments, MetricRows& of_metrics,
                                    ContactCheckOptions& options) {
  const auto choice = choose_metrics(arguments.metrics, false);
  if (!choice) return choice.error();
  MetricChoice hurried_choice = choice.value();
  hurried_choice.plugin_runner = shrinking_options(hurried_choice.plugin_runner);
  for (const MetricRow* metric : choice.value().rows) {
    of_metrics.rows.push_back(method_of(*metric, choice.value()));
    of_metrics.hurried.push_back(method_of(*metric, hurried_choice));
    const std::string& remark = metric->plugin.remark;
    if (!remark.empty()) of_metrics.remarks += metric->name + ": " + remark + "\n";
    if (!metric->plugin.gives_manifolds) {
      of_metrics.remarks +=
          metric->name + ": the points are Touchstone's, made from its normals and distances\n";
    }
  }
  if (of_metrics.rows.empty() || !arguments.methods->empty()) {
    if (auto error = assign(options.methods, select_methods(*arguments.methods))) return error;
  }
  options.hurried = options.methods;
  for (const ContactRow& row : of_metrics.rows) options.methods.push_back(&row);
  for (const ContactRow& row : of_metrics.hurried) options.hurried.push_back(&row);
  return std::nullopt;
}

int contacts(const ContactsArguments& arguments) {
  MetricRows of_metrics;
  ContactCheckOptions options;
  if (const auto error = choose_methods(arguments, of_metrics, options)) {
    return fail(error->reason, kExitBadInput);
  }
  const auto count = [&](const Family& family) -> std::uint64_t {
    if (arguments.families->empty() && !is_of_polytopes(family)) return 0;
    const std::uint64_t typed = *arguments.cases;
    return typed == 0 ? std::min(cases_of(family, Extent::plain), kDefaultContactCases) : typed;
  };
  // Methods of this program know cores alone, and libraries give what bodies with a radius have.
  const bool by_libraries = std::any_of(of_metrics.rows.begin(), of_metrics.rows.end(),
                                        [](const ContactRow& row) { return row.answers_all; });
  const auto cases =
      by_libraries ? choose_cases(arguments, count) : choose_polytopes(arguments, count);
  if (!cases) return fail(cases.reason(), kExitBadInput);
  options.sources = cases.value().sources;
  options.seed = cases.value().seed;
  options.chosen = cases.value().chosen;
  options.tolerance = *arguments.tolerance;
  const bool shrinks = *arguments.shrink;
  return run_check(arguments, "blocks of cases", arguments.shows_families(), options, [&] {
    CheckReport report = check_contacts(options);
    report.check.heading += of_metrics.remarks;
    if (shrinks && !stop_requested()) {
      options.progress = nullptr;
      report.shrunk = shrink_manifolds(options, report);
    }
    return report;
  });
}

}  // namespace

void add_contacts(CommandLine& line) {
  Command command = line.command(
      "contacts", "Holds contact points to the conditions on contact data (docs/contacts.md)");
  ContactsArguments& a = command.runs(contacts);
  a.name = "contacts";
  command.group("What to judge");
  command.texts("METHOD", "", a.methods,
                "Contact method of 'list contacts' (default: all, or those of --metric alone)",
                true);
  add_metric_option(command, a.metrics,
                    "Judge a plug-in's contact points, or those that a metric's normals and "
                    "distances give");
  add_case_options(command, a, "Cases of each family (default: its own count, at most 300)");
  command.group("Judging");
  command.tolerance(a.tolerance, "Lengths that count as none, relative to size");
  command.shrink(a.shrink, "Show the simplest pair of the first case of each word");
  a.add_record(command);
  command.full(a.full, "Show each family").only(kOnlyInTable);
  command.footer("Exit code 1: a method is not as good or as bad as is known of it.");
}

}  // namespace touchstone
