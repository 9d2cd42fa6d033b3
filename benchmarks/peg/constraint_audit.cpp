// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/peg/constraint_audit.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "dynamics/complementarity/constraint_solver.hpp"
#include "dynamics/complementarity/random_constraints.hpp"
#include "dynamics/scenes/scene_library.hpp"
#include "dynamics/stepping/simulation.hpp"
#include "harness/asking/run_outcome.hpp"
#include "harness/runners/run_driver.hpp"

namespace touchstone {
namespace {

using Kind = ContactConstraint::Kind;

/// Random problems in one piece of work.
constexpr std::uint64_t kRandomPiece = 100;
/// Problems of U and I that one run of a scene gives at most.
constexpr std::uint64_t kOfOneRun = 150;

bool has(const StepProblem& problem, Kind kind) {
  return std::any_of(
      problem.constraints.begin(), problem.constraints.end(),
      [kind](const ContactConstraint& constraint) { return constraint.kind == kind; });
}

/// `judge` is judge_inter, of a problem with U and I constraints only, or judge_cross.
template <class Judge>
void audit_one(const StepProblem& problem, const std::string& id, const Judge& judge,
               CheckRow& row) {
  ConstraintSolver solver;
  StepSolution solution;
  const bool solved = solver.solve(problem, solution);
  judge(problem, solved, solution, id, row);
}

/// The problem without its X constraints. Contacts that only these name stay, unconstrained.
StepProblem without_cross(StepProblem problem) {
  std::erase_if(problem.constraints,
                [](const ContactConstraint& constraint) { return constraint.kind == Kind::cross; });
  return problem;
}

/// Whether free motion breaks a constraint: else there is nothing to solve.
bool asks_for_forces(const StepProblem& problem) {
  const Eigen::VectorXd rate = problem.normal * problem.free + problem.bound;
  return std::any_of(problem.constraints.begin(), problem.constraints.end(),
                     [&rate](const ContactConstraint& constraint) {
                       double largest = -std::numeric_limits<double>::infinity();
                       constraint.for_each([&](int i) { largest = std::max(largest, rate[i]); });
                       return largest < 0;
                     });
}

struct Found {
  CheckRow inter = empty_row(inter_check());
  CheckRow cross = empty_row(cross_check());
};

/// A run of a scene, or random problems.
struct Piece {
  std::string source;
  std::string scene;  ///< empty: random
  std::string model;
  bool several_primaries = false;
  std::uint64_t seed = 0;  ///< seed of the scene, or of the first random problem
  std::uint64_t problems = 0, cross = 0;
};

Scene scene_of_piece(const Piece& piece) {
  const SceneRow& library = *find_scene(piece.scene);
  SceneChoice choice;
  choice.friction = ContactFriction{FrictionKind::frictionless, 0};
  if (library.reads.find('r') != std::string_view::npos) choice.seed = piece.seed;
  auto made = make_scene(library, choice);
  if (!made) throw HarnessError("audit: " + piece.scene + ": " + made.reason());
  Scene scene = std::move(made).value();
  scene.model = piece.model;
  scene.peg.several_primaries = piece.several_primaries;
  return scene;
}

void audit_island(const IslandProblem& island, const Piece& piece, const std::string& id,
                  Found& found) {
  StepProblem problem;
  write_dense(island.rows, problem);
  if (!asks_for_forces(problem)) return;
  if (has(problem, Kind::cross) && found.cross.cases < piece.cross) {
    audit_one(problem, id, judge_cross, found.cross);
  }
  if (!has(problem, Kind::inter) || found.inter.cases >= piece.problems) return;
  audit_one(without_cross(std::move(problem)), id, judge_inter, found.inter);
}

/// Every third step, so that a run is seen for longer.
Found audit_scene(const Piece& piece, const MetricSource& metric_source) {
  constexpr std::uint64_t kEvery = 3;
  const Scene scene = scene_of_piece(piece);
  const auto method = make_contacts(*find_contact_row(scene.contacts), metric_source, scene.events);
  const auto stepper = find_stepper(scene.stepper)->make();
  Simulation simulation(scene, *method, *stepper);
  Found found;
  const std::uint64_t steps = step_count(scene);
  while (simulation.steps() < steps && simulation.step().taken) {
    if (found.inter.cases >= piece.problems && found.cross.cases >= piece.cross) break;
    if (simulation.steps() % kEvery != 0) continue;
    const std::string id = piece.source + ", step " + std::to_string(simulation.steps());
    for (const IslandProblem& island : simulation.islands()) {
      audit_island(island, piece, id, found);
    }
  }
  return found;
}

Found audit_random(const Piece& piece) {
  Found found;
  const auto id_of = [&](std::uint64_t k) {
    return piece.source + ", seed " + std::to_string(piece.seed + k);
  };
  for (std::uint64_t k = 0; k < piece.problems; ++k) {
    audit_one(random_constraint_problem(piece.seed + k, {false, piece.several_primaries}), id_of(k),
              judge_inter, found.inter);
  }
  for (std::uint64_t k = 0; found.cross.cases < piece.cross; ++k) {
    // Every second one is likely to have no solution.
    const StepProblem problem =
        random_constraint_problem(piece.seed + k, {true, false, k % 2 == 1});
    if (has(problem, Kind::cross)) audit_one(problem, id_of(k), judge_cross, found.cross);
  }
  return found;
}

/// Runs pieces and adds them up by their sources, in the order in which these first come.
class Audit {
 public:
  explicit Audit(const ConstraintAuditOptions& options)
      : options_(options),
        result_{{inter_check(), options.seed, {}, {}, {}},
                {cross_check(), options.seed, {}, {}, {}}} {}

