// SPDX-License-Identifier: GPL-3.0-or-later
// How a small polytope grows (flat_polytope.hpp). Internal to `certified`.
#pragma once

#include <cmath>

#include "geometry/index.hpp"
#include "metrics/arithmetic/lanes_kernel.hpp"
#include "metrics/certified/epa/flat_polytope.hpp"
#include "metrics/certified/support/difference_supports_kernel.hpp"

TOUCHSTONE_BEGIN_KERNEL();
namespace touchstone::TOUCHSTONE_REGISTERS {
namespace {

constexpr int kWords = FlatPolytope::kMaxTriangles / 64;
using Bits = std::uint64_t;

/// Coordinates of a point, in every lane, and of four points. The fourth number behind a point is
/// not one of its own: it is only moved.
static_assert(sizeof(DifferencePoint) == sizeof(Lanes::Register));
[[gnu::always_inline]] inline Rows in_each_lane(const DifferencePoint& p) {
  const double* c = p.c.data();
  return rows_of(everywhere(c[0]), everywhere(c[1]), everywhere(c[2]));
}
[[gnu::always_inline]] inline Rows rows_of(const DifferencePoint& p0, const DifferencePoint& p1,
                                           const DifferencePoint& p2, const DifferencePoint& p3) {
  return {four_at(p0.c.data()), four_at(p1.c.data()), four_at(p2.c.data()), four_at(p3.c.data())};
}

/// DoubleKernel::plane of four triangles.
struct FourPlanes {
  Rows n;
  Lanes level;
  Lanes squared_slope;

  [[gnu::always_inline]] FourPlanes(const Rows& p0, const Rows& p1, const Rows& p2) {
    const Rows e1 = p1 - p0;
    const Rows e2 = p2 - p0;
    const Rows across = e1.cross(e2);
    const Lanes squared = across.dot(across);
    const Lanes inverse(everywhere(1).v / root(squared).v);
    const Mask sound = squared > 0.0;
    const Lanes none = everywhere(0);
    n.x = select(sound, across.x * inverse, none);
    n.y = select(sound, across.y * inverse, none);
    n.z = select(sound, across.z * inverse, none);
    // A sliver without area comes first and is looked at then.
    level = select(sound, n.dot(p0), everywhere(-FlatPolytope::kNone));
    squared_slope = select(sound, (inverse * inverse) * larger(e1.dot(e1), e2.dot(e2)),
                           everywhere(FlatPolytope::kNone));
  }
  [[gnu::always_inline]] void store(FlatPolytope& polytope, int lane, int slot) const {
    const auto k = static_cast<std::size_t>(lane);
    const auto t = static_cast<std::size_t>(slot);
    polytope.n_x[t] = n.x[k];
    polytope.n_y[t] = n.y[k];
    polytope.n_z[t] = n.z[k];
    polytope.level[t] = level[k];
    polytope.squared_slope[t] = squared_slope[k];
  }
};

/// What a point sees, a bit for each slot, and the least of what it does not see.
struct Look {
  Bits seen[kWords];
  double level;
  int least;

  [[gnu::always_inline]] void at(const FlatPolytope& polytope, double margin,
                                 const DifferencePoint& point) {
    const Rows p = in_each_lane(point);
    const Lanes reached = everywhere(-margin);
    Lanes lowest = everywhere(FlatPolytope::kNone);
    Lanes lowest_at = everywhere(-1);
    Lanes slot(0, 1, 2, 3);
    const Lanes four = everywhere(4);
    for (int word = 0; 64 * word < polytope.slots; ++word) {
      Bits bits = 0;
      const int end = polytope.slots - 64 * word;
      for (int t = 0; t < 64 && t < end; t += 4) {
        const std::size_t at = static_cast<std::size_t>(64 * word + t);
        const Lanes height = (four_at(&polytope.n_x[at]) * p.x + four_at(&polytope.n_y[at]) * p.y) +
                             four_at(&polytope.n_z[at]) * p.z;
        const Lanes levels = four_at(&polytope.level[at]);
        const Mask sees = height - levels > reached;
        bits |= Bits{bits_of(sees)} << t;
        const Mask lower = (levels < lowest) & ~sees;
        lowest = select(lower, levels, lowest);
        lowest_at = select(lower, slot, lowest_at);
        slot = slot + four;
      }
      seen[word] = bits;
    }
    level = FlatPolytope::kNone;
    least = -1;
    for (std::size_t k = 0; k < 4; ++k) {
      const int slot_k = static_cast<int>(lowest_at[k]);
      if (lowest[k] < level || (lowest[k] == level && slot_k < least)) {
        level = lowest[k];
        least = slot_k;
      }
    }
  }
  [[gnu::always_inline]] unsigned sees(unsigned slot) const {
    return static_cast<unsigned>(seen[slot >> 6] >> (slot & 63)) & 1;
  }
};

/// The edges between triangles that are seen and those that are not, as the removed ones list them.
struct Horizon {
  struct Edge {
    std::uint16_t first;
    std::uint16_t last;
    std::uint16_t outer;  ///< 4 slot + edge
  };
  Edge edge[FlatPolytope::kMaxHorizon + 3];
  int count = 0;

