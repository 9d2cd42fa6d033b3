// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/support/support_map.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"
#include "geometry/support/climb.hpp"

namespace touchstone {
namespace {

constexpr int kFaces = 6;

/// Morton code of the cell (i, j): cells near each other on a face get keys near each other.
std::uint64_t interleaved(int i, int j) {
  std::uint64_t key = 0;
  for (int bit = 0; bit < 20; ++bit) {
    key |= static_cast<std::uint64_t>((i >> bit) & 1) << (2 * bit);
    key |= static_cast<std::uint64_t>((j >> bit) & 1) << (2 * bit + 1);
  }
  return key;
}

/// u.a to 106 bits.
DoubleDouble along(const Vec3& u, const std::array<DoubleDouble, 3>& a) {
  return DoubleDouble{u.x(), 0} * a[0] + DoubleDouble{u.y(), 0} * a[1] +
         DoubleDouble{u.z(), 0} * a[2];
}

double along(const Vec3& u, const Vec3& a) { return u.x() * a.x() + u.y() * a.y() + u.z() * a.z(); }

}  // namespace

SupportMap::SupportMap(const Polytope& body, const Vec3& center, double* room)
    : count_(static_cast<int>(body.extreme().size())),
      scanned_(scanned(body)),
      scan_(support_scans().back().scan),
      screen_(support_scans().back().screen),
      center_(center) {
  if (count_ > kMaxScanned) {
    cells_along_ = static_cast<int>(std::ceil(std::sqrt(count_ / 1.5)));  // 6 n^2 = 4 V
  }
  vertex_.reserve(body.extreme().size());
  std::vector<std::int32_t> place(body.vertices().size(), -1);
  for (const int v : ordered(body, center)) {
    place[at(v)] = static_cast<std::int32_t>(vertex_.size());
    vertex_.push_back(v);
  }
  place_vertices(body);
  joints_.reserve(vertex_.size());
  const std::size_t block = has_blocks() ? kBlock : 1;
  if (has_blocks()) {
    near_neighbours_.reserve(kBlock * vertex_.size());
  } else {
    std::size_t ends = 0;
    for (const std::vector<int>& others : body.neighbours()) ends += others.size();
    all_neighbours_.reserve(ends);
  }
  for (const std::int32_t v : vertex_) {
    Joint& joint = joints_.emplace_back();
    joint.arm = body.vertices()[at(v)] - center;
    longest_ = std::max(longest_, joint.arm.stableNorm());
    const std::vector<int>& others = body.neighbours()[at(v)];
    const auto place_of = [&](std::size_t k) {
      return place[at(others[std::min(k, others.size() - 1)])];
    };
    joint.count = static_cast<std::uint32_t>(others.size());
    joint.first = static_cast<std::uint32_t>(all_neighbours_.size());
    for (std::size_t k = 0; k < kBlock && has_blocks(); ++k) {
      near_neighbours_.push_back(others.empty() ? 0 : place_of(k));
    }
    if (has_blocks() && others.size() <= kBlock) continue;
    for (std::size_t k = 0; k < others.size() || k % block != 0; ++k) {
      all_neighbours_.push_back(place_of(k));
    }
  }
  all_neighbours_.shrink_to_fit();
  if (count_ > kMaxScanned) {
    fill_cells();
  } else {
    fill_columns(room);
  }
}

void SupportMap::fill_columns(double* room) {
  if (room == nullptr) {
    own_columns_.resize(3 * at(scanned_));
    room = own_columns_.data();
  }
  columns_ = room;
  for (int axis = 0; axis < 3; ++axis) {
    for (int i = 0; i < scanned_; ++i) *room++ = arm(std::min(i, count_ - 1))[axis];
  }
}

/// Stores the vertices in the order of places, so that one look-up leads to a vertex.
void SupportMap::place_vertices(const Polytope& body) {
  placed_vertices_ = body.vertices().data();
  bool in_order = true;
  for (int i = 0; i < count(); ++i) in_order = in_order && vertex(i) == i;
  if (in_order) return;
  sorted_vertices_.reserve(vertex_.size());
  for (const std::int32_t v : vertex_) {
    sorted_vertices_.push_back(body.vertices()[at(v)]);
  }
  placed_vertices_ = sorted_vertices_.data();
}

/// The extreme vertices. Where climbs are made they are sorted by the cell in which the centre sees
/// them; otherwise they keep their order.
std::vector<int> SupportMap::ordered(const Polytope& body, const Vec3& center) const {
  std::vector<int> order = body.extreme();
  if (cells_along_ == 0) return order;
  std::vector<std::tuple<int, std::uint64_t, int>> keys;
  keys.reserve(order.size());
  for (const int v : order) {
    const Cell seen = cell(body.vertices()[at(v)] - center);
    keys.emplace_back(seen.face, interleaved(seen.i, seen.j), v);
  }
  std::sort(keys.begin(), keys.end());
  std::transform(keys.begin(), keys.end(), order.begin(),
                 [](const auto& key) { return std::get<2>(key); });
  return order;
}

void SupportMap::fill_cells() {
  const auto n = static_cast<std::size_t>(cells_along_);
  const bool wide = count() - 1 > std::numeric_limits<std::uint16_t>::max();
  cells_.resize(wide ? 0 : kFaces * n * n);
  wide_cells_.resize(wide ? kFaces * n * n : 0);
  int last = 0;
  for (int face = 0; face < kFaces; ++face) {
    const int axis = face / 2;
    for (int j = 0; j < cells_along_; ++j) {
      for (int step = 0; step < cells_along_; ++step) {
        // Back and forth, so that each direction is next to the last one.
        const int i = j % 2 == 0 ? step : cells_along_ - 1 - step;
        Vec3 u;
        u[axis] = face % 2 == 0 ? 1 : -1;
        u[(axis + 1) % 3] = (2 * i + 1.0) / cells_along_ - 1;
        u[(axis + 2) % 3] = (2 * j + 1.0) / cells_along_ - 1;
        last = proven(u, climb(u, last));
        const std::size_t at = index({face, i, j});
        if (wide) {
          wide_cells_[at] = last;
        } else {
          cells_[at] = static_cast<std::uint16_t>(last);
        }
      }
    }
  }
}

/// The hill climb branches on whether any neighbour is farther, which is mostly false and so
/// predicted well, and never on which neighbour is farthest.
SupportMap::Top SupportMap::climb(const Vec3& u, int start) const {
  int best = start;
  double most = along(u, arm(best));
  double second = 0;  // largest u.arm of the neighbours
  const auto look = [&](const std::int32_t* others) {
    std::array<double, kBlock> product;
    for (std::size_t i = 0; i < kBlock; ++i) product[i] = along(u, arm(others[i]));
    const double top =
        std::max(std::max(std::max(product[0], product[1]), std::max(product[2], product[3])),
                 std::max(std::max(product[4], product[5]), std::max(product[6], product[7])));
    second = std::max(second, top);
    if (!(top > most)) return;
    most = top;
    unsigned farthest = 0;
    for (std::size_t i = 0; i < kBlock; ++i) farthest |= (product[i] == top ? 1U : 0U) << i;
    best = others[std::countr_zero(farthest)];
  };
  // Each place is farther than the one before, so that none comes twice.
  LoopBound bound("climb to the farthest vertex: step to a neighbour", count());
  for (int from = -1; from != best;) {
    bound.step();
    from = best;
    second = -std::numeric_limits<double>::infinity();
    look(near_neighbours(from));
    const Joint& of = joint(from);
    for (std::size_t k = kBlock; k < of.count; k += kBlock) look(&all_neighbours_[of.first + k]);
  }
  return {best, most - second};
}

int SupportMap::climb_exactly(const Vec3& u, int start) const {
  return climb_to_farthest(
      "climb to the farthest vertex in double-double: step to a neighbour", count(), start,
      [&](int v) { return neighbours(v); }, [&](int v) { return along(u, arm(v)); },
      kDoubtful * u.lpNorm<1>() * longest_, [&](int v) { return along(u, exact_arm(v)); },
      is_higher);
}

std::size_t SupportMap::bytes() const {
  const auto of = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return of(sorted_vertices_) + of(own_columns_) + of(joints_) + of(vertex_) +
         of(near_neighbours_) + of(all_neighbours_) + of(cells_) + of(wide_cells_);
}

}  // namespace touchstone
