// SPDX-License-Identifier: GPL-3.0-or-later
// Shrunk failures and pasted programs, as a person meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/program.hpp"

namespace touchstone {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// libccd's EPA says 0.94 m of 1.44 m here.
constexpr const char* kFailing = "random-boxes:42:680";
/// A pair on which mpr is off by less than what it claims, and more than what is asked.
constexpr const char* kWithinOwn = "random-hulls-64-shallow:42:8";

json shrunk(const std::string& id, const std::string& metric) {
  const Ran ran = run_touchstone({"ask", id, "--metric", metric, "--shrink", "--json", "-"});
  return json::parse(ran.out).at("cases").at(0).at("metrics").at(0);
}

TEST(Shrink, AShrunkPairIsACaseFileThatFailsInTheSameWay) {
  const ScratchFolder folder;
  const json result = shrunk(kFailing, "gjk_epa");
  const json& small = result.at("shrunk");
  EXPECT_EQ(small.at("verdict"), result.at("verdict"));
  EXPECT_LE(small.at("vertices"), 12);
  EXPECT_LE(small.at("digits"), 3);
  const std::string file = folder.write("small.json", small.at("case").dump());
  const std::string name = small.at("case").at("id");
  const Ran named =
      run_touchstone({"ask", file, "--case", name, "--metric", "gjk_epa", "--json", "-"});
  EXPECT_EQ(named.exit_code, 1) << named.err;
  const json again = json::parse(named.out).at("cases").at(0).at("metrics").at(0);
  EXPECT_EQ(again.at("verdict"), result.at("verdict"));
  EXPECT_EQ(again.at("value"), small.at("value")) << "the same bits";
  const double before = result.at("error_rel_size");
  const double after = again.at("error_rel_size");
  EXPECT_LE(after, 10 * before);
  EXPECT_GE(after, before / 10);
}

TEST(Shrink, TheSameFailureIsShrunkToTheSamePair) {
  for (const char* id : {"random-boxes:42:680", "random-hulls-32-deep:42:7"}) {
    SCOPED_TRACE(id);
    const json first = shrunk(id, "mpr");
    EXPECT_EQ(first, shrunk(id, "mpr"));
  }
}

TEST(Shrink, OnATerminalThePairAndWhatWasFound) {
  const Ran ran = run_touchstone({"ask", kFailing, "--metric", "gjk_epa,certified", "--shrink"});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("gjk_epa shrunk: inaccurate, penetrating, edge-edge"));
  EXPECT_THAT(ran.out, HasSubstr("\"q\": ["));
  EXPECT_THAT(ran.out, HasSubstr("also found: "));
  // The shrunk pair's truth, and what is said of it.
  const auto small = ran.out.find("\nrandom-boxes:42:680-shrunk\n  phi ");
  ASSERT_NE(small, std::string::npos) << ran.out;
  EXPECT_THAT(ran.out.substr(small), HasSubstr("\ngjk_epa: inaccurate\n"));
  EXPECT_THAT(ran.out, HasSubstr("certified does not fail here: there is nothing to shrink"));
}

TEST(Shrink, DumpWritesTheShrunkCase) {
  const ScratchFolder folder;
  const std::string file = folder.path("small.json");
  const Ran ran =
      run_touchstone({"ask", kFailing, "--metric", "gjk_epa", "--shrink", "--dump", file});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("wrote " + file));
  const json written = json::parse(read_text(file));
  EXPECT_TRUE(written.at("pose_b").contains("q"));
  EXPECT_EQ(written, shrunk(kFailing, "gjk_epa").at("shrunk").at("case"));
  const Ran on_stdout =
      run_touchstone({"ask", kFailing, "--metric", "gjk_epa", "--shrink", "--dump", "-"});
  EXPECT_EQ(on_stdout.out, read_text(file));
}

