// SPDX-License-Identifier: GPL-3.0-or-later
// Contact problems of files: touchstone.step/1, siconos' text, and the arrays of FCLIB's files as a
// worker writes them. What is read is within its bounds, and written it reads back the same.
#include <cmath>
#include <string>
#include <string_view>

#include "harness/steps/fclib_file.hpp"
#include "harness/steps/step_file.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {
namespace {

void check_problem(const StepFile& file) {
  const LocalStep& step = file.step;
  const std::size_t contacts = step.mu.size();
  const auto size = static_cast<std::size_t>(step.dimension);
  require(contacts > 0 && step.q.size() == contacts * size, "q is as long as there are rows");
  require(step.W.begin.size() == contacts + 1 && step.W.begin.front() == 0, "rows begin at 0");
  const std::size_t blocks = step.W.column.size();
  require(static_cast<std::size_t>(step.W.begin.back()) == blocks, "rows end with the blocks");
  require(step.W.value.size() == blocks * size * size, "each block has its numbers");
  for (std::size_t i = 0; i < contacts; ++i) {
    require(step.mu[i] >= 0 && std::isfinite(step.mu[i]), "mu is finite and not below 0");
    require(step.W.begin[i] <= step.W.begin[i + 1], "rows follow each other");
    for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
      const int column = step.W.column[static_cast<std::size_t>(k)];
      require(column >= 0 && static_cast<std::size_t>(column) < contacts, "columns are contacts");
      const bool first = k == step.W.begin[i];
      require(first || step.W.column[static_cast<std::size_t>(k - 1)] < column, "they ascend");
    }
  }
  for (const double x : step.q) require(std::isfinite(x), "q is finite");
  for (const double x : step.W.value) require(std::isfinite(x), "W is finite");
  const std::string text = step_record().document(file);
  const auto again = read_step_text(text, "again");
  require(again.ok(), "what was read can be read again");
  require(step_record().document(again.value()) == text, "it reads back the same");
}

}  // namespace
}  // namespace touchstone

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): one function
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const auto read : {read_step_text, read_fclib_text}) {
    auto file = read(text, "fuzzed");
    if (!file) continue;
    StepFile problem = std::move(file).value();
    if (problem.name.empty()) problem.name = "fuzzed";
    check_problem(problem);
  }
  return 0;
}
