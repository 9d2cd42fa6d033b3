// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is wrong with a case file: exit code 2, nothing on standard output, and one line that
// names the file and says what.
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/refusal.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

// A sound case in pieces, so that each bad file differs from it in one place.
const std::string kBox = R"({"box_half_extents": [1, 1, 1]})";
const std::string kPose = R"({"t": [0, 0, 0], "q": [1, 0, 0, 0]})";
const std::string kTetrahedron = "[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]";

std::string with_a(const std::string& a) {
  return R"({"id": "x", "a": )" + a + R"(, "pose_a": )" + kPose + R"(, "b": )" + kBox +
         R"(, "pose_b": )" + kPose + "}";
}

std::string with_pose_b(const std::string& pose) {
  return R"({"id": "x", "a": )" + kBox + R"(, "pose_a": )" + kPose + R"(, "b": )" + kBox +
         R"(, "pose_b": )" + pose + "}";
}

std::string with_id(const std::string& id) {
  return R"({"id": )" + id + with_a(kBox).substr(std::string(R"({"id": "x")").size());
}

struct BadFile {
  std::string text;
  std::string says;
};

std::vector<BadFile> bad_texts() {
  const std::string good = with_a(kBox);
  const std::string later_position =
      "[" + with_id("\"2\"") + "," + R"({)" + good.substr(good.find("\"a\"")) + "]";
  return {
      {"", "is empty"},
      {" \n\n", "is empty"},
      {"\xef\xbb\xbf", "line 1, column"},
      {"not json", "line 1, column"},
      {"{", "line 1, column 2"},
      {"}", "line 1, column 1"},
      {"[", "line 1, column 2"},
      {"]", "line 1, column 1"},
      {"[]", "holds no case"},
      {"[[]]", "case 1: must be an object, not a list"},
      {"42", "must hold a case"},
      {"-", "line 1, column"},
      {"true", "not a boolean"},
      {"\"" + std::string(100'000, 'x') + "\"", "not a string"},
      {"null", "not null"},
      {"[1, 2]", "case 1: must be an object, not a number"},
      {"[null]", "case 1: must be an object, not null"},
      {"{}", "case 1: a: is missing"},
      {"{\"a\"}", "line 1, column"},
      {"{\"a\": }", "line 1, column"},
      {"{a: 1}", "line 1, column 2"},
      {"{'a': 1}", "line 1, column 2"},
      // Keys that other formats have: here they would change what is meant.
      {with_a(R"({"vertices": [[0, 0, -0.25], [0, 0, 0.25]], "radius": 0.5})"),
       "a.radius: goes with core, not with vertices"},
      {with_a(R"({"box_half_extents": [500, 500, 500], "scale": 0.001})"),
       "a.scale: goes with mesh: give the lengths as they are"},
      {with_pose_b(R"({"t": [2, 0, 0], "q": [1, 0, 0, 0], "scale": [1, 1, 1]})"),
       "pose_b: unknown key 'scale': must be t, R or q"},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "interior_pont": [0.1, 0.1, 0.1]})"),
       "did you mean interior_point?"},
      // A rotation printed with six digits.
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[0.877583, -0.479426, 0], [0.479426, 0.877583, 0],
                       [0, 0, 1]]})"),
       "rows/columns not orthonormal to 1e-6"},
      {"# a comment\n" + good, "line 1, column 1"},
      {"/* a comment */" + good, "line 1, column 1"},
      {good.substr(0, 60), "line 1, column"},
      {good.substr(0, good.size() - 1), "line 1, column"},
      {good + " trailing", "line 1, column"},
      {good + good, "line 1, column"},
      {good + "\n" + good, "line 2, column 1"},
      {good + ",", "line 1, column"},
      {"[" + good + ",]", "line 1, column"},
      {"[" + good + " " + good + "]", "line 1, column"},
      {"[" + good + "," + good + "]", R"(case 2 (id "x"): id: "x" is also the id of case 1)"},
      {later_position, "case 2: id: \"2\" is also the id of case 1"},
      {"[" + good + R"(, {"id": "y"}])", "case 2 (id \"y\"): a: is missing"},
      {R"({"cases": [)" + good + "]}", "the file is the list of cases itself"},
      {std::string(200'000, '['), "case 1: must be an object, not a list"},
      {std::string(200'000, '[') + std::string(200'000, ']'), "must be an object, not a list"},
      {"[" + std::string(200'000, '{'), "line 1, column 3"},
      {with_a(std::string(200'000, '[')), "nested deeper than 100"},
      {R"({"note": )" + std::string(200'000, '['), "nested deeper than 100"},
      {std::string(200'000, '{'), "line 1, column 2"},
      // Not UTF-8 text.
      {std::string("\0\0\0\0", 4), "holds a zero byte"},
      {good + std::string("\0", 1), "holds a zero byte"},
      {"\xff\xfe[", "is UTF-16 text"},
      {std::string("\xff\xfe{\0}\0", 6), "is UTF-16 text"},
      {std::string("\xfe\xff\0{\0}", 6), "is UTF-16 text"},
      {std::string("{\0}\0", 4), "holds a zero byte"},
      {std::string("\xff\xfe\0\0{\0\0\0", 8), "is UTF-16 text"},
      {with_id("\"\xc3\x28\""), "ill-formed UTF-8"},
      {with_id("\"\xff\""), "ill-formed UTF-8"},
      {with_id("\"\xc0\x80\""), "ill-formed UTF-8"},
      {with_id("\"\xed\xa0\x80\""), "ill-formed UTF-8"},
      {with_id("\"\xf4\x90\x80\x80\""), "ill-formed UTF-8"},
      {with_id("\"\xe2\x82"), "ill-formed UTF-8"},
      {with_id(R"("\ud800")"), "surrogate"},
      {with_id(R"("\u12")"), "line 1, column"},
      {with_id(R"("\q")"), "line 1, column"},
      {with_id("\"a\nb\""), "line 1, column"},
      {"\x7f"
       "ELF\x02\x01\x01",
       "line 1, column 1"},
      {"\x1f\x8b\x08 a compressed file", "line 1, column 1"},
      // Ids and sources.
      {with_id("7"), "case 1: id: must be a string, not a number"},
      {with_id("\"\""), "id: must not be empty"},
      {with_id(R"("a\nb")"), "without control characters"},
      {with_id(R"("\u0000")"), "without control characters"},
      {with_id(R"("\u007f")"), "without control characters"},
      {with_id("\"" + std::string(201, 'x') + "\""), "longer than 200 bytes"},
      {with_id("\"" + std::string(1'000'000, 'x') + "\""), "longer than 200 bytes"},
      {with_id(R"("x", "source": "a\nb")"), "source: must be one line"},
      // Keys.
      {with_id(R"("x", "id": "y")"), "the key \"id\" is there twice"},
      {with_id(R"("x", "a": {})"), "the key \"a\" is there twice"},
      {with_a(R"({"box_half_extents": [1,1,1], "box_half_extents": [1,1,1]})"),
       "\"box_half_extents\" is there twice"},
      {with_pose_b(R"({"t": [0,0,0], "t": [0,0,0], "q": [1,0,0,0]})"), "\"t\" is there twice"},
      {with_a(R"({"verticies": [[0,0,0]]})"), "did you mean vertices?"},
      {with_a(R"({"box_half_extent": [1,1,1]})"), "did you mean box_half_extents?"},
      {with_a(R"({"Vertices": [[0,0,0]]})"), "did you mean vertices?"},
      {with_pose_b(R"({"T": [0,0,0], "q": [1,0,0,0]})"), "did you mean t?"},
      {with_pose_b(R"({"t": [0,0,0], "r": [[1,0,0],[0,1,0],[0,0,1]]})"), "did you mean R?"},
      {R"({"a": )" + kBox + R"(, "pose_A": )" + kPose + "}", "did you mean pose_a?"},
      {R"({"a": )" + kBox + R"(, "b": )" + kBox + "}", "pose_a: is missing"},
      // Bodies.
      {with_a("{}"), "a: has neither"},
      {with_a(R"({"box_half_extents": [1, 1]})"), "a.box_half_extents: must be a list of 3"},
      {with_a(R"({"box_half_extents": [1, 1, 1, 1]})"), "not a list of 4"},
      {with_a(R"({"box_half_extents": [1, 1, -1]})"), "a.box_half_extents[2]: must be positive"},
      {with_a(R"({"box_half_extents": [1, 1, 0]})"), "a.box_half_extents[2]: must be positive"},
      {with_a(R"({"box_half_extents": [1, 1, -0.0]})"), "a.box_half_extents[2]: must be positive"},
      {with_a(R"({"box_half_extents": [1, 1, 1e61]})"), "beyond 1e60"},
      {with_a(R"({"box_half_extents": [1e-61, 1e-61, 1e-61]})"), "below 1e-60"},
      {with_a(R"({"box_half_extents": [1,1,1], "vertices": [[0,0,0]]})"), "a: has both"},
      {with_a(R"({"box_half_extents": [1,1,1], "facets": [[0,1,2]]})"), "a.facets: go with"},
      {with_a(R"({"box_half_extents": [1,1,1], "interior_point": [2,0,0]})"), "a: "},
      {with_a(R"({"vertices": []})"), "a.vertices: holds no point"},
      {with_a(R"({"vertices": [[]]})"), "a.vertices[0]: must be a list of 3 numbers"},
      {with_a(R"({"vertices": [[0, 0]]})"), "a.vertices[0]: must be a list of 3 numbers"},
      {with_a(R"({"vertices": [[0, 0, 0], [0, 0, 0, 0]]})"), "a.vertices[1]: must be a list of 3"},
      {with_a(R"({"vertices": [0, 0, 0]})"), "a.vertices[0]: must be a list of 3 numbers"},
      {with_a(R"({"vertices": [[0, 0, 0], [1e61, 0, 0]]})"), "a.vertices[1][0]: is beyond 1e60"},
      {with_a(R"({"vertices": [[0, 0, 0], [1e-61, 0, 0]]})"), "a: "},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "facets": [[0, 1, 9]]})"),
       "there is no vertex 9"},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "facets": [[0, -1, 2]]})"),
       "there is no vertex -1"},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "facets": [[0, 1e3, 2]]})"),
       "must be a whole number"},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "facets": [[0, 4294967296, 2]]})"),
       "there is no vertex 4294967296"},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "facets": [[0, 1]]})"), "facet"},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "facets": [[]]})"), "facet"},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "facets": [[0, 0, 0]]})"), "facet"},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "facets": [[0, 2, 1]]})"), "a: "},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "facets": [[0.5, 1, 2]]})"),
       "a.facets[0][0]: must be a whole number"},
      // Counter-clockwise seen from inside.
      {with_a(R"({"vertices": )" + kTetrahedron +
              R"(, "facets": [[0,1,2],[0,3,1],[0,2,3],[1,3,2]]})"),
       "facet"},
      // Facets claim a solid.
      {with_a(R"({"vertices": [[0,0,0],[1,0,0],[0,1,0]], "facets": [[0, 1, 2]]})"), "in one plane"},
      {with_a(R"({"vertices": )" + kTetrahedron + R"(, "interior_point": [5, 5, 5]})"), "interior"},
      {with_a(R"({"vertices": [[0,0,0]], "interior_point": [0, 0, 1e-300]})"), "interior"},
      // Poses.
      {with_pose_b("{}"), "pose_b.t: is missing"},
      {with_pose_b(R"({"t": [0, 0, 0]})"), "pose_b: has neither R nor q"},
      {with_pose_b(R"({"q": [1, 0, 0, 0]})"), "pose_b.t: is missing"},
      {with_pose_b(R"({"t": [0, 0], "q": [1, 0, 0, 0]})"), "pose_b.t: must be a list of 3"},
      {with_pose_b(R"({"t": [0, 0, 1e61], "q": [1, 0, 0, 0]})"), "pose_b.t[2]: is beyond 1e60"},
      {with_pose_b(R"({"t": [0, 0, 0], "q": [0, 0, 0, 0]})"), "zero length"},
      {with_pose_b(R"({"t": [0, 0, 0], "q": [0, -0.0, 0, 0]})"), "zero length"},
      {with_pose_b(R"({"t": [0, 0, 0], "q": [1, 0, 0]})"), "pose_b.q: must be a list of 4"},
      {with_pose_b(R"({"t": [0,0,0], "q": [1,0,0,0], "R": [[1,0,0],[0,1,0],[0,0,1]]})"),
       "pose_b: has both R and q"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[1,0,0],[0,1,0]]})"), "must be a list of 3 rows"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [1,0,0,0,1,0,0,0,1]})"), "must be a list of 3 rows"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[1,0],[0,1,0],[0,0,1]]})"), "pose_b.R[0]"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[1,0,0],[0,1,0],[0,0,1.1]]})"), "orthonormal"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[0,0,0],[0,0,0],[0,0,0]]})"), "orthonormal"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[1e308,0,0],[0,1e308,0],[0,0,1e308]]})"),
       "orthonormal"},
      {with_pose_b(R"({"t": [0, 0, 0], "R": [[1,0,0],[0,1,0],[0,0,-1]]})"), "mirrors"},
  };
}

