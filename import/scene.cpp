// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/scene.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <utility>

#include <Eigen/SVD>

#include "harness/cases/within.hpp"
#include "import/rejection.hpp"
#include "schema/nearest_name.hpp"
#include "schema/number_text.hpp"

namespace touchstone {
namespace {

std::string called(const ImportedBody& body) { return body.name.empty() ? body.owner : body.name; }

std::string at_place(const ImportedBody& body, const std::string& rule) {
  return body.place + (called(body).empty() ? "" : ": " + called(body)) + ": " + rule;
}

/// The whole number that `text` is, if it is one of at most six digits.
std::optional<std::size_t> index_text(const std::string& text) {
  constexpr std::size_t kMaxDigits = 6;
  const bool digits = std::all_of(text.begin(), text.end(),
                                  [](unsigned char letter) { return std::isdigit(letter) != 0; });
  if (text.empty() || text.size() > kMaxDigits || !digits) return std::nullopt;
  return std::stoul(text);
}

std::string what_is_left_out(const ImportedScene& scene) {
  if (scene.left_out.empty()) return "";
  const std::size_t more = scene.left_out.size() - 1;
  return " (not read: " + scene.left_out.front() +
         (more > 0 ? " and " + how_many(more, "more element") : "") + ")";
}

/// The bodies of an owner.
std::vector<const ImportedBody*> bodies_of(const ImportedScene& scene, const std::string& owner) {
  std::vector<const ImportedBody*> found;
  for (const ImportedBody& body : scene.bodies) {
    if (body.owner == owner && !owner.empty()) found.push_back(&body);
  }
  return found;
}

/// The body of an index among `bodies`.
template <class Bodies>
const auto& by_index(const Bodies& bodies, std::size_t index, const std::string& name) {
  if (index < bodies.size()) return bodies[index];
  reject("there is no body " + name + ": they count from 0 to " +
         std::to_string(bodies.size() - 1));
}

/// ", OWNER:K" of each body, up to ten.
std::string owners_of(const ImportedScene& scene, const std::vector<const ImportedBody*>& bodies) {
  constexpr std::size_t kShown = 10;
  std::string list;
  for (std::size_t k = 0; k < std::min(bodies.size(), kShown); ++k) {
    const auto owned = bodies_of(scene, bodies[k]->owner);
    const auto index = std::find(owned.begin(), owned.end(), bodies[k]) - owned.begin();
    list +=
        ", " + (owned.empty() ? bodies[k]->place : bodies[k]->owner + ":" + std::to_string(index));
  }
  return list + (bodies.size() > kShown ? ", ..." : "");
}

const ImportedBody& body_called(const ImportedScene& scene, const std::string& name) {
  std::vector<std::string> names;
  std::vector<const ImportedBody*> so_called;
  for (const ImportedBody& body : scene.bodies) {
    if (body.name == name) so_called.push_back(&body);
    names.push_back(body.name);
    names.push_back(body.owner);
  }
  if (so_called.size() == 1) return *so_called.front();
  if (so_called.size() > 1)
    reject("several bodies are called '" + name + "': say which" + owners_of(scene, so_called));
  const auto owned = bodies_of(scene, name);
  if (owned.size() == 1) return *owned.front();
  if (owned.size() > 1) {
    reject("'" + name + "' has " + how_many(owned.size(), "body", "bodies") + ": say which, " +
           name + ":0 to " + name + ":" + std::to_string(owned.size() - 1));
  }
  const std::size_t colon = name.rfind(':');
  if (colon != std::string::npos) {
    const auto of_owner = bodies_of(scene, name.substr(0, colon));
    const auto index = index_text(name.substr(colon + 1));
    if (index && !of_owner.empty()) return *by_index(of_owner, *index, name);
  }
  if (const auto index = index_text(name); index && !scene.bodies.empty()) {
    if (*index >= scene.counted) {
      reject("bodies cannot be told by index" + (scene.counted == 0 ? "" : " " + name) +
             what_is_left_out(scene) + ": give names");
    }
    return by_index(scene.bodies, *index, name);
  }
  names.erase(std::remove(names.begin(), names.end(), ""), names.end());
  if (names.empty() && scene.bodies.empty()) reject("no body collides" + what_is_left_out(scene));
  reject(unknown_word("body", name, names) + what_is_left_out(scene));
}

/// The only two bodies there are to choose.
std::pair<const ImportedBody*, const ImportedBody*> only_pair(const ImportedScene& scene) {
  std::vector<const ImportedBody*> all, colliding;
  for (const ImportedBody& body : scene.bodies) {
    all.push_back(&body);
    if (body.collides) colliding.push_back(&body);
  }
  const auto& taken = all.size() == 2 ? all : colliding;
  if (taken.size() == 2 && scene.left_out.empty()) return {taken[0], taken[1]};
  std::string first;
  constexpr std::size_t kShown = 4;
  for (std::size_t k = 0; k < std::min(taken.size(), kShown); ++k) {
    first += (k == 0 ? ": " : ", ") +
             (called(*taken[k]).empty() ? std::to_string(k) : called(*taken[k]));
  }
  reject("holds " + how_many(taken.size(), "body that collides", "bodies that collide") + first +
         (taken.size() > kShown ? ", ..." : "") + what_is_left_out(scene) +
         ": touchstone import FILE --a NAME --b NAME takes two");
}

/// The rotation nearest to R (the polar factor), and how far its entries are from R.
Pose with_nearest_rotation(const Frame& X, const ImportedBody& body,
                           std::vector<std::string>& read_as) {
  Mat3 R;
  Vec3 t;
  for (int k = 0; k < 9; ++k) R(k / 3, k % 3) = round_to_double(X.R[static_cast<std::size_t>(k)]);
  for (int k = 0; k < 3; ++k) t[k] = round_to_double(X.t[static_cast<std::size_t>(k)]);
  const Eigen::JacobiSVD<Mat3> svd(R, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Mat3 nearest = svd.matrixU() * svd.matrixV().transpose();
  const double moved = (nearest - R).cwiseAbs().maxCoeff();
  const auto pose = make_pose(nearest, t);
  if (!pose.ok()) reject(at_place(body, pose.reason()));
  read_as.push_back(at_place(body, "R was moved by up to " + short_text(moved) +
                                       " to the nearest rotation (--nearest-rotation)"));
  return pose.value();
}

Pose pose_of(const ImportedBody& body, bool nearest, std::vector<std::string>& read_as) {
  const Rational far(kMaxCoordinate);
  for (const Rational& entry : body.X_W.t) {
    if (abs(entry) > far) reject(at_place(body, "its position is beyond 1e60 m"));
  }
  const auto pose = rounded_pose(body.X_W);
  if (pose.ok()) return pose.value();
  if (nearest) return with_nearest_rotation(body.X_W, body, read_as);
  const bool few_digits = pose.reason().find("orthonormal") != std::string::npos;
  reject(at_place(body, pose.reason() + (few_digits ? ", or --nearest-rotation" : "")));
}

struct PosedBody {
  BodyUnion body;
  Pose X_W;
};

/// A body of a scene as it is made, once, and how.
struct Made {
  const ImportedBody* from;
  Pose X_W;
  std::optional<BodyUnion> body;  ///< empty for a plane
  std::vector<std::string> read_as;
};

Made made(const ImportedBody& body, bool nearest) {
  std::vector<std::string> read_as = body.read_as;
  const Pose X_W = pose_of(body, nearest, read_as);
  if (body.is_plane) return {&body, X_W, std::nullopt, read_as};
  try {
    const ImportedShape shape = body.make();
    read_as.insert(read_as.end(), shape.read_as.begin(), shape.read_as.end());
    return {&body, X_W, shape.body, read_as};
  } catch (const Rejection& rejection) {
    reject(at_place(body, rejection.reason));
  }
}

double reach(const BodyUnion& body) {
  double farthest = 0;
  for (const UnionPiece& piece : body.pieces) {  // whose poses are identities
    farthest = std::max(farthest, core_reach(piece.body) + piece.body.radius());
  }
  return farthest;
}

/// A plane as a box below z = 0. The other body, within `r` of the plane's origin, leaves upwards
/// by at most 2 r, and through a side by at least 3 r: the side is never the answer.
PosedBody plane_box(const Made& plane, const Made& other, std::vector<std::string>& read_as) {
  constexpr double kLeast = 1e-3;  // [m]
  const double r = std::max((other.X_W.t - plane.X_W.t).norm() + reach(*other.body), kLeast);
  const double side = std::exp2(std::ceil(std::log2(r)) + 2);  // a power of two: corners are exact
  std::vector<Vec3> corners;
  for (const double z : {-side, 0.0}) {
    for (const double y : {-side, side}) {
      for (const double x : {-side, side}) corners.emplace_back(x, y, z);
    }
  }
  read_as.push_back(at_place(*plane.from, "the plane is a box " + short_text(2 * side) +
                                              " m wide below it: its sides are too far to decide"));
  return {ImportedShape(hull_body(corners)).body, plane.X_W};
}

void put(const PosedBody& A, const PosedBody& B, Case& c) {
  if (A.body.pieces.size() > 1 || B.body.pieces.size() > 1) {
    c.bodies = UnionPair{A.body, A.X_W, B.body, B.X_W};
    return;
  }
  const ConvexBody &a = A.body.pieces.front().body, &b = B.body.pieces.front().body;
  if (a.is_curved() || b.is_curved()) {
    c.bodies = ConvexPair{a, A.X_W, b, B.X_W};
    return;
  }
  c.bodies = Pair{std::get<PolytopePtr>(a.core()), A.X_W, std::get<PolytopePtr>(b.core()), B.X_W};
}

ImportedCase case_of(const ImportedScene& scene, const Made& A, const Made& B) {
  const ImportedBody &a = *A.from, &b = *B.from;
  ImportedCase imported;
  std::vector<std::string>& read_as = imported.read_as;
  read_as = scene.read_as;
  for (const Made* body : {&A, &B}) {
    read_as.insert(read_as.end(), body->read_as.begin(), body->read_as.end());
  }
  const auto posed = [&](const Made& body, const Made& other) {
    return body.body ? PosedBody{*body.body, body.X_W} : plane_box(body, other, read_as);
  };
  put(posed(A, B), posed(B, A), imported.c);
  const bool named = !called(a).empty() && !called(b).empty();
  constexpr std::size_t kMaxId = 200;
  imported.c.id = named ? called(a) + "-" + called(b) : "1";
  const bool is_line = std::none_of(imported.c.id.begin(), imported.c.id.end(),
                                    [](unsigned char c) { return std::iscntrl(c) != 0; });
  if (imported.c.id.size() > kMaxId || !is_line) imported.c.id = "1";
  imported.c.source = scene.source;
  return imported;
}

}  // namespace

ImportedCase pair_of(const ImportedScene& scene, const std::string& a, const std::string& b,
                     bool nearest) {
  if (a.empty() != b.empty()) reject("--a and --b go together");
  const auto [A, B] =
      a.empty() ? only_pair(scene) : std::pair(&body_called(scene, a), &body_called(scene, b));
  if (A == B) reject("a and b are the same body '" + called(*A) + "'");
  if (A->is_plane && B->is_plane) reject("a and b are planes, which have no distance");
  const Made first = made(*A, nearest);
  return case_of(scene, first, made(*B, nearest));
}

std::vector<ImportedCase> pairs_within(const ImportedScene& scene, double within, bool nearest,
                                       std::vector<std::string>& left_out) {
  constexpr double kOutward = 1e-5;  // more than rounding and rotations do, orthonormal to 1e-6
  std::vector<Made> bodies;
  for (const ImportedBody& body : scene.bodies) {
    if (!body.collides) continue;
    try {
      bodies.push_back(made(body, nearest));
    } catch (const Rejection& rejection) {
      left_out.push_back("left out: " + rejection.reason);
    }
  }
  const auto radius = [](const Made& body) { return body.body ? reach(*body.body) : HUGE_VAL; };
  std::vector<ImportedCase> cases;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (std::size_t k = i + 1; k < bodies.size(); ++k) {
      const Made &a = bodies[i], &b = bodies[k];
      if (a.from->owner_number == b.from->owner_number && a.from->owner_number != 0) continue;
      if (!a.body && !b.body) continue;
      const double reaches = radius(a) + radius(b) + within;
      if ((a.X_W.t - b.X_W.t).norm() > reaches * (1 + kOutward)) continue;
      ImportedCase one = case_of(scene, a, b);
      if (!are_within(one.c, within)) continue;
      cases.push_back(std::move(one));
      cases.back().c.id = std::to_string(cases.size()) + "-" + cases.back().c.id;
    }
  }
  if (cases.empty()) {
    reject("no two bodies are that near" + (left_out.empty() ? "" : " (" + left_out[0] + ")"));
  }
  return cases;
}

}  // namespace touchstone
