// SPDX-License-Identifier: GPL-3.0-or-later
// From one pair of bodies to contact data: what a time stepper needs to know about their contact.
//
// Yi & Drumwright (yi_drumwright): a normal n and a signed distance phi, from the metric that is
// handed in; the contact plane; the bodies moved along n by phi until they kiss; the touching
// features there (the manifold); and its extreme points. A stepper that looks ahead also wants the
// points that are not yet on the plane, each with its own gap.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "contact/contact_constraint.hpp"
#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

/// Features whose gap a point's is, where the method says so: a corner of one body on a face of the
/// other, or two edges.
enum class GapFeatures { unknown, corner_A, corner_B, edges };

/// World [m]. p_WA is on A, p_WB on B (or on the plane of its touching feature), and
/// n.(p_WA - p_WB) = gap.
struct ContactPoint {
  Vec3 p_WA = Vec3::Zero();
  Vec3 p_WB = Vec3::Zero();
  double gap = 0;              ///< signed distance of this point [m]
  Vec3 normal = Vec3::Zero();  ///< unit, from B to A, world: the pair's, or of an event its own
  double pair_gap = 0;         ///< of an event: the pair's distance as its row measures it [m]
  GapFeatures features = GapFeatures::unknown;
  Vec3 edge_A = Vec3::Zero();  ///< of edges, along them, world: normal = edge_A x edge_B
  Vec3 edge_B = Vec3::Zero();
};

/// What a step's row of a point is bounded by (thesis [hart2007thesis], 4.15 and 4.17).
enum class RowBound {
  own,      ///< the point's gap
  pair,     ///< the pair's
  clamped,  ///< the point's, but a step takes back no more of it than of the pair's overlap
  shifted   ///< the point's, and what is left of the pair's overlap is left of all its points
};

/// What the bodies share once they are moved to kissing.
enum class ManifoldKind { none, point, segment, polygon };

struct ContactData {
  bool answered = false;                       ///< all below holds
  double phi = 0;                              ///< signed distance of the pair [m]
  Vec3 normal = Vec3::Zero();                  ///< unit, from B to A, world
  Vec3 plane_point_W = Vec3::Zero();           ///< on the contact plane, half way between [m]
  ManifoldKind manifold = ManifoldKind::none;  ///< at kissing
  /// First the extreme points of the manifold (gap phi to its tolerance), in a fixed order, then
  /// those within reach.
  std::vector<ContactPoint> points;
  int manifold_points = 0;  ///< how many of `points` are the manifold's
  RowBound bound = RowBound::own;
  /// Over `points`, by their places. None: each point is unilateral.
  std::vector<ContactConstraint> constraints;
  /// Points of one plane, by their places: what holds where the constraints have no solution.
  std::vector<int> plane;
  int potential = 0;  ///< the first so many points are potential contacts that are applicable
  std::string note;   ///< empty, or why there is no answer
  /// false: without an answer, as the method says that it takes no such bodies.
  bool applicable = true;

  /// No answer, no points.
  void refuse(const char* why) {
    answered = false;
    note = why;
    points.clear();
    constraints.clear();
    plane.clear();
    manifold = ManifoldKind::none;
    manifold_points = 0;
  }
};

/// Points with the same normal that are nearer than this are one [m].
inline constexpr double kMergedContact = 1e-6;

/// The `reach` of a query for the manifold alone, however far the bodies are apart.
inline constexpr double kNoLookAhead = -std::numeric_limits<double>::infinity();

/// A body as one contact method needs it.
class ContactShape {
 public:
  virtual ~ContactShape() = default;
};

/// Scratch space and warm start of one pair of bodies.
class ContactWorkspace {
 public:
  virtual ~ContactWorkspace() = default;
};

class ContactMethod {
 public:
  virtual ~ContactMethod() = default;
  /// `polytope` outlives the shape.
  virtual std::unique_ptr<ContactShape> prepare(const Polytope& polytope) const = 0;
  virtual std::unique_ptr<ContactWorkspace> make_workspace() const = 0;
  /// Fills `data` (and keeps its memory). Where phi > reach there are no points. Points whose own
  /// gap is at most `reach` [m] are given besides the manifold's; with kNoLookAhead none are.
  virtual void find(const ContactShape& A, const Pose& X_WA, const ContactShape& B,
                    const Pose& X_WB, double reach, ContactWorkspace& workspace,
                    ContactData& data) const = 0;
  /// Of a method with constraints: the gap of each point of the last search where the bodies are
  /// now, in the order of its points, and how deep the bodies are in each other [m].
  virtual void measure(const Pose& /*X_WA*/, const Pose& /*X_WB*/, ContactWorkspace& /*workspace*/,
                       std::vector<double>& /*gaps*/, double& /*depth*/) const {}
  /// Whether a larger reach may change other points than those beyond the smaller one.
  virtual bool depends_on_reach() const { return false; }
};

}  // namespace touchstone
