// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>

#include "cli/ask_ratio.hpp"
#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/file_names.hpp"
#include "cli/output_file.hpp"
#include "cli/page_option.hpp"
#include "cli/plugin_choice.hpp"
#include "cli/replay_page.hpp"
#include "cli/replayer.hpp"
#include "cli/select.hpp"
#include "geometry/query_scope.hpp"
#include "reference/oracle.hpp"
#include "reference/overlap.hpp"
#include "reports/number_text.hpp"
#include "reports/text_table.hpp"
#include "reports/truth_text.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

struct AskArguments {
  std::string file;
  std::optional<std::string> fixed_body;
  std::optional<std::string> ratio_form;
  bool overlap = false;
  std::vector<std::string> metrics;
  PluginArguments plugin;
  std::optional<std::string> json;
  std::string html;
};

struct AskedCase {
  Truth truth;
  std::optional<Rational> overlap;  ///< volume, where it was asked for [m^3]
  std::optional<RatioReply> ratio;  ///< where an option asks for it
  std::vector<MetricReply> metrics;
};

AskedCase ask_case(Oracle& oracle, const Case& c, const RatioQuestion& question,
                   const std::vector<const MetricRow*>& metrics, const PluginChoice& plugin) {
  AskedCase asked;
  asked.truth = oracle.solve(c.pair);
  const RatioReply ratio = question.asked || !metrics.empty()
                               ? solve_ratio(c.pair, asked.truth, question)
                               : RatioReply{};
  if (question.asked) asked.ratio = ratio;
  for (const MetricRow* metric : metrics) {
    asked.metrics.push_back(ask_metric(*metric, plugin, c.pair, asked.truth, question, ratio));
  }
  return asked;
}

std::string asked_json(const Case& c, const AskedCase& asked, const RatioQuestion& question) {
  JsonObject object = truth_json(c, asked.truth);
  if (asked.overlap) {
    object.add("overlap_m3", json_number(round_to_double(*asked.overlap)))
        .add("overlap_exact", json_string(fraction_text(*asked.overlap)));
  }
  if (asked.ratio) object.add("ratio", ratio_json(question, *asked.ratio));
  const auto replies = json_items(
      asked.metrics, [&](const MetricReply& reply) { return metric_json(question, reply); });
  if (!replies.empty()) object.add("metrics", json_row(replies));
  return object.text();
}

std::string asked_text(const Case& c, const AskedCase& asked, const RatioQuestion& question) {
  std::string text = c.id + "\n" + truth_text(c, asked.truth);
  if (asked.overlap) {
    text += "  overlap    " + exact_text(round_to_double(*asked.overlap)) + " m^3, exactly " +
            short_fraction(*asked.overlap) + "\n";
  }
  if (asked.ratio) text += ratio_text(question, *asked.ratio);
  for (const MetricReply& reply : asked.metrics) text += metric_text(question, reply);
  return text;
}

std::vector<std::string> header(bool overlap, const RatioQuestion& question,
                                const std::vector<const MetricRow*>& metrics) {
  std::vector<std::string> words = {"id", "phi [m]", "", "features", "rho"};
  if (overlap) words.emplace_back("overlap [m^3]");
  if (question.asked) words.push_back(ratio_header(question));
  for (const MetricRow* metric : metrics) words.push_back(metric->name);
  return words;
}

std::vector<std::string> asked_row(const Case& c, const AskedCase& asked) {
  const Truth& truth = asked.truth;
  const auto number = [](bool defined, double x) { return defined ? exact_text(x) : "undefined"; };
  std::vector<std::string> row = {
      c.id, exact_text(truth.phi), std::string(sign_name(truth.sign)),
      truth.features.empty() ? "-" : feature_name(truth.features.front()),
      number(truth.ratio.has_value(), truth.ratio ? truth.ratio->rho_rounded : 0)};
  if (asked.overlap) row.push_back(exact_text(round_to_double(*asked.overlap)));
  if (asked.ratio) {
    const std::optional<Rational>& value = asked.ratio->value;
    row.push_back(number(value.has_value(), value ? round_to_double(*value) : 0));
  }
  for (const MetricReply& reply : asked.metrics) row.push_back(metric_cell(reply));
  return row;
}

/// What was proven of each case, below the table of several; nothing where nothing was.
class ProofTable {
 public:
  void add(const Case& c, const AskedCase& asked) {
    for (const MetricReply& reply : asked.metrics) {
      const std::string proven = proven_text(reply);
      if (proven.empty()) continue;
      table_.add({c.id, reply.metric->name, proven});
      empty_ = false;
    }
  }
  std::string text() const { return empty_ ? "" : "\n" + table_.text(); }

 private:
  TextTable table_{{"id", "metric", "proves"}, 3};
  bool empty_ = true;
};

