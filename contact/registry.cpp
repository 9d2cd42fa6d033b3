// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/registry.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "contact/center_normals.hpp"
#include "contact/events/event_contacts.hpp"
#include "contact/metric_contacts.hpp"
#include "contact/triangle_normals.hpp"

namespace touchstone {
namespace {

std::unique_ptr<ContactMethod> make_pipeline(std::string_view when_disjoint,
                                             std::string_view when_not,
                                             const MetricSource& metrics) {
  auto first = metrics(when_disjoint);
  auto second = metrics(when_not);
  if (!first || !second) return nullptr;
  return make_metric_contacts(std::move(first), std::move(second));
}

/// The ratio metric of events: to an ulp, and it looks at few vertices of large bodies.
constexpr const char* kMetricOfEvents = "ratio_ray";
/// The ratio metric of events between small bodies, which goes through all facets. Where faces lie
/// on each other, as those of bodies at rest do, it stays in doubles, and takes a few microseconds
/// instead of the tens that ties take the ray.
constexpr const char* kMetricOfSmallBodies = "ratio_seidel";

std::unique_ptr<ContactMethod> make_events(const MetricSource& metrics,
                                           const EventOptions& options) {
  auto ratio = metrics(kMetricOfEvents);
  if (!ratio) return nullptr;
  return make_event_contacts(std::move(ratio), options, metrics(kMetricOfSmallBodies));
}

}  // namespace

std::span<const ContactRow> contact_registry() {
  static const std::vector<ContactRow> kRows = {
      {"certified", "normal and distance by the metric certified", "",
       [](const MetricSource& metrics) { return make_contacts_of("certified", metrics); }, false,
       nullptr, true},
      {"vclip_sat", "the seeds' pipeline: vclip where the bodies are disjoint, else sat", "",
       [](const MetricSource& metrics) { return make_pipeline("vclip", "sat", metrics); }},
      {"vclip_sat_gauss", "the same with the axes of sat pruned by the Gauss map", "",
       [](const MetricSource& metrics) { return make_pipeline("vclip", "sat_gauss", metrics); }},
      {"center_normals", "the normal from centre to centre: known bad", "P1",
       [](const MetricSource& /*metrics*/) { return make_normal_contacts(center_normal); }, false,
       nullptr, true},
      {"triangle_normals", "the normal of the nearest single triangle: known bad", "N1",
       [](const MetricSource& /*metrics*/) { return make_normal_contacts(triangle_normal); }},
      {"events", "Hart's nearly active events, each point with a normal of its own", "",
       [](const MetricSource& metrics) { return make_events(metrics, {}); }, false, make_events},
  };
  return kRows;
}

const ContactRow* find_contact_row(std::string_view name) {
  const auto rows = contact_registry();
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const ContactRow& r) { return r.name == name; });
  return row == rows.end() ? nullptr : &*row;
}

std::unique_ptr<ContactMethod> make_contacts(const ContactRow& row, const MetricSource& metrics,
                                             const EventOptions& events) {
  return row.make_events ? row.make_events(metrics, events) : row.make(metrics);
}

std::unique_ptr<ContactMethod> make_contacts_of(std::string_view metric,
                                                const MetricSource& metrics) {
  auto made = metrics(metric);
  return made ? make_metric_contacts(std::move(made)) : nullptr;
}

}  // namespace touchstone
