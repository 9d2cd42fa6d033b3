// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/plugins/shape_arrays.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <new>
#include <vector>

#include "geometry/body.hpp"
#include "geometry/shapes.hpp"
#include "harness/plugins/shape_polytope.hpp"

namespace touchstone {
namespace {

/// A block like the one that a worker maps.
class Block {
 public:
  explicit Block(const Polytope& polytope) : Block(shape_bytes(polytope)) {
    write_shape(polytope, 7, begin_);
  }
  explicit Block(const ConvexBody& curved) : Block(curved_bytes()) {
    write_curved(curved, 7, begin_);
  }
  touchstone_shape shape() const { return read_shape(begin_); }
  touchstone_body body(const touchstone_shape& shape) const { return read_body(begin_, shape); }

 private:
  explicit Block(std::size_t size) : bytes_(size + kShapeAlignment) {
    const auto address = reinterpret_cast<std::uintptr_t>(bytes_.data());
    begin_ = bytes_.data() + (kShapeAlignment - address % kShapeAlignment) % kShapeAlignment;
  }

  std::vector<std::byte> bytes_;
  std::byte* begin_ = nullptr;
};

TEST(ShapeArrays, ABoxIsItsArraysAndItsHalfExtents) {
  const PolytopePtr box = make_box({1, 2, 3});
  const Block block(*box);
  const touchstone_shape shape = block.shape();
  EXPECT_EQ(shape.id, 7U);
  EXPECT_EQ(shape.dimension, 3U);
  EXPECT_EQ(shape.is_box, 1U);
  EXPECT_EQ(shape.box_half_extents[2], 3);
  ASSERT_EQ(shape.vertex_count, 8U);
  ASSERT_EQ(shape.facet_count, 6U);
  EXPECT_EQ(shape.corner_count, 24U);
  ASSERT_EQ(shape.edge_count, 12U);
  for (std::size_t v = 0; v < 8; ++v) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(shape.vertices[3 * v + i], box->vertices()[v][i]);
  }
  EXPECT_EQ(shape.facet_begin[6], 24U);
}

TEST(ShapeArrays, FacetsAndEdgesAreThoseOfThePolytope) {
  const PolytopePtr hull = make_polytope({.vertices = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 4}},
                                          .facets = {},
                                          .interior_point = {}})
                               .value();
  const Block block(*hull);
  const touchstone_shape shape = block.shape();
  EXPECT_EQ(shape.is_box, 0U);
  ASSERT_EQ(shape.facet_count, hull->facets().size());
  for (std::size_t f = 0; f < hull->facets().size(); ++f) {
    const Facet& facet = hull->facets()[f];
    EXPECT_EQ(shape.facet_planes[4 * f + 3], facet.offset);
    ASSERT_EQ(shape.facet_begin[f + 1] - shape.facet_begin[f], facet.vertices.size());
    for (std::size_t k = 0; k < facet.vertices.size(); ++k) {
      EXPECT_EQ(static_cast<int>(shape.facet_corners[shape.facet_begin[f] + k]), facet.vertices[k]);
    }
  }
  for (std::size_t e = 0; e < hull->edges().size(); ++e) {
    EXPECT_EQ(shape.edges[4 * e], hull->edges()[e].v0);
    EXPECT_EQ(shape.edges[4 * e + 3], hull->edges()[e].right);
  }
}

TEST(ShapeArrays, APointHasNoFacets) {
  const PolytopePtr point =
      make_polytope({.vertices = {{1, 2, 3}}, .facets = {}, .interior_point = {}}).value();
  const Block block(*point);
  EXPECT_EQ(block.shape().dimension, 0U);
  EXPECT_EQ(block.shape().facet_count, 0U);
  EXPECT_EQ(block.shape().facet_begin[0], 0U);
}

