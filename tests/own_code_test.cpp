// SPDX-License-Identifier: GPL-3.0-or-later
// `ask --dump --as cpp|gtest|catch2|python`: tests of one's own code, which compile or run as they
// are written, and say what a function says that is filled in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;

/// libccd's EPA says 0.94 m of 1.44 m here.
constexpr const char* kFailing = "random-boxes:42:680";
constexpr const char* kCatch2 = "/usr/include/catch2/catch_test_macros.hpp";

/// The part of Catch2 that one test needs, where Catch2 is not installed.
constexpr const char* kCatch2StandIn = R"(#include <cstdio>
static int failed = 0;
#define CHECK(condition) ((condition) ? 0 : (std::printf("CHECK( %s )\n", #condition), ++failed))
#define FAIL(text) return (void)(std::printf("%s\n", text), ++failed)
#define TEST_CASE(name) \
  static void test();   \
  int main() {          \
    test();             \
    return failed;      \
  }                     \
  static void test()
)";

/// A test of the shrunk failure as one form writes it, and with its function filled in.
class OwnCode : public testing::TestWithParam<std::string> {
 protected:
  OwnCode() : file_(folder_.path(is_python() ? "pair.py" : "pair.cpp")) {
    std::filesystem::create_directory(folder_.path("catch2"));
    folder_.write("catch2/catch_test_macros.hpp", kCatch2StandIn);
  }

  static bool is_python() { return GetParam() == "python"; }

  void dump(const std::vector<std::string>& question) {
    std::vector<std::string> words = question;
    words.insert(words.begin(), "ask");
    words.insert(words.end(), {"--dump", file_, "--as", GetParam()});
    const Ran ran = run_touchstone(words);
    ASSERT_LE(ran.exit_code, 1) << ran.err;
    written_ = read_text(file_);
  }

  /// Runs it with the function as written or, where `phi` is given, with this answer. Of an empty
  /// normal there is none.
  Ran run(const std::string& phi = "", const std::vector<double>& normal = {}) const {
    std::string text = written_;
    if (!phi.empty()) {
      const std::string from = is_python()
                                   ? R"(raise NotImplementedError("fill in signed_distance"))"
                                   : "(void)normal;\n  return NAN;";
      const std::size_t at = text.find(from);
      EXPECT_NE(at, std::string::npos) << text;
      text.replace(at, from.size(), filled_in(phi, normal));
    }
    return run_text(text);
  }

 private:
  static std::string filled_in(const std::string& phi, const std::vector<double>& normal) {
    const std::string list = json(normal).dump();
    if (is_python()) return "return " + phi + ", " + (normal.empty() ? "None" : list);
    std::string text = normal.empty() ? "(void)normal;" : "";
    for (std::size_t k = 0; k < normal.size(); ++k) {
      text += "normal[" + std::to_string(k) + "] = " + json(normal[k]).dump() + ";";
    }
    return text + " return " + phi + ";";
  }

  Ran run_text(const std::string& text) const {
    const std::string file = folder_.write(is_python() ? "filled.py" : "filled.cpp", text);
    if (is_python()) return run_program({TOUCHSTONE_PYTHON, file});
    std::vector<std::string> words = {TOUCHSTONE_CXX, "-std=c++17", "-Wall", "-Wextra",
                                      "-Werror",      file,         "-o",    folder_.path("test")};
    if (GetParam() == "gtest") words.insert(words.end(), {"-lgtest", "-lgtest_main", "-pthread"});
    if (GetParam() == "catch2" && std::filesystem::exists(kCatch2)) {
      words.insert(words.end(), {"-lCatch2Main", "-lCatch2"});
    } else if (GetParam() == "catch2") {
      words.push_back("-I" + folder_.path(""));
    }
    Ran ran = run_program(words);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    return ran.exit_code != 0 ? ran : run_program({folder_.path("test")});
  }

  ScratchFolder folder_;
  std::string file_;
  std::string written_;
};

/// The truth of the shrunk pair.
json shrunk_truth() {
  const ScratchFolder folder;
  const std::string file = folder.path("small.json");
  run_touchstone({"ask", kFailing, "--metric", "gjk_epa", "--shrink", "--dump", file});
  return json::parse(run_touchstone({"ask", file, "--json", "-"}).out).at("cases").at(0);
}

TEST_P(OwnCode, FailsAsItIsWrittenAndTellsARightFunctionFromAWrongOne) {
  if (GetParam() == "gtest" && !std::filesystem::exists("/usr/include/gtest/gtest.h")) {
    GTEST_SKIP() << "no GoogleTest in /usr/include: its pasted test is not compiled";
  }
  ASSERT_NO_FATAL_FAILURE(dump({kFailing, "--metric", "gjk_epa", "--shrink"}));
  const Ran written = run();
  EXPECT_EQ(written.exit_code, 1);
  EXPECT_THAT(written.out + written.err, HasSubstr("fill"));
  const json truth = shrunk_truth();
  const std::string phi = truth.at("phi").dump();
  const auto normal = truth.at("normals").at(0).get<std::vector<double>>();
  const Ran right = run(phi, normal);
  EXPECT_EQ(right.exit_code, 0) << right.out << right.err;
  EXPECT_EQ(run(phi).exit_code, 0) << "without a normal";
  constexpr double kLonger = 1 + 5e-7;
  EXPECT_EQ(run(phi, {kLonger * normal[0], kLonger * normal[1], kLonger * normal[2]}).exit_code, 0);
  EXPECT_EQ(run(phi + " + 1e-6", normal).exit_code, 1);
  EXPECT_EQ(run(phi, {-normal[0], -normal[1], -normal[2]}).exit_code, 1) << "from A to B";
  EXPECT_EQ(run(phi, {0.5 * normal[0], 0.5 * normal[1], 0.5 * normal[2]}).exit_code, 1)
      << "of half the length";
}

TEST_P(OwnCode, TakesFlatBodiesAndAnyId) {
  const ScratchFolder folder;
  const std::string file = folder.write("flat.json", R"({"id": "a \"flat\" */ one -- \u00e9", "a":
      {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
      "b": {"vertices": [[0, 0, 0]]}, "pose_b": {"t": [0, 0, 4], "q": [1, 0, 0, 0]},
      "claim": {"phi": 3, "by": "an \"engine\" */"}})");
  if (GetParam() == "gtest" && !std::filesystem::exists("/usr/include/gtest/gtest.h")) {
    GTEST_SKIP() << "no GoogleTest in /usr/include: its pasted test is not compiled";
  }
  ASSERT_NO_FATAL_FAILURE(dump({file}));
  EXPECT_EQ(run("4.0", {0, 0, -1}).exit_code, 0);
  EXPECT_EQ(run("3.0", {0, 0, -1}).exit_code, 1);
}

INSTANTIATE_TEST_SUITE_P(Forms, OwnCode, testing::Values("cpp", "gtest", "catch2", "python"));

}  // namespace
}  // namespace touchstone
