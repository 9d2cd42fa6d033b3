// SPDX-License-Identifier: GPL-3.0-or-later
// The case-file reader: any bytes are refused in one line, or are cases that can be written and
// read again to the last bit.
#include "harness/cases/files/case_file.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {
namespace {

void require_round_trip(const Case& c) {
  const std::string written = write_case(c);
  const auto again = parse_case_text(written, "fuzz.json", nullptr, CurvedCases::with_unions);
  require(again.ok(), "what was written is read: " + (again.ok() ? "" : again.reason()));
  if (const auto* pair = std::get_if<Pair>(&c.bodies)) {
    const Pair& read = again.value().front().pair();
    require(read.A->content_hash() == pair->A->content_hash() &&
                read.B->content_hash() == pair->B->content_hash(),
            "a body that was written and read is the same body");
  }
  require(write_case(again.value().front()) == written, "writing again gives the same text");
}

}  // namespace
}  // namespace touchstone

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): an entry point of C
  const auto cases =
      parse_case_text(as_text(data, size), "fuzz.json", nullptr, CurvedCases::with_unions);
  if (!cases.ok()) {
    require_one_line(cases.reason(), "fuzz.json: ");
    return 0;
  }
  require(!cases.value().empty(), "a file that is taken holds a case");
  for (const Case& c : cases.value()) require_round_trip(c);
  return 0;
}
