// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/ask/answering.hpp"

#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include "cli/ask/ask_dump.hpp"
#include "cli/ask/ask_page.hpp"
#include "cli/ask/ask_record.hpp"
#include "cli/ask/ask_refutation.hpp"
#include "cli/ask/ask_text.hpp"
#include "cli/ask/ask_union.hpp"
#include "cli/process/console.hpp"
#include "cli/process/progress.hpp"
#include "geometry/query_scope.hpp"
#include "harness/cases/files/case_file.hpp"

namespace touchstone {
namespace {

/// Proves rho if that was asked for, else phi.
Result<std::string> certificate_asked(const AskRun& run, const Asked& asked) {
  const Quantity quantity = run.question.ratio.asked ? Quantity::ratio : Quantity::euclidean;
  auto text = certificate_file(asked.c.pair(), asked.truth, quantity);
  if (!text) return Error{"ask: " + asked.c.id + " has no certificate: " + text.reason()};
  return text;
}

/// Writes the text, or says why it cannot. The exit code.
int write_one(OutputFile& file, const Result<std::string>& text) {
  if (!text) return fail(text.reason(), kExitBadInput);
  const auto error = file.write(text.value());
  return error ? fail(error->reason, kExitHarnessFailed) : kExitAsExpected;
}

/// The answers to all cases of a run, one after the other. Each function of a case returns an exit
/// code, and the run ends with the first that is not kExitAsExpected.
class Answering {
 public:
  Answering(const AskRun& run, const std::vector<Case>& cases, AskOutputs& outputs)
      : run_(run),
        cases_(cases),
        outputs_(outputs),
        asker_(run.question),
        curved_asker_(run.question),
        table_(run.question, cases) {
    const AskQuestion& question = run.question;
    if (question.claims || !question.metrics.rows.empty()) record_.tolerance = question.tolerance;
    if (cases.size() > 1) progress_ = std::make_unique<Progress>("ask", "cases");
  }

  int run() {
    if (run_.cases.in_sequence) asker_.ask_in_sequence(cases_);
    for (std::size_t k = 0; k < cases_.size(); ++k) {
      const Case& c = cases_[k];
      const CaseScope scope(c.id.c_str());
      const bool pair = std::holds_alternative<Pair>(c.bodies);
      if (const int code = pair ? answer_pair(c) : answer_other(c)) return code;
      if (progress_ == nullptr) continue;
      progress_->wipe();
      if (run_.shows_text()) std::cout << table_.next_rows() << std::flush;
      progress_->update(k + 1, cases_.size());
    }
    progress_.reset();
    const int code = conclude();
    return code == kExitAsExpected && wrong_ ? kExitJudgedWrong : code;
  }

 private:
  /// Adds a case with a curved core or a union to the record, and writes it where that is wanted.
  int answer_other(const Case& c) {
    if (c.unions()) {
      record_.unions.push_back(ask_union(c, run_.question.tolerance));
      const AskedUnion& asked = record_.unions.back();
      wrong_ = wrong_ || asked.claim_is_wrong();
      text_ = union_text(asked);
      table_.add(asked);
      return outputs_.dump.wanted() ? write_one(outputs_.dump, write_case(c)) : kExitAsExpected;
    }
    record_.curved.push_back(curved_asker_.ask(c));
    const AskedCurved& asked = record_.curved.back();
    wrong_ = wrong_ || asked.counts_as_wrong();
    text_ = curved_text(asked);
    table_.add(asked);
    if (!outputs_.dump.wanted()) return kExitAsExpected;
    const AskQuestion& question = run_.question;
    return write_one(outputs_.dump,
                     curved_dump(run_.form, question.tolerance, asked, question.shrink));
  }

  int answer_pair(const Case& c) {
    const AskQuestion& question = run_.question;
    Asked asked = asker_.truth_of(c);
    RefutedAnswer refuted;
    if (outputs_.refutation.wanted()) {  // nothing is written where there is none
      asker_.ask_metrics(asked);
      auto found = refute_answer(asked, question.shrink, question.tolerance);
      if (!found) return fail(found.reason(), kExitBadInput);
      refuted = std::move(found).value();
    }
    if (outputs_.dump.wanted() && !question.shrink) {
      const int code = write_one(outputs_.dump, case_dump(run_.form, question.tolerance, asked));
      if (code != kExitAsExpected) return code;
    }
    if (outputs_.certificate.wanted()) {
      const int code = write_one(outputs_.certificate, certificate_asked(run_, asked));
      if (code != kExitAsExpected) return code;
    }
    if (!outputs_.refutation.wanted()) asker_.ask_metrics(asked);
    if (const int code = write_answered(asked, refuted)) return code;
    wrong_ = wrong_ || asked.counts_as_wrong();
    if (outputs_.json.wanted()) record_.cases.push_back(asked);
    if (!run_.shows_text()) return kExitAsExpected;
    table_.add(asked);
    if (shows_in_full(c)) text_ = ask_text(asked, question) + refuted.text;
    return kExitAsExpected;
  }

  /// Writes what needs the answers of metrics.
  int write_answered(const Asked& asked, const RefutedAnswer& refuted) {
    const AskQuestion& question = run_.question;
    if (outputs_.dump.wanted() && question.shrink) {
      const int code = write_one(outputs_.dump, shrunk_dump(run_.form, question.tolerance, asked));
      if (code != kExitAsExpected) return code;
    }
    if (outputs_.refutation.wanted()) {
      const int code = write_one(outputs_.refutation, refuted.certificate);
      if (code != kExitAsExpected) return code;
    }
    if (!outputs_.page.wanted()) return kExitAsExpected;
    return write_one(outputs_.page, ask_page(asked, question, run_.cases));
  }

  /// A case that is alone, and the one that a sequence leads to.
  bool shows_in_full(const Case& c) const {
    return cases_.size() == 1 || (run_.cases.in_sequence && &c == &cases_.back());
  }

  /// Writes the record and shows the text, where they are wanted.
  int conclude() {
    if (outputs_.json.wanted()) {
      const int code = write_one(outputs_.json, ask_record().document(record_));
      if (code != kExitAsExpected) return code;
    }
    if (!run_.shows_text()) return kExitAsExpected;
    if (cases_.size() > 1) std::cout << table_.end();
    if (shows_in_full(cases_.back())) std::cout << (cases_.size() > 1 ? "\n" : "") << text_;
    for (const OutputFile* output : {&outputs_.dump, &outputs_.certificate, &outputs_.refutation,
                                     &outputs_.json, &outputs_.page}) {
      std::cout << wrote_text(*output);
    }
    return kExitAsExpected;
  }

  const AskRun& run_;
  const std::vector<Case>& cases_;
  AskOutputs& outputs_;
  Asker asker_;
  CurvedAsker curved_asker_;
  AskTable table_;
  AskRecord record_;
  std::string text_;  ///< the last case in full, where it is shown so
  bool wrong_ = false;
  std::unique_ptr<Progress> progress_;  ///< where there are several cases
};

}  // namespace

std::optional<Error> open_outputs(const AskRun& run, AskOutputs& outputs) {
  auto error = outputs.json.open(run.json);
  if (!error) error = outputs.page.open(run.html);
  if (!error) error = outputs.dump.open(run.dump);
  if (!error) error = outputs.certificate.open(run.certificate);
  if (!error) error = outputs.refutation.open(run.refute);
  return error;
}

int answer_cases(const AskRun& run, const std::vector<Case>& cases, AskOutputs& outputs) {
  return Answering(run, cases, outputs).run();
}

}  // namespace touchstone