/// A value of the wrong kind in every place of a case.
std::vector<BadFile> wrong_kinds() {
  struct Place {
    std::string name;
    std::string before;  ///< the wrong value stands between these
    std::string after;
    std::string kind;  ///< that is right there
  };
  const std::string solid = R"({"vertices": )" + kTetrahedron;
  const std::string pose = R"({"t": [0, 0, 0], )";
  std::vector<Place> places;
  const auto add = [&places](const std::string& name, const std::string& kind,
                             const std::string& text) {
    const std::size_t hole = text.find('@');
    places.push_back({name, text.substr(0, hole), text.substr(hole + 1), kind});
  };
  add("a", "object", with_a("@"));
  add("pose_b", "object", with_pose_b("@"));
  add("id", "string", with_id("@"));
  add("source", "string", with_id(R"("x", "source": @)"));
  add("a.box_half_extents", "list", with_a(R"({"box_half_extents": @})"));
  add("a.box_half_extents[1]", "number", with_a(R"({"box_half_extents": [1, @, 1]})"));
  add("a.vertices", "list", with_a(R"({"vertices": @})"));
  add("a.vertices[1]", "list", with_a(R"({"vertices": [[0, 0, 0], @]})"));
  add("a.vertices[1][2]", "number", with_a(R"({"vertices": [[0, 0, 0], [0, 0, @]]})"));
  add("a.facets", "list", with_a(solid + R"(, "facets": @})"));
  add("a.facets[0]", "list", with_a(solid + R"(, "facets": [@]})"));
  add("a.facets[0][1]", "number", with_a(solid + R"(, "facets": [[0, @, 2]]})"));
  add("a.interior_point", "list", with_a(solid + R"(, "interior_point": @})"));
  add("pose_b.t", "list", with_pose_b(R"({"q": [1, 0, 0, 0], "t": @})"));
  add("pose_b.q", "list", with_pose_b(pose + R"("q": @})"));
  add("pose_b.q[3]", "number", with_pose_b(pose + R"("q": [1, 0, 0, @]})"));
  add("pose_b.R", "list", with_pose_b(pose + R"("R": @})"));
  add("pose_b.R[2]", "list", with_pose_b(pose + R"("R": [[1,0,0],[0,1,0],@]})"));
  add("pose_b.R[2][2]", "number", with_pose_b(pose + R"("R": [[1,0,0],[0,1,0],[0,0,@]]})"));
  std::vector<BadFile> files;
  for (const Place& place : places) {
    for (const auto& [kind, value] :
         std::vector<std::pair<std::string, std::string>>{{"null", "null"},
                                                          {"boolean", "true"},
                                                          {"string", "\"1\""},
                                                          {"object", "{}"},
                                                          {"list", "[1]"},
                                                          {"number", "7"}}) {
      if (kind != place.kind) {
        files.push_back({place.before + value + place.after, place.name + ": must be "});
      }
    }
  }
  return files;
}

