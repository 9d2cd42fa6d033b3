// SPDX-License-Identifier: GPL-3.0-or-later
// V-Clip [mirtich1998]: the closest features of two disjoint polyhedra by walking from feature to
// feature, through the planes between their Voronoi regions.
//
// 1. Start: the features that the last query between the same two shapes ended with; else vertices
//    found by support queries along the line of the interior points.
// 2. Walk (vclip/feature_walk.hpp), in doubles and in the bodies' own axes.
// 3. Proof (vclip/nearest_pairs.hpp): the nearest points of the features are the nearest points of
//    the bodies if no vertex passes the planes through them. It is computed in double-double from
//    the vertices and poses as they stand. Where rounding has misled the walk, or facets are not as
//    flat as they are merged, it goes on from there until this is true; where it finds 0 inside a
//    tetrahedron of vertex differences, the bodies overlap.
// 4. What that leaves open is decided in integers (exact_distance.hpp).
//
// Departures from the paper: the proof, which makes every verdict of overlap; the start; those of
// the walk. docs/vclip.md says what is degenerate and where it is taken care of.
//
// Separated: distance, normal, witness points, features. Touching, as far as double-doubles can
// tell: the same with a value of 0. Overlapping: the sign only. No answer for flat bodies.
#pragma once

#include <memory>

#include "metrics/metric_row.hpp"

namespace touchstone {

MetricRow vclip_row();
std::unique_ptr<Metric> make_vclip();

}  // namespace touchstone
