// SPDX-License-Identifier: GPL-3.0-or-later
#include "dynamics/tests/random_problems.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "geometry/index.hpp"
#include "geometry/random.hpp"

namespace touchstone {
namespace {

constexpr double kGravity = 9.81;  // [m/s^2]
constexpr std::size_t kFloor = static_cast<std::size_t>(-1);
/// A dense LCP of more than about this many directions says nothing new and takes long.
constexpr int kDirectionsInAll = 128;

struct Body {
  Vec3 half = Vec3::Zero();  // extents [m]
  Vec3 p_W = Vec3::Zero();
  Mat3 R_WB = Mat3::Identity();
  double root_mass = 1;              // [sqrt(kg)]
  Vec3 root_inertia = Vec3::Ones();  // principal [sqrt(kg) m]
  Vec3 v_W = Vec3::Zero();
  Vec3 w_W = Vec3::Zero();
};

struct Point {
  std::size_t a = 0;
  std::size_t b = kFloor;
  Vec3 p_W = Vec3::Zero();
  Vec3 n_W = Vec3::UnitZ();  // from b to a
};

double pick(Random& random, std::initializer_list<double> values) {
  return values.begin()[random.below(values.size())];
}

class Pile {
 public:
  Pile(std::uint64_t seed, std::uint64_t index, PileContacts contacts)
      : random_(seed, index, static_cast<std::uint64_t>(contacts)), contacts_(contacts) {}

  StepProblem make() {
    directions_ = 4 << random_.below(3);
    make_bodies();
    choose_joints();
    make_points();
    StepProblem p;
    p.directions = directions_;
    fill_contacts(p);
    fill_free(p);
    fill_joints(p);
    return p;
  }

 private:
  void make_bodies() {
    const double length = pick(random_, {0.01, 1, 1, 100});
    stack_ = random_.below(2) == 0;
    const bool at_rest = random_.below(3) == 0;
    const double speed = at_rest ? 0 : length * pick(random_, {0.01, 1, 10});
    bodies_.resize(1 + random_.below(8));
    double top = 0;
    for (Body& body : bodies_) {
      for (int axis = 0; axis < 3; ++axis) {
        body.half[axis] = length * random_.uniform(0.2, 1);
      }
      const double mass = 8 * body.half.prod() * pick(random_, {500, 1000, 2700, 7800});
      body.root_mass = std::sqrt(mass);
      const Vec3 squares = body.half.cwiseProduct(body.half);
      for (int axis = 0; axis < 3; ++axis) {
        body.root_inertia[axis] = std::sqrt(mass * (squares.sum() - squares[axis]) / 3);
      }
      if (stack_) {
        const double y = length * random_.uniform(-0.1, 0.1);
        const double x = length * random_.uniform(-0.1, 0.1);
        body.p_W = Vec3(x, y, top + body.half.z());
        top += 2 * body.half.z();
      } else {
        body.R_WB = random_.rotation();
        body.p_W = 2 * length * random_.in_unit_ball() + Vec3(0, 0, 2 * length);
      }
      body.v_W = speed * random_.in_unit_ball();
      body.w_W = speed / length * random_.in_unit_ball();
    }
  }

  void choose_joints() {
    jointed_.assign(bodies_.size(), false);
    if (random_.below(5) == 0) {
      for (std::size_t a = 1; a < bodies_.size(); ++a) {
        jointed_[a] = random_.below(2) == 0;
      }
    }
  }

  void add_points(std::size_t a, std::size_t b, const std::array<Vec3, 4>& corners,
                  const Vec3& n_W) {
    if (b != kFloor && b + 1 == a && jointed_[a]) {
      return;  // bodies of a joint do not touch
    }
    const std::size_t count = 1 + random_.below(4);
    for (std::size_t i = 0; i < count; ++i) {
      points_.push_back({a, b, corners[i], n_W});
    }
  }

