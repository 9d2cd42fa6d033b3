// SPDX-License-Identifier: GPL-3.0-or-later
#include <iostream>
#include <memory>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/file_names.hpp"
#include "cli/truth_text.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

struct Arguments {
  std::string file;
  std::optional<std::string> json;
};

int ask(Arguments arguments) {
  reclaim_word(arguments.file, arguments.json);
  if (arguments.file.empty()) {
    return complain("ask: which case file? ('-' reads standard input)", kExitBadInput);
  }
  FileNames names;
  names.reads("FILE", arguments.file);
  if (arguments.json) names.writes("--json", *arguments.json);
  if (const auto clash = names.clash()) return complain(clash->reason, kExitBadInput);
  const auto cases = read_cases(arguments.file);
  if (!cases) return complain(cases.reason(), kExitBadInput);
  auto json = JsonOutput::open(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  JsonOutput output = std::move(json).value();

  Oracle oracle;
  std::vector<std::string> items;
  TextTable table({"id", "phi [m]", "", "features", "rho"}, 1);
  std::string block;
  for (const Case& c : cases.value()) {
    const Truth truth = oracle.solve(c.pair);
    if (output.wanted()) items.push_back(truth_json(c, truth).text());
    if (output.on_stdout()) continue;
    if (cases.value().size() == 1) {
      block = c.id + "\n" + truth_text(c, truth);
    } else {
      table.add({c.id, exact_text(truth.phi), std::string(sign_name(truth.sign)),
                 truth.features.empty() ? "-" : feature_name(truth.features.front()),
                 truth.ratio ? exact_text(truth.ratio->rho_rounded) : "undefined"});
    }
  }
  if (output.wanted()) {
    const auto error = output.write(json_list(items) + "\n");
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (output.on_stdout()) return kExitAsExpected;
  if (cases.value().size() == 1) {
    std::cout << block;
  } else {
    std::cout << table.text() << "--json gives fractions, normals, features and witness points\n";
  }
  if (output.wanted()) std::cout << "wrote " << output.path() << "\n";
  return kExitAsExpected;
}

}  // namespace

void add_ask(CLI::App& app, Run& run) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("ask", "Tells the exact truth of the cases in a file");
  command->add_option("FILE", arguments->file,
                      "Case file (docs/case-file.md); - is standard input");
  add_json_option(*command, arguments->json);
  command->callback([arguments, &run] { run = [arguments] { return ask(*arguments); }; });
}

}  // namespace touchstone
