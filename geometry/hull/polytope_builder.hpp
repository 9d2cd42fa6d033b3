// SPDX-License-Identifier: GPL-3.0-or-later
// Fills a Polytope. Private to geometry: everyone else goes through make_polytope or a shape maker.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "geometry/hull/surface.hpp"
#include "geometry/polytope.hpp"

namespace touchstone {

class PolytopeBuilder {
 public:
  /// What the caller has decided; inradius and hash follow from it. `strict`: the interior point is
  /// strictly inside a solid.
  struct Parts {
    int dimension = 0;
    std::vector<Vec3> vertices;
    std::vector<int> extreme;
    std::vector<std::vector<int>> neighbours;
    Vec3 interior_point = Vec3::Zero();
    bool interior_point_given = false;
    bool strict = false;
    double bounding_radius = 0;
    FacetComplex complex;
    std::vector<std::string> notes;
  };
  static PolytopePtr build(Parts parts);

  /// Parts to be overwritten, in the memory of a body of so many vertices that this thread has
  /// dropped, else empty ones. A small body is dozens of short lists, and campaigns make and drop
  /// millions of bodies.
  static Parts spare_parts(std::size_t vertices);

  /// A copy of the body with `note` before its other notes.
  static PolytopePtr with_note(const Polytope& polytope, std::string note);

  /// A copy of the body with another radius [m].
  static PolytopePtr with_radius(const Polytope& body, double radius);

  /// Largest distance of a vertex from the point [m].
  static double bounding_radius(const std::vector<Vec3>& vertices, const Vec3& point);

 private:
  /// The deleter of bodies: keeps the body's memory for spare_parts().
  static void retire(Polytope* body);
};

}  // namespace touchstone
