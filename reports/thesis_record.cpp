// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/thesis_record.hpp"

#include <optional>
#include <utility>

#include "harness/cases/scenes/scene_record.hpp"
#include "reports/converge_record.hpp"

namespace touchstone {
namespace {

std::string two_places(double x) { return fixed_text(x, 2); }

template <class Record>
RecordFields<Record> head_fields() {
  return RecordFields<Record>()
      .add(
          field("figure", "name of the figure"),
          [](auto& record) -> auto& { return record.figure.name; })
      .add(
          field("title", "title of the figure"),
          [](auto& record) -> auto& { return record.figure.title; });
}

template <class Record>
RecordFields<Record> scene_fields() {
  return head_fields<Record>().add(
      field("scene", "name of the scene"),
      [](auto& record) -> auto& { return record.figure.scene; });
}

RecordFields<ThesisMethod> thesis_method_fields() {
  using Method = ThesisMethod;
  return RecordFields<Method>()
      .add(field("method", "thesis: Hart's as printed; touchstone: ours; or a contact model")
               .null_where("the scene has one only"),
           &Method::name)
      .add(field("contacts", "name of the contact method").null_where("it is the scene's"),
           &Method::contacts)
      .add(field("stepper", "name of the stepper").null_where("it is the scene's"),
           &Method::stepper)
      .add(
          field("events", "options of the contact method 'events' that are not the default")
              .omitted_where("another method was asked"),
          [](const Method& method) {
            return method.contacts == "events" ? std::optional(method.events) : std::nullopt;
          },
          event_option_fields());
}

RecordFields<FigureValue> value_fields() {
  using Value = FigureValue;
  return RecordFields<Value>()
      .add(field("name", "symbol of the quantity"), &Value::name)
      .add(field("unit", "unit of the value; empty for a pure number"), &Value::unit)
      .add(field("value", "value of the quantity").null_where("it is no number"), &Value::value)
      .add(field("meaning", "what the quantity is"), &Value::meaning);
}

RecordFields<FigureShape> figure_shape_fields() {
  using Shape = FigureShape;
  return RecordFields<Shape>()
      .add(field("name", "name of the shape").null_where("it is drawn without a name"),
           &Shape::name)
      .add(field("style", "how the shape is drawn"),
           [](const Shape& shape) { return style_name(shape.style); })
      .add(field("points", "corners of the shape in the world", "m"), &Shape::points);
}

RecordFields<FigureCurve> figure_curve_fields() {
  return RecordFields<FigureCurve>()
      .add(field("name", "name of the curve"), &FigureCurve::name)
      .add(field("x", "abscissas of the curve's points"), &FigureCurve::x)
      .add(field("y", "ordinates of the curve's points"), &FigureCurve::y);
}

/// The columns of a table that tell printed rules apart.
RecordFields<MethodRow> rule_columns() {
  using Row = MethodRow;
  const auto of_events = [](auto member, const auto& words) {
    return [member, &words](const Row& row) {
      return row.method.contacts == "events" ? event_word(words, row.method.events.*member)
                                             : std::string();
    };
  };
  return RecordFields<Row>()
      .column(table_column("bounds"), of_events(&EventOptions::bounds, kEventBounds))
      .column(table_column("stepper"), [](const Row& row) { return row.method.stepper; })
      .column(table_column("window"), of_events(&EventOptions::window, kEventWindows))
      .column(table_column("rows"), of_events(&EventOptions::rows, kEventRows));
}

}  // namespace

const RecordFields<ThesisFrame>& thesis_frame_fields() {
  using Frame = ThesisFrame;
  const auto at = [](int axis) {
    return [axis](const Frame& frame) { return frame.position[axis]; };
  };
  const auto turn = [](std::size_t part) {
    return [part](const Frame& frame) { return frame.quaternion.at(part); };
  };
  static const auto kFields =
      RecordFields<Frame>()
          .column(table_column("body"), &Frame::body)
          .add(field("time_s", "time from the start of the motion", "s")
                   .in_csv("time_s")
                   .in_table("t\ns", exact_text),
               &Frame::time_s)
          .add(field("body", "name of the body").in_csv("body"), &Frame::body)
          .column(csv_column("method"), &Frame::method)
          .add(field("position", "origin of the body in the world", "m"), &Frame::position)
          .column(csv_column("x_m").in_table("x\nm"), at(0))
          .column(csv_column("y_m").in_table("y\nm"), at(1))
          .column(csv_column("z_m").in_table("z\nm"), at(2))
          .add(field("quaternion",
                     "rotation from the body's axes to the world's, a unit quaternion w, x, y, z"),
               &Frame::quaternion)
          .column(csv_column("qw"), turn(0))
          .column(csv_column("qx"), turn(1))
          .column(csv_column("qy"), turn(2))
          .column(csv_column("qz"), turn(3))
          .column(table_column("speed\nm/s"), &Frame::speed);
  return kFields;
}

ThesisFramesRecord thesis_frames_of(const ThesisFigure& figure,
                                    const std::vector<ThesisMotion>& motions) {
  ThesisFramesRecord record{.figure = figure};
  for (const ThesisMotion& motion : motions) {
    ThesisMotionRecord of_method{.method = motion.method,
                                 .unsolved = motion.unsolved,
                                 .fault = motion.fault,
                                 .wrong = motion.wrong()};
    for (const MotionFrame& frame : motion.frames) {
      for (std::size_t i = 0; i < motion.scene.bodies.size(); ++i) {
        if (motion.scene.bodies[i].fixed || !frame.shows(i)) continue;
        const BodyState& state = frame.states[i];
        const Eigen::Quaterniond& q = state.q_WB;
        of_method.frames.push_back({motion.method.name,
                                    motion.scene.bodies[i].name,
                                    frame.time_s,
                                    state.p_W,
                                    {q.w(), q.x(), q.y(), q.z()},
                                    state.v_W.norm()});
      }
    }
    record.methods.push_back(std::move(of_method));
  }
  return record;
}

const RecordDescription<ThesisFramesRecord>& thesis_frames_record() {
  using Record = ThesisFramesRecord;
  using Motion = ThesisMotionRecord;
  static const auto kMotion =
      RecordFields<Motion>()
          .include(&Motion::method, thesis_method_fields())
          .add(field("unsolved", "steps that were not solved"), &Motion::unsolved)
          .add(field("fault", "why the motion ended early").null_where("it did not"),
               &Motion::fault)
          .add(field("wrong", "why the motion is wrong").null_where("it is not"), &Motion::wrong)
          .add(field("frames",
                     "one entry for each body that moves at each time, from when it enters"),
               &Motion::frames, thesis_frame_fields());
  static const RecordDescription<Record> kRecord = {
      "touchstone.thesis-frames/2",
      "A figure of Hart's thesis, or of Williams, Lu & Trinkle, that shows a motion",
      scene_fields<Record>()
          .add(field("dt", "length of a step", "s"),
               [](const Record& record) { return record.figure.dt.front(); })
          .add(field("gamma", "share of the gap that a step corrects"),
               [](const Record& record) { return record.figure.gamma.front(); })
          .add(field("methods", "one entry for each method"), &Record::methods, kMotion)};
  return kRecord;
}

const RecordDescription<ThesisPlotRecord>& thesis_plot_record() {
  using Record = ThesisPlotRecord;
  static const auto kRuns =
      RecordFields<ThesisRuns>()
          .include(&ThesisRuns::method, thesis_method_fields().only({"method", "events"}))
          .add(field("runs", "one entry for each gamma, step and start"), &ThesisRuns::runs,
               converge_run_fields())
          .add(
              field("groups", "one entry for each gamma, over its steps and starts"),
              [](const ThesisRuns& runs) { return converge_groups(runs.runs); },
              converge_group_fields());
  static const RecordDescription<Record> kRecord = {
      "touchstone.thesis-plot/2", "A figure of Hart's thesis that plots overlaps against steps",
      scene_fields<Record>().add(field("methods", "one entry for each method"), &Record::methods,
                                 kRuns)};
  return kRecord;
}

std::string thesis_runs_csv(const std::vector<ThesisRuns>& methods) {
  struct Row {
    std::string method;
    ConvergeRun run;
  };
  static const auto kFields = RecordFields<Row>()
                                  .column(csv_column("method"), &Row::method)
                                  .include(&Row::run, converge_run_fields());
  std::vector<Row> rows;
  for (const ThesisRuns& of_method : methods) {
    for (const ConvergeRun& run : of_method.runs) rows.push_back({of_method.method.name, run});
  }
  return kFields.csv(rows);
}

const RecordFields<MethodRow>& method_row_fields() {
  using Row = MethodRow;
  const auto slope = [](auto member) {
    return [member](const Row& row) -> std::optional<double> {
      return row.slope ? std::optional<double>((*row.slope).*member) : std::nullopt;
    };
  };
  static const auto kFields =
      RecordFields<Row>()
          .add(field("scene", "problem of Hart's thesis").in_table("scene"), &Row::scene)
          .include(&Row::method, thesis_method_fields())
          .include(rule_columns())
          .add(field("gamma", "share of the gap that a step corrects"), &Row::gamma)
          .add(field("average_m",
                     "average over steps and starts of the depth of the deepest pair, at the "
                     "smallest h",
                     "m")
                   .in_table("average I\nm"),
               &Row::average_m)
          .add(field("slope", "power of h that it follows")
                   .null_where("there is none")
                   .in_table("slope", two_places),
               slope(&ConvergeSlope::of_mean))
          .add(field("average_ratio", "average of Hart's I(q), max(0, -rho) of any pair, there")
                   .in_table("by rho\n1"),
               &Row::average_ratio)
          .add(field("ratio_slope", "power of h that it follows")
                   .null_where("there is none")
                   .in_table("slope\nby rho", two_places),
               [](const Row& row) {
                 return row.slope ? row.slope->of_ratio : std::optional<double>();
               })
          .add(field("gain_J", "largest gain of energy of an island in a step of any run", "J")
                   .in_table("gain\nJ", above_rounding),
               &Row::gain_J)
          .add(field("highest_J", "highest total energy of any run, minus that of its start", "J")
                   .in_table("above\nstart J", above_rounding),
               &Row::highest_J)
          .add(field("potential_J", "potential energy at the end, start 0 at the smallest h", "J")
                   .in_table("PE end\nJ", four_places),
               &Row::potential_J)
          .add(field("kinetic_J", "kinetic energy at the end of the same run", "J")
                   .in_table("KE end\nJ"),
               &Row::kinetic_J)
          .add(field("unsolved", "steps that were not solved as posed").in_table("un-\nsolved"),
               &Row::unsolved)
          .add(field("runs", "runs, one for each h and start"), &Row::runs)
          .add(field("wrong", "how many runs are wrong").in_table("wrong\nruns"), &Row::wrong)
          .add(field("why", "why one of these is wrong, that which came highest above its start")
                   .null_where("none is"),
               &Row::why);
  return kFields;
}

const RecordDescription<MethodTableRecord>& method_table_record() {
  using Record = MethodTableRecord;
  static const RecordDescription<Record> kRecord = {
      "touchstone.thesis-methods/1",
      "Hart's problems by each combination of the rules that his thesis prints",
      RecordFields<Record>()
          .add(field("seed", "seed from which the starts are made"), &Record::seed)
          .add(field("starts", "starts of each problem"), &Record::starts)
          .add(field("dt", "lengths h of the steps", "s"), &Record::dt)
          .add(field("rows", "one entry for each problem and method, ours first"), &Record::rows,
               method_row_fields())};
  return kRecord;
}

const RecordFields<FigurePoint>& thesis_mark_fields() {
  using Point = FigurePoint;
  const auto at = [](int axis) { return [axis](const Point& point) { return point.at[axis]; }; };
  static const auto kFields =
      RecordFields<Point>()
          .add(field("name", "name of the point").in_table("point"), &Point::name)
          .add(field("at", "position of the point in the world", "m"), &Point::at)
          .column(table_column("x\nm"), at(0))
          .column(table_column("y\nm"), at(1))
          .column(table_column("z\nm"), at(2));
  return kFields;
}

const RecordDescription<ThesisDrawingRecord>& thesis_drawing_record() {
  using Record = ThesisDrawingRecord;
  static const auto kDrawing = RecordFields<GeometryDrawing>()
                                   .add(field("values", "quantities that are computed"),
                                        &GeometryDrawing::values, value_fields())
                                   .add(field("points", "points that have a name"),
                                        &GeometryDrawing::points, thesis_mark_fields())
                                   .add(field("shapes", "outlines and lines that are drawn"),
                                        &GeometryDrawing::shapes, figure_shape_fields())
                                   .add(field("curves", "curves, if the figure is a plot"),
                                        &GeometryDrawing::curves, figure_curve_fields());
  static const RecordDescription<Record> kRecord = {
      "touchstone.thesis-drawing/1",
      "A figure of Hart's thesis, or of Yi & Drumwright, that explains geometry",
      head_fields<Record>()
          .add(field("compared", "what of the printed figure is compared with this one"),
               [](const Record& record) { return record.figure.compared; })
          .include(&Record::drawing, kDrawing)};
  return kRecord;
}

}  // namespace touchstone
