// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/steps/step_shrink.hpp"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

namespace touchstone {
namespace {

constexpr std::size_t kMaxShrinkQuestions = 2000;

using ContactNumbers = std::vector<std::uint64_t>;

/// All but those from `begin` on, `count` of them.
ContactNumbers without(const ContactNumbers& kept, std::size_t begin, std::size_t count) {
  ContactNumbers rest(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(begin));
  const std::size_t end = std::min(begin + count, kept.size());
  rest.insert(rest.end(), kept.begin() + static_cast<std::ptrdiff_t>(end), kept.end());
  return rest;
}

AskedStep part_of(const AskedStep& whole, const ContactNumbers& kept) {
  return {{whole.file.name, step_of_contacts(whole.file.step, kept), {}}, whole.group};
}

/// The rows and numbers of some contacts, `size` of each.
template <class Number>
std::vector<Number> those_of(const std::vector<Number>& all, std::size_t size,
                             const ContactNumbers& kept) {
  std::vector<Number> some;
  for (const std::uint64_t i : kept) {
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(i * size);
    some.insert(some.end(), first, first + static_cast<std::ptrdiff_t>(size));
  }
  return some;
}

StepBodies bodies_of_contacts(StepBodies bodies, const ContactNumbers& kept) {
  constexpr std::size_t kRow = 12;
  const auto rows = static_cast<std::size_t>(bodies.dimension);
  bodies.contact_body = those_of(bodies.contact_body, 2, kept);
  bodies.contact_rows = those_of(bodies.contact_rows, rows * kRow, kept);
  bodies.bound = those_of(bodies.bound, 1, kept);
  return bodies;
}

StepSystem system_of_contacts(StepSystem system, std::size_t size, const ContactNumbers& kept) {
  SparseRows contact;
  for (const std::uint64_t i : kept) {
    for (std::size_t row = i * size; row < (i + 1) * size; ++row) {
      for (int k = system.contact.begin[row]; k < system.contact.begin[row + 1]; ++k) {
        const auto at = static_cast<std::size_t>(k);
        contact.add(system.contact.column[at], system.contact.value[at]);
      }
      contact.end_row();
    }
  }
  system.contact = std::move(contact);
  system.offset = those_of(system.offset, size, kept);
  return system;
}

}  // namespace

LocalStep step_of_contacts(const LocalStep& step, const ContactNumbers& kept) {
  LocalStep part;
  part.cone = step.cone;
  part.directions = step.directions;
  part.dimension = step.dimension;
  part.mu = those_of(step.mu, 1, kept);
  const auto size = static_cast<std::size_t>(step.dimension);
  if (step.system != nullptr) {
    if (step.bodies != nullptr) {
      part.bodies = std::make_shared<const StepBodies>(bodies_of_contacts(*step.bodies, kept));
    }
    part.system = std::make_shared<const StepSystem>(
        part.bodies != nullptr ? system_of(*part.bodies)
                               : system_of_contacts(*step.system, size, kept));
    set_local_form(part);  // M is that of the whole problem, and has an inverse
    return part;
  }
  part.W.rows = part.W.columns = static_cast<int>(kept.size());
  part.W.begin = {0};
  for (const std::uint64_t i : kept) {
    for (std::size_t r = 0; r < size; ++r) part.q.push_back(step.q[i * size + r]);
    for (int k = step.W.begin[i]; k < step.W.begin[i + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      const auto column = static_cast<std::uint64_t>(step.W.column[at]);
      const auto found = std::lower_bound(kept.begin(), kept.end(), column);
      if (found == kept.end() || *found != column) continue;
      part.W.column.push_back(static_cast<int>(found - kept.begin()));
      const double* block = step.W.value.data() + at * size * size;
      part.W.value.insert(part.W.value.end(), block, block + size * size);
    }
    part.W.begin.push_back(static_cast<int>(part.W.column.size()));
    const std::size_t row = size * step.joints.s.size();
    const auto first = step.joints.V.begin() + static_cast<std::ptrdiff_t>(i * row);
    part.joints.V.insert(part.joints.V.end(), first, first + static_cast<std::ptrdiff_t>(row));
  }
  part.joints.R = step.joints.R;
  part.joints.s = step.joints.s;
  return part;
}

ContactNumbers fewest_contacts(std::uint64_t contacts, std::size_t max_questions,
                               const std::function<bool(const ContactNumbers&)>& fails) {
  ContactNumbers kept(contacts);
  std::iota(kept.begin(), kept.end(), std::uint64_t{0});
  std::size_t asked = 0;
  std::size_t count = std::max<std::size_t>(kept.size() / 2, 1);
  while (kept.size() > 1 && asked < max_questions) {
    bool fewer = false;
    for (std::size_t begin = 0; begin < kept.size() && asked < max_questions;) {
      const ContactNumbers rest = without(kept, begin, count);
      if (!rest.empty() && (++asked, fails(rest))) {
        kept = rest;
        fewer = true;
      } else {
        begin += count;
      }
    }
    // A contact that was needed need not be where others have gone: singles are tried again.
    if (count == 1 && !fewer) break;
    count = std::max<std::size_t>(count / 2, 1);
  }
  return kept;
}

void shrink_failures(SolveRun& run, const std::vector<AskedStep>& problems,
                     const std::vector<std::unique_ptr<StepRunner>>& solvers, StepRunner& own,
                     const RunControl& control) {
  std::set<std::pair<std::string, StepWord>> seen;
  for (std::size_t k = 0; k < run.answers.size(); ++k) {
    const JudgedStep& failure = run.answers[k];
    const std::size_t number = k % run.solvers.size();
    if (!is_failure(failure) || number >= solvers.size()) continue;
    const std::pair kind(failure.solver, failure.word);
    if (seen.count(kind) != 0) continue;
    const AskedStep& whole = problems[k / run.solvers.size()];
    std::vector<StepRunner*> asked = {solvers[number].get()};
    if (failure.word == StepWord::infeasible_wrong) asked.push_back(&own);
    const auto fails = [&](const ContactNumbers& kept) {
      if (control.stop_requested && control.stop_requested()) return false;
      const PutStep put = put_step(part_of(whole, kept), asked, false);
      const JudgedStep& answer = put.answers.front();
      return answer.word == failure.word && answer.false_claim == failure.false_claim;
    };
    const std::uint64_t contacts = whole.file.step.mu.size();
    const ContactNumbers kept = fewest_contacts(contacts, kMaxShrinkQuestions, fails);
    if (kept.size() == contacts && !fails(kept)) continue;
    seen.insert(kind);
    run.shrunk.push_back({failure.problem, failure.solver, kept, part_of(whole, kept).file});
  }
}

}  // namespace touchstone
