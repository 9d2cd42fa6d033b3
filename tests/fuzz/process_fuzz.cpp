// SPDX-License-Identifier: GPL-3.0-or-later
// What a plug-in's program writes: as a hello, and as the answers to three questions, in pieces cut
// anywhere. A hello is a row or rejected in one line. Nobody answers twice, and whatever was
// taken can be judged.
#include <algorithm>

#include "geometry/shapes.hpp"
#include "harness/judge/judge.hpp"
#include "harness/plugins/process_protocol.hpp"
#include "reference/oracle.hpp"
#include "tests/fuzz/fuzz.hpp"

namespace touchstone {
namespace {

constexpr std::size_t kQuestions = 3;
constexpr std::uint64_t kReset = 5;
constexpr std::size_t kMaxLine = 1U << 12U;
constexpr std::size_t kMaxDetail = 600;

struct Question {
  Pair pair;
  Truth truth;
};

const Question& question() {
  static const Question kQuestion = [] {
    const PolytopePtr box = make_box({1, 1, 1});
    Question made{{box, Pose{}, box, Pose{}}, {}};
    made.pair.X_WB.t.x() = 1.5;
    made.truth = Oracle().solve(made.pair);
    return made;
  }();
  return kQuestion;
}

void require_short(const std::string& detail) {
  require(detail.size() < kMaxDetail, "a detail is short");
  require(detail.find('\n') == std::string::npos, "a detail is one line");
}

void take_hello(std::string_view line) {
  const auto row = process_protocol::read_hello(line, "`fuzz`");
  if (!row.ok()) return require_one_line(row.reason(), "`fuzz`: ");
  require(row.value().traits.isolated, "a program is isolated");
  require(row.value().traits.own_tolerance <= 1e-3, "a claim means something");
}

void judge_all(process_protocol::BatchReader& reader) {
  require(reader.replies().size() == kQuestions, "every question has a reply");
  for (const PluginReply& reply : reader.replies()) {
    const RunOutcome& outcome = reply.outcome;
    require_short(outcome.detail);
    const Verdict verdict = judge(question().pair, question().truth, MetricTraits{}, outcome);
    require(!word_name(verdict.word).empty(), "every verdict has a word");
  }
}

/// A line that a reader takes as an answer is not taken a second time.
void require_taken_once(std::string_view line) {
  process_protocol::BatchReader reader(0, kQuestions, kReset);
  const std::string without = reader.replies().front().outcome.detail;
  if (reader.take(line) != LineTaken::more) return;
  const bool answers =
      std::any_of(reader.replies().begin(), reader.replies().end(),
                  [&](const PluginReply& reply) { return reply.outcome.detail != without; });
  require(!answers || reader.take(line) == LineTaken::broken, "nobody answers twice");
}

/// The first byte says in pieces of how many bytes the rest arrives.
void take_stream(std::string_view stream) {
  if (stream.empty()) return;
  const std::size_t piece = static_cast<unsigned char>(stream.front()) % 64U + 1;
  stream.remove_prefix(1);
  LineReader lines(kMaxLine);
  process_protocol::BatchReader reader(0, kQuestions, kReset);
  while (!stream.empty()) {
    lines.append(stream.substr(0, piece));
    stream.remove_prefix(std::min(piece, stream.size()));
    while (const auto line = lines.next()) {
      require(line->size() <= kMaxLine, "no line is longer than the limit");
      const LineTaken taken = reader.take(*line);
      if (taken == LineTaken::broken) return require_short(reader.fault());
      judge_all(reader);
      if (taken == LineTaken::last) return;
      require_taken_once(*line);
    }
    if (lines.too_long()) return;
  }
}

}  // namespace
}  // namespace touchstone

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = touchstone::as_text(data, size);
  touchstone::take_hello(bytes);
  touchstone::take_stream(bytes);
  return 0;
}
