// SPDX-License-Identifier: GPL-3.0-or-later
#include "reports/html/movie_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>

#include "reports/html/report_json.hpp"
#include "reports/html/report_record.hpp"

namespace touchstone {
namespace {

/// A place is written to this part of the smallest moving body, a unit vector's entry to this [1].
constexpr double kResolution = 1e-4;
/// Contacts of a run that a page holds: of more frames than these fill, each n-th has its contacts.
constexpr std::size_t kMaxContacts = 60'000;

std::int64_t whole(double x) { return std::llround(x); }

std::vector<double> all_shortened(std::vector<double> values) {
  for (double& x : values) x = shortened(x);
  return values;
}

/// Length in which places are counted [m].
double unit_of(const Scene& scene) {
  double size = 0;
  for (const Body& body : scene.bodies) {
    const double reach = body.reach();
    if (!body.fixed && reach > 0) size = size > 0 ? std::min(size, reach) : reach;
  }
  return kResolution * (size > 0 ? size : 1);
}

/// The scene's shapes, each once, and which of them each body has.
struct Shapes {
  std::vector<const Polytope*> shapes;
  std::vector<std::size_t> of_body;

  explicit Shapes(const Scene& scene) {
    std::map<const Polytope*, std::size_t> places;
    for (const Body& body : scene.bodies) {
      const auto [place, added] = places.emplace(body.shape.get(), shapes.size());
      if (added) shapes.push_back(body.shape.get());
      of_body.push_back(place->second);
    }
  }
};

RecordFields<const Polytope*> movie_shape_fields() {
  using Shape = const Polytope*;
  using Corners = std::vector<std::vector<int>>;
  return RecordFields<Shape>()
      .add(field("radius", "radius of an ideal sphere; 0 of a polytope", "m"),
           [](const Shape& shape) { return shape->radius(); })
      .add(field("vertices", "vertices in the frame of the body; of a sphere none", "m"),
           [](const Shape& shape) {
             return shape->radius() > 0 ? std::vector<Vec3>() : shape->vertices();
           })
      .add(
          field("facets",
                "facets: positions of their vertices, from 0, counter-clockwise seen from outside"),
          [](const Shape& shape) {
            Corners corners;
            for (const Facet& facet : shape->facets()) {
              corners.emplace_back(facet.vertices.begin(), facet.vertices.end());
            }
            return corners;
          });
}

struct BodyEntry {
  const Body* body;
  std::size_t shape;
};

RecordFields<BodyEntry> movie_body_fields() {
  return RecordFields<BodyEntry>()
      .add(field("name", "name of the body in the scene"),
           [](const BodyEntry& entry) { return entry.body->name; })
      .add(field("shape", "position of its shape in `shapes`, from 0"), &BodyEntry::shape)
      .add(field("fixed", "whether nothing moves it but its path"),
           [](const BodyEntry& entry) { return entry.body->fixed; });
}

/// A run beside the unit of its places.
struct MovieEntry {
  const Movie* movie;
  double unit_m;

