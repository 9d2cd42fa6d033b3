// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/asked_cases.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <charconv>
#include <memory>
#include <utility>

#include "cli/choice/case_input.hpp"
#include "cli/options/select.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/families/meshes.hpp"
#include "harness/cases/files/case_file.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// Whether anything of that name exists: also a link to nowhere, and what must not be looked at.
bool is_there(const std::string& path) {
  struct ::stat status {};
  if (::lstat(path.c_str(), &status) == 0) return true;
  return errno != ENOENT && errno != ENOTDIR && errno != ENAMETOOLONG;
}

bool is_number(const std::string& text) {
  double x = 0;
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data(), end, x);
  return error == std::errc() && next == end;
}

bool is_of_meshes(const std::string& id) { return id.rfind(std::string(kMeshGroup) + "-", 0) == 0; }

Result<Case> case_of_id(const AskedCases& choice) {
  const std::string& id = choice.source;
  if (id.rfind("file:", 0) == 0) return Error{"its case is in a file: ask FILE --case " + id};
  if (choice.meshes.empty()) {
    if (!is_of_meshes(id)) return make_case(id);
    return Error{"its case is made of meshes: name their directory with --meshes"};
  }
  auto meshes = read_mesh_families(choice.meshes, choice.objects);
  if (!meshes) return meshes.error();
  std::vector<Family> families = std::move(meshes).value();
  const auto registered = family_registry(CurvedCases::taken);
  families.insert(families.end(), registered.begin(), registered.end());
  return make_case(id, families);
}

Result<std::vector<Case>> read_or_make(const AskedCases& choice) {
  if (!choice.is_file) {
    auto made = case_of_id(choice);
    if (made) return std::vector<Case>{std::move(made).value()};
    const bool is_file_name = choice.source.find(':') == std::string::npos &&
                              !is_of_meshes(choice.source) && looks_like_file(choice.source);
    if (is_file_name) return Error{"ask: " + choice.source + ": no such file"};
    return Error{"ask: " + choice.source + ": no such file; and as an id: " + made.reason()};
  }
  auto cases = read_cases(choice.source, {CurvedCases::with_unions, choice.objects});
  if (!cases || choice.id.empty()) return cases;
  for (const Case& c : cases.value()) {
    if (c.id == choice.id || c.id == c.family + ":" + choice.id) return std::vector<Case>{c};
  }
  return Error{input_name(choice.source) + ": holds no case '" + choice.id + "'; its first is '" +
               cases.value().front().id + "'"};
}

}  // namespace

void add_asked_case_options(Command& command, AskedCaseArguments& arguments) {
  command.reads("FILE-or-ID", arguments.source,
                "Case file (docs/case-file.md), - for standard input, or the id of a case, such as "
                "random-boxes:42:7 or field:NAME");
  command.text("--case", "ID", arguments.id, "Only this case of the file").only("on a file");
  command
      .meshes(arguments.meshes,
              "Directory of the meshes that the case of an id meshes-* is made of")
      .only("on an id meshes-*");
  add_mesh_options(command, arguments.objects);
  command.reads("--answer", arguments.answer,
                "What a program said of the case: a JSON file with the keys of a claim "
                "(docs/case-file.md), in whose place it is judged");
}

std::optional<Error> choose_asked_cases(const AskedCaseArguments& arguments, AskedCases& choice) {
  choice.source = *arguments.source;
  choice.answer = *arguments.answer;
  choice.is_file = choice.source == "-" || is_there(choice.source);
  if (choice.is_file) {
    choice.id = *arguments.id;
  } else if (is_of_meshes(choice.source)) {
    choice.meshes = *arguments.meshes;
  }
  if (choice.is_file || !choice.meshes.empty()) {
    const auto objects = chosen_objects(arguments.objects);
    if (!objects) return objects.error();
    choice.objects = objects.value();
  }
  return std::nullopt;
}

Result<std::vector<Case>> make_cases(const AskedCases& choice) {
  if (choice.source == "-" && choice.answer == "-") {
    return Error{"--answer: standard input is the case: one of them must be a file"};
  }
  auto made = read_or_make(choice);
  if (!made || choice.answer.empty()) return made;
  auto claim = read_claim_file(choice.answer);
  if (!claim && is_number(choice.answer)) {
    return Error{"--answer: takes a file: echo '{\"phi\": " + choice.answer +
                 "}' > answer.json writes one"};
  }
  if (!claim) return claim.error();
  std::vector<Case> cases = std::move(made).value();
  const auto shared = std::make_shared<const CaseClaim>(std::move(claim).value());
  for (Case& c : cases) c.claim = shared;
  return cases;
}

}  // namespace touchstone
