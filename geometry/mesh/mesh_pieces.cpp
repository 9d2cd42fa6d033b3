// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/mesh/mesh_pieces.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

/// Sets of numbers from 0 on, which are joined (Tarjan 1975, with halved paths).
class Joined {
 public:
  explicit Joined(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int root(int k) {
    while (parent(k) != k) k = parent(k) = parent(parent(k));
    return k;
  }
  /// The smaller root stays one.
  void join(int a, int b) {
    a = root(a);
    b = root(b);
    parent(std::max(a, b)) = std::min(a, b);
  }

 private:
  int& parent(int k) { return parent_[at(k)]; }

  std::vector<int> parent_;
};

/// Joins objects that are open along a common edge: an odd number of faces of each is there.
void join_patches(const MeshData& mesh, const std::vector<int>& equal, Joined& objects) {
  std::vector<std::tuple<int, int, int>> edges;  // the two points, and the object
  edges.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = equal[at(mesh.triangles[t][k])];
      const int b = equal[at(mesh.triangles[t][(k + 1) % 3])];
      if (a != b) edges.emplace_back(std::min(a, b), std::max(a, b), mesh.object_of[t]);
    }
  }
  std::sort(edges.begin(), edges.end());
  int open = -1;  // an object that is open along the edge of `last`
  for (std::size_t first = 0, last = 0; first < edges.size(); first = last) {
    while (last < edges.size() && edges[last] == edges[first]) ++last;
    const auto& [a, b, object] = edges[first];
    const bool same_edge =
        first > 0 && std::get<0>(edges[first - 1]) == a && std::get<1>(edges[first - 1]) == b;
    if (!same_edge) open = -1;
    if ((last - first) % 2 == 0) continue;
    if (open >= 0) objects.join(open, object);
    open = object;
  }
}

/// The part of each triangle: its object, or what of it is connected by common points.
std::vector<int> part_numbers(const MeshData& mesh, MeshObjects how) {
  const std::vector<int> equal = first_equals(mesh.points);
  Joined objects(mesh.objects.size());
  join_patches(mesh, equal, objects);
  std::vector<int> part(mesh.triangles.size());
  for (std::size_t t = 0; t < part.size(); ++t) part[t] = objects.root(mesh.object_of[t]);
  if (how != MeshObjects::parts) return part;
  // A triangle is joined to the last one of its object that had one of its points.
  Joined triangles(part.size());
  std::vector<std::tuple<int, int, int>> uses;  // object, point, triangle
  for (std::size_t t = 0; t < part.size(); ++t) {
    for (const int p : mesh.triangles[t]) {
      uses.emplace_back(part[t], equal[at(p)], static_cast<int>(t));
    }
  }
  std::sort(uses.begin(), uses.end());
  for (std::size_t k = 1; k < uses.size(); ++k) {
    const bool meet = std::get<0>(uses[k]) == std::get<0>(uses[k - 1]) &&
                      std::get<1>(uses[k]) == std::get<1>(uses[k - 1]);
    if (meet) triangles.join(std::get<2>(uses[k]), std::get<2>(uses[k - 1]));
  }
  for (std::size_t t = 0; t < part.size(); ++t) part[t] = triangles.root(static_cast<int>(t));
  return part;
}

/// A name as reports have it: at most 100 characters of ASCII.
std::string printable(std::string name) {
  constexpr std::size_t kMaxName = 100;
  name.resize(std::min(name.size(), kMaxName));
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return name;
}

/// Points that no triangle names are left out.
void keep_named_points(const std::vector<Vec3>& points, MeshPart& part) {
  std::vector<int> named;
  for (const MeshTriangle& t : part.triangles) named.insert(named.end(), t.begin(), t.end());
  std::sort(named.begin(), named.end());
  named.erase(std::unique(named.begin(), named.end()), named.end());
  for (const int p : named) part.points.push_back(points[at(p)]);
  for (MeshTriangle& t : part.triangles) {
    for (int& p : t) {
      p = static_cast<int>(std::lower_bound(named.begin(), named.end(), p) - named.begin());
    }
  }
}

}  // namespace

std::vector<int> first_equals(const std::vector<Vec3>& points) {
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto point = [&](int k) -> const Vec3& { return points[at(k)]; };
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const Vec3 &p = point(a), &q = point(b);
    return std::tuple(p.x(), p.y(), p.z(), a) < std::tuple(q.x(), q.y(), q.z(), b);
  });
  std::vector<int> first(points.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool equal = k > 0 && point(order[k]) == point(order[k - 1]);
    first[at(order[k])] = equal ? first[at(order[k - 1])] : order[k];
  }
  return first;
}

std::size_t connected_count(std::size_t points, const std::vector<MeshTriangle>& triangles) {
  Joined joined(points);
  std::vector<int> roots;
  for (const MeshTriangle& t : triangles) {
    joined.join(t[0], t[1]);
    joined.join(t[0], t[2]);
  }
  for (const MeshTriangle& t : triangles) roots.push_back(joined.root(t[0]));
  std::sort(roots.begin(), roots.end());
  return static_cast<std::size_t>(std::unique(roots.begin(), roots.end()) - roots.begin());
}

std::vector<MeshPart> parts_of(MeshData mesh, MeshObjects objects) {
  std::vector<MeshPart> parts;
  std::vector<int> number_of;
  if (objects != MeshObjects::one) number_of = part_numbers(mesh, objects);
  std::vector<int> roots = number_of;
  std::sort(roots.begin(), roots.end());
  roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
  if (roots.size() < 2) {
    parts.push_back({"", {}, std::move(mesh.triangles)});
    if (parts.front().triangles.empty()) {
      parts.front().points = std::move(mesh.points);
    } else {
      keep_named_points(mesh.points, parts.front());
    }
    return parts;
  }
  parts.resize(roots.size());
  std::vector<int> object_of(roots.size(), -1);
  for (std::size_t t = 0; t < number_of.size(); ++t) {
    const auto k = static_cast<std::size_t>(
        std::lower_bound(roots.begin(), roots.end(), number_of[t]) - roots.begin());
    parts[k].triangles.push_back(mesh.triangles[t]);
    if (object_of[k] < 0) object_of[k] = mesh.object_of[t];
  }
  std::map<std::string, std::size_t> so_called;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const auto object = at(object_of[k]);
    keep_named_points(mesh.points, parts[k]);
    parts[k].name = printable(mesh.objects[object]);
    if (parts[k].name.empty()) parts[k].name = std::to_string(k + 1);
    const std::size_t number = ++so_called[parts[k].name];
    if (number > 1) parts[k].name += "-" + std::to_string(number);
  }
  return parts;
}

}  // namespace touchstone
