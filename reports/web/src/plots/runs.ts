// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of the energy record: their names, their scenes, the switches of their plots.
import { shortText } from "../data/numbers";
import type { EnergyRun } from "../data/record";
import { state, type Values } from "../state/fragment";
import { select, unique } from "../ui/controls";

export const kSection = "simulation";
export const kNotRecorded = "Not recorded: this page has no record of simulations (touchstone energy).";
export const kMaxCurves = 24;

/** What differs between the runs of a scene. */
export function runName(run: EnergyRun): string {
  const size = run.sides
    ? `${run.sides} sides`
    : run.vertices?.length
      ? `${run.vertices.map((n) => (n === 0 ? "ideal" : String(n))).join("\u00d7")} vertices`
      : "";
  return [
    run.metric ?? run.contacts ?? "",
    run.stepper ?? "",
    size,
    run.friction ?? "",
    `dt ${shortText(run.dt)} s`,
    `scale ${shortText(run.scale ?? 1)}`,
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** Names without what all of them share, and no two alike. */
export function shortNames(names: string[]): string[] {
  const split = names.map((name) => name.split(", "));
  const length = Math.max(0, ...split.map((parts) => parts.length));
  const differs = Array.from({ length }, (_, k) => new Set(split.map((parts) => parts[k])).size > 1);
  const seen = new Map<string, number>();
  return split.map((parts, i) => {
    const name = parts.filter((_, k) => differs[k]).join(", ") || (names[i] ?? "");
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

export function scenesOf(runs: EnergyRun[]): string[] {
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
