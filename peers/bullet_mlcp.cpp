// SPDX-License-Identifier: MIT
// Bullet's solvers of mixed linear complementarity problems (BulletDynamics/MLCPSolvers), in single
// and, as bullet_mlcp_float64, in double precision: Dantzig's method, projected Gauss-Seidel and
// Lemke's.
//
// Conventions of Bullet, and what becomes of them here:
// - A x = b + w, lo <= x <= hi, so b = -q. A and x are dense, rows as ours.
// - Friction is bounded by hi times the normal impulse of the row that limitDependency names: a box.
//   btLemkeSolver does not look at limitDependency, and bounds friction by hi = mu itself.
// - `true` from solveMLCP means solved, says btMLCPSolverInterface: it is taken so. Gauss-Seidel
//   always returns true.
// Parameters: 10,000 iterations of Gauss-Seidel, at most; Bullet's contact solver asks for 10.
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btLemkeSolver.h>
#include <BulletDynamics/MLCPSolvers/btSolveProjectedGaussSeidel.h>

#include "peers/solver_peer.hpp"

namespace {

constexpr int kIterations = 10000;
/// Dense matrices: of 200 contacts one has 600 x 600 entries, Lemke's twice as many columns.
constexpr std::uint32_t kMaxContacts = 200;
#ifdef BT_USE_DOUBLE_PRECISION
#define PEER_NAME(NAME) "bullet_" NAME "_float64"
constexpr double kTolerance = 0;
#else
#define PEER_NAME(NAME) "bullet_" NAME
constexpr double kTolerance = 1e-3;  // the largest that may be declared
#endif

template <class Solver>
void solve(const touchstone_step& step, touchstone_step_answer& answer) {
  const auto rows = static_cast<int>(3 * step.contact_count);
  btMatrixXu A(rows, rows);
  A.setZero();
  peer::for_entries(step, [&A](std::size_t row, std::size_t column, double entry) {
    A.setElem(static_cast<int>(row), static_cast<int>(column), static_cast<btScalar>(entry));
  });
  btVectorXu b(rows), x(rows), low(rows), high(rows);
  btAlignedObjectArray<int> depends;
  depends.resize(rows);
  for (int row = 0; row < rows; ++row) {
    const bool normal = row % 3 == 0;
    const auto mu = static_cast<btScalar>(step.mu[row / 3]);
    b[row] = static_cast<btScalar>(-step.q[row]);
    x[row] = 0;
    low[row] = normal ? 0 : -mu;
    high[row] = normal ? BT_INFINITY : mu;
    depends[row] = normal ? -1 : row - row % 3;
  }
  Solver solver;
  const bool solved = solver.solveMLCP(A, b, x, low, high, depends, kIterations);
  for (int row = 0; row < rows; ++row) answer.impulses[row] = x[row];
  answer.status = solved ? TOUCHSTONE_STEP_SOLVED : TOUCHSTONE_STEP_GAVE_UP;
}

template <class Solver>
touchstone_solver_1 solver(const char* name, const char* summary) {
  return peer::step_solver<solve<Solver>>(name, summary, TOUCHSTONE_CONE_BOX, kMaxContacts,
                                          kTolerance);
}

const touchstone_solver_1 kSolvers[] = {
    solver<btDantzigSolver>(PEER_NAME("dantzig"),
                            "Dantzig's method, of ODE; takes W for symmetric"),
    solver<btSolveProjectedGaussSeidel>(PEER_NAME("pgs"), "projected Gauss-Seidel"),
    solver<btLemkeSolver>(PEER_NAME("lemke"), "Lemke's method, bounds without friction's")};

}  // namespace

TOUCHSTONE_SOLVER_PEERS(kSolvers)
