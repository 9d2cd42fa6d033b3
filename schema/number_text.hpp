// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers, shares and times as people read them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace touchstone {

/// Shortest text that reads back as the same double.
std::string exact_text(double x);
/// Three significant digits.
std::string short_text(double x);
/// So many digits behind the point.
std::string fixed_text(double x, int digits);
/// Three significant digits; "-" where there is no number.
std::string optional_text(const std::optional<double>& x);
/// "1 case", "2 cases"; `plural` where it has no s behind the noun.
std::string how_many(std::uint64_t n, const std::string& noun, const std::string& plural = "");
/// "a, b".
template <class Texts>
std::string joined(const Texts& texts, std::string_view separator = ", ") {
  std::string all;
  for (const auto& text : texts) all.append(all.empty() ? "" : separator).append(text);
  return all;
}
/// "." for 0, so that other numbers stand out.
std::string count_text(std::uint64_t n);
/// Quoted where it holds a comma, a quote or a line break.
std::string csv_text(std::string_view text);
/// Percent rounded towards 0: 100 means all.
std::string percent_text(std::uint64_t part, std::uint64_t whole);
/// Percent with three significant digits; "." where the whole is 0.
std::string percent_or_dot(double part, double whole);
/// "12.3 ns", "4.56 us", "7.89 ms", "1.20 s".
std::string duration_text(double ns);
/// "0:07", "12:34", "1:02:03".
std::string time_text(double seconds);
/// "0:07 with 2 threads".
std::string elapsed_text(double seconds, int threads);

}  // namespace touchstone
