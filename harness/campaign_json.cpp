// SPDX-License-Identifier: GPL-3.0-or-later
// The record as text, written by hand: keys in the order of the schema, a row to a line, doubles as
// the shortest text that reads back as the same bits (which nlohmann's printer does not promise).
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "harness/campaign.hpp"

namespace touchstone {
namespace {

std::string number(double x) {
  if (!std::isfinite(x)) return "null";
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x);
  return {text.data(), end.ptr};
}
std::string number(std::uint64_t n) { return std::to_string(n); }

std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// One object, member by member.
class Object {
 public:
  Object& raw(std::string_view key, const std::string& value) {
    text_ += text_.empty() ? "" : ", ";
    text_ += "\"";
    text_ += key;
    text_ += "\": " + value;
    return *this;
  }
  template <class Number>
  Object& add(std::string_view key, Number value) {
    return raw(key, number(value));
  }
  Object& add(std::string_view key, const std::string& value) { return raw(key, quoted(value)); }
  std::string close() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

template <class List, class Print>
std::string array(const List& list, Print print, const std::string& separator = ", ") {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : separator) + print(item);
  return "[" + text + "]";
}

std::string summary(const ErrorSummary& error) {
  const double unknown = std::nan("");
  const bool some = error.count > 0;
  Object object;
  object.add("min", some ? error.min : unknown)
      .add("max", some ? error.max : unknown)
      .add("mean", some ? error.mean : unknown)
      .add("std", some ? error.std : unknown);
  if (!some) {
    object.add("note", std::string("no valued answers"));
  } else if (!std::isfinite(error.max + error.mean + error.std)) {
    object.add("note", std::string("overflow"));
  }
  return object.close();
}

std::string part(const CampaignRow::Part& p) {
  return Object().add("valid", p.valid).add("invalid", p.invalid).add("absent", p.absent).close();
}

std::string row_text(const CampaignRow& row) {
  return Object()
      .add("metric", row.metric)
      .add("family", row.family)
      .add("group", row.group)
      .add("cases", row.cases)
      .add("right", row.right)
      .add("answered", row.answered)
      .add("sign_only", row.sign_only)
      .add("no_answer", row.no_answer)
      .add("crashed", row.crashed)
      .add("timed_out", row.timed_out)
      .add("not_applicable", row.not_applicable)
      .raw("value", Object()
                        .add("right", row.value.right)
                        .add("wrong_sign", row.value.wrong_sign)
                        .add("inaccurate", row.value.inaccurate)
                        .close())
      .raw("sign",
           Object().add("right", row.sign.right).add("wrong_sign", row.sign.wrong_sign).close())
      .raw("normal", part(row.normal))
      .raw("witness", part(row.witness))
      .raw("error_abs", summary(row.error_abs))
      .raw("error_rel_size", summary(row.error_rel_size))
      .raw("ulp_histogram", array(row.ulp_histogram, [](std::uint64_t n) { return number(n); }))
      .raw("worst", array(row.worst, quoted))
      .close();
}

}  // namespace

std::string campaign_json(const CampaignResult& result) {
  std::string text = R"({"schema": "touchstone.verify/1", "seed": )" + number(result.seed) +
                     ", \"tolerance\": " + number(result.tolerance) + ",\n \"results\": ";
  text += array(result.rows, row_text, ",\n  ");
  text += ",\n \"not_run\": " + array(result.not_run, quoted, ",\n  ") + "}\n";
  return text;
}

}  // namespace touchstone
