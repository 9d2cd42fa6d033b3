// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/thesis_text.hpp"

#include "reports/converge_record.hpp"
#include "reports/converge_text.hpp"
#include "reports/svg/drawing_svg.hpp"
#include "reports/svg/frames_svg.hpp"
#include "reports/svg/plot_svg.hpp"
#include "reports/text_table.hpp"
#include "reports/thesis_record.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

template <class Figure>
std::string thesis_heading(const Figure& figure) {
  return "Hart's thesis, " + figure.name.substr(7) + ": " + figure.title + ".\n\n";
}

/// A line for each value, each named point and each corner of what is drawn, or for each abscissa.
std::string geometry_csv(const GeometryDrawing& drawing) {
  std::string text;
  if (!drawing.curves.empty()) {
    text = drawing.x_label;
    for (const FigureCurve& curve : drawing.curves) text += "," + curve.name;
    for (std::size_t i = 0; i < drawing.curves.front().x.size(); ++i) {
      text += "\n" + exact_text(drawing.curves.front().x[i]);
      for (const FigureCurve& curve : drawing.curves) text += "," + exact_text(curve.y[i]);
    }
    return text + "\n";
  }
  text = "kind,name,unit,value,x_m,y_m,z_m\n";
  for (const FigureValue& value : drawing.values) {
    text += "value," + value.name + "," + value.unit + "," + exact_text(value.value) + ",,,\n";
  }
  const auto add = [&](const char* kind, const std::string& name, const Vec3& p) {
    text.append(kind).append(",").append(name).append(",m,");
    for (const double x : p) text += "," + exact_text(x);
    text += "\n";
  };
  for (const FigurePoint& point : drawing.points) add("point", point.name, point.at);
  for (const FigureShape& shape : drawing.shapes) {
    const std::string name = shape.name.empty() ? std::string(style_name(shape.style)) : shape.name;
    for (const Vec3& p : shape.points) add("shape", name, p);
  }
  return text;
}

}  // namespace

ThesisOutput thesis_frames_output(const ThesisFigure& figure, const ThesisMotion& motion) {
  ThesisOutput output;
  const ThesisFramesRecord record = thesis_frames_of(figure, motion);
  TextTable table(thesis_frame_fields().titles(), 1);
  for (std::size_t i = 0; i < record.frames.size(); ++i) {
    const ThesisFrame& frame = record.frames[i];
    if (i == 0 || frame.time_s != record.frames[i - 1].time_s) table.add_rule();
    table.add(thesis_frame_fields().cells(frame));
  }
  output.csv = thesis_frame_fields().csv(record.frames);
  output.text = thesis_heading(figure) + table.text() + "dt " + exact_text(figure.dt.front()) +
                " s, gamma " + exact_text(figure.gamma.front()) + ", " +
                std::to_string(motion.unsolved) + " steps unsolved" +
                (motion.fault.empty() ? "" : "; ended early: " + motion.fault) + "\n";
  output.json = thesis_frames_record().document(record);
  output.svg = frames_svg(motion.scene, motion.frames, figure.title);
  return output;
}

ThesisOutput thesis_plot_output(const ThesisFigure& figure, const std::vector<ConvergeRun>& runs) {
  const std::vector<ConvergeGroup> groups = converge_groups(runs);
  Plot plot;
  plot.title = figure.title;
  plot.x_label = "time step h [s]";
  plot.y_label = "average infeasibility [m]";
  ThesisPlotRecord record{.figure = figure};
  for (const ConvergeGroup& group : groups) {
    PlotLine line;
    line.label = "gamma = " + exact_text(group.gamma);
    for (const ConvergePoint& point : group.points) {
      line.x.push_back(point.dt);
      line.y.push_back(point.average_m);
      record.points.push_back({group.gamma, point.dt, point.average_m, point.max_m});
    }
    plot.lines.push_back(std::move(line));
  }
  ThesisOutput output;
  output.text = thesis_heading(figure) + converge_text(runs, std::nullopt);
  output.csv = converge_run_fields().csv(runs);
  output.json = thesis_plot_record().document(record);
  output.svg = plot_svg(plot);
  return output;
}

ThesisOutput thesis_geometry_output(const GeometryFigure& figure, const GeometryDrawing& drawing) {
  TextTable values({"", "value", "unit"}, 1);
  for (const FigureValue& value : drawing.values) {
    values.add({value.name + ": " + value.meaning, short_text(value.value), value.unit});
  }
  ThesisOutput output;
  output.text = thesis_heading(figure) + values.text();
  if (!drawing.points.empty()) {
    TextTable points(thesis_mark_fields().titles(), 1);
    for (const FigurePoint& point : drawing.points) {
      points.add(thesis_mark_fields().cells(point));
    }
    output.text += "\n" + points.text();
  }
  output.text +=
      "\nThe thesis prints no coordinates; the bodies are ours. Compared: " + figure.compared +
      ".\n";
  output.csv = geometry_csv(drawing);
  output.json = thesis_drawing_record().document({.figure = figure, .drawing = drawing});
  output.svg = drawing_svg(drawing, figure.title);
  return output;
}

}  // namespace touchstone
