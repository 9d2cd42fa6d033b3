// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/options.hpp"

#include "import/rejection.hpp"
#include "import/xml_files.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {

void JointValues::check_all_used() const {
  for (std::size_t k = 0; k < given_.size(); ++k) {
    if (k < used_.size() && used_[k]) continue;
    reject("--joint: " + unknown_word("joint that moves", given_[k].first, known_));
  }
}

Angle angle_text(const std::string& text, const std::string& joint) {
  const bool in_degrees = text.ends_with("deg");
  return {length_text(in_degrees ? text.substr(0, text.size() - 3) : text, joint), in_degrees};
}

double length_text(const std::string& text, const std::string& joint) {
  const std::vector<double> numbers = numbers_of(text, "--joint " + joint);
  if (numbers.size() != 1) reject("--joint " + joint + ": wants one number");
  return numbers.front();
}

}  // namespace touchstone
