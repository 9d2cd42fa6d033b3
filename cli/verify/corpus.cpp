// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify/corpus.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "cli/process/console.hpp"
#include "cli/process/output_file.hpp"
#include "harness/cases/case.hpp"
#include "harness/shrink/shrunk_record.hpp"

namespace touchstone {
namespace {

std::string bits_of(const Pose& pose) {
  std::string text;
  const auto add = [&](double entry) {
    text += std::to_string(std::bit_cast<std::uint64_t>(entry)) + " ";
  };
  for (const double entry : pose.R.reshaped()) add(entry);
  for (const double entry : pose.t) add(entry);
  return text;
}

/// A file name made of the metric and the pair alone, whichever case the pair was shrunk from.
std::string name_of(const std::string& metric, const Case& c) {
  const Pair pair = counted_pair(c.asked());
  std::string text = std::to_string(pair.A->content_hash()) + " " + bits_of(pair.X_WA) +
                     std::to_string(pair.B->content_hash()) + " " + bits_of(pair.X_WB);
  // The boxes about two curved cores may be the same.
  if (const ConvexPair* curved = c.curved()) {
    for (const ConvexBody* body : {&curved->A, &curved->B}) {
      text += std::to_string(body->core().index()) + " ";
    }
  }
  const std::uint64_t hash = hash_of_id(text);
  std::array<char, 17> digits{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): a literal format
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return metric + "-" + digits.data() + ".json";
}

}  // namespace

Result<std::vector<std::string>> corpus_files(const std::string& directory) {
  std::error_code error;
  std::vector<std::string> files;
  if (!std::filesystem::exists(directory, error)) return files;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path().string());
  }
  if (error) return Error{"--corpus " + directory + ": " + error.message()};
  std::sort(files.begin(), files.end());
  return files;
}

std::optional<Error> make_corpus(const std::string& directory) {
  std::error_code error;
  const bool is_new = std::filesystem::create_directories(directory, error);
  if (is_new) print_note("--corpus " + directory + ": is new, and has no cases yet");
  if (!error) return std::nullopt;
  return Error{"--corpus " + directory + ": " + error.message()};
}

Result<std::size_t> add_to_corpus(const std::string& directory,
                                  const std::vector<MetricFailures>& failures) {
  std::size_t added = 0;
  for (const MetricFailures& metric : failures) {
    for (const FailureGroup& group : metric.groups) {
      // What is from a file is in the corpus, or the user's own already.
      if (!group.shrunk || !group.path.empty()) continue;
      const std::filesystem::path path =
          std::filesystem::path(directory) /
          name_of(metric.metric, shrunk_case(*group.shrunk, metric.metric, group.id));
      if (std::filesystem::exists(path)) continue;
      const auto error =
          write_file(path.string(), shrunk_case_text(*group.shrunk, metric.metric, group.id));
      if (error) return *error;
      ++added;
    }
  }
  return added;
}

}  // namespace touchstone
