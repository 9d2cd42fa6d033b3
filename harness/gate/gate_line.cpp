// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/gate/gate_line.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "harness/asking/run_outcome.hpp"
#include "harness/vectors/archive.hpp"
#include "schema/json_node.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kHashDigits = 64;

RecordFields<GateSeed> seed_fields() {
  return RecordFields<GateSeed>()
      .add(field("fresh", "randomness of the run, made after the library was loaded"),
           &GateSeed::fresh)
      .add(field("from", "SHA-256 of what --seed-from gave").omitted_where("it gave nothing"),
           &GateSeed::from)
      .add(field("seed", "SHA-256 of the two, one behind the other"), &GateSeed::seed);
}

RecordFields<WordCount> word_count_fields() {
  return RecordFields<WordCount>()
      .add(field("word", "verdict on some questions"), &WordCount::word)
      .add(field("questions", "questions with this verdict"), &WordCount::questions);
}

RecordFields<GateRule> rule_fields() {
  return RecordFields<GateRule>()
      .add(field("rule", "name of the rule"), &GateRule::name)
      .add(field("holds", "whether it holds"), &GateRule::holds)
      .add(field("found", "a count, seconds of processor time, or a ratio"), &GateRule::found)
      .add(field("limit", "the most that may be found"), &GateRule::limit)
      .add(field("compared", "answers, bodies or deals that it looked at; of words, right ones")
               .counts(),
           &GateRule::compared)
      .add(field("timed", "whether it differs from run to run, as times do"), &GateRule::timed);
}

RecordFields<MedianInterval> interval_fields() {
  return RecordFields<MedianInterval>()
      .add(field("low", "lower end of its 95 % interval"), &MedianInterval::low)
      .add(field("median", "median of the ratios of all deals"), &MedianInterval::median)
      .add(field("high", "upper end of that interval"), &MedianInterval::high);
}

void refuse_unlike(const JsonNode& root, const char* key, bool fits, const char* why) {
  if (!fits) root.at(key).refuse(why);
}

std::uint64_t right_of(const std::vector<WordCount>& words) {
  std::uint64_t right = 0;
  for (const WordCount& count : words) {
    if (count.word == word_name(Word::right)) right += count.questions;
  }
  return right;
}

bool all_hold(const GateLine& line) {
  return !line.rules.empty() && std::all_of(line.rules.begin(), line.rules.end(),
                                            [](const GateRule& rule) { return rule.holds; });
}

GateLine line_of(const JsonNode& root) {
  gate_record().check(root);
  GateLine line = gate_record().fields.read_checked(root);
  const auto contract = parse_contract(contract_record().row(line.contract), "contract");
  if (!contract) throw JsonRefusal(contract.reason());
  refuse_unlike(root, "seed", line.seed.seed == sha256(line.seed.fresh + line.seed.from),
                "is not that of its parts");
  refuse_unlike(root, "contract_hash", line.contract_hash == contract_hash(line.contract),
                "is not that of the contract");
  std::uint64_t questions = 0;
  for (const WordCount& count : line.words) questions += count.questions;
  refuse_unlike(root, "questions", line.questions == questions, "is not the sum of its words");
  for (const auto& [key, hash] :
       {std::pair("library", &line.library), std::pair("program", &line.program)}) {
    refuse_unlike(root, key, hash->size() == kHashDigits, "is no SHA-256");
  }
  refuse_unlike(root, "reference", line.reference.size() == (line.contract.speed ? kHashDigits : 0),
                "is no SHA-256, or the contract has none");
  for (const GateRule& rule : line.rules) {
    // What is timed may be kept below its limit and be void.
    const bool within = rule.found <= rule.limit && rule.compared > 0;
    const bool fits = rule.timed ? within || !rule.holds : within == rule.holds;
    refuse_unlike(root, "rules", fits,
                  "have a 'holds' that does not follow from 'found', 'limit' and 'compared'");
  }
  if (!line.touchstone.empty()) return line;
  refuse_unlike(root, "right", line.right == right_of(line.words), "is not that of its words");
  refuse_unlike(root, "passes", line.passes == all_hold(line), "does not follow from its rules");
  refuse_unlike(root, "deals", !line.passes || line.deals >= deals_for(line.contract),
                "are fewer than the contract takes");
  return line;
}

}  // namespace

std::uint64_t GateSeed::number() const {
  return std::strtoull(seed.substr(0, 16).c_str(), nullptr, 16);
}

