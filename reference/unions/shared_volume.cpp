// SPDX-License-Identifier: GPL-3.0-or-later
// The volume that two unions share. With 1_A = sum over sets S of pieces of A of (-1)^(|S|+1) 1_S,
// S standing for the intersection of its pieces, the volume is the sum of (-1)^(|S|+|T|) |S n T|
// over all sets S of A and T of B that share volume. Where the pieces of both are disjoint, S and T
// are single pieces.
//
// Where those are too many, the volume is that of the union of all A_i n B_j, and Bonferroni's
// sums bound it: those over sets of up to L such pairs, from above for odd L and from below for
// even L. c sets of l pairs have S and T as their pieces, c counting the ways to join s and t points
// by l lines so that none is left alone.
#include <time.h>  // NOLINT(modernize-deprecated-headers): POSIX, not C++

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "geometry/index.hpp"
#include "geometry/loop_bound.hpp"
#include "reference/overlap/intersection.hpp"
#include "reference/unions.hpp"
#include "reference/unions/difference_facets.hpp"

namespace touchstone {
namespace {

/// Coordinates are at most 1 in size.
constexpr double kSize = 3.5;
/// A term takes time that grows with the square of its facets: at so many some 20 s.
constexpr double kMaxFacets = 30'000;

double processor_time_s() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  constexpr double kNano = 1e-9;
  return static_cast<double>(now.tv_sec) + kNano * static_cast<double>(now.tv_nsec);
}

/// A piece in units of 2^PlacedUnions::scale, for make_solid.
struct UnionPlace {
  using Number = Rational;

  const PlacedPiece& piece;
  long shift;

  const ExactBody& body() const { return *piece.body; }
  const IntegerVec3& vertex(int v) const { return piece.vertices[at(v)]; }
  ClipPoint<Rational> point(const IntegerVec3& v) const {
    return make_clip_point<Rational>(
        {scaled_ratio(v.x, 1, shift), scaled_ratio(v.y, 1, shift), scaled_ratio(v.z, 1, shift)});
  }
};

Integer choose(unsigned long n, unsigned long k) {
  Integer result;
  mpz_bin_uiui(result.get_mpz_t(), n, k);
  return result;
}

/// Ways to join s and t points by l lines, no two alike, so that no point is left alone.
Integer joins(unsigned long s, unsigned long t, unsigned long l) {
  Integer sum = 0;
  for (unsigned long i = 0; i <= s; ++i) {
    for (unsigned long j = 0; j <= t; ++j) {
      const Integer term = choose(s, i) * choose(t, j) * choose((s - i) * (t - j), l);
      sum += (i + j) % 2 == 0 ? term : Integer(-term);
    }
  }
  return sum;
}

class VolumeSum {
 public:
  VolumeSum(const UnionPair& pair, std::int64_t max_terms, double max_seconds)
      : unions_(place_pieces(pair)), max_terms_(max_terms), max_seconds_(max_seconds) {
    begin_sum();
    for (const PlacedPiece& piece : unions_.B) add(piece);
    pieces_of_B_ = solids_.size();
    for (const PlacedPiece& piece : unions_.A) add(piece);
    meets_.assign(solids_.size(), std::vector<bool>(solids_.size()));
    for (std::size_t i = 0; i < solids_.size(); ++i) {
      for (std::size_t j = i + 1; j < solids_.size(); ++j) {
        // To take two for meeting costs terms that are 0.
        meets_[i][j] = is_late() || interiors_meet(*placed_[i], *placed_[j]);
        const bool same_union = (i < pieces_of_B_) == (j < pieces_of_B_);
        disjoint_ = disjoint_ && !(meets_[i][j] && same_union);
      }
    }
  }

  SharedVolume run() {
    SharedVolume volume;
    volume.disjoint = disjoint_;
    begin_sum();
    const auto sum = sum_of_sets(solids_.size(), std::nullopt);
    volume.terms = terms_;
    volume.exact = sum.has_value();
    if (sum) {
      volume.lower = volume.upper = to_metres(*sum);
    } else {
      bracket(volume);
    }
    return volume;
  }

 private:
  void add(const PlacedPiece& piece) {
    if (!piece.is_solid()) return;
    placed_.push_back(&piece);
    solids_.push_back(*make_solid(UnionPlace{piece, unions_.exponent - unions_.scale}));
  }

  void begin_sum() { begun_s_ = processor_time_s(); }
  bool is_late() const { return processor_time_s() - begun_s_ >= max_seconds_; }

