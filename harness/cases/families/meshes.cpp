// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/cases/families/meshes.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "geometry/loop_bound.hpp"
#include "geometry/mesh/mesh_file.hpp"
#include "harness/cases/families/families.hpp"
#include "harness/cases/families/placement.hpp"

namespace touchstone {
namespace {

constexpr std::uint64_t kDefaultMeshCases = 200;
/// Meshes in one directory: all of them are in memory at once.
constexpr std::size_t kMaxMeshes = 10000;

struct Piece {
  std::string name;  ///< its file's, without the directory, and its object's
  PolytopePtr hull;
};

/// The pieces of a body: one if it is convex.
using Mesh = std::vector<Piece>;
using Meshes = std::vector<Mesh>;

struct Draw {
  const Piece& A;
  const Piece& B;
};

const Piece& draw_piece(const Mesh& mesh, Random& random) {
  return mesh[mesh.size() > 1 ? random.below(mesh.size()) : 0];
}

Draw draw_bodies(const Meshes& meshes, Random& random) {
  const std::size_t a = random.below(meshes.size());
  std::size_t b = random.below(meshes.size());
  if (a == b && meshes[a].size() > 1 && meshes.size() > 1) {
    b = (a + 1 + random.below(meshes.size() - 1)) % meshes.size();
  }
  const Piece& A = draw_piece(meshes[a], random);
  return {A, draw_piece(meshes[b], random)};
}

/// d = f k(w): inside K and outside with about equal frequency.
void place_anywhere(Random& random, Pair& pair) {
  const Vec3 w = random.unit_vector();
  set_offset(&pair, random.uniform(0.2, 1.8) * PlacedDifference(pair).support(w));
}

/// Columns u, v, n: a right-handed orthonormal frame about n, turned about it at random.
Mat3 frame_about(const Vec3& n, Random& random) {
  Vec3 side;
  LoopBound bound = bound_of_draws("meshes: draws of a side");
  do {
    bound.step();
    const Vec3 any = random.unit_vector();
    side = any - ordered_dot(any, n) * n;
  } while (ordered_dot(side, side) < 0.01);
  Mat3 frame;
  frame.col(0) = normalised(side);
  frame.col(2) = n;
  frame.col(1) =
      Vec3(n.y() * frame(2, 0) - n.z() * frame(1, 0), n.z() * frame(0, 0) - n.x() * frame(2, 0),
           n.x() * frame(1, 0) - n.y() * frame(0, 0));
  return frame;
}

/// A random point of the facet: a mean of its corners.
Vec3 point_on(const Polytope& body, const Facet& facet, Random& random) {
  Vec3 point = Vec3::Zero();
  double total = 0;
  for (const int i : facet.vertices) {
    const double weight = random.uniform(0.1, 1);
    point += weight * body.vertices()[static_cast<std::size_t>(i)];
    total += weight;
  }
  return point / total;
}

/// A's facet and B's facet in one plane, their normals opposite, a point of each in one place.
void rest(Random& random, Pair& pair) {
  const std::vector<Facet>& of_A = pair.A->facets();
  const std::vector<Facet>& of_B = pair.B->facets();
  const Facet& facet_A = of_A[random.below(of_A.size())];
  const Facet& facet_B = of_B[random.below(of_B.size())];
  const Mat3 there = frame_about(facet_A.normal, random);
  const Mat3 here = frame_about(-facet_B.normal, random);
  pair.X_WB.R = ordered_product(there, Mat3(here.transpose()));
  const Vec3 p_A = point_on(*pair.A, facet_A, random);
  const Vec3 p_B = point_on(*pair.B, facet_B, random);
  pair.X_WB.t = p_A - ordered_product(pair.X_WB.R, p_B);
}

/// Two flat bodies have no inradius that would bound the depth; h(w) does, too.
void place_shallow(Random& random, Pair& pair) {
  if (pair.A->inradius() + pair.B->inradius() > 0) {
    place(random, Regime::shallow, &pair);
    return;
  }
  const Vec3 w = random.unit_vector();
  const PlacedDifference K(pair);
  const double thickness = std::min(pair_size(pair), ordered_dot(w, K.support(w)));
  set_offset(&pair, shallow_offset(random, K, w, thickness));
}
void place_deep(Random& random, Pair& pair) { place(random, Regime::deep, &pair); }

struct Placing {
  const char* name;
  const char* summary;
  void (*place)(Random& random, Pair& pair);
};

constexpr std::array<Placing, 4> kPlacings = {{
    {"meshes-random", "anywhere near each other", place_anywhere},
    {"meshes-shallow", "penetrating by at most a hundredth of the size", place_shallow},
    {"meshes-deep", "penetrating deeply", place_deep},
    {"meshes-resting", "a facet of one flush on a facet of the other", rest},
}};

Family make_family(const Placing& placing, const std::shared_ptr<const Meshes>& meshes) {
  std::size_t largest = 0;
  for (const Mesh& mesh : *meshes) {
    for (const Piece& piece : mesh) largest = std::max(largest, piece.hull->vertices().size());
  }
  Family family;
  family.name = placing.name;
  family.group = kMeshGroup;
  family.summary = "hulls of " + std::to_string(meshes->size()) +
                   (meshes->size() == 1 ? " mesh, " : " meshes, ") + placing.summary;
  family.largest_vertices = static_cast<int>(largest);
  family.default_cases = kDefaultMeshCases;
  family.generate = [meshes, place = placing.place](const Family& self, std::uint64_t seed,
                                                    std::uint64_t index) {
    Random random = case_random(self, seed, index);
    const Draw draw = draw_bodies(*meshes, random);
    Pair pair{draw.A.hull, Pose{}, draw.B.hull, Pose{}};
    pair.X_WB.R = random.rotation();
    place(random, pair);
    return pair;
  };
  family.source = [meshes](const Family& self, std::uint64_t seed, std::uint64_t index) {
    Random random = case_random(self, seed, index);
    const Draw draw = draw_bodies(*meshes, random);
    return "hulls of " + draw.A.name + " and " + draw.B.name;
  };
  return family;
}

/// The names of the mesh files in a directory and of the folders in it, in their order.
Result<std::vector<std::string>> mesh_names(const std::string& directory, bool with_folders) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (!fs::is_directory(directory, error)) return Error{directory + ": is not a directory"};
  std::vector<std::string> names;
  fs::directory_iterator entries(directory, error);
  for (const fs::directory_iterator end; !error && entries != end; entries.increment(error)) {
    const std::string name = entries->path().filename().string();
    std::error_code none;
    const bool is_folder = with_folders && entries->is_directory(none);
    if (!is_folder && !is_mesh_name(name)) continue;
    names.push_back(name);
    if (names.size() > kMaxMeshes) {
      return Error{directory + ": holds more than " + std::to_string(kMaxMeshes) + " meshes"};
    }
  }
  if (error) return Error{directory + ": cannot be read: " + error.message()};
  std::sort(names.begin(), names.end());
  return names;
}

/// Reads bodies of the files and folders of a directory.
class MeshReader {
 public:
  MeshReader(std::filesystem::path directory, MeshObjects objects, MeshRemarks& remarks)
      : directory_(std::move(directory)), objects_(objects), remarks_(remarks) {}

