// SPDX-License-Identifier: GPL-3.0-or-later
// What every fuzz target shares. A target is one file NAME_fuzz.cpp that defines
// LLVMFuzzerTestOneInput, with its corpus in corpus/NAME/ and, if it helps, its words in NAME.dict.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

/// libFuzzer's entry point; driver.cpp calls it too. Returns 0.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace touchstone {

/// Ends the process where a promise is broken, in every preset: both drivers take that as a
/// finding.
inline void require(bool promise_kept, std::string_view promise) {
  if (promise_kept) return;
  std::fprintf(stderr, "broken promise: %.*s\n", static_cast<int>(promise.size()), promise.data());
  std::abort();
}

/// A refusal is one line of a bounded length that begins with the name of the input.
inline void require_one_line(const std::string& reason, std::string_view begin) {
  constexpr std::size_t kMaxReason = 800;
  require(reason.starts_with(begin), "a refusal names the input");
  require(reason.size() > begin.size() && reason.size() <= kMaxReason,
          "a refusal is short: " + reason.substr(0, kMaxReason));
  require(reason.find('\n') == std::string::npos, "a refusal is one line");
}

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};  // NOLINT(*-reinterpret-cast): bytes as text
}

}  // namespace touchstone
