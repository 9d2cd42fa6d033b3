// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/support_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace touchstone {
namespace {

constexpr int kFaces = 6;

/// The bits of i and j in turns: places near each other on a face get keys near each other.
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

SupportMap::SupportMap(const Polytope& body, const Vec3& center)
    : body_vertices_(&body.vertices()), center_(center), scan_(support_scans().back().scan) {
  const int count = static_cast<int>(body.extreme().size());
  scanned_ = (count + kScanBlock - 1) / kScanBlock * kScanBlock;
  if (count > kMostScanned) {
    cells_along_ = static_cast<int>(std::ceil(std::sqrt(count / 3.0)));  // 6 n^2 = 2 V
  }
  vertex_.reserve(body.extreme().size());
  std::vector<std::int32_t> place(body.vertices().size(), -1);
  for (const int v : ordered(body, center)) {
    place[static_cast<std::size_t>(v)] = static_cast<std::int32_t>(vertex_.size());
    vertex_.push_back(v);
    const Vec3& arm = arms_.emplace_back(body.vertices()[static_cast<std::size_t>(v)] - center);
    longest_ = std::max(longest_, arm.stableNorm());
  }
  first_.push_back(0);
  for (const std::int32_t v : vertex_) {
    for (const int other : body.neighbours()[static_cast<std::size_t>(v)]) {
      neighbours_.push_back(place[static_cast<std::size_t>(other)]);
    }
    first_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
  }
  if (count > kMostScanned) {
    fill_cells();
    return;
  }
  for (int i = 0; i < scanned_; ++i) {
    const Vec3& arm = arms_[static_cast<std::size_t>(std::min(i, count - 1))];
    x_.push_back(arm.x());
    y_.push_back(arm.y());
    z_.push_back(arm.z());
  }
}

/// The extreme vertices: those that are climbed to in the order of the cells that they are seen in
/// from the centre, others as they come.
std::vector<int> SupportMap::ordered(const Polytope& body, const Vec3& center) const {
  std::vector<int> order = body.extreme();
  if (cells_along_ == 0) return order;
  std::vector<std::tuple<int, std::uint64_t, int>> keys;
  keys.reserve(order.size());
  for (const int v : order) {
    const Cell seen = cell(body.vertices()[static_cast<std::size_t>(v)] - center);
    keys.emplace_back(seen.face, interleaved(seen.i, seen.j), v);
  }
  std::sort(keys.begin(), keys.end());
  std::transform(keys.begin(), keys.end(), order.begin(),
                 [](const auto& key) { return std::get<2>(key); });
  return order;
}

SupportMap::Cell SupportMap::cell(const Vec3& u) const {
  const double x = std::abs(u.x());
  const double y = std::abs(u.y());
  const double z = std::abs(u.z());
  const int axis = x >= y ? (x >= z ? 0 : 2) : (y >= z ? 1 : 2);
  const double scale = 0.5 * cells_along_ / std::abs(u[axis]);
  // 0 and what is not a number end in the first cell: any start is right, only slower.
  const auto place = [&](double entry) {
    const double p = entry * scale + 0.5 * cells_along_;
    return p > 0 ? static_cast<int>(std::min(p, cells_along_ - 1.0)) : 0;
  };
  return {2 * axis + (u[axis] < 0 ? 1 : 0), place(u[(axis + 1) % 3]), place(u[(axis + 2) % 3])};
}

int SupportMap::table(const Vec3& u) const {
  const Cell at = cell(u);
  const auto n = static_cast<std::size_t>(cells_along_);
  return cells_[(static_cast<std::size_t>(at.face) * n + static_cast<std::size_t>(at.j)) * n +
                static_cast<std::size_t>(at.i)];
}

void SupportMap::fill_cells() {
  const auto n = static_cast<std::size_t>(cells_along_);
  cells_.resize(kFaces * n * n);
  int last = 0;
  for (int face = 0; face < kFaces; ++face) {
    const int axis = face / 2;
    for (int j = 0; j < cells_along_; ++j) {
      for (int step = 0; step < cells_along_; ++step) {
        // To and fro, so that each direction is next to the last one.
        const int i = j % 2 == 0 ? step : cells_along_ - 1 - step;
        Vec3 u;
        u[axis] = face % 2 == 0 ? 1 : -1;
        u[(axis + 1) % 3] = (2 * i + 1.0) / cells_along_ - 1;
        u[(axis + 2) % 3] = (2 * j + 1.0) / cells_along_ - 1;
        last = proven(u, climb(u, last));
        cells_[(static_cast<std::size_t>(face) * n + static_cast<std::size_t>(j)) * n +
               static_cast<std::size_t>(i)] = last;
      }
    }
  }
}

SupportMap::Top SupportMap::climb(const Vec3& u, int start) const {
  int best = start;
  double most = along(u, arm(best));
  double second = 0;  // of the neighbours of `best`
  for (int from = -1; from != best;) {
    from = best;
    second = -std::numeric_limits<double>::infinity();
    for (const std::int32_t other : neighbours(from)) {
      const double product = along(u, arm(other));
      if (product > most) {
        most = product;
        best = other;
      }
      second = std::max(second, product);
    }
  }
  return {best, most - second};
}

int SupportMap::climb_exactly(const Vec3& u, int start) const {
  const double doubt = kDoubtful * u.lpNorm<1>() * longest_;
  int best = start;
  double rounded = along(u, arm(best));
  DoubleDouble most = along(u, exact_arm(best));
  // Each move gains, so it ends.
  for (int from = -1; from != best;) {
    from = best;
    for (const std::int32_t other : neighbours(from)) {
      const double product = along(u, arm(other));
      if (product < rounded - doubt) continue;
      const DoubleDouble exact = along(u, exact_arm(other));
      if (!((exact - most).high > 0)) continue;
      most = exact;
      rounded = product;
      best = other;
    }
  }
  return best;
}

std::size_t SupportMap::bytes() const {
  const auto of = [](const auto& v) { return v.capacity() * sizeof(v[0]); };
  return of(x_) + of(y_) + of(z_) + of(arms_) + of(vertex_) + of(first_) + of(neighbours_) +
         of(cells_);
}

}  // namespace touchstone
