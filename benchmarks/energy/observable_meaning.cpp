// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchmarks/energy/observable_meaning.hpp"

#include <algorithm>
#include <array>

namespace touchstone {
namespace {

struct Meaning {
  std::string_view name;
  std::string_view text;
};

constexpr std::array<Meaning, 33> kMeanings = {{
    {"kinetic_change", "largest |KE/KE0 - 1| of the run, KE the kinetic energy [1]"},
    {"kinetic_share_1", "KE/KE0 after the first step, KE the kinetic energy [1]"},
    {"kinetic_share_1s", "KE/KE0 after 1 s, KE the kinetic energy [1]"},
    {"stop_time_s", "when the kinetic energy has fallen to 1e-12 of its first value [s]"},
    {"landing_time_s", "end of the first step in which a contact carries [s]"},
    {"stop_after_landing_s", "from landing to the stop [s]"},
    {"deviation_time_s", "when the kinetic energy differs by 1 % from its first value [s]"},
    {"energy_share_16",
     "energy above the level of a side down, after 16 impacts by at the start [1]"},
    {"largest_gain_J", "largest gain of total energy in a step [J]"},
    {"energy_loss_J", "total energy lost between 0.4 and 0.8 rad from the vertical [J]"},
    {"leaving_time_s", "when the sphere leaves the one that it rolls on [s]"},
    {"leaving_cosine", "cosine of the angle from the vertical at which it leaves [1]"},
    {"energy_error_J", "|change of total energy| until it leaves [J]"},
    {"final_speed_m_s", "speed of the first body at the end [m/s]"},
    {"slide_m", "how far the cube has slid down at the end [m]"},
    {"path_work_J", "work of the bodies on paths [J]"},
    {"lost_work_J", "that work minus the gain of total energy [J]"},
    {"drift_m", "largest distance of a body from where it started [m]"},
    {"roll_m", "how far the capsule has rolled at the end [m]"},
    {"rolling_time_s", "when the sphere begins to roll [s]"},
    {"height_change_m", "largest change of height of a body's centre [m]"},
    {"momentum_change", "largest change of the horizontal momentum, by its sizes at the start [1]"},
    {"overlap_m", "deepest overlap of two bodies at the beginning of a step [m]"},
    {"outside", "bodies whose centre was outside their box [1]"},
    {"fall_error_m_s", "largest difference of a point's velocity from free fall [m/s]"},
    {"slid_off", "1 if it slid off on the side where it started [1]"},
    {"overlap_area_m2", "largest overlap after a step, all pairs together [m^2]"},
    {"overlap_volume_m3", "largest overlap after a step, all pairs together [m^3]"},
    {"fallen", "bodies that lean by more than 45 degrees at the end [1]"},
    {"joint_error_m", "largest distance by which a joint is off after a step [m]"},
    {"place_error_m", "largest distance of the first body from where mechanics has it [m]"},
    {"period_s", "time of a swing to and fro, or round [s]"},
    {"joint_force_error_N", "largest error of a joint force [N]"},
}};

}  // namespace

std::string_view observable_meaning(std::string_view name) {
  const auto* const found = std::find_if(kMeanings.begin(), kMeanings.end(),
                                         [name](const Meaning& m) { return m.name == name; });
  return found == kMeanings.end() ? std::string_view() : found->text;
}

}  // namespace touchstone
