// SPDX-License-Identifier: GPL-3.0-or-later
// Holds contact methods to the conditions on contact data, over families of cases and all cores.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "contact/registry.hpp"
#include "harness/campaign/campaign.hpp"
#include "harness/contact_conditions/conditions.hpp"

namespace touchstone {

/// Cases of each family where no number is given, and no more than it has by default.
inline constexpr std::uint64_t kDefaultContactCases = 300;
inline constexpr std::size_t kListedContactViolations = 10;
/// Points within this part of the size beyond phi are asked for, besides the manifold's [1].
inline constexpr double kLookAheadPart = 0.05;

struct ContactViolation {
  std::uint64_t index = 0;  ///< index of the case within its source
  std::string id;
  std::string why;
};

/// What became of one condition in many cases. Sums do not depend on their order.
struct ConditionTally {
  std::uint64_t held = 0;
  std::uint64_t violated = 0;
  std::uint64_t not_applicable = 0;
  std::vector<ContactViolation> first;  ///< the first ten violations, by index

  void add(const ConditionResult& result, std::uint64_t index, const std::string& id);
  void merge(const ConditionTally& other);
};

using ConditionTallies = std::array<ConditionTally, kContactConditions>;

/// One method on one family.
struct ContactCheckRow {
  std::string method;
  std::string known_bad;  ///< the condition that it is known to violate
  bool answers_all = false;
  std::string family;
  std::string group;
  std::uint64_t cases = 0;
  std::uint64_t unanswered = 0;
  ContactViolation first_unanswered;
  ConditionTallies tallies;

  /// Adds the counts of another part of the cases.
  void add(const ContactCheckRow& other);
};

struct ContactCheckOptions {
  std::vector<const ContactRow*> methods;
  std::vector<CaseSource> sources;
  std::uint64_t seed = 42;
  double tolerance = kDefaultTolerance;
  int jobs = 1;
  /// Called now and then, by one thread at a time, with the work done and all work.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  std::function<bool()>
      stop_requested;  ///< asked by every thread: whether to end with what is done
};

struct ContactReport {
  std::uint64_t seed = 0;
  double tolerance = 0;
  std::vector<ContactCheckRow> rows;  ///< by method, then source
  /// Methods left out of a family because a metric of theirs is not run at such sizes by default.
  std::vector<std::string> not_run;

  /// Why this is not as it should be, a line for each reason. A method known to be bad has to be
  /// seen to violate its condition. Of all others nothing may be violated, and each condition has
  /// to have held in a case at least (N2, if a motion was looked at): silence is not a proof. The
  /// default method and a plug-in's own contact points answer every case. A method that was run on
  /// nothing is only listed in not_run.
  std::vector<std::string> unexpected() const;
  bool as_expected() const { return unexpected().empty(); }
};

ContactReport check_contacts(const ContactCheckOptions& options);

/// The registered metrics.
std::unique_ptr<Metric> registered_metric(std::string_view name);

/// Schema touchstone.contact-check/1.
std::string contacts_json(const ContactReport& report);

}  // namespace touchstone
