// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gate/contract.hpp"

#include <algorithm>

#include "harness/vectors/archive.hpp"
#include "schema/input_file.hpp"
#include "schema/json_node.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kMaxCases = 1'000'000'000;
constexpr std::uint64_t kMaxThreads = 16;
constexpr double kMaxSeconds = 1e6;
constexpr std::size_t kMaxContract = std::size_t{1} << 20U;  ///< bytes of a contract's file

const std::vector<std::string>& parts_of_answers() {
  static const std::vector<std::string> kParts = {"value", "normal", "witnesses"};
  return kParts;
}

RecordFields<SpeedLimit> speed_fields() {
  return RecordFields<SpeedLimit>()
      .add(field("reference", "metric of this program or library that is asked the same questions"),
           &SpeedLimit::reference)
      .add(field("largest_ratio",
                 "limit of the processor time of the library over that of the reference"),
           &SpeedLimit::largest_ratio);
}

/// Texts without one twice, each `among` those if there are any.
std::vector<std::string> distinct_texts(const JsonNode& list,
                                        const std::vector<std::string>& among) {
  std::vector<std::string> texts;
  for (const JsonNode& item : list.items()) {
    const std::string text = item.text();
    if (std::find(texts.begin(), texts.end(), text) != texts.end()) item.refuse("stands twice");
    const bool known = std::find(among.begin(), among.end(), text) != among.end();
    if (text.empty() || (!among.empty() && !known)) {
      item.refuse(among.empty() ? "is empty" : "is none of " + joined(among));
    }
    texts.push_back(text);
  }
  return texts;
}

/// A number above 0 and at most `most`.
double positive_number(const JsonNode& node, double most) {
  const double number = node.number();
  if (!(number > 0 && number <= most))
    node.refuse("is not above 0 and at most " + json_number(most));
  return number;
}

std::uint64_t count_from(const JsonNode& node, std::uint64_t least, std::uint64_t most) {
  const std::uint64_t count = node.count();
  if (count < least || count > most) {
    node.refuse("is not from " + std::to_string(least) + " to " + std::to_string(most));
  }
  return count;
}

SpeedLimit read_speed(const JsonNode& node) {
  node.allow_only({"reference", "largest_ratio"});
  SpeedLimit speed{node.at("reference").text(),
                   positive_number(node.at("largest_ratio"), kMaxSeconds)};
  if (speed.reference.empty()) node.at("reference").refuse("is empty");
  return speed;
}

/// Absent keys keep their defaults.
Contract contract_of(const JsonNode& root) {
  std::vector<std::string_view> keys = {"schema", "versions"};
  for (const FieldShape& shape : contract_record().fields.shapes()) keys.push_back(shape.text.key);
  root.allow_only(keys);
  if (root.at("schema").text() != contract_record().schema) {
    root.at("schema").refuse("is not " + std::string(contract_record().schema));
  }
  Contract contract;
  if (root.has("families")) contract.families = distinct_texts(root.at("families"), {});
  if (contract.families.empty()) root.at("families").refuse("is empty");
  if (root.has("cases")) contract.cases = count_from(root.at("cases"), 1, kMaxCases);
  if (root.has("largest_error")) {
    contract.largest_error = positive_number(root.at("largest_error"), 1);
  }
  if (root.has("forbidden")) {
    contract.forbidden = distinct_texts(root.at("forbidden"), Contract::words_but_right());
  }
  if (root.has("gives")) contract.gives = distinct_texts(root.at("gives"), parts_of_answers());
  if (root.has("threads")) contract.threads = count_from(root.at("threads"), 1, kMaxThreads);
  if (root.has("init_s")) contract.init_s = positive_number(root.at("init_s"), kMaxSeconds);
  if (root.has("prepare_s")) {
    contract.prepare_s = positive_number(root.at("prepare_s"), kMaxSeconds);
  }
  if (root.has("allocations") && !root.at("allocations").is_null()) {
    contract.allocations = root.at("allocations").nonnegative();
  }
  if (root.has("speed") && !root.at("speed").is_null()) {
    contract.speed = read_speed(root.at("speed"));
  }
  return contract;
}

}  // namespace

bool Contract::forbids(Word word) const {
  return std::find(forbidden.begin(), forbidden.end(), word_name(word)) != forbidden.end();
}

std::vector<std::string> Contract::words_but_right() {
  std::vector<std::string> names;
  for (std::size_t k = 0; k < kWords; ++k) {
    const auto word = static_cast<Word>(k);
    if (word != Word::right) names.emplace_back(word_name(word));
  }
  return names;
}

const RecordDescription<Contract>& contract_record() {
  static const RecordDescription<Contract> kRecord = {
      "touchstone.contract/1",
      "What a library must keep to pass the gate; keys that are missing in a file that is read "
      "have "
      "their defaults",
      RecordFields<Contract>()
          .add(field("families", "names, groups or patterns of families of polytopes"),
               &Contract::families)
          .add(field("cases", "sealed pairs that are judged, at least").from(1, kMaxCases),
               &Contract::cases)
          .add(field("largest_error", "error up to which an answer is right, relative to size"),
               &Contract::largest_error)
          .add(field("forbidden", "words that must not occur"), &Contract::forbidden)
          .add(field("gives",
                     "what it must claim to give whatever the regime: value, normal, "
                     "witnesses"),
               &Contract::gives)
          .add(field("threads", "instances that must give the same bits at the same time")
                   .from(1, kMaxThreads),
               &Contract::threads)
          .add(field("init_s", "limit of processor time until it is ready", "s"), &Contract::init_s)
          .add(field("prepare_s", "limit of processor time to prepare a body, on average", "s"),
               &Contract::prepare_s)
          .add(field("allocations", "limit of calls of the allocator for a question, on average")
                   .null_where("they are not counted"),
               &Contract::allocations)
          .add(field("speed", "limit of its time beside a reference").null_where("there is none"),
               &Contract::speed, speed_fields())};
  return kRecord;
}

Result<Contract> parse_contract(const std::string& text, const std::string& name) {
  return read_json(text, name, contract_of);
}

Result<Contract> read_contract(const std::string& path) {
  const auto text = read_json_text(path, kMaxContract);
  if (!text) return text.error();
  return parse_contract(text.value(), input_name(path));
}

std::string contract_hash(const Contract& contract) {
  return sha256(contract_record().fields.row(contract));
}

}  // namespace touchstone
