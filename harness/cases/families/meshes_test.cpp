// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/families/meshes.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "geometry/shapes.hpp"
#include "reference/oracle.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kSeed = 20261123;

std::string off_text(const Polytope& body) {
  std::string text = "OFF\n" + std::to_string(body.vertices().size()) + " " +
                     std::to_string(body.facets().size()) + " 0\n";
  for (const Vec3& v : body.vertices()) {
    text +=
        std::to_string(v.x()) + " " + std::to_string(v.y()) + " " + std::to_string(v.z()) + "\n";
  }
  for (const Facet& facet : body.facets()) {
    text += std::to_string(facet.vertices.size());
    for (const int i : facet.vertices) text += " " + std::to_string(i);
    text += "\n";
  }
  return text;
}

class Meshes : public testing::Test {
 public:
  Meshes(const Meshes&) = delete;
  Meshes& operator=(const Meshes&) = delete;

 protected:
  Meshes() {
    std::filesystem::create_directories(directory_);
    write("box.off", off_text(*make_box(Vec3(1, 0.5, 0.25))));
    write("ball.off", off_text(*make_icosphere(1, 0.5)));
    write("cone.OFF", off_text(*make_double_pyramid(7, 1, 2)));
    write("notes.txt", "no mesh\n");
  }
  ~Meshes() override { std::filesystem::remove_all(directory_); }

  void write(const std::string& name, const std::string& content) const {
    std::ofstream(directory_ / name) << content;
  }
  std::vector<Family> families() {
    return mesh_families(directory_.string(), objects_, remarks_).value();
  }

  std::filesystem::path directory_ =
      std::filesystem::path(testing::TempDir()) / ("meshes_" + std::to_string(getpid()));
  MeshObjects objects_ = MeshObjects::apart;
  MeshRemarks remarks_;
};

TEST_F(Meshes, FourFamiliesDrawFromEveryMesh) {
  const auto all = families();
  ASSERT_EQ(all.size(), 4U);
  for (const Family& family : all) {
    EXPECT_EQ(family.group, "meshes");
    EXPECT_EQ(family.largest_vertices, 42);
    std::set<std::string> sources;
    for (std::uint64_t i = 0; i < 100; ++i) sources.insert(make_case(family, kSeed, i).source);
    EXPECT_EQ(sources.size(), 9U) << family.name;
    EXPECT_TRUE(sources.contains("hulls of cone.OFF and ball.off")) << family.name;
  }
}

TEST_F(Meshes, ACaseIsAPureFunctionOfDirectorySeedAndIndex) {
  const auto first = families();
  const auto again = families();
  for (const Family& family : first) {
    for (std::uint64_t i = 20; i-- > 0;) {
      const Case a = make_case(family, kSeed, i);
      const auto b =
          make_case(family.name + ":" + std::to_string(kSeed) + ":" + std::to_string(i), again);
      ASSERT_TRUE(b.ok()) << b.reason();
      EXPECT_EQ(a.pair().A->content_hash(), b.value().pair().A->content_hash());
      EXPECT_EQ(a.pair().B->content_hash(), b.value().pair().B->content_hash());
      EXPECT_EQ(a.pair().X_WB.R, b.value().pair().X_WB.R);
      EXPECT_EQ(a.pair().X_WB.t, b.value().pair().X_WB.t);
    }
  }
}

