// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

#include "geometry/arithmetic/rational.hpp"
#include "harness/cases/families/family.hpp"
#include "library/touchstone/truth.h"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::StrEq;

struct Drop {
  void operator()(touchstone_truth_body* body) const { touchstone_truth_drop_body(body); }
  void operator()(touchstone_truth* truth) const { touchstone_truth_drop(truth); }
};
using Body = std::unique_ptr<touchstone_truth_body, Drop>;
using Solved = std::unique_ptr<touchstone_truth, Drop>;

Body body_of(const Polytope& polytope) {
  touchstone_truth_body* body = nullptr;
  const touchstone_truth_status made =
      touchstone_truth_make_body(polytope.vertices().front().data(), polytope.vertices().size(),
                                 polytope.interior_point().data(), &body);
  EXPECT_EQ(made.code, TOUCHSTONE_TRUTH_OK) << made.text;
  return Body(body);
}

touchstone_truth_pose pose_of(const Pose& X) {
  touchstone_truth_pose pose{};
  for (int i = 0; i < 9; ++i) pose.R[i] = X.R(i / 3, i % 3);
  for (int i = 0; i < 3; ++i) pose.t[i] = X.t[i];
  return pose;
}

Solved solved(const touchstone_truth_body* A, const touchstone_truth_pose& X_WA,
              const touchstone_truth_body* B, const touchstone_truth_pose& X_WB) {
  touchstone_truth* truth = nullptr;
  const touchstone_truth_status status = touchstone_truth_solve(A, &X_WA, B, &X_WB, &truth);
  EXPECT_EQ(status.code, TOUCHSTONE_TRUTH_OK) << status.text;
  return Solved(truth);
}

Solved solved(const Pair& pair) {
  return solved(body_of(*pair.A).get(), pose_of(pair.X_WA), body_of(*pair.B).get(),
                pose_of(pair.X_WB));
}

constexpr touchstone_truth_pose at(double x, double y, double z) {
  return {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {x, y, z}};
}

Body cube(double half_extent) {
  touchstone_truth_body* body = nullptr;
  const std::array<double, 3> h = {half_extent, half_extent, half_extent};
  EXPECT_EQ(touchstone_truth_make_box(h.data(), &body).code, TOUCHSTONE_TRUTH_OK);
  return Body(body);
}

/// Two cubes of side 1 that share a layer of 1/4.
Solved overlapping_cubes() {
  const Body body = cube(.5);
  return solved(body.get(), at(0, 0, .75), body.get(), at(0, 0, 0));
}

TEST(Library, AnswersAsTheOracleDoes) {
  for (const Family& family : family_registry()) {
    if (family.largest_vertices > 64 || !is_of_polytopes(family)) continue;
    for (std::uint64_t index = 0; index < 3; ++index) {
      const Case c = make_case(family, 7, index);
      const Solved found = solved(c.pair());
      const Truth truth = Oracle().solve(c.pair());
      EXPECT_EQ(touchstone_truth_sign(found.get()), truth.sign) << c.id;
      EXPECT_EQ(touchstone_truth_phi(found.get(), nullptr), truth.phi) << c.id;
      EXPECT_THAT(touchstone_truth_phi_squared(found.get()),
                  StrEq(fraction_text(truth.phi_squared)))
          << c.id;
      ASSERT_EQ(touchstone_truth_direction_count(found.get()), truth.directions.size()) << c.id;
      for (std::size_t k = 0; k < truth.directions.size(); ++k) {
        for (std::size_t i = 0; i < 3; ++i) {
          EXPECT_EQ(Rational(touchstone_truth_direction(found.get(), k, i)),
                    truth.directions[k].at(i))
              << c.id;
        }
      }
      const char* rho = touchstone_truth_rho(found.get(), nullptr, nullptr);
      if (rho != nullptr) {
        EXPECT_THAT(rho, StrEq(fraction_text(truth.ratio->rho))) << c.id;
      } else {
        EXPECT_THAT(touchstone_truth_rho_note(found.get()), testing::Not(StrEq(""))) << c.id;
      }
    }
  }
}

