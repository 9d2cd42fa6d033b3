// SPDX-License-Identifier: GPL-3.0-or-later
// The certificate files that `ask` writes, as both checkers of portable/ see them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "tests/program.hpp"
#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

constexpr const char* kScript = TOUCHSTONE_SOURCE_DIR "/portable/check_certificate.py";

/// What both checkers say of a certificate; with a case file if `cases` is not empty.
Ran checked(const std::string& certificate, const std::string& cases = "") {
  const ScratchFolder folder;
  std::vector<std::string> words = {folder.write("file.cert", certificate)};
  if (!cases.empty()) words.insert(words.end(), {"--case", folder.write("cases.json", cases)});
  std::vector<std::string> python = {TOUCHSTONE_PYTHON, "-B", kScript};
  python.insert(python.end(), words.begin(), words.end());
  words.insert(words.begin(), TOUCHSTONE_CHECKER);
  const Ran by_python = run_program(python);
  Ran by_c = run_program(words);
  EXPECT_EQ(by_python.exit_code, by_c.exit_code) << by_python.err << by_python.out << by_c.err;
  if (by_c.exit_code == 0) {
    EXPECT_EQ(by_python.out, by_c.out);
  }
  if (by_c.exit_code == 2) {
    EXPECT_EQ(std::count(by_python.err.begin(), by_python.err.end(), '\n'), 1) << by_python.err;
    EXPECT_EQ(std::count(by_c.err.begin(), by_c.err.end(), '\n'), 1) << by_c.err;
  }
  by_c.out += by_python.out;
  return by_c;
}

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), with);
}

std::string nines(int count) { return std::string(static_cast<std::size_t>(count), '9'); }

/// Two cubes of half-width 1, the second one moved along x and turned by q.
std::string cubes(const std::string& x, const std::string& q = "[1, 0, 0, 0]",
                  const std::string& a = R"({"box_half_extents": [1, 1, 1]})") {
  return R"({"a": )" + a + R"(, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
  "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [)" +
         x + R"(, 0, 0], "q": )" + q + "}}";
}

std::string certificate_of(const std::string& cases, const std::vector<std::string>& more = {}) {
  std::vector<std::string> words = {"ask", "-", "--certificate", "-"};
  words.insert(words.end(), more.begin(), more.end());
  const Ran ran = run_touchstone(words, cases);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  return ran.out;
}

TEST(CertificateFiles, AreAcceptedByBothCheckersAndProveNothingFalseWhenChanged) {
  const Ran ran =
      run_program({TOUCHSTONE_PYTHON, "-B", TOUCHSTONE_SOURCE_DIR "/tests/certificate_files.py",
                   "--program", TOUCHSTONE_PROGRAM, "--checker", TOUCHSTONE_CHECKER_LIBRARY,
                   "--cases", "1", "--changes", "5"});
  EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("132 certificates accepted by both; 660 changed files"));
  EXPECT_THAT(ran.out, EndsWith("\n0 faults\n"));
}

TEST(CertificateFiles, BelongToTheCaseOfTheirBodies) {
  const std::string turned = cubes("2.5", "[0.8, 0.1, 0.3, 0.5]");
  const std::string apart = certificate_of(turned);
  EXPECT_THAT(checked(apart, turned).out, HasSubstr("\ncase 1 of the file\ns VERIFIED\n"));
  const std::string second_of_three = "[" + cubes("2") + ", " + turned + ", " + cubes("3") + "]";
  const Ran second = checked(apart, second_of_three);
  EXPECT_THAT(second.out, HasSubstr("\ncase 2 of the file\ns VERIFIED\n"));
  for (const std::string& other :
       {cubes("2.5"), cubes("2.5000000000000004", "[0.8, 0.1, 0.3, 0.5]"),
        cubes("2.5", "[0.8, 0.1, 0.3, 0.5000000000001]")}) {
    const Ran ran = checked(apart, other);
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_THAT(ran.out, HasSubstr("s NOT VERIFIED: the pose of"));
  }
  EXPECT_THAT(checked(apart, "[" + cubes("2") + ", " + cubes("3") + "]").out,
              HasSubstr("s NOT VERIFIED: its bodies are those of no case\n"));
  EXPECT_EQ(checked(apart, "{}").exit_code, 2);
  EXPECT_EQ(checked(apart, turned + "]").exit_code, 2);
}

