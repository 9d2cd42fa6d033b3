// SPDX-License-Identifier: GPL-3.0-or-later
// Algorithms 1 and 2 of Yi & Drumwright [yi_drumwright] on two posed bodies, in either precision.
// Internal to `sat`.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "metrics/arithmetic/inverse.hpp"
#include "metrics/metric.hpp"
#include "metrics/sat/exact_axes.hpp"
#include "metrics/sat/project.hpp"
#include "metrics/sat/sat_body.hpp"

namespace touchstone {

template <class T>
using SatLanes = Eigen::Array<T, kSatLanes<T>, 1>;

/// What depends on the scalar in kind, not only in width.
template <class T>
struct SatScalar;

template <>
struct SatScalar<double> {
  /// A cross product of two unit edges with a smaller square is removed as zero: its square is
  /// about to lose its digits. (Rounding noise of parallel edges lies far above, at 1e-33; once
  /// normalised it is an axis as good as any other.)
  static constexpr double kZeroSquare = 1e-280;
  /// Rounding of an overlap, in parts of |d| and the longest arms: sums of nine products. Axes that
  /// it leaves in doubt are evaluated again in double-double.
  static constexpr double kRounding = 64 * 0x1p-53;
};

template <>
struct SatScalar<float> {
  static constexpr float kZeroSquare = 1e-30F;  // the noise lies at 1e-15
  static constexpr float kRounding = 0;         // what single precision finds is what it says
};

/// Vectors as three arrays, padded to whole blocks with copies of the last one (a repeated axis
/// changes nothing).
template <class T>
struct SatColumns {
  std::vector<T> x, y, z;
  int count = 0;

  void resize(int n) {
    const int blocks = (n + kSatLanes<T> - 1) / kSatLanes<T>;
    const std::size_t padded = at(blocks) * kSatLanes<T>;
    x.resize(padded);
    y.resize(padded);
    z.resize(padded);
    count = n;
  }
  void set(int i, const SatVec<T>& v) {
    const auto k = at(i);
    x[k] = v.x();
    y[k] = v.y();
    z[k] = v.z();
  }
  void pad() {
    for (auto k = at(count); k < x.size(); ++k) {
      x[k] = x[k - 1];
      y[k] = y[k - 1];
      z[k] = z[k - 1];
    }
  }
};

template <class T>
struct SatAxisBlock {
  SatLanes<T> x, y, z;
};

template <class T>
SatAxisBlock<T> block_of(const SatColumns<T>& columns, int begin) {
  return {Eigen::Map<const SatLanes<T>>(columns.x.data() + begin),
          Eigen::Map<const SatLanes<T>>(columns.y.data() + begin),
          Eigen::Map<const SatLanes<T>>(columns.z.data() + begin)};
}

/// One body of the query in world axes.
template <class T>
struct SatPosedBody {
  SatColumns<T> arms, normals, edges;

  void place(const SatBody<T>& shape, const Mat3& R_double) {
    Eigen::Matrix<T, 3, 3> R;
    R = R_double.cast<T>();
    // Without the division by det R: only its direction matters.
    const Eigen::Matrix<T, 3, 3> cofactor = cofactor_of(R);
    arms.resize(static_cast<int>(shape.arms.size()));
    normals.resize(static_cast<int>(shape.normals.size()));
    edges.resize(static_cast<int>(shape.edges.size()));
    for (int i = 0; i < arms.count; ++i) arms.set(i, R * shape.arms[at(i)]);
    for (int i = 0; i < normals.count; ++i) {
      normals.set(i, (cofactor * shape.normals[at(i)]).normalized());
    }
    for (int i = 0; i < edges.count; ++i) edges.set(i, R * shape.edges[at(i)]);
    normals.pad();
    edges.pad();
  }
};

/// An axis whose overlap may be the least.
template <class T>
struct SatCandidate {
  T least;  ///< possible overlap [m]
  AxisSource source;
  T tail = 0;  ///< least + tail is the least possible, where that is known to more digits [m]
};

template <class T>
class SatWorkspace final : public Workspace {
 public:
  SatPosedBody<T> A, B;
  std::vector<SatCandidate<T>> candidates;
};

template <class T>
struct SatInterval {
  SatLanes<T> min, max;
};

/// Algorithm 2, FIND-MTLD.
template <class T>
class FindMtld {
 public:
  /// Bodies of as many arms are first looked at by a quarter of them.
  static constexpr int kManyArms = 16;

  /// d = x_A - x_B, the interior points, world. Overlaps are uncertain by `doubt`.
  FindMtld(SatWorkspace<T>& scratch, SatVec<T> d, T doubt, SatProject<T> project)
      : project_(project),
        A_(scratch.A),
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
  const SatVec<T>& min_axis() const { return min_axis_; }
  int axes() const { return axes_; }

 private:
  /// Projects one arm in `part`: the first ones.
  SatInterval<T> interval_of(const SatColumns<T>& arms, int part,
                             const SatAxisBlock<T>& axis) const {
    SatInterval<T> interval;
    // x, y and z of the axes stand one after another.
    static_assert(sizeof axis == 3 * kSatLanes<T> * sizeof(T));
    project_(arms.x.data(), arms.y.data(), arms.z.data(), arms.count / part, axis.x.data(),
             interval.min.data(), interval.max.data());
    return interval;
  }

