// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/peg_feasibility.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "benchmarks/peg/peg_run.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "geometry/index.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

constexpr double kVertexTouches = 1e-6;  ///< largest gap of a vertex that touches [m]
constexpr std::array kRules = {PrintedRule{1e-6, 0}, PrintedRule{1e-6, 30}, PrintedRule{1e-3, 0},
                               PrintedRule{1e-3, 30}};
const CheckSubject kOurs = {.name = "ours"};

/// The bodies of a scene at the start and the end of a step.
class StepBodies {
 public:
  explicit StepBodies(const Scene& scene) {
    for (const Body& body : scene.bodies) {
      bodies_.push_back(make_peg_body(*body.shape, scene.planar));
    }
    before.resize(bodies_.size());
    after.resize(bodies_.size());
  }
  void place(const Simulation& simulation, std::vector<PlacedPegBody>& at_time) const {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      at_time[i].place(bodies_[i], simulation.states()[i].pose());
    }
  }
  /// How far a vertex of the body moves at most [m].
  double way(std::size_t body) const {
    double most = 0;
    for (std::size_t v = 0; v < before[body].vertices.size(); ++v) {
      most = std::max(most, (after[body].vertices[v] - before[body].vertices[v]).norm());
    }
    return most;
  }
  std::vector<PlacedPegBody> before, after;

 private:
  std::vector<PegBody> bodies_;
};

/// Judges the vertices of one body against the facets of another over a step: rows are the printed
/// rules, then ours.
struct StepJudge {
  const PlacedPegBody& vertices;
  const PlacedPegBody& facets;
  double reach;    ///< [m]
  double deepest;  ///< gap of the pair at the end of the step, at most 0 [m]
  std::string id;

  /// `offers(v, f)`: whether our contacts have them at the start.
  template <class Offers>
  void operator()(const PlacedPegBody& vertices_after, const PlacedPegBody& facets_after,
                  const Offers& offers, std::vector<CheckRow*>& rows) const {
    const double least_applicable = std::sin(PegOptions().eps_theta);
    for (int f = 0; at(f) < facets.normals.size(); ++f) {
      for (int v = 0; at(v) < vertices.vertices.size(); ++v) {
        const VertexPlace start = place_of(vertices, v, facets, f);
        if (start.gap > reach) continue;
        const double applicable = applicability_of(vertices, v, facets.normals[at(f)]);
        if (applicable < least_applicable) continue;
        const VertexPlace end = place_of(vertices_after, v, facets_after, f);
        Seen seen{start, applicable < -kVertexTouches};
        seen.touches =
            end.gap <= kVertexTouches && end.gap >= deepest - kVertexTouches && end.beyond <= 0 &&
            applicability_of(vertices_after, v, facets_after.normals[at(f)]) > -kVertexTouches;
        for (std::size_t k = 0; k < kRules.size(); ++k) {
          judge(seen, is_feasible(start, kRules.at(k)), *rows[k]);
        }
        judge(seen, offers(v, f), *rows.back());
      }
    }
  }

 private:
  /// A vertex and a facet.
  struct Seen {
    VertexPlace start;
    bool outside = false;  ///< the facet's normal is outside the vertex's normal cone at the start
    bool touches = false;  ///< at the end
  };

  void judge(const Seen& seen, bool offered, CheckRow& row) const {
    if (offered) row.count("offered").add(1);
    if (!seen.touches) return;
    ClaimFinding found = ClaimFinding::of(offered);
    found.counted = seen.outside ? 1U : 0U;
    if (!offered) {
      found.why = "psi " + short_text(seen.start.gap) + " m, beyond a side by " +
                  short_text(seen.start.beyond) + " m";
    }
    row.claim("touches").add(found, id);
  }
};

/// Whether a vertex, of A or of B, and a facet of the other body are an applicable contact.
bool offers_vertex(const PotentialContacts& contacts, bool of_A, int vertex, int facet) {
  using ContactKind = PotentialContact::Kind;
  const auto end = contacts.contacts().begin() + contacts.applicable();
  return std::any_of(contacts.contacts().begin(), end, [&](const PotentialContact& contact) {
    return contact.kind == (of_A ? ContactKind::vertex_A : ContactKind::vertex_B) &&
           contact.vertex() == vertex && contact.facet() == facet;
  });
}

