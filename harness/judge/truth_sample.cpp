// SPDX-License-Identifier: GPL-3.0-or-later
#include "harness/judge/truth_sample.hpp"

#include <algorithm>
#include <new>

#include "harness/asking/run_outcome.hpp"

namespace touchstone {

bool is_sampled(const Case& c) {
  return hash_of_id(c.id) % kSampledOneIn == 0 &&
         std::max(c.pair.A->vertices().size(), c.pair.B->vertices().size()) <= kMaxSampled;
}

bool solve_again(const std::string& id, const TruthOnDemand& truth) {
  if (truth.settled() == nullptr) return false;
  std::string fault;
  try {
    fault = fault_of(*truth.settled(), truth.exact());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& exception) {
    fault = exception.what();
  }
  if (!fault.empty()) throw HarnessError("no truth for " + id + ", solved again: " + fault);
  return true;
}

}  // namespace touchstone
