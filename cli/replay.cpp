// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>

#include "cli/case_input.hpp"
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/file_names.hpp"
#include "cli/output_file.hpp"
#include "cli/select.hpp"
#include "cli/witness_offsets.hpp"
#include "harness/campaign/tally.hpp"
#include "harness/cases/families/family.hpp"
#include "harness/cases/families/meshes.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/compare/accuracy.hpp"
#include "harness/judge/judge.hpp"
#include "harness/judge/question.hpp"
#include "reference/oracle.hpp"
#include "reports/number_text.hpp"
#include "reports/text_table.hpp"
#include "reports/truth_text.hpp"
#include "schema/input_file.hpp"

namespace touchstone {
namespace {

struct Arguments {
  std::string id;
  std::vector<std::string> metrics;
  std::string file;
  std::string meshes;
  std::string dump;
  std::optional<std::string> tolerance;
  std::optional<std::string> json;
};

/// One metric's run on the case. A metric whose question makes no sense here has no verdict.
struct Replayed {
  const MetricRow* metric = nullptr;
  RunOutcome outcome;
  Verdict verdict;
  std::optional<WitnessOffsets> witnesses;
};

Result<Case> find_case(const Arguments& arguments) {
  if (arguments.file.empty()) {
    if (arguments.id.rfind("file:", 0) == 0) {
      return Error{"replay: the case " + arguments.id + " is in a file: name it with --file"};
    }
    if (arguments.meshes.empty()) {
      if (arguments.id.rfind(std::string(kMeshGroup) + "-", 0) == 0) {
        return Error{"replay: the case " + arguments.id +
                     " is made of meshes: name their directory with --meshes"};
      }
      return make_case(arguments.id);
    }
    auto meshes = mesh_families(arguments.meshes);
    if (!meshes) return meshes.error();
    std::vector<Family> families = std::move(meshes).value();
    const auto registered = family_registry();
    families.insert(families.end(), registered.begin(), registered.end());
    return make_case(arguments.id, families);
  }
  auto cases = read_cases(arguments.file);
  if (!cases) return cases.error();
  for (const Case& c : cases.value()) {
    if (c.id == arguments.id || c.id == c.family + ":" + arguments.id) return c;
  }
  return Error{input_name(arguments.file) + ": holds no case '" + arguments.id +
               "'; its first is '" + cases.value().front().id + "'"};
}

std::string part_text(PartVerdict verdict) {
  if (verdict == PartVerdict::valid) return " valid";
  return verdict == PartVerdict::invalid ? " " + wrong_text("INVALID") : "";
}

/// The verdict is on both together; where each is says which of them is to blame.
std::string witnesses_text(const Replayed& r) {
  const WitnessPoints& points = *r.outcome.answer.witnesses;
  const auto where = [](double outside) {
    return outside > 0 ? ", off its body by " + short_text(outside) + " m"
                       : std::string(", in its body");
  };
  const bool ratio = r.metric->traits.quantity == Quantity::ratio;
  std::string text = "  witness a  " + vector_text(points.p_WA);
  if (r.witnesses) text += where(r.witnesses->a_outside);
  text += "\n  witness b  " + vector_text(points.p_WB);
  if (r.witnesses) text += where(r.witnesses->b_outside);
  text += "\n";
  text += "  witnesses " + part_text(r.verdict.witness);
  if (r.witnesses) {
    text += std::string(": a - b is off ") + (ratio ? "rho d" : "phi n") + " by " +
            short_text(r.witnesses->difference) + " m";
  }
  return text + "\n";
}

std::string replayed_text(const Replayed& r) {
  const std::string word(word_name(r.verdict.word));
  const bool fine = r.verdict.word == Word::right || r.verdict.word == Word::not_applicable;
  std::string text = r.metric->name + ": " + (fine ? word : wrong_text(word)) + "\n";
  const Answer& answer = r.outcome.answer;
  if (!r.outcome.detail.empty()) text += "  detail     " + r.outcome.detail + "\n";
  if (r.outcome.status != RunStatus::completed) return text;
  if (answer.note != r.outcome.detail) text += "  note       " + answer.note + "\n";
  if (answer.status == AnswerStatus::sign_only) {
    text += "  sign       " + std::string(sign_name(answer.sign)) + ", and no value\n";
  }
  if (answer.status == AnswerStatus::answered) {
    const bool ratio = r.metric->traits.quantity == Quantity::ratio;
    text += (ratio ? "  rho        " : "  phi        ") + exact_text(answer.value) + ", off by " +
            short_text(r.verdict.error_abs) + " (" + short_text(r.verdict.error_rel_size) +
            (ratio ? " of max(1, |rho|), " : " of size, ") + short_text(r.verdict.ulps) + " ulp)\n";
  }
  if (answer.normal) {
    text += "  normal     " + vector_text(*answer.normal) + part_text(r.verdict.normal) + "\n";
  }
  if (answer.witnesses) text += witnesses_text(r);
  return text;
}

std::string part_json(PartVerdict verdict) {
  switch (verdict) {
    case PartVerdict::valid:
      return json_string("valid");
    case PartVerdict::invalid:
      return json_string("invalid");
    case PartVerdict::absent:
      return json_string("absent");
    case PartVerdict::not_given:
      break;
  }
  return "null";
}

std::string replayed_json(const Replayed& r) {
  const Answer& answer = r.outcome.answer;
  const bool completed = r.outcome.status == RunStatus::completed;
  const bool valued = completed && answer.status == AnswerStatus::answered;
  const bool signed_only = completed && answer.status == AnswerStatus::sign_only;
  const bool normal = completed && answer.normal.has_value();
  const bool witnesses = completed && answer.witnesses.has_value();
  JsonObject object;
  object.add("metric", json_string(r.metric->name))
      .add("verdict", json_string(word_name(r.verdict.word)))
      .add("status", json_string(status_name(r.outcome)))
      .add("value", valued ? json_number(answer.value) : "null")
      .add("sign", signed_only ? std::to_string(answer.sign) : "null")
      .add("normal", normal ? json_vector(*answer.normal) : "null")
      .add("normal_verdict", part_json(r.verdict.normal))
      .add("witness_a", witnesses ? json_vector(answer.witnesses->p_WA) : "null")
      .add("witness_b", witnesses ? json_vector(answer.witnesses->p_WB) : "null")
      .add("witness_verdict", part_json(r.verdict.witness))
      .add("witness_a_outside", r.witnesses ? json_number(r.witnesses->a_outside) : "null")
      .add("witness_b_outside", r.witnesses ? json_number(r.witnesses->b_outside) : "null")
      .add("witness_difference_off", r.witnesses ? json_number(r.witnesses->difference) : "null")
      .add("error_abs", valued ? json_number(r.verdict.error_abs) : "null")
      .add("error_rel_size", valued ? json_number(r.verdict.error_rel_size) : "null");
  const std::string note = r.outcome.detail.empty() ? answer.note : r.outcome.detail;
  if (!note.empty()) object.add("note", json_string(note));
  return object.text();
}

std::string replay_json(const Case& c, double tolerance, const Truth& truth,
                        const std::vector<Replayed>& replayed) {
  return JsonObject()
      .add("schema", json_string("touchstone.replay/1"))
      .add("tolerance", json_number(tolerance))
      .add("case", write_case(c))
      .add("truth", truth_json(c, truth).text())
      .add("results", json_list(json_items(replayed, replayed_json)))
      .document();
}

/// Whether a failure makes the exit code 1: by the rule of verify.
bool counts_as_wrong(const Replayed& r, const Case& c) {
  if (!is_failure(r.verdict.word)) return false;
  const bool own_case = find_family(c.family) == nullptr;  // of a file or of meshes
  if (!own_case) return r.metric->traits.claims_exact;
  return r.metric->traits.scalar != Scalar::float32 || is_failure(r.verdict.own_word);
}

/// Puts the case to one metric and judges its answer.
class Replayer {
 public:
  Replayer(const Case& c, double tolerance)
      : pair_(c.pair), truth_(oracle_.solve(c.pair)), tolerance_(tolerance) {}