TEST(CertificateFiles, HoldForAllVerticesOfTheCase) {
  const std::string corners =
      "[[-1,-1,-1],[1,-1,-1],[-1,1,-1],[1,1,-1],[-1,-1,1],[1,-1,1],[-1,1,1],[1,1,1]";
  const auto with = [&](const std::string& more) {
    return cubes("3", "[1, 0, 0, 0]", R"({"vertices": )" + corners + more + "]}");
  };
  // A copy and a point inside are not in the certificate.
  const std::string many = with(", [0, 0, 0.5], [1, 1, 1]");
  const std::string apart = certificate_of(many);
  EXPECT_THAT(apart, HasSubstr("body A 8\n"));
  EXPECT_EQ(checked(apart, many).exit_code, 0);
  const Ran nearer = checked(apart, with(", [1.5, 0, 0]"));
  EXPECT_EQ(nearer.exit_code, 1);
  EXPECT_THAT(nearer.out, HasSubstr("s NOT VERIFIED: the gap along the direction is less\n"));
  const std::string ratio = certificate_of(many, {"--ratio-form", "rho"});
  EXPECT_EQ(checked(ratio).exit_code, 0);
  EXPECT_THAT(checked(ratio, many).out, HasSubstr("interior point"));
}

TEST(CertificateFiles, ProveSingleBounds) {
  const std::string deep = certificate_of(cubes("1.5"));
  ASSERT_THAT(deep, HasSubstr("\nclaim phi = - 1 4\n"));
  const std::size_t direction = deep.find("direction ");
  const std::size_t cover = deep.find("cover\n");
  const std::string bodies = deep.substr(deep.find("body A"), direction - deep.find("body A"));
  const auto with = [&](const std::string& claim, const std::string& evidence) {
    return checked("touchstone.certificate/1\nclaim " + claim + "\n" + bodies + evidence + "end\n")
        .exit_code;
  };
  const std::string line = deep.substr(direction, cover - direction);
  const std::string tree = deep.substr(cover, deep.size() - cover - 4);
  EXPECT_EQ(with("phi >= - 1 4", line), 0);
  EXPECT_EQ(with("phi >= - 249 1000", line), 1);
  EXPECT_EQ(with("phi >= 0 0 1", line), 1);
  EXPECT_EQ(with("phi <= - 1 4", tree), 0);
  EXPECT_EQ(with("phi <= - 1 5", tree), 0);
  EXPECT_EQ(with("phi <= - 251 1000", tree), 1);
  // Vertex 1 of A is (1, -1, -1), vertex 0 of B (0.5, -1, -1), vertex 2 of B (0.5, 1, -1).
  EXPECT_EQ(with("phi <= + 1 4", "pair 1 1 0\n"), 0);
  EXPECT_EQ(with("phi <= + 1 5", "pair 1 1 0\n"), 1);
  EXPECT_EQ(with("phi <= + 1 4", "pair 1 8 0\n"), 2);
  EXPECT_EQ(with("phi <= + 5 4", "pair 1 1 0\npair 1 1 2\n"), 0);
  EXPECT_EQ(with("phi <= + 5 4", "pair 1 1 0\npair 2 1 2\n"), 1);
  EXPECT_EQ(with("gap -0x1p+0 0x0p+0 0x0p+0 <= - 1 4", "pair 1 1 0\n"), 0);
  EXPECT_EQ(with("gap -0x1.8p+3 0x0p+0 0x0p+0 <= - 26 100", "pair 1 1 0\n"), 1);
  EXPECT_EQ(with("far A 0x1.8p+0 0x0p+0 0x0p+0 > 24 100", "direction 1 0 0\n"), 0);
  EXPECT_EQ(with("far A 0x1.8p+0 0x0p+0 0x0p+0 > 1 4", "direction 1 0 0\n"), 1);
  EXPECT_EQ(with("far B 0x1p-2 0x0p+0 0x0p+0 > 1 17", "direction -1 0 0\n"), 0);
}

