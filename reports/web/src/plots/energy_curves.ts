// SPDX-License-Identifier: GPL-3.0-or-later
// Energy over time, with the truth as a line.
import { shortText, toNumber } from "../data/numbers";
import type { EnergyRun } from "../data/record";
import type { Values } from "../state/fragment";
import type { Drawn, LegendEntry } from "./frame";
import { drawPlot, rangeOf, seriesLine, tip } from "./kit";
import { chosenScene, kMaxCurves, kNotRecorded, runName, shortNames } from "./runs";
import { lookAt, type Look } from "./series";

export const kCurveKinds = [
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

/** Unless one is chosen, the first scene whose energy changes visibly. */
export function energyScene(recorded: EnergyRun[], wanted: string | undefined): string {
  const changes = (run: EnergyRun) => {
    const [low, high] = rangeOf((run.curve?.total_J ?? []).map(toNumber).filter(Number.isFinite));
    return high - low > 0.01 * Math.abs(high);
  };
  return chosenScene(recorded, wanted ?? recorded.find(changes)?.scene);
}

interface Curves {
  label: string;
  names: string[];
  runs: CurvePoint[][]; ///< one for each of `names`
  truth: CurvePoint[]; ///< by the name of its run
}

/** The curves of the chosen scene, or a text that says why there is nothing to draw. */
function curvesOf(all: EnergyRun[], values: Values): Curves | string {
  if (all.length === 0) return kNotRecorded;
  const recorded = all.filter((run) => run.curve);
  if (recorded.length === 0) return "Not recorded: this record of energies has no curves.";
  const scene = energyScene(recorded, values["scene"]);
  const own = recorded.filter((run) => run.scene === scene).slice(0, kMaxCurves);
  const kind = kCurveKinds.find((k) => k.value === values["energy"]) ?? kCurveKinds[0];
  const names = shortNames(own.map(runName));
  const runs = own.map((run, k) => column(names[k] ?? "", run.curve?.time_s, run.curve?.[kind.value]));
  if (runs.every((points) => points.length === 0)) return `Not recorded: ${kind.label} of this scene.`;
  const isTotal = kind.value === "total_J";
  const truths = isTotal
    ? own.map((run, k) => column(names[k] ?? "", run.curve?.time_s, run.curve?.true_J))
    : [];
  const truth = truths.filter((points) => points.length > 1).flat();
  return { label: kind.label, names, runs, truth };
}

export function drawEnergy(
  all: EnergyRun[],
  values: Values,
  width: number,
  hidden: Set<string>,
): Drawn | string {
  const curves = curvesOf(all, values);
  if (typeof curves === "string") return curves;
  const { label, names, runs, truth } = curves;
  const at = { x: "time", y: "energy" };
  const lines = names.flatMap((name, k) =>
    hidden.has(name) ? [] : [seriesLine(name, lookAt(k), runs[k] ?? [], at)],
  );
  if (!hidden.has("truth"))
    lines.unshift(seriesLine("truth", kTruthLook, truth, { ...at, strokeWidth: 1.3 }));
  const shown = runs.filter((_, k) => !hidden.has(names[k] ?? "")).flat();
  const picture = drawPlot(
    { width, marginLeft: 66 },
    {
      x: { label: "time (s) \u2192", grid: true, nice: true },
      y: {
        label: `\u2191 ${label} (J)`,
        grid: true,
        nice: true,
        zero: false,
        tickFormat: (d: number) => shortText(d, 4),
      },
      marks: [
        ...lines,
        tip(shown, at, (p) => `${p.name}\n${shortText(p.energy, 6)} J at ${shortText(p.time)} s`),
      ],
    },
  );
  const legend: LegendEntry[] = names.map((name, k) => ({ name, look: lookAt(k) }));
  if (truth.length > 0) legend.push({ name: "truth", look: kTruthLook });
  return {
    picture,
    columns: ["run", "time_s", `${label}, J`],
    rows: [
      ...runs.flat().map((p) => [p.name, p.time, p.energy]),
      ...truth.map((p) => [`${p.name}: truth`, p.time, p.energy]),
    ],
    legend,
    notes:
      truth.length === 0 && label === kCurveKinds[0].label
        ? ["No true energy over time is known for this scene."]
        : [],
  };
}