  [[gnu::always_inline]] bool add(const FlatPolytope& polytope, const Look& look, unsigned slot) {
    const auto& corner = polytope.corner[slot];
    const auto& neighbour = polytope.neighbour[slot];
    for (std::size_t e = 0; e < 3; ++e) {
      edge[count] = {corner[e], corner[e == 2 ? 0 : e + 1], neighbour[e]};
      count += static_cast<int>(1 - look.sees(neighbour[e] >> 2U));
    }
    return count <= FlatPolytope::kMaxHorizon;
  }
  /// Whether the edges are one ring that passes no point twice; notes which edge begins where.
  [[gnu::always_inline]] bool one_ring(FlatPolytope& polytope) const {
    if ((++polytope.growth & 0xffffU) == 0) {
      // What is noted from here on must not look like what was noted long ago.
      polytope.begins.fill(0);
      ++polytope.growth;
    }
    const std::uint32_t growth = polytope.growth << 16U;
    bool once = true;
    for (int k = 0; k < count; ++k) {
      std::uint32_t& begins = polytope.begins[edge[k].first];
      once = once && (begins & 0xffff0000U) != growth;
      begins = growth | static_cast<std::uint32_t>(k);
    }
    if (!once || count < 3) return false;
    int length = 0;
    int at = 0;
    do {
      const std::uint32_t begins = polytope.begins[edge[at].last];
      if ((begins & 0xffff0000U) != growth) return false;
      at = static_cast<int>(begins & 0xffffU);
      ++length;
    } while (at != 0 && length <= count);
    return length == count;
  }
};

/// What is removed, and then where the new triangles are.
struct Slots {
  std::uint16_t free[FlatPolytope::kMaxTriangles];
  int count = 0;

