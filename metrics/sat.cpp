// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace touchstone {
namespace {

/// Axes are tested this many at a time, one in each lane: a running minimum over vertices does not
/// vectorise, four running minima side by side do. Four is what fits the sixteen SSE2 registers.
constexpr int kLanes = 4;
using Lanes = Eigen::Array<double, kLanes, 1>;

/// A cross product of two unit edges with a smaller square is removed as zero: its square is about
/// to lose its digits. (Rounding noise of parallel edges lies far above, at 1e-33; once normalised
/// it is an axis as good as any other.)
constexpr double kZeroSquare = 1e-280;

/// Vectors as three arrays, padded to whole blocks with copies of the last one (a repeated axis
/// changes nothing).
struct Columns {
  std::vector<double> x, y, z;
  int count = 0;

  void resize(int n) {
    const int blocks = (n + kLanes - 1) / kLanes;
    const std::size_t padded = static_cast<std::size_t>(blocks) * kLanes;
    x.resize(padded);
    y.resize(padded);
    z.resize(padded);
    count = n;
  }
  void set(int i, const Vec3& v) {
    const auto k = static_cast<std::size_t>(i);
    x[k] = v.x();
    y[k] = v.y();
    z[k] = v.z();
  }
  void pad() {
    for (auto k = static_cast<std::size_t>(count); k < x.size(); ++k) {
      x[k] = x[k - 1];
      y[k] = y[k - 1];
      z[k] = z[k - 1];
    }
  }
};

struct AxisBlock {
  Lanes x, y, z;
};

AxisBlock block_of(const Columns& columns, int begin) {
  return {Eigen::Map<const Lanes>(columns.x.data() + begin),
          Eigen::Map<const Lanes>(columns.y.data() + begin),
          Eigen::Map<const Lanes>(columns.z.data() + begin)};
}

/// The directions without those equal or opposite to an earlier one, bit by bit; in their first
/// order.
std::vector<Vec3> distinct_axes(const std::vector<Vec3>& directions) {
  struct Key {
    double x, y, z;
    std::size_t index;
  };
  std::vector<Key> keys;
  keys.reserve(directions.size());
  for (std::size_t i = 0; i < directions.size(); ++i) {
    Vec3 v = directions[i];
    const double lead = v.x() != 0 ? v.x() : (v.y() != 0 ? v.y() : v.z());
    if (lead < 0) v = -v;
    keys.push_back({v.x(), v.y(), v.z(), i});
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return std::tie(a.x, a.y, a.z, a.index) < std::tie(b.x, b.y, b.z, b.index);
  });
  const auto end = std::unique(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
  });
  keys.erase(end, keys.end());
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) { return a.index < b.index; });
  std::vector<Vec3> axes;
  axes.reserve(keys.size());
  for (const Key& key : keys) axes.push_back(directions[key.index]);
  return axes;
}

class SatShape final : public Shape {
 public:
  explicit SatShape(const Polytope& polytope)
      : solid(polytope.dimension() == 3), center(polytope.interior_point()) {
    if (!solid) return;
    const std::vector<Vec3>& v = polytope.vertices();
    for (const int i : polytope.extreme())
      arms.emplace_back(v[static_cast<std::size_t>(i)] - center);
    std::vector<Vec3> directions;
    for (const Facet& facet : polytope.facets()) directions.push_back(facet.normal);
    normals = distinct_axes(directions);
    directions.clear();
    for (const Edge& edge : polytope.edges()) {
      const Vec3 e = v[static_cast<std::size_t>(edge.v1)] - v[static_cast<std::size_t>(edge.v0)];
      directions.push_back(e.stableNormalized());
    }
    edges = distinct_axes(directions);
  }

  bool solid;
  Vec3 center;                ///< interior point, local [m]
  std::vector<Vec3> arms;     ///< extreme vertices from the centre, local [m]
  std::vector<Vec3> normals;  ///< distinct face axes, unit, local
  std::vector<Vec3> edges;    ///< distinct edge directions, unit, local
};

/// One body of the query in world axes.
struct PosedBody {
  Columns arms, normals, edges;

  void place(const SatShape& shape, const Mat3& R) {
    // cof(R) = det(R) R^-T, without a division; only its direction matters.
    Mat3 cofactor;
    cofactor.col(0) = R.col(1).cross(R.col(2));
    cofactor.col(1) = R.col(2).cross(R.col(0));
    cofactor.col(2) = R.col(0).cross(R.col(1));
    arms.resize(static_cast<int>(shape.arms.size()));
    normals.resize(static_cast<int>(shape.normals.size()));
    edges.resize(static_cast<int>(shape.edges.size()));
    for (int i = 0; i < arms.count; ++i) arms.set(i, R * shape.arms[static_cast<std::size_t>(i)]);
    for (int i = 0; i < normals.count; ++i) {
      normals.set(i, (cofactor * shape.normals[static_cast<std::size_t>(i)]).normalized());
    }
    for (int i = 0; i < edges.count; ++i)
      edges.set(i, R * shape.edges[static_cast<std::size_t>(i)]);
    normals.pad();
    edges.pad();
  }
};

class SatWorkspace final : public Workspace {
 public:
  PosedBody A, B;
};

struct Interval {
  Lanes min, max;
};

