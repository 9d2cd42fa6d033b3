// SPDX-License-Identifier: GPL-3.0-or-later
// The contact method `events` (thesis [hart2007thesis], ch. 3 and 4): each nearly active event of a
// pair is a contact point with its own normal.
//
// 1. The ratio metric gives t* and the vertices in which the grown bodies meet: the facets around
//    them are the active hyperplanes.
// 2. Algorithm 3.15 gives the nearly active events (nearly_active.hpp).
// 3. Each becomes a contact point: event_options.hpp says what its row is. Events with the same
//    normal at the same point are one.
//
// The normal of the pair is the ratio metric's direction, and phi the gap along it.
#pragma once

#include <memory>

#include "contact/contact.hpp"
#include "contact/events/event_options.hpp"
#include "contact/events/nearly_active.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// `ratio` is a ratio metric that gives r and its portal or its active facets. `of_few`, if there
/// is one, is asked instead where both bodies have at most kFewVertices.
std::unique_ptr<ContactMethod> make_event_contacts(std::unique_ptr<Metric> ratio,
                                                   const EventOptions& options,
                                                   std::unique_ptr<Metric> of_few = nullptr);
inline constexpr std::size_t kFewVertices = 256;

/// The active hyperplanes: facets around the vertices in which the grown bodies meet, and from
/// there those that are no farther than `within` behind the point where they meet [m]. A facet
/// whose dual multiplier is 0 may be active as well.
void find_active_planes(const RatioDetail& detail, const PlacedEventBody& A,
                        const PlacedEventBody& B, double within, ActivePlanes& active);

/// Tolerances of a query that looks as far as `reach` [m].
EventTolerances event_tolerances(const EventOptions& options, double reach, double size);

}  // namespace touchstone
