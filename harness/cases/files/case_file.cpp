// SPDX-License-Identifier: GPL-3.0-or-later
// Reading takes place in two steps: the text becomes one JSON object per case, from which whatever
// is not part of the format is already left out (CaseStream); then each object becomes a case
// (CaseReader). No more than one case is held as JSON, and equal bodies are one body, so that the
// memory of a file of many cases is that of its distinct bodies and a few hundred bytes for each
// case.
#include "harness/cases/files/case_file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "harness/cases/files/case_json.hpp"
#include "harness/cases/files/case_keys.hpp"
#include "harness/cases/files/case_text.hpp"
#include "harness/cases/files/file_kind.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/nearest_name.hpp"

namespace touchstone {
namespace {

using nlohmann::json;

constexpr int kDeepestNesting = 100;     ///< open lists and objects
constexpr std::size_t kDeepestPart = 6;  ///< those of a part that has keys, the case included
constexpr std::string_view kNoPart = "-";

/// `text` in quotes, on one line, cut where it is long.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMax = 60;
  const bool cut = text.size() > kMax;
  std::string shown =
      json(text.substr(0, kMax)).dump(-1, ' ', true, json::error_handler_t::replace);
  if (cut) shown.insert(shown.size() - 1, "...");
  return shown;
}

/// Follows the parser's events, keeps what belongs to the format and hands over each case when its
/// object ends.
class CaseStream final : public nlohmann::json_sax<json> {
 public:
  CaseStream(std::string_view text, std::string name, std::string folder,
             const CaseReading& reading)
      : text_(text), name_(std::move(name)), reader_(std::move(folder), reading) {}

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
    const std::string_view part = open_part();
    const bool has_keys = !keys_of(part).empty();
    if (!has_keys || !is_known_key(part, v)) {
      if (has_keys && !part.empty()) {
        return fail_case(shown_part(part) + ": " + unknown_key(part, v));
      }
      if (has_keys) note_near_miss(v);
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
               std::to_string(before.size() - line_start + 1) + ": " + shortened(error.what()) +
               literal_hint(text_, position);
    return false;
  }

  /// One line for each sort of near miss, and for each mesh of which there is something to say.
  std::vector<std::string> warnings() const {
    std::vector<std::string> lines = reader_.remarks();
    for (const NearMiss& miss : near_misses_) {
      lines.push_back("case " + std::to_string(miss.first_case) + ": " + miss.text +
                      (miss.cases > 1
                           ? " (and in " + std::to_string(miss.cases - 1) + " more cases)"
                           : std::string()));
    }
    return lines;
  }

 private:
  /// A key of a case that is ignored and looks like one that would not be.
  struct NearMiss {
    std::string text;
    std::size_t first_case = 0;
    std::size_t last_case = 0;
    std::size_t cases = 0;
  };

  /// The part of the case that is open: "", "a", "a.core", "a.core.cone" or "a.union.piece"; below
  /// that, and in other lists, no part that has keys.
  std::string_view open_part() const {
    if (open_.size() > kDeepestPart || !open_.back()->is_object()) return kNoPart;
    return open_.size() == 1 ? std::string_view() : std::string_view(parts_[open_.size() - 2]);
  }
  /// Notes the part that opens at `key_`.
  void enter_part() {
    const std::size_t depth = open_.size();
    if (depth >= kDeepestPart) return;
    const std::string_view outer = depth == 1 ? std::string_view() : parts_[depth - 2];
    const std::string_view inner = open_.back()->is_object()   ? std::string_view(key_)
                                   : outer.ends_with(".union") ? "piece"
                                                               : kNoPart;
    std::string& part = parts_[depth - 1];
    part = outer;
    if (depth > 1) part += '.';
    part += inner;
  }

  /// A part as messages name it: "a.union[2]" where that piece is open.
  std::string shown_part(std::string_view part) const {
    constexpr std::string_view kPiece = ".piece";
    const std::size_t place = part.find(kPiece);
    if (place == part.npos) return std::string(part);
    return std::string(part.substr(0, place)) + "[" + std::to_string(open_[2]->size() - 1) + "]" +
           std::string(part.substr(place + kPiece.size()));
  }

  /// Says of a key in the open part of the case what may stand there.
  static std::string unknown_key(std::string_view part, const std::string& key) {
    const auto keys = keys_of(part);
    const std::vector<std::string> known(keys.begin(), keys.end());
    const std::string shown = shortened_message(key);
    const std::string_view hint = hint_of_key(part, key);
    if (!hint.empty()) return unknown_choice("key", shown, known) + "; " + std::string(hint);
    return nearest_name(key, known).empty() ? unknown_choice("key", shown, known)
                                            : unknown_word("key", shown, known);
  }

  void note_near_miss(const std::string& key) {
    constexpr std::size_t kMaxNearMisses = 10;  // kinds of warning; more would not help
    const std::string meant = meant_case_key(key);
    const bool is_list = key == "cases";
    if (meant.empty() && !is_list) return;
    std::string text =
        "the key " + in_quotes(key) + " is ignored" +
        (is_list ? ": the file is the list of cases itself" : "; did you mean " + meant + "?");
    const auto known = std::find_if(near_misses_.begin(), near_misses_.end(),
                                    [&](const NearMiss& miss) { return miss.text == text; });
    if (known != near_misses_.end()) {
      if (known->last_case != started_) ++known->cases;
      known->last_case = started_;
    } else if (near_misses_.size() < kMaxNearMisses) {
      near_misses_.push_back({std::move(text), started_, started_, 1});
    }
  }

