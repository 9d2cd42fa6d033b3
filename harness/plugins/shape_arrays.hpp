// SPDX-License-Identifier: GPL-3.0-or-later
// A body as the plain arrays of touchstone/plugin.h, with its radius, in one block of bytes without
// pointers, so that it can lie in memory that another process maps read-only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/polytope.hpp"
#include "include/touchstone/plugin.h"

namespace touchstone {

class ConvexBody;

/// Blocks begin at multiples of this [byte].
inline constexpr std::size_t kShapeAlignment = 64;

/// The vector whose three entries begin at `entries` in an array of touchstone/plugin.h.
inline Vec3 vector_at(const double* entries) { return {entries[0], entries[1], entries[2]}; }

/// The size of a polytope's block, a multiple of kShapeAlignment [byte].
std::size_t shape_bytes(const Polytope& polytope);

/// Writes the block of `polytope` to `out`, which has room for shape_bytes and is aligned.
void write_shape(const Polytope& polytope, std::uint64_t id, std::byte* out);

/// The size of the block of a body with a curved core, a multiple of kShapeAlignment [byte].
std::size_t curved_bytes();

/// Writes the block of a body with a curved core to `out`, which has room for curved_bytes and is
/// aligned.
void write_curved(const ConvexBody& body, std::uint64_t id, std::byte* out);

/// The shape in a block that write_shape wrote; it points into the block. Of a curved core it has
/// no vertices.
touchstone_shape read_shape(const std::byte* block);

/// The body in a block, a curved one without a shape. `shape` is read_shape of the block and
/// outlives the body.
touchstone_body read_body(const std::byte* block, const touchstone_shape& shape);

}  // namespace touchstone
