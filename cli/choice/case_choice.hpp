// SPDX-License-Identifier: GPL-3.0-or-later
// The options that say on which cases a command works, and the cases that they name.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/choice/case_input.hpp"
#include "cli/options/command_line.hpp"
#include "geometry/result.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/campaign/campaign_plan.hpp"

namespace touchstone {

struct CaseChoiceArguments {
  Typed<std::vector<std::string>> families;
  Typed<std::vector<std::string>> files;
  Typed<std::string> meshes;   ///< a directory
  MeshArguments objects;       ///< --hull or --parts
  Typed<std::uint64_t> cases;  ///< cases of each family; 0: the family's own count
  Typed<std::uint64_t> seed{CampaignOptions().seed};
  Typed<int> jobs{1};
};

/// Cases of the user's own that a command takes beside families.
enum class OwnCases : std::uint8_t { none, files, files_and_meshes };

/// Option::only() of what is said of families.
inline constexpr const char* kOnlyOnFamilies = "on families: not with --file alone";

/// --family, --seed, --jobs, what `own` says of --file and --meshes with --hull and --parts, and
/// --cases, which is returned.
/// `cases_help`: what --cases counts.
Option add_case_options(Command& command, CaseChoiceArguments& arguments,
                        const std::string& cases_help, Range range = {1, kMaxCases},
                        OwnCases own = OwnCases::files_and_meshes);

struct CaseChoice {
  std::vector<CaseSource> sources;  ///< files first, then families
  std::uint64_t seed = 0;
  bool by_name = false;  ///< cases are named: no family was reached by its group or by default
  bool chosen = false;   ///< families, files or meshes were typed: not all families by default
  /// Families that are not registered; sources point into it.
  std::shared_ptr<std::vector<Family>> pool = std::make_shared<std::vector<Family>>();
};

/// The files and families that were typed; with neither, every family. --cases and --seed are read
/// only where there are families. `count`: how many cases of a family; 0 leaves the family out.
/// `recalled`: case files that are judged before everything else.
Result<CaseChoice> choose_cases(const CaseChoiceArguments& typed,
                                const std::function<std::uint64_t(const Family&)>& count,
                                const std::vector<std::string>& recalled = {},
                                CurvedCases curved = CurvedCases::refused);

/// choose_cases() for a command that knows no radius: by default families of polytopes, and an error
/// where a body has a radius.
Result<CaseChoice> choose_polytopes(const CaseChoiceArguments& typed,
                                    const std::function<std::uint64_t(const Family&)>& count);

/// `count` cases of a family, or all that it has.
CaseSource cases_of_family(const Family& family, std::uint64_t count);

}  // namespace touchstone
