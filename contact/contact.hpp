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
#include <optional>
#include <string>
#include <vector>

#include "contact/contact_constraint.hpp"
#include "geometry/polytope.hpp"
#include "geometry/pose.hpp"

namespace touchstone {

/// The features between which a point's gap is measured, where the method says so: a corner of one
/// body and a face of the other, or two edges.
enum class GapFeatures { unknown, corner_A, corner_B, edges };

/// World [m]. p_WA is on A, p_WB on B (or on the plane of its touching feature), and
/// n.(p_WA - p_WB) = gap.
struct ContactPoint {
  Vec3 p_WA = Vec3::Zero();
  Vec3 p_WB = Vec3::Zero();
  double gap = 0;              ///< signed distance of this point [m]
  Vec3 normal = Vec3::Zero();  ///< unit, from B to A, world: the pair's or the event's
  double pair_gap = 0;         ///< events: distance of the pair as the row measures it [m]
  GapFeatures features = GapFeatures::unknown;
  Vec3 edge_A = Vec3::Zero();  ///< edge vectors of two edges, world: normal = edge_A x edge_B
  Vec3 edge_B = Vec3::Zero();
};

/// The bound of a point's row in a step (thesis [hart2007thesis], 4.15 and 4.17).
enum class RowBound {
  own,      ///< the point's gap
  pair,     ///< the pair's gap
  clamped,  ///< the point's gap, but a step corrects no more of it than the pair's overlap
  shifted   ///< the point's gap, shifted by the overlap that the pair keeps
};

/// What the bodies share once they are moved to kissing.
enum class ManifoldKind { none, point, segment, polygon };

struct ContactData {
  bool answered = false;  ///< the members below are valid
  /// Whether another normal is optimal, too (Answer::indeterminate); empty: nobody says.
  std::optional<bool> indeterminate;
  double phi = 0;                              ///< signed distance of the pair [m]
  Vec3 normal = Vec3::Zero();                  ///< unit, from B to A, world
  Vec3 plane_point_W = Vec3::Zero();           ///< point of the contact plane, half way between [m]
  ManifoldKind manifold = ManifoldKind::none;  ///< what the bodies share at kissing
  /// First the extreme points of the manifold (gap phi to its tolerance), in a fixed order, then
  /// those within reach.
  std::vector<ContactPoint> points;
  int manifold_points = 0;  ///< how many of `points` are the manifold's
  RowBound bound = RowBound::own;
  /// Constraints over indices of `points`. If empty, each point is unilateral.
  std::vector<ContactConstraint> constraints;
  /// Indices of the points of one plane, which hold where the constraints have no solution.
  std::vector<int> plane;
  int potential = 0;  ///< number of applicable potential contacts, which come first
  std::string note;   ///< empty, or why there is no answer
  /// Whether the method supports this pair of bodies; if false, `answered` is false.
  bool applicable = true;

  /// Marks the pair as not answered, with `why` as the note, and clears all contact data.
  void refuse(const char* why) {
    answered = false;
    indeterminate.reset();
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

/// A body prepared for one contact method.
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
  /// For methods with constraints: the gap of each point of the last find(), in its order, and the
  /// depth of the pair at these poses [m].
  virtual void measure(const Pose& /*X_WA*/, const Pose& /*X_WB*/, ContactWorkspace& /*workspace*/,
                       std::vector<double>& /*gaps*/, double& /*depth*/) const {}
  /// Whether a larger reach may change the points within a smaller one.
  virtual bool depends_on_reach() const { return false; }
};

}  // namespace touchstone