  void run(const std::vector<Piece>& pieces) {
    const std::uint64_t before = pieces_;
    pieces_ += pieces.size();
    const auto progress = [&](std::uint64_t done, std::uint64_t /*total*/) {
      if (options_.progress) options_.progress(before + done, pieces_);
    };
    run_items(
        {options_.jobs, {}, progress}, pieces.size(), [] { return NoBench(); },
        [&](NoBench& /*bench*/, std::size_t k) {
          return pieces[k].scene.empty() ? audit_random(pieces[k])
                                         : audit_scene(pieces[k], options_.metric_source);
        },
        [&](std::size_t k, const Found& found) {
          if (found.inter.cases > 0) row_of(result_.inter, pieces[k]).add(found.inter);
          const bool any = found.cross.cases > 0 || found.cross.count("passed_over").value > 0;
          if (any) row_of(result_.cross, pieces[k]).add(found.cross);
        });
  }
  const ConstraintAudit& result() const { return result_; }

 private:
  static CheckRow& row_of(CheckReport& report, const Piece& piece) {
    for (CheckRow& row : report.rows) {
      if (row.family == piece.source) return row;
    }
    CheckRow& row = report.rows.emplace_back(empty_row(report.check));
    row.family = piece.source;
    row.group = piece.scene.empty() ? "random" : "scenes";
    return row;
  }

  const ConstraintAuditOptions& options_;
  ConstraintAudit result_;
  std::uint64_t pieces_ = 0;
};

/// One run of each scene and model, each for at most a tenth of what scenes give; of X a third, as
/// three scenes have them where forces act.
std::vector<Piece> scene_pieces(std::uint64_t seed, std::uint64_t problems, std::uint64_t cross) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> kScenes = {
      {"corner-pass", {"lnc", "peg"}},  {"corner-pass-space", {"peg"}},
      {"two-corners", {"lnc", "peg"}},  {"two-corners-space", {"peg"}},
      {"corner-cross", {"lnc", "peg"}}, {"tetra-pairs", {"peg"}},
      {"polygon-box", {"lnc", "peg"}},  {"polyhedron-box", {"peg"}}};
  std::vector<Piece> pieces;
  for (const auto& [scene, models] : kScenes) {
    for (const std::string& model : models) {
      for (const bool several : {false, true}) {
        const std::string source = scene + ", " + model + (several ? ", several" : "");
        pieces.push_back({source, scene, model, several, seed,
                          std::min(kOfOneRun, (problems + 9) / 10), several ? 0 : (cross + 2) / 3});
      }
    }
  }
  return pieces;
}

/// Those that can be poured again from another start.
std::vector<Piece> poured_pieces(std::uint64_t seed) {
  std::vector<Piece> pieces;
  for (const char* scene : {"polygon-box", "polyhedron-box", "tetra-pairs"}) {
    pieces.push_back({std::string(scene) + ", peg", scene, "peg", false, seed, kOfOneRun, 0});
  }
  return pieces;
}

}  // namespace

std::uint64_t all_problems(const CheckReport& report) {
  std::uint64_t all = 0;
  for (const CheckRow& row : report.rows) all += row.cases;
  return all;
}

// Half of the problems are of scenes, or a little more: their runs are not cut short. The rest is
// random, a fifth of it with several primaries.
ConstraintAudit audit_constraints(const ConstraintAuditOptions& options) {
  const std::uint64_t of_scenes = (options.problems + 1) / 2;
  const std::uint64_t cross = (options.problems + 9) / 10;
  Audit audit(options);
  audit.run(scene_pieces(options.seed, of_scenes, (cross + 1) / 2));
  for (std::uint64_t start = 1; all_problems(audit.result().inter) < of_scenes; ++start) {
    const std::uint64_t before = all_problems(audit.result().inter);
    audit.run(poured_pieces(options.seed + start));
    if (all_problems(audit.result().inter) == before) {
      throw HarnessError("audit: scenes that pose no problem");
    }
  }
  const auto still = [](std::uint64_t wanted, std::uint64_t have) {
    return wanted > have ? wanted - have : 0;
  };
  std::uint64_t missing = still(options.problems, all_problems(audit.result().inter));
  std::uint64_t missing_cross = still(cross, all_problems(audit.result().cross));
  std::vector<Piece> pieces;
  for (std::uint64_t k = 0; missing + missing_cross > 0; ++k) {
    const bool several = k % 5 == 4;
    Piece piece = {several ? "random, several" : "random",
                   "",
                   "",
                   several,
                   options.seed * 1'000'000 + k * kRandomPiece,
                   std::min(missing, kRandomPiece),
                   several ? 0 : std::min(missing_cross, kRandomPiece / 5)};
    missing -= piece.problems;
    missing_cross -= piece.cross;
    pieces.push_back(std::move(piece));
  }
  audit.run(pieces);
  return audit.result();
}

}  // namespace touchstone
