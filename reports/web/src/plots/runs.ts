// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of the energy record: their names, their scenes, the switches of their plots. A run has a row for each
// observable, and a curve in the first of them.
import { shortText } from "../data/numbers";
import type { EnergyRun } from "../data/record";
import { state, type Values } from "../state/fragment";
import { select, unique } from "../ui/controls";

export const kSection = "simulation";
export const kNotRecorded = "Not recorded: this page has no record of simulations (touchstone energy).";
export const kMaxCurves = 24;

/** Spheres of the mesh "0" are ideal ones. */
function sizeText({ sides, vertices = [] }: EnergyRun): string {
  if (sides) return `${sides} sides`;
  return `${vertices.map((n) => (n === 0 ? "ideal" : String(n))).join("x")} vertices`;
}

/** What runs of a scene may differ in. */
const kParts = {
  contacts: (run: EnergyRun) => run.metric ?? run.contacts ?? "",
  stepper: (run: EnergyRun) => run.stepper ?? "",
  size: sizeText,
  bodies: (run: EnergyRun) => `${run.bodies ?? 1} bodies`,
  friction: (run: EnergyRun) => run.friction ?? "",
  dt: (run: EnergyRun) => `dt ${shortText(run.dt)} s`,
  scale: (run: EnergyRun) => `scale ${shortText(run.scale ?? 1)}`,
  observable: (run: EnergyRun) => run.observable ?? "",
};
export type RunPart = keyof typeof kParts;

/**
 * A name for each run: what they differ in, but for `without`. Runs that differ in that alone share a name; others
 * of one name are numbered.
 */
export function runNames(runs: EnergyRun[], ...without: RunPart[]): string[] {
  const parts = Object.keys(kParts) as RunPart[];
  const differ = parts.filter((part) => unique(runs.map(kParts[part])).length > 1);
  const named = differ.filter((part) => !without.includes(part));
  const counts = new Map<string, number>();
  return runs.map((run) => {
    const name = named.map((part) => kParts[part](run)).join(", ") || kParts.contacts(run);
    const whole = [name, ...without.map((part) => kParts[part](run))].join("\n");
    const count = (counts.get(whole) ?? 0) + 1;
    counts.set(whole, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

function scenesOf(runs: EnergyRun[]): string[] {
  return unique(runs.map((run) => run.scene));
}

export function sceneControl(runs: EnergyRun[], chosen: (values: Values) => string): HTMLElement {
  const scene = select("Scene", (value) => {
    state.set(kSection, { scene: value, hide: "" });
  });
  state.on(kSection, (values) => {
    scene.update(
      scenesOf(runs).map((value) => ({ value })),
      chosen(values),
    );
  });
  return scene.element;
}

export function chosenScene(runs: EnergyRun[], wanted: string | undefined): string {
  const scenes = scenesOf(runs);
  return wanted !== undefined && scenes.includes(wanted) ? wanted : (scenes[0] ?? "");
}

export function choiceControl(
  label: string,
  key: string,
  choices: readonly { value: string; label: string }[],
): HTMLElement {
  const control = select(label, (value) => {
    state.set(kSection, { [key]: value });
  });
  state.on(kSection, (values) => {
    control.update([...choices], values[key] ?? choices[0]?.value ?? "");
  });
  return control.element;
}
