// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of JSON with numbers that JSON does not have, as Python's json writes them: NaN, Infinity.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "geometry/vector.hpp"
#include "schema/json_node.hpp"

namespace touchstone {

/// JSON text of a line: bare numbers in quotes. Rejects lines that would cost much memory as JSON.
class Tidied {
 public:
  Tidied(std::string_view line, std::size_t max_values);

  const std::string& fault() const { return fault_; }
  std::string_view text() const { return made_.empty() ? line_ : std::string_view(made_); }

 private:
  void skip_string();
  void quote_bare();

  std::string_view line_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::size_t values_ = 0;
  std::string made_;
  std::size_t copied_ = 0;  ///< bytes of the line that are in made_
  std::string fault_;
};

/// The number of a node, or of its text where that names one.
double number_of(const JsonNode& node);
Vec3 read_vector(const JsonNode& node);

}  // namespace touchstone
