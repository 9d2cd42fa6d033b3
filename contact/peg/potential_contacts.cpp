// SPDX-License-Identifier: GPL-3.0-or-later
#include "contact/peg/potential_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/index.hpp"

namespace touchstone {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Edges whose directions differ by less are no potential contact, as their plane turns faster than
/// the bodies: their ends meet facets [1].
constexpr double kParallel = 0.02;

/// Edges whose directions differ by less have no plane along both [1].
constexpr double kSameLine = 1e-12;

/// Angle between the normals of a facet and of nearly parallel edges below which the edges say
/// nothing new [rad].
constexpr double kSameNormal = 0.02;

struct Line {
  Vec3 from, along;
};

Line line_of(const PlacedPegBody& body, int number) {
  const PegBody::Edge& edge = body.body->edges[at(number)];
  const Vec3& from = body.vertices[at(edge.v0)];
  return {from, body.vertices[at(edge.v1)] - from};
}

/// The nearest points of two lines, in lengths of their edges from the first end [1].
struct Places {
  double a = 0, b = 0;
  bool within() const { return a >= 0 && a <= 1 && b >= 0 && b <= 1; }
};

Places nearest(const Line& A, const Line& B) {
  const Vec3 across = A.along.cross(B.along);
  const Vec3 between = B.from - A.from;
  const double square = across.squaredNorm();
  return {between.cross(B.along).dot(across) / square, between.cross(A.along).dot(across) / square};
}

/// How far the place on a line is beyond the ends of its edge [m].
double past_end(double place, const Line& line) {
  return std::max({0.0, -place, place - 1}) * line.along.norm();
}

/// Least sine of the angle at which the facets of an edge leave the plane.
double applicability_of_edge(const PlacedPegBody& body, const PegBody::Edge& edge,
                             const Vec3& normal_W) {
  const Vec3 normal = body.R_WB.transpose() * normal_W;
  return std::min(edge.into_left.dot(normal), edge.into_right.dot(normal));
}

/// The gap along this unit normal, from B to A, of two bodies as a whole [m].
double gap_along(const Vec3& normal, const PlacedPegBody& A, const PlacedPegBody& B) {
  double lowest = kInfinity;
  double highest = -kInfinity;
  for (const Vec3& v : A.vertices) lowest = std::min(lowest, normal.dot(v));
  for (const Vec3& v : B.vertices) highest = std::max(highest, normal.dot(v));
  return lowest - highest;
}

PotentialContact vertex_contact(bool of_A, int vertex, int facet) {
  using Kind = PotentialContact::Kind;
  PotentialContact contact;
  contact.kind = of_A ? Kind::vertex_A : Kind::vertex_B;
  contact.a = of_A ? vertex : facet;
  contact.b = of_A ? facet : vertex;
  return contact;
}

}  // namespace

double applicability_of(const PlacedPegBody& body, int vertex, const Vec3& normal_W) {
  const Vec3 normal = body.R_WB.transpose() * normal_W;
  double least = 1;
  for (const Vec3& direction : body.body->directions[at(vertex)]) {
    least = std::min(least, direction.dot(normal));
  }
  return body.body->directions[at(vertex)].empty() ? -1 : least;
}

void measure(const PlacedPegBody& A, const PlacedPegBody& B, PotentialContact& contact) {
  using Kind = PotentialContact::Kind;
  if (contact.kind == Kind::edges) {
    const Line of_A = line_of(A, contact.a);
    const Line of_B = line_of(B, contact.b);
    const Vec3 across = of_A.along.cross(of_B.along).normalized();
    contact.normal = across.dot(contact.normal) < 0 ? Vec3(-across) : across;
    const Places places = nearest(of_A, of_B);
    contact.p_WA = of_A.from + places.a * of_A.along;
    contact.p_WB = of_B.from + places.b * of_B.along;
    contact.gap = contact.normal.dot(of_A.from - of_B.from);
    return;
  }
  const bool of_A = contact.kind == Kind::vertex_A;
  const PlacedPegBody& facets = of_A ? B : A;
  const Vec3& vertex = (of_A ? A : B).vertices[at(contact.vertex())];
  const Vec3& normal = facets.normals[at(contact.facet())];
  contact.gap = normal.dot(vertex) - facets.offsets[at(contact.facet())];
  const Vec3 foot = vertex - contact.gap * normal;
  contact.normal = of_A ? normal : Vec3(-normal);
  contact.p_WA = of_A ? vertex : foot;
  contact.p_WB = of_A ? foot : vertex;
}