  /// At least so many.
  [[gnu::always_inline]] void take(FlatPolytope& polytope, int wanted) {
    while (count < wanted) {
      free[count++] = polytope.empty_count > 0 ? polytope.empty[at(--polytope.empty_count)]
                                               : static_cast<std::uint16_t>(polytope.slots++);
    }
  }
  /// Those from `used` on are empty.
  [[gnu::always_inline]] void give_back(FlatPolytope& polytope, int used) const {
    for (int k = used; k < count; ++k) {
      const std::size_t t = free[k];
      polytope.n_x[t] = polytope.n_y[t] = polytope.n_z[t] = 0;
      polytope.level[t] = FlatPolytope::kNone;
      polytope.empty[at(polytope.empty_count++)] = free[k];
    }
  }
};

/// A triangle from each edge of the horizon to the apex.
[[gnu::always_inline]] inline void link(FlatPolytope& polytope, const Horizon& horizon,
                                        const Slots& slots, std::uint16_t apex) {
  for (int k = 0; k < horizon.count; ++k) {
    const Horizon::Edge& edge = horizon.edge[k];
    const unsigned slot = slots.free[k];
    const unsigned next = slots.free[polytope.begins[edge.last] & 0xffffU];
    polytope.corner[slot] = {edge.first, edge.last, apex};
    polytope.neighbour[slot][0] = edge.outer;
    polytope.neighbour[slot][1] = static_cast<std::uint16_t>(4 * next + 2);
    polytope.neighbour[next][2] = static_cast<std::uint16_t>(4 * slot + 1);
    polytope.neighbour[edge.outer >> 2U][edge.outer & 3U] = static_cast<std::uint16_t>(4 * slot);
  }
}

/// Fills the planes of the new triangles, four at a time; the least level is kept in `look`.
[[gnu::always_inline]] inline void fill_planes(FlatPolytope& polytope, Horizon& horizon,
                                               const Slots& slots, const DifferencePoint& apex,
                                               Look& look) {
  for (int k = horizon.count; k < horizon.count + 3; ++k) {
    horizon.edge[k] = horizon.edge[horizon.count - 1];
  }
  const auto point = [&](std::uint16_t i) -> const DifferencePoint& { return polytope.points[i]; };
  const Rows top = in_each_lane(apex);
  for (int k = 0; k < horizon.count; k += 4) {
    const Horizon::Edge* e = horizon.edge + k;
    const FourPlanes planes(
        rows_of(point(e[0].first), point(e[1].first), point(e[2].first), point(e[3].first)),
        rows_of(point(e[0].last), point(e[1].last), point(e[2].last), point(e[3].last)), top);
    for (int lane = 0; lane < 4 && k + lane < horizon.count; ++lane) {
      planes.store(polytope, lane, slots.free[k + lane]);
      const double level = planes.level[at(lane)];
      if (!(level < look.level) && look.least >= 0) continue;
      look.level = level;
      look.least = slots.free[k + lane];
    }
  }
}

[[gnu::always_inline]] inline bool take_in(FlatPolytope& polytope, double margin, int from,
                                           const DifferencePoint& point) {
  Look look;
  look.at(polytope, margin, point);
  if (look.sees(static_cast<unsigned>(from)) == 0) {
    double& level = polytope.level[at(from)];
    const double was = level;
    level = -FlatPolytope::kNone;
    look.at(polytope, margin, point);
    level = was;
  }
  Slots slots;
  Horizon horizon;
  for (int word = 0; 64 * word < polytope.slots; ++word) {
    for (Bits bits = look.seen[word]; bits != 0; bits &= bits - 1) {
      const auto slot = static_cast<unsigned>(64 * word + __builtin_ctzll(bits));
      slots.free[slots.count++] = static_cast<std::uint16_t>(slot);
      if (!horizon.add(polytope, look, slot)) return false;
    }
  }
  const int more = horizon.count - slots.count - polytope.empty_count;
  if (polytope.point_count == FlatPolytope::kMaxPoints ||
      polytope.slots + more > FlatPolytope::kMaxTriangles || !horizon.one_ring(polytope)) {
    return false;
  }
  slots.take(polytope, horizon.count);
  const auto apex = static_cast<std::uint16_t>(polytope.point_count++);
  polytope.points[apex] = point;
  link(polytope, horizon, slots, apex);
  fill_planes(polytope, horizon, slots, point, look);
  slots.give_back(polytope, horizon.count);
  polytope.least = look.least;
  return true;
}

/// Whether the last point seems to be beyond the triangle only because a sliver's normal is far
/// off: the polytope has that point.
[[gnu::always_inline]] inline bool sees_in_error(const FlatPolytope& polytope, std::size_t least,
                                                 const PolytopeQueries& last, double margin,
                                                 double reach) {
  const double above = last.height - polytope.level[least];
  if (!in_doubt_of_sliver(above, margin, reach, polytope.squared_slope[least])) return false;
  for (std::size_t i = 0; i < at(polytope.point_count); ++i) {
    if (polytope.points[i].same_pair(last.next)) return true;
  }
  return false;
}

template <Bodies kBodies>
PolytopeQueries ask_and_grow(const DifferenceSet& set, FlatPolytope& polytope, double margin,
                             int most) {
  DifferenceSupports<kBodies> supports(set);
  PolytopeQueries queries;
  while (queries.open) {
    queries.triangle = polytope.least;
    const std::size_t least = at(polytope.least);
    const Lanes n(polytope.n_x[least], polytope.n_y[least], polytope.n_z[least], 0);
    const LanesPoint next = supports.farthest(n);
    ++queries.count;
    queries.next = stored(next);
    queries.height = dot(n, next.c);
    if (sees_in_error(polytope, least, queries, margin, set.reach())) {
      queries.height = polytope.level[least];
    }
    if (!(queries.height > polytope.level[least] + margin)) {
      const DifferencePoint& corner = polytope.points[polytope.corner[least][0]];
      queries.reached = supports.reached(corner.a, corner.b);
      break;
    }
    if (queries.height < -margin || !take_in(polytope, margin, polytope.least, queries.next)) break;
    queries.lowest = std::min(queries.lowest, queries.height);
    queries.open = queries.count < most && polytope.least >= 0 &&
                   std::isfinite(polytope.level[at(polytope.least)]);
  }
  return queries;
}

}  // namespace

void find_planes(FlatPolytope& polytope) {
  polytope.least = -1;
  double level = FlatPolytope::kNone;
  for (int t = 0; t < polytope.slots; t += 4) {
    const auto corner = [&](std::size_t i) {
      const auto of = [&](int k) -> const DifferencePoint& {
        return polytope.points[polytope.corner[at(t + k)][i]];
      };
      return rows_of(of(0), of(1), of(2), of(3));
    };
    const FourPlanes planes(corner(0), corner(1), corner(2));
    for (int k = 0; k < 4; ++k) {
      // That of an empty slot is not wanted.
      if (!polytope.holds(t + k)) continue;
      planes.store(polytope, k, t + k);
      if (polytope.least < 0 || planes.level[at(k)] < level) {
        level = planes.level[at(k)];
        polytope.least = t + k;
      }
    }
  }
}

bool grow(FlatPolytope& polytope, double margin, int from, const DifferencePoint& point) {
  return take_in(polytope, margin, from, point);
}

PolytopeQueries expand_flat(const DifferenceSet& set, FlatPolytope& polytope, double margin,
                            int most) {
  // Growing takes most of the time: copies for each kind of scan gain nothing.
  const bool climbs = !set.A().map.scans() && !set.B().map.scans();
  return climbs ? ask_and_grow<Bodies::climb>(set, polytope, margin, most)
                : ask_and_grow<Bodies::mixed>(set, polytope, margin, most);
}

}  // namespace touchstone::TOUCHSTONE_REGISTERS
TOUCHSTONE_END_KERNEL();
