// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/overlap/outline.hpp"

#include <algorithm>

namespace touchstone {
namespace {

/// Whether c is left of the line from a to b.
bool turns_left(const Integer2& a, const Integer2& b, const Integer2& c) {
  const Integer turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  return sgn(turn) > 0;
}

/// Adds the chain of a list of points to `hull`, without its last one. What is there stays.
template <class Iterator>
void add_chain(Iterator point, Iterator end, std::vector<Integer2>& hull) {
  const std::size_t kept = hull.size();
  for (; point != end; ++point) {
    while (hull.size() >= kept + 2 &&
           !turns_left(hull[hull.size() - 2], hull[hull.size() - 1], *point)) {
      hull.pop_back();
    }
    hull.push_back(*point);
  }
  hull.pop_back();  // The other chain begins with it.
}

}  // namespace

std::vector<Integer2> outline(std::vector<Integer2> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Integer2> hull;
  add_chain(points.begin(), points.end(), hull);
  add_chain(points.rbegin(), points.rend(), hull);
  return hull;
}

}  // namespace touchstone
