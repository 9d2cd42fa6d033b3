// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/thesis_text.hpp"

#include "reports/converge_text.hpp"
#include "reports/svg/drawing_svg.hpp"
#include "reports/svg/frames_svg.hpp"
#include "reports/svg/plot_svg.hpp"
#include "reports/text_table.hpp"
#include "reports/thesis_record.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

/// "thesis-figure3" and its title: "Hart's thesis, figure3: ..."
template <class Figure>
std::string thesis_heading(const Figure& figure) {
  const std::size_t dash = figure.name.find('-');
  const std::string prefix = figure.name.substr(0, dash);
  return (prefix == "thesis" ? "Hart's thesis, "
          : prefix == "peg"  ? "Williams, Lu & Trinkle, "
                             : "Yi & Drumwright, ") +
         figure.name.substr(dash + 1) + ": " + figure.title + ".\n\n";
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

/// Curves of one quantity: a line for each method and gamma, and for a single gamma one of slope 2.
class PlotOfRuns {
 public:
  PlotOfRuns(const std::string& title, const std::string& quantity, double ConvergePoint::*value)
      : value_(value) {
    plot_.title = title;
    plot_.x_label = "time step h [s]";
    plot_.y_label = quantity;
  }

  void add(const std::string& label, const std::vector<ConvergePoint>& points, bool bars) {
    PlotLine line;
    line.label = label;
    for (const ConvergePoint& point : points) {
      line.x.push_back(point.dt);
      line.y.push_back(point.*value_);
      if (bars) line.lower.push_back(point.least_m);
      if (bars) line.upper.push_back(point.largest_m);
    }
    plot_.lines.push_back(std::move(line));
  }
  /// Through the value of the first line at its smallest step.
  void add_slope_2() {
    const PlotLine& first = plot_.lines.front();
    PlotLine guide;
    guide.label = "slope 2";
    guide.dots = false;
    guide.dashed = true;
    guide.x = {first.x.front(), first.x.back()};
    const double ratio = first.x.front() / first.x.back();
    guide.y = {first.y.back() * ratio * ratio, first.y.back()};
    plot_.lines.push_back(std::move(guide));
  }
  SvgPart part() const { return plot_part(plot_); }

 private:
  double ConvergePoint::*value_;
  Plot plot_;
};

/// Plots in metres, then by rho: one with all methods, or where there are several gamma one for
/// each method.
std::string runs_svg(const ThesisFigure& figure, const std::vector<ThesisRuns>& methods) {
  const bool gammas = figure.gamma.size() > 1;
  std::vector<SvgPart> parts;
  for (const bool by_rho : {false, true}) {
    const auto value = by_rho ? &ConvergePoint::average_ratio : &ConvergePoint::average_m;
    const std::string quantity =
        by_rho ? "average of I(q) = max(0, -rho) [1]" : "average depth of the deepest overlap [m]";
    for (std::size_t k = 0; k < (gammas ? methods.size() : 1); ++k) {
      PlotOfRuns plot(figure.title + (gammas ? ": " + methods[k].method.name : ""), quantity,
                      value);
      for (std::size_t i = gammas ? k : 0; i < (gammas ? k + 1 : methods.size()); ++i) {
        for (const ConvergeGroup& group : converge_groups(methods[i].runs)) {
          plot.add(gammas ? "gamma = " + exact_text(group.gamma) : methods[i].method.name,
                   group.points, !by_rho);
        }
      }
      if (!gammas) plot.add_slope_2();
      parts.push_back(plot.part());
    }
  }
  return svg_document(parts);
}

}  // namespace

