// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/oracle/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone {
namespace {

/// Bound of a value of which none is known.
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// Error of a value û.(a - b) for an exact û, relative to the reach: vertices, base, two dots and
/// two sums [1].
constexpr double kValueError = 0x1p-47;
/// Error of û.along_d for an exact û: each entry of along_d is off by 1e-14, and a dot rounds [1].
constexpr double kAlongError = 2e-14;
/// Above this error a cross product's direction says nothing [1].
constexpr double kUselessDirection = 0.25;

}  // namespace

void CandidateSweep::run(const PlacedBody& A, const PlacedBody& B, const PairFrame& frame,
                         Keep keep) {
  A_ = &A;
  B_ = &B;
  frame_ = frame;
  ratio_ = frame.along_d != Vec3::Zero();
  keep_all_ = keep == Keep::all;
  candidates_.clear();
  least_phi_ = -kUnbounded;
  least_ratio_ = -kUnbounded;
  add_nodes(A, B, Candidate::Kind::node_of_A);
  add_nodes(B, A, Candidate::Kind::node_of_B);
  add_arcs();
  if (keep_all_) return;
  // The bounds have risen since the first ones were let in.
  const auto hopeless = [&](const Candidate& c) {
    return c.max_phi < least_phi_ && (!ratio_ || c.max_ratio < least_ratio_);
  };
  candidates_.erase(std::remove_if(candidates_.begin(), candidates_.end(), hopeless),
                    candidates_.end());
}

void CandidateSweep::add_nodes(const PlacedBody& self, const PlacedBody& other,
                               Candidate::Kind kind) {
  const bool of_A = kind == Candidate::Kind::node_of_A;
  const double factor_self = of_A ? frame_.factor_A : frame_.factor_B;
  const double factor_other = of_A ? frame_.factor_B : frame_.factor_A;
  const Vec3 base = of_A ? frame_.base : Vec3(-frame_.base);  // self - other
  const Columns& points = other.vertices();
  const auto& nodes = self.body().nodes();
  const bool walk = self.body().dimension() == 3 && other.body().dimension() == 3;
  std::vector<Region>& regions = of_A ? regions_of_B_ : regions_of_A_;
  regions.resize(nodes.size());
  const double error = 2 * kDirectionError + self.largest_normal_error();
  int start = 0;
  for (int k = 0; k < static_cast<int>(nodes.size()); ++k) {
    // gap = min over the other body of n.other - n.self, for the outward normal n of either body.
    const Vec3 n = self.normals().get(k);
    const Region region = walk ? region_of(other, n, error, start) : Region();
    regions[k] = region;
    start = region.vertex;
    double least = kUnbounded;
    if (region.certain) {
      least = n.dot(points.get(region.vertex));
    } else {
      for (int v = 0; v < points.size(); ++v) {
        least = std::min(least, n[0] * points.x[v] + n[1] * points.y[v] + n[2] * points.z[v]);
      }
    }
    const int own = self.body().face(nodes[k])[0];
    const double gap =
        factor_other * least - factor_self * n.dot(self.vertices().get(own)) - n.dot(base);
    Candidate candidate;
    candidate.kind = kind;
    candidate.i = k;
    offer(candidate, of_A ? Vec3(-n) : n, self.normal_error(k), gap, true);
  }
}

void CandidateSweep::add_arcs() {
  const bool walk = A_->body().dimension() == 3 && B_->body().dimension() == 3;
  const GaussWalk paths(*A_, *B_, regions_of_B_);
  for (int i = 0; i < static_cast<int>(A_->body().arcs().size()); ++i) {
    if (!walk || !paths.find(i, crossings_)) {
      add_arcs_by_scan(i);
      continue;
    }
    for (const GaussWalk::Crossing& crossing : crossings_) {
      Candidate candidate;
      candidate.kind = Candidate::Kind::arcs;
      candidate.i = i;
      candidate.j = crossing.arc;
      add_crossing(candidate, crossing.sense > 0, crossing.sense < 0);
    }
  }
}