/// What JSON has no word for, however it is spelled.
std::vector<BadFile> not_numbers() {
  std::vector<BadFile> files;
  const auto add = [&files](const std::string& spelled, const std::string& says) {
    files.push_back({with_a(R"({"vertices": [[0, 0, )" + spelled + "]]}"), says});
  };
  for (const char* spelled : {"NaN", "nan", "NAN", "-NaN", "Infinity", "-Infinity", "inf", "-inf",
                              "Inf", "INF", "infinity", "nan(0x1)"}) {
    add(spelled, "JSON has no NaN and no Infinity");
  }
  for (const char* spelled : {"+1", ".5", "5.", "1e", "01", "0x10", "1_000", "1,5", "--1",
                              "1.#QNAN", "$1", "+Infinity", "1e+-1", "\xe2\x88\x9e"}) {
    add(spelled, spelled == std::string("1,5") ? "not a list of 4" : "line 1, column");
  }
  for (const char* spelled : {"1e999", "-1e999", "1e309", "123456789e400"}) {
    add(spelled, "number overflow");
  }
  add(std::string(1'000'000, '9'), "number overflow");
  add("-" + std::string(1'000'000, '9') + ".5", "number overflow");
  for (const char* spelled : {"\"NaN\"", "\"Infinity\"", "\"1\"", "\"\"", "null", "false", "[]"}) {
    add(spelled, "a.vertices[0][2]: must be a number, not ");
  }
  return files;
}

