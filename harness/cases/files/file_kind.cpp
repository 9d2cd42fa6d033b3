// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/file_kind.hpp"

#include <cstddef>
#include <nlohmann/json.hpp>

namespace touchstone {
namespace {

using nlohmann::json;

/// Follows the parser's events to the schema or to both bodies of the first object, which is the
/// whole text or the first of a list, and ends there.
class FirstObject final : public nlohmann::json_sax<json> {
 public:
  const std::string& schema() const { return schema_; }
  bool is_case() const { return has_A_ && has_B_; }

  bool null() override { return true; }
  bool boolean(bool /*v*/) override { return true; }
  bool number_integer(number_integer_t /*v*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*v*/) override { return true; }
  bool number_float(number_float_t /*v*/, const string_t& /*text*/) override { return true; }
  bool binary(binary_t& /*v*/) override { return true; }
  bool string(string_t& v) override {
    if (!at_key_ || key_ != "schema") return true;
    schema_ = v;
    return false;
  }
  bool start_object(std::size_t /*size*/) override { return open(true); }
  bool start_array(std::size_t /*size*/) override { return open(false); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& v) override {
    at_key_ = depth_ == object_depth_;
    if (!at_key_) return true;
    key_ = v;
    has_A_ = has_A_ || v == "a";
    has_B_ = has_B_ || v == "b";
    return !is_case();
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::detail::exception& /*error*/) override {
    return false;
  }

 private:
  static constexpr int kDeepest = 100;  ///< open lists and objects

  bool open(bool object) {
    at_key_ = false;
    if (++depth_ > kDeepest) return false;
    if (object && object_depth_ == 0) object_depth_ = depth_;
    // The bodies stand in an object, or in those of a list.
    return object_depth_ != 0 ? object_depth_ <= 2 : depth_ == 1;
  }
  /// Goes on while the first object is open.
  bool close() { return depth_-- != object_depth_; }

  std::string schema_;
  std::string key_;
  bool at_key_ = false;  ///< whether the value to come is of `key_`, a key of the first object
  bool has_A_ = false;
  bool has_B_ = false;
  int depth_ = 0;
  int object_depth_ = 0;  ///< depth of the first object; 0: none yet
};

struct Description {
  const char* what;
  const char* command;  ///< FILE stands for the name
};

Description described(FileKind kind) {
  switch (kind) {
    case FileKind::cases:
      return {"a case file", "touchstone verify --file FILE and touchstone ask FILE take it"};
    case FileKind::vectors:
      return {"a file of vectors", "touchstone vectors FILE lints it, and verify --file takes it"};
    case FileKind::scene:
      return {"a scene", "touchstone simulate FILE runs it"};
    case FileKind::recording:
      return {"a recording of a scene", "touchstone simulate --replay FILE runs it again"};
    case FileKind::trajectory:
      return {"a trajectory", "touchstone simulate SCENE --judge FILE judges it"};
    case FileKind::verdicts:
      return {"a record of verdicts", "touchstone compare takes two of them"};
    case FileKind::times:
      return {"a record of times", "touchstone compare takes two of them"};
    case FileKind::other:
      break;
  }
  return {"a result that touchstone wrote", "no command reads it"};
}

}  // namespace

std::optional<FileKind> file_kind(std::string_view text) {
  FirstObject first;
  json::sax_parse(text, &first);
  const auto schema_is = [&first](const char* name) {
    return first.schema().starts_with(std::string("touchstone.") + name);
  };
  if (first.is_case()) return FileKind::cases;
  if (schema_is("vectors/")) return FileKind::vectors;
  if (schema_is("scene/")) return FileKind::scene;
  if (schema_is("recording/")) return FileKind::recording;
  if (schema_is("trajectory/")) return FileKind::trajectory;
  if (schema_is("verify/") || schema_is("accuracy/")) return FileKind::verdicts;
  if (schema_is("time/")) return FileKind::times;
  if (schema_is("")) return FileKind::other;
  return std::nullopt;
}

std::optional<Error> other_kind(std::string_view text, const std::string& name, FileKind wanted) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first != text.npos && text[first] == '<') {
    return Error{name + ": is XML, not " + described(wanted).what +
                 ": touchstone import makes a case of MJCF, URDF or SDF"};
  }
  const auto kind = file_kind(text);
  const bool has_cases = kind == FileKind::vectors && wanted == FileKind::cases;
  if (!kind || *kind == wanted || has_cases) return std::nullopt;
  const Description description = described(*kind);
  std::string command = description.command;
  // The command cannot name standard input: FILE stays.
  const bool named = name != input_name("-");
  for (std::size_t at = named ? command.find("FILE") : std::string::npos; at != std::string::npos;
       at = command.find("FILE", at + name.size())) {
    command.replace(at, 4, name);
  }
  return Error{name + ": is " + description.what + ", not " + described(wanted).what + ": " +
               command};
}

}  // namespace touchstone