  void make_points() {
    for (std::size_t a = 0; a < bodies_.size(); ++a) {
      const Body& body = bodies_[a];
      if (stack_) {
        const double z = body.p_W.z() - body.half.z();
        Vec3 low = body.p_W - body.half;
        Vec3 high = body.p_W + body.half;
        if (a > 0) {
          low = low.cwiseMax(bodies_[a - 1].p_W - bodies_[a - 1].half);
          high = high.cwiseMin(bodies_[a - 1].p_W + bodies_[a - 1].half);
        }
        add_points(a, a > 0 ? a - 1 : kFloor,
                   {Vec3(low.x(), low.y(), z), Vec3(high.x(), high.y(), z),
                    Vec3(high.x(), low.y(), z), Vec3(low.x(), high.y(), z)},
                   Vec3::UnitZ());
        continue;
      }
      // In a heap each touches the floor or one or two of those before it.
      const std::size_t touched = 1 + random_.below(2);
      for (std::size_t i = 0; i < touched; ++i) {
        const std::uint64_t other = random_.below(a + 1);
        const std::size_t b = other == a ? kFloor : static_cast<std::size_t>(other);
        const Vec3 n_W =
            b == kFloor
                ? Vec3(Vec3::UnitZ())
                : Vec3((body.p_W - bodies_[b].p_W).normalized() + 0.3 * random_.in_unit_ball())
                      .normalized();
        const double size = body.half.minCoeff();
        const Vec3 middle = body.p_W - random_.uniform(0.5, 1.5) * size * n_W;
        const Vec3 x = n_W.cross(random_.unit_vector()).normalized();
        const Vec3 y = n_W.cross(x);
        const double along = size * random_.uniform(0.1, 1);
        const double across = size * random_.uniform(0.1, 1);
        add_points(a, b,
                   {middle + along * x + across * y, middle - along * x - across * y,
                    middle + along * x - across * y, middle - along * x + across * y},
                   n_W);
      }
    }
    const auto most = static_cast<std::size_t>(kDirectionsInAll / directions_);
    if (points_.size() > most) {
      points_.resize(most);
    }
  }

  /// axis.(velocity of a's point at p - of b's), in whitened velocities.
  template <class Row>
  void write_row(std::size_t a, std::size_t b, const Vec3& p_W, const Vec3& axis_W, Row row) const {
    row.setZero();
    for (const auto& [index, sign] : {std::pair{a, 1.0}, std::pair{b, -1.0}}) {
      if (index == kFloor) {
        continue;
      }
      const Body& body = bodies_[index];
      const Vec3 turn = body.R_WB.transpose() * (p_W - body.p_W).cross(axis_W);
      const auto column = static_cast<Eigen::Index>(6 * index);
      row.segment(column, 3) = sign / body.root_mass * axis_W.transpose();
      row.segment(column + 3, 3) = sign * turn.cwiseQuotient(body.root_inertia).transpose();
    }
  }

  ContactFriction friction() {
    const double mu = pick(random_, {0, 0.1, 0.5, 1, 100});
    switch (contacts_) {
      case PileContacts::frictionless:
        return {FrictionKind::frictionless, 0};
      case PileContacts::cones:
        return random_.below(8) == 0 ? ContactFriction{FrictionKind::frictionless, 0}
                                     : ContactFriction{FrictionKind::cone, mu};
      case PileContacts::mixed:
        break;
    }
    switch (random_.below(4)) {
      case 0:
        return {FrictionKind::frictionless, 0};
      case 1:
        return {FrictionKind::cone, mu};
      default:
        return {FrictionKind::no_slip, 0};
    }
  }