TEST(CertificateFiles, ThatAreNoneAreRejected) {
  const std::string deep = certificate_of(cubes("1.5"));
  ASSERT_EQ(checked(deep).exit_code, 0);
  const std::vector<std::array<std::string, 2>> changes = {{"certificate/1", "certificate/2"},
                                                           {"claim phi = - 1", "claim phi == - 1"},
                                                           {"- 1 4", "- 1 0"},
                                                           {"- 1 4", "- 01 4"},
                                                           {"- 1 4", "0 1 4"},
                                                           {"- 1 4", "- +1 4"},
                                                           {"- 1 4", "- 1 " + nines(5001)},
                                                           {"body A 8", "body A 9"},
                                                           {"body A 8", "body A 7"},
                                                           {"body B 8", "body A 8"},
                                                           {"0x1p+0", "1"},
                                                           {"0x1p+0", "0x1.0p+0"},
                                                           {"0x1p+0", "0x2p-1"},
                                                           {"0x1p+0", "0x1p+1024"},
                                                           {"0x1p+0", "0x1p+00"},
                                                           {"0x1p+0", "0x0.8p-1023"},
                                                           {"0x1p+0", "0X1p+0"},
                                                           {"0x1p+0", "nan"},
                                                           {"direction -1", "direction  -1"},
                                                           {"direction -1", "direction -0"},
                                                           {"direction -1 0 0", "direction 0 0 0"},
                                                           {"cover\n", ""},
                                                           {"cover\n", "cover\ncover\n"},
                                                           {"\nleaf ", "\nleaf 8"},
                                                           {"\nleaf ", "\nleaf -"},
                                                           {"\nleaf ", "\nsplit 0 0 1\nleaf "},
                                                           {"\nend\n", "\nend"},
                                                           {"\nend\n", "\nend\n\n"},
                                                           {"\nend\n", "\nend\nend\n"},
                                                           {"\nend\n", "\r\nend\n"},
                                                           {"\nend\n", "\n"},
                                                           {"interior", "Interior"}};
  for (const auto& [what, with] : changes) {
    EXPECT_EQ(checked(replaced(deep, what, with)).exit_code, 2) << what << " -> " << with;
  }
  EXPECT_EQ(checked("").exit_code, 2);
}

TEST(CertificateFiles, HaveNumbersUpTo5000Digits) {
  const std::string deep = certificate_of(cubes("1.5"));
  const Ran ran = checked(replaced(deep, "- 1 4", "- 1 " + nines(5000)));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("s NOT VERIFIED"));
}

TEST(CertificateFiles, HaveCoversUpTo500Levels) {
  const std::string deep = certificate_of(cubes("1.5"));
  const std::string head = deep.substr(0, deep.find("leaf "));
  const auto nested = [&](int levels) {
    std::string text = head;
    for (int k = 0; k < levels; ++k) text += "split 1 1 0\n";
    for (int k = 0; k < levels + 8; ++k) text += "leaf 0 0\n";
    return checked(text + "end\n").exit_code;
  };
  EXPECT_EQ(nested(500), 1);
  EXPECT_EQ(nested(501), 2);
}

