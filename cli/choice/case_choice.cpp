// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/choice/case_choice.hpp"

#include <algorithm>
#include <utility>

#include "cli/choice/case_input.hpp"
#include "cli/options/select.hpp"
#include "harness/cases/families/meshes.hpp"

namespace touchstone {
namespace {

bool is_of_meshes(const Family& family) { return family.group == kMeshGroup; }

/// The families that are named, of the registry and of the meshes. Where none of them is of the
/// meshes, all of the meshes' come first: meshes that are named are judged, as a file is.
Result<FamilySelection> choose_families(const CaseChoiceArguments& typed, std::vector<Family>& pool,
                                        CurvedCases curved, MeshObjects objects) {
  const std::vector<std::string>& names = *typed.families;
  const auto registered = family_registry(curved);
  if (typed.meshes->empty()) return select_families(names, registered);
  if (auto error = assign(pool, read_mesh_families(*typed.meshes, objects)))
    return std::move(*error);
  const std::size_t of_meshes = pool.size();
  if (!names.empty()) pool.insert(pool.end(), registered.begin(), registered.end());
  auto selected = select_families(names, pool);
  if (!selected) return selected;
  FamilySelection chosen = std::move(selected).value();
  std::vector<const Family*>& families = chosen.families;
  if (std::any_of(families.begin(), families.end(), [](const auto* f) { return is_of_meshes(*f); }))
    return chosen;
  std::vector<const Family*> all;
  for (std::size_t k = 0; k < of_meshes; ++k) all.push_back(&pool[k]);
  families.insert(families.begin(), all.begin(), all.end());
  return chosen;
}

/// Adds the cases of a file. What is wrong with it, or nothing.
std::optional<Error> add_case_file(const std::string& file, std::vector<CaseSource>& sources,
                                   const CaseReading& reading) {
  auto read = read_cases(file, reading);
  if (!read) return read.error();
  CaseSource source;
  source.cases = std::move(read).value();
  source.name = source.cases.front().family;
  source.group = source.name;
  source.count = source.cases.size();
  source.path = file;
  const bool known = std::any_of(sources.begin(), sources.end(),
                                 [&](const CaseSource& s) { return s.name == source.name; });
  if (known) return Error{file + ": a second file of this name: their ids could not be told apart"};
  sources.push_back(std::move(source));
  return std::nullopt;
}

}  // namespace

CaseSource cases_of_family(const Family& family, std::uint64_t count) {
  CaseSource source;
  source.family = &family;
  source.name = family.name;
  source.group = family.group;
  source.count = family.finite_cases == 0 ? count : std::min(count, family.finite_cases);
  return source;
}

Option add_case_options(Command& command, CaseChoiceArguments& a, const std::string& cases_help,
                        Range range, OwnCases own) {
  add_family_option(command, a.families);
  if (own != OwnCases::none) {
    command.reads("--file", a.files,
                  "Case file (docs/case-file.md), alone without --family; repeatable");
  }
  if (own == OwnCases::files_and_meshes) {
    command.meshes(a.meshes,
                   "Meshes (docs/meshes.md), alone without --family, which takes meshes-*");
  }
  if (own != OwnCases::none) add_mesh_options(command, a.objects);
  const Option cases = command.cases(a.cases, range, cases_help).only(kOnlyOnFamilies);
  command.seed(a.seed, "Seed of the families").only(kOnlyOnFamilies);
  command.jobs(a.jobs);
  return cases;
}

Result<CaseChoice> choose_cases(const CaseChoiceArguments& typed,
                                const std::function<std::uint64_t(const Family&)>& count,
                                const std::vector<std::string>& recalled, CurvedCases curved) {
  CaseChoice choice;
  MeshObjects objects = MeshObjects::apart;
  if (!typed.files->empty() || !typed.meshes->empty()) {
    if (auto error = assign(objects, chosen_objects(typed.objects))) return std::move(*error);
  }
  const auto selected = choose_families(typed, *choice.pool, curved, objects);
  if (!selected) return selected.error();
  for (const auto* files : {&recalled, &*typed.files}) {
    for (const std::string& file : *files) {
      if (auto error = add_case_file(file, choice.sources, {curved, objects}))
        return std::move(*error);
    }
  }
  const bool named = !typed.files->empty() || !typed.meshes->empty();
  choice.by_name = selected.value().by_name || named;
  choice.chosen = named || !typed.families->empty();
  const bool only_files = !typed.files->empty() && typed.families->empty() && typed.meshes->empty();
  choice.seed = only_files ? CampaignOptions().seed : *typed.seed;
  if (only_files) return choice;
  for (const Family* family : selected.value().families) {
    CaseSource source = cases_of_family(*family, count(*family));
    if (source.count == 0) continue;
    if (is_of_meshes(*family)) source.path = *typed.meshes;
    choice.sources.push_back(std::move(source));
  }
  return choice;
}

Result<CaseChoice> choose_polytopes(const CaseChoiceArguments& typed,
                                    const std::function<std::uint64_t(const Family&)>& count) {
  const bool of_all = typed.families->empty();
  Result<CaseChoice> choice = choose_cases(typed, [&](const Family& family) -> std::uint64_t {
    return of_all && !is_of_polytopes(family) ? 0 : count(family);
  });
  if (!choice) return choice;
  for (const CaseSource& source : choice.value().sources) {
    const bool rounded = std::any_of(source.cases.begin(), source.cases.end(),
                                     [](const Case& c) { return is_rounded(c.pair()); });
    if (!rounded && source.group != "rounded") continue;
    return Error{source.name + ": bodies have a radius; this command takes polytopes"};
  }
  return choice;
}

}  // namespace touchstone
