// SPDX-License-Identifier: GPL-3.0-or-later
// The one table of contact methods. They get their metrics from whoever makes them.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "contact/contact.hpp"
#include "contact/events/event_options.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// A metric by its name; nullptr if no metric has that name.
using MetricSource = std::function<std::unique_ptr<Metric>(std::string_view name)>;

struct ContactRow {
  std::string name;       ///< the name that is typed: vclip_sat
  std::string summary;    ///< one line
  std::string known_bad;  ///< the condition that it violates by its nature: "N1"; empty if none
  /// nullptr if a metric that it needs is missing.
  std::function<std::unique_ptr<ContactMethod>(const MetricSource& metrics)> make;
  /// Whether a pair that it takes must have an answer.
  bool answers_all = false;
  /// Maker of a method whose points have their own normals, else empty. It takes options, and the
  /// conditions on contact data, which are about one normal, do not apply to it.
  std::function<std::unique_ptr<ContactMethod>(const MetricSource& metrics,
                                               const EventOptions& options)>
      make_events = nullptr;
  /// Whether it takes bodies of no volume: the points and segments in spheres and capsules.
  bool flat = false;
};

/// The row's method; `events` is read where it takes options.
std::unique_ptr<ContactMethod> make_contacts(const ContactRow& row, const MetricSource& metrics,
                                             const EventOptions& events);

/// All contact methods, the default first.
std::span<const ContactRow> contact_registry();

/// The row of that name, or nullptr.
const ContactRow* find_contact_row(std::string_view name);

/// Contacts by one metric, whatever its name; nullptr if the metric does not exist.
std::unique_ptr<ContactMethod> make_contacts_of(std::string_view metric,
                                                const MetricSource& metrics);

}  // namespace touchstone