TEST(Library, NormalPointsAndSizeOfTwoCubes) {
  const Solved truth = overlapping_cubes();
  EXPECT_EQ(touchstone_truth_sign(truth.get()), -1);
  double tail = 1;
  EXPECT_EQ(touchstone_truth_phi(truth.get(), &tail), -.25);
  EXPECT_EQ(tail, 0);
  std::array<double, 3> normal{};
  ASSERT_EQ(touchstone_truth_normal(truth.get(), 0, normal.data()), 1);
  EXPECT_THAT(normal, testing::ElementsAre(0, 0, 1));
  EXPECT_EQ(touchstone_truth_normal(truth.get(), 1, normal.data()), 0);
  EXPECT_EQ(touchstone_truth_direction(truth.get(), 0, 3), nullptr);
  touchstone_truth_points points{};
  ASSERT_EQ(touchstone_truth_points_of(truth.get(), 0, &points), 1);
  EXPECT_EQ(points.A[2], .25);
  EXPECT_EQ(points.B[2], .5);
  EXPECT_EQ(points.low_A[0], -.5);
  EXPECT_EQ(points.high_A[0], .5);
  EXPECT_EQ(touchstone_truth_points_of(truth.get(), 1, &points), 0);
  EXPECT_THAT(touchstone_truth_vector(truth.get()), HasSubstr("\"phi_squared\""));
}

TEST(Library, JudgesAnswersByTheWordsOfTheHarness) {
  const Solved truth = overlapping_cubes();
  const auto word = [&](const touchstone_truth_answer& answer) {
    touchstone_truth_verdict verdict{};
    EXPECT_EQ(touchstone_truth_judge(truth.get(), &answer, 1e-8, &verdict).code,
              TOUCHSTONE_TRUTH_OK);
    return std::string(verdict.word);
  };
  touchstone_truth_answer answer{};
  EXPECT_EQ(word(answer), "no_answer");
  answer.gives_value = 1;
  answer.value = -.25;
  EXPECT_EQ(word(answer), "right");
  answer.value = .25;
  EXPECT_EQ(word(answer), "wrong_sign");
  answer.value = -.3;
  EXPECT_EQ(word(answer), "inaccurate");
  answer.value = -.25;
  answer.gives_normal = 1;
  answer.normal[0] = 1;
  EXPECT_EQ(word(answer), "invalid_normal");
  answer.normal[0] = 0;
  answer.normal[2] = 1;
  answer.gives_points = 1;
  EXPECT_EQ(word(answer), "missing");  // points are left at the origin
  answer.A[0] = 3;
  EXPECT_EQ(word(answer), "invalid_witness");
  answer.A[0] = 0;
  answer.A[2] = .25;
  answer.B[2] = .5;
  EXPECT_EQ(word(answer), "right");
  touchstone_truth_verdict verdict{};
  EXPECT_EQ(touchstone_truth_judge(truth.get(), &answer, 0, &verdict).code,
            TOUCHSTONE_TRUTH_BAD_INPUT);
}

/// Expects bad input whose one line begins so.
void expect_bad(const touchstone_truth_status& status, const std::string& text) {
  EXPECT_EQ(status.code, TOUCHSTONE_TRUTH_BAD_INPUT) << text;
  EXPECT_THAT(status.text, testing::StartsWith(text));
  EXPECT_THAT(status.text, testing::Not(HasSubstr("\n")));
}