TEST_F(Meshes, CasesHaveWhatTheirFamilyPromises) {
  Oracle oracle;
  int apart = 0;
  for (const Family& family : families()) {
    for (std::uint64_t i = 0; i < 60; ++i) {
      const Case c = make_case(family, kSeed, i);
      SCOPED_TRACE(c.id + " " + c.source);
      ASSERT_TRUE(make_pose(c.pair().X_WB.R, c.pair().X_WB.t).ok());
      const double phi = oracle.solve(c.pair(), false).phi;
      const double size = pair_size(c.pair());
      if (family.name == "meshes-random" && phi > 0) ++apart;
      if (family.name == "meshes-shallow") {
        EXPECT_LT(phi, 0);
        EXPECT_GE(phi, -0.0101 * size);
      }
      if (family.name == "meshes-deep") {
        EXPECT_LT(phi, -0.02 * size);
      }
      if (family.name == "meshes-resting") {
        EXPECT_LE(std::abs(phi), 4e-15 * size);
      }
    }
  }
  EXPECT_GE(apart, 15);
  EXPECT_LE(apart, 45);
}

TEST_F(Meshes, FlatOnesAreTaken) {
  std::filesystem::remove(directory_ / "box.off");
  std::filesystem::remove(directory_ / "ball.off");
  std::filesystem::remove(directory_ / "cone.OFF");
  write("sheet.obj", "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n");
  write("tilted.obj", "v 0 0 0\nv 2 0 1\nv 0 1 0\nf 1 2 3\n");
  Oracle oracle;
  for (const Family& family : families()) {
    int apart = 0;
    for (std::uint64_t i = 0; i < 40; ++i) {
      const Case c = make_case(family, kSeed, i);
      SCOPED_TRACE(c.id + " " + c.source);
      ASSERT_EQ(c.pair().A->dimension(), 2);
      ASSERT_TRUE(make_pose(c.pair().X_WB.R, c.pair().X_WB.t).ok());
      const double phi = oracle.solve(c.pair(), false).phi;
      const double size = pair_size(c.pair());
      apart += phi > 0 ? 1 : 0;
      if (family.name == "meshes-shallow") {
        EXPECT_LT(phi, 0);
        EXPECT_GE(phi, -0.0101 * size);
      }
      if (family.name == "meshes-deep") {
        EXPECT_LT(phi, 0);
      }
      if (family.name == "meshes-resting") {
        EXPECT_LE(std::abs(phi), 4e-15 * size);
      }
    }
    if (family.name == "meshes-random") {
      EXPECT_GE(apart, 10);
      EXPECT_LE(apart, 30);
    }
  }
  EXPECT_TRUE(remarks_.left_out.empty());
}

TEST_F(Meshes, WhatCannotBeReadIsLeftOutAndToldUnlessItIsAll) {
  write("broken.off", "OFF\n8 6 0\n1 1 1\n");
  write("line.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n");
  const auto all = families();
  EXPECT_EQ(all.front().summary, "hulls of 3 meshes, anywhere near each other");
  const std::string directory = directory_.string();
  EXPECT_EQ(
      remarks_.left_out,
      (std::vector<std::string>{directory + "/broken.off: ends after 1 of its 8 points",
                                directory + "/line.obj: has no area: its points lie on one line"}));
}

TEST_F(Meshes, FilesOfSeveralObjectsAndConcaveOnesAreNamed) {
  const std::string one = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string faces = "f -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -4 -1 -2\n";
  const std::string first = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
  write("two.obj", "o a\n" + one + faces + "o b\nv 3 0 0\nv 4 0 0\nv 3 1 0\nv 3 0 1\n" + faces);
  const auto with_apex = [&](const std::string& apex) {  // it is below the slanted plane
    return "o a\n" + one + "v " + apex + "\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 5\nf 3 4 5\nf 4 2 5\n";
  };
  write("dented.obj", with_apex("0.2 0.2 0.2"));
  write("scratched.obj", with_apex("0.3333 0.3333 0.3333"));
  write("stray.obj", "o a\n" + one + "v 9 9 9\n" + first);
  families();
  EXPECT_EQ(remarks_.several, (std::vector<std::string>{"two.obj"}));
  ASSERT_EQ(remarks_.hulls.size(), 2U);
  EXPECT_EQ(remarks_.hulls[0].rfind("dented.obj: its hull is taken: concave", 0), 0U)
      << remarks_.hulls[0];
  EXPECT_EQ(remarks_.hulls[1].rfind("stray.obj: ", 0), 0U) << remarks_.hulls[1];
}

