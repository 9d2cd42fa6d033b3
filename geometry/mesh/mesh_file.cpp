// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/mesh_file.hpp"

#include <CGAL/IO/OFF.h>
#include <CGAL/IO/PLY.h>
#include <CGAL/IO/STL.h>
#include <CGAL/Simple_cartesian.h>

#include <algorithm>
#include <cctype>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/mesh/mesh_surface.hpp"
#include "geometry/mesh/mesh_text.hpp"
#include "geometry/mesh/obj_file.hpp"
#include "geometry/mesh/stl_file.hpp"

namespace touchstone {
namespace {

using CgalPoint = CGAL::Simple_cartesian<double>::Point_3;

constexpr std::size_t kMaxCorners = 1U << 16U;  ///< limit of the corners of a face
/// A point or a face takes at least this many bytes of a file ("0 0 0", "1 0").
constexpr std::uint64_t kMinBytes = 2;

constexpr std::string_view kLfsPointer = "version https://git-lfs.github.com/spec/";

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

constexpr const char* kPromisesTooMuch = "promises more points or faces than it can hold";

/// A vector with a limit: CGAL's readers allocate what a header promises before they check that it
/// is there.
template <class T>
class Bounded : public std::vector<T> {
 public:
  explicit Bounded(std::size_t limit = kMaxCorners) : limit_(limit) {}
  void resize(std::size_t n) {
    if (n > limit_) throw std::length_error(kPromisesTooMuch);
    std::vector<T>::resize(n);
  }
  void push_back(const T& item) {
    if (this->size() >= limit_) resize(limit_ + 1);
    std::vector<T>::push_back(item);
  }