  void bracket(SharedVolume& volume) {
    begin_sum();
    const auto pairs = sum_of_pairs();
    volume.upper = to_metres(volume_of_smaller());
    if (!pairs) return;
    volume.upper = std::min(volume.upper, to_metres(*pairs));
    begin_sum();
    // A sum over as many pairs as there are is the volume itself, and so is the next.
    const std::size_t all = pieces_of_B_ * (solids_.size() - pieces_of_B_);
    LoopBound bound("shared volume: Bonferroni's levels", static_cast<std::int64_t>(all) + 1);
    for (std::size_t level = 2;; ++level) {
      bound.step();
      const auto sum = sum_of_sets(level, level);
      if (!sum) return;
      volume.terms = terms_;
      const Rational partial = to_metres(*sum);
      if (level % 2 == 0) {
        volume.lower = std::max(volume.lower, partial);
      } else {
        volume.upper = std::min(volume.upper, partial);
      }
      volume.exact = volume.lower == volume.upper;
      if (volume.exact) return;
    }
  }

  /// Six times the lesser sum of volumes of pieces: no more is shared.
  Rational volume_of_smaller() const {
    Rational of_B, of_A;
    for (std::size_t k = 0; k < solids_.size(); ++k) {
      (k < pieces_of_B_ ? of_B : of_A) += *six_volumes_of_all<Rational>({&solids_[k]}, kSize);
    }
    return std::min(of_A, of_B);
  }

  /// Bonferroni's first sum, however many terms it has.
  std::optional<Rational> sum_of_pairs() {
    const std::int64_t kept = std::exchange(max_terms_, std::numeric_limits<std::int64_t>::max());
    auto sum = sum_of_sets(1, 1);
    max_terms_ = kept;
    return sum;
  }

  /// The sum over sets of at most so many pieces of each union: all of it, or Bonferroni's of that
  /// level. Nothing where there are too many.
  std::optional<Rational> sum_of_sets(std::size_t max_pieces, std::optional<std::size_t> level) {
    max_pieces_ = max_pieces;
    level_ = level;
    terms_ = 0;
    sum_ = 0;
    set_.clear();
    for (std::size_t k = 0; k < pieces_of_B_; ++k) {
      if (!extend(k)) return std::nullopt;
    }
    return sum_;
  }

  /// Adds the sets that begin with the present one and piece k. False where there are too many.
  bool extend(std::size_t k) {
    const auto in_B = std::count_if(set_.begin(), set_.end(),
                                    [&](std::size_t piece) { return piece < pieces_of_B_; });
    const std::size_t t = static_cast<std::size_t>(in_B) + (k < pieces_of_B_ ? 1 : 0);
    const std::size_t s = set_.size() + 1 - t;
    if (s > max_pieces_ || t > max_pieces_) return true;
    for (const std::size_t piece : set_) {
      if (!meets_[piece][k]) return true;
    }
    set_.push_back(k);
    const bool clear = set_.size() == 1 || add_present(s, t);
    if (!clear) return false;
    if (set_.size() == 1 || !is_empty_) {
      for (std::size_t next = k + 1; next < solids_.size(); ++next) {
        if (!extend(next)) return false;
      }
    }
    set_.pop_back();
    return true;
  }

  bool add_present(std::size_t s, std::size_t t) {
    if (++terms_ > max_terms_ || is_late()) return false;
    std::vector<const Solid<Rational>*> solids;
    double facets = 0;
    for (const std::size_t piece : set_) {
      solids.push_back(&solids_[piece]);
      facets += static_cast<double>(solids_[piece].facets.size());
    }
    if (facets > kMaxFacets) return false;
    const Rational six = *six_volumes_of_all(solids, kSize);
    is_empty_ = six == 0;
    if (s > 0) sum_ += six * coefficient(s, t);
    return true;
  }

  Rational coefficient(std::size_t s, std::size_t t) const {
    if (!level_) return (s + t) % 2 == 0 ? 1 : -1;
    Integer sum = 0;
    for (std::size_t l = 1; l <= *level_; ++l) {
      const Integer ways = joins(s, t, l);
      sum += l % 2 == 1 ? ways : Integer(-ways);
    }
    return Rational(sum);
  }

  Rational to_metres(const Rational& six) const {
    return scaled_ratio(six.get_num(), Integer(six.get_den() * 6), 3 * unions_.scale);
  }

  PlacedUnions unions_;
  std::int64_t max_terms_;
  double max_seconds_;
  double begun_s_ = 0;                      ///< when the present sum was
  std::vector<const PlacedPiece*> placed_;  ///< solid pieces: of B, then of A
  std::vector<Solid<Rational>> solids_;
  std::size_t pieces_of_B_ = 0;
  std::vector<std::vector<bool>> meets_;  ///< [i][j], i < j: whether their interiors meet
  bool disjoint_ = true;
  // The sum that is being made.
  std::size_t max_pieces_ = 0;
  std::optional<std::size_t> level_;
  std::vector<std::size_t> set_;
  std::int64_t terms_ = 0;
  Rational sum_;
  bool is_empty_ = false;
};

}  // namespace

SharedVolume shared_volume(const UnionPair& pair, std::int64_t max_terms, double max_seconds) {
  return VolumeSum(pair, max_terms, max_seconds).run();
}

}  // namespace touchstone
