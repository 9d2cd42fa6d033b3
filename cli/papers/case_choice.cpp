// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/papers/case_choice.hpp"

#include <algorithm>
#include <utility>

#include "cli/case_choice.hpp"
#include "cli/commands.hpp"
#include "cli/select.hpp"

namespace touchstone {

void CaseArguments::add_cases(Command& command, std::uint64_t standard, std::uint64_t most,
                              const std::string& cases_help) {
  cases = standard;
  command.group("Which cases");
  add_family_option(command, families);
  command.count("--cases", "N", cases, {1, most}, cases_help);
  command.seed(seed, "Seed of the families");
  command.jobs(jobs);
}

Result<std::vector<CaseSource>> CaseArguments::sources(
    const std::function<std::uint64_t(const Family&)>& count) const {
  std::vector<CaseSource> all;
  for (const std::string& file : *files) {
    if (auto error = add_case_file(file, all)) return std::move(*error);
  }
  if (!all.empty() && !families.given()) return all;
  const auto selection = select_families(*families);
  if (!selection) return selection.error();
  for (const Family* family : selection.value().families) {
    CaseSource source = cases_of_family(*family, count(*family));
    if (source.count > 0) all.push_back(std::move(source));
  }
  return all;
}

}  // namespace touchstone
