// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/frames_svg.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reports/svg/svg_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kFrameWidth = 360;  ///< of the frames of one motion
constexpr double kRowWidth = 240;    ///< of frames whose rows are several motions
constexpr double kFrameMargin = 30;
constexpr double kRowGap = 10;  ///< between the frames of a row
constexpr double kTitle = 30;
constexpr double kFrameBorder = 0.08;  ///< room on each side, over the size of what is shown [1]

/// How the world is looked at: two axes of the picture, and the way towards the eye.
struct View {
  Vec3 right, up, towards;
};

/// Up is against gravity. In space from 25 degrees above, 35 degrees to the side.
View view_of(const Scene& scene) {
  if (scene.planar) {
    const auto along = static_cast<Eigen::Index>(*scene.planar);
    const Vec3 towards = Vec3::Unit(along);
    return {Vec3::Unit((along + 1) % 3), Vec3::Unit((along + 2) % 3), towards};
  }
  const Vec3 up = scene.gravity_W.isZero() ? Vec3(0, 1, 0) : Vec3(-scene.gravity_W.normalized());
  Vec3 front = std::abs(up.z()) > 0.5 ? Vec3(1, 0, 0) : Vec3(0, 0, 1);
  front = (front - front.dot(up) * up).normalized();
  front = Eigen::AngleAxisd(0.61, up) * front;
  const Vec3 towards = (front * std::cos(0.44) + up * std::sin(0.44)).normalized();
  const Vec3 right = up.cross(towards).normalized();
  return {right, towards.cross(right), towards};
}

/// A face in world coordinates, and how it is drawn.
struct Face {
  std::vector<Vec3> corners;
  Vec3 normal = Vec3::Zero();
  double nearness = 0;
  double light = 1;
  std::size_t body = 0;
};

/// The part of a face on one side of the plane of another: `sign` 1 where its normal points.
Face cut(const Face& face, const Face& by, double sign) {
  Face part = face;
  part.corners.clear();
  const auto height = [&](const Vec3& p) { return sign * by.normal.dot(p - by.corners[0]); };
  for (std::size_t k = 0; k < face.corners.size(); ++k) {
    const Vec3& a = face.corners[k];
    const Vec3& b = face.corners[(k + 1) % face.corners.size()];
    if (height(a) >= 0) part.corners.push_back(a);
    if (height(a) * height(b) >= 0) continue;
    part.corners.push_back(a + (b - a) * (height(a) / (height(a) - height(b))));
  }
  return part;
}

/// Orders faces that are turned to the eye so that none hides one behind it: those behind the plane
/// of the first come before it, the others after it, and what crosses the plane is cut.
void append_from_behind(std::vector<Face> faces, std::vector<Face>& ordered) {
  if (faces.empty()) return;
  const Face first = faces.front();
  std::vector<Face> behind;
  std::vector<Face> before;
  for (std::size_t k = 1; k < faces.size(); ++k) {
    double low = 0;
    double high = 0;
    for (const Vec3& p : faces[k].corners) {
      const double height = first.normal.dot(p - first.corners[0]);
      low = std::min(low, height);
      high = std::max(high, height);
    }
    constexpr double kInPlane = 1e-9;  // [m]
    if (high <= kInPlane) {
      behind.push_back(std::move(faces[k]));
    } else if (low >= -kInPlane) {
      before.push_back(std::move(faces[k]));
    } else {
      behind.push_back(cut(faces[k], first, -1));
      before.push_back(cut(faces[k], first, 1));
    }
  }
  append_from_behind(std::move(behind), ordered);
  ordered.push_back(first);
  append_from_behind(std::move(before), ordered);
}

/// Whether a face of a fixed body would hide what moves: the near walls of a box are left out.
bool hides_all(const Scene& scene, const MotionFrame& frame, const Face& face) {
  if (scene.planar) return false;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].fixed || !frame.shows(i)) continue;
    if (face.normal.dot(frame.states[i].p_W - face.corners[0]) >= 0) return false;
  }
  return true;
}

std::vector<Face> faces_of(const Scene& scene, const MotionFrame& frame, const View& view) {
  std::vector<Face> faces;
  std::vector<Face> fixed;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (!frame.shows(i)) continue;
    const Polytope& polytope = *scene.bodies[i].shape;
    const Pose pose = frame.states[i].pose();
    for (const Facet& facet : polytope.facets()) {
      const Vec3 normal = pose.R * facet.normal;
      if (normal.dot(view.towards) <= 1e-9) continue;
      Face face;
      face.body = i;
      face.normal = normal;
      face.light = 0.6 + 0.27 * normal.dot(view.up) + 0.15 * normal.dot(view.towards) +
                   0.08 * normal.dot(view.right);
      Vec3 middle = Vec3::Zero();
      for (const int v : facet.vertices) {
        face.corners.push_back(pose.R * polytope.vertices()[static_cast<std::size_t>(v)] + pose.t);
        middle += face.corners.back();
      }
      middle /= static_cast<double>(face.corners.size());
      face.nearness = middle.dot(view.towards);
      if (!scene.bodies[i].fixed) {
        faces.push_back(std::move(face));
      } else if (!hides_all(scene, frame, face)) {
        fixed.push_back(std::move(face));
      }
    }
  }
  std::sort(faces.begin(), faces.end(),
            [](const Face& a, const Face& b) { return a.nearness < b.nearness; });
  // Fixed bodies are large, and behind all others.
  std::vector<Face> all;
  append_from_behind(std::move(fixed), all);
  all.insert(all.end(), faces.begin(), faces.end());
  return all;
}

