// SPDX-License-Identifier: GPL-3.0-or-later
// Case files in pieces, for tests of their reader.
#pragma once

#include <string>

namespace touchstone {

inline constexpr const char* kSampleBox = R"({"box_half_extents": [1, 2, 3]})";
inline constexpr const char* kSamplePose = R"({"t": [0, 0, 0], "q": [1, 0, 0, 0]})";

/// A case whose body a and pose a are as given; named x unless `extra`, which stands first, says
/// otherwise.
inline std::string case_text(const std::string& a, const std::string& pose_a = kSamplePose,
                             const std::string& extra = R"("id": "x")") {
  return "{" + extra + (extra.empty() ? "" : ", ") + "\"a\": " + a + ", \"pose_a\": " + pose_a +
         ", \"b\": " + kSampleBox + ", \"pose_b\": " + kSamplePose + "}";
}

/// `rotation` with its key.
inline std::string pose_text(const std::string& rotation, const std::string& t = "[0, 0, 0]") {
  return "{\"t\": " + t + ", " + rotation + "}";
}

}  // namespace touchstone