  /// The parser's words without its error code and its own position, in printable characters.
  static std::string shortened(const std::string& what) {
    std::string shown = shortened_message(what);
    if (!shown.starts_with("parse error at ")) return shown;
    const std::size_t colon = shown.find(": ");
    return colon == shown.npos ? shown : shown.substr(colon + 2);
  }

  bool fail_case(const std::string& rule) {
    problem_ = "case " + std::to_string(started_);
    if (const auto id = case_.find("id"); id != case_.end() && id->is_string()) {
      problem_ += " (id " + in_quotes(id->get_ref<const std::string&>()) + ")";
    }
    problem_ += ": " + rule;
    // What is missed may be there under another name.
    for (const NearMiss& miss : near_misses_) {
      if (miss.last_case != started_) continue;
      problem_ += " (" + miss.text + ")";
      break;
    }
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
      enter_part();
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
    if (const std::string problem = reader_.read(case_, c); !problem.empty())
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
  CaseReader reader_;
  std::vector<Case> cases_;
  std::vector<NearMiss> near_misses_;
  std::unordered_map<std::string, std::size_t> position_of_;  ///< each id's position in cases_

  json case_;                ///< the case being read
  std::vector<json*> open_;  ///< its open lists and objects, outermost first
  std::string key_;          ///< key of the value to come
  /// Keys from the case to the value that is open, by how many of its values are open but one.
  std::array<std::string, kDeepestPart - 1> parts_;
  std::size_t started_ = 0;  ///< cases begun
  int depth_ = 0;            ///< open lists and objects, skipped ones included
  int skip_depth_ = 0;       ///< depth of the list or object being skipped; 0: none
  bool skip_next_ = false;   ///< whether the value to come is skipped
};

/// The list that `object` has below `key`; an empty one where it has none.
const json& list_of(const json& object, const char* key) {
  static const json kNone = json::array();
  if (!object.is_object() || !object.contains(key) || !object.at(key).is_array()) return kNone;
  return object.at(key);
}

/// The pairs of a file of vectors (docs/vectors.md) as a case file.
Result<std::string> cases_of_vectors(std::string_view text, const std::string& shown) {
  return read_json(text, shown, [text](const JsonNode& /*root*/) {
    const json file = parse_json(text);
    json cases = json::array();
    for (const json& group : list_of(file, "groups")) {
      for (const json& pair : list_of(group, "pairs")) cases.push_back(pair);
    }
    return cases.dump();
  });
}

/// `shown` names the file in messages, `name` in ids; its meshes are in `folder`.
Result<std::vector<Case>> parse(std::string_view text, const std::string& shown,
                                const std::string& name, const std::string& folder,
                                std::vector<std::string>* warnings, const CaseReading& reading) {
  const auto refuse = [&shown](const std::string& rule) { return Error{shown + ": " + rule}; };
  if (text.find_first_not_of(" \t\r\n") == text.npos) return refuse("is empty");
  if (const std::string rule = why_not_text(text); !rule.empty()) return refuse(rule);
  std::string vectors;
  if (file_kind(text) == FileKind::vectors) {
    auto cases = cases_of_vectors(text, shown);
    if (!cases) return cases.error();
    text = vectors = std::move(cases).value();
  }
  CaseStream stream(text, name, folder, reading);
  if (!json::sax_parse(text, &stream)) return refuse(stream.problem());
  if (stream.cases().empty()) return refuse(vectors.empty() ? "holds no case" : "holds no pair");
  if (warnings != nullptr) {
    for (const std::string& line : stream.warnings())
      warnings->emplace_back(shown).append(": ").append(line);
  }
  return std::move(stream.cases());
}

}  // namespace

Result<std::vector<Case>> parse_case_text(std::string_view text, const std::string& name,
                                          std::vector<std::string>* warnings,
                                          const CaseReading& reading) {
  return parse(text, name, name, "", warnings, reading);
}

Result<std::vector<Case>> read_case_text(const Result<std::string>& text, const std::string& path,
                                         std::vector<std::string>* warnings,
                                         const CaseReading& reading) {
  const std::filesystem::path file(path);
  const std::string name = path == "-" ? "stdin" : file.filename().string();
  const std::string folder = file.parent_path().string();
  return parse_file(text, path, FileKind::cases,
                    [&](const std::string& cases, const std::string& shown) {
                      return parse(cases, shown, name, folder, warnings, reading);
                    });
}

Result<std::vector<Case>> read_case_file(const std::string& path,
                                         std::vector<std::string>* warnings,
                                         const CaseReading& reading) {
  return read_case_text(read_input_file(path), path, warnings, reading);
}

Result<CaseClaim> read_claim_file(const std::string& path) {
  constexpr std::size_t kMaxClaim = std::size_t{1} << 20U;  // [byte]
  const auto text = read_json_text(path, kMaxClaim);
  if (!text) return text.error();
  return read_json(text.value(), input_name(path), [&](const JsonNode& root) {
    if (!root.value().is_object()) root.refuse(R"(must be an object such as {"phi": -0.5})");
    const auto keys = keys_of("claim");
    root.allow_only({keys.begin(), keys.end()});
    CaseClaim claim;
    const std::string problem = CaseReader().read_claim(parse_json(text.value()), claim);
    if (!problem.empty()) root.refuse(problem);
    return claim;
  });
}

}  // namespace touchstone
