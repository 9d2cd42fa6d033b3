// SPDX-License-Identifier: GPL-3.0-or-later
#include "geometry/body.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace touchstone {
namespace {

struct Length {
  const char* name;
  double value;
};

/// The lengths that a curved core is given by; none of a polytope.
std::vector<Length> lengths(const Core& core) {
  if (const auto* c = std::get_if<Cylinder>(&core)) {
    return {{"radius", c->radius}, {"half_length", c->half_length}};
  }
  if (const auto* c = std::get_if<Cone>(&core)) {
    return {{"radius", c->radius}, {"half_length", c->half_length}};
  }
  if (const auto* e = std::get_if<Ellipsoid>(&core)) {
    return {{"semi_axes[0]", e->semi_axes[0]},
            {"semi_axes[1]", e->semi_axes[1]},
            {"semi_axes[2]", e->semi_axes[2]}};
  }
  return {};
}

const char* why_no_length(double x) {
  if (!std::isfinite(x)) return " is not finite";
  if (!(x > 0)) return " must be above 0";
  if (x > kMaxCoordinate) return " is above 1e60";
  if (x < kMinExtent) return " is below 1e-60";
  return nullptr;
}

double bounding(const Core& core) {
  if (const auto* polytope = std::get_if<PolytopePtr>(&core)) return (*polytope)->bounding_radius();
  if (const auto* e = std::get_if<Ellipsoid>(&core)) return e->semi_axes.maxCoeff();
  const std::vector<Length> both = lengths(core);
  return std::hypot(both[0].value, both[1].value);
}

}  // namespace

Result<ConvexBody> make_body(const Core& core, double radius) {
  for (const Length& length : lengths(core)) {
    if (const char* why = why_no_length(length.value)) return Error{std::string(length.name) + why};
  }
  if (radius != 0) {
    if (const char* why = why_no_length(radius)) return Error{std::string("the radius") + why};
  }
  ConvexBody body;
  body.core_ = core;
  body.radius_ = radius;
  if (const auto* polytope = std::get_if<PolytopePtr>(&core)) {
    if (radius != 0) return Error{"a polytope has a radius of its own"};
    body.radius_ = (*polytope)->radius();
  }
  body.bounding_radius_ = bounding(core);
  return body;
}

double pair_size(const ConvexPair& pair) {
  const double a = pair.A.bounding_radius() + pair.A.radius();
  const double b = pair.B.bounding_radius() + pair.B.radius();
  if (a == 0 && b == 0) return 1;
  if (a == 0) return b;
  if (b == 0) return a;
  return std::min(a, b);
}

}  // namespace touchstone