class BadCaseFile : public testing::Test {
 protected:
  void expect_refused(const std::vector<BadFile>& files) {
    for (const BadFile& bad : files) {
      SCOPED_TRACE(bad.text.substr(0, 300));
      const std::string path = folder_.write("bad.json", bad.text);
      const Ran ran = run_touchstone({"ask", path});
      expect_one_line_refusal(ran, bad.says);
      EXPECT_THAT(ran.err, HasSubstr("bad.json: "));
      EXPECT_LT(ran.err.size(), 1000U);
    }
  }
  const ScratchFolder& folder() const { return folder_; }

 private:
  ScratchFolder folder_;
};

TEST_F(BadCaseFile, OfBadTextGetsOneLine) { expect_refused(bad_texts()); }

TEST_F(BadCaseFile, WithAValueOfTheWrongKindGetsOneLine) { expect_refused(wrong_kinds()); }

TEST_F(BadCaseFile, WithWhatIsNoNumberGetsOneLine) { expect_refused(not_numbers()); }

TEST_F(BadCaseFile, StopsEveryCommandThatReadsIt) {
  const std::string path = folder().write("bad.json", "{");
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"ask", path},
                                             {"verify", "--metric", "sat", "--file", path},
                                             {"ask", path, "--case", "x"}}) {
    expect_one_line_refusal(run_touchstone(arguments), "bad.json: line 1, column 2");
  }
}

