// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/papers/case_choice.hpp"

#include <algorithm>
#include <utility>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/select.hpp"

namespace touchstone {

void CaseArguments::add_cases(Command& command, std::uint64_t standard, std::uint64_t most,
                              const std::string& cases_help) {
  cases = standard;
  command.group("which cases");
  add_family_option(command, families);
  command.count("--cases", "N", cases, {1, most}, cases_help);
  command.seed(seed, "Seed of the families");
  command.jobs(jobs);
}

Result<std::vector<CaseSource>> CaseArguments::sources(
    const std::function<std::uint64_t(const Family&)>& count) const {
  std::vector<CaseSource> all;
  for (const std::string& file : *files) {
    auto read = read_cases(file);
    if (!read) return read.error();
    CaseSource source;
    source.cases = std::move(read).value();
    source.name = source.group = source.cases.front().family;
    source.count = source.cases.size();
    source.path = file;
    if (std::any_of(all.begin(), all.end(),
                    [&](const CaseSource& other) { return other.name == source.name; })) {
      return Error{file + ": a second file of this name: their ids could not be told apart"};
    }
    all.push_back(std::move(source));
  }
  if (!all.empty() && !families.given()) return all;
  const auto selection = select_families(*families);
  if (!selection) return selection.error();
  for (const Family* family : selection.value().families) {
    CaseSource source;
    source.family = family;
    source.name = family->name;
    source.group = family->group;
    source.count = count(*family);
    if (family->finite_cases != 0) source.count = std::min(source.count, family->finite_cases);
    if (source.count > 0) all.push_back(std::move(source));
  }
  return all;
}

}  // namespace touchstone