 private:
  std::size_t limit_;
};

/// CGAL's PLY reader writes a complaint to standard error for each bad line of a file. They are
/// silenced, since the caller reports the fault once.
class QuietErrors {
 public:
  QuietErrors() : before_(std::cerr.rdbuf(nullptr)) {}
  ~QuietErrors() {
    std::cerr.rdbuf(before_);
    std::cerr.clear();
  }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  std::streambuf* before_;
};

/// The coordinates that a vertex of a PLY file lacks, which CGAL would read as 0; or empty.
std::string why_not_ply_vertex(const std::set<std::string>& properties) {
  std::string missing;
  for (const char* axis : {"x", "y", "z"}) {
    if (!properties.contains(axis)) missing += (missing.empty() ? "" : ", ") + std::string(axis);
  }
  return missing.empty() ? "" : "has no property " + missing + " of its vertices";
}

/// Why a PLY header is rejected, or empty: its lists would be made as long as four bytes of the
/// file say, CGAL would write a property into the last element before there is an element, or
/// vertices lack a coordinate.
std::string why_not_ply_header(std::istream& file, std::uint64_t bytes) {
  constexpr int kMaxLines = 1000;
  constexpr int kFirstLines = 2;  // "ply" and the format, whatever word the latter begins with
  std::string line;
  bool in_element = false;
  bool is_vertex = false;
  std::string fault;
  std::optional<std::set<std::string>> of_vertex;  ///< properties
  std::uint64_t promised = 0;                      ///< points and faces, at most `bytes`
  for (int lines = 0; std::getline(file, line); ++lines) {
    if (lines == kMaxLines) return "has a header of more than 1000 lines";
    if (lines < kFirstLines) continue;
    std::istringstream words(line);
    std::string first;
    std::string second;
    std::string counted_in;
    if (!(words >> first)) continue;
    if (first == "end_header") {
      fault = of_vertex ? why_not_ply_vertex(*of_vertex) : "";
      break;
    }
    if (first == "element") {
      // Items without properties take no bytes, and CGAL would count up to any number.
      std::uint64_t count = 0;
      if (!(words >> second >> count) || count > bytes - promised) return kPromisesTooMuch;
      promised += count;
      in_element = true;
      is_vertex = second == "vertex" || second == "vertices";
      if (is_vertex) of_vertex.emplace();
      continue;
    }
    if (first == "property" && !in_element) return "has a property before any element";
    if (first != "property" || !(words >> second >> counted_in)) continue;
    if (second != "list") {
      if (is_vertex) of_vertex->insert(counted_in);
      continue;
    }
    const bool short_count = counted_in.find("char") != std::string::npos ||
                             counted_in.find("short") != std::string::npos ||
                             counted_in.find('8') != std::string::npos ||
                             counted_in.find("16") != std::string::npos;
    if (!short_count)
      return "lists counted in '" + counted_in + "' are not read, only in uchar or ushort";
  }
  file.clear();
  file.seekg(0);
  return fault;
}

/// The fault in the faces, or empty. CGAL's PLY reader accepts any index.
std::string faces_fault(const Bounded<Bounded<int>>& faces, std::size_t points) {
  for (const auto& face : faces) {
    for (const int index : face) {
      if (index >= 0 && static_cast<std::size_t>(index) < points) continue;
      return "a face names point " + std::to_string(index) + " (from 0), but there are " +
             std::to_string(points);
    }
  }
  return "";
}

/// Why CGAL rejected the file: its first fault if it is text.
std::string fault_of(std::istream& file, const std::string& ending) {
  file.clear();
  file.seekg(0);
  const std::string fault = ending == ".off" ? off_fault(file) : ply_fault(file);
  return fault.empty() ? "is truncated or not a well-formed " + ending.substr(1) + " file" : fault;
}

/// The points and faces of an OFF or PLY file.
Result<MeshData> read_by_cgal(std::istream& file, const std::string& ending, std::uint64_t bytes) {
  Bounded<CgalPoint> points(bytes / kMinBytes);
  Bounded<Bounded<int>> faces(bytes / kMinBytes);
  std::string reason;
  bool good = false;
  const QuietErrors quiet;
  try {
    if (ending == ".off") {
      good = CGAL::IO::read_OFF(file, points, faces);
    } else {
      reason = why_not_ply_header(file, bytes);
      good = reason.empty() && CGAL::IO::read_PLY(file, points, faces);
    }
  } catch (const std::length_error&) {
    reason = kPromisesTooMuch;
  } catch (const std::exception&) {
    good = false;
  }
  if (reason.empty()) reason = good ? faces_fault(faces, points.size()) : fault_of(file, ending);
  if (!reason.empty()) return Error{reason};
  MeshData data;
  data.points.reserve(points.size());
  for (const CgalPoint& p : points) data.points.emplace_back(p.x(), p.y(), p.z());
  for (const auto& face : faces) {
    for (std::size_t k = 2; k < face.size(); ++k) {
      data.triangles.push_back({face[0], face[k - 1], face[k]});
    }
  }
  data.object_of.resize(data.triangles.size(), 0);
  data.objects.emplace_back();
  return data;
}

Result<MeshData> read_data(std::string bytes, const std::string& ending) {
  const std::uint64_t size = bytes.size();
  if (ending == ".stl") return read_stl(bytes);
  std::istringstream file(std::move(bytes));
  return ending == ".obj" ? read_obj(file) : read_by_cgal(file, ending, size);
}

/// Why no format begins as the file does, or empty.
std::string why_not_beginning(std::string_view bytes) {
  if (bytes.starts_with(kLfsPointer))
    return "is a pointer of Git LFS: 'git lfs pull' fetches the mesh";
  if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
    return "is UTF-16: save it as UTF-8";
  return "";
}

/// How many points no face names, of a mesh with faces.
std::size_t unnamed_points(const MeshData& mesh) {
  if (mesh.triangles.empty()) return 0;
  std::vector<bool> named(mesh.points.size(), false);
  for (const MeshTriangle& t : mesh.triangles) {
    for (const int p : t) named[at(p)] = true;
  }
  return static_cast<std::size_t>(std::count(named.begin(), named.end(), false));
}

/// What is to be said of the pieces that are taken.
class Remarks {
 public:
  /// `in_one`: how many objects have one hull; `unnamed`: points that no face names.
  Remarks(std::size_t in_one, std::size_t unnamed) : in_one_(in_one), unnamed_(unnamed) {}
  void see(const MeshPart& part, const Polytope& hull) {
    const std::string remark = surface_remark(mesh_surface(part.points, part.triangles, hull));
    if (remark.empty()) return;
    if (first_.empty()) first_ = (part.name.empty() ? "" : part.name + ": ") + remark;
    ++count_;
  }
  void leave_out() { ++left_out_; }
  std::string text() const {
    std::string text;
    if (count_ > 0) text = "its hull is taken: " + first_;
    if (in_one_ > 1) {
      text = "one hull of its " + std::to_string(in_one_) + " objects is taken" +
             (count_ > 0 ? ": " + first_ : "");
    }
    if (count_ > 1) text += " (and " + std::to_string(count_ - 1) + " more of its objects)";
    const auto add = [&text](std::size_t count, const std::string& what) {
      if (count > 0) text += (text.empty() ? "" : "; ") + std::to_string(count) + what;
    };
    add(left_out_, " of its objects lie on a line and are left out");
    add(unnamed_, " of its points are in no face and are left out");
    return text;
  }

