// SPDX-License-Identifier: GPL-3.0-or-later
// Contact data by a metric (yi_drumwright, section IV): its normal and signed distance, then the
// manifold (contact/manifold.hpp).
//
// The caller hands in two metrics. The second is asked where the first gives no value, as V-Clip
// does for bodies that overlap. Of a ratio metric the normal is used, with the gap along it as
// phi.
#pragma once

#include <memory>

#include "contact/contact.hpp"
#include "metrics/metric.hpp"

namespace touchstone {

/// What keeps contacts from being made of an answer: numbers that are not finite, a normal whose
/// length is not 1, witness points where no body can be. nullptr if nothing does, and without an
/// answer. The search for the manifold relies on it.
const char* why_no_contact(const Answer& answer);

/// Takes ownership of both. `when_not` may be null if `when_disjoint` always answers.
std::unique_ptr<ContactMethod> make_metric_contacts(std::unique_ptr<Metric> when_disjoint,
                                                    std::unique_ptr<Metric> when_not = nullptr);

}  // namespace touchstone
