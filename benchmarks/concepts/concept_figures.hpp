// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of the documentation, each of which shows one idea.
//
// The bodies are chosen; all else that a figure shows is computed: truths by the oracle, growth
// ratios by the ratio metric, events by their search, motions by running scenes of the library.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/papers/thesis_geometry.hpp"
#include "contact/registry.hpp"

namespace touchstone {

/// One drawing or plot of a figure.
struct ConceptPanel {
  std::string title;
  GeometryDrawing drawing;
};

struct ConceptFigure {
  std::string name;  ///< "gap": its file is gap.svg
  /// Makes the panels, from top to bottom. Motions find their contacts with `metrics`.
  std::vector<ConceptPanel> (*make)(const MetricSource& metrics);
};

const std::vector<ConceptFigure>& concept_figures();

/// gap(u) of two bodies for one u, and phi, the largest gap.
std::vector<ConceptPanel> draw_gap(const MetricSource& metrics);
/// Witness points of a separated, a kissing and a penetrating pair.
std::vector<ConceptPanel> draw_witness_points(const MetricSource& metrics);
/// The growth ratio of a separated and of a penetrating pair.
std::vector<ConceptPanel> draw_growth(const MetricSource& metrics);
/// The events of a face on a face.
std::vector<ConceptPanel> draw_event(const MetricSource& metrics);
/// A body that falls past a corner, under the contact models `std` and `peg`.
std::vector<ConceptPanel> draw_trap(const MetricSource& metrics);
/// The energy of the rimless wheel after each impact.
std::vector<ConceptPanel> draw_wheel(const MetricSource& metrics);
/// Kinetic energies of the spinning and the rolling sphere of Yi & Drumwright.
std::vector<ConceptPanel> draw_spheres(const MetricSource& metrics);
/// The error of central differences of phi by their step: smooth, and near a kink.
std::vector<ConceptPanel> draw_differences(const MetricSource& metrics);

}  // namespace touchstone
