// SPDX-License-Identifier: GPL-3.0-or-later
// The contact points that `ask` shows of a pair: the manifold by the metric `certified`
// (contact/manifold.hpp), and which features of the bodies make each point.
#pragma once

#include <string>
#include <vector>

#include "contact/contact.hpp"
#include "geometry/pair.hpp"
#include "metrics/metric.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// The feature of a body on which a point lies: a vertex if it is at one, else an edge, else a
/// facet.
struct PointFeature {
  Feature feature;
  std::vector<int> vertices;  ///< its corners, indices into Polytope::vertices()
};

struct FeaturedPoint {
  ContactPoint point;
  PointFeature on_A;
  PointFeature on_B;
};

struct ContactReply {
  ManifoldKind manifold = ManifoldKind::none;
  std::vector<FeaturedPoint> points = {};  ///< empty where `certified` finds none
  std::string note = {};                   ///< why there are no points
};

/// The points that touch once the bodies are moved to kissing, however far they are apart.
ContactReply find_contacts(const Pair& pair);

/// A line to each point, at most eight, indented by two.
std::string contacts_text(const ContactReply& reply);
/// What records tell of them.
RecordFields<ContactReply> contact_fields();

}  // namespace touchstone
