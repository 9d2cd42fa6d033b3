// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/thesis_text.hpp"

#include "reports/converge_text.hpp"
#include "reports/number_text.hpp"
#include "reports/svg/frames_svg.hpp"
#include "reports/svg/plot_svg.hpp"
#include "reports/text_table.hpp"
#include "schema/json_text.hpp"
#include "schema/version.hpp"

namespace touchstone {
namespace {

JsonObject record_of(const ThesisFigure& figure) {
  JsonObject object;
  object.add("schema", json_string("touchstone.thesis-figure/1"))
      .add("versions", versions_json())
      .add("figure", json_string(figure.name))
      .add("title", json_string(figure.title))
      .add("scene", json_string(figure.scene));
  return object;
}

std::string heading(const ThesisFigure& figure) {
  return "Hart's thesis, " + figure.name.substr(7) + ": " + figure.title + ".\n\n";
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
  output.text = heading(figure) + table.text() + "dt " + exact_text(figure.dt.front()) +
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
  output.text = heading(figure) + converge_text(runs, std::nullopt);
  output.csv = converge_csv(runs);
  output.json = record_of(figure).add("points", json_list(entries)).document();
  output.svg = plot_svg(plot);
  return output;
}

}  // namespace touchstone
