// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader of case files says of input that is wrong on purpose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "geometry/random.hpp"
#include "harness/cases/files/case_file.hpp"
#include "harness/cases/files/case_samples.hpp"
#include "harness/plugins/sanitized.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string nested(int depth) {
  return std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']');
}

struct Malformed {
  const char* what;
  std::string text;
  std::string rule;  ///< part of the message
};

constexpr const char* kCubeRows =
    "[[1,0,0,1],[-1,0,0,1],[0,1,0,1],[0,-1,0,1],[0,0,1,1],[0,0,-1,1]]";

std::string half_spaces(const std::string& rows,
                        const std::string& rest = R"(, "interior_point": [0,0,0])") {
  return case_text(R"({"half_spaces": )" + rows + rest + "}");
}

std::vector<Malformed> malformed_texts() {
  const std::string good = case_text(kSampleBox);
  const std::string point = "[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, ";
  const std::string tetrahedron = R"({"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "facets": )";
  const auto posed = [](const std::string& rotation, const std::string& t = "[0, 0, 0]") {
    return case_text(kSampleBox, pose_text(rotation, t));
  };
  const auto claimed = [](const std::string& claim) {
    return case_text(kSampleBox, kSamplePose, "\"claim\": " + claim);
  };
  const auto without_a = [](const std::string& rest) {
    return R"({"id": "x", "pose_a": )" + std::string(kSamplePose) + ", \"b\": " + kSampleBox +
           ", \"pose_b\": " + kSamplePose + rest + "}";
  };
  return {
      // Not JSON.
      {"empty", "", "is empty"},
      {"blank", " \n\t ", "is empty"},
      {"truncated", good.substr(0, good.size() - 1), "line 1, column"},
      {"truncated in a number list", "{\"a\":\n {\"vertices\": [[0,", "line 2, column"},
      {"truncated in a string", R"({"id": "x)", "missing closing quote"},
      {"trailing garbage", good + " x", "line 1, column"},
      {"two documents", good + "\n" + good, "line 2, column 1: "},
      {"trailing comma", "[" + good + ",]", "line 1, column"},
      {"comment", "// a case\n" + good, "line 1, column 1"},
      {"NaN", case_text(R"({"vertices": )" + point + "NaN]]}"), "JSON has no NaN"},
      {"Infinity", case_text(R"({"vertices": )" + point + "Infinity]]}"), "JSON has no NaN"},
      {"minus Infinity", case_text(R"({"vertices": )" + point + "-Infinity]]}"), "JSON has no NaN"},
      {"overflow", case_text(R"({"vertices": )" + point + "1e999]]}"),
       "number overflow parsing '1e999'"},
      {"leading zero", case_text(R"({"vertices": )" + point + "01]]}"), "line 1, column"},
      {"hexadecimal", case_text(R"({"vertices": )" + point + "0x1p3]]}"), "line 1, column"},
      {"single quotes", "{'id': 'x'}", "line 1, column 2"},
      {"invalid UTF-8", case_text(kSampleBox, kSamplePose, "\"id\": \"\xC3\x28\""),
       "ill-formed UTF-8"},
      {"invalid UTF-8 in an ignored key", case_text(kSampleBox, kSamplePose, "\"note\": \"\xFF\""),
       "ill-formed UTF-8"},
      {"UTF-16", std::string("\xFF\xFE{\0}\0", 6), "is UTF-16 text"},
      {"UTF-16 without a mark", std::string("{\0}\0", 4), "zero byte"},
      {"zero byte at the end", good + std::string("\0 garbage", 9), "zero byte"},
      {"binary",
       "\x7f"
       "ELF\x02\x01\x01 and so on",
       "line 1, column 1"},
      {"deep lists", nested(200000), "case 1: must be an object, not a list"},
      {"deep ignored lists", case_text(kSampleBox, kSamplePose, "\"note\": " + nested(200000)),
       "nested deeper than 100"},
      {"deep vertices", case_text("{\"vertices\": " + nested(200000) + "}"),
       "nested deeper than 100"},
      {"deep without end", R"({"a": {"vertices": )" + std::string(200000, '['),
       "nested deeper than 100"},
      {"deep objects",
       [] {
         std::string text;
         for (int k = 0; k < 200000; ++k) text += "{\"n\":";
         return text;
       }(),
       "nested deeper than 100"},
      // JSON of another shape.
      {"a number", "3", "must hold a case (an object) or a list of cases, not a number"},
      {"a string", "\"case\"", "not a string"},
      {"null", "null", "not null"},
      {"empty list", "[]", "holds no case"},
      {"list of numbers", "[1, 2]", "case 1: must be an object, not a number"},
      {"list in a list", "[[" + good + "]]", "case 1: must be an object, not a list"},
      {"second of a list", "[" + good + ", 7]", "case 2: must be an object, not a number"},
      {"empty object", "{}", "case 1: a: is missing"},
      // The case.
      {"id a number", case_text(kSampleBox, kSamplePose, "\"id\": 3"),
       "case 1: id: must be a string, not a number"},
      {"id empty", case_text(kSampleBox, kSamplePose, R"("id": "")"), "id: must not be empty"},
      {"id with a line break", case_text(kSampleBox, kSamplePose, R"("id": "x\ny")"),
       "without control characters"},
      {"id too long",
       case_text(kSampleBox, kSamplePose, R"("id": ")" + std::string(201, 'x') + "\""),
       "longer than 200"},
      {"source a list", case_text(kSampleBox, kSamplePose, R"("id": "x", "source": [])"),
       "source: must be a string"},
      {"duplicate id", "[" + good + "," + good + "]",
       R"(case 2 (id "x"): id: "x" is also the id of case 1)"},
      {"id that is a later position",
       "[" + case_text(kSampleBox, kSamplePose, R"("id": "2")") + "," +
           case_text(kSampleBox, kSamplePose, "") + "]",
       "\"2\" is also the id of case 1"},
      {"key twice", without_a(", \"a\": " + std::string(kSampleBox) + ", \"a\": " + kSampleBox),
       "\"a\" is there twice"},
      {"key twice in a pose", posed(R"("q": [1,0,0,0], "t": [0,0,1])"), "\"t\" is there twice"},
      {"a missing", without_a(""), "case 1 (id \"x\"): a: is missing"},
      {"a null", case_text("null"), "a: must be an object, not null"},
      {"a a list", case_text("[[0,0,0]]"), "a: must be an object, not a list of 1"},
      {"pose_a a list", case_text(kSampleBox, "[0,0,0]"),
       "pose_a: must be an object, not a list of 3"},
      {"pose_b missing",
       "{\"a\": " + std::string(kSampleBox) + ", \"pose_a\": " + kSamplePose +
           ", \"b\": " + kSampleBox + "}",
       "case 1: pose_b: is missing"},
      // The bodies.
      {"no shape", case_text("{}"), "a: has neither box_half_extents nor vertices"},
      {"two shapes", case_text(R"({"box_half_extents": [1,1,1], "vertices": [[0,0,0]]})"),
       "give one"},
      {"two extents", case_text(R"({"box_half_extents": [1,1]})"),
       "a.box_half_extents: must be a list of 3 numbers, not a list of 2"},
      {"zero extent", case_text(R"({"box_half_extents": [1,0,1]})"),
       "a.box_half_extents[1]: must be positive"},
      {"negative extent", case_text(R"({"box_half_extents": [1,1,-1]})"),
       "a.box_half_extents[2]: must be positive"},
      {"extent a string", case_text(R"({"box_half_extents": [1,"1",1]})"),
       "a.box_half_extents[1]: must be a number, not a string"},
      {"extent a boolean", case_text(R"({"box_half_extents": [true,1,1]})"), "not a boolean"},
      {"extents an object", case_text(R"({"box_half_extents": {"x": 1}})"),
       "numbers, not an object"},
      {"box with facets", case_text(R"({"box_half_extents": [1,1,1], "facets": []})"),
       "a.facets: "},
      {"extent beyond all bounds", case_text(R"({"box_half_extents": [1,1,1e300]})"),
       "beyond 1e60"},
      {"extents next to nothing", case_text(R"({"box_half_extents": [1e-300,1e-300,1e-300]})"),
       "below 1e-60"},
      {"t beyond all bounds", posed(R"("q": [1,0,0,0])", "[0, 0, -1e61]"),
       "pose_a.t[2]: is beyond 1e60 m"},
      {"no vertices", case_text(R"({"vertices": []})"), "a.vertices: holds no point"},
      {"vertices a number", case_text(R"({"vertices": 8})"),
       "a.vertices: must be a list of points"},
      {"flat vertices", case_text(R"({"vertices": [0, 0, 0, 1, 0, 0]})"),
       "a.vertices[0]: must be a list of 3 numbers, not a number"},
      {"vertex of four", case_text(R"({"vertices": [[0,0,0],[0,0,0,1]]})"),
       "a.vertices[1]: must be a list of 3 numbers, not a list of 4"},
      {"coordinate null", case_text(R"({"vertices": [[0,0,0],[0,null,0]]})"),
       "a.vertices[1][1]: must be a number, not null"},
      {"coordinate a list", case_text(R"({"vertices": [[[0],0,0]]})"),
       "a.vertices[0][0]: must be a number"},
      {"facets an object", case_text(tetrahedron + "{}}"), "a.facets: must be a list of lists"},
      {"facet a number", case_text(tetrahedron + "[0, 1, 2]}"),
       "a.facets[0]: must be a list of vertex"},
      {"facet index a fraction", case_text(tetrahedron + "[[0, 1.5, 2]]}"),
       "a.facets[0][1]: must be a whole number, not 1.5"},
      {"facet index negative", case_text(tetrahedron + "[[0, -1, 2]]}"), "there is no vertex -1"},
      {"facet index too large", case_text(tetrahedron + "[[0, 4, 2]]}"), "there is no vertex 4"},
      {"facet index huge", case_text(tetrahedron + "[[0, 18446744073709551615, 2]]}"),
       "there is no vertex 184"},
      {"facet inverted", case_text(tetrahedron + "[[0,1,2],[0,1,3],[0,3,2],[1,2,3]]}"), "a: "},
      {"facet of two", case_text(tetrahedron + "[[0,1]]}"), "a: "},
      {"interior point outside", case_text(R"({"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
                                               "interior_point": [1,1,1]})"),
       "a: "},
      {"interior point of two", case_text(R"({"vertices": [[0,0,0]], "interior_point": [0,0]})"),
       "a.interior_point: must be a list of 3 numbers"},
      {"half-spaces without a point inside", half_spaces(kCubeRows, ""),
       "a.interior_point: is missing; half_spaces need one"},
      {"half-spaces and vertices", half_spaces(kCubeRows, R"(, "vertices": [[0,0,0]])"),
       "a: has both vertices and half_spaces: give one"},
      {"half-spaces and a box", half_spaces(kCubeRows, R"(, "box_half_extents": [1,1,1])"),
       "a: has both box_half_extents and half_spaces: give one"},
      {"half-spaces with facets", half_spaces(kCubeRows, R"(, "facets": [])"),
       "a.facets: go with vertices"},
      {"half-spaces an object", half_spaces("{}"), "a.half_spaces: must be a list of half-spaces"},
      {"no half-spaces", half_spaces("[]"), "a: half_spaces: fewer than 4"},
      {"a half-space of three", half_spaces("[[1,0,0]]"),
       "a.half_spaces[0]: must be a list of 4 numbers, not a list of 3"},
      {"a half-space a number", half_spaces("[[1,0,0,1], 1]"), "a.half_spaces[1]: must be a list"},
      {"an offset a string", half_spaces(R"([[1,0,0,"1"]])"),
       "a.half_spaces[0][3]: must be a number, not a string"},
      {"a normal of zero", half_spaces("[[1,0,0,1],[0,0,0,1],[0,1,0,1],[0,0,1,1]]"),
       "a: half-space 1: its normal is zero"},
      {"half-spaces without end", half_spaces("[[1,0,0,1],[0,-1,0,1],[0,1,0,1],[0,0,1,1]]"),
       "a: half_spaces: their intersection is unbounded"},
      {"a point outside half-spaces", half_spaces(kCubeRows, R"(, "interior_point": [0,-2,0])"),
       "a: interior_point: not strictly inside half-space 3"},
      {"half-spaces next to nothing",
       half_spaces("[[1,0,0,1e-70],[-1,0,0,1e-70],[0,1,0,1e-70],[0,-1,0,1e-70],[0,0,1,1e-70],"
                   "[0,0,-1,1e-70]]"),
       "all within 1e-60 m"},
      // The poses.
      {"no t", case_text(kSampleBox, R"({"q": [1,0,0,0]})"), "pose_a.t: is missing"},
      {"no rotation", case_text(kSampleBox, R"({"t": [0,0,0]})"), "pose_a: has neither R nor q"},
      {"two rotations", posed(R"("q": [1,0,0,0], "R": [[1,0,0],[0,1,0],[0,0,1]])"),
       "pose_a: has both R and q"},
      {"t of two", posed(R"("q": [1,0,0,0])", "[0, 0]"), "pose_a.t: must be a list of 3 numbers"},
      {"R of nine numbers", posed(R"("R": [1,0,0,0,1,0,0,0,1])"),
       "pose_a.R: must be a list of 3 rows"},
      {"R with a short row", posed(R"("R": [[1,0,0],[0,1],[0,0,1]])"),
       "pose_a.R[1]: must be a list of 3 numbers, not a list of 2"},
      {"R a shear", posed(R"("R": [[1,0,0],[0,1,1e-5],[0,0,1]])"), "orthonormal to 1e-6"},
      {"R twice as large", posed(R"("R": [[2,0,0],[0,2,0],[0,0,2]])"), "orthonormal to 1e-6"},
      {"R a mirror", posed(R"("R": [[1,0,0],[0,1,0],[0,0,-1]])"), "mirrors"},
      {"R of huge numbers", posed(R"("R": [[1e200,0,0],[0,1e200,0],[0,0,1e200]])"), "orthonormal"},
      {"q of zero length", posed(R"("q": [0,0,0,0])"), "pose_a: q has zero length"},
      {"q of three", posed(R"("q": [1,0,0])"), "pose_a.q: must be a list of 4 numbers"},
      {"q a string", posed(R"("q": "1 0 0 0")"),
       "pose_a.q: must be a list of 4 numbers, not a string"},
      // What a program claims.
      {"a claim that is a number", claimed("-0.1"), "claim: must be an object, not a number"},
      {"a claim without phi", claimed(R"({"by": "x"})"), "claim.phi: is missing"},
      {"phi a string", claimed(R"({"phi": "0.1"})"), "claim.phi: must be a number, not a string"},
      {"a normal of two", claimed(R"({"phi": 1, "normal": [0, 1]})"),
       "claim.normal: must be a list of 3 numbers"},
      {"one point", claimed(R"({"phi": 1, "points": [[0, 0, 1]]})"),
       "claim.points: must be a point on a and a point on b, not a list of 1"},
      {"six numbers", claimed(R"({"phi": 1, "points": [0, 0, 1, 0, 0, 2]})"),
       "claim.points[0]: must be a list of 3 numbers, not a number"},
      {"by nobody", claimed(R"({"phi": 1, "by": ""})"), "claim.by: must not be empty"},
      {"by many", claimed(R"({"phi": 1, "by": ["x"]})"), "claim.by: must be a string"},
      {"t an object", posed(R"("q": [1,0,0,0])", R"({"x": 1})"),
       "pose_a.t: must be a list of 3 numbers"},
  };
}

