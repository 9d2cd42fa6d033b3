// SPDX-License-Identifier: GPL-3.0-or-later
// MJCF, URDF and SDF: any text is refused in one line, or is cases that can be written and read
// again.
#include "tests/fuzz/imported.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): an entry point of C
  const std::string text(as_text(data, size));
  require_import(text, {});
  ImportOptions options;
  options.a = "0";
  options.b = "1";
  require_import(text, options);
  options = {};
  options.within = 1;
  require_import(text, options);
  return 0;
}
