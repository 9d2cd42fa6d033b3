// SPDX-License-Identifier: GPL-3.0-or-later
// The records of `touchstone reproduce thesis-figureN`: motions as frames, plots of overlaps, and
// drawings of geometry.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "benchmarks/converge/converge_run.hpp"
#include "benchmarks/papers/thesis_figures.hpp"
#include "benchmarks/papers/thesis_geometry.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// A body at one time.
struct ThesisFrame {
  std::string body;
  double time_s = 0;
  Vec3 position;                     ///< [m]
  std::array<double, 4> quaternion;  ///< w, x, y, z
  double speed = 0;                  ///< [m/s]
};
struct ThesisFramesRecord {
  ThesisFigure figure = {};
  std::uint64_t unsolved = 0;
  std::string fault = {};
  std::vector<ThesisFrame> frames = {};
};
ThesisFramesRecord thesis_frames_of(const ThesisFigure& figure, const ThesisMotion& motion);
const RecordDescription<ThesisFramesRecord>& thesis_frames_record();
/// Columns and titles are those of CSV and of the table in the terminal.
const RecordFields<ThesisFrame>& thesis_frame_fields();

struct ThesisPoint {
  double gamma = 0, dt = 0, average_m = 0, max_m = 0;
};
struct ThesisPlotRecord {
  ThesisFigure figure = {};
  std::vector<ThesisPoint> points = {};
};
const RecordDescription<ThesisPlotRecord>& thesis_plot_record();

struct ThesisDrawingRecord {
  GeometryFigure figure = {};
  GeometryDrawing drawing = {};
};
const RecordDescription<ThesisDrawingRecord>& thesis_drawing_record();
/// Titles are those of the table in the terminal.
const RecordFields<FigurePoint>& thesis_mark_fields();

}  // namespace touchstone
