// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/literal.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "import/literal_words.hpp"
#include "import/rejection.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

class LiteralReader {
 public:
  LiteralReader(std::string_view text, const std::string& where)
      : text_(without_comments(text)), where_(where) {
    replace_all("\xE2\x88\x92", "-");  // the minus sign of web pages
    replace_all("\xC2\xA0", " ");      // a blank that does not break
    replace_all("\xC2\xB5", "u");      // micro, and the Greek letter
    replace_all("\xCE\xBC", "u");
    if (const std::string found = decimal_comma(text_); !found.empty()) {
      reject(where_ + ": '" + shortened_message(found) +
             "' may have a decimal comma: write a point, or a blank behind the comma");
    }
  }

  std::vector<double> read(NumberLabels& labels) {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        const std::size_t count = numbers_.size();
        take(number());
        if (numbers_.size() == count) continue;
        labels.components += std::exchange(label_, ' ');
        labels.groups += std::exchange(group_, ' ');
      } else if (is_letter(c)) {
        word();
      } else if (is_foreign(c)) {
        foreign();
      } else {
        mark(c);
        ++at_;
      }
    }
    return std::move(numbers_);
  }

 private:
  char peek(std::size_t ahead) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  [[noreturn]] void reject_here(const std::string& rule) const {
    reject(where_ + ": " + rule + ": give its value");
  }

  void replace_all(const std::string& what, const std::string& with) {
    for (std::size_t k = 0; (k = text_.find(what, k)) != std::string::npos;) {
      text_.replace(k, what.size(), with);
    }
  }

  static bool is_foreign(char c) { return static_cast<unsigned char>(c) >= 0x80; }

  /// Passes over letters of prose; rejects what may belong to a number, such as a Greek pi.
  void foreign() {
    constexpr std::string_view kOfNumbers = "0123456789.+-*/";
    std::size_t end = at_, begin = at_;
    while (end < text_.size() && is_foreign(text_[end])) ++end;
    const std::string run = text_.substr(at_, end - at_);
    const bool in_word =
        (begin > 0 && is_letter(text_[begin - 1])) || (end < text_.size() && is_letter(text_[end]));
    if (!in_word) {
      while (begin > 0 && text_[begin - 1] == ' ') --begin;
      at_ = end;
      while (end < text_.size() && text_[end] == ' ') ++end;
    } else {
      at_ = end;
    }
    const bool touches =
        (begin > 0 && kOfNumbers.find(text_[begin - 1]) != std::string_view::npos) ||
        (end < text_.size() && kOfNumbers.find(text_[end]) != std::string_view::npos);
    if (touches) reject_here("'" + shortened_message(run) + "' is no literal");
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string word = lower_case(std::string_view(text_).substr(begin, at_ - begin));
    const bool transposes =
        text_.compare(begin, at_ - begin, "T") == 0 && begin > 0 && text_[begin - 1] == '.';
    if (transposes || is_calculated(word) || is_method(text_, begin, word))
      reject_here("'" + shortened_message(word) + "' is no literal");
    if (operation_ != '\0') reject_here("an expression is no literal");
    if (sign_ < 0 && is_negated(text_, begin, at_)) {
      reject_here("a sign before '" + shortened_message(word) + "' is no literal");
    }
    reject_unit(word);
    const bool was_number = after_number_;
    sign_ = 1;
    after_number_ = false;
    behind_bracket_ = false;
    const std::size_t end = at_;
    skip_subscripts();
    at_ = end_of_type(text_, at_);
    if (is_operand(text_, at_)) reject_here("an expression is no literal");
    if (at_ == end && stands_for_number(text_, begin, end, word, was_number)) {
      reject_here("'" + shortened_message(word) + "' is no literal");
    }
    if (is_other_quantity(word) && numbers_follow()) {
      reject(where_ + ": '" + word + "' is not read: give bodies and poses without it");
    }
    label_ = component_named(text_, at_, word);
    if (const char group = group_named(word); group != ' ') group_ = group;
  }

  /// Rejects a unit behind a number or a bracket. Words that are units alone are so everywhere.
  void reject_unit(const std::string& word) const {
    const std::string option = option_of_unit(word);
    if (option.empty()) return;
    const bool ends = text_.find_first_not_of(" \t", at_) == text_.find_first_of(",;)]}\n", at_);
    const bool is_other_word = word == "in" || word == "um";
    const std::size_t next = std::min(text_.find_first_not_of(" \t", at_), text_.size());
    std::size_t end = next;
    while (end < text_.size() && is_letter(text_[end])) ++end;
    const std::string next_word = lower_case(text_.substr(next, end - next));
    if (const std::string said = option_of_unit(next_word); is_other_word && !said.empty()) {
      if (!after_number_ && !behind_bracket_) return;  // "in" of a sentence
      reject(where_ + ": '" + next_word + "' is a unit: leave it out and say " + said);  // "in um"
    }
    if (is_other_word && !after_number_ && !(behind_bracket_ && ends)) return;
    reject(where_ + ": '" + word + "' is a unit: leave it out and say " + option);
  }

  /// Whether nothing but marks stands between here and a number.
  bool numbers_follow() const {
    const std::size_t next = text_.find_first_not_of(" \t=:([{-+.\"'", at_);
    return next != std::string::npos && is_digit(text_[next]);
  }

  /// Passes over "[3][3]" behind a word: no numbers of the literal.
  void skip_subscripts() {
    while (peek(0) == '[') {
      std::size_t end = at_ + 1;
      while (end < text_.size() && is_digit(text_[end])) ++end;
      if (end == at_ + 1 || end >= text_.size() || text_[end] != ']') return;
      at_ = end + 1;
    }
  }

  void mark(char c) {
    if (c == ' ' || c == '\t') {
      blank_ = true;
      return;
    }
    if (operation_ != '\0' && c != '-' && c != '+') reject_here("an expression is no literal");
    if (c == '/' && peek(1) == '*') reject(where_ + ": a comment has no end");
    if (c == '\'') quote();
    if (c == '^' || c == '%') reject_here(std::string("'") + c + "' is of no literal");
    if ((c == '-' || c == '+') && peek(1) == c) return rule(c);
    const bool operates = std::string_view("+-*/").find(c) != std::string_view::npos;
    if (behind_bracket_ && operates && peek(1) != '>') {
      reject_here("an expression is no literal");
    }
    const bool opens = c == '(' || c == '[' || c == '{';
    if (sign_ < 0 && opens) reject_here("a sign before a bracket is no literal");
    behind_bracket_ = c == ')' || c == ']' || c == '}';
    if ((c == '-' || c == '+') && peek(1) == ' ' && stands_before_number(text_, at_ + 1)) {
      // YAML's lists have such marks, and printed matrices such signs.
      reject_here(after_number_ ? "a sum is no literal" : "a sign apart from its number");
    }
    if (c == '[' && skip_index()) return;
    if (c == '-' || c == '+') {
      // Behind a blank a sign begins the next number of a printed matrix, but "1 - 2" is a sum.
      const bool begins = !after_number_ || (blank_ && peek(1) != ' ');
      if (!begins) reject_here("a sum is no literal");
      if (c == '-') sign_ = -sign_;
    } else if ((c == '*' || c == '/') && after_number_) {
      operation_ = c;
    } else {
      sign_ = 1;
    }
    after_number_ = false;
  }

  /// A quote begins or ends a string, or it transposes what it touches.
  void quote() {
    const char before = at_ > 0 ? text_[at_ - 1] : ' ';
    if (is_letter(before) && is_letter(peek(1))) return;
    const bool touches = is_digit(before) || before == ')' || before == ']' || before == '}';
    if (touches && !in_string_) reject_here("\"'\" behind a value is no literal");
    in_string_ = !in_string_;
  }

  /// Passes over a line of dashes; before a number they would be a comment of Lua, or --i.
  void rule(char c) {
    const std::size_t end = std::min(text_.find_first_not_of(c, at_), text_.size());
    if (stands_before_number(text_, end)) reject_here("two signs are no literal");
    at_ = end - 1;
    after_number_ = behind_bracket_ = false;
    sign_ = 1;
  }

  /// Passes over "[0]" before a number, as debuggers print elements.
  bool skip_index() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_digit(text_[end])) ++end;
    if (end == at_ + 1 || end >= text_.size() || text_[end] != ']') return false;
    const std::size_t next = text_.find_first_not_of(" \t", end + 1);
    if (next == std::string::npos) return false;
    const char c = text_[next];
    if (c != '=' && c != ':' && c != '-' && c != '.' && !is_digit(c)) return false;
    at_ = end;
    after_number_ = behind_bracket_ = false;
    sign_ = 1;
    return true;
  }

  /// A number as C++'s hexfloat and Python's float.hex() write it: "0x1.8p+3".
  double hexadecimal() {
    const std::size_t begin = at_ + 2;
    std::size_t end = begin;
    const auto is_hex = [](char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; };
    while (end < text_.size() && (is_hex(text_[end]) || text_[end] == '.')) ++end;
    const bool has_exponent = end < text_.size() && (text_[end] == 'p' || text_[end] == 'P');
    if (has_exponent) {
      ++end;
      if (end < text_.size() && (text_[end] == '-' || text_[end] == '+')) ++end;
      while (end < text_.size() && is_digit(text_[end])) ++end;
    }
    std::string digits = text_.substr(begin, end - begin);
    at_ = end;
    if (!has_exponent) reject(where_ + ": '0x" + shortened_message(digits) + "' has no exponent p");
    digits.erase(std::remove(digits.begin(), digits.end(), '+'), digits.end());
    return value_of(digits, false, std::chars_format::hex);
  }

  double number() {
    if (text_[at_] == '0' && (peek(1) == 'x' || peek(1) == 'X')) return hexadecimal();
    std::string digits;
    bool is_float = false;
    const auto exponent_at = [&](std::size_t ahead) {
      const char next = peek(ahead);
      return is_digit(next) || ((next == '-' || next == '+') && is_digit(peek(ahead + 1)));
    };
    for (bool exponent = false; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      const bool separates = (c == '_' || c == '\'') && is_digit(peek(1));
      if (separates) continue;
      // Julia's 1f0 is a float with an exponent.
      const bool begins_exponent =
          (c == 'e' || c == 'E' || c == 'f') && !exponent && exponent_at(1);
      const bool rust_suffix = c == 'f' && (peek(1) == '3' || peek(1) == '6') &&
                               (peek(2) == '2' || peek(2) == '4') && !is_digit(peek(3));
      if (begins_exponent && !rust_suffix) {
        is_float = c == 'f';
        exponent = true;
        digits += 'e';
        if (peek(1) == '+') ++at_;
        if (peek(1) == '-') {
          digits += '-';
          ++at_;
        }
      } else if (is_digit(c) || (c == '.' && !ends_sentence(digits))) {
        digits += c;
      } else {
        break;
      }
    }
    return value_of(digits, is_float, std::chars_format::general);
  }

  /// Whether the point here ends a sentence: "0.5." and no digit or letter behind.
  bool ends_sentence(const std::string& digits) const {
    return digits.find('.') != std::string::npos && !is_digit(peek(1)) && !is_letter(peek(1)) &&
           peek(1) != '.';
  }

  /// The value of the digits, after what is behind them.
  double value_of(const std::string& digits, bool is_float, std::chars_format format) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    std::string suffix = lower_case(std::string_view(text_).substr(begin, at_ - begin));
    if (!suffix.empty() && suffix.front() == '_') suffix.erase(0, 1);
    constexpr std::array kSuffixes = {"", "f", "l", "d", "f32", "f64", "u", "ul", "r"};
    if (std::find(kSuffixes.begin(), kSuffixes.end(), suffix) == kSuffixes.end()) {
      reject(where_ + ": '" + shortened_message(digits + suffix) + "' is no number");
    }
    const bool rust = text_[begin] == '_' || text_.find("::") != std::string::npos;
    if (suffix == "f32" && !rust) {
      reject(where_ + ": '" + shortened_message(digits) + "f32' is Rust's " +
             shortened_message(digits) + " or Julia's " + shortened_message(digits) +
             "e32: write it without f32");
    }
    double x = 0;
    const char* const end = digits.data() + digits.size();
    auto [next, error] = std::from_chars(digits.data(), end, x, format);
    is_float = is_float || suffix == "f" || suffix == "f32";
    const bool whole = std::all_of(digits.begin(), digits.end(), is_digit);
    kind_ = is_float ? Kind::single : whole && suffix.empty() ? Kind::whole : Kind::real;
    if (is_float) {
      float single = 0;
      error = std::from_chars(digits.data(), end, single, format).ec;
      x = single;
    }
    if (next != end || error != std::errc() || !std::isfinite(x)) {
      reject(where_ + ": '" + shortened_message(digits) + "' is no number");
    }
    return x;
  }

  void take(double x) {
    x *= std::exchange(sign_, 1);
    const char operation = std::exchange(operation_, '\0');
    if (operation == '\0') {
      numbers_.push_back(x);
      result_ = kind_;
    } else {
      calculate(operation, x);
    }
    after_number_ = true;
    blank_ = behind_bracket_ = false;
  }

  /// The last number times x, or divided by it, as a program would: floats stay floats.
  void calculate(char operation, double x) {
    double& result = numbers_.back();
    if (operation == '/') {
      if (x == 0) reject_here("a division by 0");
      const bool whole = result_ == Kind::whole && kind_ == Kind::whole;
      if (whole && std::fmod(result, x) != 0) {
        reject_here("a division of whole numbers drops the rest in C");
      }
    }
    result = operation == '*' ? result * x : result / x;
    if (result_ == Kind::real || kind_ == Kind::real) {
      result_ = Kind::real;
    } else if (result_ == Kind::single || kind_ == Kind::single) {
      result_ = Kind::single;
      result = static_cast<float>(result);
    }
  }

  enum class Kind { whole, single, real };

  std::string text_;
  const std::string& where_;
  std::size_t at_ = 0;
  std::vector<double> numbers_;
  double sign_ = 1;
  char operation_ = '\0';
  bool after_number_ = false;    ///< whether only blanks stand between the last number and here
  bool blank_ = false;           ///< whether one does
  bool in_string_ = false;       ///< whether a single quote was opened
  bool behind_bracket_ = false;  ///< whether a closing bracket is the last that is no blank
  char label_ = ' ';             ///< the component that the next number is
  char group_ = ' ';             ///< what begins with it
  Kind kind_ = Kind::real;       ///< what the last number read was
  Kind result_ = Kind::real;     ///< what the last of numbers_ is
};

}  // namespace

std::vector<double> literal_numbers(std::string_view text, const std::string& where,
                                    NumberLabels* labels) {
  NumberLabels unused;
  return LiteralReader(text, where).read(labels == nullptr ? unused : *labels);
}

}  // namespace touchstone
