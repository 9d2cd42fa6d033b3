// SPDX-License-Identifier: GPL-3.0-or-later
// The worker's protocol as its reader sees it: a stream of bytes, cut anywhere, each body taken for
// every kind of message. What decodes encodes to a message that decodes to itself; and the judge
// takes whatever answer a worker can send.
#include <algorithm>

#include "geometry/shapes.hpp"
#include "harness/judge/judge.hpp"
#include "harness/runners/protocol.hpp"
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

template <class Decode>
void require_stable(std::string_view body, Decode decode) {
  std::string encoded;
  try {
    encoded = protocol::encode(decode(body));
  } catch (const protocol::ProtocolError&) {
    return;
  }
  require(protocol::encode(decode(encoded)) == encoded, "a message survives the journey");
}

void take_body(std::string_view body) {
  require_stable(body, protocol::decode_start);
  require_stable(body, protocol::decode_batch);
  require_stable(body, protocol::decode_answer);
  try {
    judge_everywhere(protocol::decode_answer(body));
  } catch (const protocol::ProtocolError&) {
  }
}

/// The first byte says in pieces of how many bytes the rest arrives.
void take_stream(std::string_view stream) {
  if (stream.empty()) return;
  const std::size_t piece = static_cast<unsigned char>(stream.front()) % 64U + 1;
  stream.remove_prefix(1);
  protocol::FrameReader reader;
  try {
    while (!stream.empty()) {
      reader.append(stream.substr(0, piece));
      stream.remove_prefix(std::min(piece, stream.size()));
      while (const auto frame = reader.next()) take_body(frame->body);
    }
  } catch (const protocol::ProtocolError&) {
  }
}

}  // namespace
}  // namespace touchstone

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = touchstone::as_text(data, size);
  touchstone::take_body(bytes);
  touchstone::take_stream(bytes);
  return 0;
}