  std::optional<Error> read() {
    const auto names = mesh_names(directory_.string(), true);
    if (!names) return names.error();
    for (const std::string& name : names.value()) {
      Mesh mesh;
      std::error_code none;
      if (!std::filesystem::is_directory(directory_ / name, none)) {
        add_file(name, mesh);
      } else if (const auto inner = mesh_names((directory_ / name).string(), false)) {
        for (const std::string& file : inner.value()) add_file(name + "/" + file, mesh);
      }
      if (!mesh.empty()) meshes_.push_back(std::move(mesh));
    }
    if (seen_ == 0) return Error{directory_.string() + ": holds no .obj, .off, .stl or .ply file"};
    return std::nullopt;
  }
  Meshes& meshes() { return meshes_; }

 private:
  void add_file(const std::string& name, Mesh& mesh) {
    ++seen_;
    auto read = read_mesh_file((directory_ / name).string(), objects_);
    if (!read) {
      remarks_.left_out.push_back(read.reason());
      return;
    }
    const MeshFile& file = read.value();
    for (const MeshPiece& piece : file.pieces) {
      mesh.push_back({piece.name.empty() ? name : piece.name + " in " + name, piece.hull});
    }
    if (file.pieces.size() > 1) remarks_.several.push_back(name);
    if (!file.remark.empty()) remarks_.hulls.push_back(name + ": " + file.remark);
  }

  std::filesystem::path directory_;
  MeshObjects objects_;
  MeshRemarks& remarks_;
  Meshes meshes_;
  std::size_t seen_ = 0;
};

}  // namespace

Result<std::vector<Family>> mesh_families(const std::string& directory, MeshObjects objects,
                                          MeshRemarks& remarks) {
  MeshReader reader(directory, objects, remarks);
  if (const auto error = reader.read()) return *error;
  auto meshes = std::make_shared<Meshes>(std::move(reader.meshes()));
  if (meshes->empty()) {
    const std::vector<std::string>& left_out = remarks.left_out;
    const std::string more =
        left_out.size() > 1
            ? "; no other of the " + std::to_string(left_out.size()) + " meshes can be read either"
            : "";
    return Error{left_out.front() + more};
  }
  std::vector<Family> families;
  families.reserve(kPlacings.size());
  for (const Placing& placing : kPlacings) families.push_back(make_family(placing, meshes));
  return families;
}

}  // namespace touchstone
