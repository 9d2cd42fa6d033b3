// SPDX-License-Identifier: GPL-3.0-or-later
// How pasted numbers are meant.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <map>

#include "import/literal_words.hpp"
#include "import/pasted.hpp"
#include "import/rejection.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// A field of options that says more than the library does.
void override_by(std::string& convention, const std::string& said) {
  if (!said.empty()) convention = said;
}

/// The names of a text that end in a number, outside of brackets; and that number. Types do not
/// count: no word stands before "Vec3(", and a bracket behind it.
std::map<std::string, std::string> numbered_names(const std::string& text) {
  std::map<std::string, std::string> names;
  int depth = 0;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    depth += c == '(' || c == '{' || c == '[' ? 1 : c == ')' || c == '}' || c == ']' ? -1 : 0;
    if (!is_letter(c)) continue;
    const std::size_t begin = k;
    while (k < text.size() && (is_letter(text[k]) || is_digit(text[k]))) ++k;
    const std::string name = text.substr(begin, k - begin);
    const std::size_t number = name.find_last_not_of("0123456789") + 1;
    const std::size_t before = begin == 0 ? text.npos : text.find_last_not_of(" \t", begin - 1);
    const bool behind_word = before != text.npos && (is_letter(text[before]) ||
                                                     is_digit(text[before]) || text[before] == '>');
    const bool is_type = !behind_word && k < text.size() && (text[k] == '(' || text[k] == '<');
    if (number < name.size() && depth <= 0 && !is_type) names[name] = name.substr(number);
    --k;
  }
  return names;
}

/// Whether a text has both literals of floats, such as 0.1f, and others that are no floats.
bool mixes_floats(const std::string& text) {
  bool has_float = false, has_other = false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const bool begins = is_digit(text[k]) && (k == 0 || !is_letter(text[k - 1]));
    if (!begins) continue;
    double x = 0;
    const auto [end, error] = std::from_chars(text.data() + k, text.data() + text.size(), x);
    k = static_cast<std::size_t>(end - text.data());
    const bool single = k < text.size() && (text[k] == 'f' || text[k] == 'F');
    has_float = has_float || single;
    has_other = has_other || (!single && error == std::errc() && static_cast<float>(x) != x);
    while (k < text.size() && (is_letter(text[k]) || is_digit(text[k]))) ++k;
  }
  return has_float && has_other;
}

}  // namespace

void reject_pose_of_a(const std::string& a, const std::string& b, const std::string& pose,
                      const std::string& where) {
  const auto of_a = numbered_names(a), of_b = numbered_names(b);
  for (const auto& [name, number] : numbered_names(pose)) {
    const auto numbers_alone = [&number = number](const auto& own, const auto& other) {
      return std::any_of(own.begin(), own.end(), [&](const auto& one) {
        return one.second == number && !other.contains(one.first);
      });
    };
    if (of_b.contains(name) || numbers_alone(of_b, of_a) || !numbers_alone(of_a, of_b)) continue;
    reject(where + ": '" + name + "' is named as body a is: each pose follows its body");
  }
}

Conventions said_conventions(const ImportOptions& options, const std::string& text,
                             std::vector<std::string>& read_as) {
  std::string library = options.from;
  if (library.empty()) library = library_named_in(text);
  Conventions said;
  if (!library.empty()) {
    said = conventions_of(library);
    read_as.push_back("numbers as " + library + " has them" +
                      (options.from.empty() ? ", whose class is named" : ""));
  }
  if (options.sizes == "full" && text.find("llipsoid") != std::string::npos) {
    reject("--sizes full: an ellipsoid has semi-axes");
  }
  said.of_library = !library.empty();
  said.fixed_lower = library == "scipy";
  said.said_sizes = options.sizes;
  said.said_quaternion = options.quaternion;
  said.said_axis = options.axis;
  override_by(said.sizes, options.sizes);
  override_by(said.lengths, options.sizes);
  override_by(said.quaternion, options.quaternion);
  override_by(said.matrix, options.matrix);
  override_by(said.axis, options.axis);
  override_by(said.euler, options.euler);
  said.degrees = options.degrees;
  said.float32 = options.float32;
  said.planar = options.planar;
  said.scale = options.scale.value_or(1);
  said.nearest = options.nearest_rotation;
  if (!said.float32 && mixes_floats(text)) {
    read_as.emplace_back("some numbers have an f and others none: --float32 reads all as floats");
  }
  if (said.float32) read_as.emplace_back("numbers rounded to floats");
  if (said.scale != 1) read_as.push_back("lengths times " + exact_text(said.scale));
  if (said.planar) read_as.emplace_back("bodies of the plane as prisms along z");
  return said;
}

std::vector<double> said_numbers(const std::string& text, const std::string& where,
                                 const Conventions& conventions, NumberLabels* labels) {
  std::vector<double> numbers = literal_numbers(text, where, labels);
  if (!conventions.float32) return numbers;
  for (double& x : numbers) {
    x = static_cast<float>(x);
    if (!std::isfinite(x)) reject(where + ": a number is beyond floats");
  }
  return numbers;
}

bool fits(std::string_view labels, std::string_view pattern) {
  for (std::size_t k = 0; k < std::min(labels.size(), pattern.size()); ++k) {
    const bool says = labels[k] >= 'w' && labels[k] <= 'z' && pattern[k] != ' ';
    if (says && labels[k] != pattern[k]) return false;
  }
  return true;
}

bool says_half(const std::string& text) {
  constexpr std::array kBehind = {"extent", "height", "length", "size", "side", "width", "depth",
                                  "dim",    "axis",   "axes",   "x",    "y",    "z"};
  const std::string words = lower_case(text);
  for (std::size_t at = 0; (at = words.find("half", at)) != std::string::npos;) {
    at += 4;
    const std::size_t next = std::min(words.find_first_not_of("_- ", at), words.size());
    const bool ends = next == words.size() || !is_letter(words[next]);
    const bool names = std::any_of(kBehind.begin(), kBehind.end(), [&](const std::string& word) {
      const std::size_t behind = next + word.size();
      const bool whole = word.size() > 1 || behind >= words.size() || !is_letter(words[behind]);
      return words.compare(next, word.size(), word) == 0 && whole;
    });
    if (ends || names) return true;
  }
  return false;
}

void set_by_word(std::string& convention, const std::string& word, const std::string& option,
                 const std::string& said, const std::string& where) {
  if (!said.empty() && said != word) {
    reject(where + ": its words say " + word + ", but " + option + " " + said +
           " is given: leave one out");
  }
  convention = word;
}

}  // namespace touchstone