void judge_pairs(const Simulation& simulation, const StepBodies& bodies, const std::string& id,
                 std::vector<CheckRow*>& rows) {
  const Scene& scene = simulation.scene();
  const PegOptions options;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (!simulation.present(i) || !simulation.present(k)) continue;
      if (scene.bodies[i].fixed && scene.bodies[k].fixed) continue;
      const double reach = bodies.way(i) + bodies.way(k) + kVertexTouches;
      PotentialContacts contacts, at_end;
      contacts.find(bodies.before[i], bodies.before[k], reach, options);
      if (contacts.largest_gap() > reach) continue;
      const double deepest = std::min(0.0, at_end.separation(bodies.after[i], bodies.after[k]));
      const auto judge = [&](std::size_t a, std::size_t b) {
        const auto offers = [&](int vertex, int facet) {
          return offers_vertex(contacts, a == i, vertex, facet);
        };
        StepJudge{bodies.before[a], bodies.before[b], reach, deepest, id}(
            bodies.after[a], bodies.after[b], offers, rows);
      };
      judge(i, k);
      judge(k, i);
    }
  }
}

void judge_scene(const char* name, double dt, const ClaimOptions& options,
                 std::vector<CheckRow*>& rows) {
  SceneChoice choice;
  choice.dt = dt;
  choice.seed = PegRunOptions().seed;
  const Scene scene = make_scene(*find_scene(name), choice).value();
  const auto method =
      make_contacts(*find_contact_row(scene.contacts), options.metric_source, scene.events);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  StepBodies bodies(scene);
  bodies.place(simulation, bodies.after);
  const std::string id = std::string(name) + ", h = " + short_text(dt) + " s at ";
  for (CheckRow* row : rows) ++row->cases;
  while (simulation.steps() < step_count(scene)) {
    if (options.stop_requested && options.stop_requested()) return;
    std::swap(bodies.before, bodies.after);
    if (!simulation.step().taken) break;
    bodies.place(simulation, bodies.after);
    judge_pairs(simulation, bodies, id + short_text(simulation.time()) + " s", rows);
  }
}

}  // namespace

VertexPlace place_of(const PlacedPegBody& vertices, int vertex, const PlacedPegBody& facets,
                     int facet) {
  const Vec3& p_W = vertices.vertices[at(vertex)];
  const Vec3 p_B = facets.R_WB.transpose() * (p_W - facets.p_WB);
  VertexPlace place;
  place.gap = facets.normals[at(facet)].dot(p_W) - facets.offsets[at(facet)];
  place.beyond = -std::numeric_limits<double>::infinity();
  for (const PegBody::Side& side : facets.body->facets[at(facet)].sides) {
    place.beyond = std::max(place.beyond, side.outward.dot(p_B) - side.offset);
  }
  return place;
}

bool is_feasible(const VertexPlace& place, const PrintedRule& rule) {
  const double falls = std::tan(rule.phi_degrees * std::numbers::pi / 180);
  return place.gap >= -rule.delta - falls * std::max(0.0, place.beyond);
}

Check peg_feasibility_check() {
  Check check;
  check.name = "peg-feasibility";
  check.heading = "Feasible vertices and facets, as printed and ours (docs/peg-figures.md)\n";
  check.subjects = "rule";
  check.sources = "scene";
  check.claims = {
      {"touches",
       "a vertex and a facet that touch, or part the bodies, at a step's end were offered before",
       kJudgedColumns | kShareColumn,
       {},
       true,
       false,
       {{"outside", "the normal was outside the vertex's normal cone at the start",
         "outside the normal cone"}}}};
  check.counts = {{"offered", "vertices and facets that are offered", "offered"}};
  check.legend =
      "Cases are runs of the model peg, of which all that is applicable and within reach is "
      "asked.\n"
      "A rule as printed is named by its delta, which is its epsilon [m], and its phi [degrees].\n";
  check.shown = 2;
  return check;
}

CheckReport check_peg_feasibility(const ClaimOptions& options) {
  CheckReport report{peg_feasibility_check(), PegRunOptions().seed, {}, {}};
  std::vector<CheckSubject> subjects;
  for (const PrintedRule& rule : kRules) {
    subjects.push_back({.name = short_text(rule.delta) + " m, " + short_text(rule.phi_degrees),
                        .known_bad = "touches",
                        .judged = false});
  }
  subjects.push_back(kOurs);
  constexpr std::array kScenes = {"polygon-box", "polyhedron-box"};
  for (const CheckSubject& subject : subjects) {
    for (const char* scene : kScenes) {
      report.rows.push_back(empty_row(report.check, subject));
      report.rows.back().family = scene;
    }
  }
  for (std::size_t s = 0; s < kScenes.size(); ++s) {
    std::vector<CheckRow*> rows;
    for (std::size_t k = 0; k < subjects.size(); ++k) {
      rows.push_back(&report.rows[kScenes.size() * k + s]);
    }
    for (const double dt : options.full ? std::vector{0.02, 0.01, 0.005} : std::vector{0.02}) {
      judge_scene(kScenes.at(s), dt, options, rows);
    }
  }
  return report;
}

}  // namespace touchstone