TEST(CaseFile, MalformedTextGetsOneLineThatNamesFilePlaceAndRule) {
  const std::vector<Malformed> all = malformed_texts();
  EXPECT_GE(all.size(), 40U);
  for (const Malformed& entry : all) {
    SCOPED_TRACE(entry.what);
    const auto cases = parse_case_text(entry.text, "bad.json");
    ASSERT_FALSE(cases.ok());
    EXPECT_THAT(cases.reason(), StartsWith("bad.json: "));
    EXPECT_THAT(cases.reason(), HasSubstr(entry.rule));
    EXPECT_LT(cases.reason().size(), 400U);
    for (const char letter : cases.reason())
      EXPECT_TRUE(letter >= 0x20 && letter < 0x7f) << cases.reason();
  }
}

// A file can hold a million cases: the reader keeps the text, each distinct body and a few hundred
// bytes for each case.
TEST(CaseFile, AMillionCasesTakeMemoryInProportionToTheFile) {
  constexpr std::size_t kCases = 1'000'000;
  constexpr long kMaxGrowth = 6;  // times the text; measured: 4.3
  rusage before{};
  getrusage(RUSAGE_SELF, &before);
  std::string text = "[";
  const std::string begin = std::string("{\"a\":") + kSampleBox + ",\"pose_a\":" + kSamplePose +
                            ",\"b\":" + kSampleBox + R"(,"pose_b":{"q":[1,0,0,0],"t":[3,0,)";
  for (std::size_t k = 0; k < kCases; ++k) {
    text += (k == 0 ? "" : ",\n") + begin + std::to_string(k) + "]}}";
  }
  text += "]";
  const auto cases = parse_case_text(text, "many.json");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  ASSERT_EQ(cases.value().size(), kCases);
  EXPECT_EQ(cases.value().back().id, "file:many.json:1000000");
  EXPECT_EQ(cases.value().back().pair().X_WB.t.z(), 999'999);
  EXPECT_EQ(cases.value().front().pair().A, cases.value().back().pair().B) << "one body for all";
  rusage after{};
  getrusage(RUSAGE_SELF, &after);
  const long growth_bytes = 1024 * (after.ru_maxrss - before.ru_maxrss);
  // Sanitizers keep what is freed.
  if (!kSanitized) {
    EXPECT_LT(growth_bytes, kMaxGrowth * static_cast<long>(text.size()));
  }
}

TEST(CaseFile, EveryBeginningOfAFileIsRefusedInOneLine) {
  const std::string whole = "[" + case_text(kSampleBox) + "]";
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto cases = parse_case_text(whole.substr(0, length), "cut.json");
    ASSERT_FALSE(cases.ok()) << length;
    EXPECT_THAT(cases.reason(), Not(HasSubstr("\n")));
  }
  EXPECT_TRUE(parse_case_text(whole, "cut.json").ok());
}

TEST(CaseFile, DamagedBytesNeverDoWorseThanARefusal) {
  const std::uint64_t seed = 20240607;
  RecordProperty("seed", std::to_string(seed));
  Random random(seed);
  const std::string whole =
      "[" + case_text(kSampleBox, pose_text("\"R\": [[1,0,0],[0,1,0],[0,0,1]]")) + "]";
  int refused = 0;
  for (int round = 0; round < 3000; ++round) {
    std::string text = whole;
    for (std::uint64_t k = random.below(4) + 1; k > 0; --k) {
      text[random.below(text.size())] = static_cast<char>(random.below(256));
    }
    const auto cases = parse_case_text(text, "damaged.json");
    if (cases.ok()) continue;
    ++refused;
    EXPECT_THAT(cases.reason(), StartsWith("damaged.json: "));
    EXPECT_THAT(cases.reason(), Not(HasSubstr("\n")));
  }
  EXPECT_GT(refused, 1000);
}

}  // namespace
}  // namespace touchstone
