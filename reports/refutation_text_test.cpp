// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/refutation_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "geometry/shapes.hpp"
#include "harness/judge/judge.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// What stands beside the certificate that refutes the answer.
std::string text_of(const Pair& pair, const Answer& answer) {
  const Truth truth = Oracle().solve(pair);
  const RunOutcome outcome{RunStatus::completed, answer, ""};
  const auto found = refute(pair, truth, Quantity::euclidean, outcome,
                            judge(pair, truth, {}, outcome), kDefaultTolerance);
  EXPECT_TRUE(found.ok());
  std::string text = found ? refutation_text(pair, answer, found.value()) : found.reason();
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 9);
  return text;
}

/// The text about cubes of half-width 1, of which B is moved.
std::string text_of(const Vec3& moved, const Answer& answer) {
  const PolytopePtr box = make_box(Vec3(1, 1, 1));
  return text_of({box, {}, box, {Mat3::Identity(), moved}}, answer);
}

Answer valued(double phi) {
  Answer answer;
  answer.status = AnswerStatus::answered;
  answer.value = phi;
  return answer;
}

const Vec3 kDeep(1.5, 0.25, 0);
const Vec3 kApart(2.5, 0.25, 0);

TEST(RefutationText, OfADepthThatIsTooSmallMovesTheBodiesAlongItsNormal) {
  Answer answer = valued(-0.25);
  answer.normal = Vec3(0, -1, 0);
  EXPECT_EQ(text_of(kDeep, answer), R"(  Your normal: n = (0, -1, 0).
  Vertex 2 of A: a = (-1, 1, -1), the lowest along n.
  Vertex 0 of B: b = (0.5, -0.75, -1), the highest along n.
  n.(a - b) = -1.75.
  You say -0.25: moved by 0.25 n the bodies still overlap by 1.5 along n.
)");
  answer.normal = Vec3(0, -2, 0);
  EXPECT_THAT(text_of(kDeep, answer),
              HasSubstr("moved by 0.25 n/|n| the bodies still overlap by 1.5 along n.\n"));
  answer.normal.reset();
  EXPECT_EQ(
      text_of(kDeep, answer),
      R"(  8 cones hold every direction. For each the certificate names a vertex of A and one of B.
  You say -0.25: moved by 0.25 in any direction the bodies still overlap by at least 0.25 along every direction.
)");
  answer.value = 0.25;
  EXPECT_EQ(
      text_of(kDeep, answer),
      R"(  8 cones hold every direction. For each the certificate names a vertex of A and one of B.
  You say 0.25: they overlap by at least 0.5 along every direction.
)");
}

TEST(RefutationText, OfAValueBelowPhiNamesADirection) {
  EXPECT_EQ(text_of(kDeep, valued(-0.75)), R"(  A direction from B to A: u = (-1, 0, 0).
  Vertex 1 of A: a = (1, -1, -1), the lowest along u.
  Vertex 0 of B: b = (0.5, -0.75, -1), the highest along u.
  u.(a - b) = -0.5.
  You say -0.75: moved by 0.5 u they lie on two sides of a plane.
)");
  Answer overlap;
  overlap.status = AnswerStatus::sign_only;
  overlap.sign = -1;
  EXPECT_EQ(text_of(kApart, overlap), R"(  A direction from B to A: u = (-1, 0, 0).
  Vertex 1 of A: a = (1, -1, -1), the lowest along u.
  Vertex 0 of B: b = (1.5, -0.75, -1), the highest along u.
  u.(a - b) = 0.5.
  You say that they overlap: they are 0.5 apart along u alone.
)");
}

TEST(RefutationText, OfAValueAboveADistanceNamesTwoPoints) {
  EXPECT_EQ(text_of({2.5, 2.5, 2.5}, valued(2)),
            R"(  A point of A: p = (1, 1, 1). A point of B: q = (1.5, 1.5, 1.5).
  They are means of vertices, with the same weights:
    1 of vertex 7 of A, (1, 1, 1), and of vertex 0 of B, (1.5, 1.5, 1.5).
  You say 2: |p - q| = 0.8660254037844386, and no two bodies are farther apart than two of their points.
)");
}

TEST(RefutationText, OfAValueAboveADistanceNamesEachShareOfItsPoints) {
  // A corner of B is above a facet of A, nearest to a mean of three of its vertices.
  PolytopeInput input;
  input.vertices = {{0.5, 0.25, 2}, {4, 0, 4}, {-4, 4, 4}, {-4, -4, 4}};
  const Pair pair{make_box(Vec3(1, 1, 1)), {}, make_polytope(input).value(), {}};
  EXPECT_EQ(text_of(pair, valued(2)),
            R"(  A point of A: p = (0.5, 0.25, 1). A point of B: q = (0.5, 0.25, 2).
  They are means of vertices, with the same weights:
    0.25 of vertex 4 of A, (-1, -1, 1), and of vertex 0 of B, (0.5, 0.25, 2).
    0.625 of vertex 7 of A, (1, 1, 1), and of vertex 0 of B, (0.5, 0.25, 2).
    0.125 of vertex 5 of A, (1, -1, 1), and of vertex 0 of B, (0.5, 0.25, 2).
  You say 2: |p - q| = 1, and no two bodies are farther apart than two of their points.
)");
}

TEST(RefutationText, OfANormalComparesItWithABetterOne) {
  Answer answer = valued(0.5);
  answer.normal = Vec3(0, -1, 0);
  EXPECT_EQ(text_of(kApart, answer), R"(  Your normal: n = (0, -1, 0).
  Vertex 2 of A: a = (-1, 1, -1), the lowest along n.
  Vertex 0 of B: b = (1.5, -0.75, -1), the highest along n.
  n.(a - b) = -1.75.
  Another direction: u = (-1, 0, 0).
  Vertex 1 of A: a = (1, -1, -1), the lowest along u.
  Vertex 0 of B: b = (1.5, -0.75, -1), the highest along u.
  u.(a - b) = 0.5.
  Along n they overlap by 1.75, along u they are 0.5 apart.
)");
}

TEST(RefutationText, OfAPointNamesAPlane) {
  Answer answer = valued(0.5);
  answer.witnesses = WitnessPoints{Vec3(1, 0, 0), Vec3(1.25, 0, 0)};
  EXPECT_EQ(text_of(kApart, answer), R"(  Your point on B: p = (1.25, 0, 0).
  A direction: u = (-1, 0, 0).
  Vertex 0 of B: b = (1.5, -0.75, -1), the highest along u.
  u.(p - b) = 0.25: p is so far outside B.
)");
}

}  // namespace
}  // namespace touchstone
