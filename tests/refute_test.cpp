// SPDX-License-Identifier: GPL-3.0-or-later
// `ask --refute`: what it writes, as both checkers of portable/ see it, and what it refuses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Two cubes of half-width 1, the second one moved along x and by 0.25 m along y.
std::string cubes(const std::string& x) {
  return R"({"a": {"box_half_extents": [1, 1, 1]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
  "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [)" +
         x + R"(, 0.25, 0], "q": [1, 0, 0, 0]}})";
}

/// What both checkers say of a certificate of the case is that it is verified.
void expect_verified(const std::string& certificate, const std::string& cases) {
  const std::string script = TOUCHSTONE_SOURCE_DIR "/portable/check_certificate.py";
  for (const std::vector<std::string>& checker :
       {std::vector<std::string>{TOUCHSTONE_PYTHON, "-B", script},
        std::vector<std::string>{TOUCHSTONE_CHECKER}}) {
    std::vector<std::string> words = checker;
    words.insert(words.end(), {certificate, "--case", cases});
    const Ran ran = run_program(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_THAT(ran.out, EndsWith("\ns VERIFIED\n"));
  }
}

/// Refutes an answer to the cubes, and has the certificate checked. What is printed from the refutation on.
std::string refuted(const std::string& x, const std::string& answer, const std::string& claim) {
  const ScratchFolder folder;
  const std::string cases = folder.write("pair.json", cubes(x));
  const std::string file = folder.path("wrong.cert");
  const Ran ran =
      run_touchstone({"ask", cases, "--answer", folder.write("a.json", answer), "--refute", file});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\nclaim"));
  EXPECT_THAT(read_text(file), StartsWith("touchstone.certificate/1\nclaim " + claim));
  expect_verified(file, cases);
  const std::size_t at = ran.out.find("refuted: ");
  const std::size_t end = ran.out.find("\nwrote ");
  EXPECT_LT(at, end) << ran.out;
  if (at >= end || end == ran.out.npos) return "";
  const std::string text = ran.out.substr(at, end + 1 - at);
  EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 10) << text;
  return text;
}

TEST(Refute, EveryWrongPartOfAnAnswerByItsClaim) {
  EXPECT_THAT(refuted("1.5", R"({"phi": -0.75, "by": "x"})", "phi >= - 1 4\n"),
              HasSubstr("refuted: claim by x\n  A direction from B to A: u = (-1, 0, 0).\n"));
  EXPECT_THAT(refuted("1.5", R"({"phi": -0.25, "normal": [0, -1, 0]})", "phi <= - 1 4\n"),
              HasSubstr("  n.(a - b) = -1.75.\n  You say -0.25: moved by 0.25 n the bodies still "
                        "overlap by 1.5 along n.\n"));
  EXPECT_THAT(refuted("1.5", R"({"phi": 0.25})", "phi <= - 1 4\n"), HasSubstr("8 cones"));
  EXPECT_THAT(refuted("2.5", R"({"phi": 0.75})", "phi <= + 1 4\n"), HasSubstr("|p - q| = 0.5"));
  EXPECT_THAT(refuted("2.5", R"({"phi": -0.1})", "phi >= + 1 4\n"), HasSubstr("u.(a - b) = 0.5"));
  EXPECT_THAT(refuted("1.5", R"({"phi": -0.5, "normal": [0, -1, 0]})",
                      "gap 0x0p+0 -0x1p+0 0x0p+0 <= - 49 16\n"),
              HasSubstr(" 0.5. The certificate is of n; that of u is --certificate FILE.\n"));
  EXPECT_THAT(refuted("1.5", R"({"phi": -0.5, "points": [[1.5, 0, 0], [0.5, 0, 0]]})",
                      "far A 0x1.8p+0 0x0p+0 0x0p+0 > "),
              HasSubstr("  u.(p - a) = 0.5: p is so far outside A.\n"));
  EXPECT_THAT(refuted("1.5", R"({"phi": -0.5, "points": [[1, 0, 0], [0.25, 0, 0]]})",
                      "far B 0x1p-2 0x0p+0 0x0p+0 > "),
              HasSubstr("  u.(p - b) = 0.25: p is so far outside B.\n"));
}

