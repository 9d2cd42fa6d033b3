// SPDX-License-Identifier: GPL-3.0-or-later
// Case ids: any text is refused, or names a case whose own id gives the same case again.
#include "harness/cases/families/family.hpp"
#include "harness/cases/files/case_file.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxCompared = 200;  ///< vertices; larger bodies take too long to remake

void require_same_case(const Case& c) {
  const auto again = make_case(c.id);
  require(again.ok(), "the id of a case names it");
  require(again.value().id == c.id, "an id stays what it is");
  require(write_case(c) == write_case(again.value()), "one id, one pair");
}

}  // namespace
}  // namespace touchstone

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): an entry point of C
  const auto made = make_case(as_text(data, size));
  if (!made.ok()) {
    require(made.reason().size() <= 400, "a refusal is short");
    return 0;
  }
  const Case& c = made.value();
  const Pair pair = counted_pair(c.asked());
  require(pair.A != nullptr && pair.B != nullptr, "a case has two bodies");
  if (pair.A->vertices().size() + pair.B->vertices().size() <= kMaxCompared) require_same_case(c);
  return 0;
}