  std::size_t frames() const { return movie->frames.size(); }
  /// Frames from one whose contacts are here to the next.
  std::size_t contact_stride() const {
    std::size_t contacts = 0;
    for (const MovieFrame& frame : movie->frames) contacts += frame.contacts.size();
    return contacts / kMaxContacts + 1;
  }
  std::array<std::int64_t, 7> pose(std::size_t frame, std::size_t body) const {
    const BodyState& state = movie->frames[frame].states[body];
    const Eigen::Quaterniond& q = state.q_WB;
    return {whole(state.p_W.x() / unit_m), whole(state.p_W.y() / unit_m),
            whole(state.p_W.z() / unit_m), whole(q.w() / kResolution),
            whole(q.x() / kResolution),    whole(q.y() / kResolution),
            whole(q.z() / kResolution)};
  }
};

/// What a pose changes by from frame to frame, up to the last change.
std::vector<std::int64_t> pose_steps(const MovieEntry& entry, std::size_t body) {
  std::vector<std::int64_t> steps;
  std::array<std::int64_t, 7> before{};
  std::size_t moved = 0;
  for (std::size_t k = 0; k < entry.frames(); ++k) {
    const auto now = entry.pose(k, body);
    for (std::size_t i = 0; i < now.size(); ++i) steps.push_back(now[i] - before[i]);
    if (now != before) moved = steps.size();
    before = now;
  }
  steps.resize(moved);
  return steps;
}

std::vector<double> contact_numbers(const MovieFrame& frame, double unit_m) {
  std::vector<double> numbers;
  for (const MovieContact& contact : frame.contacts) {
    numbers.push_back(contact.A);
    numbers.push_back(contact.B);
    for (const double x : contact.p_W) numbers.push_back(std::round(x / unit_m));
    for (const double x : contact.normal) numbers.push_back(std::round(x / kResolution));
    for (const double x : contact.force_W) numbers.push_back(shortened(x));
  }
  return numbers;
}

template <class Get>
auto of_frames(const MovieEntry& entry, const Get& get) {
  std::vector<std::decay_t<decltype(get(entry.movie->frames.front()))>> values;
  for (const MovieFrame& frame : entry.movie->frames) values.push_back(get(frame));
  return values;
}

RecordFields<MovieEntry> movie_pose_fields() {
  return RecordFields<MovieEntry>()
      .add(field("time_s", "time of each frame", "s"),
           [](const MovieEntry& entry) {
             return of_frames(entry, [](const MovieFrame& f) { return shortened(f.time_s); });
           })
      .add(field("poses",
                 "for each body, how seven numbers change from frame to frame, from 0 on and up to "
                 "the last change: position of the centre of mass in `unit_m`, then quaternion w, "
                 "x, y, z from the body's axes to the world's in 1e-4"),
           [](const MovieEntry& entry) {
             std::vector<std::vector<std::int64_t>> poses;
             for (std::size_t i = 0; i < entry.movie->frames.front().states.size(); ++i) {
               poses.push_back(pose_steps(entry, i));
             }
             return poses;
           })
      .add(field("first_frame", "for each body, the frame in which it appears, from 0"),
           [](const MovieEntry& entry) {
             std::vector<std::size_t> first;
             for (std::size_t i = 0; i < entry.movie->frames.front().states.size(); ++i) {
               std::size_t k = 0;
               while (k < entry.frames() && entry.movie->frames[k].present[i] == 0) ++k;
               first.push_back(k);
             }
             return first;
           })
      .add(field("contact_stride", "frames from one whose contacts are here to the next"),
           &MovieEntry::contact_stride)
      .add(
          field("contacts",
                "eleven numbers for each contact point, in every frame whose number "
                "`contact_stride` divides: bodies A and B, from 0; the point in `unit_m`; the unit "
                "normal from B to A in 1e-4; the force on A in the step that begins there [N]"),
          [](const MovieEntry& entry) {
            std::vector<std::vector<double>> contacts;
            for (std::size_t k = 0; k < entry.frames(); k += entry.contact_stride()) {
              contacts.push_back(contact_numbers(entry.movie->frames[k], entry.unit_m));
            }
            return contacts;
          });
}

RecordFields<MovieEntry> movie_curve_fields() {
  return RecordFields<MovieEntry>()
      .add(field("overlap_m", "for each frame, the deepest overlap since the frame before", "m"),
           [](const MovieEntry& entry) {
             return of_frames(entry, [](const MovieFrame& f) { return shortened(f.overlap_m); });
           })
      .add(field("contact_count",
                 "for each frame, the most contact points of a step since the frame before"),
           [](const MovieEntry& entry) {
             return of_frames(entry, [](const MovieFrame& f) { return f.contact_count; });
           })
      .add(field("energy_time_s", "times of the energies", "s"),
           [](const MovieEntry& entry) { return all_shortened(entry.movie->energies.time_s); })
      .add(field("kinetic_J", "kinetic energy, thinned so that no spike is lost", "J"),
           [](const MovieEntry& entry) { return all_shortened(entry.movie->energies.kinetic_J); })
      .add(field("total_J", "total energy, thinned so that no spike is lost", "J"),
           [](const MovieEntry& entry) { return all_shortened(entry.movie->energies.total_J); });
}

RecordFields<MovieEntry> movie_run_fields() {
  return RecordFields<MovieEntry>()
      .add(field("name", "what sets the run apart from those beside it"),
           [](const MovieEntry& entry) { return entry.movie->name; })
      .add(field("dt", "mean length of a step", "s"),
           [](const MovieEntry& entry) { return entry.movie->dt; })
      .add(field("steps", "steps that were taken"),
           [](const MovieEntry& entry) { return entry.movie->steps; })
      .add(field("steps_per_frame", "steps from one frame to the next"),
           [](const MovieEntry& entry) { return entry.movie->steps_per_frame; })
      .add(field("unsolved_steps", "steps that were not solved as posed"),
           [](const MovieEntry& entry) { return entry.movie->unsolved_steps; })
      .add(field("has_contacts", "whether contacts are known, not poses alone"),
           [](const MovieEntry& entry) { return entry.movie->has_contacts; })
      .add(field("fault", "why the run ended early").null_where("it did not"),
           [](const MovieEntry& entry) { return entry.movie->fault; })
      .include(movie_pose_fields())
      .include(movie_curve_fields());
}

}  // namespace

const RecordDescription<MoviePage>& movie_record() {
  using Page = MoviePage;
  static const RecordDescription<Page> kRecord = {
      "touchstone.movie/1", "Runs of a scene as a page shows them in motion",
      RecordFields<Page>()
          .add(field("made", "where, when and by what the page was made"), &Page::made,
               context_fields())
          .add(field("scene", "name of the scene"), [](const Page& p) { return p.scene.name; })
          .add(field("gravity", "gravity in the world", "m/s^2"),
               [](const Page& p) { return p.scene.gravity_W; })
          .add(field("planar", "axis along which one looks at a planar scene, from 0")
                   .null_where("the scene is in space"),
               [](const Page& p) {
                 return p.scene.planar ? std::optional(static_cast<int>(*p.scene.planar))
                                       : std::nullopt;
               })
          .add(field("unit_m", "length in which places are counted", "m"),
               [](const Page& p) { return unit_of(p.scene); })
          .add(
              field("shapes", "shapes of the bodies, each once"),
              [](const Page& p) { return Shapes(p.scene).shapes; }, movie_shape_fields())
          .add(
              field("bodies", "bodies of the scene"),
              [](const Page& p) {
                const Shapes shapes(p.scene);
                std::vector<BodyEntry> entries;
                for (std::size_t i = 0; i < p.scene.bodies.size(); ++i) {
                  entries.push_back({&p.scene.bodies[i], shapes.of_body[i]});
                }
                return entries;
              },
              movie_body_fields())
          .add(
              field("runs", "runs of the scene, which are shown side by side"),
              [](const Page& p) {
                std::vector<MovieEntry> entries;
                for (const Movie& run : p.runs) entries.push_back({&run, unit_of(p.scene)});
                return entries;
              },
              movie_run_fields())};
  return kRecord;
}

}  // namespace touchstone