/// A right certificate, and a case file that is spelt unusually: both checkers accept them.
TEST(CertificateFiles, ReadJsonByTheSameRules) {
  const std::string good = cubes("2.5");
  const std::string apart = certificate_of(good);
  const auto with = [&](const std::string& what, const std::string& put) {
    return checked(apart, replaced(good, what, put)).exit_code;
  };
  const auto ignored = [&](const std::string& value) {
    return with("{\"a\"", "{\"x\": " + value + ", \"a\"");
  };
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(checked(apart, "\xef\xbb\xbf" + good).exit_code, 0);
  EXPECT_EQ(checked(apart, "\xef\xbb\xbf\xef\xbb\xbf" + good).exit_code, 2);
  EXPECT_EQ(checked(apart, good + "\r\n").exit_code, 0);
  EXPECT_EQ(checked(apart, good + std::string(1, '\0')).exit_code, 2);
  EXPECT_EQ(checked(apart, " ").exit_code, 2);
  EXPECT_EQ(checked(apart, "[]").exit_code, 2);
  // What is ignored has to be JSON, in any bytes beyond ASCII.
  for (const char* value : {"1e999", "-0.5E+3", "\"\\u00e9 \xc3\xa9 \xff\"", "[true, false, null]",
                            "{\"a\": 1, \"a\": 2}", "{}"}) {
    EXPECT_EQ(ignored(value), 0) << value;
  }
  EXPECT_EQ(ignored(nines(6000)), 0);
  EXPECT_EQ(ignored(nested(99)), 0);
  EXPECT_EQ(ignored(nested(100)), 2);
  EXPECT_EQ(ignored(nested(100'000)), 2);
  for (const char* value :
       {"NaN",       "Infinity", "-Infinity", "+1",     "01",          "1.",   ".5",
        "1e",        "0x1p0",    "\"\\x\"",   "\"\t\"", "\"\\u00g0\"", "[1,]", "[,1]",
        "{\"b\" 1}", "{1: 2}",   "tru",       "\xff",   "'x'",         "",     "1 2"}) {
    EXPECT_EQ(ignored(value), 2) << value;
  }
  // What is read is numbers, there once.
  EXPECT_EQ(with("[2.5, 0", "[25e-1, -0"), 0);
  EXPECT_EQ(with("\"t\": [2.5", "\"\\u0074\": [2.5"), 0);
  EXPECT_EQ(with("[2.5, 0", "[1e999, 0"), 2);
  EXPECT_EQ(with("[2.5, 0", "[true, 0"), 2);
  EXPECT_EQ(with("[2.5, 0", "[[2.5], 0"), 2);
  EXPECT_EQ(with("[2.5, 0", "[2.5"), 2);
  EXPECT_EQ(with("\"pose_b\": {", "\"pose_b\": {\"t\": [2.5, 0, 0], "), 2);
  EXPECT_EQ(with("\"pose_b\": {", "\"pose_b\": {\"scale\": [], "), 2);
  EXPECT_EQ(with("\"b\": {", "\"b\": {\"radius\": 0, "), 2);
  EXPECT_EQ(with("\"b\": {", "\"b\": {\"facets\": \"none\", "), 0);
}

TEST(CertificateFiles, BelongToOnePairOfVectors) {
  const auto file = [](const std::string& pairs) {
    return R"({"schema":"touchstone.vectors/1","a":{"radius":1},"groups":[{"needs":[],"pairs":[)" +
           pairs + "]}]}";
  };
  const std::string apart = certificate_of(cubes("2.5"));
  const auto in = [&](const std::string& pairs) { return checked(apart, file(pairs)); };
  EXPECT_EQ(in(cubes("2.5")).exit_code, 2) << "what has a body of its own is a case";
  const auto pairs = [&](const std::string& text) {
    return checked(apart, R"({"groups":[{"pairs":[)" + text + "]}]}");
  };
  const Ran second = pairs(cubes("3") + "," + cubes("2.5"));
  EXPECT_EQ(second.exit_code, 0);
  EXPECT_THAT(second.out, HasSubstr("\ncase 2 of the file\ns VERIFIED\n"));
  const Ran other = pairs(cubes("3"));
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_THAT(other.out, HasSubstr("s NOT VERIFIED: the pose of a body is not the case's\n"));
  const Ran none = pairs(cubes("3") + "," + cubes("4"));
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.out, HasSubstr("s NOT VERIFIED: its bodies are those of no case\n"));
  EXPECT_EQ(pairs(cubes("[]")).exit_code, 2);
  EXPECT_EQ(pairs("").exit_code, 2);
}

TEST(CertificateFiles, AreOfOneCaseAndOfWhatHasAProof) {
  expect_one_line_refusal(
      run_touchstone({"ask", "-", "--certificate", "-"}, "[" + cubes("1") + "," + cubes("2") + "]"),
      "--certificate: is for one case");
  expect_one_line_refusal(
      run_touchstone({"ask", "-", "--certificate", "-", "--ratio-form", "growth"}, cubes("1")),
      "--certificate: proves phi, or with --ratio-form rho");
  expect_one_line_refusal(
      run_touchstone({"ask", "-", "--certificate", "-", "--ratio-form", "rho"}, cubes("0")),
      "has no certificate: rho is undefined: interior points coincide");
}

}  // namespace
}  // namespace touchstone
