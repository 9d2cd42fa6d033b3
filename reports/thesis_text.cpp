// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/thesis_text.hpp"

#include "reports/converge_record.hpp"
#include "reports/converge_text.hpp"
#include "reports/svg/drawing_svg.hpp"
#include "reports/svg/frames_svg.hpp"
#include "reports/svg/plot_svg.hpp"
#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/number_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

template <class Figure>
JsonObject head_of(const Figure& figure) {
  JsonObject object;
  object.add("schema", json_string("touchstone.thesis-figure/1"))
      .add("versions", versions_json())
      .add("figure", json_string(figure.name))
      .add("title", json_string(figure.title));
  return object;
}

JsonObject record_of(const ThesisFigure& figure) {
  return head_of(figure).add("scene", json_string(figure.scene));
}

template <class Figure>
std::string thesis_heading(const Figure& figure) {
  return "Hart's thesis, " + figure.name.substr(7) + ": " + figure.title + ".\n\n";
}

std::string value_json(const FigureValue& value) {
  return JsonObject()
      .add("name", json_string(value.name))
      .add("unit", json_string(value.unit))
      .add("value", json_number(value.value))
      .add("meaning", json_string(value.meaning))
      .row();
}

std::string figure_point_json(const FigurePoint& point) {
  return JsonObject().add("name", json_string(point.name)).add("at", json_vector(point.at)).row();
}

std::string shape_json(const FigureShape& shape) {
  return JsonObject()
      .add("name", json_string_or_null(shape.name))
      .add("style", json_string(style_name(shape.style)))
      .add("points", json_row(json_items(shape.points, json_vector)))
      .row();
}

std::string figure_curve_json(const FigureCurve& curve) {
  return JsonObject()
      .add("name", json_string(curve.name))
      .add("x", json_row(json_items(curve.x, json_number)))
      .add("y", json_row(json_items(curve.y, json_number)))
      .row();
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
  TextTable table({"body", "t\ns", "x\nm", "y\nm", "z\nm", "speed\nm/s"}, 1);
  output.csv = "time_s,body,x_m,y_m,z_m,qw,qx,qy,qz\n";
  std::vector<std::string> entries;
  for (const MotionFrame& frame : motion.frames) {
    table.add_rule();
    for (std::size_t i = 0; i < motion.scene.bodies.size(); ++i) {
      if (motion.scene.bodies[i].fixed) continue;
      const BodyState& state = frame.states[i];
      const std::string& name = motion.scene.bodies[i].name;
      table.add({name, exact_text(frame.time_s), short_text(state.p_W.x()),
                 short_text(state.p_W.y()), short_text(state.p_W.z()),
                 short_text(state.v_W.norm())});
      output.csv += exact_text(frame.time_s) + "," + name;
      const Eigen::Quaterniond& q = state.q_WB;
      for (const double x :
           {state.p_W.x(), state.p_W.y(), state.p_W.z(), q.w(), q.x(), q.y(), q.z()}) {
        output.csv += "," + exact_text(x);
      }
      output.csv += "\n";
      entries.push_back(JsonObject()
                            .add("time_s", json_number(frame.time_s))
                            .add("body", json_string(name))
                            .add("position", json_vector(state.p_W))
                            .add("quaternion", json_row({json_number(q.w()), json_number(q.x()),
                                                         json_number(q.y()), json_number(q.z())}))
                            .row());
    }
  }
  output.text = thesis_heading(figure) + table.text() + "dt " + exact_text(figure.dt.front()) +
                " s, gamma " + exact_text(figure.gamma.front()) + ", " +
                std::to_string(motion.unsolved) + " steps unsolved" +
                (motion.fault.empty() ? "" : "; ended early: " + motion.fault) + "\n";
  output.json = record_of(figure)
                    .add("dt", json_number(figure.dt.front()))
                    .add("gamma", json_number(figure.gamma.front()))
                    .add("unsolved", std::to_string(motion.unsolved))
                    .add("fault", json_string_or_null(motion.fault))
                    .add("frames", json_list(entries))
                    .document();
  output.svg = frames_svg(motion.scene, motion.frames, figure.title);
  return output;
}

ThesisOutput thesis_plot_output(const ThesisFigure& figure, const std::vector<ConvergeRun>& runs) {
  const std::vector<ConvergeGroup> groups = converge_groups(runs);
  Plot plot;
  plot.title = figure.title;
  plot.x_label = "time step h [s]";
  plot.y_label = "average infeasibility [m]";
  std::vector<std::string> entries;
  for (const ConvergeGroup& group : groups) {
    PlotLine line;
    line.label = "gamma = " + exact_text(group.gamma);
    for (const ConvergePoint& point : group.points) {
      line.x.push_back(point.dt);
      line.y.push_back(point.average_m);
      entries.push_back(JsonObject()
                            .add("gamma", json_number(group.gamma))
                            .add("dt", json_number(point.dt))
                            .add("average_m", json_number(point.average_m))
                            .add("max_m", json_number(point.max_m))
                            .row());
    }
    plot.lines.push_back(std::move(line));
  }
  ThesisOutput output;
  output.text = thesis_heading(figure) + converge_text(runs, std::nullopt);
  output.csv = converge_run_fields().csv(runs);
  output.json = record_of(figure).add("points", json_list(entries)).document();
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
    TextTable points({"point", "x\nm", "y\nm", "z\nm"}, 1);
    for (const FigurePoint& point : drawing.points) {
      points.add({point.name, short_text(point.at.x()), short_text(point.at.y()),
                  short_text(point.at.z())});
    }
    output.text += "\n" + points.text();
  }
  output.text +=
      "\nThe thesis prints no coordinates; the bodies are ours. Compared: " + figure.compared +
      ".\n";
  output.csv = geometry_csv(drawing);
  output.json = head_of(figure)
                    .add("compared", json_string(figure.compared))
                    .add("values", json_list(json_items(drawing.values, value_json)))
                    .add("points", json_list(json_items(drawing.points, figure_point_json)))
                    .add("shapes", json_list(json_items(drawing.shapes, shape_json)))
                    .add("curves", json_list(json_items(drawing.curves, figure_curve_json)))
                    .document();
  output.svg = drawing_svg(drawing, figure.title);
  return output;
}

}  // namespace touchstone