void CandidateSweep::add_arcs_by_scan(int i) {
  const ExactBody::Arc& arc_A = A_->body().arcs()[i];
  const auto& arcs_B = B_->body().arcs();
  const Columns& normals = B_->normals();
  const int nodes = normals.size();
  node_signs_.resize(static_cast<std::size_t>(nodes));
  const double error_B = 2 * kDirectionError + B_->largest_normal_error();
  const double error_A = 2 * kDirectionError + A_->largest_normal_error();
  const Vec3 e = A_->edges().get(i);
  for (int k = 0; k < nodes; ++k) {
    const double t = e[0] * normals.x[k] + e[1] * normals.y[k] + e[2] * normals.z[k];
    node_signs_[k] = static_cast<std::int16_t>(certain_sign(t, error_B));
  }
  const Vec3 left = A_->normals().get(arc_A.left);
  const Vec3 right = A_->normals().get(arc_A.right);
  for (int j = 0; j < static_cast<int>(arcs_B.size()); ++j) {
    const int t_left = node_signs_[arcs_B[j].left];
    const int t_right = node_signs_[arcs_B[j].right];
    if (t_left * t_right > 0) continue;
    const Vec3 f = B_->edges().get(j);
    const int s_left = certain_sign(f.dot(left), error_A);
    const int s_right = certain_sign(f.dot(right), error_A);
    // The arcs may cross if the known ones of s_left, -s_right, t_left, -t_right agree.
    const bool plus = s_left > 0 || s_right < 0 || t_left > 0 || t_right < 0;
    const bool minus = s_left < 0 || s_right > 0 || t_left < 0 || t_right > 0;
    if (plus && minus) continue;
    Candidate candidate;
    candidate.kind = Candidate::Kind::arcs;
    candidate.certain = s_left * s_right * t_left * t_right != 0;
    candidate.i = i;
    candidate.j = j;
    add_crossing(candidate, !minus, !plus);
  }
}

void CandidateSweep::add_crossing(Candidate candidate, bool with_minus, bool with_plus) {
  const Vec3 w = A_->edges().get(candidate.i).cross(B_->edges().get(candidate.j));
  const double length = w.norm();
  // Two unit edges, each off by kDirectionError: their product is off by twice that and its own
  // rounding.
  const double error = 4 * kDirectionError / length;
  if (!(error < kUselessDirection)) {
    // Nearly parallel edges: the product's direction is not known, its sense may be all the same.
    candidate.sign = with_minus && with_plus ? 0 : with_plus ? 1 : -1;
    candidate.max_phi = kUnbounded;
    candidate.max_ratio = kUnbounded;
    candidates_.push_back(candidate);
    return;
  }
  const Vec3 rounded = w / length;
  const Vec3 a = A_->vertices().get(A_->body().arcs()[candidate.i].v0);
  const Vec3 b = B_->vertices().get(B_->body().arcs()[candidate.j].v0);
  const double gap = frame_.factor_A * rounded.dot(a) - frame_.factor_B * rounded.dot(b) +
                     rounded.dot(frame_.base);
  candidate.sign = -1;
  if (with_minus) offer(candidate, -rounded, error, -gap, candidate.certain);
  candidate.sign = 1;
  if (with_plus) offer(candidate, rounded, error, gap, candidate.certain);
}

void CandidateSweep::offer(Candidate candidate, const Vec3& rounded, double error, double gap,
                           bool attained) {
  // Two unit vectors whose unscaled forms differ by `error` differ by at most twice that.
  const double gap_error = (2 * error + kValueError) * frame_.reach;
  const double most = gap + gap_error;
  const double least = gap - gap_error;
  candidate.max_phi = most;
  candidate.max_ratio = -kUnbounded;
  if (attained) least_phi_ = std::max(least_phi_, least);
  bool keep = keep_all_ || most >= least_phi_;
  if (ratio_) {
    const double along = rounded.dot(frame_.along_d);
    const double along_error = 4 * error + kAlongError;  // |along_d| <= sqrt 3
    const double along_most = along + along_error;
    const double along_least = along - along_error;
    if (along_most > 0) {
      // gap / along rises with gap; with along it rises where gap < 0 and falls where gap > 0.
      if (most < 0) {
        candidate.max_ratio = most / along_most;
      } else {
        candidate.max_ratio = along_least > 0 ? most / along_least : kUnbounded;
      }
      candidate.max_ratio += 0x1p-50 * std::abs(candidate.max_ratio);
      if (attained && along_least > 0) {
        const double ratio = least < 0 ? least / along_least : least / along_most;
        least_ratio_ = std::max(least_ratio_, ratio - 0x1p-50 * std::abs(ratio));
      }
      keep = keep || candidate.max_ratio >= least_ratio_;
    }
  }
  if (keep) candidates_.push_back(candidate);
}

}  // namespace touchstone