TEST_F(BadCaseFile, TheSoundOneIsTaken) {
  for (const std::string& text :
       {with_a(kBox), with_pose_b(kPose), "\xef\xbb\xbf" + with_a(kBox), with_a(kBox) + "\r\n",
        with_a(R"({"vertices": [[0, 0, 1)" + std::string(300, '0') + R"(e-300]]})"),
        with_a(R"({"vertices": [[0, 0, 0.)" + std::string(1'000'000, '3') + "]]}")}) {
    const Ran ran = run_touchstone({"ask", folder().write("good.json", text)});
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
  }
}

TEST_F(BadCaseFile, OnStandardInputToo) {
  expect_one_line_refusal(run_touchstone({"ask", "-"}, "{"), "standard input: ");
  expect_one_line_refusal(run_touchstone({"ask", "-"}), "standard input: is empty");
  expect_one_line_refusal(run_touchstone({"ask", "-", "--json", "-"}, "[]"), "standard input: ");
  expect_one_line_refusal(run_touchstone({"ask", "-", "--case", "y"}, with_a(kBox)),
                          "standard input: holds no case 'y'");
  expect_one_line_refusal(run_touchstone({"verify", "--file", "-", "--file", "-"}, with_a(kBox)),
                          "standard input: '-' is given twice");
}