  bool test_normals(const SatColumns<T>& normals, bool of_A) {
    for (int i = 0; i < normals.count; i += kSatLanes<T>) {
      const auto source = [&](int lane) {
        const int place = std::min(i + lane, normals.count - 1);
        return of_A ? AxisSource{place, -1, false} : AxisSource{-1, place, false};
      };
      if (!test(block_of(normals, i), source, SatLanes<T>::Constant(1))) return false;
      axes_ += std::min(kSatLanes<T>, normals.count - i);
    }
    return true;
  }

  bool test_edge_pairs() {
    // Stands in for removed products: an axis that has been tested already.
    const SatVec<T> known(A_.normals.x[0], A_.normals.y[0], A_.normals.z[0]);
    for (int i = 0; i < A_.edges.count; ++i) {
      const auto k = at(i);
      const SatVec<T> a(A_.edges.x[k], A_.edges.y[k], A_.edges.z[k]);
      for (int j = 0; j < B_.edges.count; j += kSatLanes<T>) {
        const SatAxisBlock<T> b = block_of(B_.edges, j);
        SatAxisBlock<T> axis{a.y() * b.z - a.z() * b.y, a.z() * b.x - a.x() * b.z,
                             a.x() * b.y - a.y() * b.x};
        const SatLanes<T> square = axis.x * axis.x + axis.y * axis.y + axis.z * axis.z;
        const auto kept = square > SatScalar<T>::kZeroSquare;
        const SatLanes<T> length = kept.select(square, T(1)).sqrt();
        axis = {kept.select(axis.x / length, known.x()), kept.select(axis.y / length, known.y()),
                kept.select(axis.z / length, known.z())};
        const auto source = [&](int lane) {
          if (!(square[lane] > SatScalar<T>::kZeroSquare)) return AxisSource{0, -1, false};
          return AxisSource{i, std::min(j + lane, B_.edges.count - 1), true};
        };
        if (!test(axis, source, length)) return false;
        keep_removed(i, j, square);
        axes_ += std::min(kSatLanes<T>, B_.edges.count - j);
      }
    }
    return true;
  }

  /// source(lane): where the axis comes from. `sine` of the angle between the two edges: the
  /// smaller it is, the more rounding turns the axis.
  template <class SourceOf>
  bool test(const SatAxisBlock<T>& axis, SourceOf source, const SatLanes<T>& sine) {
    const SatLanes<T> along = d_.x() * axis.x + d_.y() * axis.y + d_.z() * axis.z;
    SatLanes<T> o1;
    SatLanes<T> o2;
    SatLanes<T> least;
    const auto project = [&](int part) {
      const SatInterval<T> a = interval_of(A_.arms, part, axis);
      const SatInterval<T> b = interval_of(B_.arms, part, axis);
      o1 = (a.max - b.min) + along;
      o2 = (b.max - a.min) - along;
      least = o1.min(o2);
    };
    const auto is_farther = [&] { return ((least - min_overlap_) * sine > doubt_).all(); };
    // All arms overlap by as much as some of them, or more.
    if (std::min(A_.arms.count, B_.arms.count) >= kManyArms) {
      project(4);
      if ((least >= -doubt_).all() && is_farther()) return true;
    }
    project(1);
    if ((least < -doubt_).any()) return false;
    if (is_farther()) return true;
    for (int lane = 0; lane < kSatLanes<T>; ++lane) {
      if ((least[lane] - min_overlap_) * sine[lane] > doubt_) continue;
      const SatVec<T> v(axis.x[lane], axis.y[lane], axis.z[lane]);
      if (doubt_ > 0) keep({least[lane] - doubt_ / sine[lane], source(lane)});
      if (least[lane] > min_overlap_) continue;
      min_overlap_ = least[lane];
      min_axis_ = o1[lane] < o2[lane] ? SatVec<T>(-v) : v;
    }
    return true;
  }

  /// Edges whose product was removed as zero may still be at an angle below the doubles' rounding:
  /// beside a large body that axis counts.
  void keep_removed(int i, int j, const SatLanes<T>& square) {
    if (!(doubt_ > 0)) return;
    for (int lane = 0; lane < std::min(kSatLanes<T>, B_.edges.count - j); ++lane) {
      if (square[lane] > SatScalar<T>::kZeroSquare) continue;
      keep({-std::numeric_limits<T>::infinity(), AxisSource{i, j + lane, true}});
    }
  }

  void keep(const SatCandidate<T>& candidate) {
    // Those that came before a better one are dropped whenever there are twice as many.
    if (candidates_.size() >= kept_) {
      std::erase_if(candidates_, [&](const SatCandidate<T>& c) { return c.least > min_overlap_; });
      kept_ = std::max(kept_, 2 * candidates_.size());
    }
    candidates_.push_back(candidate);
  }

  SatProject<T> project_;
  const SatPosedBody<T>& A_;
  const SatPosedBody<T>& B_;
  SatVec<T> d_;
  T doubt_;  ///< [m]
  std::vector<SatCandidate<T>>& candidates_;
  std::size_t kept_ = 256;
  T min_overlap_ = std::numeric_limits<T>::infinity();
  SatVec<T> min_axis_ = SatVec<T>::Zero();
  int axes_ = 0;
};

}  // namespace touchstone