void PotentialContacts::fill(Table& table, const PlacedPegBody& vertices,
                             const PlacedPegBody& facets) {
  table.vertices = vertices.vertices.size();
  table.gaps.clear();
  table.support.clear();
  table.least_gap.clear();
  for (std::size_t f = 0; f < facets.normals.size(); ++f) {
    double least = kInfinity;
    int support = -1;
    for (std::size_t v = 0; v < table.vertices; ++v) {
      const double gap = facets.normals[f].dot(vertices.vertices[v]) - facets.offsets[f];
      table.gaps.push_back(gap);
      if (gap < least) {
        least = gap;
        support = static_cast<int>(v);
      }
    }
    table.support.push_back(support);
    table.least_gap.push_back(least);
    largest_gap_ = std::max(largest_gap_, least);
  }
  table.contact.assign(table.gaps.size(), -1);
}

/// The normal is on the side on which more of the facets leave the plane.
void PotentialContacts::find_crossings(double applicability) {
  crossings_.clear();
  for (std::size_t i = 0; i < A_->body->edges.size(); ++i) {
    const Line of_A = line_of(*A_, static_cast<int>(i));
    for (std::size_t k = 0; k < B_->body->edges.size(); ++k) {
      const Line of_B = line_of(*B_, static_cast<int>(k));
      const Vec3 across = of_A.along.cross(of_B.along);
      const double size = across.norm();
      const double sine = size / (of_A.along.norm() * of_B.along.norm());
      if (!(sine > kSameLine)) continue;
      const Vec3 normal = across / size;
      Crossing crossing;
      const auto leaves = [&](const Vec3& n) {
        return std::min(applicability_of_edge(*A_, A_->body->edges[i], n),
                        applicability_of_edge(*B_, B_->body->edges[k], -n));
      };
      const double up = leaves(normal);
      const double down = leaves(-normal);
      crossing.parallel = !(sine > kParallel);
      if (std::max(up, down) < (crossing.parallel ? 0 : applicability)) continue;
      PotentialContact& contact = crossing.contact;
      contact.kind = PotentialContact::Kind::edges;
      contact.a = static_cast<int>(i);
      contact.b = static_cast<int>(k);
      contact.normal = up >= down ? normal : Vec3(-normal);
      contact.gap = contact.normal.dot(of_A.from - of_B.from);
      crossing.separates = std::max(up, down) >= 0;
      const Places places = nearest(of_A, of_B);
      crossing.feasible = places.within();
      crossing.past_end = std::max(past_end(places.a, of_A), past_end(places.b, of_B));
      if (crossing.parallel) {
        // The normal has the error eps/sine, but bodies that are apart along any normal are apart.
        contact.gap = gap_along(contact.normal, *A_, *B_);
        if (contact.gap <= largest_gap_) continue;
        crossing.feasible = false;
      }
      if (crossing.separates) largest_gap_ = std::max(largest_gap_, contact.gap);
      crossings_.push_back(crossing);
    }
  }
}

double PotentialContacts::beyond(bool of_A, int vertex, const PegBody::Side& side) const {
  const PlacedPegBody& facets = body(!of_A);
  const Vec3 v = facets.R_WB.transpose() * (body(of_A).vertices[at(vertex)] - facets.p_WB);
  return side.outward.dot(v) - side.offset;
}

int PotentialContacts::contact_of(bool of_A, int vertex, int facet) {
  Table& table = of_A ? of_A_ : of_B_;
  int& number = table.contact[table.index(vertex, facet)];
  if (number < 0) {
    number = static_cast<int>(contacts_.size());
    contacts_.push_back(vertex_contact(of_A, vertex, facet));
    measure(*A_, *B_, contacts_.back());
  }
  return number;
}

int PotentialContacts::contact_of(const Crossing& crossing) {
  const auto same = [&](const PotentialContact& other) {
    return other.kind == crossing.contact.kind && other.a == crossing.contact.a &&
           other.b == crossing.contact.b;
  };
  const auto found = std::find_if(contacts_.begin(), contacts_.end(), same);
  const auto number = static_cast<int>(found - contacts_.begin());
  if (found != contacts_.end()) return number;
  contacts_.push_back(crossing.contact);
  measure(*A_, *B_, contacts_.back());
  return number;
}

std::vector<int> PotentialContacts::contacts_of_edges(bool of_A, int vertex, int edge) {
  std::vector<int> contacts;
  for (const Crossing& crossing : crossings_) {
    const PotentialContact& contact = crossing.contact;
    if (crossing.parallel || (of_A ? contact.b : contact.a) != edge) continue;
    const PegBody::Edge& own = body(of_A).body->edges[at(of_A ? contact.a : contact.b)];
    if (own.v0 != vertex && own.v1 != vertex) continue;
    if (contact.gap < floor_ || contact.gap > reach_ || crossing.past_end > reach_) continue;
    contacts.push_back(contact_of(crossing));
  }
  return contacts;
}

