// SPDX-License-Identifier: GPL-3.0-or-later
// Proofs that a step has a solution, or has none, whoever found them. Rationals decide; bounded double
// words do where a matrix of all rows is factored.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "geometry/index.hpp"
#include "reference/steps/step_mass.hpp"

namespace touchstone {
namespace {

using RationalRow = std::map<std::size_t, Rational>;

bool has_finite_entries(std::span<const double> values, std::size_t count) {
  return values.size() == count &&
         std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

/// The largest f.(x, y) of f in D: exact for a polygon and a box, never too small for a disc.
Rational support_of(const StepQuestion& question, const Rational& x, const Rational& y) {
  if (question.dimension == 2) return abs(x);
  if (question.cone == StepQuestion::Cone::box) return abs(x) + abs(y);
  if (question.cone == StepQuestion::Cone::polygon) {
    Rational largest = 0;
    for (std::size_t k = 0; k + 1 < question.polygon.size(); k += 2) {
      const Rational along =
          Rational(question.polygon[k]) * x + Rational(question.polygon[k + 1]) * y;
      largest = std::max(largest, along);
    }
    return largest;
  }
  const Rational squared = x * x + y * y;
  double root = round_sqrt_to_double(squared);
  if (!std::isfinite(root)) return squared + 1;
  if (Rational(root) * Rational(root) < squared) {
    root = std::nextafter(root, std::numeric_limits<double>::infinity());
  }
  return root;
}

/// |f|^2 of the longest f in D.
Rational longest_squared(const StepQuestion& question) {
  if (question.dimension == 2 || question.cone == StepQuestion::Cone::round) return 1;
  if (question.cone == StepQuestion::Cone::box) return 2;
  Rational longest = 0;
  for (std::size_t k = 0; k + 1 < question.polygon.size(); k += 2) {
    const Rational x = question.polygon[k];
    const Rational y = question.polygon[k + 1];
    longest = std::max(longest, Rational(x * x + y * y));
  }
  return longest;
}

/// How far (normal, x, y) is inside the cone w_N >= mu h(w_T).
Rational depth_in_cone(const StepQuestion& question, std::size_t i,
                       const std::array<Rational, 3>& w) {
  // D is symmetric, so that the sign of w_T does not matter.
  return w[0] - Rational(question.mu[i]) * support_of(question, w[1], w[2]);
}

Rational row_value(const RowsOfStep& rows, std::size_t row, double offset,
                   const std::vector<Rational>& v) {
  Rational sum = offset;
  for_entries_of(rows, row, [&](std::size_t k, double factor) { sum += Rational(factor) * v[k]; });
  return sum;
}

/// Changes v so that it fulfils the joints; false where their rows contradict each other. Elimination
/// with the largest entry of each row.
bool fulfil_joints(const StepBehind& behind, std::vector<Rational>& v) {
  std::vector<RationalRow> rows;
  std::vector<Rational> missing;
  std::vector<std::size_t> pivots;
  for (std::size_t r = 0; r < behind.rest.size(); ++r) {
    RationalRow row;
    for_entries_of(behind.joint, r, [&](std::size_t k, double factor) { row[k] += factor; });
    Rational left = -row_value(behind.joint, r, behind.rest[r], v);
    for (std::size_t p = 0; p < rows.size(); ++p) {
      const auto found = row.find(pivots[p]);
      if (found == row.end() || sgn(found->second) == 0) continue;
      const Rational factor = found->second / rows[p].at(pivots[p]);
      for (const auto& [k, entry] : rows[p]) row[k] -= factor * entry;
      left -= factor * missing[p];
    }
    const auto largest = std::max_element(row.begin(), row.end(), [](const auto& a, const auto& b) {
      return abs(a.second) < abs(b.second);
    });
    if (largest == row.end() || sgn(largest->second) == 0) {
      if (sgn(left) != 0) return false;
      continue;
    }
    pivots.push_back(largest->first);
    rows.push_back(std::move(row));
    missing.push_back(left);
  }
  std::map<std::size_t, Rational> change;
  for (std::size_t p = rows.size(); p-- > 0;) {
    Rational left = missing[p];
    for (const auto& [k, entry] : rows[p]) {
      const auto known = change.find(k);
      if (k != pivots[p] && known != change.end()) left -= entry * known->second;
    }
    change[pivots[p]] = left / rows[p].at(pivots[p]);
  }
  for (const auto& [k, moved] : change) v[k] += moved;
  return true;
}

bool velocities_prove(const StepQuestion& question, const SolvableProof& proof) {
  const StepBehind& behind = *question.behind;
  if (!has_finite_entries(proof.velocities, behind.velocities) || !is_positive_definite(behind)) {
    return false;
  }
  std::vector<Rational> v(proof.velocities.begin(), proof.velocities.end());
  if (!fulfil_joints(behind, v)) return false;
  const auto d = at(question.dimension);
  for (std::size_t i = 0; i < question.mu.size(); ++i) {
    std::array<Rational, 3> w;
    for (std::size_t k = 0; k < d; ++k) {
      w.at(k) = row_value(behind.contact, i * d + k, behind.offset[i * d + k], v);
    }
    if (sgn(depth_in_cone(question, i, w)) <= 0) return false;
  }
  return true;
}

/// Twice the symmetric part of [[W, V], [V', R]], dense: each entry a sum of two doubles.
class SymmetricPart {
 public:
  explicit SymmetricPart(const StepQuestion& question)
      : size_(question.rows() + question.joint_rest.size()), entries_(size_ * size_, 0) {
    const auto d = at(question.dimension);
    for (std::size_t i = 0; i < question.mu.size(); ++i) {
      for (int k = question.begin[i]; k < question.begin[i + 1]; ++k) {
        for (std::size_t e = 0; e < d * d; ++e) {
          const std::size_t column = d * at(question.column[at(k)]) + e % d;
          entries_[(d * i + e / d) * size_ + column] = question.blocks[d * d * at(k) + e];
        }
      }
    }
    const std::size_t rows = question.rows();
    const std::size_t joints = size_ - rows;
    for (std::size_t r = 0; r < joints; ++r) {
      for (std::size_t row = 0; row < rows; ++row) {
        const double entry = question.joint_columns[row * joints + r];
        entries_[row * size_ + rows + r] = entries_[(rows + r) * size_ + row] = entry;
      }
      for (std::size_t c = 0; c < joints; ++c) {
        entries_[(rows + r) * size_ + rows + c] = question.joint_matrix[r * joints + c];
      }
    }
  }

  std::size_t size() const { return size_; }
  Bounded twice(std::size_t r, std::size_t c) const {
    return Bounded(entries_[r * size_ + c]) + Bounded(entries_[c * size_ + r]);
  }
  /// The symmetric part times r.
  std::vector<Rational> times(const std::vector<double>& r) const {
    std::vector<Rational> product(size_);
    for (std::size_t k = 0; k < size_ * size_; ++k) {
      if (entries_[k] == 0) continue;
      const std::size_t row = k / size_, column = k % size_;
      product[row] += Rational(entries_[k]) * Rational(r[column]) / 2;
      product[column] += Rational(entries_[k]) * Rational(r[row]) / 2;
    }
    return product;
  }

 private:
  std::size_t size_;
  std::vector<double> entries_;
};

/// Whether 2 (A - L L') + twice_diagonal is diagonally dominant.
bool is_dominant(const SymmetricPart& A, const std::vector<double>& twice_diagonal,
                 const std::vector<double>& triangle) {
  const std::size_t size = A.size();
  const auto row_of = [&triangle](std::size_t r) { return triangle.data() + r * (r + 1) / 2; };
  std::vector<Bounded> excess(size);
  for (std::size_t r = 0; r < size; ++r) {
    for (std::size_t c = 0; c <= r; ++c) {
      Bounded product;
      for (std::size_t k = 0; k <= c; ++k) {
        product = product + row_of(r)[k] * Bounded(row_of(c)[k]);
      }
      const Bounded entry = A.twice(r, c) - 2.0 * product;
      if (r == c) {
        excess[r] = excess[r] + entry + Bounded(twice_diagonal[r]);
        continue;
      }
      const Bounded magnitude = max(entry, -entry);
      excess[r] = excess[r] - magnitude;
      excess[c] = excess[c] - magnitude;
    }
  }
  // Strictly: bounds seldom tell a zero.
  return std::all_of(excess.begin(), excess.end(), [](const Bounded& x) { return x.sign() > 0; });
}

bool impulses_prove(const StepQuestion& question, const SolvableProof& proof) {
  const SymmetricPart A(question);
  const auto d = at(question.dimension);
  const std::size_t contacts = question.mu.size();
  const std::size_t rows = question.rows();
  const std::vector<double>& r = proof.impulses;
  if (!has_finite_entries(r, A.size()) ||
      !has_finite_entries(proof.shifts, contacts + question.joint_rest.size()) ||
      !has_finite_entries(proof.triangle, A.size() * (A.size() + 1) / 2) ||
      !std::all_of(proof.shifts.begin(), proof.shifts.end(),
                   [](double x) { return x > 0 && std::isfinite(2 * x); })) {
    return false;
  }
  std::vector<Rational> v = A.times(r);
  std::vector<double> twice_diagonal(A.size());
  Rational sum = 0;  // X + Y
  for (std::size_t row = 0; row < A.size(); ++row) {
    const Rational own = r[row];
    sum += own * v[row];
    const bool of_contact = row < rows;
    v[row] += Rational(of_contact ? question.q[row] : question.joint_rest[row - rows]);
    const double shift = proof.shifts[of_contact ? row / d : contacts + row - rows];
    twice_diagonal[row] = of_contact ? 2 * shift : -2 * shift;
    sum += of_contact ? Rational(2 * Rational(shift) * own * own)
                      : Rational(v[row] * v[row] / Rational(shift) - 2 * own * v[row]);
  }
  const Rational longest = longest_squared(question);
  for (std::size_t i = 0; i < contacts; ++i) {
    const Rational depth =
        depth_in_cone(question, i, {v[i * d], v[i * d + 1], d == 3 ? v[i * d + 2] : Rational(0)});
    const Rational mu = question.mu[i];
    const Rational allowed = 2 * sum * (1 + mu * mu * longest) * Rational(proof.shifts[i]);
    if (sgn(depth) <= 0 || depth * depth <= allowed) return false;
  }
  return is_dominant(A, twice_diagonal, proof.triangle);
}

/// y.w_N + z.(joint rows) as a constant and factors of the velocities, or of the impulses.
struct FarkasSum {
  Rational constant = 0;
  std::vector<Rational> factor;
};

FarkasSum sum_over_velocities(const StepQuestion& question, const InfeasibleProof& proof) {
  const StepBehind& behind = *question.behind;
  const auto d = at(question.dimension);
  FarkasSum sum;
  sum.factor.assign(behind.velocities, 0);
  const auto add = [&](const RowsOfStep& rows, std::size_t row, double offset, double multiplier) {
    const Rational y = multiplier;
    sum.constant += y * Rational(offset);
    for_entries_of(rows, row,
                   [&](std::size_t k, double entry) { sum.factor[k] += y * Rational(entry); });
  };
  for (std::size_t i = 0; i < proof.contacts.size(); ++i) {
    add(behind.contact, i * d, behind.offset[i * d], proof.contacts[i]);
  }
  for (std::size_t r = 0; r < proof.joints.size(); ++r) {
    add(behind.joint, r, behind.rest[r], proof.joints[r]);
  }
  return sum;
}

FarkasSum sum_over_impulses(const StepQuestion& question, const InfeasibleProof& proof) {
  const auto d = at(question.dimension);
  const std::size_t rows = question.rows();
  const std::size_t joints = question.joint_rest.size();
  FarkasSum sum;
  sum.factor.assign(rows + joints, 0);
  for (std::size_t i = 0; i < proof.contacts.size(); ++i) {
    const Rational y = proof.contacts[i];
    sum.constant += y * Rational(question.q[i * d]);
    for (int k = question.begin[i]; k < question.begin[i + 1]; ++k) {
      for (std::size_t c = 0; c < d; ++c) {
        sum.factor[d * at(question.column[at(k)]) + c] +=
            y * Rational(question.blocks[d * d * at(k) + c]);
      }
    }
    for (std::size_t r = 0; r < joints; ++r) {
      sum.factor[rows + r] += y * Rational(question.joint_columns[i * d * joints + r]);
    }
  }
  for (std::size_t r = 0; r < joints; ++r) {
    const Rational z = proof.joints[r];
    sum.constant += z * Rational(question.joint_rest[r]);
    for (std::size_t row = 0; row < rows; ++row) {
      sum.factor[row] += z * Rational(question.joint_columns[row * joints + r]);
    }
    for (std::size_t c = 0; c < joints; ++c) {
      sum.factor[rows + c] += z * Rational(question.joint_matrix[r * joints + c]);
    }
  }
  return sum;
}

/// The largest magnitude of each velocity where the energy of all is that of kExcludedVelocities times
/// the step's: of the free velocities, and of what the offsets of normal rows and of joints ask for
/// [m/s, rad/s]. In doubles: a unit needs no proof.
std::vector<double> excluded_velocities(const StepQuestion& question, const StepMass& mass) {
  const StepBehind& behind = *question.behind;
  const auto d = at(question.dimension);
  std::vector<double> start(behind.velocities, 0);
  for (std::size_t k = 0; k < behind.free.size(); ++k) start[k] = behind.free[k];
  std::vector<double> own(behind.velocities, 0);  // the diagonal of M^-1
  for (const MassPart& part : mass.parts) {
    const std::size_t size = part.at.size();
    for (std::size_t k = 0; k < size * size; ++k) {
      const std::size_t column = part.at[k % size];
      if (!behind.force.empty()) start[part.at[k / size]] += part.rounded[k] * behind.force[column];
      if (k / size == k % size) own[column] = part.rounded[k];
    }
  }
  double energy = 0;
  for (std::size_t r = 0; r < behind.velocities; ++r) {
    for_entries_of(behind.mass, r,
                   [&](std::size_t c, double entry) { energy += start[r] * entry * start[c]; });
  }
  const auto add_row = [&](const RowsOfStep& rows, std::size_t row, double offset) {
    const double mobility = product_with_row(rows, row, made_by_row(mass, rows, row));
    if (mobility > 0) energy += offset * offset / mobility;
  };
  for (std::size_t i = 0; i < question.mu.size(); ++i) {
    add_row(behind.contact, i * d, behind.offset[i * d]);
  }
  for (std::size_t r = 0; r < behind.rest.size(); ++r) add_row(behind.joint, r, behind.rest[r]);
  std::vector<double> largest;
  for (const double x : own) {
    largest.push_back(kExcludedVelocities * std::sqrt(std::max(energy, 0.0) * std::max(x, 0.0)));
  }
  return largest;
}

bool excludes_near_velocities(const StepQuestion& question, const FarkasSum& sum) {
  const StepBehind& behind = *question.behind;
  const auto mass = behind.inverse != nullptr ? behind.inverse : invert_mass(behind);
  if (mass == nullptr || !is_positive_definite(behind)) return false;
  const std::vector<double> largest = excluded_velocities(question, *mass);
  if (!has_finite_entries(largest, behind.velocities)) return false;
  Rational most = sum.constant;
  for (std::size_t k = 0; k < behind.velocities; ++k) {
    if (sgn(sum.factor[k]) == 0) continue;
    if (largest[k] == 0) return false;  // the energy is 0, or too small for a double
    most += abs(sum.factor[k]) * Rational(largest[k]);
  }
  return sgn(most) < 0;
}

bool is_zero(const Rational& x) { return sgn(x) == 0; }

bool has_proper_multipliers(const StepQuestion& question, const InfeasibleProof& proof) {
  return has_finite_entries(proof.contacts, question.mu.size()) &&
         has_finite_entries(proof.joints, question.joints()) &&
         std::all_of(proof.contacts.begin(), proof.contacts.end(), [](double y) { return y >= 0; });
}

/// No impulses of the cones make up for a negative constant where each contact's factors lie in the
/// polar of its cone.
bool excludes_impulses(const StepQuestion& question, const FarkasSum& sum) {
  const auto d = at(question.dimension);
  if (sgn(sum.constant) >= 0) return false;
  for (std::size_t i = 0; i < question.mu.size(); ++i) {
    std::array<Rational, 3> against;
    for (std::size_t k = 0; k < d; ++k) against.at(k) = -sum.factor[i * d + k];
    if (sgn(depth_in_cone(question, i, against)) < 0) return false;
  }
  return std::all_of(sum.factor.begin() + static_cast<std::ptrdiff_t>(question.rows()),
                     sum.factor.end(), is_zero);
}

}  // namespace

bool proves_solvable(const StepQuestion& question, const SolvableProof& proof) {
  return question.behind != nullptr ? velocities_prove(question, proof)
                                    : impulses_prove(question, proof);
}

bool proves_infeasible(const StepQuestion& question, const InfeasibleProof& proof) {
  if (!has_proper_multipliers(question, proof)) return false;
  if (question.behind == nullptr) {
    return excludes_impulses(question, sum_over_impulses(question, proof));
  }
  const FarkasSum sum = sum_over_velocities(question, proof);
  return sgn(sum.constant) < 0 && std::all_of(sum.factor.begin(), sum.factor.end(), is_zero);
}

bool is_out_of_reach(const StepQuestion& question, const InfeasibleProof& proof) {
  return question.behind != nullptr && has_proper_multipliers(question, proof) &&
         excludes_near_velocities(question, sum_over_velocities(question, proof));
}

}  // namespace touchstone
