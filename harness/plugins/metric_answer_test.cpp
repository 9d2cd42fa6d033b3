// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/metric_answer.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "harness/plugins/tests/answer_text.hpp"

namespace touchstone {
namespace {

/// An answer with something in every field.
Answer full_answer() {
  Answer answer;
  answer.status = AnswerStatus::answered;
  answer.value = -0.0;
  answer.tail = 1e-20;
  answer.sign = -1;
  answer.normal = Vec3(0.1, -0.2, 5e-324);
  answer.witnesses = WitnessPoints{Vec3(1, 2, 3), Vec3(4, 5, 1e308)};
  answer.feature_A = {Feature::Kind::facet, 3};
  answer.feature_B = {Feature::Kind::edge, 4};
  answer.ratio = RatioDetail{1.25,
                             true,
                             Vec3(7, 8, 9),
                             2,
                             {1, 2, 3, 4},
                             {true, false, true, false},
                             {0.5, 0.25, 0, 1},
                             3,
                             {{{1, 2, 0.5}, {3, 4, 0.25}, {5, 6, 0.25}}}};
  answer.work = {7, 11, 1};
  answer.note = "boxes";
  return answer;
}

MetricAnswer written(const Answer& answer) {
  MetricAnswer out;
  write_answer(answer, out);
  return out;
}

TEST(MetricAnswer, KeepsEveryBit) {
  Answer answer = full_answer();
  EXPECT_EQ(answer_text(read_answer(written(answer)).value()), answer_text(answer));
  EXPECT_EQ(answer_text(read_answer(written({})).value()), answer_text({}));
  answer.ratio.reset();
  answer.tail.reset();
  answer.witnesses.reset();
  answer.normal.reset();
  answer.note = "box";
  MetricAnswer used = written(full_answer());
  write_answer(answer, used);
  EXPECT_EQ(answer_text(read_answer(used).value()), answer_text(answer));
}

TEST(MetricAnswer, CutsALongNote) {
  Answer answer;
  answer.note = std::string(5000, 'x');
  EXPECT_EQ(read_answer(written(answer)).value().note, std::string(MetricAnswer::kMaxNote, 'x'));
}

TEST(MetricAnswer, WithoutAnEndOfItsNoteIsStillRead) {
  MetricAnswer shared = written(full_answer());
  shared.note.fill('x');
  EXPECT_EQ(read_answer(shared).value().note.size(), shared.note.size());
}

TEST(MetricAnswer, OutOfRangeIsRejected) {
  const std::vector<std::function<void(MetricAnswer&)>> spoils = {
      [](MetricAnswer& m) { m.status = 3; },
      [](MetricAnswer& m) { m.status = -1; },
      [](MetricAnswer& m) { std::memset(&m.feature_A.kind, 4, 1); },
      [](MetricAnswer& m) { std::memset(&m.feature_B.kind, 255, 1); },
      [](MetricAnswer& m) { m.ratio.active_count = 5; },
      [](MetricAnswer& m) { m.ratio.active_count = -1; },
      [](MetricAnswer& m) { m.ratio.portal_count = 4; },
      [](MetricAnswer& m) { m.ratio.portal_count = -1; },
  };
  for (std::size_t k = 0; k < spoils.size(); ++k) {
    MetricAnswer shared = written(full_answer());
    spoils[k](shared);
    EXPECT_FALSE(read_answer(shared).has_value()) << k;
  }
  MetricAnswer bytes = written(full_answer());
  std::memset(static_cast<void*>(&bytes.ratio.no_growth), 77, 1);
  EXPECT_TRUE(read_answer(bytes).value().ratio->no_growth);
}

}  // namespace
}  // namespace touchstone
