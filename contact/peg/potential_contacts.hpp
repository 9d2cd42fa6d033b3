// SPDX-License-Identifier: GPL-3.0-or-later
// The potential contacts of a pair of bodies (williams2016peg, section 4): which features may meet
// within a step, and how far they are apart.
//
// A vertex may meet a facet where it is applicable (all its edges leave the facet's plane, relaxed
// by eps_theta), where it is no farther beyond the facet's sides than the reach, and where its gap
// is between the floor and the reach. Two edges may meet where they cross and where their facets
// leave the plane that is along both. The floor is -min(reach, delta), below the gap of the pair
// where that gap is negative: a contact farther behind would lead out through the body.
//
// A separator is a facet of the Minkowski difference: a facet with the other body's farthest
// vertex, or two edges whose arcs cross on the Gauss sphere. The pair is apart exactly where the
// gap of one of them is positive. Nearly parallel edges are separators, too, but contacts
// only where their gap is the largest and no facet has nearly their normal.
#pragma once

#include <vector>

#include "contact/peg/peg_body.hpp"
#include "contact/peg/peg_options.hpp"
#include "geometry/index.hpp"

namespace touchstone {

struct PotentialContact {
  enum class Kind {
    vertex_A,  ///< a vertex of A against a facet of B
    vertex_B,  ///< a facet of A against a vertex of B
    edges
  };
  Kind kind = Kind::vertex_A;
  int a = -1, b = -1;                             ///< the features of A and of B
  Vec3 normal = Vec3::Zero();                     ///< unit, from B to A, world
  Vec3 p_WA = Vec3::Zero(), p_WB = Vec3::Zero();  ///< p_WA - p_WB = gap normal [m]
  double gap = 0;                                 ///< psi [m]

  /// The vertex, or -1.
  int vertex() const { return kind == Kind::vertex_A ? a : kind == Kind::vertex_B ? b : -1; }
  int facet() const { return kind == Kind::vertex_A ? b : kind == Kind::vertex_B ? a : -1; }
};

/// Least sine of the angle at which a vertex's edges leave the plane with this normal; -1 for a
/// vertex without edges.
double applicability_of(const PlacedPegBody& body, int vertex, const Vec3& normal_W);

/// Sets normal, points and gap of the contact from its features at the bodies' poses. The normal of
/// edges keeps its side.
void measure(const PlacedPegBody& A, const PlacedPegBody& B, PotentialContact& contact);

class PotentialContacts {
 public:
  /// Finds the potential contacts: none if the bodies are farther apart than `reach` [m].
  void find(const PlacedPegBody& A, const PlacedPegBody& B, double reach,
            const PegOptions& options);

  /// The largest gap alone, without contacts.
  double separation(const PlacedPegBody& A, const PlacedPegBody& B);

  /// Largest gap of a separator: the depth where it is negative, at most the distance where it is
  /// positive [m].
  double largest_gap() const { return largest_gap_; }
  /// Whether largest_gap() is the gap of the first separator. If not, it is the gap of
  /// nearly parallel edges that are no contact: no contact may ask for more than that overlap.
  bool gap_is_of_contact() const;
  double floor() const { return floor_; }  ///< least gap of a contact [m]
  /// The contacts: first the applicable ones, then those that only the constraints name.
  const std::vector<PotentialContact>& contacts() const { return contacts_; }
  int applicable() const { return applicable_; }
  /// Contacts that are the separators above the floor, the one of the largest gap first.
  const std::vector<int>& separators() const { return separators_; }
  /// The contact of a vertex with a facet, with the gap it has; added if it is not there. `of_A`:
  /// the vertex is A's.
  int contact_of(bool of_A, int vertex, int facet);
  /// Contacts of the edges at a vertex with an edge of the other body, whether or not they cross
  /// now, between the floor and the reach; added if they are not there.
  std::vector<int> contacts_of_edges(bool of_A, int vertex, int edge);
  double gap_of(bool of_A, int vertex, int facet) const { return table(of_A).gap(vertex, facet); }
  /// How far a vertex is beyond a side of a facet; negative: before it [m].
  double beyond(bool of_A, int vertex, const PegBody::Side& side) const;
  const PlacedPegBody& body(bool of_A) const { return of_A ? *A_ : *B_; }

 private:
  /// Vertices of one body against facets of the other.
  struct Table {
    std::size_t vertices = 0;
    std::vector<double> gaps;       ///< facet by facet [m]
    std::vector<int> contact;       ///< number of the contact, -1: none
    std::vector<int> support;       ///< support vertex of each facet
    std::vector<double> least_gap;  ///< gap of each facet's support vertex [m]
    double gap(int vertex, int facet) const { return gaps[index(vertex, facet)]; }
    std::size_t index(int vertex, int facet) const { return at(facet) * vertices + at(vertex); }
  };
  /// Edges that may meet.
  struct Crossing {
    PotentialContact contact;
    bool separates = false;  ///< their arcs cross on the Gauss sphere
    bool feasible = false;   ///< the edges cross
    bool parallel = false;   ///< they are nearly parallel
    double past_end = 0;     ///< how far their lines are nearest beyond an end [m]
  };

  const Table& table(bool of_A) const { return of_A ? of_A_ : of_B_; }
  void fill(Table& table, const PlacedPegBody& vertices, const PlacedPegBody& facets);
  void find_crossings(double applicability);
  void add_vertices(bool of_A, double reach, double applicability);
  void add_best_facet();
  void add_separators();
  int contact_of(const Crossing& crossing);

  const PlacedPegBody* A_ = nullptr;
  const PlacedPegBody* B_ = nullptr;
  Table of_A_, of_B_;
  std::vector<Crossing> crossings_;
  std::vector<PotentialContact> contacts_;
  std::vector<int> separators_;
  int applicable_ = 0;
  double reach_ = 0;
  double largest_gap_ = 0;
  double floor_ = 0;
};

}  // namespace touchstone
