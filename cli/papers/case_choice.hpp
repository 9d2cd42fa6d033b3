// SPDX-License-Identifier: GPL-3.0-or-later
// Which cases a claim is checked on.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/papers/paper.hpp"
#include "harness/campaign/campaign.hpp"

namespace touchstone {

struct CaseArguments : PaperArguments {
  Typed<std::vector<std::string>> families, files;
  Typed<std::uint64_t> cases;

  /// --family, --cases, --seed and --jobs.
  void add_cases(Command& command, std::uint64_t standard, std::uint64_t most,
                 const std::string& cases_help);

  /// The cases of the files, then those of the families, as many as `count` says; without either
  /// option every family. A family of which no case is wanted is left out.
  Result<std::vector<CaseSource>> sources(
      const std::function<std::uint64_t(const Family&)>& count) const;
};

}  // namespace touchstone
