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
#include "benchmarks/papers/thesis_methods.hpp"
#include "schema/record_fields.hpp"

namespace touchstone {

/// A body at one time.
struct ThesisFrame {
  std::string method;
  std::string body;
  double time_s = 0;
  Vec3 position;                     ///< [m]
  std::array<double, 4> quaternion;  ///< w, x, y, z
  double speed = 0;                  ///< [m/s]
};
/// A motion by one method.
struct ThesisMotionRecord {
  ThesisMethod method = {};
  std::uint64_t unsolved = 0;
  std::string fault = {};
  std::string wrong = {};
  std::vector<ThesisFrame> frames = {};
};
struct ThesisFramesRecord {
  ThesisFigure figure = {};
  std::vector<ThesisMotionRecord> methods = {};
};
ThesisFramesRecord thesis_frames_of(const ThesisFigure& figure,
                                    const std::vector<ThesisMotion>& motions);
const RecordDescription<ThesisFramesRecord>& thesis_frames_record();
/// Columns and titles are those of CSV and of the table in the terminal.
const RecordFields<ThesisFrame>& thesis_frame_fields();

struct ThesisPlotRecord {
  ThesisFigure figure = {};
  std::vector<ThesisRuns> methods = {};
};
const RecordDescription<ThesisPlotRecord>& thesis_plot_record();
/// The table of the runs of all methods.
std::string thesis_runs_csv(const std::vector<ThesisRuns>& methods);

struct MethodTableRecord {
  std::uint64_t seed = 0;
  int starts = 0;
  std::vector<double> dt = {};
  std::vector<MethodRow> rows = {};
};
const RecordDescription<MethodTableRecord>& method_table_record();
/// Titles are those of the table in the terminal.
const RecordFields<MethodRow>& method_row_fields();

struct ThesisDrawingRecord {
  GeometryFigure figure = {};
  GeometryDrawing drawing = {};
};
const RecordDescription<ThesisDrawingRecord>& thesis_drawing_record();
/// Titles are those of the table in the terminal.
const RecordFields<FigurePoint>& thesis_mark_fields();

}  // namespace touchstone
