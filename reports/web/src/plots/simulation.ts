// SPDX-License-Identifier: GPL-3.0-or-later
// Energy over time, drift against step and vertices, and where the time of a step goes.
import { isFiniteNum, powerText, shortText, timeText, toNumber } from "../data/numbers";
import type { EnergyOrder, EnergyRun, Report } from "../data/record";
import { state, type Values } from "../state/fragment";
import { select, unique } from "../ui/controls";
import { mountPlot, type Drawn, type LegendEntry } from "./frame";
import { drawPlot, named, Plot, powersOfTen } from "./kit";
import { lookAt, type Look } from "./series";

const kSection = "simulation";
const kNotRecorded = "Not recorded: this page has no record of simulations (touchstone energy).";
const kMaxCurves = 24;

/** What differs between the runs of a scene. */
function runName(run: EnergyRun): string {
  const size = run.sides ? `${run.sides} sides` : run.vertices?.length ? `${run.vertices.map((n) => (n === 0 ? "ideal" : String(n))).join("\u00d7")} vertices` : "";
  return [run.metric ?? run.contacts ?? "", run.stepper ?? "", size, run.friction ?? "", `dt ${shortText(run.dt)} s`].filter((part) => part !== "").join(", ");
}

/** Names without what all of them share. */
function shortNames(names: string[]): string[] {
  const split = names.map((name) => name.split(", "));
  const length = Math.max(0, ...split.map((parts) => parts.length));
  const differs = Array.from({ length }, (_, k) => new Set(split.map((parts) => parts[k])).size > 1);
  return split.map((parts, i) => parts.filter((_, k) => differs[k]).join(", ") || (names[i] ?? ""));
}

function scenesOf(runs: EnergyRun[]): string[] {
  return unique(runs.map((run) => run.scene));
}

