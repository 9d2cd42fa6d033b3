// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/sat/sat.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "geometry/unmerged_facets.hpp"
#include "metrics/sat/exact_axes.hpp"

namespace touchstone {
namespace {

template <class T>
using Vec = Eigen::Matrix<T, 3, 1>;

/// Axes are tested this many at a time, one in each lane: a running minimum over vertices does not
/// vectorise, four running minima side by side do. Four doubles, or eight floats, are what fits the
/// sixteen SSE2 registers.
template <class T>
constexpr int kLanes = 32 / sizeof(T);
template <class T>
using Lanes = Eigen::Array<T, kLanes<T>, 1>;

/// What depends on the scalar in kind, not only in width.
template <class T>
struct ScalarTraits;

template <>
struct ScalarTraits<double> {
  /// A cross product of two unit edges with a smaller square is removed as zero: its square is
  /// about to lose its digits. (Rounding noise of parallel edges lies far above, at 1e-33; once
  /// normalised it is an axis as good as any other.)
  static constexpr double kZeroSquare = 1e-280;
  /// Of an overlap, in parts of |d| and the longest arms: sums of nine products. What is in doubt
  /// by so much is evaluated again in double-double.
  static constexpr double kRounding = 64 * 0x1p-53;
  /// A far-away pair cancels its common part once, in extended precision.
  using Centers = long double;
};

template <>
struct ScalarTraits<float> {
  static constexpr float kZeroSquare = 1e-30F;  // the noise lies at 1e-15
  static constexpr float kRounding = 0;         // what single precision finds is what it says
  using Centers = float;                        // single precision has nothing to extend to
};

/// Vectors as three arrays, padded to whole blocks with copies of the last one (a repeated axis
/// changes nothing).
template <class T>
struct Columns {
  std::vector<T> x, y, z;
  int count = 0;

