// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/asked_cases.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <limits>
#include <memory>
#include <string_view>
#include <utility>

#include "cli/choice/case_input.hpp"
#include "cli/options/select.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/families/meshes.hpp"
#include "harness/cases/files/case_file.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

/// Between the first and the last case of a sequence.
constexpr std::string_view kThrough = "..";
/// Cases of a batch, at most.
constexpr std::uint64_t kMaxSequence = 4096;
constexpr std::uint64_t kLastIndex = std::numeric_limits<std::uint64_t>::max() - 1;

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

/// The parts of FIRST..LAST, which an id may have in itself, at the place `at` of the dots.
struct Ends {
  std::string first, last;
};
std::optional<Ends> ends_at(const std::string& text, std::size_t at) {
  if (at == 0 || at + kThrough.size() >= text.size()) return std::nullopt;
  return Ends{text.substr(0, at), text.substr(at + kThrough.size())};
}

/// The cases from "FAMILY:SEED:5..9", if it is such a text.
std::optional<Result<std::vector<Case>>> cases_of_range(const AskedCases& choice) {
  const auto ends = ends_at(choice.source, choice.source.rfind(kThrough));
  const std::size_t colon = ends ? ends->first.rfind(':') : std::string::npos;
  if (colon == std::string::npos) return std::nullopt;
  const std::string begins = ends->first.substr(0, colon + 1);
  const auto first = parse_count("", ends->first.substr(colon + 1), 0, kLastIndex);
  const auto last = parse_count("", ends->last, 0, kLastIndex);
  if (!first || !last) return std::nullopt;
  if (last.value() < first.value() || last.value() - first.value() >= kMaxSequence) {
    return Error{"ask: " + choice.source + ": must be 1 to " + std::to_string(kMaxSequence) +
                 " cases, with the first index not above the last"};
  }
  std::vector<Case> cases;
  AskedCases one = choice;
  for (std::uint64_t k = first.value(); k <= last.value(); ++k) {
    one.source = begins + std::to_string(k);
    auto made = case_of_id(one);
    if (!made) return Error{"ask: " + one.source + ": " + made.reason()};
    cases.push_back(std::move(made).value());
  }
  return cases;
}

bool is_called(const Case& c, const std::string& id) {
  return c.id == id || c.id == c.family + ":" + id;
}

/// The cases of a file from FIRST to LAST, if `text` names two of it in this order; else none.
std::vector<Case> sequence_of(const std::vector<Case>& all, const std::string& text) {
  for (std::size_t at = text.find(kThrough); at != std::string::npos;
       at = text.find(kThrough, at + 1)) {
    const auto ends = ends_at(text, at);
    if (!ends) continue;
    const auto called = [](const std::string& id) {
      return [&id](const Case& c) { return is_called(c, id); };
    };
    const auto first = std::find_if(all.begin(), all.end(), called(ends->first));
    const auto last = std::find_if(first, all.end(), called(ends->last));
    if (last != all.end()) return {first, last + 1};
  }
  return {};
}

Result<std::vector<Case>> read_or_make(AskedCases& choice) {
  if (!choice.is_file) {
    auto made = case_of_id(choice);
    if (made) return std::vector<Case>{std::move(made).value()};
    if (auto range = cases_of_range(choice)) {
      choice.in_sequence = range->ok();
      return std::move(*range);
    }
    const bool is_file_name = choice.source.find(':') == std::string::npos &&
                              !is_of_meshes(choice.source) && looks_like_file(choice.source);
    if (is_file_name) return Error{"ask: " + choice.source + ": no such file"};
    return Error{"ask: " + choice.source + ": no such file; and as an id: " + made.reason()};
  }
  auto cases = read_cases(choice.source, {CurvedCases::with_unions, choice.objects});
  if (!cases || choice.id.empty()) return cases;
  for (const Case& c : cases.value()) {
    if (is_called(c, choice.id)) return std::vector<Case>{c};
  }
  std::vector<Case> sequence = sequence_of(cases.value(), choice.id);
  choice.in_sequence = !sequence.empty();
  if (choice.in_sequence) return sequence;
  return Error{input_name(choice.source) + ": holds no case '" + choice.id + "'; its first is '" +
               cases.value().front().id + "'"};
}

}  // namespace

void add_asked_case_options(Command& command, AskedCaseArguments& arguments) {
  command.reads("FILE-or-ID", arguments.source,
                "Case file (docs/case-file.md), - for standard input, or the id of a case, such as "
                "random-boxes:42:7 or field:NAME; random-boxes:42:5..7 asks metrics in one go");
  command.text("--case", "ID", arguments.id, "Only this case of the file, or FIRST..LAST in one go")
      .only("on a file");
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
    if (auto error = assign(choice.objects, chosen_objects(arguments.objects))) return error;
  }
  return std::nullopt;
}

Result<std::vector<Case>> make_cases(AskedCases& choice) {
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