 private:
  std::size_t in_one_;
  std::size_t unnamed_;
  std::string first_;
  std::size_t count_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace

std::string ending_of(const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

bool is_mesh_name(const std::string& name) {
  const std::string ending = ending_of(name);
  return ending == ".obj" || ending == ".off" || ending == ".stl" || ending == ".ply";
}

Result<MeshFile> make_pieces(MeshData mesh, MeshObjects objects) {
  if (mesh.points.empty()) return Error{"holds no points"};
  // NaN has no place in an order, and points are put in one.
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    if (!mesh.points[i].allFinite()) {
      return Error{"vertex " + std::to_string(i) + ": not finite"};
    }
  }
  const std::vector<int>& used = mesh.object_of;
  const std::size_t count = std::set<int>(used.begin(), used.end()).size();
  const std::size_t unnamed = unnamed_points(mesh);
  const std::vector<MeshPart> parts = parts_of(std::move(mesh), objects);
  if (parts.size() > kMaxPieces) {
    return Error{"holds " + std::to_string(parts.size()) + " pieces, more than " +
                 std::to_string(kMaxPieces)};
  }
  MeshFile file;
  Remarks remarks(objects == MeshObjects::one ? count : 1, unnamed);
  for (const MeshPart& part : parts) {
    PolytopeInput input;
    input.vertices = part.points;
    auto hull = make_polytope(input);
    if (!hull) return Error{(part.name.empty() ? "" : part.name + ": ") + hull.reason()};
    if (hull.value()->dimension() < 2) {
      remarks.leave_out();
      continue;
    }
    remarks.see(part, *hull.value());
    file.pieces.push_back({part.name, std::move(hull).value()});
  }
  if (file.pieces.empty()) return Error{"has no area: its points lie on one line"};
  file.remark = remarks.text();
  return file;
}

Result<std::string> read_mesh_bytes(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return Error{"cannot be read: not a file"};
  const std::uint64_t size = std::filesystem::file_size(path, error);
  if (error) return Error{"cannot be read: " + error.message()};
  if (size == 0) return Error{"is empty"};
  if (size > kMaxMeshFile) {
    return Error{"is larger than " + std::to_string(kMaxMeshFile >> 20U) + " MiB"};
  }
  std::ifstream file(path, std::ios::binary);
  std::string bytes(size, '\0');
  if (!file.read(bytes.data(), static_cast<std::streamsize>(size))) return Error{"cannot be read"};
  if (bytes.starts_with(kUtf8Mark)) bytes.erase(0, kUtf8Mark.size());
  if (const std::string rule = why_not_beginning(bytes); !rule.empty()) return Error{rule};
  return bytes;
}

Result<MeshFile> read_mesh_file(const std::string& path, MeshObjects objects) {
  const auto reject = [&path](const std::string& why) { return Error{path + ": " + why}; };
  const std::string ending = ending_of(path);
  if (ending == ".dae" || ending == ".gltf" || ending == ".glb") {
    return reject("DAE and glTF are read from URDF and SDF alone (touchstone import)");
  }
  if (!is_mesh_name(path))
    return reject("is not a mesh: the name must end in .obj, .off, .stl or .ply");
  auto bytes = read_mesh_bytes(path);
  if (!bytes) return reject(bytes.reason());
  auto data = read_data(std::move(bytes).value(), ending);
  if (!data) return reject(data.reason());
  auto pieces = make_pieces(std::move(data).value(), objects);
  if (!pieces) return reject(pieces.reason());
  return pieces;
}

Result<PolytopePtr> read_mesh(const std::string& path) {
  auto file = read_mesh_file(path, MeshObjects::one);
  if (!file) return file.error();
  return file.value().pieces.front().hull;
}

}  // namespace touchstone