TEST(Library, BadBodiesAreOneLineAndNoObject) {
  const Body good = cube(1);
  touchstone_truth_body* body = good.get();
  const auto made = [&](const std::vector<double>& vertices, const double* inside = nullptr) {
    body = good.get();
    const auto status =
        touchstone_truth_make_body(vertices.data(), vertices.size() / 3, inside, &body);
    EXPECT_EQ(body, nullptr);
    return status;
  };
  const double nan = std::nan("");
  const std::array<double, 3> outside = {5, 0, 0};
  const std::array<double, 3> no_point = {0, nan, 0};
  expect_bad(touchstone_truth_make_body(nullptr, 0, nullptr, &body), "no vertices");
  expect_bad(made({}), "no vertices");
  expect_bad(made({0, 0, 0, 0, nan, 0}), "vertex 1: not finite");
  expect_bad(made({0, 0, 2e60}), "vertex 0: a coordinate is larger than 1e60 m");
  expect_bad(made({0, 0, 0, 0, 0, 1e-61}), "vertices: all within 1e-60 m of each other");
  expect_bad(made({0, 0, 0}, outside.data()), "interior_point: ");
  expect_bad(made({0, 0, 0}, no_point.data()), "interior_point: ");
  expect_bad(touchstone_truth_make_body(nullptr, 1, nullptr, &body), "vertices is NULL");
  expect_bad(touchstone_truth_make_body(outside.data(), SIZE_MAX / 8, nullptr, &body),
             "too many vertices");
  expect_bad(touchstone_truth_make_body(outside.data(), 1, nullptr, nullptr), "body is NULL");
  for (const std::array<double, 3>& h :
       {no_point, std::array<double, 3>{1, 0, 1}, {1, -1, 1}, {1, 1, 2e60}}) {
    expect_bad(touchstone_truth_make_box(h.data(), &body), "half extents: ");
    EXPECT_EQ(body, nullptr);
  }
  expect_bad(touchstone_truth_make_box(nullptr, &body), "half extents is NULL");
  expect_bad(touchstone_truth_make_box(outside.data(), nullptr), "body is NULL");
}

TEST(Library, BadPairsAreOneLineAndNoTruth) {
  const Body good = cube(1);
  const touchstone_truth_pose X = at(0, 0, 0);
  touchstone_truth* truth = nullptr;
  const auto made = [&](const touchstone_truth_body* A, const touchstone_truth_pose* X_WA,
                        const touchstone_truth_body* B, const touchstone_truth_pose* X_WB) {
    const auto status = touchstone_truth_solve(A, X_WA, B, X_WB, &truth);
    EXPECT_EQ(truth, nullptr);
    return status;
  };
  touchstone_truth_pose mirror = X;
  mirror.R[0] = -1;
  touchstone_truth_pose sheared = X;
  sheared.R[1] = 1e-3;
  const double nan = std::nan("");
  touchstone_truth_pose not_finite = X;
  not_finite.R[4] = nan;
  for (const touchstone_truth_pose& bad : {mirror, sheared, not_finite, at(0, nan, 0),
                                           at(1.7e308, -1.7e308, 1.7e308), at(0, 0, 2e60)}) {
    expect_bad(made(good.get(), &bad, good.get(), &X), "pose of A: ");
    expect_bad(made(good.get(), &X, good.get(), &bad), "pose of B: ");
  }
  expect_bad(made(nullptr, &X, good.get(), &X), "A is NULL");
  expect_bad(made(good.get(), nullptr, good.get(), &X), "X_WA is NULL");
  expect_bad(made(good.get(), &X, nullptr, &X), "B is NULL");
  expect_bad(made(good.get(), &X, good.get(), nullptr), "X_WB is NULL");
  expect_bad(touchstone_truth_solve(good.get(), &X, good.get(), &X, nullptr), "truth is NULL");
}

