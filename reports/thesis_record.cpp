// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/thesis_record.hpp"

namespace touchstone {
namespace {

template <class Record>
RecordFields<Record> head_fields() {
  return RecordFields<Record>()
      .add(field("versions", "what wrote the record"), &Record::versions, version_fields())
      .add(
          field("figure", "name of the figure"),
          [](auto& record) -> auto& { return record.figure.name; })
      .add(
          field("title", "title in the thesis"),
          [](auto& record) -> auto& { return record.figure.title; });
}

template <class Record>
RecordFields<Record> scene_fields() {
  return head_fields<Record>().add(
      field("scene", "name of the scene"),
      [](auto& record) -> auto& { return record.figure.scene; });
}

const RecordFields<ThesisPoint>& thesis_point_fields() {
  using Point = ThesisPoint;
  static const auto kFields =
      RecordFields<Point>()
          .add(field("gamma", "share of the gap that a step corrects"), &Point::gamma)
          .add(field("dt", "length h of a step", "s"), &Point::dt)
          .add(field("average_m",
                     "average over the steps of the infeasibility: depth of the deepest pair, 0 if "
                     "none overlaps",
                     "m"),
               &Point::average_m)
          .add(field("max_m", "largest infeasibility of a step", "m"), &Point::max_m);
  return kFields;
}

const RecordFields<FigureValue>& value_fields() {
  using Value = FigureValue;
  static const auto kFields =
      RecordFields<Value>()
          .add(field("name", "symbol of the quantity"), &Value::name)
          .add(field("unit", "unit of the value; empty for a pure number"), &Value::unit)
          .add(field("value", "value of the quantity").null_where("it is no number"), &Value::value)
          .add(field("meaning", "what the quantity is"), &Value::meaning);
  return kFields;
}

const RecordFields<FigureShape>& figure_shape_fields() {
  using Shape = FigureShape;
  static const auto kFields =
      RecordFields<Shape>()
          .add(field("name", "name of the shape").null_where("it is drawn without a name"),
               &Shape::name)
          .add(field("style", "how the shape is drawn"),
               [](const Shape& shape) { return style_name(shape.style); })
          .add(field("points", "corners of the shape in the world", "m"), &Shape::points);
  return kFields;
}

const RecordFields<FigureCurve>& figure_curve_fields() {
  static const auto kFields =
      RecordFields<FigureCurve>()
          .add(field("name", "name of the curve"), &FigureCurve::name)
          .add(field("x", "abscissas of the curve's points"), &FigureCurve::x)
          .add(field("y", "ordinates of the curve's points"), &FigureCurve::y);
  return kFields;
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

ThesisFramesRecord thesis_frames_of(const ThesisFigure& figure, const ThesisMotion& motion) {
  ThesisFramesRecord record{.figure = figure, .unsolved = motion.unsolved, .fault = motion.fault};
  for (const MotionFrame& frame : motion.frames) {
    for (std::size_t i = 0; i < motion.scene.bodies.size(); ++i) {
      if (motion.scene.bodies[i].fixed) continue;
      const BodyState& state = frame.states[i];
      const Eigen::Quaterniond& q = state.q_WB;
      record.frames.push_back({motion.scene.bodies[i].name,
                               frame.time_s,
                               state.p_W,
                               {q.w(), q.x(), q.y(), q.z()},
                               state.v_W.norm()});
    }
  }
  return record;
}

const RecordDescription<ThesisFramesRecord>& thesis_frames_record() {
  using Record = ThesisFramesRecord;
  static const RecordDescription<Record> kRecord = {
      "touchstone.thesis-frames/1", "A figure of Hart's thesis that shows a motion",
      scene_fields<Record>()
          .add(field("dt", "length of a step", "s"),
               [](const Record& record) { return record.figure.dt.front(); })
          .add(field("gamma", "share of the gap that a step corrects"),
               [](const Record& record) { return record.figure.gamma.front(); })
          .add(field("unsolved", "steps that were not solved"), &Record::unsolved)
          .add(field("fault", "why the motion ended early").null_where("it did not"),
               &Record::fault)
          .add(field("frames", "one entry for each body that moves at each time"), &Record::frames,
               thesis_frame_fields())};
  return kRecord;
}

const RecordDescription<ThesisPlotRecord>& thesis_plot_record() {
  using Record = ThesisPlotRecord;
  static const RecordDescription<Record> kRecord = {
      "touchstone.thesis-plot/1", "A figure of Hart's thesis that plots overlaps against steps",
      scene_fields<Record>().add(field("points", "one entry for each gamma and step"),
                                 &Record::points, thesis_point_fields())};
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
      "touchstone.thesis-drawing/1", "A figure of Hart's thesis that explains geometry",
      head_fields<Record>()
          .add(field("compared", "what of the printed figure is compared with this one"),
               [](const Record& record) { return record.figure.compared; })
          .include(&Record::drawing, kDrawing)};
  return kRecord;
}

}  // namespace touchstone