std::string method_text(const ThesisMethod& method) {
  if (!method.model.empty()) return "contact model " + method.model;
  std::string text = method.name + ": contacts " + method.contacts;
  if (method.contacts == "events") {
    const EventOptions& events = method.events;
    text += ", window " + event_word(kEventWindows, events.window) + ", rows " +
            event_word(kEventRows, events.rows) + ", bounds " +
            event_word(kEventBounds, events.bounds);
    if (events.eps_x) text += ", eps_x " + exact_text(*events.eps_x);
    if (events.eps_t) text += ", eps_t " + exact_text(*events.eps_t);
    if (events.thesis) {
      text += ", eps_0 " + exact_text(events.eps_0) + ", delta_max " + exact_text(events.delta_max);
    }
  }
  return text + ", stepper " + method.stepper;
}

ThesisOutput thesis_frames_output(const ThesisFigure& figure,
                                  const std::vector<ThesisMotion>& motions) {
  ThesisOutput output;
  const ThesisFramesRecord record = thesis_frames_of(figure, motions);
  output.text = thesis_heading(figure);
  std::vector<ThesisFrame> all;
  for (const ThesisMotionRecord& motion : record.methods) {
    TextTable table(thesis_frame_fields().titles(), 1);
    for (std::size_t i = 0; i < motion.frames.size(); ++i) {
      const ThesisFrame& frame = motion.frames[i];
      if (i == 0 || frame.time_s != motion.frames[i - 1].time_s) table.add_rule();
      table.add(thesis_frame_fields().cells(frame));
      all.push_back(frame);
    }
    if (!motion.method.name.empty()) output.text += method_text(motion.method) + "\n";
    output.text += table.text() + "dt " + exact_text(figure.dt.front()) + " s, gamma " +
                   exact_text(figure.gamma.front()) + ", " + std::to_string(motion.unsolved) +
                   " steps unsolved" + (motion.wrong.empty() ? "" : "; wrong: " + motion.wrong) +
                   "\n\n";
  }
  output.text.pop_back();
  output.csv = thesis_frame_fields().csv(all);
  output.json = thesis_frames_record().document(record);
  output.svg = frames_svg(motions, figure.title);
  return output;
}

ThesisOutput thesis_plot_output(const ThesisFigure& figure,
                                const std::vector<ThesisRuns>& methods) {
  ThesisOutput output;
  output.text = thesis_heading(figure);
  for (const ThesisRuns& of_method : methods) {
    output.text += (&of_method == methods.data() ? "" : "\n") + method_text(of_method.method) +
                   "\n" + converge_text(of_method.runs, std::nullopt);
  }
  output.csv = thesis_runs_csv(methods);
  output.json = thesis_plot_record().document({.figure = figure, .methods = methods});
  output.svg = runs_svg(figure, methods);
  return output;
}

std::string method_table_text(const std::vector<MethodRow>& rows, std::optional<std::size_t> room) {
  TextTable table(method_row_fields(), "rows");
  std::string wrong;
  for (const MethodRow& row : rows) {
    if (row.method.name == touchstone_method().name) table.add_rule();
    table.add(method_row_fields().cells(row));
    if (row.why.empty()) continue;
    wrong += "  wrong: " + row.scene + ", " + rules_text(row.method) + ": " + row.why + "\n";
  }
  std::string rest;
  for (const std::string& rules : rules_that_rest(rows)) rest += "  " + rules + "\n";
  return table.fitted(room) +
         "The first row of a problem is ours. bounds: a row is bounded by the pair's rho (4.15) or "
         "its event's own (4.17).\n"
         "stepper: the complementarity problem (stewart_trinkle) or its relaxation (5.6).\n"
         "I is that of the smallest h, over all starts; PE and KE are of start 0 there; gains, "
         "unsolved\nsteps and wrong runs those of all.\n" +
         wrong +
         "Rules by which every problem ends within 5 % of our energy and no run is wrong:\n" +
         (rest.empty() ? "  none\n" : rest);
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
      "\nNo coordinates are printed; the bodies are ours. Compared: " + figure.compared + ".\n";
  output.csv = geometry_csv(drawing);
  output.json = thesis_drawing_record().document({.figure = figure, .drawing = drawing});
  output.svg = svg_document({drawing_part(drawing, figure.title)});
  return output;
}

}  // namespace touchstone
