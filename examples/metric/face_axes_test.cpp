// SPDX-License-Identifier: MIT
#include "examples/metric/face_axes.hpp"

#include <gtest/gtest.h>

#include "geometry/pair.hpp"
#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

Answer ask(const Pair& pair) {
  const auto metric = make_face_axes();
  const auto workspace = metric->make_workspace();
  const auto A = metric->prepare(*pair.A);
  const auto B = metric->prepare(*pair.B);
  return metric->evaluate(*A, pair.X_WA, *B, pair.X_WB, *workspace);
}

Pair boxes_apart_by(const Vec3& t) {
  Pair pair;
  pair.A = make_box(Vec3(1, 1, 1));
  pair.B = make_box(Vec3(1, 1, 1));
  pair.X_WB.t = t;
  return pair;
}

TEST(FaceAxes, FaceOnFaceIsRight) {
  const Answer answer = ask(boxes_apart_by(Vec3(1.5, 0.25, 0)));
  ASSERT_EQ(answer.status, AnswerStatus::answered);
  EXPECT_EQ(answer.value, -0.5);
  EXPECT_EQ(*answer.normal, Vec3(-1, 0, 0));  // from B to A
}

TEST(FaceAxes, OfDisjointBodiesItKnowsTheSign) {
  const Answer answer = ask(boxes_apart_by(Vec3(3, 0, 0)));
  EXPECT_EQ(answer.status, AnswerStatus::sign_only);
  EXPECT_EQ(answer.sign, 1);
}

}  // namespace
}  // namespace touchstone
