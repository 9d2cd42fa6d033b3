// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/shape_arrays.hpp"

#include <cstring>
#include <optional>

#include "geometry/aligned_box.hpp"
#include "geometry/body.hpp"

namespace touchstone {
namespace {

/// What a block begins with.
struct Head {
  touchstone_shape shape;
  touchstone_body body;
};

/// Where the arrays of a shape begin in its block, behind the head [byte].
struct Layout {
  std::size_t vertices = 0, facet_planes = 0, facet_begin = 0, facet_corners = 0, edges = 0,
              end = 0;

  explicit Layout(const touchstone_shape& shape) {
    std::size_t next = aligned(sizeof(Head), alignof(double));
    const auto place = [&next](std::size_t count, std::size_t size) {
      const std::size_t begin = next;
      next = begin + count * size;
      return begin;
    };
    vertices = place(std::size_t{3} * shape.vertex_count, sizeof(double));
    facet_planes = place(std::size_t{4} * shape.facet_count, sizeof(double));
    facet_begin = place(std::size_t{shape.facet_count} + 1, sizeof(std::uint32_t));
    facet_corners = place(shape.corner_count, sizeof(std::uint32_t));
    edges = place(std::size_t{4} * shape.edge_count, sizeof(std::int32_t));
    end = aligned(next, kShapeAlignment);
  }

  static std::size_t aligned(std::size_t size, std::size_t alignment) {
    return (size + alignment - 1) / alignment * alignment;
  }
};

touchstone_shape counts_of(const Polytope& polytope) {
  touchstone_shape shape{};
  shape.dimension = static_cast<std::uint32_t>(polytope.dimension());
  shape.vertex_count = static_cast<std::uint32_t>(polytope.vertices().size());
  shape.facet_count = static_cast<std::uint32_t>(polytope.facets().size());
  shape.edge_count = static_cast<std::uint32_t>(polytope.edges().size());
  for (const Facet& facet : polytope.facets()) {
    shape.corner_count += static_cast<std::uint32_t>(facet.vertices.size());
  }
  return shape;
}

void copy(const Vec3& from, double* to) {
  for (int i = 0; i < 3; ++i) to[i] = from[i];
}

void write_facets(const Polytope& polytope, double* planes, std::uint32_t* begin,
                  std::uint32_t* corners) {
  std::uint32_t written = 0;
  for (const Facet& facet : polytope.facets()) {
    *begin++ = written;
    copy(facet.normal, planes);
    planes[3] = facet.offset;
    planes += 4;
    for (const int corner : facet.vertices) corners[written++] = static_cast<std::uint32_t>(corner);
  }
  *begin = written;
}

}  // namespace

std::size_t shape_bytes(const Polytope& polytope) { return Layout(counts_of(polytope)).end; }

void write_shape(const Polytope& polytope, std::uint64_t id, std::byte* out) {
  touchstone_shape shape = counts_of(polytope);
  const Layout layout(shape);
  shape.id = id;
  copy(polytope.interior_point(), shape.interior_point);
  shape.bounding_radius = polytope.bounding_radius();
  if (const std::optional<AlignedBox> box = as_aligned_box(polytope)) {
    shape.is_box = 1;
    copy((box->least + box->most) / 2, shape.box_center);
    copy((box->most - box->least) / 2, shape.box_half_extents);
  }
  Head head{shape, {}};
  head.body.id = id;
  head.body.core = TOUCHSTONE_CORE_POLYTOPE;
  head.body.dimension = shape.dimension;
  head.body.radius = polytope.radius();
  std::memcpy(out, &head, sizeof head);
  auto* vertices = reinterpret_cast<double*>(out + layout.vertices);
  for (const Vec3& vertex : polytope.vertices()) {
    copy(vertex, vertices);
    vertices += 3;
  }
  write_facets(polytope, reinterpret_cast<double*>(out + layout.facet_planes),
               reinterpret_cast<std::uint32_t*>(out + layout.facet_begin),
               reinterpret_cast<std::uint32_t*>(out + layout.facet_corners));
  auto* edges = reinterpret_cast<std::int32_t*>(out + layout.edges);
  for (const Edge& edge : polytope.edges()) {
    for (const int entry : {edge.v0, edge.v1, edge.left, edge.right}) *edges++ = entry;
  }
}

std::size_t curved_bytes() { return Layout({}).end; }

void write_curved(const ConvexBody& body, std::uint64_t id, std::byte* out) {
  Head head{};
  head.shape.id = head.body.id = id;
  head.shape.dimension = head.body.dimension = 3;
  head.shape.bounding_radius = body.bounding_radius();
  head.body.radius = body.radius();
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&body.core())) {
    head.body.core = TOUCHSTONE_CORE_ELLIPSOID;
    copy(ellipsoid->semi_axes, head.body.lengths);
  } else if (const auto* cone = std::get_if<Cone>(&body.core())) {
    head.body.core = TOUCHSTONE_CORE_CONE;
    copy({cone->radius, cone->half_length, 0}, head.body.lengths);
  } else {
    const Cylinder& cylinder = std::get<Cylinder>(body.core());
    head.body.core = TOUCHSTONE_CORE_CYLINDER;
    copy({cylinder.radius, cylinder.half_length, 0}, head.body.lengths);
  }
  std::memcpy(out, &head, sizeof head);
}

touchstone_shape read_shape(const std::byte* block) {
  touchstone_shape shape;
  std::memcpy(&shape, block + offsetof(Head, shape), sizeof shape);
  const Layout layout(shape);
  shape.vertices = reinterpret_cast<const double*>(block + layout.vertices);
  shape.facet_planes = reinterpret_cast<const double*>(block + layout.facet_planes);
  shape.facet_begin = reinterpret_cast<const std::uint32_t*>(block + layout.facet_begin);
  shape.facet_corners = reinterpret_cast<const std::uint32_t*>(block + layout.facet_corners);
  shape.edges = reinterpret_cast<const std::int32_t*>(block + layout.edges);
  return shape;
}

touchstone_body read_body(const std::byte* block, const touchstone_shape& shape) {
  touchstone_body body;
  std::memcpy(&body, block + offsetof(Head, body), sizeof body);
  if (body.core == TOUCHSTONE_CORE_POLYTOPE) body.shape = &shape;
  return body;
}

}  // namespace touchstone
