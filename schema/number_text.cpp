// SPDX-License-Identifier: GPL-3.0-or-later
#include "schema/number_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace touchstone {
namespace {

template <class... Arguments>
std::string printed(const char* format, Arguments... arguments) {
  std::array<char, 64> buffer{};
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): every format here is a literal of ours
  const int length = std::snprintf(buffer.data(), buffer.size(), format, arguments...);
  return {buffer.data(), static_cast<std::size_t>(std::max(length, 0))};
}

}  // namespace

std::string exact_text(double x) {
  std::array<char, 32> buffer{};
  const double unsigned_zero = x == 0 ? 0 : x;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), unsigned_zero).ptr;
  return {buffer.data(), end};
}

std::string short_text(double x) { return std::isfinite(x) ? printed("%.3g", x) : "-"; }

std::string fixed_text(double x, int digits) { return printed("%.*f", digits, x); }

std::string optional_text(const std::optional<double>& x) { return x ? short_text(*x) : "-"; }

std::string how_many(std::uint64_t n, const std::string& noun, const std::string& plural) {
  return std::to_string(n) + " " + (n == 1 ? noun : plural.empty() ? noun + "s" : plural);
}

std::string count_text(std::uint64_t n) { return n == 0 ? "." : std::to_string(n); }

std::string csv_text(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string percent_text(std::uint64_t part, std::uint64_t whole) {
  if (whole == 0) return "-";
  if (part == whole) return "100";
  const double hundredths = 10000.0 * static_cast<double>(part) / static_cast<double>(whole);
  return printed("%.2f", std::min(std::floor(hundredths), 9999.0) / 100);
}

std::string percent_or_dot(double part, double whole) {
  return whole > 0 ? short_text(100 * part / whole) : ".";
}

std::string duration_text(double ns) {
  if (!(ns >= 999.5)) return short_text(ns) + " ns";
  if (!(ns >= 999.5e3)) return short_text(ns * 1e-3) + " us";
  if (!(ns >= 999.5e6)) return short_text(ns * 1e-6) + " ms";
  return short_text(ns * 1e-9) + " s";
}

std::string time_text(double seconds) {
  const auto s = std::lround(std::clamp(seconds, 0.0, 1e9));
  if (s < 3600) return printed("%ld:%02ld", s / 60, s % 60);
  return printed("%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

std::string elapsed_text(double seconds, int threads) {
  return time_text(seconds) + " with " + how_many(static_cast<std::uint64_t>(threads), "thread");
}

}  // namespace touchstone
