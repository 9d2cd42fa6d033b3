// SPDX-License-Identifier: GPL-3.0-or-later
// Drift of energy, and errors of observables, against time step or vertices.
import { isFiniteNum, powerText, shortText, toNumber } from "../data/numbers";
import type { EnergyOrder, EnergyRun, Report } from "../data/record";
import type { Values } from "../state/fragment";
import { unique } from "../ui/controls";
import type { Drawn } from "./frame";
import { drawPlot, logAxis, type Plot, powersOfTen, seriesDots, seriesLine, tip } from "./kit";
import { chosenScene, kNotRecorded, runNames } from "./runs";
import { lookAt, type Look } from "./series";

interface DriftPoint {
  name: string;
  x: number;
  y: number;
}

/** Unless one is chosen, the scene in which energy drifts in most runs. */
export function driftScene(all: EnergyRun[], wanted: string | undefined): string {
  if (wanted !== undefined) return chosenScene(all, wanted);
  const counts = new Map<string, number>();
  for (const run of all)
    if (Math.abs(toNumber(run.energy_drift)) > 0) counts.set(run.scene, (counts.get(run.scene) ?? 0) + 1);
  const most = [...counts].reduce<[string, number] | null>(
    (best, one) => (!best || one[1] > best[1] ? one : best),
    null,
  );
  return chosenScene(all, most?.[0]);
}

export const kDriftKinds = [
  { value: "energy_drift", label: "|energy at the end \u2212 at the start| [J]" },
  { value: "error", label: "|measured \u2212 truth| of the observable" },
  { value: "max_gain", label: "largest gain of energy in a step [J]" },
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
    .map(
      (order) =>
        `${order.observable}${order.vertices?.some((n) => n > 0) ? ` (${order.vertices.join("x")} vertices)` : ""}: fitted order ${shortText(order.order)} against ${order.against}${isFiniteNum(order.truth) ? `, expected ${shortText(order.truth)}` : ""}.`,
    );
}

interface Drift {
  scene: string;
  label: string;
  against: "dt" | "vertices";
  points: DriftPoint[];
}

function driftsOf(all: EnergyRun[], values: Values): Drift {
  const scene = driftScene(all, values["scene"]);
  const kind = kDriftKinds.find((k) => k.value === values["drift"]) ?? kDriftKinds[0];
  const against = values["against"] === "vertices" ? "vertices" : "dt";
  // Energies are those of the run, whatever its observables: one row of it is enough.
  const runs = all.filter((run) => run.scene === scene && (kind.value === "error" || run.curve));
  const names = runNames(runs, against === "dt" ? "dt" : "size");
  const points = runs.map((run, k) => ({
    name: names[k] ?? "",
    x: against === "dt" ? toNumber(run.dt) : sizeOf(run),
    y: driftOf(run, kind.value),
  }));
  return { scene, label: kind.label, against, points: points.filter((p) => p.x > 0 && !Number.isNaN(p.y)) };
}

function picture(
  { label, against, points }: Drift,
  names: string[],
  width: number,
  hidden: Set<string>,
): SVGSVGElement {
  const xs = points.map((p) => p.x);
  const domain = ends(points.map((p) => p.y));
  const byStep = against === "dt";
  return drawPlot(
    { width, marginLeft: 66 },
    {
      x: { type: "log" },
      y: {
        type: "log",
        label: `\u2191 ${label}`,
        grid: true,
        ticks: powersOfTen(...domain, 8),
        domain,
        tickFormat: powerText,
      },
      marks: [
        ...logAxis(
          "x",
          byStep ? powersOfTen(...ends(xs), 6) : unique(xs),
          byStep ? powerText : String,
          byStep ? "time step [s] \u2192" : "vertices \u2192",
        ),
        ...names.flatMap((name, k) =>
          driftMarks(name, hidden.has(name) ? [] : points.filter((p) => p.name === name), lookAt(k)),
        ),
        tip(
          points.filter((p) => !hidden.has(p.name)),
          { x: "x", y: "y" },
          (p) => `${p.name}\n${shortText(p.y)} at ${shortText(p.x)}`,
        ),
      ],
    },
  );
}

export function drawDrift(
  report: Report,
  values: Values,
  width: number,
  hidden: Set<string>,
): Drawn | string {
  const all = report.energy?.results ?? [];
  if (all.length === 0) return kNotRecorded;
  const drift = driftsOf(all, values);
  const { points } = drift;
  if (points.length === 0) return "Not recorded for this scene.";
  const positive = points.filter((p) => p.y > 0 && Number.isFinite(p.y)).sort((a, b) => a.x - b.x);
  if (positive.length === 0) return `All ${points.length} runs of this scene have exactly 0 here.`;
  const zeros = points.filter((p) => p.y === 0).length;
  const notes = ordersText(report.energy?.orders ?? [], drift.scene, drift.against);
  if (zeros > 0)
    notes.push(`${zeros} of ${points.length} runs have exactly 0, which a logarithmic axis cannot show.`);
  const names = unique(points.map((p) => p.name));
  return {
    picture: picture({ ...drift, points: positive }, names, width, hidden),
    columns: ["run", drift.against === "dt" ? "dt_s" : "vertices", drift.label],
    rows: points.map((p) => [p.name, p.x, p.y]),
    legend: names.map((name, k) => ({ name, look: lookAt(k) })),
    notes,
  };
}

/** From a power of ten below to one above. */
function ends(values: number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const high = Math.ceil(Math.log10(Math.max(...values)) - 1e-9);
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

function driftMarks(name: string, points: DriftPoint[], look: Look): Plot.Markish[] {
  const at = { x: "x", y: "y" };
  return [seriesLine(name, look, points, at), seriesDots(name, look, points, at)];
}
