// SPDX-License-Identifier: GPL-3.0-or-later
// The contacts of all bodies of a scene that are near each other, and the islands that they make.
//
// Contacts are seen as far as the pair's own speeds take its bodies within the step. A body that
// something touches or holds may be pushed, and become as fast as the fastest body of its island;
// so its pairs are seen as far as that speed goes. New contacts join islands, which may be faster:
// this is repeated until nothing is added. What happens in one island changes nothing in another.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "contact/contact.hpp"
#include "dynamics/complementarity/contact_memory.hpp"
#include "dynamics/complementarity/stop_token.hpp"
#include "dynamics/contacts/broad_phase.hpp"
#include "dynamics/contacts/islands.hpp"
#include "dynamics/scene.hpp"
#include "geometry/index.hpp"

namespace touchstone {

/// Two bodies of a scene that may touch, A before B, at least one of them moving.
struct BodyPair {
  int A = 0;
  int B = 0;
  ContactFriction friction;
  std::unique_ptr<ContactWorkspace> workspace;  ///< nullptr before the method is asked
  ContactData contact;     ///< contacts of the last search; no points: far apart
  double room = 0;         ///< a distance that they have at least, of spheres and planes [m]
  double speed = 0;        ///< bound on the speed at which they approach [m/s]
  double asked = 0;        ///< reach of the last query [m]
  bool by_method = false;  ///< whether the contact method was asked then
  ContactMemory memory;    ///< what its contacts did in the last step
};

class PairContacts {
 public:
  /// `scene` and `method` outlive this.
  PairContacts(const Scene& scene, const ContactMethod& method);

  /// Leaves a body out of all contacts until it is let in. Call before the first search.
  void leave_out(int body);
  /// Lets in a body that was left out, unless it would overlap one that is there. Returns whether
  /// it is in.
  bool let_in(int body, const std::vector<BodyState>& states);

  /// Finds the contacts within look-ahead of a step of length h. A pair for which the method has no
  /// answer gets no contacts.
  void find(const std::vector<BodyState>& states, double h);

  /// Takes effect at once; after a stop the last search is invalid.
  void set_stop(const StopToken& stop) { stop_ = stop; }

  /// Pairs whose bounding spheres were near each other in the last search, in ascending order.
  const std::vector<BodyPair>& pairs() const { return pairs_; }
  /// Islands of the last search; their `pairs` and `joints` are indices into pairs() and into the
  /// scene's joints.
  std::span<const Island> islands() const { return islands_.islands(); }
  /// Measures the gap of each point of a pair with constraints, and the pair's depth, at `states`
  /// [m]. A pair without constraints gets no gaps.
  void measure(int pair, const std::vector<BodyState>& states, std::vector<double>& gaps,
               double& depth) const;
  /// Sets what a pair's contacts did in the step.
  void remember(int pair, const ContactMemory& memory) { pairs_[at(pair)].memory = memory; }
  /// Pairs that were near and for which the method had no answer in the last search.
  int unanswered() const { return unanswered_; }
  /// Pairs that the method was asked about in the last search.
  int asked() const { return asked_; }
  /// Smallest signed distance seen in the last search, +infinity where nothing was near [m].
  double smallest_gap() const { return smallest_gap_; }

 private:
  /// An entry of the scene's `pairs`, listed at its first body or group. Groups are numbered after
  /// the bodies.
  struct FrictionEntry {
    int other;          ///< number of the other body or group, -1: any
    std::size_t order;  ///< 1 for the first entry; the last one that applies holds
  };

  void resolve_names();
  bool overlap(int one, int other, const std::vector<BodyState>& states) const;
  /// Whether the method was asked.
  bool find_contact(const IndexPair& bodies, const std::vector<BodyState>& states, double within,
                    std::unique_ptr<ContactWorkspace>& workspace, ContactData& contact) const;
  ContactFriction friction_of(int A, int B) const;
  void set_speeds(const std::vector<BodyState>& states, double h);
  double room_over(int facets_of, int other, const std::vector<BodyState>& states) const;
  void choose_near(const std::vector<BodyState>& states, double h);
  void take_pairs(const std::vector<IndexPair>& near);
  void connect(const std::vector<BodyState>& states, double h);
  bool push(const BodyPair& pair);
  bool widen();
  double reach(const BodyPair& pair, double h, const std::vector<double>& fastest) const;
  void ask(BodyPair& pair, const std::vector<BodyState>& states, double within);
  void keep_within_reach(const std::vector<BodyState>& states, double h);
  void list_islands();

  const Scene& scene_;
  const ContactMethod& method_;
  std::vector<char> fixed_;
  std::vector<char> left_out_;
  std::vector<double> radius_;  ///< bounding radius of each body about its origin [m]
  /// What contact methods are asked about: a body without its radius.
  struct Core {
    PolytopePtr polytope;
    std::unique_ptr<ContactShape> shape;
  };
  std::map<const Polytope*, Core> cores_;
  std::vector<const ContactShape*> shape_;            ///< core of each body
  std::vector<int> group_;                            ///< group of each body, -1: none
  std::vector<std::vector<FrictionEntry>> friction_;  ///< entries of each body, then of each group
  std::vector<IndexPair> joints_;                     ///< bodies of each of the scene's joints
  std::vector<IndexPair> joined_;                     ///< bodies that joints hold, A < B, ascending

  StopToken stop_;
  int questions_ = 0;  ///< queries of this search, between which stops are asked for
  BroadPhase broad_phase_;
  Islands islands_;
  std::vector<BodyPair> pairs_, spare_;
  std::vector<IndexPair> near_;  ///< near bodies that pairs_ was made from
  bool entered_ = false;  ///< whether a body has entered since: the same spheres make more pairs
  std::vector<BoundingSphere> spheres_;
  double fall_ = 0;              ///< what gravity adds to a speed within the step [m/s]
  std::vector<double> load_;     ///< how fast loads accelerate a body's points, at most [m/s^2]
  std::vector<double> pushed_;   ///< largest speed of a fixed body that touches each body [m/s]
  std::vector<double> spin_;     ///< speed of each body's farthest point about its origin [m/s]
  std::vector<double> speed_;    ///< bound on the speed of each body's points within the step [m/s]
  std::vector<double> fastest_;  ///< largest speed of each body's island, 0: nothing holds it [m/s]
  std::vector<double> span_;     ///< speed for which the near pairs were chosen, >= fastest_ [m/s]
  double smallest_gap_ = 0;
  int unanswered_ = 0;
  int asked_ = 0;
};

}  // namespace touchstone
