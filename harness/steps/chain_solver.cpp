// SPDX-License-Identifier: GPL-3.0-or-later
// The dense chain (dynamics/complementarity/chain.hpp) as a contact solver: problems with bodies and
// polygonal cones, in space, as a run poses them.
#include <Eigen/Cholesky>
#include <algorithm>
#include <chrono>
#include <utility>

#include "dynamics/complementarity/chain.hpp"
#include "dynamics/complementarity/dense_rows.hpp"
#include "dynamics/complementarity/local_answer.hpp"
#include "geometry/index.hpp"
#include "harness/steps/step_solver.hpp"

namespace touchstone {
namespace {

/// Dense solvers are for small islands: a run puts those of more than 12 bodies to others.
constexpr std::uint32_t kMaxChainContacts = 50;
/// Residual of the chain's own judge up to which it promises a solution: that judge has another error
/// of friction than r [1].
constexpr double kPromised = 1e-10;

/// The step in velocities u = C'v, M = C C', so that a row J becomes J C^-T.
StepProblem whitened(const LocalStep& step, const Eigen::LLT<Eigen::MatrixXd>& M) {
  const StepSystem& system = *step.system;
  const auto white = [&](const SparseRows& rows) -> RowMatrix {
    if (rows.rows() == 0) return RowMatrix(0, system.velocities);
    const RowMatrix dense = dense_of_rows(rows, system.velocities);
    return M.matrixL().solve(dense.transpose()).transpose();
  };
  StepProblem problem;
  problem.free = M.matrixU() * vector_of(system.free);
  const RowMatrix contact = white(system.contact);
  const auto contacts = static_cast<Eigen::Index>(step.mu.size());
  problem.normal.resize(contacts, contact.cols());
  problem.tangent.resize(2 * contacts, contact.cols());
  problem.bound.resize(contacts);
  for (Eigen::Index i = 0; i < contacts; ++i) {
    problem.normal.row(i) = contact.row(3 * i);
    problem.tangent.middleRows(2 * i, 2) = contact.middleRows(3 * i + 1, 2);
    problem.bound[i] = system.offset[at(3 * i)];
    const double mu = step.mu[at(i)];
    problem.friction.push_back({mu > 0 ? FrictionKind::cone : FrictionKind::frictionless, mu});
  }
  problem.directions = step.directions;
  problem.joint = white(system.joint);
  problem.joint_bound = vector_of(system.rest);
  return problem;
}

/// The default chain without the links that solve a weaker problem.
std::vector<SolverLink> links_as_posed() {
  std::vector<SolverLink> links = default_chain();
  std::erase(links, SolverLink::finite_friction);
  std::erase(links, SolverLink::drop_stabilisation);
  return links;
}

class ChainRunner : public StepRunner {
 public:
  explicit ChainRunner(double time_limit_s)
      : StepRunner({.name = kChainSolver,
                    .summary = "the dense solvers of a run, one after the other",
                    .cones = TOUCHSTONE_CONE_POLYGON,
                    .abilities = TOUCHSTONE_SOLVER_JOINTS | TOUCHSTONE_SOLVER_NEEDS_BODIES,
                    .max_contacts = kMaxChainContacts}),
        time_limit_s_(time_limit_s) {}

 private:
  StepReply ask(const LocalStep& step) override {
    const auto begun = std::chrono::steady_clock::now();
    StepReply reply;
    const DenseRows mass = dense_of_rows(step.system->mass, step.system->velocities);
    const Eigen::LLT<Eigen::MatrixXd> M(mass);
    if (mass != mass.transpose() || M.info() != Eigen::Success) {
      reply.end = StepEnd::skipped;
      reply.detail = "it takes masses that are symmetric and positive definite";
      return reply;
    }
    StopRequest request;
    request.set([limit = TimeLimit(time_limit_s_)] { return limit.is_over(); });
    StepSolver solver(links_as_posed());
    solver.set_stop(StopToken(request));
    const StepProblem problem = whitened(step, M);
    const StepSolution& found = solver.solve(problem, FrictionLaw::stewart_trinkle);
    if (request.seen()) return ended_step(RunStatus::timed_out, "took longer than its limit");
    const bool promises = found.solved && found.residual <= kPromised;
    reply.end = promises ? StepEnd::solved : StepEnd::approximate;
    for (Eigen::Index i = 0; i < found.normal_impulse.size(); ++i) {
      reply.impulses.push_back(found.normal_impulse[i]);
      for (const Eigen::Index k : {2 * i, 2 * i + 1}) {
        reply.impulses.push_back(found.tangent_impulse[k]);
      }
    }
    reply.joint_impulses.assign(found.joint_impulse.begin(), found.joint_impulse.end());
    reply.residual = found.residual;
    reply.iterations = static_cast<std::uint64_t>(found.pivots);
    reply.detail = found.solver;
    reply.spent_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return reply;
  }

  double time_limit_s_;
};

}  // namespace

std::unique_ptr<StepRunner> make_chain_solver(double time_limit_s) {
  return std::make_unique<ChainRunner>(time_limit_s);
}

}  // namespace touchstone