TEST(Shrink, VerifyShowsASmallPairOfEachKind) {
  const Ran ran = run_touchstone({"verify", "--metric", "gjk_epa,certified", "--family",
                                  "random-boxes", "--cases", "700", "--shrink", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  const json verify = json::parse(ran.out);
  const json& failures = verify.at("failures");
  ASSERT_EQ(failures.size(), 1U) << "certified has none";
  EXPECT_EQ(failures[0].at("metric"), "gjk_epa");
  const json& row = verify.at("results").at(0);
  const std::uint64_t own = row.at("right_at_own_tolerance").get<std::uint64_t>();
  EXPECT_EQ(failures[0].at("failures"), row.at("cases").get<std::uint64_t>() - own);
  std::uint64_t sorted = 0;
  for (const json& kind : failures[0].at("kinds")) {
    sorted += kind.at("count").get<std::uint64_t>();
    EXPECT_LE(kind.at("shrunk").at("vertices"), 16);
    EXPECT_THAT(kind.at("id").get<std::string>(), StartsWith("random-boxes:42:"));
  }
  EXPECT_EQ(failures[0].at("sorted"), sorted);
  const Ran text = run_touchstone(
      {"verify", "--metric", "gjk_epa", "--family", "random-boxes", "--cases", "700", "--shrink"});
  EXPECT_THAT(text.out, HasSubstr("gjk_epa fails in "));
  EXPECT_THAT(text.out, HasSubstr(" x inaccurate, penetrating, edge-edge\n"));
  EXPECT_THAT(text.out, HasSubstr("--metric gjk_epa --shrink\n"));
}

TEST(Shrink, OfAFileTakesWhatMakesTheExitCode) {
  const ScratchFolder folder;
  const std::string file = folder.path("pair.json");
  ASSERT_EQ(run_touchstone({"ask", kWithinOwn, "--dump", file}).exit_code, 0);
  const Ran ran =
      run_touchstone({"verify", "--file", file, "--metric", "mpr", "--shrink", "--json", "-"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  const json record = json::parse(ran.out);
  EXPECT_EQ(record.at("results").at(0).at("right_at_own_tolerance"), 1);
  const json& found = record.at("failures").at(0);
  EXPECT_EQ(found.at("failures"), 1);
  EXPECT_FALSE(found.at("kinds").at(0).at("shrunk").is_null());
  // On families of the program the metric's own tolerance counts.
  const Ran asked = run_touchstone({"ask", kWithinOwn, "--metric", "mpr"});
  EXPECT_EQ(asked.exit_code, 0) << asked.out;
  EXPECT_THAT(asked.out, HasSubstr("mpr: inaccurate\n  tolerance  right to its own tolerance, "
                                   "1e-04, but not to 1e-08; the exit code does not count it\n"));
  const std::string pair = read_text(file);
  json other = json::parse(pair);
  other["id"] = "other";
  const Ran table = run_touchstone({"ask", "-", "--metric", "sat_float32,mpr"},
                                   "[" + pair + "," + other.dump() + "]");
  EXPECT_THAT(table.out,
              HasSubstr("sat_float32 is right to its own tolerance, but not to 1e-08 in 2 of 2\n"
                        "mpr is wrong in 2 of 2\n"));
  const Ran page = run_touchstone({"ask", kWithinOwn, "--metric", "mpr", "--html", "-"});
  EXPECT_THAT(page.out, HasSubstr("right to its own tolerance, 1e-04, but not to 1e-08"));
}

TEST(Shrink, WhatCannotBeShrunkIsOneLine) {
  const ScratchFolder folder;
  const std::string file = folder.path("x");
  struct Bad {
    std::vector<std::string> words;
    const char* said;
  };
  const std::vector<Bad> all = {
      {{"ask", kFailing, "--as", "fcl"}, "--as: has no effect here, only with --dump"},
      {{"ask", kFailing, "--dump", file, "--as", "stl"}, "unknown form 'stl'"},
      {{"ask", kFailing, "--metric", "gjk_epa,mpr", "--shrink", "--dump", file},
       "--shrink with --dump is for one metric"},
      {{"ask", kFailing, "--metric", "certified", "--shrink", "--dump", file},
       "certified does not fail on random-boxes:42:680: there is nothing to shrink"},
      {{"verify", "--shrink", "--db", file}, "--shrink: has no effect here, only on"}};
  for (const Bad& bad : all) {
    const Ran ran = run_touchstone(bad.words);
    EXPECT_EQ(ran.exit_code, 2) << bad.said;
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.err, HasSubstr(bad.said));
    EXPECT_FALSE(std::filesystem::exists(file)) << bad.said;
  }
  const std::string flat = folder.write("flat.json", R"({"id": "flat", "a": {"vertices":
      [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}, "pose_a": {"t": [0, 0, 0], "q": [1, 0, 0, 0]},
      "b": {"box_half_extents": [1, 1, 1]}, "pose_b": {"t": [0, 0, 4], "q": [1, 0, 0, 0]}})");
  const Ran ran = run_touchstone({"ask", flat, "--dump", file, "--as", "fcl"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--as fcl: body A is flat; this form has solids only"));
}

// Pasted programs.

/// Compiles what --as writes of a shrunk failure, and runs it.
class Pasted {
 public:
  Pasted(const std::string& id, const std::string& form) : file_(folder_.path(form + ".cpp")) {
    dumped_ = run_touchstone(
        {"ask", id, "--metric", "gjk_epa", "--shrink", "--dump", file_, "--as", form});
  }

  /// Writes a case as it is, without an answer.
  explicit Pasted(const std::vector<std::string>& id_and_form) : file_(folder_.path("pair.cpp")) {
    dumped_ = run_touchstone(
        {"ask", id_and_form[0], "--tolerance", "1e-5", "--dump", file_, "--as", id_and_form[1]});
  }

  Ran compile_and_run(std::vector<std::string> libraries) const {
    std::vector<std::string> words = {
        TOUCHSTONE_CXX, "-std=c++17", "-Wall", "-Wextra",
        "-Werror",      file_,        "-o",    folder_.path("pasted")};
    words.insert(words.end(), libraries.begin(), libraries.end());
    const Ran compiled = run_program(words);
    if (compiled.exit_code != 0) return compiled;
    return run_program({folder_.path("pasted")});
  }

  const Ran& dumped() const { return dumped_; }
  std::string text() const { return read_text(file_); }

 private:
  ScratchFolder folder_;
  std::string file_;
  Ran dumped_;
};

TEST(PastedProgram, OfLibccdGivesTheVeryAnswerThatWasJudgedWrong) {
  for (const char* id :
       {"random-boxes:42:680", "random-boxes:42:28", "random-hulls-32-deep:42:415"}) {
    SCOPED_TRACE(id);
    const Pasted pasted(id, "libccd");
    EXPECT_THAT(pasted.text(), StartsWith("// SPDX-License-Identifier: MIT\n"));
    const Ran ran = pasted.compile_and_run({"-lccd"});
    EXPECT_EQ(ran.exit_code, 1) << ran.err;
    const json small = shrunk(id, "gjk_epa").at("shrunk");
    const std::string says = "ccdGJKPenetration says ";
    ASSERT_THAT(ran.out, StartsWith(says));
    EXPECT_EQ(std::stod(ran.out.substr(says.size())), small.at("value").get<double>()) << ran.out;
  }
}

TEST(PastedProgram, OfFclShowsWhatFclSays) {
  if (!std::filesystem::exists("/usr/include/fcl/fcl.h")) {
    GTEST_SKIP() << "FCL is not installed: its pasted program is not compiled (libfcl-dev)";
  }
  const Pasted pasted(kFailing, "fcl");
  const Ran ran = pasted.compile_and_run({"-isystem", "/usr/include/eigen3", "-lfcl", "-lccd"});
  EXPECT_EQ(ran.exit_code, 1) << ran.err << "FCL 0.7 is wrong here: its contact is too deep";
  EXPECT_THAT(ran.out, HasSubstr("fcl::collide, GST_LIBCCD says "));
  EXPECT_THAT(ran.out, HasSubstr("fcl::distance says "));
}

TEST(PastedProgram, OfBulletShowsWhatBulletSays) {
  if (!std::filesystem::exists("/usr/include/bullet/btBulletCollisionCommon.h")) {
    GTEST_SKIP() << "Bullet is not installed: its pasted program is not compiled (libbullet-dev)";
  }
  const Pasted pasted(kFailing, "bullet");
  const Ran ran = pasted.compile_and_run(
      {"-isystem", "/usr/include/bullet", "-lBulletCollision", "-lLinearMath"});
  EXPECT_THAT(ran.out, HasSubstr("btGjkPairDetector says ")) << ran.err;
}

TEST(PastedProgram, OfCoalPutsTheSamePair) {
  const Pasted pasted(kFailing, "coal");
  EXPECT_THAT(pasted.text(), HasSubstr("coal::distance(&shape_A"));
}

/// A sphere 1 m across, 0.5 m above a capsule; and a rounded box in its place.
std::string round_pair(const ScratchFolder& folder, const std::string& a) {
  return folder.write("pair.json", R"({"id": "round", "a": )" + a + R"(,
      "pose_a": {"t": [0, 0, 3], "q": [1, 0, 0, 0]}, "b": {"capsule": {"radius": 0.5, "half_length":
      1.5}}, "pose_b": {"t": [0, 0, 0], "q": [1, 0, 0, 0]}})");
}
constexpr const char* kSmallSphere = R"({"sphere": {"radius": 0.5}})";
constexpr const char* kRoundedBox =
    R"({"core": {"box_half_extents": [0.25, 0.25, 0.25]}, "radius": 0.25})";

TEST(PastedProgram, OfRoundBodiesHasTheLibrarysOwnTypes) {
  const ScratchFolder folder;
  const std::string pair = round_pair(folder, kSmallSphere);
  struct Library {
    const char* form;
    const char* header;
    std::vector<std::string> flags;
    std::vector<const char*> types;
  };
  const std::vector<Library> all = {
      {"fcl",
       "/usr/include/fcl/fcl.h",
       {"-isystem", "/usr/include/eigen3", "-lfcl", "-lccd"},
       {"fcl::Sphered shape_A(0.5)", "fcl::Capsuled shape_B(0.5, 2 * 1.5)"}},
      {"bullet",
       "/usr/include/bullet/btBulletCollisionCommon.h",
       {"-isystem", "/usr/include/bullet", "-lBulletCollision", "-lLinearMath"},
       {"btSphereShape shape_A(", "btCapsuleShapeZ shape_B("}},
      {"libccd", "/usr/include/ccd/ccd.h", {"-lccd"}, {"body.radius * d[i] / length"}},
      {"coal", "", {}, {"coal::Sphere shape_A(0.5)", "coal::Capsule shape_B(0.5, 2 * 1.5)"}}};
  for (const Library& library : all) {
    SCOPED_TRACE(library.form);
    const Pasted pasted(std::vector<std::string>{pair, library.form});
    for (const char* type : library.types) EXPECT_THAT(pasted.text(), HasSubstr(type));
    if (!std::filesystem::exists(library.header)) continue;
    const Ran ran = pasted.compile_and_run(library.flags);
    EXPECT_EQ(ran.exit_code, 0) << ran.out << ran.err;
  }
}

TEST(PastedProgram, SaysWhichBodiesWithARadiusItsFormHas) {
  const ScratchFolder folder;
  const std::string pair = round_pair(folder, kRoundedBox);
  for (const char* form : {"fcl", "coal", "mjcf"}) {
    const Ran ran = run_touchstone({"ask", pair, "--dump", "-", "--as", form});
    EXPECT_EQ(ran.exit_code, 2);
    EXPECT_THAT(ran.err, HasSubstr("body A has a radius; this form has one of spheres and"));
  }
  const Ran obj = run_touchstone({"ask", pair, "--dump", "-", "--as", "obj"});
  EXPECT_EQ(obj.exit_code, 2);
  EXPECT_THAT(obj.err, HasSubstr("--as obj: body A has a radius; this form has none"));
  for (const char* form : {"bullet", "libccd", "cpp"}) {
    const Ran ran = run_touchstone({"ask", pair, "--dump", "-", "--as", form});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("low_A - high_B - (kRadiusA + kRadiusB)")) << form;
  }
  EXPECT_THAT(run_touchstone({"ask", pair, "--dump", "-", "--as", "bullet"}).out,
              HasSubstr("shape_A.setMargin(btScalar(0.25))"));
  const Ran mjcf =
      run_touchstone({"ask", round_pair(folder, kSmallSphere), "--dump", "-", "--as", "mjcf"});
  EXPECT_THAT(mjcf.out, HasSubstr("<geom name=\"a\" type=\"sphere\" size=\"0.5\"/>"));
  EXPECT_THAT(mjcf.out, HasSubstr("<geom name=\"b\" type=\"capsule\" size=\"0.5 1.5\"/>"));
  EXPECT_THAT(mjcf.out, Not(HasSubstr("<asset>")));
}

TEST(PageOfAPair, SaysThatItShowsCores) {
  const ScratchFolder folder;
  const std::string page = folder.path("pair.html");
  const Ran ran = run_touchstone({"ask", round_pair(folder, kSmallSphere), "--html", page});
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(read_text(page),
              HasSubstr("The view shows cores: body A reaches 0.5 m beyond its core, B 0.5 m."));
}

TEST(PastedData, IsAPythonLiteralOfTheSameCase) {
  const ScratchFolder folder;
  const std::string file = folder.path("pair.py");
  ASSERT_EQ(run_touchstone({"ask", kFailing, "--metric", "gjk_epa", "--shrink", "--dump", file,
                            "--as", "python"})
                .exit_code,
            0);
  const Ran ran = run_program({TOUCHSTONE_PYTHON, "-c",
                               "import json, runpy, sys; of = runpy.run_path(sys.argv[1]); "
                               "print(json.dumps([of['pair'], of['truth']]))",
                               file});
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  const json both = json::parse(ran.out);
  EXPECT_EQ(both.at(0), shrunk(kFailing, "gjk_epa").at("shrunk").at("case"));
  EXPECT_LT(both.at(1).at("phi"), 0);
}

TEST(PastedData, ObjHasTwoClosedObjectsAndMjcfTwoBodies) {
  const Ran obj = run_touchstone({"ask", kFailing, "--dump", "-", "--as", "obj"});
  EXPECT_EQ(obj.exit_code, 0) << obj.err;
  std::istringstream lines(obj.out);
  int vertices = 0;
  int facets = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("v ", 0) == 0) ++vertices;
    if (line.rfind("f ", 0) == 0) ++facets;
  }
  EXPECT_EQ(vertices, 16);
  EXPECT_EQ(facets, 12);
  const Ran mjcf = run_touchstone({"ask", kFailing, "--dump", "-", "--as", "mjcf"});
  EXPECT_THAT(mjcf.out, HasSubstr("<geom name=\"a\" type=\"box\" size=\"1 1 1\"/>"));
  const Ran mesh = run_touchstone(
      {"ask", kFailing, "--metric", "gjk_epa", "--shrink", "--dump", "-", "--as", "mjcf"});
  EXPECT_THAT(mesh.out, HasSubstr("<geom name=\"b\" type=\"mesh\" mesh=\"b\"/>"));
}

}  // namespace
}  // namespace touchstone