/// What the frames show, in the axes of the view [m].
struct Window {
  double left = 1e300, right = -1e300, low = 1e300, high = -1e300;
  void see(double x, double y) {
    left = std::min(left, x);
    right = std::max(right, x);
    low = std::min(low, y);
    high = std::max(high, y);
  }
};

Window window_of(const Scene& scene, const std::vector<MotionFrame>& frames, const View& view) {
  Window window;
  for (const MotionFrame& frame : frames) {
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      if (scene.bodies[i].fixed || !frame.shows(i)) continue;
      const Pose pose = frame.states[i].pose();
      const double r = scene.bodies[i].shape->radius();
      for (const Vec3& vertex : scene.bodies[i].shape->vertices()) {
        const Vec3 p = pose.R * vertex + pose.t;
        window.see(p.dot(view.right) - r, p.dot(view.up) - r);
        window.see(p.dot(view.right) + r, p.dot(view.up) + r);
      }
    }
  }
  const double room = kFrameBorder * std::max(window.right - window.left, window.high - window.low);
  return {window.left - room, window.right + room, window.low - room, window.high + room};
}

std::string colour_of(const Face& face, bool fixed) {
  const std::string_view base = fixed ? std::string_view("#c8c4ba") : svg_colour(face.body);
  std::string shaded = "#";
  for (std::size_t k = 1; k < 7; k += 2) {
    const int value = std::stoi(std::string(base.substr(k, 2)), nullptr, 16);
    const int light = std::clamp(static_cast<int>(value * face.light + 40 * face.light), 0, 255);
    constexpr const char* kDigits = "0123456789abcdef";
    shaded += kDigits[light / 16];
    shaded += kDigits[light % 16];
  }
  return shaded;
}

/// Where frames stand, and what of the world they show.
struct Layout {
  View view;
  Window window;
  double width = 0;   ///< of a frame
  double height = 0;  ///< of a frame
};

/// One frame with its upper left corner at `corner`; `number` is its own in the file.
std::string frame_svg(const Scene& scene, const MotionFrame& frame, const Layout& layout,
                      const SvgPoint& corner, std::size_t number) {
  const double scale = layout.width / (layout.window.right - layout.window.left);
  const std::string clip = "frame" + std::to_string(number);
  const std::string box = "x=\"" + svg_number(corner[0]) + "\" y=\"" + svg_number(corner[1]) +
                          "\" width=\"" + svg_number(layout.width) + "\" height=\"" +
                          svg_number(layout.height) + "\"";
  std::string svg = "<clipPath id=\"" + clip + "\"><rect " + box +
                    "/></clipPath>\n<g clip-path=\"url(#" + clip + ")\">\n";
  for (const Face& face : faces_of(scene, frame, layout.view)) {
    std::vector<SvgPoint> corners;
    for (const Vec3& p : face.corners) {
      corners.push_back({corner[0] + scale * (p.dot(layout.view.right) - layout.window.left),
                         corner[1] + scale * (layout.window.high - p.dot(layout.view.up))});
    }
    svg += svg_polygon(corners, colour_of(face, scene.bodies[face.body].fixed), "#333333");
  }
  svg += "</g>\n<rect " + box + " fill=\"none\" stroke=\"#888888\"/>\n";
  return svg + svg_label({corner[0] + 6, corner[1] + layout.height + 14},
                         "t = " + exact_text(frame.time_s) + " s", "start");
}

/// By what a row is, and why it is wrong if it is.
std::string row_name(const ThesisMotion& motion) {
  const std::string by = motion.method.model.empty() ? "by the method: " : "by the contact model: ";
  const std::string wrong = motion.wrong();
  return by + motion.method.name + (wrong.empty() ? "" : "; wrong: " + wrong);
}

std::string frames_description(const std::vector<ThesisMotion>& motions, const std::string& title) {
  std::string what = "the bodies at";
  for (const MotionFrame& frame : motions.front().frames) {
    what += (&frame == motions.front().frames.data() ? " t = " : ", ") + exact_text(frame.time_s);
  }
  std::vector<std::string> methods;
  for (const ThesisMotion& motion : motions) methods.push_back(motion.method.name);
  return svg_description(title, what + " s",
                         motions.size() > 1 ? "a row for each method" : "method", methods);
}

}  // namespace

std::string frames_svg(const std::vector<ThesisMotion>& motions, const std::string& title) {
  const ThesisMotion& first = motions.front();
  const bool one = motions.size() == 1;
  const std::size_t columns = one ? 2 : first.frames.size();
  Layout layout;
  layout.view = view_of(first.scene);
  layout.window = window_of(first.scene, first.frames, layout.view);
  layout.width = one ? kFrameWidth : kRowWidth;
  layout.height = layout.width * (layout.window.high - layout.window.low) /
                  (layout.window.right - layout.window.left);
  std::string svg = svg_label({kFrameMargin, 20}, title, "start");
  double y = kTitle;
  std::size_t number = 0;
  for (const ThesisMotion& motion : motions) {
    if (!one) {
      svg += svg_label({kFrameMargin, y + 12}, row_name(motion), "start");
      y += kFrameMargin / 2 + 5;
    }
    for (std::size_t k = 0; k < motion.frames.size(); ++k) {
      const double x = kFrameMargin + static_cast<double>(k % columns) *
                                          (layout.width + (one ? kFrameMargin : kRowGap));
      svg += frame_svg(motion.scene, motion.frames[k], layout, {x, y}, number++);
      if ((k + 1) % columns == 0 || k + 1 == motion.frames.size())
        y += layout.height + kFrameMargin;
    }
  }
  const auto count = static_cast<double>(columns);
  return svg_document(
      2 * kFrameMargin + count * layout.width + (count - 1) * (one ? kFrameMargin : kRowGap), y,
      svg, frames_description(motions, title));
}

}  // namespace touchstone
