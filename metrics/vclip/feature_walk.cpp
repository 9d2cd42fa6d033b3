// SPDX-License-Identifier: GPL-3.0-or-later
#include "metrics/vclip/feature_walk.hpp"

#include <algorithm>
#include <limits>

#include "geometry/index.hpp"
#include "metrics/arithmetic/inverse.hpp"

namespace touchstone {
namespace {

/// Directions whose slope against a facet is less are in its plane to rounding [1].
constexpr double kFlat = 1e-15;

/// The part of an edge, tail + lambda (head - tail), that lies within planes; a plane is known by
/// the feature beyond it.
class Clip {
 public:
  double from = 0;
  double to = 1;
  int at_from = -1;  ///< feature whose plane cuts the edge at `from`; -1: none since cleared
  int at_to = -1;
  int beyond = -1;  ///< feature whose plane alone excludes the whole edge; -1: none

  /// Cuts the edge by the plane of `feature`; `tail` and `head` are the heights of its ends on the
  /// inner side. Returns false if nothing is left.
  bool cut(double tail, double head, int feature) {
    if (tail < 0 && head < 0) {
      beyond = feature;
      return false;
    }
    if (tail < 0) {
      const double lambda = tail / (tail - head);
      if (lambda > from) {
        from = lambda;
        at_from = feature;
      }
    } else if (head < 0) {
      const double lambda = tail / (tail - head);
      if (lambda < to) {
        to = lambda;
        at_to = feature;
      }
    }
    return from <= to;
  }
};

/// part / whole, clamped to [0, 1]; 0 where the whole is 0 (an edge whose ends round to one point)
/// or both are beyond the range of a double.
double share(double part, double whole) {
  const double x = part / whole;
  return x > 0 ? std::min(x, 1.0) : 0.0;
}

}  // namespace

/// [ericson2005, 5.1.9]
SegmentParameters nearest_on_segments(const Vec3& p, const Vec3& u, const Vec3& q, const Vec3& v) {
  const Vec3 w = p - q;
  const double uu = u.squaredNorm();
  const double vv = v.squaredNorm();
  const double uv = u.dot(v);
  const double uw = u.dot(w);
  const double vw = v.dot(w);
  const double across = uu * vv - uv * uv;
  SegmentParameters at;
  // Any s will do to begin with if the segments are parallel.
  if (across > 1e-20 * (uu * vv)) at.s = share(uv * vw - uw * vv, across);
  const double along_v = uv * at.s + vw;
  at.t = share(along_v, vv);
  if (!(along_v >= 0 && along_v <= vv && vv > 0)) at.s = share(uv * at.t - uw, uu);
  return at;
}

FeatureWalk::FeatureWalk(const ClipBody& A, const Mat3& R_WA, const ClipBody& B, const Mat3& R_WB,
                         const Vec3& d)
    : body_{&A, &B} {
  const Mat3 R_AW = inverse_of(R_WA);
  const Mat3 R_BW = inverse_of(R_WB);
  R_ = {Mat3(R_BW * R_WA), Mat3(R_AW * R_WB)};
  t_ = {Vec3(R_BW * d), Vec3(-(R_AW * d))};
}

FeatureWalk::End FeatureWalk::run(FeaturePair& pair, int most_steps) {
  pair_ = pair;
  // Brent's method: the state is compared with that at the last power of two.
  FeaturePair mark = pair;
  int next_mark = 1;
  End end = End::far;
  for (int i = 1; i <= most_steps; ++i) {
    ++steps_;
    const Step taken = step();
    if (taken != Step::moved) {
      end = taken == Step::done ? End::nearest : End::overlap;
      break;
    }
    if (pair_ == mark) {
      end = End::circle;
      break;
    }
    if (i == next_mark) {
      mark = pair_;
      next_mark *= 2;
    }
  }
  pair = pair_;
  return end;
}

FeatureWalk::Step FeatureWalk::step() {
  const FeatureKind a = pair_.of[0].kind;
  const FeatureKind b = pair_.of[1].kind;
  if (a == FeatureKind::vertex && b == FeatureKind::vertex) return vertex_vertex();
  if (a == FeatureKind::edge && b == FeatureKind::edge) return edge_edge();
  if (a == FeatureKind::vertex) return b == FeatureKind::edge ? vertex_edge(0) : vertex_facet(0);
  if (b == FeatureKind::vertex) return a == FeatureKind::edge ? vertex_edge(1) : vertex_facet(1);
  return a == FeatureKind::edge ? edge_facet(0) : edge_facet(1);
}

/// Moves body k from its vertex to the edge whose Voronoi plane the point x (axes of body k)
/// violates most. False if it violates none.
bool FeatureWalk::leave_vertex(std::size_t k, const Vec3& x) {
  const Vec3 from_v = x - body_[k]->map.arm(index(k));
  double most = 0;
  int edge = -1;
  for (const ClipSpoke& spoke : body_[k]->spokes(index(k))) {
    const double beyond = spoke.along.dot(from_v);
    if (beyond > most) {
      most = beyond;
      edge = spoke.edge;
    }
  }
  if (edge < 0) return false;
  move(k, FeatureKind::edge, edge);
  return true;
}

FeatureWalk::Step FeatureWalk::vertex_vertex() {
  if (leave_vertex(0, seen(1, index(1)))) return Step::moved;
  if (leave_vertex(1, seen(0, index(0)))) return Step::moved;
  return Step::done;
}

/// A vertex of body k against an edge of the other.
FeatureWalk::Step FeatureWalk::vertex_edge(std::size_t k) {
  const std::size_t o = 1 - k;
  const ClipBody& body = *body_[o];
  const ClipEdge& edge = body.edge(index(o));
  const Vec3& tail = body.map.arm(edge.end[0]);
  const Vec3& head = body.map.arm(edge.end[1]);
  const Vec3 x = seen(k, index(k));
  // Does the vertex leave the region of the edge?
  const Vec3 from_tail = x - tail;
  const double before = -from_tail.dot(edge.along);
  const double behind = (x - head).dot(edge.along);
  if (before > 0 || behind > 0)
    return move(o, FeatureKind::vertex, edge.end[before > behind ? 0 : 1]);
  const double left = from_tail.dot(edge.into[0]);
  const double right = from_tail.dot(edge.into[1]);
  if (left > 0 || right > 0) return move(o, FeatureKind::facet, edge.facet[left > right ? 0 : 1]);
  // Does the edge leave the region of the vertex, with its nearest point outside?
  const Vec3& v = body_[k]->map.arm(index(k));
  const Vec3 tail_from_v = seen(o, edge.end[0]) - v;
  const Vec3 head_from_v = seen(o, edge.end[1]) - v;
  Clip clip;
  for (const ClipSpoke& spoke : body_[k]->spokes(index(k))) {
    if (!clip.cut(-spoke.along.dot(tail_from_v), -spoke.along.dot(head_from_v), spoke.edge)) break;
  }
  if (clip.beyond >= 0) return move(k, FeatureKind::edge, clip.beyond);
  const Vec3 u = head_from_v - tail_from_v;
  const auto growth = [&](double lambda) { return u.dot(tail_from_v + lambda * u); };
  if (clip.at_from >= 0 && growth(clip.from) > 0) return move(k, FeatureKind::edge, clip.at_from);
  if (clip.at_to >= 0 && growth(clip.to) < 0) return move(k, FeatureKind::edge, clip.at_to);
  return clip.from <= clip.to ? Step::done : Step::overlap;
}

/// Moves body k from its edge to a vertex or facet that is nearer to the other body's edge. Without
/// such a neighbour it returns `overlap` where no part of the other edge is in this edge's region,
/// else `done`.
FeatureWalk::Step FeatureWalk::leave_edge(std::size_t k) {
  const std::size_t o = 1 - k;
  const ClipBody& body = *body_[k];
  const ClipEdge& edge = body.edge(index(k));
  const ClipEdge& other = body_[o]->edge(index(o));
  const Vec3 p = seen(o, other.end[0]);
  const Vec3 q = seen(o, other.end[1]);
  const Vec3 u = q - p;
  const std::array ends{body.map.arm(edge.end[0]), body.map.arm(edge.end[1])};
  // Vertices first, facets within what they leave.
  Clip clip;
  const bool some = clip.cut((p - ends[0]).dot(edge.along), (q - ends[0]).dot(edge.along), 0) &&
                    clip.cut((ends[1] - p).dot(edge.along), (ends[1] - q).dot(edge.along), 1);
  int vertex = clip.beyond;
  if (vertex < 0) {
    const auto growth = [&](double lambda, int end) {
      return u.dot(p + lambda * u - ends[at(end)]);
    };
    if (clip.at_from >= 0 && growth(clip.from, clip.at_from) > 0) {
      vertex = clip.at_from;
    } else if (clip.at_to >= 0 && growth(clip.to, clip.at_to) < 0) {
      vertex = clip.at_to;
    }
  }
  if (vertex >= 0) {
    return move(k, FeatureKind::vertex, edge.end[at(vertex)]);
  }
  if (!some) return Step::overlap;
  clip.at_from = clip.at_to = -1;
  for (int side = 0; side < 2; ++side) {
    const Vec3& into = edge.into[at(side)];
    if (!clip.cut(-into.dot(p - ends[0]), -into.dot(q - ends[0]), side)) break;
  }
  int facet = clip.beyond;
  if (facet < 0) {
    // Where the edge crosses into the facet's region, it is as far from the facet as from the edge.
    const auto growth = [&](double lambda, int side) {
      const Vec3& n = body.facet(edge.facet[at(side)]).normal;
      const double slope = n.dot(u);
      return n.dot(p + lambda * u - ends[0]) > 0 ? slope : -slope;
    };
    if (clip.at_from >= 0 && growth(clip.from, clip.at_from) > 0) {
      facet = clip.at_from;
    } else if (clip.at_to >= 0 && growth(clip.to, clip.at_to) < 0) {
      facet = clip.at_to;
    }
  }
  if (facet >= 0) return move(k, FeatureKind::facet, edge.facet[at(facet)]);
  return clip.from <= clip.to ? Step::done : Step::overlap;
}

FeatureWalk::Step FeatureWalk::edge_edge() {
  const Step first = leave_edge(0);
  if (first == Step::moved) return first;
  const Step second = leave_edge(1);
  return second == Step::done ? first : second;
}

/// An edge of body k against a facet of the other.
FeatureWalk::Step FeatureWalk::edge_facet(std::size_t k) {
  const std::size_t o = 1 - k;
  const ClipBody& body = *body_[o];
  const ClipEdge& edge = body_[k]->edge(index(k));
  const ClipFacet& facet = body.facet(index(o));
  const Vec3 p = seen(k, edge.end[0]);
  const Vec3 q = seen(k, edge.end[1]);
  const Vec3 u = q - p;
  Clip clip;
  bool some = true;
  for (const ClipSide& side : body.sides(index(o))) {
    const ClipEdge& border = body.edge(side.edge);
    const Vec3& into = border.into[at(side.which)];
    const Vec3& on = body.map.arm(border.end[0]);
    some = clip.cut(into.dot(p - on), into.dot(q - on), side.edge);
    if (!some) break;
  }
  if (!some) {
    double least = std::numeric_limits<double>::infinity();
    // Any side will do where squares of distances are beyond the range of a double.
    int nearest = body.sides(index(o)).front().edge;
    for (const ClipSide& side : body.sides(index(o))) {
      const ClipEdge& border = body.edge(side.edge);
      const Vec3& on = body.map.arm(border.end[0]);
      const Vec3 v = body.map.arm(border.end[1]) - on;
      const SegmentParameters at = nearest_on_segments(p, u, on, v);
      const double square = (p + at.s * u - on - at.t * v).squaredNorm();
      if (square < least) {
        least = square;
        nearest = side.edge;
      }
    }
    return move(o, FeatureKind::edge, nearest);
  }
  const Vec3& on = body.map.arm(body.corners(index(o)).front());
  const auto height = [&](double lambda) { return facet.normal.dot(p + lambda * u - on); };
  const double from = height(clip.from);
  const double to = height(clip.to);
  if ((from <= 0 && to >= 0) || (from >= 0 && to <= 0)) return Step::overlap;
  const double slope = facet.normal.dot(u);
  if ((from > 0 ? slope : -slope) >= 0) {
    return clip.at_from >= 0 ? move(o, FeatureKind::edge, clip.at_from)
                             : move(k, FeatureKind::vertex, edge.end[0]);
  }
  return clip.at_to >= 0 ? move(o, FeatureKind::edge, clip.at_to)
                         : move(k, FeatureKind::vertex, edge.end[1]);
}

/// A vertex of body k against a facet of the other.
FeatureWalk::Step FeatureWalk::vertex_facet(std::size_t k) {
  const std::size_t o = 1 - k;
  const ClipBody& body = *body_[o];
  const ClipFacet& facet = body.facet(index(o));
  const Vec3 x = seen(k, index(k));
  double least = 0;
  int beyond = -1;
  for (const ClipSide& side : body.sides(index(o))) {
    const ClipEdge& border = body.edge(side.edge);
    const Vec3& into = border.into[at(side.which)];
    const double inside = into.dot(x - body.map.arm(border.end[0]));
    if (inside < least) {
      least = inside;
      beyond = side.edge;
    }
  }
  if (beyond >= 0) return move(o, FeatureKind::edge, beyond);
  const double height = facet.normal.dot(x) - facet.offset;
  if (height == 0) return Step::overlap;
  // Does an edge lead to the plane?
  const Vec3 n = R_[k].transpose() * facet.normal;
  double steepest = kFlat;
  int edge = -1;
  for (const ClipSpoke& spoke : body_[k]->spokes(index(k))) {
    const double slope = n.dot(spoke.along);
    const double towards = height > 0 ? -slope : slope;
    if (towards > steepest) {
      steepest = towards;
      edge = spoke.edge;
    }
  }
  if (edge >= 0) return move(k, FeatureKind::edge, edge);
  return height > 0 ? Step::done : escape(k, x);
}

/// Leaves a local minimum: the vertex of body k, at x in the other's axes, is behind the other's
/// facet. Moves to the facet that the vertex is farthest in front of. Returns `overlap` if it is in
/// front of no facet.
FeatureWalk::Step FeatureWalk::escape(std::size_t k, const Vec3& x) {
  const std::size_t o = 1 - k;
  double most = 0;
  int farthest = -1;
  int i = 0;
  for (const ClipFacet& facet : body_[o]->facets()) {
    const double height = facet.normal.dot(x) - facet.offset;
    if (height > most) {
      most = height;
      farthest = i;
    }
    ++i;
  }
  return farthest < 0 ? Step::overlap : move(o, FeatureKind::facet, farthest);
}

}  // namespace touchstone
