// SPDX-License-Identifier: GPL-3.0-or-later
// The fast route. phi > 0 is the distance of A - B from the origin, phi <= 0 minus the depth
// of the origin in A - B.
//   1. exact features of both bodies (cached), exact poses;
//   2. A - B solid: sift the candidates in doubles, decide among the survivors exactly, which
//   gives the sign;
//   3. penetrating: the best of the survivors are the answer; kissing: those of the best that touch
//      A - B in a facet; separated: the exact nearest point. Flat: the nearest point, too, and, at
//      the origin, its normal cone;
//   4. the ratio from the same candidates;
//   5. write it down: primitive directions in ascending order, correctly rounded numbers, faces,
//   witnesses.
#include "reference/oracle.hpp"

#include <algorithm>
#include <utility>

#include "geometry/planted_fault.hpp"
#include "geometry/query_scope.hpp"
#include "reference/exact/body_cache.hpp"
#include "reference/exact/ensure.hpp"
#include "reference/exact/radius_law.hpp"
#include "reference/oracle/best_directions.hpp"
#include "reference/oracle/hull_truth.hpp"
#include "reference/oracle/nearest.hpp"
#include "reference/oracle/second_facet.hpp"
#include "reference/oracle/witness.hpp"

namespace touchstone {
namespace {

bool ascending(const Integer3& a, const Integer3& b) {
  for (int i = 0; i < 3; ++i) {
    const int order = cmp(a[i], b[i]);
    if (order != 0) return order < 0;
  }
  return false;
}

/// Makes the directions primitive, sorts them and drops those that occur twice. Primitive integer
/// vectors of one direction are equal.
void tidy(std::vector<Integer3>& directions) {
  for (Integer3& u : directions) make_primitive(u);
  if (directions.size() < 2) return;
  std::sort(directions.begin(), directions.end(), ascending);
  directions.erase(std::unique(directions.begin(), directions.end()), directions.end());
}

Vec3 round_normal(const Integer3& u) {
  Integer square;
  set_dot(square, u, u);
  Vec3 out;
  for (int i = 0; i < 3; ++i) {
    out[i] = sgn(u[i]) * round_sqrt_quotient(u[i] * u[i], square, 0);
  }
  return out;
}

int dimension_of(const std::vector<int>& face) {
  return std::min(static_cast<int>(face.size()), 3) - 1;
}

}  // namespace

class Oracle::Impl {
 public:
  Truth solve(const Pair& pair, bool with_ratio);
  std::optional<RoundedTruth> settle(const Pair& pair, bool with_ratio);
  std::optional<double> second_best_gap(const Pair& pair);
  const Statistics& statistics() const { return statistics_; }

 private:
  static std::string why_no_ratio(const Pair& pair, BodyCache::Entry& A, BodyCache::Entry& B);
  Span span_of_flat_bodies();
  int decide_solid();
  void find_facets_at_origin();
  void find_nearest();
  void find_flat_cone(const Span& span);
  void add_if_touching(const Integer3& u, int dimension);
  void write_directions(Truth& truth);
  void write_value(const ExactDirection& first, Truth& truth) const;
  void solve_ratio(Truth& truth);

