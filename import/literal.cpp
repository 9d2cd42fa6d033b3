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

#include "import/rejection.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string lower_case(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

class LiteralReader {
 public:
  LiteralReader(std::string_view text, const std::string& where)
      : text_(without_comments(text)), where_(where) {
    replace_all("\xE2\x88\x92", "-");  // the minus sign of web pages
    replace_all("\xC2\xA0", " ");      // a blank that does not break
  }

  std::vector<double> read() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        take(number());
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
    constexpr std::array kValues = {"pi",  "m_pi", "nan",  "inf",     "infinity", "sqrt",
                                    "sin", "cos",  "math", "radians", "deg2rad",  "tau"};
    if (std::find(kValues.begin(), kValues.end(), word) != kValues.end()) {
      reject_here("'" + shortened_message(word) + "' is no literal");
    }
    if (operation_ != '\0' || (sign_ < 0 && peek(0) == '(')) {
      reject_here("an expression is no literal");
    }
    sign_ = 1;
    after_number_ = false;
    skip_subscripts();
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
    if (c == '-' || c == '+') {
      // Behind a blank a sign begins the next number of a printed matrix, but "1 - 2" is a sum.
      const bool begins = !after_number_ || (blank_ && peek(1) != ' ');
      if (!begins) reject_here("a sum is no literal");
      if (c == '-') sign_ = -sign_;
    } else if ((c == '*' || c == '/') && after_number_) {
      operation_ = c;
    } else {
      if (sign_ < 0 && c == '(') reject_here("a sign before a bracket is no literal");
      sign_ = 1;
    }
    after_number_ = false;
  }

  double number() {
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
      } else if (is_digit(c) || c == '.') {
        digits += c;
      } else {
        break;
      }
    }
    return value_of(digits, is_float);
  }

  /// The value of the digits, after what is behind them.
  double value_of(const std::string& digits, bool is_float) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]))) ++at_;
    std::string suffix = lower_case(std::string_view(text_).substr(begin, at_ - begin));
    if (!suffix.empty() && suffix.front() == '_') suffix.erase(0, 1);
    constexpr std::array kSuffixes = {"", "f", "l", "d", "f32", "f64", "u", "ul", "r"};
    if (std::find(kSuffixes.begin(), kSuffixes.end(), suffix) == kSuffixes.end()) {
      reject(where_ + ": '" + shortened_message(digits + suffix) + "' is no number");
    }
    double x = 0;
    const char* const end = digits.data() + digits.size();
    auto [next, error] = std::from_chars(digits.data(), end, x);
    if (suffix == "f" || suffix == "f32" || is_float) {
      float single = 0;
      error = std::from_chars(digits.data(), end, single).ec;
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
    if (operation == '*') {
      numbers_.back() *= x;
    } else if (operation == '/') {
      if (x == 0) reject_here("a division by 0");
      numbers_.back() /= x;
    } else {
      numbers_.push_back(x);
    }
    after_number_ = true;
    blank_ = false;
  }

  std::string text_;
  const std::string& where_;
  std::size_t at_ = 0;
  std::vector<double> numbers_;
  double sign_ = 1;
  char operation_ = '\0';
  bool after_number_ = false;  ///< whether only blanks stand between the last number and here
  bool blank_ = false;         ///< whether one does
};

}  // namespace

std::string without_comments(std::string_view text) {
  std::string kept;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == '#' || text.substr(k, 2) == "//") {
      k = std::min(text.find('\n', k), text.size());
      kept += '\n';
    } else if (text.substr(k, 2) == "/*") {
      const std::size_t end = text.find("*/", k + 2);
      if (end == text.npos) break;
      k = end + 1;
    } else {
      kept += text[k];
    }
  }
  return kept;
}

std::vector<double> literal_numbers(std::string_view text, const std::string& where) {
  return LiteralReader(text, where).read();
}

}  // namespace touchstone