/// What the metrics that were named say, or all of them.
std::string asked_page(const Case& c, const AskArguments& arguments, const PluginChoice& plugin) {
  Replayer replayer(c, kDefaultTolerance, plugin);
  std::vector<Replayed> replayed;
  const auto metrics = select_with_plugin(arguments.metrics, plugin);
  if (metrics) {
    for (const MetricRow* metric : metrics.value()) replayed.push_back(replayer.replay(*metric));
  }
  return replay_page(c, kDefaultTolerance, replayer.truth(), replayed);
}

std::optional<Error> clash_of_ask_files(const AskArguments& arguments) {
  FileNames names;
  names.reads("FILE", arguments.file);
  names.writes("--html", arguments.html);
  names.writes("--json", arguments.json);
  return names.clash();
}

std::optional<Error> check_page(const AskArguments& arguments, std::size_t cases) {
  if (!arguments.html.empty() && cases != 1) {
    return Error{"--html: shows one pair; " + input_name(arguments.file) + " holds " +
                 std::to_string(cases)};
  }
  const bool json = arguments.json && (arguments.json->empty() || *arguments.json == "-");
  if (json && arguments.html == "-") {
    return Error{"ask: --json and --html - both write to standard output"};
  }
  return std::nullopt;
}

int ask(AskArguments arguments) {
  reclaim_word(arguments.file, arguments.json);
  if (arguments.file.empty()) {
    return complain("ask: which case file? ('-' reads standard input)", kExitBadInput);
  }
  const auto question = parse_ratio_question(arguments.fixed_body, arguments.ratio_form);
  if (!question) return complain(question.reason(), kExitBadInput);
  const auto plugin = choose_plugin(arguments.plugin);
  if (!plugin) return complain(plugin.reason(), kExitBadInput);
  const auto metrics = metrics_to_ask(arguments.metrics, plugin.value(), question.value());
  if (!metrics) return complain(metrics.reason(), kExitBadInput);
  const auto clash = clash_of_ask_files(arguments);
  if (clash) return complain(clash->reason, kExitBadInput);
  const auto cases = read_cases(arguments.file);
  if (!cases) return complain(cases.reason(), kExitBadInput);
  if (const auto error = check_page(arguments, cases.value().size())) {
    return complain(error->reason, kExitBadInput);
  }
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  auto html = open_page(arguments.html);
  if (!html) return complain(html.reason(), kExitBadInput);
  OutputFile page = std::move(html).value();

  const bool alone = cases.value().size() == 1;
  Oracle oracle;
  std::vector<std::string> items;
  TextTable table(header(arguments.overlap, question.value(), metrics.value()), 1);
  OverlapMeter overlap;
  ProofTable proofs;
  std::string block;
  for (const Case& c : cases.value()) {
    const CaseScope scope(c.id.c_str());
    AskedCase asked = ask_case(oracle, c, question.value(), metrics.value(), plugin.value());
    if (arguments.overlap) asked.overlap = overlap.volume(c.pair);
    if (output.wanted()) items.push_back(asked_json(c, asked, question.value()));
    if (output.on_stdout()) continue;
    if (alone) block = asked_text(c, asked, question.value());
    table.add(asked_row(c, asked));
    proofs.add(c, asked);
  }
  if (output.wanted()) {
    const auto error = output.write(json_list(items) + "\n");
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (page.wanted()) {
    const auto error = page.write(asked_page(cases.value().front(), arguments, plugin.value()));
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (output.on_stdout() || page.on_stdout()) return kExitAsExpected;
  if (!alone) {
    block = table.text() + proofs.text() +
            "--json gives fractions, normals, features and witness points\n";
  }
  std::cout << block;
  if (output.wanted()) std::cout << "wrote " << output.path() << "\n";
  if (page.wanted()) std::cout << "wrote " << page.path() << "\n";
  return kExitAsExpected;
}

}  // namespace

void add_ask(CommandLine& line) {
  Command command = line.command("ask", "Tells the exact truth of the cases in a file");
  AskArguments& a = command.runs(ask);
  command.option("FILE", "TEXT", a.file, "Case file (docs/case-file.md); - is standard input");
  command.option("--fixed-body", "BODY", a.fixed_body,
                 "Also the ratio metric where only the other body grows: A or B");
  command.option("--ratio-form", "FORM", a.ratio_form,
                 "Which value of the growth ratio r: rho = (r - 1)/r, or growth = r - 1");
  command.flag("--overlap", a.overlap, "Also the volume that the bodies share");
  command
      .option("--metric", "NAME", a.metrics,
              "Also what this metric answers, under the same options; repeatable, or several "
              "with commas")
      .list();
  add_plugin_choice(command, a.plugin);
  add_exec_choice(command, a.plugin);
  add_json_option(command, a.json);
  add_page_option(command, a.html);
}

}  // namespace touchstone
