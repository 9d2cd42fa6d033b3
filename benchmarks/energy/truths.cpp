// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/truths.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "dynamics/scenes/scene_library.hpp"
#include "geometry/loop_bound.hpp"

namespace touchstone {
namespace {

constexpr double kPi = std::numbers::pi;

constexpr double kSpin = 10;  ///< spin of the box at the start [rad/s]
constexpr double kBoxInertia = 1.0 / 6;

/// mu g lever/inertia of the box on its corners [rad/s^2].
double box_deceleration(double mu) { return mu * kGravity * std::sqrt(0.5) / kBoxInertia; }

/// Simpson's rule for a smooth function.
template <class Function>
double integral(const Function& f, double from, double to, int pieces) {
  const double step = (to - from) / pieces;
  double sum = 0;
  for (int i = 0; i < pieces; ++i) {
    const double left = from + i * step;
    sum += f(left) + 4 * f(left + step / 2) + f(left + step);
  }
  return sum * step / 6;
}

}  // namespace

double spin_stop_time(double spin, double mu, double lever, double delta) {
  return kSphereInertia * spin / (mu * kGravity * lever * std::cos(delta));
}

// A cylinder of volume pi r^2 2 l and I = m r^2/2, and a ball of 4 pi r^3/3 and I = 2 m r^2/5.
double capsule_inertia_share(double radius, double half_length) {
  return (half_length + 8 * radius / 15) / (2 * half_length + 4 * radius / 3);
}

double rolling_acceleration(double slope, double inertia_share) {
  return kGravity * std::sin(slope) / (1 + inertia_share);
}

double angle_to_cone(double angle, int directions) {
  if (directions == kRoundCone) return 0;
  return std::abs(std::remainder(angle, 2 * kPi / directions));
}

double sure_grip(int directions) {
  return directions == kRoundCone ? 1 : std::cos(kPi / directions);
}

// With a the turned angle, W(a) = integral of cos(delta) from 0 to a is known in closed form: over
// each period p = 2 pi/K of the cone it grows by 2 sin(p/2), and within one by the sine. Then
// spin^2 = spin_0^2 - 2 c W(a), c = mu g lever/inertia, the stop is where this is 0, and
// the time is the integral of da/spin. Substituting spin = spin_0 s makes the integrand
// regular: da = -spin_0^2 s ds/(c cos(delta)), so t = spin_0/c times the integral of
// ds/cos(delta(a(s))) over 0..1, broken where delta has a kink.
double spinning_box_stop_time(double mu, int directions, double ahead) {
  const double c = box_deceleration(mu);
  // Friction slows the spin evenly: I spin' = -mu g lever.
  if (directions == kRoundCone) return kSpin / c;
  const double period = 2 * kPi / directions;
  const double gained = 2 * std::sin(period / 2);
  // A corner's sliding direction starts at 45 or 135 degrees: a whole number of periods of K = 8,
  // 16, ... from a cone direction, and half a period of K = 4.
  const double offset = std::remainder(kPi / 4 + ahead, period);
  const auto work_at = [&](double from_direction) {  // integral of cos(delta) from a direction on
    const double periods = std::floor(from_direction / period + 0.5);
    return periods * gained + std::sin(from_direction - periods * period);
  };
  const double at_start = work_at(offset);
  const double at_end = at_start + kSpin * kSpin / (2 * c);
  const auto angle_of = [&](double work) {
    const double periods = std::floor(work / gained + 0.5);
    return periods * period + std::asin(work - periods * gained);
  };
  double time = 0;
  double from = at_start;
  constexpr std::int64_t kMaxKinks = 1'000'000;
  LoopBound bound("energy: kinks of a cone", kMaxKinks);
  while (from < at_end) {
    bound.step();
    // The next kink of delta is half a period beyond a direction.
    const double kink = (std::floor(from / gained + 0.5 + 1e-12) + 0.5) * gained;
    const double to = std::min(kink, at_end);
    const auto share = [&](double work) { return std::sqrt((at_end - work) * 2 * c) / kSpin; };
    time += integral(
        [&](double s) {
          const double work = at_end - s * s * kSpin * kSpin / (2 * c);
          const double angle = angle_of(std::min(std::max(work, from), to));
          return 1 / std::cos(angle_to_cone(angle, directions));
        },
        to == at_end ? 0 : share(to), share(from), 64);
    from = to;
  }
  return time * kSpin / c;
}

StopWindow spinning_box_stop_window(double mu, int directions, double h) {
  const double stops = spinning_box_stop_time(mu, directions, -0.5 * h * kSpin);
  return {stops, stops + h};
}

// Midpoint steps of spin and angle: their error is of order step^2, kinks of delta included.
std::vector<double> spinning_box_energies(double mu, int directions,
                                          const std::vector<double>& times) {
  constexpr double kMaxStep = 1e-5;
  const double c = box_deceleration(mu);
  const auto rate = [&](double at) { return c * std::cos(angle_to_cone(at, directions)); };
  std::vector<double> energies;
  double now = 0;
  double spin = kSpin;
  double angle = kPi / 4;
  for (const double time : times) {
    const double steps = std::max(1.0, std::ceil((time - now) / kMaxStep));
    const double step = (time - now) / steps;
    for (double k = 0; k < steps && spin > 0; ++k) {
      const double middle = rate(angle + spin * step / 2);
      angle += (spin - middle * step / 2) * step;
      spin = std::max(0.0, spin - middle * step);
    }
    now = time;
    energies.push_back(kBoxInertia * spin * spin / 2);
  }
  return energies;
}

double pendulum_period(double amplitude, double length) {
  double a = 1;
  double b = std::cos(amplitude / 2);
  // Each turn doubles the digits.
  for (int i = 0; i < 6; ++i) {
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b);
    a = mean;
  }
  return 2 * kPi * std::sqrt(length / kGravity) / a;
}