TEST_F(Meshes, PiecesArePairedWithThoseOfOtherBodies) {
  std::filesystem::remove(directory_ / "ball.off");
  std::filesystem::remove(directory_ / "cone.OFF");
  const std::string one = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
  const std::string faces = "f -4 -2 -3\nf -4 -3 -1\nf -3 -2 -1\nf -4 -1 -2\n";
  write("two.obj", "o a\n" + one + faces + "o b\nv 3 0 0\nv 4 0 0\nv 3 1 0\nv 3 0 1\n" + faces);
  std::filesystem::create_directories(directory_ / "hand");
  write("hand/palm.off", off_text(*make_box(Vec3(1, 1, 0.25))));
  write("hand/thumb.obj", one + faces);
  const auto all = families();
  EXPECT_EQ(all.front().summary, "hulls of 3 meshes, anywhere near each other");
  std::set<std::string> sources;
  for (std::uint64_t i = 0; i < 300; ++i) sources.insert(make_case(all[0], kSeed, i).source);
  EXPECT_TRUE(sources.contains("hulls of a in two.obj and hand/palm.off"));
  EXPECT_TRUE(sources.contains("hulls of hand/thumb.obj and b in two.obj"));
  EXPECT_TRUE(sources.contains("hulls of box.off and box.off"));
  EXPECT_FALSE(sources.contains("hulls of a in two.obj and b in two.obj"));
  EXPECT_FALSE(sources.contains("hulls of hand/palm.off and hand/palm.off"));
  EXPECT_EQ(sources.size(), 1U + 2 * (2 + 2 + 4));
  objects_ = MeshObjects::one;
  sources.clear();
  for (std::uint64_t i = 0; i < 300; ++i) sources.insert(make_case(families()[0], kSeed, i).source);
  EXPECT_TRUE(sources.contains("hulls of two.obj and box.off"));
}

/// A body alone is paired with a copy of itself.
TEST_F(Meshes, OneDecompositionAloneIsTaken) {
  for (const char* name : {"box.off", "ball.off", "cone.OFF"}) {
    std::filesystem::rename(directory_ / name, directory_ / (std::string(name) + ".txt"));
  }
  std::filesystem::create_directories(directory_ / "hand");
  write("hand/palm.off", off_text(*make_box(Vec3(1, 1, 0.25))));
  write("hand/thumb.off", off_text(*make_box(Vec3(1, 0.25, 0.25))));
  std::set<std::string> sources;
  for (std::uint64_t i = 0; i < 50; ++i) sources.insert(make_case(families()[0], kSeed, i).source);
  EXPECT_EQ(sources.size(), 4U);
}

TEST_F(Meshes, DirectoriesWithoutAMeshThatCanBeReadAreRefused) {
  const std::string directory = directory_.string();
  const auto reason = [this](const std::string& path) {
    return mesh_families(path, objects_, remarks_).reason();
  };
  EXPECT_EQ(reason(directory + "/none"), directory + "/none: is not a directory");
  EXPECT_EQ(reason(directory + "/box.off"), directory + "/box.off: is not a directory");
  const std::string empty = directory + "/empty";
  std::filesystem::create_directory(empty);
  EXPECT_EQ(reason(empty), empty + ": holds no .obj, .off, .stl or .ply file");
  write("empty/broken.off", "OFF\n8 6 0\n1 1 1\n");
  EXPECT_EQ(reason(empty), empty + "/broken.off: ends after 1 of its 8 points");
  remarks_.left_out.clear();
  write("empty/zero.obj", "");
  EXPECT_EQ(reason(empty), empty +
                               "/broken.off: ends after 1 of its 8 points; no other of the 2 "
                               "meshes can be read either");
}

}  // namespace
}  // namespace touchstone