  const Truth& truth() const { return truth_; }

  Replayed replay(const MetricRow& metric) {
    Question question(pair_);
    const auto seen = question.pair_for(metric.traits);
    if (!seen.ok()) {
      Replayed replayed;
      replayed.metric = &metric;
      replayed.outcome.status = RunStatus::not_applicable;
      replayed.outcome.detail = seen.reason();
      replayed.verdict.word = Word::not_applicable;
      replayed.verdict.own_word = Word::not_applicable;
      return replayed;
    }
    const Pair& pair = *seen.value();
    return &pair == &pair_ ? run(metric, pair, truth_) : run(metric, pair, oracle_.solve(pair));
  }

 private:
  Replayed run(const MetricRow& metric, const Pair& pair, const Truth& truth) const {
    Replayed replayed;
    replayed.metric = &metric;
    const std::array<const Pair*, 1> batch = {&pair};
    replayed.outcome = make_runner(metric, own_workers())->run(batch).front();
    replayed.verdict = judge(pair, truth, metric.traits, replayed.outcome, tolerance_);
    if (replayed.verdict.word == Word::not_applicable && replayed.outcome.detail.empty()) {
      replayed.outcome.detail =
          (truth.ratio ? "" : "rho is undefined: ") + TruthOnDemand(truth).ratio_note();
    }
    if (replayed.outcome.status == RunStatus::completed) {
      replayed.witnesses =
          witness_offsets(pair, truth, metric.traits.quantity, replayed.outcome.answer);
    }
    return replayed;
  }