double toppling_time(double displaced) { return std::log(0.0404 / displaced) / 2.6432; }

double wheel_restitution(int sides) {
  return (kSphereInertia + std::cos(2 * kPi / sides)) / (1 + kSphereInertia);
}

double roll_off_cosine(double theta_0) { return 10 * std::cos(theta_0) / 17; }

namespace {

// Integral of f(theta) dt until it leaves. 1.4 (1 + R)^2 thetadot^2/2 =
// g (1 + R) (cos theta_0 - cos theta). With theta = theta_0 + s^2 the integrand of dtheta/thetadot
// is regular at the start, where cos theta_0 - cos theta = 2 sin(theta_0 + s^2/2) sin(s^2/2).
template <class Function>
double roll_off_integral(double theta_0, double radius, const Function& f) {
  const double end = std::sqrt(std::acos(roll_off_cosine(theta_0)) - theta_0);
  const double scale = std::sqrt(4 * kGravity / ((1 + kSphereInertia) * (1 + radius)));
  return integral(
      [&](double s) {
        const double half = s * s / 2;
        const double root = s > 1e-6 ? std::sqrt(std::sin(half)) / s : std::sqrt(0.5);
        return f(theta_0 + s * s) * 2 / (scale * std::sqrt(std::sin(theta_0 + half)) * root);
      },
      0, end, 4096);
}

}  // namespace

double roll_off_time(double theta_0, double radius) {
  return roll_off_integral(theta_0, radius, [](double /*theta*/) { return 1.0; });
}

double roll_off_loss(double theta_0, double radius) {
  return roll_off_integral(theta_0, radius, [theta_0](double theta) {
    const double g = kGravity;
    // v^2/(1 + R), of the speed of the centre.
    const double v2 = 2 * g / (1 + kSphereInertia) * (std::cos(theta_0) - std::cos(theta));
    return g * g * std::sin(theta) * std::sin(theta) / (2 * (1 + kSphereInertia)) +
           g * v2 * std::cos(theta) / 2;
  });
}

}  // namespace touchstone
