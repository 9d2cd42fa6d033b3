// SPDX-License-Identifier: GPL-3.0-or-later
// Reading takes place in two steps: the text becomes one JSON object per case, from which whatever
// is not part of the format is already left out (CaseStream); then each object becomes a case
// (CaseBuilder). No more than one case is held as JSON.
#include "harness/case_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "harness/case_json.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

constexpr std::size_t kLargestFile = std::size_t{256} << 20;  ///< [byte]
constexpr int kDeepestNesting = 100;                          ///< of lists and objects

constexpr std::array<std::string_view, 6> kCaseKeys{"id", "source", "a", "pose_a", "b", "pose_b"};
constexpr std::array<std::string_view, 7> kPartKeys{
    "box_half_extents", "vertices", "facets", "interior_point", "t", "R", "q"};

/// `text` in quotes, on one line, cut where it is long.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  const bool cut = text.size() > kLongest;
  std::string shown =
      json(text.substr(0, kLongest)).dump(-1, ' ', true, json::error_handler_t::replace);
  if (cut) shown.insert(shown.size() - 1, "...");
  return shown;
}

/// Follows the parser's events, keeps what belongs to the format and hands over each case when its
/// object ends.
class CaseStream final : public nlohmann::json_sax<json> {
 public:
  CaseStream(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  const std::string& problem() const { return problem_; }
  std::vector<Case>& cases() { return cases_; }

  bool null() override { return value(nullptr); }
  bool boolean(bool v) override { return value(v); }
  bool number_integer(number_integer_t v) override { return value(v); }
  bool number_unsigned(number_unsigned_t v) override { return value(v); }
  bool number_float(number_float_t v, const string_t& /*text*/) override { return value(v); }
  bool string(string_t& v) override { return value(std::move(v)); }
  bool binary(binary_t& /*v*/) override { return false; }  // never sent for JSON text
  bool start_object(std::size_t /*size*/) override { return start(json::object()); }
  bool start_array(std::size_t /*size*/) override { return start(json::array()); }
  bool end_array() override { return end(); }
  bool end_object() override { return end(); }

  bool key(string_t& v) override {
    if (skipping()) return true;
    const json& object = *open_.back();
    const bool known = open_.size() == 1   ? contains(kCaseKeys, v)
                       : open_.size() == 2 ? contains(kPartKeys, v)
                                           : false;
    if (!known) {
      skip_next_ = true;
      return true;
    }
    if (object.contains(v)) return fail_case("the key " + in_quotes(v) + " is there twice");
    key_ = v;
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::detail::exception& error) override {
    const std::string_view before = text_.substr(0, position == 0 ? 0 : position - 1);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    problem_ = "line " + std::to_string(line) + ", column " +
               std::to_string(before.size() - line_start + 1) + ": " + shortened(error.what());
    const bool literal = position > 0 && position <= text_.size() &&
                         (text_[position - 1] == 'N' || text_[position - 1] == 'I');
    if (literal) problem_ += " (JSON has no NaN and no Infinity)";
    return false;
  }

 private:
  template <std::size_t count>
  static bool contains(const std::array<std::string_view, count>& keys, std::string_view key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  }

  /// The parser's words without its error code and its own position, in printable characters.
  static std::string shortened(std::string_view what) {
    constexpr std::size_t kLongest = 200;
    if (const std::size_t code = what.find("] "); code != what.npos) what.remove_prefix(code + 2);
    if (what.starts_with("parse error at ")) {
      if (const std::size_t colon = what.find(": "); colon != what.npos)
        what.remove_prefix(colon + 2);
    }
    std::string shown(what.substr(0, kLongest));
    for (char& letter : shown) {
      if (letter < 0x20 || letter > 0x7e) letter = '?';
    }
    return what.size() > kLongest ? shown + "..." : shown;
  }

  bool fail_case(const std::string& rule) {
    problem_ = "case " + std::to_string(started_);
    if (const auto id = case_.find("id"); id != case_.end() && id->is_string()) {
      problem_ += " (id " + in_quotes(id->get_ref<const std::string&>()) + ")";
    }
    problem_ += ": " + rule;
    return false;
  }

  bool skipping() const { return skip_depth_ != 0; }

  json* add(json v) {
    json& parent = *open_.back();
    if (parent.is_object()) return &(parent[key_] = std::move(v));
    parent.push_back(std::move(v));
    return &parent.back();
  }

  /// Anything but a list or an object.
  bool value(json v) {
    if (skipping()) return true;
    if (std::exchange(skip_next_, false)) return true;
    if (open_.empty()) return not_a_case(v);
    add(std::move(v));
    return true;
  }

  bool not_a_case(const json& v) {
    if (depth_ == 0) {
      problem_ = "must hold a case (an object) or a list of cases, not " + kind_of(v);
      return false;
    }
    case_ = nullptr;
    ++started_;
    return fail_case("must be an object, not " +
                     (v.is_array() ? std::string("a list") : kind_of(v)));
  }

  bool start(json empty) {
    if (++depth_ > kDeepestNesting) {
      problem_ = "lists and objects are nested deeper than " + std::to_string(kDeepestNesting);
      return false;
    }
    if (skipping()) return true;
    if (std::exchange(skip_next_, false)) {
      skip_depth_ = depth_;
      return true;
    }
    if (!open_.empty()) {
      open_.push_back(add(std::move(empty)));
      return true;
    }
    if (empty.is_array()) return depth_ == 1 || not_a_case(empty);
    ++started_;
    case_ = std::move(empty);
    open_.push_back(&case_);
    return true;
  }

  bool end() {
    const int closed = depth_--;
    if (skipping()) {
      if (closed == skip_depth_) skip_depth_ = 0;
      return true;
    }
    if (open_.empty()) return true;  // the list of cases
    open_.pop_back();
    return !open_.empty() || finish();
  }

  bool finish() {
    Case c;
    if (const std::string problem = case_of_json(case_, c); !problem.empty())
      return fail_case(problem);
    std::string id = c.id.empty() ? std::to_string(started_) : c.id;
    const auto [first, fresh] = position_of_.emplace(id, started_);
    if (!fresh) {
      return fail_case("id: " + in_quotes(id) + " is also the id of case " +
                       std::to_string(first->second));
    }
    c.family = "file:" + name_;
    c.id = c.family + ":" + id;
    cases_.push_back(std::move(c));
    return true;
  }

  std::string_view text_;
  std::string name_;
  std::string problem_;
  std::vector<Case> cases_;
  std::unordered_map<std::string, std::size_t> position_of_;  ///< of ids

  json case_;                ///< the case being read
  std::vector<json*> open_;  ///< its open lists and objects, outermost first
  std::string key_;          ///< of the value to come
  std::size_t started_ = 0;  ///< cases begun
  int depth_ = 0;            ///< open lists and objects, skipped ones included
  int skip_depth_ = 0;       ///< of the list or object being skipped; 0: none
  bool skip_next_ = false;   ///< whether the value to come is skipped
};

/// `shown` names the file in messages, `name` in ids.
Result<std::vector<Case>> parse(std::string_view text, const std::string& shown,
                                const std::string& name) {
  const auto refuse = [&shown](const std::string& rule) { return Error{shown + ": " + rule}; };
  if (text.find_first_not_of(" \t\r\n") == text.npos) return refuse("is empty");
  // The parser takes a zero byte for the end of the text.
  if (text.find('\0') != text.npos) return refuse("holds a zero byte: not JSON text");
  CaseStream stream(text, name);
  if (!json::sax_parse(text, &stream)) return refuse(stream.problem());
  if (stream.cases().empty()) return refuse("holds no case");
  return std::move(stream.cases());
}

std::string size_rule() {
  return "is larger than " + std::to_string(kLargestFile >> 20) +
         " MiB: split it into several files";
}

/// The whole stream, or nothing if it is larger than kLargestFile.
std::optional<std::string> read_bounded(std::istream& in) {
  constexpr std::size_t kChunk = std::size_t{1} << 20;
  std::string text;
  while (in) {
    const std::size_t old = text.size();
    if (old > kLargestFile) return std::nullopt;
    text.resize(old + kChunk);
    in.read(text.data() + old, static_cast<std::streamsize>(kChunk));
    text.resize(old + static_cast<std::size_t>(in.gcount()));
  }
  return text;
}

}  // namespace

Result<std::vector<Case>> parse_case_text(std::string_view text, const std::string& name) {
  return parse(text, name, name);
}

Result<std::vector<Case>> read_case_file(const std::string& path) {
  const auto refuse = [&path](const std::string& rule) { return Error{path + ": " + rule}; };
  if (path == "-") {
    const std::optional<std::string> text = read_bounded(std::cin);
    if (!text) return Error{"stdin: " + size_rule()};
    return parse(*text, "stdin", "stdin");
  }
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) return refuse("no such file");
  if (std::filesystem::is_directory(status)) return refuse("is a directory");
  if (std::filesystem::is_regular_file(status) &&
      std::filesystem::file_size(path, error) > kLargestFile) {
    return refuse(size_rule());
  }
  std::ifstream in(path, std::ios::binary);
  if (!in) return refuse("cannot be opened for reading");
  const std::optional<std::string> text = read_bounded(in);
  if (!text) return refuse(size_rule());
  if (in.bad()) return refuse("cannot be read to its end");
  return parse(*text, path, std::filesystem::path(path).filename().string());
}

}  // namespace touchstone
