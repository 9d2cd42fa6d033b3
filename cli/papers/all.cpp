// SPDX-License-Identifier: GPL-3.0-or-later
// `touchstone reproduce all`: every command that shows an item of the papers, one after the other.
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "benchmarks/papers/items.hpp"
#include "cli/papers/names.hpp"
#include "cli/run/own_run.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

struct AllArguments : Arguments {
  Typed<bool> quick;
};

/// One command, and how many items it shows.
struct PaperRun {
  std::string words;
  int items = 0;
};

/// In the order of the list, each once. `left_out`: commands that ask for a file name or have no
/// quick form.
std::vector<PaperRun> paper_runs(bool quick, std::set<std::string>& left_out) {
  std::vector<PaperRun> runs;
  for (const Paper& paper : papers()) {
    for (const PaperItem& item : paper.items) {
      const std::string words = quick ? quick_form(item.command) : item.command;
      if (words.empty() || words.ends_with(" DIR")) {
        if (!item.command.empty()) left_out.insert(item.command);
        continue;
      }
      const auto known = std::find_if(runs.begin(), runs.end(),
                                      [&words](const PaperRun& run) { return run.words == words; });
      if (known == runs.end()) {
        runs.push_back({words, 1});
      } else {
        ++known->items;
      }
    }
  }
  return runs;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

int run_all_papers(const AllArguments& typed) {
  using Clock = std::chrono::steady_clock;
  const bool quick = *typed.quick;
  if (const auto error = typed.unread_option()) return fail(error->reason, kExitBadInput);
  catch_end_signals();
  std::set<std::string> left_out;
  const std::vector<PaperRun> runs = paper_runs(quick, left_out);
  int worst = kExitAsExpected;
  std::cout << "exit     time  items  command\n";
  for (const PaperRun& run : runs) {
    const auto begin = Clock::now();
    const int code = run_this_program(words_of(run.words));
    if (stop_requested()) {
      return fail("reproduce all: interrupted in " + run.words, kExitBySignal + received_signal());
    }
    worst = std::max(worst, std::min(code, kExitHarnessFailed));
    const std::chrono::duration<double, std::nano> time = Clock::now() - begin;
    std::cout << std::setw(4) << code << std::setw(9) << duration_text(time.count()) << std::setw(7)
              << run.items << "  " << run.words << std::endl;
  }
  for (const std::string& command : left_out) std::cout << "left out: " << command << "\n";
  return worst;
}

}  // namespace

void add_all_papers(Command& reproduce) {
  Command all =
      reproduce.command("all", "Runs every command that shows an item of the papers; also --all");
  AllArguments& a = all.runs(run_all_papers);
  all.quick(a.quick, "The forms that take at most 5 s each, where there is one");
  all.footer(
      "Without --quick this takes hours. A command's own table is not shown.\n"
      "Exit code: the highest of theirs.");
}

}  // namespace touchstone