  BodyCache cache_;
  ExactPair exact_;
  CandidateSweep sweep_;
  NearestPoint nearest_;
  HullTruth rounded_;
  BestDirections best_;
  std::vector<Integer3> directions_;
  ExactFaces faces_;
  Statistics statistics_;
};

Truth Oracle::Impl::solve(const Pair& pair, bool with_ratio) {
  ++statistics_.queries;
  Truth truth;
  BodyCache::Entry& A = cache_.find(pair.A);
  BodyCache::Entry& B = cache_.find(pair.B);
  exact_.place(*A.body, pair.X_WA, *B.body, pair.X_WB);
  if (with_ratio) {
    truth.ratio_note = why_no_ratio(pair, A, B);
    if (truth.ratio_note.empty()) {
      exact_.set_interior_points(pair.A->interior_point(), pair.B->interior_point());
      if (is_zero(exact_.d())) truth.ratio_note = "interior points coincide";
    }
  }
  const bool ratio = with_ratio && truth.ratio_note.empty();

  directions_.clear();
  Span span;
  bool solid = A.body->dimension() == 3 || B.body->dimension() == 3;
  if (!solid) {
    span = span_of_flat_bodies();
    solid = span.rank() == 3;
  }
  if (solid) {
    exact_.A().round_features();
    exact_.B().round_features();
    sweep_.run(exact_.A(), exact_.B(), exact_.frame());
    truth.sign = decide_solid();
  }
  if (solid && truth.sign < 0) {
    for (std::size_t k = 0; k < best_.size(); ++k) directions_.push_back(best_[k].u);
  } else if (solid && truth.sign == 0) {
    find_facets_at_origin();
  } else {
    find_nearest();
    truth.sign = nearest_.at_origin() ? 0 : 1;
    if (truth.sign > 0) {
      directions_.push_back(nearest_.direction().u);
    } else {
      find_flat_cone(span);
    }
    witness_from_nearest(exact_, nearest_, truth);
  }
  tidy(directions_);
  write_directions(truth);
  if (solid && truth.sign <= 0) {
    // write_directions leaves the first direction's value and faces behind.
    witness_from_faces(exact_, best_[0], faces_, truth);
  }
  if (ratio) solve_ratio(truth);
  return truth;
}

std::optional<RoundedTruth> Oracle::Impl::settle(const Pair& pair, bool with_ratio) {
  BodyCache::Entry& A = cache_.find(pair.A);
  BodyCache::Entry& B = cache_.find(pair.B);
  if (A.body->dimension() < 3 || B.body->dimension() < 3) return std::nullopt;
  if (!exact_.place_rounded(*A.body, pair.X_WA, *B.body, pair.X_WB)) return std::nullopt;
  return rounded_.settle(exact_, sweep_, nearest_, with_ratio && why_no_ratio(pair, A, B).empty(),
                         pair.A->interior_point(), pair.B->interior_point());
}

std::optional<double> Oracle::Impl::second_best_gap(const Pair& pair) {
  const BodyCache::Entry& A = cache_.find(pair.A);
  const BodyCache::Entry& B = cache_.find(pair.B);
  if (A.body->dimension() < 3 && B.body->dimension() < 3) return std::nullopt;
  exact_.place(*A.body, pair.X_WA, *B.body, pair.X_WB);
  return second_facet_gap(exact_, sweep_);
}

/// Why rho is undefined whatever the poses are, or empty.
std::string Oracle::Impl::why_no_ratio(const Pair& pair, BodyCache::Entry& A, BodyCache::Entry& B) {
  const auto strictly_inside = [](BodyCache::Entry& entry, const Polytope& polytope) {
    if (!entry.strictly_inside) {
      entry.strictly_inside = entry.body->strictly_inside(polytope.interior_point());
    }
    return *entry.strictly_inside;
  };
  if (A.body->dimension() < 3) return "body A is flat";
  if (B.body->dimension() < 3) return "body B is flat";
  if (!strictly_inside(A, *pair.A)) return "interior point of A is not strictly inside";
  if (!strictly_inside(B, *pair.B)) return "interior point of B is not strictly inside";
  return {};
}

Span Oracle::Impl::span_of_flat_bodies() {
  Span span;
  Integer3 edge;
  for (PlacedBody* body : {&exact_.A(), &exact_.B()}) {
    // Three extreme vertices of a polygon are never on one line.
    for (int v = 1; v < std::min(body->body().vertex_count(), 3); ++v) {
      set_difference(edge, body->vertex(v), body->vertex(0));
      span.add(edge);
    }
  }
  return span;
}

/// Collects in best_ all candidates with the greatest gap(u) / |u|, unless doubles already prove it
/// positive. Returns the sign of phi. The bounds have a margin of two: a candidate whose upper
/// bound only equals the greatest lower bound is not best, whether it is kept or not.
int Oracle::Impl::decide_solid() {
  if (sweep_.least_phi() > 0) return 1;
  best_.clear();
  for (const Candidate& candidate : sweep_.candidates()) {
    if (candidate.max_phi < sweep_.least_phi()) continue;
    ++statistics_.exact_candidates;
    if (exact_.evaluate(candidate, false, best_.slot())) best_.offer(compare_phi);
  }
  ensure(best_.size() > 0, "no direction decides the sign of phi");
  return sgn(best_[0].gap);
}

/// phi = 0: the normals of the facets at the origin are the extreme rays of the cone of all u with
/// gap(u) = 0. Every candidate of two solids is a facet's normal. If a body is flat, that has to be
/// tested: its Gauss map has nodes that are no facet's normal (ExactBody::Node).
void Oracle::Impl::find_facets_at_origin() {
  const bool flat = exact_.A().body().dimension() < 3 || exact_.B().body().dimension() < 3;
  for (std::size_t k = 0; k < best_.size(); ++k) {
    if (flat) {
      add_if_touching(best_[k].u, 2);
    } else {
      directions_.push_back(best_[k].u);
    }
  }
}

void Oracle::Impl::find_nearest() {
  nearest_.find(exact_);
  if (nearest_.exact_walk()) ++statistics_.exact_nearest;
}

/// Adds u if gap(u) = 0 and the face that it touches has the given dimension.
void Oracle::Impl::add_if_touching(const Integer3& u, int dimension) {
  exact_.faces(u, faces_);
  Integer gap;
  exact_.gap(u, faces_.A[0], faces_.B[0], gap);
  if (gap == 0 && exact_.face_dimension(faces_) == dimension) directions_.push_back(u);
}

/// The normal cone at the origin where A - B has dimension 0, 1 or 2: the complement of its
/// span, both signs, and within the span the inward normals of its facets through the origin.
void Oracle::Impl::find_flat_cone(const Span& span) {
  const auto add_both = [&](Integer3 u) {
    directions_.push_back(u);
    negate(u);
    directions_.push_back(u);
  };
  if (span.rank() == 0) {
    for (int i = 0; i < 3; ++i) {
      Integer3 axis;
      axis[i] = 1;
      add_both(axis);
    }
  } else if (span.rank() == 1) {
    const Integer3& e = span.direction();
    Integer3 axis;
    const int odd = e[0] == 0 ? 0 : 1;  // e is never parallel to this axis
    axis[odd] = 1;
    Integer3 p;
    Integer3 q;
    set_cross(p, axis, e);
    set_cross(q, e, p);
    add_both(p);
    add_both(q);
    Integer3 back = e;
    negate(back);
    add_if_touching(e, 0);
    add_if_touching(back, 0);
  } else {
    const Integer3& n = span.normal();
    add_both(n);
    Integer3 u;
    for (PlacedBody* body : {&exact_.A(), &exact_.B()}) {
      for (int k = 0; k < static_cast<int>(body->body().arcs().size()); ++k) {
        set_cross(u, n, body->edge(k));
        add_if_touching(u, 1);
        negate(u);
        add_if_touching(u, 1);
      }
    }
  }
}

void Oracle::Impl::write_directions(Truth& truth) {
  ensure(!directions_.empty(), "no direction attains phi");
  const auto polytope_indices = [](const ExactBody& body, std::vector<int> face) {
    for (int& v : face) v = body.index()[v];
    return face;
  };
  // The first direction comes last, because the witnesses need its faces.
  const std::size_t count = directions_.size();
  truth.directions.resize(count);
  truth.normals.resize(count);
  truth.features.resize(count);
  for (std::size_t k = count; k-- > 0;) {
    const Integer3& u = directions_[k];
    exact_.faces(u, faces_);
    truth.directions[k] = {u[0], u[1], u[2]};
    truth.normals[k] = round_normal(u);
    ExactFeatures& features = truth.features[k];
    features.vertices_A = polytope_indices(exact_.A().body(), faces_.A);
    features.vertices_B = polytope_indices(exact_.B().body(), faces_.B);
    features.dimension_A = dimension_of(faces_.A);
    features.dimension_B = dimension_of(faces_.B);
  }
  best_.clear();
  ExactDirection& first = best_.slot();
  first.u = directions_[0];
  exact_.gap(first.u, faces_.A[0], faces_.B[0], first.gap);
  set_dot(first.square, first.u, first.u);
  best_.offer(compare_phi);
  write_value(first, truth);
}

void Oracle::Impl::write_value(const ExactDirection& first, Truth& truth) const {
  ensure(sgn(first.gap) == truth.sign, "the direction that attains phi has another sign");
  const Integer square = first.gap * first.gap;
  truth.phi_squared = make_rational(square, first.square, 2L * exact_.unit());
  truth.phi = truth.sign * round_sqrt_quotient(square, first.square, exact_.unit());
}

/// The greatest gap(u) / (u.d) over u.d > 0 is also attained at a normal of a facet: that of the
/// facet of K that the ray through d meets. Directions with u.d = 0 are never best: their gap is
/// -h_K(u) < 0.
void Oracle::Impl::solve_ratio(Truth& truth) {
  best_.clear();
  for (const Candidate& candidate : sweep_.candidates()) {
    if (candidate.max_ratio < sweep_.least_ratio()) continue;
    ++statistics_.exact_candidates;
    ExactDirection& direction = best_.slot();
    if (exact_.evaluate(candidate, true, direction) && direction.along > 0) {
      best_.offer(compare_ratio);
    }
  }
  ensure(best_.size() > 0, "no direction gives rho");
  const ExactDirection& first = best_[0];
  RatioTruth ratio;
  ratio.rho = make_rational(first.gap, first.along, exact_.unit() - exact_.d_unit());
  ratio.rho_rounded = round_to_double(ratio.rho);
  directions_.clear();
  for (std::size_t k = 0; k < best_.size(); ++k) directions_.push_back(best_[k].u);
  tidy(directions_);
  for (const Integer3& u : directions_) ratio.directions.push_back({u[0], u[1], u[2]});
  truth.ratio = std::move(ratio);
}

Oracle::Oracle() : impl_(new Impl) {}
Oracle::~Oracle() { delete impl_; }
Oracle::Oracle(Oracle&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}
Oracle& Oracle::operator=(Oracle&& other) noexcept {
  std::swap(impl_, other.impl_);
  return *this;
}

Truth Oracle::solve(const Pair& pair, bool with_ratio) {
  const QueryScope scope(QueryKind::truth, "the oracle");
  plant_fault("oracle", pair.X_WB.t[0]);
  Truth truth = impl_->solve(pair, with_ratio && !is_rounded(pair));
  apply_radii(pair, truth);
  return truth;
}

std::optional<RoundedTruth> Oracle::settle(const Pair& pair, bool with_ratio) {
  const QueryScope scope(QueryKind::truth, "the oracle");
  const auto cores = impl_->settle(pair, with_ratio && !is_rounded(pair));
  return cores ? with_radii(pair, *cores) : std::nullopt;
}

std::optional<double> Oracle::second_best_gap(const Pair& pair) {
  const QueryScope scope(QueryKind::truth, "the oracle");
  return impl_->second_best_gap(pair);
}

const Oracle::Statistics& Oracle::statistics() const { return impl_->statistics(); }

}  // namespace touchstone