  void fill_contacts(StepProblem& p) {
    const auto n = static_cast<Eigen::Index>(points_.size());
    const auto dof = static_cast<Eigen::Index>(6 * bodies_.size());
    step_s_ = pick(random_, {1e-4, 1e-3, 1e-2});
    const double gamma = pick(random_, {0.1, 0.5, 1});
    const double size = bodies_.front().half.minCoeff();
    const bool exact = random_.below(2) == 0;
    p.normal.resize(n, dof);
    p.tangent.resize(2 * n, dof);
    p.bound.resize(n);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Point& point = points_[at(i)];
      const Vec3 x = (std::abs(point.n_W.x()) < 0.6 ? Vec3::UnitX() : Vec3::UnitY());
      const Vec3 t = (x - x.dot(point.n_W) * point.n_W).normalized();
      write_row(point.a, point.b, point.p_W, point.n_W, p.normal.row(i));
      write_row(point.a, point.b, point.p_W, t, p.tangent.row(2 * i));
      write_row(point.a, point.b, point.p_W, point.n_W.cross(t), p.tangent.row(2 * i + 1));
      double gap = 0;
      if (!exact) {
        gap = size * pick(random_, {0, 1e-3, -1e-5, -1e-3});
        gap *= random_.uniform();
      }
      p.bound[i] = (gap < 0 ? gamma * gap : gap) / step_s_;
      p.friction.push_back(friction());
    }
  }

  void fill_free(StepProblem& p) const {
    p.free.resize(static_cast<Eigen::Index>(6 * bodies_.size()));
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Body& body = bodies_[i];
      const auto at = static_cast<Eigen::Index>(6 * i);
      p.free.segment(at, 3) = body.root_mass * (body.v_W - Vec3(0, 0, kGravity * step_s_));
      p.free.segment(at + 3, 3) =
          (body.R_WB.transpose() * body.w_W).cwiseProduct(body.root_inertia);
    }
  }

  /// Ball joints (three rows) and hinges (two more) half way between neighbours, at times with a
  /// row written twice.
  void fill_joints(StepProblem& p) {
    const auto dof = static_cast<Eigen::Index>(6 * bodies_.size());
    p.joint.resize(0, dof);
    p.joint_bound.resize(0);
    for (std::size_t a = 1; a < bodies_.size(); ++a) {
      if (!jointed_[a]) {
        continue;
      }
      const Vec3 p_W = 0.5 * (bodies_[a].p_W + bodies_[a - 1].p_W);
      const bool hinge = random_.below(2) == 0;
      const bool doubled = random_.below(4) == 0;
      const Eigen::Index first = p.joint.rows();
      const Eigen::Index rows = 3 + (hinge ? 2 : 0) + (doubled ? 1 : 0);
      p.joint.conservativeResize(first + rows, dof);
      p.joint_bound.conservativeResize(first + rows);
      const double drift = random_.below(2) == 0 ? 0 : 1e-6 * bodies_[a].half.minCoeff() / step_s_;
      for (Eigen::Index i = 0; i < 3; ++i) {
        write_row(a, a - 1, p_W, Vec3::Unit(i), p.joint.row(first + i));
        p.joint_bound[first + i] = drift * random_.uniform(-1, 1);
      }
      if (hinge) {
        for (Eigen::Index i = 0; i < 2; ++i) {
          auto row = p.joint.row(first + 3 + i);
          row.setZero();
          for (const auto& [index, sign] : {std::pair{a, 1.0}, std::pair{a - 1, -1.0}}) {
            const Vec3 axis = bodies_[index].R_WB.transpose() * Vec3::Unit(i);
            row.segment(static_cast<Eigen::Index>(6 * index + 3), 3) =
                sign * axis.cwiseQuotient(bodies_[index].root_inertia).transpose();
          }
          p.joint_bound[first + 3 + i] = 0;
        }
      }
      if (doubled) {
        p.joint.row(first + rows - 1) = p.joint.row(first);
        p.joint_bound[first + rows - 1] = p.joint_bound[first];
      }
    }
  }

  Random random_;
  PileContacts contacts_;
  int directions_ = 4;
  bool stack_ = true;
  double step_s_ = 0;
  std::vector<Body> bodies_;
  std::vector<bool> jointed_;  // with the body before
  std::vector<Point> points_;
};

}  // namespace

StepProblem random_pile_problem(std::uint64_t seed, std::uint64_t index, PileContacts contacts) {
  return Pile(seed, index, contacts).make();
}

}  // namespace touchstone
