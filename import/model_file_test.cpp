// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/model_file.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <tuple>

#include "geometry/body_union.hpp"
#include "import/import_samples.hpp"

namespace touchstone {
namespace {

using testing::HasSubstr;

/// Two tetrahedra in centimetres, z up, the second beside the first.
std::string dae(const std::string& numbers = "0 0 0 100 0 0 0 100 0 0 0 100") {
  return "<?xml version=\"1.0\"?>\n"
         "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n"
         "<asset><unit name=\"centimeter\" meter=\"0.01\"/><up_axis>Z_UP</up_axis></asset>\n"
         "<library_geometries><geometry id=\"g\"><mesh>\n"
         "<source id=\"p\"><float_array id=\"pa\" count=\"12\">" +
         numbers +
         "</float_array><technique_common><accessor source=\"#pa\" count=\"4\" stride=\"3\">"
         "<param name=\"X\" type=\"float\"/><param name=\"Y\" type=\"float\"/>"
         "<param name=\"Z\" type=\"float\"/></accessor></technique_common></source>\n"
         "<vertices id=\"v\"><input semantic=\"POSITION\" source=\"#p\"/></vertices>\n"
         "<triangles count=\"4\"><input semantic=\"VERTEX\" source=\"#v\" offset=\"0\"/>"
         "<p>0 2 1 0 1 3 1 2 3 0 3 2</p></triangles></mesh></geometry></library_geometries>\n"
         "<library_visual_scenes><visual_scene id=\"s\">\n"
         "<node id=\"left\" name=\"left\"><instance_geometry url=\"#g\"/></node>\n"
         "<node id=\"right\" name=\"right\"><translate>300 0 0</translate>"
         "<instance_geometry url=\"#g\"/></node>\n"
         "</visual_scene></library_visual_scenes>\n"
         "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n";
}

/// A tetrahedron of floats, embedded.
std::string gltf(const std::string& count = "4") {
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
"nodes": [{"mesh": 0, "name": "tip", "translation": [1, 0, 0]}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
"accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "min": [0, 0, 0],
"max": [1, 1, 1], "count": )" +
         count +
         R"(}, {"bufferView": 1, "componentType": 5121, "type": "SCALAR", "count": 12}],
"bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12}],
"buffers": [{"byteLength": 60, "uri": "data:application/octet-stream;base64,)"
         // 0 0 0, 1 0 0, 0 1 0 and 0 0 1 as floats; 0 2 1, 0 1 3, 1 2 3 and 0 3 2 as bytes
         "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAQIDAAMC\"}]}";
}

class ModelFile : public ImportTest {
 protected:
  void SetUp() override {
    std::vector<std::string> read_as;
    const auto file = read_model_file(write("here.dae", dae()), MeshObjects::one, read_as);
    if (!file && file.reason().find("apt-get install") != std::string::npos) {
      GTEST_SKIP() << file.reason();
    }
  }
  std::string reason(const std::string& name, const std::string& text) const {
    std::vector<std::string> read_as;
    const std::string path = write(name, text);
    const auto file = read_model_file(path, MeshObjects::apart, read_as);
    if (file) return "is taken";
    EXPECT_EQ(file.reason().find('\n'), std::string::npos) << file.reason();
    EXPECT_TRUE(file.reason().starts_with(path + ": ")) << file.reason();
    return file.reason();
  }
};

TEST_F(ModelFile, ColladaIsReadInMetresWithItsAxes) {
  std::vector<std::string> read_as;
  const std::string path = write("two.dae", dae());
  const auto file = read_model_file(path, MeshObjects::apart, read_as);
  ASSERT_TRUE(file.ok()) << file.reason();
  ASSERT_EQ(file.value().pieces.size(), 2U);
  EXPECT_THAT(file.value().pieces[0].name, HasSubstr("left"));
  EXPECT_THAT(file.value().pieces[1].name, HasSubstr("right"));
  EXPECT_EQ(file.value().remark, "");
  Vec3 most = Vec3::Constant(-9);
  for (const Vec3& v : file.value().pieces[1].hull->vertices()) most = most.cwiseMax(v);
  EXPECT_LT((most - Vec3(4, 1, 1)).norm(), 1e-6);
  EXPECT_THAT(read_as, testing::ElementsAre(path + ": COLLADA's unit is 0.01 m, into metres; up is "
                                                   "Z_UP, axes are the file's"));
}

TEST_F(ModelFile, TheUnitThatIsToldIsTheOneThatIsApplied) {
  const std::string whole = "<unit name=\"centimeter\" meter=\"0.01\"/>";
  for (const auto& [unit, metres, told] :
       {std::tuple<std::string, double, std::string>("<!-- <unit meter=\"3\"/> -->" + whole, 0.01,
                                                     "0.01"),
        {"<unit name='inch' meter='0.5'/>", 0.5, "0.5"},
        {"<unit meter = \"2\" name=\"x\"/>", 2, "2"},
        {"", 1, "1"}}) {
    std::string text = dae();
    text.replace(text.find(whole), whole.size(), unit);
    std::vector<std::string> read_as;
    const auto file = read_model_file(write("unit.dae", text), MeshObjects::apart, read_as);
    ASSERT_TRUE(file.ok()) << file.reason();
    EXPECT_NEAR(file.value().pieces[0].hull->vertices().back().norm(), 100 * metres, 1e-5) << unit;
    EXPECT_THAT(read_as, testing::ElementsAre(HasSubstr("COLLADA's unit is " + told + " m,")));
  }
}

TEST_F(ModelFile, GltfIsRead) {
  std::vector<std::string> read_as;
  const auto file = read_model_file(write("one.gltf", gltf()), MeshObjects::apart, read_as);
  ASSERT_TRUE(file.ok()) << file.reason();
  ASSERT_EQ(file.value().pieces.size(), 1U);
  EXPECT_THAT(
      file.value().pieces[0].hull->vertices(),
      testing::UnorderedElementsAre(Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(1, 1, 0), Vec3(1, 0, 1)));
  EXPECT_THAT(read_as, testing::ElementsAre(HasSubstr("glTF's unit is 1 m, y is up")));
}

TEST_F(ModelFile, HostileFilesAreRejectedInOneLine) {
  EXPECT_THAT(reason("nan.dae", dae("nan 0 0 100 0 0 0 100 0 0 0 100")), HasSubstr("nan.dae: "));
  EXPECT_NE(reason("inf.dae", dae("1e999 0 0 100 0 0 0 100 0 0 0 100")), "is taken");
  EXPECT_NE(reason("few.dae", dae("0 0 0 100 0 0")), "is taken");
  EXPECT_NE(reason("many.gltf", gltf("4000000000")), "is taken");
  EXPECT_NE(reason("zeros.glb", std::string(500, '\0')), "is taken");
  EXPECT_NE(reason("words.dae", "these are words\n"), "is taken");
  EXPECT_THAT(reason("empty.dae", ""), HasSubstr("is empty"));
  EXPECT_THAT(reason("pointer.dae", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n"),
              HasSubstr("is a pointer of Git LFS"));
  std::string wrong = dae();
  wrong.replace(wrong.find("0 2 1 0"), 7, "0 2 9 0");
  reason("index.dae", wrong);
  wrong.replace(wrong.find("0 2 9 0"), 7, "0 2 -9 ");
  reason("negative.dae", wrong);
}

TEST_F(ModelFile, TruncatedFilesEndInOneLine) {
  for (const std::string& whole : {dae(), gltf()}) {
    const std::string name = whole[0] == '<' ? "cut.dae" : "cut.gltf";
    for (std::size_t length = 1; length + 40 < whole.size(); length += 97) {
      EXPECT_NE(reason(name, whole.substr(0, length)), "is taken") << length;
    }
  }
}

TEST_F(ModelFile, ARobotOfModelsIsAUnionWithNotes) {
  write("two.dae", dae());
  const std::string robot =
      "<robot name='r'><link name='base'><collision><geometry><mesh filename='two.dae'/></geometry>"
      "</collision></link><link name='tip'><collision><geometry><sphere radius='0.5'/></geometry>"
      "</collision></link><joint name='j' type='fixed'><parent link='base'/><child link='tip'/>"
      "<origin xyz='2 0 0'/></joint></robot>";
  const auto cases = import_cases(write("input", robot), {}, CurvedCases::with_unions);
  ASSERT_TRUE(cases.ok()) << cases.reason();
  ASSERT_NE(cases.value()[0].c.unions(), nullptr);
  EXPECT_EQ(cases.value()[0].c.unions()->A.pieces.size(), 2U);
  EXPECT_THAT(cases.value()[0].read_as, testing::Contains(HasSubstr("COLLADA's unit is 0.01 m")));
  EXPECT_THAT(rejection(robot), HasSubstr("--hull takes the one hull of a mesh"));
  ImportOptions hull;
  hull.meshes = MeshObjects::one;
  EXPECT_THAT(imported(robot, hull).read_as,
              testing::Contains(HasSubstr("one hull of its 2 objects is taken: concave")));
}

}  // namespace
}  // namespace touchstone
