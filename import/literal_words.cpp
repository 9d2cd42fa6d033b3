// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/literal_words.hpp"

#include <algorithm>
#include <array>

#include "import/literal.hpp"

namespace touchstone {
namespace {

constexpr std::string_view kOfType = "<>,:*& ";

bool holds(std::string_view letters, char c) { return letters.find(c) != letters.npos; }

bool is_of_type(char c) { return is_letter(c) || is_digit(c) || holds(kOfType, c); }

/// Whether a group in braces is of types, which have capitals: "{Vec{3,Float32}}".
bool holds_types(std::string_view group) {
  bool any = false;
  for (std::size_t k = 1; k < group.size(); ++k) {
    const char before = group[k - 1];
    if (!is_letter(group[k]) || is_letter(before) || is_digit(before)) continue;
    if (std::isupper(static_cast<unsigned char>(group[k])) == 0) return false;
    any = true;
  }
  return any;
}

/// Whether "//" stands between two numbers, as Python divides.
bool divides(std::string_view text, std::size_t at) {
  const std::size_t before = text.substr(0, at).find_last_not_of(" \t");
  const std::size_t behind = text.find_first_not_of(" \t", at + 2);
  return before != text.npos && behind != text.npos && is_digit(text[before]) &&
         (is_digit(text[behind]) || text[behind] == '-' || text[behind] == '.');
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string kept;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '#' || (text.substr(k, 2) == "//" && !divides(text, k))) {
      k = std::min(text.find('\n', k), text.size());
      kept += '\n';
    } else if (text.substr(k, 2) == "/*") {
      const std::size_t end = text.find("*/", k + 2);
      if (end == text.npos) return kept.append(text.substr(k));
      // Lines keep their numbers.
      kept.append(static_cast<std::size_t>(std::count(&text[k], &text[end], '\n')), '\n');
      k = end + 1;
    } else {
      kept += text[k];
    }
  }
  return kept;
}

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

