// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/files/case_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "geometry/shapes.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/files/case_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

/// A new empty folder, gone with the test.
class Folder {
 public:
  Folder() {
    static int count = 0;
    path_ = std::filesystem::temp_directory_path() /
            ("touchstone-case-file-" + std::to_string(getpid()) + "-" + std::to_string(count++));
    std::filesystem::create_directory(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(*this / name, std::ios::binary) << text;
    return *this / name;
  }

 private:
  std::filesystem::path path_;
};

void expect_same_bits(const Vec3& u, const Vec3& v) {
  for (int k = 0; k < 3; ++k) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(u[k]), std::bit_cast<std::uint64_t>(v[k]));
  }
}

void expect_same_pair(const Pair& one, const Pair& two) {
  EXPECT_EQ(one.A->content_hash(), two.A->content_hash());
  EXPECT_EQ(one.B->content_hash(), two.B->content_hash());
  EXPECT_EQ(one.A->radius(), two.A->radius());
  EXPECT_EQ(one.B->radius(), two.B->radius());
  for (const auto& [X, Y] : {std::pair(one.X_WA, two.X_WA), std::pair(one.X_WB, two.X_WB)}) {
    expect_same_bits(X.t, Y.t);
    for (int row = 0; row < 3; ++row) expect_same_bits(X.R.row(row), Y.R.row(row));
  }
}

TEST(CaseFile, ReadsOneCaseOrAListOfCases) {
  const auto one = parse_case_text(case_text(kSampleBox), "one.json");
  ASSERT_TRUE(one.ok()) << one.reason();
  ASSERT_EQ(one.value().size(), 1U);
  EXPECT_EQ(one.value()[0].id, "file:one.json:x");
  EXPECT_EQ(one.value()[0].family, "file:one.json");
  EXPECT_EQ(one.value()[0].pair().A->vertices().size(), 8U);

  const auto list = parse_case_text(
      "[" + case_text(kSampleBox) + "," + case_text(kSampleBox, kSamplePose, "") + "]",
      "list.json");
  ASSERT_TRUE(list.ok()) << list.reason();
  ASSERT_EQ(list.value().size(), 2U);
  EXPECT_EQ(list.value()[1].id, "file:list.json:2") << "a case without id is named by its position";
}

TEST(CaseFile, TakesDoublesAsTheyStand) {
  const auto cases = parse_case_text(
      case_text(
          R"({"vertices": [[0.1, 1e-300, 4.9e-324], [9007199254740993, 18446744073709551617, 0]]})",
          pose_text("\"R\": [[1, 0, 0], [0, 1, 1e-7], [0, -1e-7, 1]]", "[0.3, -1e22, -0.0]")),
      "doubles.json");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  const Pair& pair = cases.value()[0].pair();
  expect_same_bits(pair.A->vertices()[0], {0.1, 1e-300, 4.9e-324});
  expect_same_bits(pair.A->vertices()[1], {9007199254740992.0, 18446744073709551616.0, 0});
  expect_same_bits(pair.X_WA.t, {0.3, -1e22, -0.0});
  expect_same_bits(pair.X_WA.R.row(1), {0, 1, 1e-7});
  // Negative zeros of poses survive writing as well.
  const auto again = parse_case_text(write_case(cases.value()[0]), "again.json");
  ASSERT_TRUE(again.ok()) << again.reason();
  expect_same_pair(again.value()[0].pair(), pair);
}

TEST(CaseFile, ReadsHalfSpacesAsTheirVertices) {
  const std::string rows =
      "[[1,0,0,1],[-2,0,0,2],[0,1,0,1],[0,-1e-300,0,1e-300],[0,0,1,1],[0,0,-1,1],[1,1,1,9]]";
  const std::string body = R"({"half_spaces": )" + rows + R"(, "interior_point": [0, 0, 0.5]})";
  const auto cases = parse_case_text(
      "[" + case_text(body) + "," + case_text(body, kSamplePose, "") + "]", "planes.json");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  const Polytope& cube = *cases.value()[0].pair().A;
  EXPECT_EQ(cube.vertices().size(), 8U);
  for (const Vec3& v : cube.vertices()) EXPECT_EQ(v.cwiseAbs(), Vec3(1, 1, 1));
  expect_same_bits(cube.interior_point(), {0, 0, 0.5});
  EXPECT_THAT(cube.notes(), testing::ElementsAre("1 redundant half-space dropped"));
  EXPECT_EQ(cases.value()[0].pair().A, cases.value()[1].pair().A) << "one body for both";
  // Written as the vertices that it has, it is the same question.
  const auto again = parse_case_text(write_case(cases.value()[0]), "again.json");
  ASSERT_TRUE(again.ok()) << again.reason();
  expect_same_pair(again.value()[0].pair(), cases.value()[0].pair());
}

