// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/mesh_file.hpp"

#include <CGAL/IO/OFF.h>
#include <CGAL/IO/PLY.h>
#include <CGAL/IO/STL.h>
#include <CGAL/Simple_cartesian.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "geometry/mesh/mesh_text.hpp"

namespace touchstone {
namespace {

using CgalPoint = CGAL::Simple_cartesian<double>::Point_3;

constexpr std::size_t kMaxCorners = 1U << 16U;  ///< limit of the corners of a face
/// A point or a face takes at least this many bytes of a file ("0 0 0", "1 0").
constexpr std::uint64_t kMinBytes = 2;

/// Points that lie deeper inside the hull than this part of its radius make a dent: rounding and
/// the decimation of a convex mesh move points by less.
constexpr double kDent = 1e-3;
constexpr std::string_view kLfsPointer = "version https://git-lfs.github.com/spec/";

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

std::string ending_of(const std::string& name) {
  std::string ending = std::filesystem::path(name).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

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

/// Why a binary STL is rejected, or empty: its length must follow from its number of triangles.
std::string why_not_stl_length(std::istream& file, std::uint64_t bytes) {
  constexpr std::uint64_t kHeader = 84;
  constexpr std::uint64_t kTriangle = 50;
  std::string beginning(kHeader, '\0');
  file.read(beginning.data(), static_cast<std::streamsize>(kHeader));
  const bool whole = file.gcount() == static_cast<std::streamsize>(kHeader);
  file.clear();
  file.seekg(0);
  const bool text = beginning.rfind("solid", 0) == 0;
  if (!whole) return text ? "" : "is shorter than the header of a binary STL";
  std::uint64_t triangles = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    triangles |= static_cast<std::uint64_t>(static_cast<unsigned char>(beginning[80 + i])) << 8 * i;
  }
  if (text || bytes >= kHeader + kTriangle * triangles) return {};
  return "promises " + std::to_string(triangles) + " triangles, more than it can hold";
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
  const std::string fault = ending == ".off"   ? off_fault(file)
                            : ending == ".stl" ? stl_fault(file)
                                               : ply_fault(file);
  return fault.empty() ? "is truncated or not a well-formed " + ending.substr(1) + " file" : fault;
}

/// The points of an OFF, STL or PLY file.
Result<std::vector<Vec3>> read_by_cgal(std::istream& file, const std::string& ending,
                                       std::uint64_t bytes) {
  Bounded<CgalPoint> points(bytes / kMinBytes);
  Bounded<Bounded<int>> faces(bytes / kMinBytes);
  std::string reason;
  bool good = false;
  const QuietErrors quiet;
  try {
    if (ending == ".off") {
      good = CGAL::IO::read_OFF(file, points, faces);
    } else if (ending == ".stl") {
      reason = why_not_stl_length(file, bytes);
      good = reason.empty() && CGAL::IO::read_STL(file, points, faces);
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
  std::vector<Vec3> result;
  result.reserve(points.size());
  for (const CgalPoint& p : points) result.emplace_back(p.x(), p.y(), p.z());
  return result;
}

bool is_lfs_pointer(std::istream& file) {
  std::string beginning(kLfsPointer.size(), '\0');
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  file.clear();
  file.seekg(0);
  return beginning == kLfsPointer;
}

/// Whether a point makes a dent in its hull. vertices() are the points on the hull, in their order:
/// what they name needs no look at the facets.
bool is_dented(const std::vector<Vec3>& points, const Polytope& hull) {
  const std::vector<Vec3>& outer = hull.vertices();
  const double deep = kDent * hull.bounding_radius();
  std::size_t next = 0;
  return std::any_of(points.begin(), points.end(), [&](const Vec3& p) {
    if (next < outer.size() && p == outer[next]) {
      ++next;
      return false;
    }
    return std::none_of(hull.facets().begin(), hull.facets().end(), [&](const Facet& facet) {
      return facet.offset - facet.normal.dot(p) <= deep;
    });
  });
}

Result<PolytopePtr> read_hull(std::istream& file, const std::string& ending, std::uint64_t bytes,
                              MeshShape* shape) {
  if (is_lfs_pointer(file))
    return Error{"is a pointer of Git LFS: 'git lfs pull' fetches the mesh"};
  std::size_t objects = 1;
  auto points =
      ending == ".obj" ? read_obj_points(file, &objects) : read_by_cgal(file, ending, bytes);
  if (!points) return points.error();
  PolytopeInput input;
  input.vertices = std::move(points).value();
  if (input.vertices.empty()) return Error{"holds no points"};
  auto body = make_polytope(input);
  if (body && body.value()->dimension() < 2)
    return Error{"has no area: its points lie on one line"};
  if (body && shape != nullptr) {
    shape->objects = ending == ".stl" ? stl_solids(file) : objects;
    shape->dented = is_dented(input.vertices, *body.value());
  }
  return body;
}

}  // namespace

bool is_mesh_name(const std::string& name) {
  const std::string ending = ending_of(name);
  return ending == ".obj" || ending == ".off" || ending == ".stl" || ending == ".ply";
}

Result<PolytopePtr> read_mesh(const std::string& path, MeshShape* shape) {
  const auto reject = [&path](const std::string& why) { return Error{path + ": " + why}; };
  if (!is_mesh_name(path))
    return reject("is not a mesh: the name must end in .obj, .off, .stl or .ply");
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return reject("cannot be read: not a file");
  const std::uint64_t bytes = std::filesystem::file_size(path, error);
  if (error) return reject("cannot be read: " + error.message());
  if (bytes == 0) return reject("is empty");
  if (bytes > kMaxMeshFile) {
    return reject("is larger than " + std::to_string(kMaxMeshFile >> 20U) + " MiB");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return reject("cannot be read");
  auto body = read_hull(file, ending_of(path), bytes, shape);
  if (!body) return reject(body.reason());
  return body;
}

}  // namespace touchstone
