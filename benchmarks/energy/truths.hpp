// SPDX-License-Identifier: GPL-3.0-or-later
// Closed forms of the energy scenes. Units: SI.
#pragma once

#include <vector>

namespace touchstone {

/// Time in which friction mu stops a sphere (unit mass, inertia 0.4) spinning with `spin` on points
/// `lever` from the axis, where friction acts at the angle `delta` to the sliding [s]:
/// inertia spin = mu g lever cos(delta) t.
double spin_stop_time(double spin, double mu, double lever, double delta);

/// Angle from a direction in the contact plane to the nearest of K directions 2 pi k/K; 0 of a round
/// cone (kRoundCone) [rad].
double angle_to_cone(double angle, int directions);
/// Share of mu c that a cone holds in every direction: cos(pi/K), 1 of a round cone [1].
double sure_grip(int directions);

/// I/(m r^2) of a solid capsule that turns about its axis, of half length without its ends [1].
double capsule_inertia_share(double radius, double half_length);
/// Acceleration of what rolls down a slope without slip [m/s^2]: g sin(slope)/(1 + I/(m r^2)).
double rolling_acceleration(double slope, double inertia_share);

/// Time at which the unit cube (mass 1) spinning with 10 rad/s on its four lower corners stops
/// under friction mu, its cone having K world-fixed edges from the cube's own axis on [s]. The
/// corners are at 45 degrees and slide square to their levers, so at the turned angle a the
/// friction acts at delta(a) to the sliding, and spin d(spin)/da = -mu g (lever/inertia)
/// cos(delta(a)). directions = 0: the round cone. `ahead`: how far the cube has turned before
/// [rad].
double spinning_box_stop_time(double mu, int directions, double ahead = 0);

/// When a run of that cube at step h may stop, `first` to `last` [s]. Semi-implicit Euler takes the
/// friction at the beginning of a step and turns with the spin at its end: the midpoint rule, of
/// order 2, of a cube that is h spin/2 behind. The stop is seen at the end of its step.
struct StopWindow {
  double first;
  double last;
};
StopWindow spinning_box_stop_window(double mu, int directions, double h);

/// Kinetic energy of that cube at each of these times, which ascend from 0 [J].
std::vector<double> spinning_box_energies(double mu, int directions,
                                          const std::vector<double>& times);

/// Period of a point pendulum released at rest at `amplitude` from the vertical [s]:
/// 4 sqrt(length/g) K(sin(amplitude/2)), by the arithmetic-geometric mean.
double pendulum_period(double amplitude, double length);

/// ln(0.0404/displaced)/2.6432: when the kinetic energy of a sphere that spins with 1 rad/s on a
/// pole displaced sideways differs by 1 % [s].
double toppling_time(double displaced);

/// eta = (0.4 + cos(2 pi/N))/1.4: what an impact of the rimless wheel leaves of its spin [1].
double wheel_restitution(int sides);

/// When a sphere of radius 1 rolling off a fixed one of `radius`, released at rest at theta_0,
/// leaves it [s], where cos theta = 10 cos(theta_0)/17 whatever the radius.
double roll_off_time(double theta_0, double radius);
double roll_off_cosine(double theta_0);
/// Energy that the sphere loses until then for each second of the step [J/s]. A step from speed v
/// adds h g sin(theta)/1.4 to it and moves along the tangent at its end: that loses
/// h^2 (g^2 sin^2(theta)/2.8 + g v^2 cos(theta)/(2 (1 + R))).
double roll_off_loss(double theta_0, double radius);

}  // namespace touchstone
