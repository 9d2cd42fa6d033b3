// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers rather than text: bytes become a pair of bodies and poses of hostile doubles, go through
// the case file, and if they are taken the oracle must have a truth that holds from both sides.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "harness/cases/files/case_file.hpp"
#include "reference/oracle.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kMaxPoints = 12;  ///< vertices of a body, at most: the truth stays fast

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : rest_(bytes) {}

  /// Zeros behind the end.
  template <class T>
  T get() {
    T value{};
    const std::size_t count = std::min(sizeof(T), rest_.size());
    std::memcpy(&value, rest_.data(), count);
    rest_.remove_prefix(count);
    return value;
  }
  std::uint8_t below(unsigned limit) {
    return static_cast<std::uint8_t>(get<std::uint8_t>() % limit);
  }

  /// Small whole numbers and neighbours of an earlier number, which make ties and near ties; any
  /// power of two; any bits.
  double number() {
    switch (below(6)) {
      case 0:
        return last_ = get<std::int8_t>();
      case 1:
        return last_ = get<std::int8_t>() / 8.0;
      case 2:
        return last_;
      case 3:
        return last_ = std::nextafter(last_, get<std::int8_t>() * 1e300);
      case 4:
        return last_ = std::ldexp(1 + below(4) / 4.0, 8 * get<std::int8_t>());
      default:
        return last_ = get<double>();
    }
  }

 private:
  std::string_view rest_;
  double last_ = 1;
};

std::string number_text(double x) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), x).ptr;
  return {digits.data(), end};  // "nan" and "inf" among them
}

std::string numbers_text(Bytes& bytes, std::size_t count) {
  std::string text;
  for (std::size_t k = 0; k < count; ++k) text += (k == 0 ? "" : ",") + number_text(bytes.number());
  return "[" + text + "]";
}

std::string body_text(Bytes& bytes) {
  const std::uint8_t kind = bytes.below(4);
  if (kind == 0) return R"({"box_half_extents":)" + numbers_text(bytes, 3) + "}";
  std::string points;
  for (std::size_t k = bytes.below(kMaxPoints) + std::size_t{1}; k > 0; --k) {
    points += (points.empty() ? "" : ",") + numbers_text(bytes, 3);
  }
  std::string text = R"({"vertices":[)" + points + "]";
  if (kind == 1) text += R"(,"interior_point":)" + numbers_text(bytes, 3);
  return text + "}";
}

/// A quaternion; a matrix that is a cube's symmetry except for one number; any matrix.
std::string pose_text(Bytes& bytes) {
  std::string text = R"({"t":)" + numbers_text(bytes, 3);
  const std::uint8_t kind = bytes.below(3);
  if (kind == 0) return text + R"(,"q":)" + numbers_text(bytes, 4) + "}";
  if (kind == 1) {
    return text + R"(,"R":[[0,-1,)" + number_text(bytes.number() * 1e-7) + "],[1,0,0],[0,0,1]]}";
  }
  return text + R"(,"R":[)" + numbers_text(bytes, 3) + "," + numbers_text(bytes, 3) + "," +
         numbers_text(bytes, 3) + "]}";
}

void require_truth(const Pair& pair) {
  Oracle oracle;
  const Truth truth = oracle.solve(pair);
  require(truth.phi_squared >= 0 && (truth.phi_squared == 0) == (truth.sign == 0),
          "phi is zero where its sign is");
  require(!truth.directions.empty(), "there is a direction");
  const Truth swapped = oracle.solve({pair.B, pair.X_WB, pair.A, pair.X_WA});
  require(truth.sign == swapped.sign && truth.phi_squared == swapped.phi_squared,
          "the truth is the same from the other body");
  require(truth.ratio.has_value() == swapped.ratio.has_value() &&
              (!truth.ratio || truth.ratio->rho == swapped.ratio->rho),
          "rho is the same from the other body");
}

}  // namespace
}  // namespace touchstone

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): an entry point of C
  Bytes bytes(as_text(data, size));
  std::string text = R"({"a":)" + body_text(bytes) + R"(,"pose_a":)" + pose_text(bytes);
  text += R"(,"b":)" + body_text(bytes) + R"(,"pose_b":)" + pose_text(bytes) + "}";
  const auto cases = parse_case_text(text, "fuzz.json");
  if (!cases.ok()) {
    require_one_line(cases.reason(), "fuzz.json: ");
    return 0;
  }
  const Case& c = cases.value().front();
  const std::string written = write_case(c);
  const auto again = parse_case_text(written, "fuzz.json");
  require(again.ok() && write_case(again.value().front()) == written, "doubles keep their bits");
  require_truth(c.pair());
  return 0;
}