  void resize(int n) {
    const int blocks = (n + kLanes<T> - 1) / kLanes<T>;
    const std::size_t padded = static_cast<std::size_t>(blocks) * kLanes<T>;
    x.resize(padded);
    y.resize(padded);
    z.resize(padded);
    count = n;
  }
  void set(int i, const Vec<T>& v) {
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

template <class T>
struct AxisBlock {
  Lanes<T> x, y, z;
};

template <class T>
AxisBlock<T> block_of(const Columns<T>& columns, int begin) {
  return {Eigen::Map<const Lanes<T>>(columns.x.data() + begin),
          Eigen::Map<const Lanes<T>>(columns.y.data() + begin),
          Eigen::Map<const Lanes<T>>(columns.z.data() + begin)};
}

template <class T>
class SatShape final : public Shape {
 public:
  explicit SatShape(const Polytope& polytope)
      : solid(polytope.dimension() == 3), center(polytope.interior_point().cast<T>()) {
    if (!solid) return;
    const std::vector<Vec3>& v = polytope.vertices();
    for (const int i : polytope.extreme()) {
      exact.vertices.push_back(v[static_cast<std::size_t>(i)]);
      arms.emplace_back(exact.vertices.back().cast<T>() - center);
    }
    // Of the exact hull: what merging hides is a face, or an edge, beside a much smaller body.
    const UnmergedFacets unmerged(polytope);
    std::vector<Vec3> directions;
    std::vector<Dd3> exact_directions;
    for (const Facet& facet : unmerged.facets()) {
      directions.push_back(facet.normal);
      exact_directions.push_back(exact_face_normal(polytope, facet));
    }
    for (const std::size_t i : distinct_axes(directions, exact_directions)) {
      normals.push_back(directions[i].cast<T>());
      exact.normals.push_back(exact_directions[i]);
    }
    directions.clear();
    exact_directions.clear();
    std::vector<std::array<Vec3, 2>> ends;
    for (const Edge& edge : unmerged.edges()) {
      ends.push_back({v[static_cast<std::size_t>(edge.v0)], v[static_cast<std::size_t>(edge.v1)]});
      exact_directions.push_back(difference(ends.back()[1], ends.back()[0]));
      directions.emplace_back(rounded(exact_directions.back()).stableNormalized());
    }
    for (const std::size_t i : distinct_axes(directions, exact_directions)) {
      edges.push_back(directions[i].cast<T>());
      exact.edges.push_back(ends[i]);
    }
    for (const Vec<T>& arm : arms) longest = std::max(longest, arm.stableNorm());
  }

  bool solid;
  Vec<T> center;                ///< interior point, local [m]
  std::vector<Vec<T>> arms;     ///< extreme vertices from the centre, local [m]
  std::vector<Vec<T>> normals;  ///< distinct face axes, unit, local
  std::vector<Vec<T>> edges;    ///< distinct edge directions, unit, local
  T longest = 0;                ///< of the arms [m]
  ExactAxes exact;              ///< what the normals and edges are made from, in their order
};

/// One body of the query in world axes.
template <class T>
struct PosedBody {
  Columns<T> arms, normals, edges;

  void place(const SatShape<T>& shape, const Mat3& R_double) {
    Eigen::Matrix<T, 3, 3> R;
    R = R_double.cast<T>();
    // cof(R) = det(R) R^-T, without a division; only its direction matters.
    Eigen::Matrix<T, 3, 3> cofactor;
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

/// An axis whose overlap may be the least.
template <class T>
struct Candidate {
  T least;  ///< possible overlap [m]
  AxisSource source;
  Vec<T> axis;
};

template <class T>
class SatWorkspace final : public Workspace {
 public:
  PosedBody<T> A, B;
  std::vector<Candidate<T>> candidates;
};

template <class T>
struct Interval {
  Lanes<T> min, max;
};

/// Algorithm 1, PROJECT, without the extremal vertices themselves.
template <class T>
Interval<T> project(const Columns<T>& arms, const AxisBlock<T>& axis) {
  Interval<T> interval{Lanes<T>::Constant(std::numeric_limits<T>::infinity()),
                       Lanes<T>::Constant(-std::numeric_limits<T>::infinity())};
  const T* const x = arms.x.data();
  const T* const y = arms.y.data();
  const T* const z = arms.z.data();
  for (int i = 0; i < arms.count; ++i) {
    const Lanes<T> dot = x[i] * axis.x + y[i] * axis.y + z[i] * axis.z;
    interval.min = interval.min.min(dot);
    interval.max = interval.max.max(dot);
  }
  return interval;
}

/// Algorithm 2, FIND-MTLD.
template <class T>
class FindMtld {
 public:
  /// d = x_A - x_B, the interior points, world. Overlaps are uncertain by `doubt`.
  FindMtld(SatWorkspace<T>& scratch, Vec<T> d, T doubt)
      : A_(scratch.A),
        B_(scratch.B),
        d_(std::move(d)),
        doubt_(doubt),
        candidates_(scratch.candidates) {
    candidates_.clear();
  }

  /// False as soon as an axis separates beyond doubt.
  bool run() {
    return test_normals(A_.normals, true) && test_normals(B_.normals, false) && test_edge_pairs();
  }
  T min_overlap() const { return min_overlap_; }
  const Vec<T>& min_axis() const { return min_axis_; }
  int axes() const { return axes_; }

 private:
  bool test_normals(const Columns<T>& normals, bool of_A) {
    for (int i = 0; i < normals.count; i += kLanes<T>) {
      const auto source = [&](int lane) {
        const int place = std::min(i + lane, normals.count - 1);
        return of_A ? AxisSource{place, -1, false} : AxisSource{-1, place, false};
      };
      if (!test(block_of(normals, i), source, Lanes<T>::Constant(1))) return false;
      axes_ += std::min(kLanes<T>, normals.count - i);
    }
    return true;
  }

  bool test_edge_pairs() {
    // Stands in for removed products: an axis that has been tested already.
    const Vec<T> known(A_.normals.x[0], A_.normals.y[0], A_.normals.z[0]);
    for (int i = 0; i < A_.edges.count; ++i) {
      const auto k = static_cast<std::size_t>(i);
      const Vec<T> a(A_.edges.x[k], A_.edges.y[k], A_.edges.z[k]);
      for (int j = 0; j < B_.edges.count; j += kLanes<T>) {
        const AxisBlock<T> b = block_of(B_.edges, j);
        AxisBlock<T> axis{a.y() * b.z - a.z() * b.y, a.z() * b.x - a.x() * b.z,
                          a.x() * b.y - a.y() * b.x};
        const Lanes<T> square = axis.x * axis.x + axis.y * axis.y + axis.z * axis.z;
        const auto kept = square > ScalarTraits<T>::kZeroSquare;
        const Lanes<T> length = kept.select(square, T(1)).sqrt();
        axis = {kept.select(axis.x / length, known.x()), kept.select(axis.y / length, known.y()),
                kept.select(axis.z / length, known.z())};
        const auto source = [&](int lane) {
          if (!(square[lane] > ScalarTraits<T>::kZeroSquare)) return AxisSource{0, -1, false};
          return AxisSource{i, std::min(j + lane, B_.edges.count - 1), true};
        };
        if (!test(axis, source, length)) return false;
        axes_ += std::min(kLanes<T>, B_.edges.count - j);
      }
    }
    return true;
  }

  /// source(lane): where the axis comes from. `sine`: of the angle between the edges that it is
  /// the product of, by which rounding turns it the more.
  template <class SourceOf>
  bool test(const AxisBlock<T>& axis, SourceOf source, const Lanes<T>& sine) {
    const Interval<T> a = project(A_.arms, axis);
    const Interval<T> b = project(B_.arms, axis);
    const Lanes<T> along = d_.x() * axis.x + d_.y() * axis.y + d_.z() * axis.z;
    const Lanes<T> o1 = (a.max - b.min) + along;
    const Lanes<T> o2 = (b.max - a.min) - along;
    const Lanes<T> least = o1.min(o2);
    if ((least < -doubt_).any()) return false;
    if (((least - min_overlap_) * sine > doubt_).all()) return true;
    for (int lane = 0; lane < kLanes<T>; ++lane) {
      if ((least[lane] - min_overlap_) * sine[lane] > doubt_) continue;
      const Vec<T> v(axis.x[lane], axis.y[lane], axis.z[lane]);
      if (doubt_ > 0) keep({least[lane] - doubt_ / sine[lane], source(lane), v});
      if (least[lane] > min_overlap_) continue;
      min_overlap_ = least[lane];
      min_axis_ = o1[lane] < o2[lane] ? Vec<T>(-v) : v;
    }
    return true;
  }

  void keep(const Candidate<T>& candidate) {
    // Those that came before a better one are dropped whenever there are twice as many.
    if (candidates_.size() >= kept_) {
      std::erase_if(candidates_, [&](const Candidate<T>& c) { return c.least > min_overlap_; });
      kept_ = std::max(kept_, 2 * candidates_.size());
    }
    candidates_.push_back(candidate);
  }

  const PosedBody<T>& A_;
  const PosedBody<T>& B_;
  Vec<T> d_;
  T doubt_;  ///< [m]
  std::vector<Candidate<T>>& candidates_;
  std::size_t kept_ = 256;
  T min_overlap_ = std::numeric_limits<T>::infinity();
  Vec<T> min_axis_ = Vec<T>::Zero();
  int axes_ = 0;
};

/// The least of the candidates' overlaps in double-double.
ExactOverlap least_exactly(std::vector<Candidate<double>>& candidates, const SatShape<double>& A,
                           const Pose& X_WA, const SatShape<double>& B, const Pose& X_WB) {
  std::sort(candidates.begin(), candidates.end(),
            [](const auto& a, const auto& b) { return a.least < b.least; });
  ExactOverlap best{{std::numeric_limits<double>::infinity(), 0}, Vec3::Zero()};
  for (const Candidate<double>& c : candidates) {
    if (c.least > best.depth.high) break;
    const ExactOverlap found = exact_overlap(A.exact, X_WA, B.exact, X_WB, c.source, c.axis);
    if ((found.depth - best.depth).high < 0 || best.n.isZero(0)) best = found;
  }
  return best;
}

/// x_A - x_B in world axes.
template <class T>
Vec<T> between_centers(const SatShape<T>& A, const Pose& X_WA, const SatShape<T>& B,
                       const Pose& X_WB) {
  using Real = typename ScalarTraits<T>::Centers;
  using Real3 = Vec<Real>;
  const Real3 x_WA = X_WA.R.cast<Real>() * A.center.template cast<Real>();
  const Real3 x_WB = X_WB.R.cast<Real>() * B.center.template cast<Real>();
  const Real3 t = X_WA.t.cast<Real>() - X_WB.t.cast<Real>();
  return (t + (x_WA - x_WB)).template cast<T>();
}

template <class T>
class Sat final : public Metric {
 public:
  std::unique_ptr<Shape> prepare(const Polytope& polytope) const override {
    return std::make_unique<SatShape<T>>(polytope);
  }
  std::unique_ptr<Workspace> make_workspace() const override {
    return std::make_unique<SatWorkspace<T>>();
  }

  Answer evaluate(const Shape& shape_A, const Pose& X_WA, const Shape& shape_B, const Pose& X_WB,
                  Workspace& workspace) const override {
    const auto& A = dynamic_cast<const SatShape<T>&>(shape_A);
    const auto& B = dynamic_cast<const SatShape<T>&>(shape_B);
    auto& scratch = dynamic_cast<SatWorkspace<T>&>(workspace);
    Answer answer;
    if (!A.solid || !B.solid) {
      answer.note = "flat body";
      return answer;
    }
    scratch.A.place(A, X_WA.R);
    scratch.B.place(B, X_WB.R);
    const Vec<T> d = between_centers(A, X_WA, B, X_WB);
    const T doubt = ScalarTraits<T>::kRounding * (d.template lpNorm<1>() + A.longest + B.longest);
    FindMtld<T> find(scratch, d, doubt);
    bool overlap = find.run();
    T least = find.min_overlap();
    Vec3 normal = find.min_axis().template cast<double>();
    if constexpr (std::is_same_v<T, double>) {
      if (overlap) {
        const ExactOverlap exact = least_exactly(scratch.candidates, A, X_WA, B, X_WB);
        overlap = !(exact.depth.high < 0);
        least = exact.depth.high;
        normal = exact.n;
      }
    }
    answer.work.iterations = find.axes();
    if (!overlap) {
      answer.status = AnswerStatus::sign_only;
      answer.sign = 1;
      return answer;
    }
    answer.status = AnswerStatus::answered;
    answer.value = 0 - least;  // not -x: touching is 0, not -0
    answer.normal = normal;
    return answer;
  }
};

}  // namespace

std::unique_ptr<Metric> make_sat() { return std::make_unique<Sat<double>>(); }

std::unique_ptr<Metric> make_sat_float32() { return std::make_unique<Sat<float>>(); }

MetricRow sat_row() {
  MetricTraits traits;
  traits.when_separated = false;
  traits.gives_witnesses = false;
  // 1.2e-11 was the most in 2,000 cases of aspect-1e8 when the axis of two nearly parallel edges
  // was taken to be as certain as any other.
  traits.own_tolerance = 1e-10;
  traits.value_claim = ValueClaim::one_ulp;  // a depth may be many sizes of the smaller body
  traits.largest_default_vertices = 128;     // O(n^3): 7 ms at 64 vertices, 50 ms at 128
  return {.name = "sat",
          .summary =
              "separating axis test, Algorithms 1 and 2 of Yi & Drumwright; sign only when "
              "disjoint",
          .traits = traits,
          .make = make_sat};
}

MetricRow sat_float32_row() {
  MetricRow row = sat_row();
  row.name = "sat_float32";
  row.summary = "as sat, in single precision from end to end";
  row.traits.scalar = Scalar::float32;
  row.traits.own_tolerance = 1e-5;  // some hundred roundings of 6e-8
  row.make = make_sat_float32;
  return row;
}

}  // namespace touchstone
