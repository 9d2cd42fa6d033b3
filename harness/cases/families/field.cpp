// SPDX-License-Identifier: GPL-3.0-or-later
// The field family: pairs on which collision libraries went wrong, or which their own tests pin,
// each with its source.
#include <cassert>
#include <cstdio>
#include <cstdlib>

#include "harness/cases/families/families.hpp"
#include "harness/cases/files/case_file.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kFieldCases = 108;
constexpr int kMaxFieldVertices = 43;

struct FieldCase {
  std::string name;
  Case parsed;
};

std::vector<FieldCase> read_corpus() {
  const std::string file = "field_cases.json";
  Result<std::vector<Case>> cases = parse_case_text(field_corpus_text(), file);
  if (!cases.ok()) {
    // The corpus is part of the program, so this is a programmer's error in every preset.
    std::fprintf(stderr, "touchstone: the built-in corpus: %s\n", cases.reason().c_str());
    std::abort();
  }
  assert(cases.value().size() == kFieldCases);
  std::vector<FieldCase> corpus;
  for (const Case& c : cases.value()) corpus.push_back({c.id.substr(c.family.size() + 1), c});
  return corpus;
}

const std::vector<FieldCase>& corpus() {
  static const std::vector<FieldCase> cases = read_corpus();
  return cases;
}

Pair field_pair(const Family& /*family*/, std::uint64_t /*seed*/, std::uint64_t index) {
  return corpus().at(index).parsed.pair();
}

}  // namespace

const std::string& field_case_name(std::uint64_t index) { return corpus().at(index).name; }

const std::string& field_case_source(std::uint64_t index) {
  return corpus().at(index).parsed.source;
}

Result<std::uint64_t> find_field_case(std::string_view name) {
  for (std::uint64_t index = 0; index < corpus().size(); ++index) {
    if (corpus()[index].name == name) return index;
  }
  return Error{"the field corpus has no case of that name"};
}

Family field_family() {
  return {.name = "field",
          .group = "field",
          .summary = "cases from the issues and tests of collision libraries, with their sources",
          .largest_vertices = kMaxFieldVertices,
          .default_cases = kFieldCases,
          .finite_cases = kFieldCases,
          .generate = field_pair};
}

}  // namespace touchstone