TEST_F(BadCaseFile, TwoOfOneNameCannotBeToldApart) {
  const ScratchFolder other;
  expect_one_line_refusal(
      run_touchstone({"verify", "--file", folder().write("same.json", with_a(kBox)), "--file",
                      other.write("same.json", with_a(kBox))}),
      "same.json");
}

TEST_F(BadCaseFile, DoesNotHoldTheCaseThatIsPicked) {
  expect_one_line_refusal(
      run_touchstone({"ask", folder().write("good.json", with_a(kBox)), "--case", "y"}), "'y'");
}

TEST_F(BadCaseFile, OfTenGigabytesIsRefusedBeforeItIsRead) {
  const std::string path = folder().write("huge.json", "[");
  std::filesystem::resize_file(path, std::uintmax_t{10} << 30U);
  expect_one_line_refusal(run_touchstone({"ask", path}), "huge.json: is larger than 256 MiB");
}

TEST_F(BadCaseFile, ThatIsNoFileGetsOneLine) {
  const std::string fifo = folder().path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  expect_one_line_refusal(run_touchstone({"ask", fifo}), "fifo: is a pipe that nobody writes to");
  const std::string closed = folder().write("closed.json", "{}");
  std::filesystem::permissions(closed, std::filesystem::perms::none);
  // Root may read what nobody may.
  expect_one_line_refusal(run_touchstone({"ask", closed}), ::geteuid() == 0
                                                               ? "closed.json: case 1"
                                                               : "closed.json: cannot be opened");
  std::filesystem::create_symlink(folder().path("loop"), folder().path("loop"));
  expect_one_line_refusal(run_touchstone({"ask", folder().path("loop")}), "loop: cannot be opened");
  std::filesystem::create_symlink("/no/such/file", folder().path("dangling"));
  expect_one_line_refusal(run_touchstone({"ask", folder().path("dangling")}), "no such file");
}

TEST_F(BadCaseFile, APipeThatSomebodyWritesToIsRead) {
  const std::string fifo = folder().path("fifo");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  std::thread writer([&] {
    // Opening waits for the reader; what is longer than a pipe holds comes in pieces.
    std::ofstream(fifo) << std::string(200'000, ' ') << with_a(kBox);
  });
  const Ran ran = run_touchstone({"ask", fifo});
  writer.join();
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(BadCaseFile, AMistypedKeyIsNotedAndTheCaseTaken) {
  const std::string mistyped = R"({"soure": "#7", "colour": "red", )" + with_a(kBox).substr(1);
  const Ran ran = run_touchstone({"ask", folder().write("typo.json", mistyped), "--json", "-"});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.err, testing::EndsWith("typo.json: case 1: the key \"soure\" is ignored; did "
                                         "you mean source?\n"));
  EXPECT_THAT(ran.err, testing::StartsWith("touchstone: note: "));
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1);
}

}  // namespace

std::size_t bad_case_file_count() {
  return bad_texts().size() + wrong_kinds().size() + not_numbers().size();
}

}  // namespace touchstone