TEST(CaseFile, ReadsAQuaternionAsTheRationalRotationRounded) {
  // q = (1, 2, 2, 4) has q.q = 25, so that R(q)/(q.q) has entries of 25ths.
  const auto cases =
      parse_case_text(case_text(kSampleBox, pose_text("\"q\": [1, 2, 2, 4]")), "q.json");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  const Mat3& R = cases.value()[0].pair().X_WA.R;
  EXPECT_EQ(R(0, 0), (1.0 + 4 - 4 - 16) / 25);
  EXPECT_EQ(R(0, 1), 2.0 * (2 * 2 - 1 * 4) / 25);
  EXPECT_EQ(R(2, 1), 2.0 * (2 * 4 + 1 * 2) / 25);
}

TEST(CaseFile, IgnoresUnknownKeysOfACaseAndWhatTheyHold) {
  const std::string extra =
      R"("id": "x", "tags": ["a", {"id": 3, "id": 4}], "note": null, "checked": {"a": {"vertices": []}}, "tags": 1)";
  const auto cases = parse_case_text(
      case_text(R"({"box_half_extents": [1, 2, 3]})", kSamplePose, extra), "x.json");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(cases.value()[0].id, "file:x.json:x");
  expect_same_bits(cases.value()[0].pair().A->vertices()[7], {1, 2, 3});
}

std::vector<std::string> warnings_of(const std::string& text) {
  std::vector<std::string> warnings;
  const auto cases = parse_case_text(text, "x.json", &warnings);
  EXPECT_TRUE(cases.ok()) << cases.reason();
  return warnings;
}

TEST(CaseFile, WarnsOfKeysThatLookMistyped) {
  const auto near = [](const std::string& key) {
    return warnings_of(case_text(kSampleBox, kSamplePose, "\"" + key + "\": 0"));
  };
  EXPECT_THAT(
      near("pose_aa"),
      testing::ElementsAre("x.json: case 1: the key \"pose_aa\" is ignored; did you mean pose_a?"));
  for (const char* key : {"Id", "A", "soure", "Claim", "claims", "POSE_B"}) {
    EXPECT_EQ(near(key).size(), 1U) << key;
  }
  for (const char* key : {"name", "note", "tags", "s", "facets", "tolerance", "face_count", "",
                          "a very long key that has nothing to do with any key of the format"}) {
    EXPECT_TRUE(near(key).empty()) << key;
  }
  EXPECT_TRUE(warnings_of(std::string(field_corpus_text())).empty());
}

TEST(CaseFile, RefusesUnknownKeysOfABodyOfAPoseAndOfAClaim) {
  const auto reason = [](const std::string& text) { return parse_case_text(text, "x").reason(); };
  const auto body = [&](const std::string& key) {
    return reason(case_text(R"({"box_half_extents": [1, 2, 3], ")" + key + "\": [0]}"));
  };
  EXPECT_EQ(body("interior_pont"),
            "x: case 1 (id \"x\"): a: unknown key 'interior_pont'; did you mean "
            "interior_point?");
  for (const char* key : {"Facets", "facet", "INTERIOR_POINT", "interior point"}) {
    EXPECT_THAT(body(key), HasSubstr("did you mean ")) << key;
  }
  // Each of them would change what is meant.
  EXPECT_THAT(body("scale"), HasSubstr("a.scale: goes with mesh: give the lengths as they are"));
  for (const char* key : {"t", "name", "", "id", "claim"}) {
    EXPECT_THAT(body(key),
                HasSubstr(std::string("a: unknown key '") + key +
                          "': must be box_half_extents, vertices, half_spaces, facets, "
                          "interior_point, mesh, scale, polygon, core, radius, sphere, capsule, "
                          "cylinder, cone, ellipsoid or union"))
        << key;
  }
  const auto pose = [&](const std::string& key) {
    return reason(case_text(kSampleBox,
                            R"({"t": [0, 0, 0], "q": [1, 0, 0, 0], ")" + key + "\": {\"t\": 1}}"));
  };
  EXPECT_THAT(pose("scale"), HasSubstr("pose_a: unknown key 'scale': must be t, R or q"));
  EXPECT_THAT(pose("T"), HasSubstr("pose_a: unknown key 'T'; did you mean t?"));
  EXPECT_THAT(reason(case_text(kSampleBox, kSamplePose, R"("claim": {"phi": 1, "point": []})")),
              HasSubstr("claim: unknown key 'point'; did you mean points?"));
}