TEST(Library, BadQuestionsToATruthAreOneLine) {
  const Solved truth = overlapping_cubes();
  const touchstone_truth_answer answer{};
  touchstone_truth_verdict verdict{};
  expect_bad(touchstone_truth_judge(nullptr, &answer, 1e-8, &verdict), "truth is NULL");
  expect_bad(touchstone_truth_judge(truth.get(), nullptr, 1e-8, &verdict), "answer is NULL");
  expect_bad(touchstone_truth_judge(truth.get(), &answer, 1e-8, nullptr), "verdict is NULL");
  for (const double tolerance : {0., 1., -1e-8, std::nan("")}) {
    expect_bad(touchstone_truth_judge(truth.get(), &answer, tolerance, &verdict),
               "the tolerance is not between 0 and 1");
  }
  const char* text = "";
  expect_bad(touchstone_truth_certificate(nullptr, 0, &text), "truth is NULL");
  EXPECT_EQ(text, nullptr);
  expect_bad(touchstone_truth_certificate(truth.get(), 0, nullptr), "text is NULL");
  const Body body = cube(.5);
  const Solved concentric = solved(body.get(), at(0, 0, 0), body.get(), at(0, 0, 0));
  expect_bad(touchstone_truth_certificate(concentric.get(), 1, &text), "rho is undefined: ");
  EXPECT_EQ(touchstone_truth_rho(concentric.get(), nullptr, nullptr), nullptr);
}

TEST(Library, BadCampaignsAreOneLine) {
  const touchstone_truth_function function = [](void*, const touchstone_truth_question*,
                                                touchstone_truth_answer*, char*) { return 0; };
  const touchstone_truth_campaign good = {"random-boxes", 2, 42, 1e-8, 0};
  touchstone_truth_campaign unknown = good;
  unknown.families = "random-boxes,no-such-family";
  touchstone_truth_campaign loose = good;
  loose.tolerance = 2;
  char* json = nullptr;
  const auto run = touchstone_truth_validate;
  expect_bad(run(&unknown, "f", function, nullptr, &json), "unknown family 'no-such-family'");
  expect_bad(run(&loose, "f", function, nullptr, &json), "the tolerance is not between 0 and 1");
  expect_bad(run(nullptr, "f", function, nullptr, &json), "campaign is NULL");
  expect_bad(run(&good, nullptr, function, nullptr, &json), "name is NULL");
  expect_bad(run(&good, "f", nullptr, nullptr, &json), "function is NULL");
  expect_bad(run(&good, "f", function, nullptr, nullptr), "json is NULL");
  EXPECT_EQ(json, nullptr);
}

TEST(Library, GivesCertificatesOfPhiAndRho) {
  const Solved truth = overlapping_cubes();
  for (const int of_rho : {0, 1}) {
    const char* text = nullptr;
    const auto status = touchstone_truth_certificate(truth.get(), of_rho, &text);
    ASSERT_EQ(status.code, TOUCHSTONE_TRUTH_OK) << status.text;
    EXPECT_THAT(text, testing::StartsWith("touchstone.certificate/1\n"));
    EXPECT_THAT(text, HasSubstr(of_rho != 0 ? "\nclaim rho" : "\nclaim phi"));
    const char* again = nullptr;
    touchstone_truth_certificate(truth.get(), of_rho, &again);
    EXPECT_EQ(again, text) << "it belongs to the truth";
  }
}

/// All that a truth says.
std::string everything(const touchstone_truth* truth) {
  double phi_tail = 0;
  double rho = 0;
  double rho_tail = 0;
  std::ostringstream all;
  all << std::hexfloat << touchstone_truth_sign(truth) << ' '
      << touchstone_truth_phi(truth, &phi_tail) << ' ' << phi_tail << ' '
      << touchstone_truth_phi_squared(truth) << ' ' << touchstone_truth_size(truth);
  for (std::size_t k = 0; k < touchstone_truth_direction_count(truth); ++k) {
    std::array<double, 3> normal{};
    touchstone_truth_points points{};
    EXPECT_EQ(touchstone_truth_normal(truth, k, normal.data()), 1);
    EXPECT_EQ(touchstone_truth_points_of(truth, k, &points), 1);
    for (std::size_t i = 0; i < 3; ++i) {
      all << ' ' << touchstone_truth_direction(truth, k, i) << ' ' << normal.at(i) << ' '
          << points.A[i] << ' ' << points.low_A[i] << ' ' << points.high_B[i];
    }
  }
  const char* exact_rho = touchstone_truth_rho(truth, &rho, &rho_tail);
  all << ' ' << (exact_rho != nullptr ? exact_rho : touchstone_truth_rho_note(truth)) << ' ' << rho
      << ' ' << rho_tail << touchstone_truth_vector(truth);
  const char* text = nullptr;
  EXPECT_EQ(touchstone_truth_certificate(truth, 0, &text).code, TOUCHSTONE_TRUTH_OK);
  touchstone_truth_answer answer{};
  answer.gives_value = 1;
  answer.value = .125;
  touchstone_truth_verdict verdict{};
  touchstone_truth_judge(truth, &answer, 1e-8, &verdict);
  all << text << verdict.word << verdict.error;
  return all.str();
}

