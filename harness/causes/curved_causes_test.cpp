// SPDX-License-Identifier: GPL-3.0-or-later
// The cause of what a metric gets wrong of pairs with curved cores, judged by brackets.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>

#include "harness/causes/causes.hpp"
#include "harness/causes/tests/planted_causes.hpp"
#include "metrics/curved_bodies.hpp"
#include "reference/bracket.hpp"

namespace touchstone {
namespace {

/// What is wrong with a question, and with its answer.
struct Mistake {
  std::function<void(ConvexPair&)> asked = [](ConvexPair& /*pair*/) {};
  std::function<void(Answer&)> answered = [](Answer& /*answer*/) {};
};

struct BodyShape final : Shape {
  std::optional<ConvexBody> body;
};

/// Sound but for a mistake: the middle of a bracket and the direction that proves it.
class BracketMetric final : public Metric, public CurvedBodies {
 public:
  explicit BracketMetric(Mistake mistake) : mistake_(std::move(mistake)) {}

  std::unique_ptr<Shape> prepare(const Polytope& /*polytope*/) const override {
    return std::make_unique<BodyShape>();
  }
  std::unique_ptr<Shape> prepare_body(const ConvexBody& body) const override {
    auto shape = std::make_unique<BodyShape>();
    shape->body = body;
    return shape;
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<Workspace>();
  }
  Answer evaluate(const Shape& A, const Pose& X_WA, const Shape& B, const Pose& X_WB,
                  Workspace& /*workspace*/) const override {
    ConvexPair pair{*static_cast<const BodyShape&>(A).body, X_WA,
                    *static_cast<const BodyShape&>(B).body, X_WB};
    mistake_.asked(pair);
    const Bracket bracket = find_bracket(pair);
    Answer answer;
    answer.status = AnswerStatus::answered;
    answer.value = bracket.lower / 2 + bracket.upper / 2;
    answer.normal = bracket.evidence.direction.high.normalized();
    mistake_.answered(answer);
    return answer;
  }

 private:
  Mistake mistake_;
};

/// The name of the cause that is found of such a mistake; empty where none is.
std::string cause_of(const Mistake& mistake, double offset = 0) {
  MetricRow row;
  row.name = "brackets";
  row.traits.gives = in_every_regime({true, true, false, false});
  row.traits.rounded_cores = kTakesCurved | kRoundedSolid;
  row.traits.own_tolerance = 1e-8;
  row.traits.offset = offset;
  row.make = [mistake] { return std::make_unique<BracketMetric>(mistake); };
  const FoundCauses causes =
      causes_in(planted_campaign(row, {"cylinder-cone", "ellipsoid-box", "cone-sphere"}, 12));
  return causes.empty() ? "" : causes.at(0).cause.name;
}

ConvexBody with_radius(const ConvexBody& body, double radius) {
  const auto* polytope = std::get_if<PolytopePtr>(&body.core());
  return polytope == nullptr ? make_body(body.core(), radius).value()
                             : make_body(make_rounded(*polytope, radius).value()).value();
}

TEST(CurvedCauses, NothingIsNamedWhereNothingIsPlanted) { EXPECT_EQ(cause_of({}), ""); }

TEST(CurvedCauses, MistakesInAnswersAreNamed) {
  EXPECT_EQ(cause_of({.answered = [](Answer& a) { *a.normal = -*a.normal; }}), "opposite-normal");
  EXPECT_EQ(cause_of({.answered = [](Answer& a) { a.value = -a.value; }}), "opposite-sign");
  EXPECT_EQ(cause_of({.answered = [](Answer& a) { a.value -= 0.02; }}), "margin");
  EXPECT_EQ(cause_of({.answered = [](Answer& a) { a.value *= 1000; }}), "value-factor");
  EXPECT_EQ(cause_of({.answered = [](Answer& a) { *a.normal *= 2; }}), "normal-length");
}

TEST(CurvedCauses, AMarginBesideAnOffsetIsNamed) {
  EXPECT_EQ(cause_of({.answered = [](Answer& a) { a.value -= 0.02; }}, 0.01), "margin");
}

TEST(CurvedCauses, MistakesInQuestionsAreNamed) {
  EXPECT_EQ(cause_of({.asked =
                          [](ConvexPair& pair) {
                            pair.X_WA.R.transposeInPlace();
                            pair.X_WB.R.transposeInPlace();
                          }}),
            "transposed-rotation");
  EXPECT_EQ(cause_of({.asked =
                          [](ConvexPair& pair) {
                            for (ConvexBody* body : {&pair.A, &pair.B}) {
                              *body = with_radius(*body, 0);
                            }
                          }}),
            "ignored-radius");
}

TEST(CurvedCauses, ASizeThatIsMisreadIsNamed) {
  const auto twice = [](ConvexPair& pair) {
    for (ConvexBody* body : {&pair.A, &pair.B}) {
      if (const auto* cylinder = std::get_if<Cylinder>(&body->core())) {
        *body = make_body(Cylinder{2 * cylinder->radius, 2 * cylinder->half_length}).value();
      } else if (const auto* ellipsoid = std::get_if<Ellipsoid>(&body->core())) {
        *body = make_body(Ellipsoid{2 * ellipsoid->semi_axes}).value();
      } else if (const auto* cone = std::get_if<Cone>(&body->core())) {
        *body = make_body(Cone{2 * cone->radius, 2 * cone->half_length}).value();
      } else {
        const PolytopePtr polytope = std::get<PolytopePtr>(body->core());
        PolytopeInput input;
        for (const Vec3& v : polytope->vertices()) input.vertices.emplace_back(2 * v);
        *body = make_body(make_rounded(make_polytope(input).value(), polytope->radius()).value())
                    .value();
      }
    }
  };
  EXPECT_EQ(cause_of({.asked = twice}), "half-sides");
}

}  // namespace
}  // namespace touchstone