GateSeed make_gate_seed(const std::string* from) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<unsigned char, kHashDigits / 2> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
    throw HarnessError("the system gives no randomness");
  }
  GateSeed made;
  for (const unsigned char byte : bytes) {
    made.fresh += kDigits[byte >> 4U];
    made.fresh += kDigits[byte & 15U];
  }
  if (from != nullptr) made.from = sha256(*from);
  made.seed = sha256(made.fresh + made.from);
  return made;
}

const RecordDescription<GateLine>& gate_record() {
  static const RecordDescription<GateLine> kRecord = {
      "touchstone.gate/1", "The verdict of a gate, with what anybody needs to repeat it",
      RecordFields<GateLine>()
          .add(field("passes", "whether every rule holds"), &GateLine::passes)
          .add(field("metric", "name of what was judged"), &GateLine::metric)
          .add(field("library", "SHA-256 of its file"), &GateLine::library)
          .add(field("program", "SHA-256 of the program that judged"), &GateLine::program)
          .add(field("reference", "SHA-256 of the file of the contract's reference")
                   .omitted_where("the contract has none"),
               &GateLine::reference)
          .add(field("contract_hash", "SHA-256 of the contract"), &GateLine::contract_hash)
          .add(field("seed", "where the pairs come from"), &GateLine::seed, seed_fields())
          .add(field("deals", "batches of some 250 pairs and decoys, each of new pairs").counts(),
               &GateLine::deals)
          .add(field("questions", "pairs and decoys that were judged").counts(),
               &GateLine::questions)
          .add(field("right", "questions that were answered right").counts(), &GateLine::right)
          .add(field("words", "verdicts that occurred"), &GateLine::words, word_count_fields())
          .add(field("rules", "rules of the contract"), &GateLine::rules, rule_fields())
          .add(field("touchstone", "library of this project that it uses: then nothing was judged")
                   .omitted_where("it uses none"),
               &GateLine::touchstone)
          .add(field("speed", "processor time over that of the reference")
                   .null_where("the contract has no reference, or too few deals were timed"),
               &GateLine::speed, interval_fields())
          .add(field("contract", "the contract, whose file would have a schema as well"),
               &GateLine::contract, contract_record().fields)
          .add(field("elapsed", "time that it took", "s"), &GateLine::elapsed_s)
          .add(field("judged_at", "day and time, UTC"), &GateLine::judged_at)
          .add(field("replays", "whether the verdict is that of the line which was given")
                   .omitted_where("none was given"),
               &GateLine::replays)};
  return kRecord;
}

std::string line_text(const GateLine& line) {
  // Texts in JSON hold no line's end as it is: those that stand there are layout.
  std::string text = gate_record().row(line);
  std::erase(text, '\n');
  return text;
}

Result<GateLine> parse_gate_line(const std::string& text, const std::string& name) {
  return read_json(text, name, line_of);
}

GateLine gate_line(const GateOptions& options, const GateFindings& found, std::uint64_t deals) {
  GateLine line;
  line.metric = options.metric->name;
  line.contract = options.contract;
  line.contract_hash = contract_hash(options.contract);
  line.touchstone = found.watch.touchstone;
  if (!line.touchstone.empty()) return line;
  line.deals = deals;
  line.questions = found.questions();
  line.right = found.words.at(static_cast<std::size_t>(Word::right));
  for (std::size_t k = 0; k < kWords; ++k) {
    const std::uint64_t count = found.words.at(k);
    if (count > 0) line.words.push_back({std::string(word_name(static_cast<Word>(k))), count});
  }
  line.rules = rules_of(options, found);
  line.speed = median_interval(found.ratios);
  line.passes = all_hold(line);
  return line;
}

bool same_verdict(const GateLine& given, const GateLine& own) {
  const auto words_agree = [](const WordCount& x, const WordCount& y) {
    return x.word == y.word && x.questions == y.questions;
  };
  // Which rules are timed, the own line says.
  const auto rules_agree = [](const GateRule& x, const GateRule& y) {
    return x.name == y.name && x.timed == y.timed && x.limit == y.limit &&
           (y.timed || (x.holds == y.holds && x.found == y.found && x.compared == y.compared));
  };
  const auto alike = [](const auto& x, const auto& y, const auto& agree) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), agree);
  };
  // Metrics of this program have its hash, all of them.
  const bool same_library =
      given.library == own.library && (own.library != own.program || given.metric == own.metric);
  return same_library && given.reference == own.reference &&
         given.contract_hash == own.contract_hash && given.seed.seed == own.seed.seed &&
         given.deals == own.deals && given.touchstone == own.touchstone &&
         alike(given.words, own.words, words_agree) && alike(given.rules, own.rules, rules_agree);
}

}  // namespace touchstone