/// Algorithm 1, PROJECT, without the extremal vertices themselves.
Interval project(const Columns& arms, const AxisBlock& axis) {
  Interval interval{Lanes::Constant(std::numeric_limits<double>::infinity()),
                    Lanes::Constant(-std::numeric_limits<double>::infinity())};
  const double* const x = arms.x.data();
  const double* const y = arms.y.data();
  const double* const z = arms.z.data();
  for (int i = 0; i < arms.count; ++i) {
    const Lanes dot = x[i] * axis.x + y[i] * axis.y + z[i] * axis.z;
    interval.min = interval.min.min(dot);
    interval.max = interval.max.max(dot);
  }
  return interval;
}

/// Algorithm 2, FIND-MTLD.
class FindMtld {
 public:
  /// d = x_A - x_B, the interior points, world.
  FindMtld(const PosedBody& A, const PosedBody& B, Vec3 d) : A_(A), B_(B), d_(std::move(d)) {}

  /// False as soon as an axis separates.
  bool run() { return test_normals(A_.normals) && test_normals(B_.normals) && test_edge_pairs(); }
  double min_overlap() const { return min_overlap_; }
  const Vec3& min_axis() const { return min_axis_; }
  int axes() const { return axes_; }

 private:
  bool test_normals(const Columns& normals) {
    for (int i = 0; i < normals.count; i += kLanes) {
      if (!test(block_of(normals, i))) return false;
      axes_ += std::min(kLanes, normals.count - i);
    }
    return true;
  }

  bool test_edge_pairs() {
    // Stands in for removed products: an axis that has been tested already.
    const Vec3 known(A_.normals.x[0], A_.normals.y[0], A_.normals.z[0]);
    for (int i = 0; i < A_.edges.count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Vec3 a(A_.edges.x[k], A_.edges.y[k], A_.edges.z[k]);
      for (int j = 0; j < B_.edges.count; j += kLanes) {
        const AxisBlock b = block_of(B_.edges, j);
        AxisBlock axis{a.y() * b.z - a.z() * b.y, a.z() * b.x - a.x() * b.z,
                       a.x() * b.y - a.y() * b.x};
        const Lanes square = axis.x * axis.x + axis.y * axis.y + axis.z * axis.z;
        const auto kept = square > kZeroSquare;
        const Lanes length = kept.select(square, 1.0).sqrt();
        axis = {kept.select(axis.x / length, known.x()), kept.select(axis.y / length, known.y()),
                kept.select(axis.z / length, known.z())};
        if (!test(axis)) return false;
        axes_ += std::min(kLanes, B_.edges.count - j);
      }
    }
    return true;
  }

  bool test(const AxisBlock& axis) {
    const Interval a = project(A_.arms, axis);
    const Interval b = project(B_.arms, axis);
    const Lanes along = d_.x() * axis.x + d_.y() * axis.y + d_.z() * axis.z;
    const Lanes o1 = (a.max - b.min) + along;
    const Lanes o2 = (b.max - a.min) - along;
    const Lanes least = o1.min(o2);
    if ((least < 0).any()) return false;
    if ((least > min_overlap_).all()) return true;
    for (int lane = 0; lane < kLanes; ++lane) {
      if (least[lane] > min_overlap_) continue;
      const Vec3 v(axis.x[lane], axis.y[lane], axis.z[lane]);
      min_overlap_ = least[lane];
      min_axis_ = o1[lane] < o2[lane] ? Vec3(-v) : v;
    }
    return true;
  }

  const PosedBody& A_;
  const PosedBody& B_;
  Vec3 d_;
  double min_overlap_ = std::numeric_limits<double>::infinity();
  Vec3 min_axis_ = Vec3::Zero();
  int axes_ = 0;
};

/// x_A - x_B in world axes. Extended precision: a far-away pair cancels its common part here, once.
Vec3 between_centers(const SatShape& A, const Pose& X_WA, const SatShape& B, const Pose& X_WB) {
  using Long3 = Eigen::Matrix<long double, 3, 1>;
  const Long3 x_WA = X_WA.R.cast<long double>() * A.center.cast<long double>();
  const Long3 x_WB = X_WB.R.cast<long double>() * B.center.cast<long double>();
  const Long3 t = X_WA.t.cast<long double>() - X_WB.t.cast<long double>();
  return (t + (x_WA - x_WB)).cast<double>();
}

class Sat final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<SatShape>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<SatWorkspace>();
  }

  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const auto& A = dynamic_cast<const SatShape&>(shape_A);
    const auto& B = dynamic_cast<const SatShape&>(shape_B);
    auto& scratch = dynamic_cast<SatWorkspace&>(workspace);
    Answer answer;
    if (!A.solid || !B.solid) {
      answer.note = "flat body";
      return answer;
    }
    scratch.A.place(A, X_WA.R);
    scratch.B.place(B, X_WB.R);
    FindMtld find(scratch.A, scratch.B, between_centers(A, X_WA, B, X_WB));
    const bool overlap = find.run();
    answer.work.iterations = find.axes();
    if (!overlap) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = 1;
      return answer;
    }
    answer.status = AnswerStatus::answered;
    answer.value = 0 - find.min_overlap();  // not -x: touching is 0, not -0
    answer.normal = find.min_axis();
    return answer;
  }
};

}  // namespace

std::unique_ptr<Metric> make_sat() { return std::make_unique<Sat>(); }

}  // namespace touchstone