TEST(Refute, TheAnswerOfAMetricAndOfTheShrunkPair) {
  const ScratchFolder folder;
  const std::string file = folder.path("wrong.cert");
  const std::string cases = folder.path("case.json");
  const std::vector<std::string> words = {
      "ask", "random-boxes:42:680", "--metric", "gjk_epa", "--refute", file, "--dump", cases};
  EXPECT_THAT(run_touchstone(words).out, HasSubstr("\nrefuted: gjk_epa\n  Your normal: n = "));
  expect_verified(file, cases);
  std::vector<std::string> shrinking = words;
  shrinking.emplace_back("--shrink");
  EXPECT_THAT(run_touchstone(shrinking).out, HasSubstr("\nrefuted: gjk_epa, on the shrunk pair\n"));
  expect_verified(file, cases);
}

TEST(Refute, WritesTheCertificateAloneToStandardOutput) {
  const ScratchFolder folder;
  const Ran ran = run_touchstone(
      {"ask", "-", "--answer", folder.write("a.json", R"({"phi": 0})"), "--refute", "-"},
      cubes("1.5"));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, StartsWith("touchstone.certificate/1\n"));
  EXPECT_THAT(ran.out, EndsWith("\nend\n"));
}

TEST(Refute, SaysWhatHasNoRefutationAndOverwritesNothing) {
  const ScratchFolder folder;
  const std::string cases = folder.write("pair.json", cubes("1.5"));
  const std::string file = folder.write("wrong.cert", "an earlier one");
  const std::string phi = folder.write("phi.cert", "a proof");
  const auto expect_refusal = [&](std::vector<std::string> words, const std::string& says) {
    words.insert(words.begin(), {"ask", cases, "--refute", file, "--certificate", phi});
    expect_one_line_refusal(run_touchstone(words), says);
    EXPECT_EQ(read_text(file), "an earlier one");
    EXPECT_EQ(read_text(phi), "a proof");
  };
  const auto answered = [&](const std::string& answer) {
    return std::vector<std::string>{"--answer", folder.write("a.json", answer)};
  };
  expect_refusal(answered(R"({"phi": -0.5})"), "claim is judged right: there is nothing to refute");
  expect_refusal(answered(R"({"phi": -0.5, "normal": [-2, 0, 0]})"), "in its length alone");
  expect_refusal(answered(R"({"phi": -0.5, "points": [[0.75, 0, 0], [0.75, 0, 0]]})"),
                 "only do not belong together");
  expect_refusal(answered(R"({"phi": 1, "by": "a\nb"})"), "a.json: claim.by: must be one line");
  expect_refusal(answered(R"({"ph": 1})"), "a.json: unknown key 'ph'; did you mean phi?");
  expect_refusal(answered(R"({"phi": 1, "phi": 2})"), "a.json: an object has the key 'phi' twice");
  expect_refusal(answered("{}"), "a.json: claim.phi: is missing");
  expect_refusal(answered("-7.5"), R"(a.json: must be an object such as {"phi": -0.5})");
  expect_refusal({"--answer", "-7.5"}, R"(takes a file: echo '{"phi": -7.5}' > answer.json)");
  expect_refusal({"--answer", folder.path("none.json")}, "none.json: no such file");
  expect_one_line_refusal(run_touchstone({"ask", "-", "--answer", "-"}, cubes("1.5")),
                          "--answer: standard input is the case");
  const std::string one = "--refute is for one answer";
  expect_refusal({}, one);
  expect_refusal({"--metric", "certified,gjk"}, one);
  std::vector<std::string> both = answered(R"({"phi": 0})");
  both.insert(both.end(), {"--metric", "certified"});
  expect_refusal(both, one);
  expect_refusal({"--metric", "certified"}, "certified is judged right");
  expect_refusal({"--metric", "ratio_ray"}, "refutations are of phi");
  expect_refusal({"--metric", "certified", "--shrink"}, "there is nothing to shrink");
}

TEST(Refute, FindsOneForAllThatLibccdGetsWrong) {
  const Ran ran =
      run_program({TOUCHSTONE_PYTHON, "-B", TOUCHSTONE_SOURCE_DIR "/tests/refutations.py",
                   "--program", TOUCHSTONE_PROGRAM, "--checker", TOUCHSTONE_CHECKER, "--cases", "4",
                   "--family", "kissing-face-face-rotated,random-hulls-16-deep"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, Not(HasSubstr("refuted: 0 values")));
  EXPECT_THAT(ran.out, EndsWith("\n0 faults\n"));
}

}  // namespace
}  // namespace touchstone