  Oracle oracle_;
  const Pair& pair_;
  Truth truth_;
  double tolerance_;
};

/// Writes the case file, or says why not.
std::optional<Error> dump_case(const std::string& path, const Case& c) {
  auto file = OutputFile::open(path);
  if (!file) return file.error();
  OutputFile output = std::move(file).value();
  return output.write(write_case(c));
}

int replay(Arguments arguments) {
  reclaim_word(arguments.id, arguments.json);
  if (arguments.id.empty()) return complain("replay: which id? (random-boxes:42:7)", kExitBadInput);
  const auto metrics = select_metrics(arguments.metrics);
  if (!metrics) return complain(metrics.reason(), kExitBadInput);
  double tolerance = kDefaultTolerance;
  if (const auto error = take_tolerance(arguments.tolerance, tolerance)) {
    return complain(error->reason, kExitBadInput);
  }
  FileNames names;
  names.reads("--file", arguments.file);
  names.reads_meshes("--meshes", arguments.meshes);
  names.writes("--dump", arguments.dump);
  if (arguments.json) names.writes("--json", *arguments.json);
  if (const auto clash = names.clash()) return complain(clash->reason, kExitBadInput);
  const auto found = find_case(arguments);
  if (!found) return complain(found.reason(), kExitBadInput);
  const Case& c = found.value();
  auto json = open_json(arguments.json);
  if (!json) return complain(json.reason(), kExitBadInput);
  OutputFile output = std::move(json).value();
  if (arguments.dump == "-" && output.wanted()) {
    return complain(
        "replay: --dump - writes the case to standard output and runs nothing: without --json",
        kExitBadInput);
  }
  if (!arguments.dump.empty()) {
    if (const auto error = dump_case(arguments.dump, c))
      return complain(error->reason, kExitBadInput);
    if (arguments.dump == "-") return kExitAsExpected;
  }

  Replayer replayer(c, tolerance);
  std::vector<Replayed> replayed;
  for (const MetricRow* metric : metrics.value()) replayed.push_back(replayer.replay(*metric));
  const bool wrong = std::any_of(replayed.begin(), replayed.end(),
                                 [&](const Replayed& r) { return counts_as_wrong(r, c); });

  if (output.wanted()) {
    const auto error = output.write(replay_json(c, tolerance, replayer.truth(), replayed));
    if (error) return complain(error->reason, kExitHarnessFailed);
  }
  if (!output.on_stdout()) {
    std::cout << write_case(c) << "\ntruth\n" << truth_text(c, replayer.truth());
    for (const Replayed& r : replayed) std::cout << replayed_text(r);
    if (!arguments.dump.empty()) std::cout << "wrote " << arguments.dump << "\n";
    if (output.wanted()) std::cout << "wrote " << output.path() << "\n";
  }
  return wrong ? kExitJudgedWrong : kExitAsExpected;
}

}  // namespace

void add_replay(CLI::App& app, Run& run) {
  auto a = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "replay", "Shows one case: the pair, the truth, and each metric's answer and verdict");
  command->add_option("ID", a->id, "random-boxes:42:7, field:NAME, or file:NAME:ID with --file");
  command
      ->add_option("--metric", a->metrics,
                   "Metric to run; repeatable, or several with commas (default: all)")
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_option("--file", a->file, "Case file that holds the case")
      ->type_name("FILE")
      ->check(names_something());
  command
      ->add_option("--meshes", a->meshes,
                   "Directory of the meshes that a case of meshes-* is made of")
      ->type_name("DIR")
      ->check(names_something());
  command
      ->add_option(
          "--dump", a->dump,
          "Write the case as a case file (of its bodies the distinct vertices on the hull, "
          "no points inside); - is standard output, and then nothing is run")
      ->type_name("FILE")
      ->check(names_something());
  command
      ->add_option("--tolerance", a->tolerance,
                   "What counts as right, relative to size (default: 1e-8)")
      ->type_name("T");
  add_json_option(*command, a->json);
  command->footer(
      "Exit code 1 by the rule of verify: a metric that claims to be exact, or any metric on a "
      "file or meshes of your own (single precision at its own tolerance), was judged wrong.");
  command->callback([a, &run] { run = [a] { return replay(*a); }; });
}

}  // namespace touchstone