TEST(CaseFile, KeepsWhatAProgramClaims) {
  const auto claim_of = [](const std::string& claim) {
    const auto cases =
        parse_case_text(case_text(kSampleBox, kSamplePose, "\"claim\": " + claim), "x.json");
    EXPECT_TRUE(cases.ok()) << cases.reason();
    const auto again = parse_case_text(write_case(cases.value()[0]), "x.json");
    EXPECT_TRUE(again.ok()) << again.reason();
    EXPECT_EQ(write_case(again.value()[0]), write_case(cases.value()[0]));
    return again.value()[0].claim;
  };
  const auto least = claim_of(R"({"phi": -0.125})");
  ASSERT_NE(least, nullptr);
  EXPECT_EQ(least->phi, -0.125);
  EXPECT_FALSE(least->normal || least->points || !least->by.empty());
  const auto whole = claim_of(
      R"({"by": "an \"engine\" 3.1", "phi": 0.1, "normal": [0, 0, 2], "points": [[1, 2, 3], [4, 5, 6]]})");
  ASSERT_TRUE(whole && whole->normal && whole->points);
  EXPECT_EQ(whole->by, "an \"engine\" 3.1");
  expect_same_bits(*whole->normal, {0, 0, 2});
  expect_same_bits((*whole->points)[0], {1, 2, 3});
  expect_same_bits((*whole->points)[1], {4, 5, 6});
  const auto none = parse_case_text(case_text(kSampleBox), "x.json");
  EXPECT_EQ(none.value()[0].claim, nullptr);
}

TEST(CaseFile, WarnsOnceOfEachSort) {
  std::string list;
  for (int k = 0; k < 500; ++k) {
    const std::string sort(1, static_cast<char>('A' + k % 25));
    list += (k == 0 ? "[" : ",") +
            case_text(kSampleBox, kSamplePose, R"("sourc)" + sort + R"(": 0, "sourc": 1)");
  }
  const std::vector<std::string> warnings = warnings_of(list + "]");
  EXPECT_EQ(warnings.size(), 10U) << "and no more than ten sorts";
  EXPECT_THAT(warnings[1], HasSubstr("case 1: the key \"sourc\""));
  EXPECT_THAT(warnings[1], HasSubstr("(and in 499 more cases)"));
}

TEST(CaseFile, MakesEqualBodiesOne) {
  const auto cases = parse_case_text(
      "[" + case_text(R"({"vertices": [[1, 0, 0], [0, 1, 0]]})") + "," +
          case_text(R"({"vertices": [[1, 0, 0], [0, 1, 0]]})", kSamplePose, "") + "," +
          case_text(R"({"vertices": [[1, 0, 0], [0, 1, 0]], "interior_point": [0.25, 0.75, 0]})",
                    kSamplePose, "") +
          "]",
      "x.json");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(cases.value()[0].pair().A, cases.value()[1].pair().A);
  EXPECT_EQ(cases.value()[0].pair().B, cases.value()[2].pair().B);
  EXPECT_NE(cases.value()[0].pair().A, cases.value()[2].pair().A);
  expect_same_bits(cases.value()[2].pair().A->interior_point(), {0.25, 0.75, 0});
}

TEST(CaseFile, TakesFacetsAndInteriorPointsAndByteOrderMarks) {
  const std::string tetrahedron =
      R"({"vertices": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "facets": [[0,2,1],[0,1,3],[0,3,2],[1,2,3]],
          "interior_point": [0.125, 0.125, 0.25]})";
  const auto cases = parse_case_text("\xEF\xBB\xBF" + case_text(tetrahedron), "bom.json");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(cases.value()[0].pair().A->facets().size(), 4U);
  expect_same_bits(cases.value()[0].pair().A->interior_point(), {0.125, 0.125, 0.25});

  const auto box = parse_case_text(
      case_text(R"({"box_half_extents": [1, 2, 3], "interior_point": [0.5, 1, 0]})"), "box.json");
  ASSERT_TRUE(box.ok()) << box.reason();
  expect_same_bits(box.value()[0].pair().A->interior_point(), {0.5, 1, 0});
}

