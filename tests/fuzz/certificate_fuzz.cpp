// SPDX-License-Identifier: GPL-3.0-or-later
// The C checker of certificates: any text ends with one of its three exit codes. What stands behind a
// zero byte is the case file.
#include <algorithm>

#include "tests/fuzz/fuzz.hpp"

extern "C" int checker_run(const char* certificate, std::size_t size, const char* case_file,
                           std::size_t case_size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): an entry point of C
  const std::string text(as_text(data, size));
  const std::size_t length = std::min(text.find('\0'), text.size());
  const bool has_case = length < text.size();
  const char* case_file = has_case ? text.c_str() + length + 1 : nullptr;
  const int code =
      checker_run(text.c_str(), length, case_file, has_case ? text.size() - length - 1 : 0);
  require(code >= 0 && code <= 2, "a checker verifies, does not, or cannot read");
  return 0;
}