#ifdef __x86_64__
/// Answers of a few hard pairs under one floating-point state.
std::vector<std::string> answers_in(unsigned control, const std::vector<Case>& cases) {
  const unsigned before = _mm_getcsr();
  std::vector<std::string> answers;
  _mm_setcsr(control);
  for (const Case& c : cases) {
    const Solved found = solved(c.pair());
    answers.push_back(everything(found.get()));
    constexpr unsigned kFlags = 0x3f;
    EXPECT_EQ(_mm_getcsr() & ~kFlags, control & ~kFlags) << "the caller's state is not restored";
  }
  _mm_setcsr(before);
  return answers;
}

TEST(Library, TheCallersFloatingPointStateIsIgnoredAndKept) {
  std::vector<Case> cases;
  for (const char* id : {"denormal:42:3", "random-boxes:42:0", "random-hulls-16-deep:42:1",
                         "kissing-vertex-face-rotated:42:0"}) {
    cases.push_back(make_case(id).value());
  }
  constexpr unsigned kDefault = 0x1f80;
  constexpr unsigned kFlush = 0x8040;  // flush to zero, denormals are zero
  const std::vector<std::string> expected = answers_in(kDefault, cases);
  for (unsigned rounding = 0; rounding < 4; ++rounding) {
    for (const unsigned flush : {0U, kFlush}) {
      EXPECT_TRUE(answers_in(kDefault | rounding << 13U | flush, cases) == expected)
          << "rounding mode " << rounding << ", flush " << flush;
    }
  }
}
#endif

constexpr std::size_t kThreads = 8;

TEST(Library, ThreadsShareBodies) {
  const Body body = cube(.5);
  std::vector<std::thread> threads;
  std::array<int, kThreads> right{};
  for (int& count : right) {
    threads.emplace_back([&] {
      for (int k = 1; k <= 100; ++k) {
        const Solved truth = solved(body.get(), at(0, 0, k), body.get(), at(0, 0, 0));
        count += touchstone_truth_phi(truth.get(), nullptr) == k - 1 ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(right, testing::Each(100));
}

TEST(Library, ThreadsShareTruthsAndMakeTheirPartsAtOnce) {
  for (const char* id : {"random-hulls-16-deep:42:1", "random-hulls-16-separated:42:2",
                         "kissing-face-face-rotated:42:0", "denormal:42:3"}) {
    const Case c = make_case(id).value();
    const std::string expected = everything(solved(c.pair()).get());
    const Solved shared = solved(c.pair());
    std::vector<std::thread> threads;
    std::array<std::string, kThreads> said;
    for (std::string& text : said) {
      threads.emplace_back([&] { text = everything(shared.get()); });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_THAT(said, testing::Each(expected)) << id;
  }
}

/// Memory of the process [kB].
long resident_kB() {
  std::ifstream statm("/proc/self/statm");
  long all = 0;
  long resident = 0;
  statm >> all >> resident;
  return resident * 4;
}

TEST(Library, MemoryDoesNotGrowFromCallToCall) {
  const Body body = cube(.5);
  const auto ask = [&](int k) {
    solved(body.get(), at(0, 0, .5 + 1e-3 * k), body.get(), at(0, 0, 0));
  };
  for (int k = 0; k < 2000; ++k) ask(k);
  const long before = resident_kB();
  for (int k = 0; k < 20'000; ++k) ask(k % 2000);
  EXPECT_LE(resident_kB() - before, 1024);
}

}  // namespace
}  // namespace touchstone