void PotentialContacts::add_vertices(bool of_A, double reach, double applicability) {
  const PlacedPegBody& vertices = body(of_A);
  const PlacedPegBody& facets = body(!of_A);
  const int count = static_cast<int>(vertices.vertices.size());
  const int facet_count = static_cast<int>(facets.normals.size());
  for (int v = 0; v < count; ++v) {
    bool within_reach = true;
    for (int f = 0; f < facet_count && within_reach; ++f) {
      within_reach = gap_of(of_A, v, f) <= reach;
    }
    if (!within_reach) continue;
    for (int f = 0; f < facet_count; ++f) {
      if (gap_of(of_A, v, f) < floor_) continue;
      if (applicability_of(vertices, v, facets.normals[at(f)]) < applicability) continue;
      const auto& sides = facets.body->facets[at(f)].sides;
      const bool over = std::all_of(sides.begin(), sides.end(), [&](const PegBody::Side& side) {
        return beyond(of_A, v, side) <= reach;
      });
      if (over) contact_of(of_A, v, f);
    }
  }
}

/// Adds the facet of largest gap, for a pair whose gap is that of edges which are no contact.
void PotentialContacts::add_best_facet() {
  bool best_of_A = true;
  int best = -1;
  for (const bool of_A : {true, false}) {
    const Table& t = table(of_A);
    for (int f = 0; at(f) < t.support.size(); ++f) {
      if (best >= 0 && t.least_gap[at(f)] <= table(best_of_A).least_gap[at(best)]) continue;
      best = f;
      best_of_A = of_A;
    }
  }
  if (best >= 0)
    separators_.push_back(contact_of(best_of_A, table(best_of_A).support[at(best)], best));
}

void PotentialContacts::add_separators() {
  separators_.clear();
  for (const bool of_A : {true, false}) {
    const Table& t = table(of_A);
    for (int f = 0; at(f) < t.support.size(); ++f) {
      if (t.least_gap[at(f)] < floor_) continue;
      separators_.push_back(contact_of(of_A, t.support[at(f)], f));
    }
  }
  const std::size_t facets = separators_.size();
  for (const Crossing& crossing : crossings_) {
    if (!crossing.separates || crossing.contact.gap < floor_) continue;
    // Where lines meet far beyond the edges, their plane turns faster than the bodies, and a step
    // sees a way out where there is none.
    if (crossing.past_end > reach_ && crossing.contact.gap < largest_gap_) continue;
    const bool needed = crossing.contact.gap >= largest_gap_ && crossing.past_end <= reach_;
    if (crossing.parallel && !needed) continue;
    // Edges whose plane a facet has as well add nothing.
    const double same = crossing.parallel ? std::cos(kSameNormal) : 1 - 1e-6;
    const bool known =
        std::any_of(separators_.begin(), separators_.begin() + static_cast<std::ptrdiff_t>(facets),
                    [&](int number) {
                      const PotentialContact& other = contacts_[at(number)];
                      return other.normal.dot(crossing.contact.normal) > same &&
                             (crossing.parallel || other.gap >= crossing.contact.gap - 1e-9);
                    });
    if (known) continue;
    separators_.push_back(contact_of(crossing));
  }
  if (separators_.empty()) add_best_facet();
  std::stable_sort(separators_.begin(), separators_.end(), [&](int one, int other) {
    return contacts_[at(one)].gap > contacts_[at(other)].gap;
  });
}

double PotentialContacts::separation(const PlacedPegBody& A, const PlacedPegBody& B) {
  A_ = &A;
  B_ = &B;
  largest_gap_ = -kInfinity;
  fill(of_A_, A, B);
  fill(of_B_, B, A);
  find_crossings(0);
  return largest_gap_;
}

bool PotentialContacts::gap_is_of_contact() const {
  constexpr double kRounding = 1e-12;
  return !separators_.empty() && contacts_[at(separators_.front())].gap >= largest_gap_ - kRounding;
}

void PotentialContacts::find(const PlacedPegBody& A, const PlacedPegBody& B, double reach,
                             const PegOptions& options) {
  A_ = &A;
  B_ = &B;
  contacts_.clear();
  separators_.clear();
  applicable_ = 0;
  largest_gap_ = -kInfinity;
  reach_ = reach;
  fill(of_A_, A, B);
  fill(of_B_, B, A);
  if (largest_gap_ > reach) return;
  const double applicability = std::sin(options.eps_theta);
  find_crossings(applicability);
  if (largest_gap_ > reach) return;
  const double radius = std::min(A.body->circumradius, B.body->circumradius);
  floor_ = std::min(0.0, largest_gap_) - std::min(reach, options.delta.value_or(radius / 4));
  add_vertices(true, reach, applicability);
  add_vertices(false, reach, applicability);
  for (const Crossing& crossing : crossings_) {
    if (!crossing.feasible || crossing.contact.gap < floor_ || crossing.contact.gap > reach) {
      continue;
    }
    contacts_.push_back(crossing.contact);
    measure(A, B, contacts_.back());
  }
  applicable_ = static_cast<int>(contacts_.size());
  add_separators();
}

}  // namespace touchstone
