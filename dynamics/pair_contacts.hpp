// SPDX-License-Identifier: GPL-3.0-or-later
// The contacts of all bodies of a scene that are near each other.
#pragma once

#include <memory>
#include <vector>

#include "contact/contact.hpp"
#include "dynamics/scene.hpp"

namespace touchstone {

/// Two bodies of a scene that may touch, A before B, at least one of them moving.
struct BodyPair {
  int A = 0;
  int B = 0;
  ContactFriction friction;
  std::unique_ptr<ContactWorkspace> workspace;  ///< nullptr where a sphere's closed form is used
  ContactData contact;                          ///< of the last search; no points: far apart
};

class PairContacts {
 public:
  /// `scene` and `method` outlive this.
  PairContacts(const Scene& scene, const ContactMethod& method);

  /// Finds the contacts within look-ahead of a step of length h. A pair without an answer of the
  /// method gets no contacts.
  void find(const std::vector<BodyState>& states, double h);

  const std::vector<BodyPair>& pairs() const { return pairs_; }
  /// Pairs that were near and for which the method had no answer in the last search.
  int unanswered() const { return unanswered_; }
  /// Pairs of polytopes that the method was asked about in the last search.
  int asked() const { return asked_; }
  /// Smallest signed distance seen in the last search, +infinity where nothing was near [m].
  double smallest_gap() const { return smallest_gap_; }

 private:
  double reach(const BodyPair& pair, const std::vector<BodyState>& states, double h) const;

  const Scene& scene_;
  const ContactMethod& method_;
  std::vector<double> radius_;                        ///< of each body about its origin [m]
  std::vector<std::unique_ptr<ContactShape>> shape_;  ///< nullptr for spheres
  std::vector<BodyPair> pairs_;
  double smallest_gap_ = 0;
  int unanswered_ = 0;
  int asked_ = 0;
  double fastest_ = 0;  ///< in the scene, within the step [m/s]
};

}  // namespace touchstone
