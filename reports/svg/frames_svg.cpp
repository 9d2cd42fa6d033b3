// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/svg/frames_svg.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reports/svg/svg_text.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kFrameWidth = 360;
constexpr double kFrameMargin = 30;
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
  double nearness = 0;
  double light = 1;
  std::size_t body = 0;
};

std::vector<Face> faces_of(const Scene& scene, const MotionFrame& frame, const View& view) {
  std::vector<Face> faces;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (scene.bodies[i].shape.is_sphere()) continue;
    const Polytope& polytope = *scene.bodies[i].shape.polytope;
    const Pose pose = frame.states[i].pose();
    for (const Facet& facet : polytope.facets()) {
      const Vec3 normal = pose.R * facet.normal;
      if (normal.dot(view.towards) <= 1e-9) continue;
      Face face;
      face.body = i;
      face.light = 0.55 + 0.45 * normal.dot(view.up) * 0.6 + 0.2 * normal.dot(view.towards);
      Vec3 middle = Vec3::Zero();
      for (const int v : facet.vertices) {
        face.corners.push_back(pose.R * polytope.vertices()[static_cast<std::size_t>(v)] + pose.t);
        middle += face.corners.back();
      }
      middle /= static_cast<double>(face.corners.size());
      // Fixed bodies are large, and behind all others.
      face.nearness = middle.dot(view.towards) - (scene.bodies[i].fixed ? 1e6 : 0);
      faces.push_back(std::move(face));
    }
  }
  std::sort(faces.begin(), faces.end(),
            [](const Face& a, const Face& b) { return a.nearness < b.nearness; });
  return faces;
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
      if (scene.bodies[i].fixed || scene.bodies[i].shape.is_sphere()) continue;
      const Pose pose = frame.states[i].pose();
      for (const Vec3& vertex : scene.bodies[i].shape.polytope->vertices()) {
        const Vec3 p = pose.R * vertex + pose.t;
        window.see(p.dot(view.right), p.dot(view.up));
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

}  // namespace

std::string frames_svg(const Scene& scene, const std::vector<MotionFrame>& frames,
                       const std::string& title) {
  const View view = view_of(scene);
  const Window window = window_of(scene, frames, view);
  const double scale = kFrameWidth / (window.right - window.left);
  const double height = scale * (window.high - window.low);
  constexpr std::size_t kColumns = 2;
  std::string svg = svg_label({kFrameMargin, 20}, title, "start");
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const double x0 =
        kFrameMargin + static_cast<double>(k % kColumns) * (kFrameWidth + kFrameMargin);
    const double y0 = kTitle + static_cast<double>(k / kColumns) * (height + kFrameMargin);
    const std::string clip = "frame" + std::to_string(k);
    const std::string box = "x=\"" + svg_number(x0) + "\" y=\"" + svg_number(y0) + "\" width=\"" +
                            svg_number(kFrameWidth) + "\" height=\"" + svg_number(height) + "\"";
    svg += "<clipPath id=\"" + clip + "\"><rect " + box + "/></clipPath>\n<g clip-path=\"url(#" +
           clip + ")\">\n";
    for (const Face& face : faces_of(scene, frames[k], view)) {
      std::vector<SvgPoint> corners;
      for (const Vec3& p : face.corners) {
        corners.push_back({x0 + scale * (p.dot(view.right) - window.left),
                           y0 + scale * (window.high - p.dot(view.up))});
      }
      svg += svg_polygon(corners, colour_of(face, scene.bodies[face.body].fixed), "#333333");
    }
    svg += "</g>\n<rect " + box + " fill=\"none\" stroke=\"#888888\"/>\n";
    svg += svg_label({x0 + 6, y0 + height + 14}, "t = " + exact_text(frames[k].time_s) + " s",
                     "start");
  }
  const double rows = std::ceil(static_cast<double>(frames.size()) / kColumns);
  return svg_document(2 * kFrameWidth + 3 * kFrameMargin, kTitle + rows * (height + kFrameMargin),
                      svg);
}

}  // namespace touchstone