function sceneControl(runs: EnergyRun[], chosen: (values: Values) => string): HTMLElement {
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

function chosenScene(runs: EnergyRun[], wanted: string | undefined): string {
  const scenes = scenesOf(runs);
  return wanted !== undefined && scenes.includes(wanted) ? wanted : (scenes[0] ?? "");
}

const kCurveKinds = [
  { value: "total_J", label: "total energy" },
  { value: "kinetic_J", label: "kinetic energy" },
  { value: "potential_J", label: "potential energy" },
] as const;

interface CurvePoint {
  name: string;
  time: number;
  energy: number;
}

function column(name: string, times: unknown, energies: unknown): CurvePoint[] {
  if (!Array.isArray(times) || !Array.isArray(energies)) return [];
  return times
    .map((time, k) => ({ name, time: toNumber(time as number), energy: toNumber(energies[k] as number) }))
    .filter((p) => Number.isFinite(p.time) && Number.isFinite(p.energy));
}

const kTruthLook: Look = { color: "currentColor", dash: "6 4", symbol: "cross" };

function drawEnergy(all: EnergyRun[], values: Values, width: number, hidden: Set<string>): Drawn | string {
  if (all.length === 0) return kNotRecorded;
  const recorded = all.filter((run) => run.curve);
  if (recorded.length === 0) return "Not recorded: this record of energies has no curves.";
  const scene = chosenScene(recorded, values["scene"]);
  const runs = recorded.filter((run) => run.scene === scene).slice(0, kMaxCurves);
  const kind = kCurveKinds.find((k) => k.value === values["energy"]) ?? kCurveKinds[0];
  const names = shortNames(runs.map(runName));
  const curves = runs.map((run, k) => column(names[k] ?? "", run.curve?.time_s, run.curve?.[kind.value]));
  const truths = kind.value === "total_J" ? runs.map((run) => column("truth", run.curve?.time_s, run.curve?.true_J)) : [];
  const truth = truths.reduce<CurvePoint[]>((best, points) => (points.length > best.length ? points : best), []);
  if (curves.every((points) => points.length === 0)) return `Not recorded: ${kind.label} of this scene.`;
  const shown = curves.filter((_, k) => !hidden.has(names[k] ?? "")).flat();
  const lines = curves.flatMap((points, k) => {
    const name = names[k] ?? "";
    if (hidden.has(name)) return [];
    const look = lookAt(k);
    return [named(name, Plot.line(points, { x: "time", y: "energy", stroke: look.color, strokeDasharray: look.dash, strokeWidth: 1.7 }))];
  });
  const truthMarks = hidden.has("truth") ? [] : [named("truth", Plot.line(truth, { x: "time", y: "energy", stroke: "currentColor", strokeDasharray: kTruthLook.dash, strokeWidth: 1.2 }))];
  const picture = drawPlot(
    { width, marginLeft: 66 },
    {
      x: { label: "time (s) \u2192", grid: true, nice: true },
      y: { label: `\u2191 ${kind.label} (J)`, grid: true, nice: true, zero: false, tickFormat: (d: number) => shortText(d, 4) },
      marks: [...truthMarks, ...lines, Plot.tip(shown, Plot.pointer({ x: "time", y: "energy", title: (p: CurvePoint) => `${p.name}\n${shortText(p.energy, 6)} J at ${shortText(p.time)} s` }))],
    },
  );
  const legend: LegendEntry[] = names.map((name, k) => ({ name, look: lookAt(k) }));
  if (truth.length > 0) legend.push({ name: "truth", look: kTruthLook });
  return {
    picture,
    columns: ["run", "time_s", `${kind.label}, J`],
    rows: [...curves.flat(), ...truth].map((p) => [p.name, p.time, p.energy]),
    legend,
    notes: truth.length === 0 && kind.value === "total_J" ? ["No true energy over time is known for this scene."] : [],
  };
}

interface DriftPoint {
  name: string;
  x: number;
  y: number;
  value: number;
}

/** Unless one is chosen, the first scene in which energy drifts at all. */
function driftScene(all: EnergyRun[], wanted: string | undefined): string {
  return chosenScene(all, wanted ?? all.find((run) => Math.abs(toNumber(run.energy_drift)) > 0)?.scene);
}

const kDriftKinds = [
  { value: "energy_drift", label: "|energy at the end \u2212 at the start| (J)" },
  { value: "error", label: "|measured \u2212 truth| of the observable" },
  { value: "max_gain", label: "largest gain of energy in a step (J)" },
] as const;

function driftOf(run: EnergyRun, kind: string): number {
  if (kind === "error") return Math.abs(toNumber(run.measured) - toNumber(run.truth));
  return Math.abs(toNumber(kind === "max_gain" ? run.max_gain : run.energy_drift));
}

function sizeOf(run: EnergyRun): number {
  return run.sides ?? run.vertices?.[0] ?? 0;
}

function ordersText(orders: EnergyOrder[], scene: string, against: string): string[] {
  return orders
    .filter((order) => order.scene === scene && order.against === against)
    .map((order) => `${order.observable}${order.vertices?.some((n) => n > 0) ? ` (${order.vertices.join("\u00d7")} vertices)` : ""}: fitted order ${shortText(order.order)} against ${order.against}${isFiniteNum(order.truth) ? `, expected ${shortText(order.truth)}` : ""}.`);
}

function drawDrift(report: Report, values: Values, width: number, hidden: Set<string>): Drawn | string {
  const all = report.energy?.results ?? [];
  if (all.length === 0) return kNotRecorded;
  const scene = driftScene(all, values["scene"]);
  const runs = all.filter((run) => run.scene === scene);
  const kind = kDriftKinds.find((k) => k.value === values["drift"]) ?? kDriftKinds[0];
  const against = values["against"] === "vertices" ? "vertices" : "dt";
  const other = (run: EnergyRun) => [run.metric ?? run.contacts ?? "", run.friction ?? "", run.observable ?? "", against === "dt" ? `${sizeOf(run)} vertices` : `dt ${shortText(run.dt)} s`].join(", ");
  const names = shortNames(runs.map(other));
  const points = runs
    .map((run, k) => ({ name: names[k] ?? "", x: against === "dt" ? toNumber(run.dt) : sizeOf(run), y: driftOf(run, kind.value), value: driftOf(run, kind.value) }))
    .filter((p) => p.x > 0 && !Number.isNaN(p.y));
  const positive = points.filter((p) => p.y > 0 && Number.isFinite(p.y)).sort((a, b) => a.x - b.x);
  const zeros = points.length - positive.length;
  const lineNames = unique(points.map((p) => p.name));
  const columns = ["run", against === "dt" ? "dt_s" : "vertices", kind.label];
  const rows = points.map((p) => [p.name, p.x, p.value]);
  const notes = ordersText(report.energy?.orders ?? [], scene, against);
  if (zeros > 0) notes.push(`${zeros} of ${points.length} runs have none: exactly 0, which a logarithmic axis cannot show.`);
  if (positive.length === 0) return points.length > 0 ? `All ${points.length} runs of this scene have exactly 0 here.` : "Not recorded for this scene.";
  const picture = drawPlot(
    { width, marginLeft: 66 },
    {
      x: { type: "log", label: against === "dt" ? "time step (s) \u2192" : "vertices \u2192", grid: true, ticks: against === "dt" ? powersOfTen(...ends(positive.map((p) => p.x)), 6) : unique(positive.map((p) => p.x)), tickFormat: (d: number) => (against === "dt" ? powerText(d) : String(d)) },
      y: { type: "log", label: `\u2191 ${kind.label}`, grid: true, ticks: powersOfTen(...ends(positive.map((p) => p.y)), 8), domain: ends(positive.map((p) => p.y)), tickFormat: powerText },
      marks: [
        ...lineNames.flatMap((name, k) => driftMarks(name, hidden.has(name) ? [] : positive.filter((p) => p.name === name), lookAt(k))),
        Plot.tip(positive, Plot.pointer({ x: "x", y: "y", title: (p: DriftPoint) => `${p.name}\n${shortText(p.y)} at ${shortText(p.x)}` })),
      ],
    },
  );
  return { picture, columns, rows, legend: lineNames.map((name, k) => ({ name, look: lookAt(k) })), notes };
}

/** From a power of ten below to one above. */
function ends(values: number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.ceil(Math.log10(Math.max(...values)) - 1e-9);
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

function driftMarks(name: string, points: DriftPoint[], look: Look): Plot.Markish[] {
  return [
    named(name, Plot.line(points, { x: "x", y: "y", stroke: look.color, strokeDasharray: look.dash, strokeWidth: 1.6 })),
    named(name, Plot.dot(points, { x: "x", y: "y", fill: look.color, symbol: look.symbol, r: 3.6 })),
  ];
}

const kParts = ["contacts", "problem", "solve", "other"] as const;
/** What older records call them, in medians of milliseconds. */
const kMedians = { contacts: "contact", solve: "solve", other: "rest" } as const;

interface Slice {
  run: string;
  part: string;
  ms: number;
}

/** Milliseconds of a step by part: out of the profile of a run, or of the medians of older records. */
function slicesOf(run: EnergyRun, name: string): Slice[] {
  const slices: Slice[] = [];
  const steps = run.steps ?? 0;
  for (const part of kParts) {
    const seconds = toNumber(run.profile?.[`${part}_s`]);
    if (seconds >= 0 && steps > 0) slices.push({ run: name, part, ms: (1e3 * seconds) / steps });
  }
  if (slices.length > 0) return slices;
  for (const [part, key] of Object.entries(kMedians)) {
    const ms = toNumber(run.ms_per_step?.[key]);
    if (ms >= 0) slices.push({ run: name, part, ms });
  }
  return slices;
}

function drawProfile(all: EnergyRun[], values: Values, width: number, hidden: Set<string>): Drawn | string {
  if (all.length === 0) return kNotRecorded;
  const scene = chosenScene(all, values["scene"]);
  const runs = all.filter((run) => run.scene === scene).slice(0, kMaxCurves);
  const names = shortNames(runs.map((run) => `${runName(run)}${run.observable ? `, ${run.observable}` : ""}`));
  const unlike = unique(names);
  const slices = runs.flatMap((run, k) => (names.indexOf(names[k] ?? "") === k ? slicesOf(run, names[k] ?? "") : []));
  if (slices.length === 0) return "Not recorded: where the time of a step goes.";
  const parts = kParts.filter((part) => slices.some((slice) => slice.part === part));
  const looks = new Map(kParts.map((part, k) => [part as string, lookAt(k)]));
  const shown = slices.filter((slice) => !hidden.has(slice.part));
  const picture = drawPlot(
    { width, height: 60 + 30 * unlike.length, marginLeft: width < 520 ? 120 : 250, marginTop: 8 },
    {
      x: { label: "time of a step \u2192", grid: true, ticks: width < 520 ? 3 : 7, tickFormat: (d: number) => timeText(1e6 * d) },
      y: { label: null, domain: unlike, tickSize: 0, padding: 0.25 },
      marks: [
        Plot.barX(shown, { x: "ms", y: "run", fill: (slice: Slice) => looks.get(slice.part)?.color ?? "gray", order: [...parts], insetRight: 1, title: (s: Slice) => `${s.run}\n${s.part}: ${timeText(1e6 * s.ms)}`, tip: true }),
        Plot.ruleX([0]),
      ],
    },
  );
  return {
    picture,
    columns: ["run", "part", "ms"],
    rows: slices.map((slice) => [slice.run, slice.part, slice.ms]),
    legend: parts.map((name) => ({ name, look: looks.get(name) ?? lookAt(0) })),
  };
}

function choiceControl(label: string, key: string, choices: readonly { value: string; label: string }[]): HTMLElement {
  const control = select(label, (value) => {
    state.set(kSection, { [key]: value });
  });
  state.on(kSection, (values) => {
    control.update([...choices], values[key] ?? choices[0]?.value ?? "");
  });
  return control.element;
}

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
    caption: "The dashed line is the truth, where one is known.",
    controls: curves.length > 0 ? [sceneControl(curves, (values) => chosenScene(curves, values["scene"])), choiceControl("Energy", "energy", kCurveKinds)] : [],
    draw: (values, width, hidden) => drawEnergy(all, values, width, hidden),
  });
  mountPlot({
    name: "drift",
    section: kSection,
    title: "Drift against step and size.",
    caption: "A line that falls to the left gets better with smaller steps; its slope is the order.",
    controls: all.length > 0 ? [sceneControl(all, (values) => driftScene(all, values["scene"])), choiceControl("Show", "drift", kDriftKinds), choiceControl("Against", "against", against)] : [],
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