bool is_calculated(std::string_view word) {
  constexpr std::array kWords = {
      "pi",         "m_pi",       "nan",     "inf",       "infinity",   "sqrt",      "sin",
      "cos",        "math",       "radians", "deg2rad",   "tau",        "normalize", "normalized",
      "normalised", "inverse",    "inv",     "transpose", "conjugate",  "angleaxis", "angleaxisd",
      "angleaxisf", "sone",       "ones",    "splat",     "sreplicate", "unitx",     "unity",
      "unitz",      "conj",       "negate",  "negated",   "neg",        "adjoint",   "inverted",
      "invert",     "transposed", "half_pi"};
  constexpr std::array kBegins = {"from_", "fromaxis", "fromeuler", "rotate",
                                  "m_pi",  "m_sqrt",   "sqrt",      "frac_"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end() ||
         std::any_of(kBegins.begin(), kBegins.end(),
                     [&](const char* begin) { return word.starts_with(begin); });
}

std::string option_of_unit(std::string_view word) {
  struct Unit {
    const char* word;
    const char* option;
  };
  constexpr std::array<Unit, 29> kUnits = {{{"mm", "--scale 0.001"},
                                            {"km", "--scale 1000"},
                                            {"dm", "--scale 0.1"},
                                            {"um", "--scale 0.000001"},
                                            {"nm", "--scale 0.000000001"},
                                            {"micron", "--scale 0.000001"},
                                            {"microns", "--scale 0.000001"},
                                            {"micrometers", "--scale 0.000001"},
                                            {"micrometres", "--scale 0.000001"},
                                            {"millimeter", "--scale 0.001"},
                                            {"millimetre", "--scale 0.001"},
                                            {"centimeter", "--scale 0.01"},
                                            {"centimetre", "--scale 0.01"},
                                            {"kilometers", "--scale 1000"},
                                            {"kilometres", "--scale 1000"},
                                            {"feet", "--scale 0.3048"},
                                            {"yd", "--scale 0.9144"},
                                            {"millimeters", "--scale 0.001"},
                                            {"millimetres", "--scale 0.001"},
                                            {"cm", "--scale 0.01"},
                                            {"centimeters", "--scale 0.01"},
                                            {"centimetres", "--scale 0.01"},
                                            {"in", "--scale 0.0254"},
                                            {"inch", "--scale 0.0254"},
                                            {"inches", "--scale 0.0254"},
                                            {"ft", "--scale 0.3048"},
                                            {"deg", "--degrees"},
                                            {"degree", "--degrees"},
                                            {"degrees", "--degrees"}}};
  for (const Unit& unit : kUnits) {
    if (word == unit.word) return unit.option;
  }
  return "";
}

bool is_other_quantity(std::string_view word) {
  constexpr std::array kWords = {"scale",  "scaling",  "velocity", "vel",       "linvel",
                                 "angvel", "mass",     "inertia",  "density",   "gravity",
                                 "force",  "friction", "diameter", "diameters", "color",
                                 "colour", "rgba",     "margin"};
  return std::find(kWords.begin(), kWords.end(), word) != kWords.end() ||
         word.ends_with("_velocity") || word.ends_with("velocity");
}

char group_named(std::string_view word) {
  constexpr std::array kPositions = {"pos", "position", "translation", "trans", "xyz", "location"};
  constexpr std::array kAttitudes = {"quat",        "quaternion", "rotation", "rot",
                                     "orientation", "rpy",        "euler",    "attitude"};
  const auto holds_word = [&](const auto& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  return holds_word(kPositions) ? 'p' : holds_word(kAttitudes) ? 'a' : ' ';
}

char component_named(std::string_view text, std::size_t at, std::string_view word) {
  if (word == "radius") return 'r';
  if (word.ends_with("height") || word.ends_with("length")) return 'h';
  while (at < text.size() && holds(" \"'", text[at])) ++at;
  const bool names = at < text.size() && (text[at] == ':' || text[at] == '=');
  const bool known = word.size() == 1 || (word.size() == 2 && holds("_qpt", word.front()));
  const bool is_component = known && word.back() >= 'w' && word.back() <= 'z';
  if (names && word == "r") return 'r';
  if (names && (word == "lz" || word == "h")) return 'h';
  return names && is_component ? word.back() : ' ';
}

bool is_method(std::string_view text, std::size_t begin, std::string_view word) {
  constexpr std::array kSameValue = {"astype", "tolist", "into",     "unwrap", "clone", "copy",
                                     "cast",   "eval",   "finished", "float",  "double"};
  if (begin == 0 || text[begin - 1] != '.') return false;
  const std::size_t before = text.substr(0, begin - 1).find_last_not_of(" \t\r\n");
  const bool of_value = before != text.npos && holds(")]}", text[before]);
  return of_value && group_named(word) == ' ' &&
         std::find(kSameValue.begin(), kSameValue.end(), word) == kSameValue.end();
}

bool is_negated(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin > 0 && holds("-+", text[begin - 1])) return true;
  const std::size_t next = std::min(text.find_first_not_of(' ', end), text.size());
  const bool is_key = text.substr(next, 1) == ":" && text.substr(next, 2) != "::";
  return !is_key && next < text.size() && holds("([{.:<", text[next]);
}

bool stands_for_number(std::string_view text, std::size_t begin, std::size_t end,
                       std::string_view word, bool behind_number) {
  constexpr std::array kNoNames = {"float",   "double",   "float32",  "float64", "f32",   "f64",
                                   "int",     "real",     "single",   "true",    "false", "none",
                                   "null",    "nullptr",  "scalar",   "number",  "dreal", "mjtnum",
                                   "sscalar", "btscalar", "identity", "zero"};
  constexpr std::array kUnits = {"m",      "meter", "meters", "metre",
                                 "metres", "rad",   "radian", "radians"};
  const auto is_one_of = [&](const auto& words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_one_of(kNoNames) || (behind_number && is_one_of(kUnits))) return false;
  const std::size_t next = text.find_first_not_of(" \t", end);
  const char behind = next == text.npos ? '\n' : text[next];
  if (holds(",)]}", behind)) return true;
  if (behind_number && word.size() == 1 && stands_before_number(text, end)) return true;
  while (begin > 0 && (is_letter(text[begin - 1]) || holds(".:", text[begin - 1]))) --begin;
  const std::size_t before = text.substr(0, begin).find_last_not_of(" \t\r\n");
  return holds(";\r\n", behind) && before != text.npos && text[before] == ',';
}

std::string decimal_comma(std::string_view text) {
  constexpr std::string_view kApart = " \t\r\n;";
  for (std::size_t at = 0; (at = text.find(',', at)) != text.npos; ++at) {
    std::size_t begin = at, end = at + 1;
    while (begin > 0 && is_digit(text[begin - 1])) --begin;
    while (end < text.size() && is_digit(text[end])) ++end;
    if (begin == at || end == at + 1) continue;
    const std::string_view found = text.substr(begin, end - begin);
    if (begin > 0 && holds("-+", text[begin - 1])) --begin;
    const bool apart = (begin == 0 || holds(kApart, text[begin - 1]) || text[begin - 1] == '=') &&
                       (end == text.size() || holds(kApart, text[end]));
    const std::size_t before = text.substr(0, begin).find_last_not_of(" \t\r\n");
    if (apart && (before == text.npos || text[before] != ',')) return std::string(found);
  }
  return "";
}

std::size_t end_of_type(std::string_view text, std::size_t at) {
  const char c = at < text.size() ? text[at] : '\0';
  const char close = c == '<' ? '>' : '}';
  if (c != '{' && (c != '<' || text.substr(at, 2) == "<<")) return at;
  int depth = 0;
  for (std::size_t end = at; end < text.size(); ++end) {
    if (text[end] == c) ++depth;
    const bool closes = text[end] == close;
    if (closes) --depth;
    if (!closes && text[end] != c && !is_of_type(text[end])) return at;
    if (depth > 0) continue;
    const std::string_view group = text.substr(at, end - at);
    return c == '<' || (holds_types(group) && !holds(group, ':')) ? end + 1 : at;
  }
  return at;
}

bool stands_before_number(std::string_view text, std::size_t at) {
  at = std::min(text.find_first_not_of(" \t", at), text.size());
  return at < text.size() && (is_digit(text[at]) || text[at] == '.');
}

bool is_operand(std::string_view text, std::size_t at) {
  const std::size_t sign = std::min(text.find_first_not_of(' ', at), text.size());
  const char c = sign < text.size() ? text[sign] : '\0';
  if (c == '-' || c == '+') {
    const bool apart = text.substr(sign + 1, 1) == " ";
    return (sign == at || apart) && stands_before_number(text, sign + 1);
  }
  if (c != '*' && c != '/') return false;
  std::size_t end = std::min(text.find_first_not_of(" *&", sign + 1), text.size());
  if (end < text.size() && (is_digit(text[end]) || holds("([{.", text[end]))) return true;
  while (end < text.size() &&
         (is_letter(text[end]) || is_digit(text[end]) || holds(":.", text[end]))) {
    ++end;
  }
  return end < text.size() && text[end] == '(';
}

}  // namespace touchstone
