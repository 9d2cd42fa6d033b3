// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/mesh_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "geometry/shapes.hpp"

namespace touchstone {
namespace {

constexpr std::array<std::array<int, 3>, 12> kCubeFaces = {{{0, 2, 1},
                                                            {1, 2, 3},
                                                            {4, 5, 6},
                                                            {5, 7, 6},
                                                            {0, 1, 4},
                                                            {1, 5, 4},
                                                            {2, 6, 3},
                                                            {3, 6, 7},
                                                            {0, 4, 2},
                                                            {2, 4, 6},
                                                            {1, 3, 5},
                                                            {3, 7, 5}}};

Vec3 cube_corner(int k) {
  return {(k & 1) != 0 ? 1.0 : -1.0, (k & 2) != 0 ? 1.0 : -1.0, (k & 4) != 0 ? 1.0 : -1.0};
}

std::string words(const Vec3& v) {
  return std::to_string(v.x()) + " " + std::to_string(v.y()) + " " + std::to_string(v.z());
}

template <class T>
void append(std::string& bytes, T value) {
  std::array<char, sizeof(T)> raw{};
  std::memcpy(raw.data(), &value, sizeof(T));
  bytes.append(raw.data(), raw.size());
}

std::string obj_text() {
  std::string text = "# a cube\no cube\n";
  for (int k = 0; k < 8; ++k) text += "v " + words(cube_corner(k)) + "\n";
  for (const auto& f : kCubeFaces) {
    text += "f";
    for (const int i : f) text += " " + std::to_string(i + 1) + "//1";
    text += "\n";
  }
  return text;
}

/// The corners, and the faces with their number of corners first.
std::string corners_and_faces() {
  std::string text;
  for (int k = 0; k < 8; ++k) text += words(cube_corner(k)) + "\n";
  for (const auto& f : kCubeFaces) {
    text += "3";
    for (const int i : f) text += " " + std::to_string(i);
    text += "\n";
  }
  return text;
}

std::string off_text() { return "OFF\n8 12 0\n" + corners_and_faces(); }

std::string stl_text() {
  std::string text = "solid cube\n";
  for (const auto& f : kCubeFaces) {
    text += "facet normal 0 0 0\nouter loop\n";
    for (const int i : f) text += "vertex " + words(cube_corner(i)) + "\n";
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid cube\n";
}

std::string stl_bytes(std::uint32_t count = kCubeFaces.size()) {
  std::string bytes(80, ' ');
  append(bytes, count);
  for (const auto& f : kCubeFaces) {
    for (int k = 0; k < 3; ++k) append(bytes, 0.0F);
    for (const int i : f) {
      for (const double x : cube_corner(i)) append(bytes, static_cast<float>(x));
    }
    append(bytes, std::uint16_t{0});
  }
  return bytes;
}

std::string ply_header(const std::string& format, const std::string& vertices = "8",
                       const std::string& list = "uchar") {
  return "ply\nformat " + format + " 1.0\ncomment a cube\nelement vertex " + vertices +
         "\nproperty float x\nproperty float y\nproperty float z\nelement face 12\nproperty list " +
         list + " int vertex_indices\nend_header\n";
}

std::string ply_text() { return ply_header("ascii") + corners_and_faces(); }

std::string ply_bytes() {
  static_assert(std::endian::native == std::endian::little);
  std::string bytes = ply_header("binary_little_endian");
  for (int k = 0; k < 8; ++k) {
    for (const double x : cube_corner(k)) append(bytes, static_cast<float>(x));
  }
  for (const auto& f : kCubeFaces) {
    append(bytes, std::uint8_t{3});
    for (const int i : f) append(bytes, std::int32_t{i});
  }
  return bytes;
}

class MeshFile : public testing::Test {
 public:
  MeshFile(const MeshFile&) = delete;
  MeshFile& operator=(const MeshFile&) = delete;

 protected:
  MeshFile() { std::filesystem::create_directories(directory_); }
  ~MeshFile() override { std::filesystem::remove_all(directory_); }

  std::string write(const std::string& name, const std::string& content) const {
    std::string path = directory_ / name;
    std::ofstream(path, std::ios::binary) << content;
    return path;
  }

  /// The reason without the file's name, which it must begin with.
  std::string refusal(const std::string& name, const std::string& content) const {
    const std::string path = write(name, content);
    const auto body = read_mesh(path);
    if (body) return "accepted";
    EXPECT_EQ(body.reason().rfind(path + ": ", 0), 0U) << body.reason();
    EXPECT_EQ(body.reason().find('\n'), std::string::npos) << body.reason();
    return body.reason().substr(path.size() + 2);
  }

  std::filesystem::path directory_ =
      std::filesystem::path(testing::TempDir()) / ("mesh_file_" + std::to_string(getpid()));
};

TEST_F(MeshFile, EveryFormatGivesTheCube) {
  const auto cube = make_box(Vec3(1, 1, 1));
  for (const auto& [name, content] : {std::pair<std::string, std::string>("cube.obj", obj_text()),
                                      {"cube.off", off_text()},
                                      {"cube.stl", stl_text()},
                                      {"binary.stl", stl_bytes()},
                                      {"cube.ply", ply_text()},
                                      {"binary.ply", ply_bytes()},
                                      {"CUBE.OBJ", obj_text()}}) {
    SCOPED_TRACE(name);
    const auto body = read_mesh(write(name, content));
    ASSERT_TRUE(body.ok()) << body.reason();
    EXPECT_EQ(body.value()->vertices().size(), 8U);
    EXPECT_EQ(body.value()->facets().size(), 6U);
    EXPECT_EQ(body.value()->inradius(), 1);
  }
}

TEST_F(MeshFile, ConcaveMeshesGiveTheirHull) {
  std::string text = off_text();
  text.replace(text.find("8 12"), 4, "9 12");
  text.insert(text.find("\n3 ") + 1, "0.25 0 0\n");
  const auto body = read_mesh(write("dented.off", text));
  ASSERT_TRUE(body.ok()) << body.reason();
  EXPECT_EQ(body.value()->vertices().size(), 8U);
}

TEST_F(MeshFile, WhatIsNotAMeshIsRejectedInOneLine) {
  EXPECT_EQ(refusal("cube.step", obj_text()),
            "is not a mesh: the name must end in .obj, .off, .stl or .ply");
  for (const std::string ending : {"obj", "off", "stl", "ply"}) {
    EXPECT_EQ(refusal("empty." + ending, ""), "is empty");
    EXPECT_NE(refusal("words." + ending, "these are words\nand no mesh\n"), "accepted");
    EXPECT_NE(refusal("zeros." + ending, std::string(500, '\0')), "accepted");
  }
  EXPECT_EQ(read_mesh((directory_ / "none.obj").string()).reason(),
            (directory_ / "none.obj").string() + ": cannot be read: not a file");
  std::filesystem::create_directory(directory_ / "folder.off");
  EXPECT_FALSE(read_mesh((directory_ / "folder.off").string()).ok());
}

/// Cut anywhere before its last face is complete, a file that says how much it holds is rejected.
TEST_F(MeshFile, TruncatedFilesAreRejected) {
  for (const auto& [name, content] : {std::pair<std::string, std::string>("cube.off", off_text()),
                                      {"cube.stl", stl_text()},
                                      {"binary.stl", stl_bytes()},
                                      {"cube.ply", ply_text()},
                                      {"binary.ply", ply_bytes()}}) {
    const std::size_t most = content.size() - 12;
    for (std::size_t length = 1; length < most; length += 7) {
      EXPECT_NE(refusal(name, content.substr(0, length)), "accepted") << name << " " << length;
    }
  }
}

TEST_F(MeshFile, CountsThatTheFileCannotHoldAreRejectedBeforeMemoryIsTaken) {
  std::string off = off_text();
  off.replace(off.find("8 12"), 4, "1000000000 12");
  EXPECT_EQ(refusal("many.off", off), "promises more points or faces than it can hold");
  off = off_text();
  off.replace(off.find("8 12"), 4, "8 1000000000");
  EXPECT_EQ(refusal("faces.off", off), "promises more points or faces than it can hold");
  off = off_text();
  off.replace(off.find("\n3 ") + 1, 1, "1000000000");
  EXPECT_EQ(refusal("corners.off", off), "promises more points or faces than it can hold");
  EXPECT_EQ(refusal("many.stl", stl_bytes(1000000000)),
            "promises 1000000000 triangles, more than it can hold");
  EXPECT_EQ(refusal("many.ply", ply_header("ascii", "1000000000")),
            "promises more points or faces than it can hold");
  EXPECT_EQ(refusal("nothing.ply",
                    "ply\nformat ascii 1.0\nelement void 18446744073709551615\nend_header\n"),
            "promises more points or faces than it can hold");
  const std::string early = "property float x\nend_header\n";
  for (const char* begin : {"ply\nformat ascii 1.0\n", "ply\nelement ascii 4\n"}) {
    EXPECT_EQ(refusal("early.ply", begin + early), "has a property before any element");
  }
  std::string comments = "ply\nformat ascii 1.0\n";
  for (int k = 0; k < 1000; ++k) comments += "comment\n";
  EXPECT_EQ(refusal("long.ply", comments + early), "has a header of more than 1000 lines");
  std::string flat = ply_text();
  flat.erase(flat.find("property float z\n"), std::string("property float z\n").size());
  EXPECT_EQ(refusal("flat.ply", flat), "has no property z of its vertices");
  EXPECT_EQ(refusal("list.ply", ply_header("binary_little_endian", "8", "uint")),
            "lists counted in 'uint' are not read, only in uchar or ushort");
}

TEST_F(MeshFile, NotANumberAndInfinityAreRejected) {
  for (const std::string bad : {"nan", "inf", "-inf", "1e999"}) {
    std::string text = off_text();
    const std::size_t line = text.find('\n', 5) + 1;
    text.replace(line, text.find(' ', line) - line, bad);
    EXPECT_NE(refusal("bad.off", text), "accepted") << bad;
    text = obj_text();
    const std::size_t place = text.find("v ") + 2;
    text.replace(place, text.find(' ', place) - place, bad);
    EXPECT_NE(refusal("bad.obj", text), "accepted") << bad;
  }
  for (const std::uint32_t bits : {0x7fc00000U, 0x7f800000U, 0xff800000U}) {
    std::string bytes = stl_bytes();
    std::memcpy(&bytes[84 + 12], &bits, sizeof bits);
    EXPECT_NE(refusal("bad.stl", bytes), "accepted") << bits;
  }
}

constexpr const char* kCorners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

TEST_F(MeshFile, PointsWithoutFacesAreAMeshInEveryFormat) {
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
      "property float z\nend_header\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n";
  for (const auto& [name, content] : {std::pair<std::string, std::string>("points.obj", kCorners),
                                      {"points.off", "OFF\n4 0 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n"},
                                      {"points.ply", ply}}) {
    const auto body = read_mesh(write(name, content));
    ASSERT_TRUE(body.ok()) << body.reason();
    EXPECT_EQ(body.value()->vertices().size(), 4U) << name;
  }
}

TEST_F(MeshFile, WhatObjFilesHaveBesidesPointsAndFacesIsPassedOver) {
  for (const std::string content :
       {"v 0 0 0 1\r\nv 1 0 0 1\r\nv 0 1 0 1\r\nv 0 0 1 1\r\n\r\nf 1 2 3\r\nf 1//1 2//1 4//1\r\n",
        "mtllib a.mtl\no body\nv 0 0 0 0.5 0.5 0.5\nv +1 0 0\nv 0 1e0 0 # a corner\n"
        "vt 0 0\nvn 0 0 1\ng side\nusemtl red\ns off\nf -3/1/1 -2/1/1 -1/1/1\nv 0 0 1\nl 1 2\np "
        "4\nf 1 2 4",
        "v 0 0 0\nv 1 0 0\nf 1 2 \\\n 3 4\nv 0 1 0\nv 0 0 \\\r\n1\nv 1e-999 0 0\n"}) {
    const auto body = read_mesh(write("other.obj", content));
    ASSERT_TRUE(body.ok()) << body.reason() << "\n" << content;
    EXPECT_EQ(body.value()->vertices().size(), 4U) << content;
  }
}

TEST_F(MeshFile, RefusalsOfTextNameTheLineAndTheRule) {
  const std::string corners = kCorners;
  for (const auto& [content, reason] :
       {std::pair<std::string, std::string>("v 0 nan 0\n", "line 5: 'nan' is not a finite number"),
        {"\n# two\nv 0 1e999 0\n", "line 7: '1e999' is not a finite number"},
        {"v 0 x 0\n", "line 5: 'x' is not a number"},
        {"v 0 0\n", "line 5: a point with 2 of 3 numbers"},
        {"f 1 2\n", "line 5: a face with 2 corners, fewer than 3"},
        {"f 1 2 5\nf 1 2 3\n", "line 5: a face names point 5, but there are 4"},
        {"f 1 2 -5\n", "line 5: a face names point -5, after 4 points"},
        {"f 1 2 0\n", "line 5: '0' is not a corner of a face"},
        {"f 1 2 /3\n", "line 5: '/3' is not a corner of a face"},
        {"f 1 2 \\\n3 x\n", "line 5: 'x' is not a corner of a face"},
        {"f 1 2 \\\n3\nworld\n", "line 7: 'world' is not a statement of an OBJ file"}}) {
    EXPECT_EQ(refusal("bad.obj", corners + content), reason);
  }
  EXPECT_EQ(refusal("none.obj", "# nothing\n"), "holds no points");
  EXPECT_EQ(refusal("words.obj", "f" + std::string(400'000, ' ') + "1 2"),
            "line 1: a face with 2 corners, fewer than 3");
  std::string crowd = "p";
  for (int k = 0; k < 140'000; ++k) crowd += " 1";
  EXPECT_EQ(refusal("crowd.obj", crowd), "line 1: more than 131072 words");

  const std::string off = "OFF\n# a comment\n4 1 0\n0 0 0\n1 0 0\n";
  EXPECT_EQ(refusal("bad.off", off + "0 inf 0\n0 0 1\n3 0 1 2\n"),
            "line 6: 'inf' is not a finite number");
  EXPECT_EQ(refusal("bad.off", off + "0 1\n0 0 1\n3 0 1 2\n"),
            "line 6: a point with 2 of 3 numbers");
  EXPECT_EQ(refusal("bad.off", off + "0 1 0\n0 0 1\n3 0 1 4\n"),
            "line 8: a face names point 4 (from 0), but there are 4");
  EXPECT_EQ(refusal("bad.off", off + "0 1 0\n"), "ends after 3 of its 4 points");
  EXPECT_EQ(refusal("bad.off", off + "0 1 0\n0 0 1\n"), "ends after 0 of its 1 faces");
  EXPECT_EQ(refusal("bad.off", "OFF\nmany\n"), "line 2: no numbers of points and faces");

  std::string ply = ply_text();
  ply.replace(ply.find("\n-1.0") + 1, 9, "-nan");
  EXPECT_EQ(refusal("bad.ply", ply), "line 11: '-nan' is not a finite number");
  ply = ply_text();
  ply.replace(ply.find("3 0 2 1"), 7, "3 0 2 8");
  EXPECT_EQ(refusal("bad.ply", ply), "a face names point 8 (from 0), but there are 8");
  EXPECT_EQ(refusal("bad.ply", ply_text().substr(0, ply_text().rfind("\n3 ") + 1)),
            "ends after 11 of its 12 faces");

  std::string stl = stl_text();
  stl.replace(stl.find("vertex ") + 7, 9, "nan");
  EXPECT_EQ(refusal("bad.stl", stl), "line 4: 'nan' is not a finite number");
  stl = stl_text();
  stl.erase(stl.find("vertex "), stl.find('\n', stl.find("vertex ")) - stl.find("vertex ") + 1);
  EXPECT_EQ(refusal("bad.stl", stl), "line 7: a facet with 2 corners, not 3");
  EXPECT_EQ(refusal("bad.stl", stl_text().substr(0, stl_text().rfind("endsolid"))),
            "ends before endsolid");
}

TEST_F(MeshFile, FlatMeshesAreFlatBodiesAndLinesAreRejected) {
  std::string text = obj_text();
  for (std::size_t at = text.find("1.000000\n"); at != std::string::npos;
       at = text.find("1.000000\n")) {
    const std::size_t from = text[at - 1] == '-' ? at - 1 : at;
    text.replace(from, text.find('\n', at) - from, "0");
  }
  const auto flat = read_mesh(write("flat.obj", text));
  ASSERT_TRUE(flat.ok()) << flat.reason();
  EXPECT_EQ(flat.value()->dimension(), 2);
  EXPECT_EQ(refusal("line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n"),
            "has no area: its points lie on one line");
}

TEST_F(MeshFile, ObjectsArePieces) {
  const auto names = [this](const std::string& name, const std::string& content,
                            MeshObjects objects = MeshObjects::apart) {
    const auto file = read_mesh_file(write(name, content), objects);
    EXPECT_TRUE(file.ok()) << name << file.reason();
    std::string all;
    for (const MeshPiece& piece : file.value().pieces) all += piece.name + "|";
    return all;
  };
  const std::string two = kCorners + std::string("v 3 0 0\nv 4 0 0\nv 3 1 0\nv 3 0 1\n");
  const std::string a = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  const std::string b = "f 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n";
  EXPECT_EQ(names("cube.obj", obj_text()), "|");
  EXPECT_EQ(names("points.obj", "o a\no b\n" + two), "|");
  EXPECT_EQ(names("o.obj", two + "o a\n" + a + "o b c\n" + b), "a|b c|");
  EXPECT_EQ(names("o.obj", two + "o a\n" + a + "o b c\n" + b, MeshObjects::one), "|");
  EXPECT_EQ(names("g.obj", two + "g a\n" + a + "g b # right\n" + b), "a|b|");
  EXPECT_EQ(names("og.obj", two + "o a\ng b\n" + a + "g c\n" + b), "b|c|");
  EXPECT_EQ(names("gog.obj", two + "o a\ng c\n" + a + "o b\ng c\n" + b), "a|b|");
  EXPECT_EQ(names("og.obj", two + "o a\ng b\n" + a + "g c\n" + b, MeshObjects::parts), "b|c|");
  EXPECT_EQ(names("first.obj", two + a + "o b\n" + b), "1|b|");
  EXPECT_EQ(
      names("again.obj", two + "o a\nf 1 3 2\nf 1 2 4\no b\n" + b + "o a\nf 2 3 4\nf 1 4 3\n"),
      "a|b|");
  EXPECT_EQ(names("patches.obj", two + "g a\nf 1 3 2\nf 1 2 4\ng b\nf 2 3 4\nf 1 4 3\ng c\n" + b),
            "a|c|");
  // Closed objects with a common face stay apart, though each of its edges is of both.
  EXPECT_EQ(names("meet.obj", kCorners + std::string("v 1 1 1\no a\n") + a +
                                  "o b\nf 2 4 3\nf 2 3 5\nf 3 4 5\nf 4 2 5\n"),
            "a|b|");
  EXPECT_EQ(names("one.stl", stl_text()), "|");
  EXPECT_EQ(names("bytes.stl", stl_bytes()), "|");
  std::string second = stl_text();
  for (std::size_t at = second.find("vertex "); at != std::string::npos;
       at = second.find("vertex ", at + 7)) {
    second.insert(at + 7, second[at + 7] == '-' ? "" : "3");  // a coordinate 1 becomes 31
  }
  EXPECT_EQ(names("two.stl", stl_text() + second), "cube|cube-2|");
  EXPECT_GT(read_mesh(directory_ / "two.stl").value()->bounding_radius(), 10);
  const auto lines = read_mesh_file(write("line.obj", two + "o a\n" + a + "o wire\nf 5 6 5\n"),
                                    MeshObjects::apart);
  ASSERT_TRUE(lines.ok()) << lines.reason();
  EXPECT_EQ(lines.value().pieces.size(), 1U);
  EXPECT_EQ(
      lines.value().remark,
      "1 of its objects lie on a line and are left out; 2 of its points are in no face and are "
      "left out");
}

TEST_F(MeshFile, NamesOfObjectsArePrintableAndShort) {
  const std::string a = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  const std::string b = "f 5 7 6\nf 5 6 8\nf 6 7 8\nf 5 8 7\n";
  const auto file = read_mesh_file(
      write("names.obj", kCorners +
                             std::string("v 3 0 0\nv 4 0 0\nv 3 1 0\nv 3 0 1\no a\x1b[1m\xff\n") +
                             a + "o a\x1b[1m\xfe" + std::string(300, 'b') + "\n" + b),
      MeshObjects::apart);
  ASSERT_TRUE(file.ok()) << file.reason();
  ASSERT_EQ(file.value().pieces.size(), 2U);
  EXPECT_EQ(file.value().pieces[0].name, "a?[1m?");
  EXPECT_EQ(file.value().pieces[1].name, "a?[1m?" + std::string(94, 'b'));
}

TEST_F(MeshFile, PiecesHaveThePointsOfTheirFaces) {
  const std::string text = "v 9 9 9\n" + std::string(kCorners) +
                           "v 3 0 0\nv 4 0 0\nv 3 1 0\nv 3 0 1\n"
                           "o a\nf 2 4 3\nf 2 3 5\nf 3 4 5\nf 2 5 4\n"
                           "o b\nf 6 8 7\nf 6 7 9\nf 7 8 9\nf 6 9 8\n";
  const auto file = read_mesh_file(write("two.obj", text), MeshObjects::apart);
  ASSERT_TRUE(file.ok()) << file.reason();
  ASSERT_EQ(file.value().pieces.size(), 2U);
  EXPECT_EQ(file.value().pieces[0].hull->vertices(),
            (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
  EXPECT_EQ(file.value().pieces[1].hull->vertices().front(), Vec3(3, 0, 0));
  EXPECT_EQ(file.value().remark, "1 of its points are in no face and are left out");
  const auto one = read_mesh_file(directory_ / "two.obj", MeshObjects::one);
  EXPECT_EQ(one.value().pieces[0].hull->vertices().front(), Vec3(0, 0, 0));
  EXPECT_EQ(one.value().remark.rfind("one hull of its 2 objects is taken: concave", 0), 0U)
      << one.value().remark;
}

TEST_F(MeshFile, MoreThanTenThousandPiecesAreRejected) {
  std::string soup;
  for (int k = 0; k < 10'001; ++k) {
    const std::string x = std::to_string(3 * k);
    soup += "v " + x + " 0 0\nv " + x + " 1 0\nv " + x + " 0 1\nf -3 -2 -1\n";
  }
  const std::string path = write("soup.obj", soup);
  EXPECT_TRUE(read_mesh_file(path, MeshObjects::apart).ok());
  EXPECT_EQ(read_mesh_file(path, MeshObjects::parts).reason(),
            path + ": holds 10001 pieces, more than 10000");
}

TEST_F(MeshFile, MarksOfUtf8AndUpperCaseAreRead) {
  std::string upper = stl_text();
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  std::string says_solid = stl_bytes();
  says_solid.replace(0, 5, "solid");
  for (const auto& [name, content] :
       {std::pair<std::string, std::string>("mark.obj", "\xEF\xBB\xBF" + obj_text()),
        {"mark.off", "\xEF\xBB\xBF" + off_text()},
        {"mark.ply", "\xEF\xBB\xBF" + ply_text()},
        {"mark.stl", "\xEF\xBB\xBF" + stl_text()},
        {"UPPER.STL", upper},
        {"binary.STL", stl_bytes()},
        {"solid.stl", says_solid}}) {
    const auto body = read_mesh(write(name, content));
    ASSERT_TRUE(body.ok()) << body.reason();
    EXPECT_EQ(body.value()->inradius(), 1) << name;
  }
  EXPECT_EQ(refusal("wide.obj", std::string("\xFF\xFEv\0", 4)), "is UTF-16: save it as UTF-8");
}

TEST_F(MeshFile, PointersOfGitLfsAreNamed) {
  for (const std::string ending : {"obj", "off", "stl", "ply"}) {
    EXPECT_EQ(refusal("pointer." + ending,
                      "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 625707\n"),
              "is a pointer of Git LFS: 'git lfs pull' fetches the mesh");
  }
}

TEST_F(MeshFile, SparseGiantsAreRejectedUnread) {
  const std::string path = write("giant.obj", "v 0 0 0\n");
  std::filesystem::resize_file(path, kMaxMeshFile + 1);
  EXPECT_EQ(read_mesh(path).reason(), path + ": is larger than 256 MiB");
}

}  // namespace
}  // namespace touchstone