TEST(ShapeArrays, ACurvedCoreIsItsLengthsWithoutAShape) {
  struct Curved {
    Core core;
    std::uint32_t kind;
    std::array<double, 3> lengths;
  };
  for (const auto& [core, kind, lengths] :
       {Curved{Cylinder{2, 3}, TOUCHSTONE_CORE_CYLINDER, {2, 3, 0}},
        Curved{Cone{4, 5}, TOUCHSTONE_CORE_CONE, {4, 5, 0}},
        Curved{Ellipsoid{{6, 7, 8}}, TOUCHSTONE_CORE_ELLIPSOID, {6, 7, 8}}}) {
    const Block block(make_body(core, 0.5).value());
    const touchstone_shape shape = block.shape();
    const touchstone_body body = block.body(shape);
    EXPECT_EQ(body.id, 7U);
    EXPECT_EQ(body.core, kind);
    EXPECT_EQ(body.dimension, 3U);
    EXPECT_EQ(body.radius, 0.5);
    EXPECT_EQ(body.shape, nullptr);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(body.lengths[k], lengths.at(k));
  }
}

TEST(ShapeArrays, APolytopeIsABodyWithItsShapeAndRadius) {
  const PolytopePtr box = make_rounded(make_box({1, 2, 3}), 0.25).value();
  const Block block(*box);
  const touchstone_shape shape = block.shape();
  const touchstone_body body = block.body(shape);
  EXPECT_EQ(body.core, +TOUCHSTONE_CORE_POLYTOPE);
  EXPECT_EQ(body.dimension, 3U);
  EXPECT_EQ(body.radius, 0.25);
  EXPECT_EQ(body.shape, &shape);
  for (const double length : body.lengths) EXPECT_EQ(length, 0);
}

TEST(ShapePolytope, HasTheContentOfTheShapeThatItIsMadeFrom) {
  Random random(5);
  const PolytopePtr hull = make_random_sphere_hull(random, 40);
  const PolytopePtr off_centre =
      make_polytope({hull->vertices(), {}, Vec3(0.1, -0.2, 0.3)}).value();
  for (const PolytopePtr& body : {hull, off_centre, make_box({1, 2, 3})}) {
    const Block block(*body);
    const PolytopePtr made = polytope_of(block.shape());
    ASSERT_NE(made, nullptr);
    EXPECT_TRUE(has_content(*made, block.shape()));
    EXPECT_EQ(made->content_hash(), body->content_hash());
  }
}

TEST(ShapePolytope, OfOtherVerticesOrAnotherInteriorPointIsToldApart) {
  const PolytopePtr box = make_box({1, 2, 3});
  const Block block(*box);
  const touchstone_shape shape = block.shape();
  ASSERT_TRUE(has_content(*box, shape));
  const std::vector<double> entries(shape.vertices, shape.vertices + 3 * 8);

  touchstone_shape more = shape;
  ++more.vertex_count;
  EXPECT_FALSE(has_content(*box, more));

  touchstone_shape inside = shape;
  inside.interior_point[2] = -0.0;
  EXPECT_FALSE(has_content(*box, inside));

  std::vector<double> off_by_one_bit = entries;
  off_by_one_bit.back() = std::nextafter(off_by_one_bit.back(), 0.0);
  touchstone_shape other = shape;
  other.vertices = off_by_one_bit.data();
  EXPECT_FALSE(has_content(*box, other));
}

TEST(ShapePolytope, OfADuplicateVertexComesOutDifferent) {
  const Block block(*make_box({1, 2, 3}));
  touchstone_shape shape = block.shape();
  std::vector<double> entries(shape.vertices, shape.vertices + 3 * 8);
  entries.insert(entries.end(), entries.begin(), entries.begin() + 3);
  shape.vertices = entries.data();
  shape.vertex_count = 9;
  const PolytopePtr made = polytope_of(shape);
  ASSERT_NE(made, nullptr);
  EXPECT_FALSE(has_content(*made, shape));
}

}  // namespace
}  // namespace touchstone
