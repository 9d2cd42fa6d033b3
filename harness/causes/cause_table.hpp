// SPDX-License-Identifier: GPL-3.0-or-later
// The mistakes that most often make a sound algorithm look wrong: a convention, a unit, a frame, a
// state. Each is a way to judge a wrong answer again.
//
// A correction undoes the mistake in the answer, or poses the question that was answered instead:
// the answer is then right to the same tolerance, which does not happen by chance. The other causes
// have no such proof: they are looked for only where no correction explains what is wrong.
#pragma once

#include <span>
#include <string_view>

#include "harness/causes/trial.hpp"

namespace touchstone {

struct Cause {
  std::string_view name;
  std::string_view finding;  ///< what the wrong answers do: "have exactly the opposite normal"
  std::string_view advice;   ///< a sentence without its end
  bool (*explains)(Trial& trial);
  bool corrects = true;
};

/// A cause may have several rows, one for each way in which it shows.
std::span<const Cause> cause_table();

}  // namespace touchstone
