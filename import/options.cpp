// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/options.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "import/rejection.hpp"
#include "import/xml_files.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

/// "a, b", up to ten.
std::string first_names(const std::vector<std::string>& names) {
  constexpr std::size_t kShown = 10;
  std::string list;
  for (std::size_t k = 0; k < std::min(names.size(), kShown); ++k) {
    list += (k == 0 ? "" : ", ") + names[k];
  }
  return list + (names.size() > kShown ? ", ..." : "");
}

}  // namespace

void JointValues::check_all_used() const {
  for (std::size_t k = 0; k < given_.size(); ++k) {
    if (k < used_.size() && used_[k]) continue;
    const std::string& name = given_[k].first;
    if (std::find(free_.begin(), free_.end(), name) != free_.end()) {
      reject("--joint: '" + name +
             "' moves freely, with more than one number: a keyframe (--keyframe NAME) or the "
             "pose of its body in the file places it");
    }
    reject("--joint: " + unknown_word("joint that moves", name, known_) + " (there " +
           (known_.empty() ? "is none" : "are " + first_names(known_)) + ")");
  }
}

bool is_beyond_turn(double radians) {
  constexpr double kTurn = 6.3;  // [rad], and what rounding adds
  return std::abs(radians) > kTurn;
}

Angle angle_text(const std::string& text, const std::string& joint,
                 std::vector<std::string>& read_as) {
  const bool in_degrees = text.ends_with("deg");
  const Angle angle{length_text(in_degrees ? text.substr(0, text.size() - 3) : text, joint),
                    in_degrees};
  if (!in_degrees && is_beyond_turn(angle.value)) {
    read_as.push_back("--joint " + joint + ": " + text + " is read in radians; did you mean " +
                      text + "deg?");
  }
  return angle;
}

double length_text(const std::string& text, const std::string& joint) {
  const std::vector<double> numbers = numbers_of(text, "--joint " + joint);
  if (numbers.size() != 1) reject("--joint " + joint + ": wants one number");
  return numbers.front();
}

}  // namespace touchstone
