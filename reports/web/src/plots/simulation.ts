// SPDX-License-Identifier: GPL-3.0-or-later
// The plots of the record of energies.
import type { Report } from "../data/record";
import { drawDrift, driftScene, kDriftKinds } from "./drift";
import { drawEnergy, energyScene, kCurveKinds } from "./energy_curves";
import { mountPlot } from "./frame";
import { choiceControl, chosenScene, kSection, sceneControl } from "./runs";
import { drawProfile } from "./step_profile";

export function mountSimulation(report: Report): void {
  const all = report.energy?.results ?? [];
  const curves = all.filter((run) => run.curve);
  const against = [
    { value: "dt", label: "time step" },
    { value: "vertices", label: "vertices" },
  ];
  mountPlot({
    name: "energy",
    section: kSection,
    title: "Energy over time.",
    caption: "Each run has a dashed line of its own: the truth, where one is known.",
    controls:
      curves.length > 0
        ? [
            sceneControl(curves, (values) => energyScene(curves, values["scene"])),
            choiceControl("Energy", "energy", kCurveKinds),
          ]
        : [],
    draw: (values, width, hidden) => drawEnergy(all, values, width, hidden),
  });
  mountPlot({
    name: "drift",
    section: kSection,
    title: "Drift against step and size.",
    caption: "A line that falls to the left gets better with smaller steps; its slope is the order.",
    controls:
      all.length > 0
        ? [
            sceneControl(all, (values) => driftScene(all, values["scene"])),
            choiceControl("Show", "drift", kDriftKinds),
            choiceControl("Against", "against", against),
          ]
        : [],
    draw: (values, width, hidden) => drawDrift(report, values, width, hidden),
  });
  mountPlot({
    name: "step-profile",
    section: kSection,
    title: "Where the time of a step goes.",
    caption: "Determining contacts, setting the problem up, solving it, and the rest.",
    controls: all.length > 0 ? [sceneControl(all, (values) => chosenScene(all, values["scene"]))] : [],
    draw: (values, width, hidden) => drawProfile(all, values, width, hidden),
  });
}