TEST(CaseFile, FilesThatCannotBeReadSayWhy) {
  const Folder folder;
  const auto reason = [](const std::string& path) {
    const auto cases = read_case_file(path);
    return cases.ok() ? std::string("read") : cases.reason();
  };
  EXPECT_EQ(reason(folder / "none.json"), folder / "none.json" + ": no such file");
  EXPECT_THAT(reason(folder / ""), HasSubstr("is a directory"));
  EXPECT_THAT(reason(folder.write("empty.json", "")), HasSubstr("is empty"));
  EXPECT_THAT(reason(folder.write("file.json", "{}") + "/x"), HasSubstr("no such file"));

  const std::string huge = folder.write("huge.json", "[");
  std::filesystem::resize_file(huge, (std::uintmax_t{256} << 20) + 1);
  EXPECT_EQ(reason(huge), huge + ": is larger than 256 MiB: split it into several files");

  const std::string closed = folder.write("closed.json", "{}");
  std::filesystem::permissions(closed, std::filesystem::perms::none);
  // Root may read what nobody may.
  EXPECT_THAT(reason(closed), HasSubstr(geteuid() == 0 ? "a: is missing" : "cannot be opened"));
}

TEST(CaseFile, AFileIsNamedByItsLastPartInIdsAndByItsPathInMessages) {
  const Folder folder;
  const auto cases = read_case_file(folder.write("mine.json", case_text(kSampleBox)));
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(cases.value()[0].id, "file:mine.json:x");
  const std::string bad = folder.write("bad.json", "{}");
  EXPECT_THAT(read_case_file(bad).reason(), StartsWith(bad + ": case 1: "));
}

TEST(CaseFile, WritingAndReadingKeepsEveryBit) {
  const std::uint64_t seed = 7;
  RecordProperty("seed", std::to_string(seed));
  std::vector<Case> cases;
  for (const Family& family : family_registry()) {
    if (family.largest_vertices > 64) continue;
    for (std::uint64_t index = 0; index < 10; ++index)
      cases.push_back(make_case(family, seed, index));
  }
  for (const Case& c : cases) {
    SCOPED_TRACE(c.id);
    const std::string text = write_case(c);
    const auto once = parse_case_text(text, "once.json");
    ASSERT_TRUE(once.ok()) << once.reason();
    expect_same_pair(c.pair(), once.value()[0].pair());
    EXPECT_EQ(once.value()[0].id, "file:once.json:" + c.id);
    EXPECT_EQ(once.value()[0].source, c.source);
    EXPECT_EQ(write_case(once.value()[0]), text);
  }
}

TEST(CaseFile, WritesBoxesAsBoxesAndGivenInteriorPoints) {
  Case c{"x", "mine", "say \"why\"", Pair{make_box({1, 0.1, 3}), Pose{}, nullptr, Pose{}}};
  PolytopeInput input;
  input.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  input.interior_point = Vec3(0.1, 0.2, 0.3);
  std::get<Pair>(c.bodies).B = make_polytope(input).value();
  const std::string text = write_case(c);
  EXPECT_THAT(text, HasSubstr("\"box_half_extents\": [1, 0.1, 3]"));
  EXPECT_THAT(text, HasSubstr("\"interior_point\": [0.1, 0.2, 0.3]"));
  EXPECT_THAT(text, HasSubstr(R"("source": "say \"why\"")"));
}

TEST(CaseFile, WritesEightVerticesOfWhichTheLastIsTiny) {
  PolytopeInput input;
  input.vertices = make_box(Vec3(1, 1, 1))->vertices();
  input.vertices.back() = Vec3(1e-80, 1e-80, 1e-80);
  input.vertices.front() = Vec3(-3, -3, -3);
  input.vertices[6] = Vec3(-2, 1, 1);
  const PolytopePtr body = make_polytope(input).value();
  Case c{"x", "mine", "", Pair{body, Pose{}, body, Pose{}}};
  std::get<Pair>(c.bodies).X_WB.t = Vec3(9, 0, 0);
  const auto again = parse_case_text(write_case(c), "x");
  ASSERT_TRUE(again.ok()) << again.reason();
  expect_same_pair(c.pair(), again.value()[0].pair());
}

TEST(CaseFile, ReadsTheFieldCorpusAsItStands) {
  const auto cases = parse_case_text(field_corpus_text(), "field_cases.json");
  ASSERT_TRUE(cases.ok()) << cases.reason();
  EXPECT_EQ(cases.value().size(), 108U);
  for (const Case& c : cases.value()) EXPECT_FALSE(c.source.empty()) << c.id;
}

}  // namespace
}  // namespace touchstone
