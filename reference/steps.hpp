// SPDX-License-Identifier: GPL-3.0-or-later
// The judge of contact solvers: whether impulses solve the contacts of one step. Shares no code
// with any solver; decisions are exact (steps/README.md).
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace touchstone {

/// An answer with a larger error of the contact law is not accepted [1].
inline constexpr double kAcceptedStepError = 1e-9;

/// Rows of a matrix, of which only some entries are there.
struct RowsOfStep {
  std::span<const int> begin = {};  ///< first entry of each row; one more than rows
  std::span<const int> column = {};
  std::span<const double> value = {};
};

/// M^-1 in rationals.
struct StepMass;

/// Contacts with the velocities v behind them: M (v - free) = force + H P + G l, w = H'v + offset,
/// G'v + rest = 0. M is positive definite, and `free` or `force` may be empty: zeros.
struct StepBehind {
  std::size_t velocities = 0;
  RowsOfStep mass = {};                 ///< M
  std::span<const double> free = {};    ///< [m/s, rad/s]
  std::span<const double> force = {};   ///< [N s, N m s]
  RowsOfStep contact = {};              ///< H'
  std::span<const double> offset = {};  ///< [m/s]
  RowsOfStep joint = {};                ///< G'
  std::span<const double> rest = {};    ///< [m/s]
  /// From invert_mass(); without it each judgement inverts M anew.
  std::shared_ptr<const StepMass> inverse = nullptr;
};

/// M^-1, or nullptr where M is singular.
std::shared_ptr<const StepMass> invert_mass(const StepBehind& behind);

/// The contacts of one step in local form, w = W P + V l + q with V'P + R l + s = 0, or with the
/// velocities behind them; a contact's rows normal first, l impulses of joints. The doubles are the
/// problem. Each index is in range, every number finite, mu >= 0: who reads a file or asks a solver
/// checks that.
struct StepQuestion {
  /// The set D of friction directions: the unit disc, the square [-1, 1]^2, or a polygon.
  enum class Cone { round, box, polygon };
  Cone cone = Cone::round;
  int dimension = 3;                ///< 3, or 2 in the plane, where D is [-1, 1] for each cone
  std::span<const double> polygon;  ///< x, y of each corner of D, counter-clockwise
  std::span<const double> mu;       ///< friction of each contact [1]
  std::span<const int> begin;       ///< first block of each contact; one more than contacts
  std::span<const int> column;      ///< the contact of each block; a row has each once at most
  std::span<const double> blocks;   ///< dimension x dimension each, row by row [1/kg]
  std::span<const double> q;        ///< w where no contact has an impulse [m/s]
  std::span<const double> joint_columns = {};  ///< V, row by row [1/kg]
  std::span<const double> joint_matrix = {};   ///< R, row by row [1/kg]
  std::span<const double> joint_rest = {};     ///< s [m/s]
  /// Where there is one, the problem is this, and nothing of W, q and the joints is read.
  const StepBehind* behind = nullptr;

  std::size_t rows() const { return mu.size() * static_cast<std::size_t>(dimension); }
  std::size_t joints() const { return behind != nullptr ? behind->rest.size() : joint_rest.size(); }
};

struct StepClaim {
  std::span<const double> impulses;             ///< P = (c, f) of each contact, normal first [N s]
  std::span<const double> velocities;           ///< w of each contact, or nothing [m/s]
  std::span<const double> joint_impulses = {};  ///< l [N s]
};

struct StepJudgement {
  double r = 0;  ///< largest error of the law, in the judge's unit; above 1e-9 unless solved [1]
  bool solved = false;                          ///< r <= kAcceptedStepError, exactly
  std::size_t worst = 0;                        ///< the contact of that error
  std::optional<std::size_t> worst_joint = {};  ///< the joint row, where it is the worst
  double limit = 0;                   ///< what rounding the impulses leaves, in the same unit [1]
  std::optional<double> natural_map;  ///< round cone: another error, for comparison [1]
  std::size_t exact_contacts = 0;     ///< contacts where only rationals decide
  std::string unusable;  ///< why the claim cannot be judged, or nothing; r is infinite then
};

/// With a contact's mass m = 1 / W_NN (W_NN at least 1e-6 of the largest), c' = c / sqrt(m), f' = f
/// / sqrt(m) and w' = w sqrt(m), the error of a contact is the larger of
///
///   |min(c', w_N')|   and   |f' - nearest point of mu max(c', 0) D to f' - w_T'|,
///
/// over the largest |q_N'| or |q_T'| of all contacts. It is 0 exactly where the law holds: 0 <= c
/// perp w_N >= 0, f in mu c D, and no f of mu c D has a smaller f.w_T. Velocities that are claimed
/// must be w to kAcceptedStepError in the same unit.
///
/// A row of a joint has the mass 1 / R_rr, and what is left of it times the root of that is an error,
/// too. q and W_NN are then those with the joints solved, in doubles: a unit needs no proof; the floor
/// of W_NN is that without joints, and |s'| is part of the unit. With velocities behind the contacts
/// the unit is at least 1e-6 of the terms whose sum is q, where q cancels.
StepJudgement judge_step(const StepQuestion& question, const StepClaim& claim);

/// Contacts, joints and velocities that W, M or rows couple, none with those of another island; each
/// list ascending. A step has a solution exactly where each of its islands has one.
struct StepIsland {
  std::vector<std::size_t> contacts = {}, joints = {};
  std::vector<std::size_t> velocities = {};  ///< where they stand behind the contacts
};
std::vector<StepIsland> islands_of_step(const StepQuestion& question);
/// The step of an island alone. `whole` outlives it.
std::shared_ptr<const StepQuestion> question_of_island(const StepQuestion& whole,
                                                       const StepIsland& island);

/// Why a step has a solution.
///
/// With velocities behind the contacts: M is positive definite, and some v fulfil the joints and
/// have w_N > mu h(w_T) at each contact, h(w_T) the largest f.w_T of D. Let v(s) be the velocities
/// that M leads to where the law asks for w_N + s >= mu h(w_T) in place of contact and friction:
/// the nearest to the free ones or, where M is not symmetric, the solution of a strongly monotone
/// variational inequality. v(s) is continuous in s >= 0 and bounded, as v is allowed for each s. So
/// s -> mu h(w_T(s)) has a fixed point (Brouwer), which is a solution.
///
/// In local form: let A be the symmetric part of [[W, V], [V', R]], v = (q, s) + A r, and t = v_N -
/// mu h(v_T) > 0 at each contact. Let B be A with e > 0, which covers rounding, added to its diagonal
/// at contacts, and k > 0 taken from it at joints. B is positive semidefinite, as B - L L' is
/// diagonally dominant. Then, with z = (P, l), P in the friction cones, x^2 the sum of e |P|^2, and f
/// the longest of D,
///
///   z'A z + z.(q, s) >= x (g - sqrt(X)) - x^2 - Y / 4,   g the least t / sqrt(e (1 + mu^2 |f|^2)).
///
/// X is the sum of e |r|^2 at contacts, and X + Y = r'A r + 2 X + the sum of v^2 / k - 2 r v at joints.
/// Y is not below 0, as the form of B at r is not. Where g^2 > 2 (X + Y) the right side is above 0 at x
/// = (g - sqrt(X)) / 2, and the left one also where l is large. Let F be (w_N + mu h(w_T), w_T) at
/// contacts and the joint rows. Within these bounds on x and l its variational inequality over the
/// cones has a solution z (Brouwer). F.z is at most 0 there, as z = 0 is allowed, and at least the left
/// side. So z lies inside the bounds and solves the step.
struct SolvableProof {
  std::vector<double> velocities = {};  ///< v; a change in rationals makes it fulfil the joints
  std::vector<double> impulses = {};    ///< r of contacts, then of joints
  std::vector<double> shifts = {};      ///< e of each contact, then k of each joint
  std::vector<double> triangle = {};    ///< L, lower, the rows one after another, without zeros
};
/// Whether that proves it, exactly. False for a proof of another form, or with numbers that are not
/// finite.
bool proves_solvable(const StepQuestion& question, const SolvableProof& proof);

/// Why a step has no solution: y >= 0 for contacts and z for joints with y.w_N + z.(joint rows)
/// < 0, which the law forbids, for all velocities or, in local form, all impulses of the cones.
struct InfeasibleProof {
  std::vector<double> contacts = {};  ///< y
  std::vector<double> joints = {};    ///< z
};
/// Whether that proves it, exactly: with velocities behind the contacts each of their factors in
/// the sum is 0. In local form, with a W that need not be J M^-1 J', no impulses of the cones raise
/// it.
bool proves_infeasible(const StepQuestion& question, const InfeasibleProof& proof);

/// Velocities out of reach, as a multiple of those of the step [1].
inline constexpr double kExcludedVelocities = 1e6;
/// Whether the sum is below 0 for all velocities whose energy is up to that of kExcludedVelocities
/// times the step's: with rounded rows factors are seldom 0. It proves nothing of faster ones, and
/// so no infeasible step. False in local form.
bool is_out_of_reach(const StepQuestion& question, const InfeasibleProof& proof);

/// One solution of a contact: impulses P, rounded.
struct ContactSolution {
  enum class Mode { open, stick, slide };
  Mode mode = Mode::open;
  std::array<double, 3> impulses = {};
};

/// All solutions of a step with one contact, in space, with a round cone. Nothing where W is
/// singular, where contacts of all directions of slip are solutions, or where any impulse along one
/// keeps w_N 0 (mu |W_NT| >= W_NN).
std::optional<std::vector<ContactSolution>> solutions_of_one_contact(const StepQuestion& question);

/// All solutions of a step with two contacts in space, with round cones, in local form and without
/// joints: the impulses P of each, rounded. Nothing where a contact's own block is singular, an
/// inequality is in doubt, or intervals do not tell roots apart.
std::optional<std::vector<std::vector<double>>> solutions_of_two_contacts(
    const StepQuestion& question);

/// Contacts whose solutions are enumerated in the plane, at most: their modes are 4 to that power.
inline constexpr std::size_t kMaxEnumeratedContacts = 6;

/// All solutions of a step in the plane, in local form and without joints: the impulses P of each,
/// rounded. Nothing where the equations of a mode have more than one solution, and of more contacts.
std::optional<std::vector<std::vector<double>>> solutions_in_plane(const StepQuestion& question);

}  // namespace touchstone
