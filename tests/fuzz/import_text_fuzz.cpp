// SPDX-License-Identifier: GPL-3.0-or-later
// Pasted numbers, FCL's errors and dumps: any text is refused in one line, or is cases that can be
// written and read again. The first byte says how numbers are meant.
#include "import/conventions.hpp"
#include "tests/fuzz/imported.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): an entry point of C
  if (size == 0) return 0;
  const std::uint8_t said = data[0];
  ImportOptions options;
  const std::vector<std::string> known = libraries();
  if (said % 16 < known.size()) options.from = known[said % 16];
  options.planar = (said & 0x10U) != 0;
  options.float32 = (said & 0x20U) != 0;
  options.nearest_rotation = (said & 0x40U) != 0;
  if ((said & 0x80U) != 0) options = {};
  require_import(std::string(as_text(data + 1, size - 1)), options);
  return 0;
}
