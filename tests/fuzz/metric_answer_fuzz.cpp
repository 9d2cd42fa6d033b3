// SPDX-License-Identifier: GPL-3.0-or-later
// What a metric of this program may leave in the memory of its answer: any bytes. What can be read
// can be written and read again, and the judge takes it.
#include <algorithm>
#include <cstring>
#include <optional>

#include "geometry/shapes.hpp"
#include "harness/judge/judge.hpp"
#include "harness/plugins/metric_answer.hpp"
#include "harness/plugins/tests/answer_text.hpp"
#include "reference/oracle.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {
namespace {

struct Question {
  Pair pair;
  Truth truth;
};

/// Apart, kissing, overlapping, and concentric without a rho.
const std::vector<Question>& questions() {
  static const std::vector<Question> kQuestions = [] {
    std::vector<Question> made;
    Oracle oracle;
    const PolytopePtr box = make_box({1, 1, 1});
    for (const double x : {3.0, 2.0, 1.5, 0.0}) {
      Question question{{box, Pose{}, box, Pose{}}, {}};
      question.pair.X_WB.t.x() = x;
      question.truth = oracle.solve(question.pair);
      made.push_back(question);
    }
    return made;
  }();
  return kQuestions;
}

void judge_everywhere(const Answer& answer) {
  RunOutcome outcome;
  outcome.answer = answer;
  for (const Question& question : questions()) {
    for (const Quantity quantity : {Quantity::euclidean, Quantity::ratio}) {
      MetricTraits traits;
      traits.quantity = quantity;
      const Verdict verdict = judge(question.pair, question.truth, traits, outcome);
      require(!word_name(verdict.word).empty(), "every verdict has a word");
      require(verdict.error_abs >= 0 && verdict.error_rel_size >= 0, "errors are not negative");
    }
  }
}

}  // namespace
}  // namespace touchstone

/// What is missing at the end is zero.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace touchstone;  // NOLINT(google-build-using-namespace): one function
  MetricAnswer shared;
  std::memset(static_cast<void*>(&shared), 0, sizeof shared);
  std::memcpy(static_cast<void*>(&shared), data, std::min(size, sizeof shared));
  const std::optional<Answer> answer = read_answer(shared);
  if (!answer) return 0;
  MetricAnswer again;
  write_answer(*answer, again);
  const std::optional<Answer> read_again = read_answer(again);
  require(read_again.has_value(), "what was read can be read again");
  // The longest note has one character more than is written.
  Answer expected = *answer;
  expected.note.resize(std::min(expected.note.size(), MetricAnswer::kMaxNote));
  require(answer_text(*read_again) == answer_text(expected), "an answer survives the journey");
  judge_everywhere(*answer);
  return 0;
}
