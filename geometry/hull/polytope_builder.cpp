// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/hull/polytope_builder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "geometry/hash.hpp"

namespace touchstone {
namespace {

/// Largest number of vertices whose memory is kept: larger bodies take so long to make that
/// allocating it does not count.
constexpr std::size_t kMaxSpareVertices = 64;
/// Largest number of dropped bodies whose memory a thread keeps: families of one size need two,
/// those that mix sizes more.
constexpr std::size_t kMaxSpares = 16;

std::uint64_t hash_vectors(std::uint64_t hash, const Vec3& v) {
  for (int i = 0; i < 3; ++i) {
    // FNV-1a over words, spread by a multiplication and a shift.
    hash = hash_word(hash, std::bit_cast<std::uint64_t>(v[i]));
    hash ^= hash >> 29U;
    hash *= 0xbf58476d1ce4e5b9U;
  }
  return hash;
}

std::uint64_t hash_points(const std::vector<Vec3>& vertices, const Vec3& interior_point) {
  std::uint64_t hash = kHashStart ^ vertices.size();
  for (const Vec3& v : vertices) hash = hash_vectors(hash, v);
  return hash_vectors(hash, interior_point);
}

}  // namespace

double PolytopeBuilder::bounding_radius(const std::vector<Vec3>& vertices, const Vec3& point) {
  double squared = 0;
  for (const Vec3& v : vertices) {
    const double x = v.x() - point.x();
    const double y = v.y() - point.y();
    const double z = v.z() - point.z();
    squared = std::max(squared, x * x + y * y + z * z);
  }
  return std::sqrt(squared);
}

namespace {

/// The memory of dropped bodies, one list for each thread. Bodies that static objects hold are
/// dropped after the list is destroyed.
struct Spares {
  std::vector<PolytopeBuilder::Parts> parts;

  Spares() { parts.reserve(kMaxSpares); }
  Spares(const Spares&) = delete;
  Spares& operator=(const Spares&) = delete;
  ~Spares() { ended() = true; }
  static bool& ended() {
    static thread_local bool has_ended = false;
    return has_ended;
  }
};

/// The thread's dropped bodies, or nullptr once they are destroyed at its end.
Spares* spares() {
  if (Spares::ended()) return nullptr;
  static thread_local Spares spares;
  return &spares;
}

}  // namespace

void PolytopeBuilder::retire(Polytope* body) {
  Spares* list = body->vertices_.size() <= kMaxSpareVertices ? spares() : nullptr;
  if (list != nullptr && list->parts.size() < kMaxSpares) {
    Parts& parts = list->parts.emplace_back();
    parts.vertices = std::move(body->vertices_);
    parts.extreme = std::move(body->extreme_);
    parts.neighbours = std::move(body->neighbours_);
    parts.complex.facets = std::move(body->facets_);
    parts.complex.edges = std::move(body->edges_);
  }
  delete body;
}

PolytopeBuilder::Parts PolytopeBuilder::spare_parts(std::size_t vertices) {
  Spares* list = spares();
  if (list == nullptr) return {};
  std::vector<Parts>& all = list->parts;
  // From the one that was dropped last, whose memory is most likely cached.
  const auto fits = std::find_if(all.rbegin(), all.rend(), [vertices](const Parts& parts) {
    return parts.vertices.size() == vertices;
  });
  if (fits != all.rend()) {
    std::swap(*fits, all.back());
    Parts found = std::move(all.back());
    all.pop_back();
    return found;
  }
  // None fits: one goes, so that sizes no longer in use make room.
  if (all.size() == kMaxSpares) all.pop_back();
  return {};
}

PolytopePtr PolytopeBuilder::build(Parts parts) {
  auto polytope = std::shared_ptr<Polytope>(new Polytope, &PolytopeBuilder::retire);
  polytope->dimension_ = parts.dimension;
  polytope->extreme_ = std::move(parts.extreme);
  polytope->neighbours_ = std::move(parts.neighbours);
  polytope->interior_point_ = parts.interior_point;
  polytope->interior_point_given_ = parts.interior_point_given;
  polytope->interior_strict_ = parts.strict;
  polytope->bounding_radius_ = parts.bounding_radius;
  polytope->notes_ = std::move(parts.notes);
  if (parts.strict) {
    double inradius = parts.bounding_radius;
    for (const Facet& facet : parts.complex.facets) {
      const Vec3 from = parts.vertices[facet.vertices.front()] - parts.interior_point;
      inradius = std::min(inradius, facet.normal.dot(from));
    }
    polytope->inradius_ = std::max(inradius, 0.0);
  }
  polytope->content_hash_ = hash_points(parts.vertices, parts.interior_point);
  polytope->vertices_ = std::move(parts.vertices);
  polytope->facets_ = std::move(parts.complex.facets);
  polytope->edges_ = std::move(parts.complex.edges);
  return polytope;
}

PolytopePtr PolytopeBuilder::with_note(const Polytope& polytope, std::string note) {
  auto noted = std::make_shared<Polytope>(polytope);
  noted->notes_.insert(noted->notes_.begin(), std::move(note));
  return noted;
}

PolytopePtr PolytopeBuilder::with_radius(const Polytope& body, double radius) {
  auto other = std::make_shared<Polytope>(body);
  other->radius_ = radius;
  const std::uint64_t hash = hash_points(body.vertices(), body.interior_point());
  other->content_hash_ = radius == 0 ? hash : hash_vectors(hash, Vec3::Constant(radius));
  return other;
}

}  // namespace touchstone
