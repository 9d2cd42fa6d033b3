// SPDX-License-Identifier: GPL-3.0-or-later
// Energy over time, with the truth of each run.
import { shortText, toNumber } from "../data/numbers";
import type { EnergyRun, Num } from "../data/record";
import type { Values } from "../state/fragment";
import type { Drawn, LegendEntry } from "./frame";
import { drawPlot, rangeOf, seriesLine, tip } from "./kit";
import { chosenScene, kMaxCurves, kNotRecorded, runNames } from "./runs";
import { lookAt, type Look } from "./series";

export const kCurveKinds = [
  { value: "total_J", label: "total energy" },
  { value: "kinetic_J", label: "kinetic energy" },
  { value: "potential_J", label: "potential energy" },
] as const;

const kTruthLook: Look = { color: "currentColor", dash: "6 4", symbol: "cross" };

interface CurvePoint {
  name: string;
  time: number;
  energy: number;
}

interface Curve {
  name: string;
  look: Look;
  points: CurvePoint[];
  truth: CurvePoint[]; ///< empty where none is known
}

function column(name: string, times: Num[], energies: Num[] | null | undefined): CurvePoint[] {
  return (energies ?? [])
    .map((energy, k) => ({ name, time: toNumber(times[k]), energy: toNumber(energy) }))
    .filter((p) => Number.isFinite(p.time) && Number.isFinite(p.energy));
}

/** Unless one is chosen, the first scene whose energy changes visibly. */
export function energyScene(recorded: EnergyRun[], wanted: string | undefined): string {
  const changes = (run: EnergyRun) => {
    const [low, high] = rangeOf((run.curve?.total_J ?? []).map(toNumber).filter(Number.isFinite));
    return high - low > 0.01 * Math.abs(high);
  };
  return chosenScene(recorded, wanted ?? recorded.find(changes)?.scene);
}

function curvesOf(runs: EnergyRun[], kind: (typeof kCurveKinds)[number]["value"]): Curve[] {
  const names = runNames(runs);
  return runs.map(({ curve }, k) => {
    const name = names[k] ?? "";
    const truth = kind === "total_J" ? column(name, curve?.time_s ?? [], curve?.true_J) : [];
    return { name, look: lookAt(k), points: column(name, curve?.time_s ?? [], curve?.[kind]), truth };
  });
}

export function drawEnergy(
  all: EnergyRun[],
  values: Values,
  width: number,
  hidden: Set<string>,
): Drawn | string {
  const recorded = all.filter((run) => run.curve);
  if (recorded.length === 0) return kNotRecorded;
  const scene = energyScene(recorded, values["scene"]);
  const runs = recorded.filter((run) => run.scene === scene);
  const { value, label } = kCurveKinds.find((k) => k.value === values["energy"]) ?? kCurveKinds[0];
  const curves = curvesOf(runs.slice(0, kMaxCurves), value);
  if (curves.every((curve) => curve.points.length === 0)) return `Not recorded: ${label} of this scene.`;
  const at = { x: "time", y: "energy" };
  const shown = curves.filter((curve) => !hidden.has(curve.name));
  const truths = hidden.has("truth") ? [] : shown.map((curve) => curve.truth);
  const picture = drawPlot(
    { width, marginLeft: 66 },
    {
      x: { label: "time [s] \u2192", grid: true, nice: true },
      y: {
        label: `\u2191 ${label} [J]`,
        grid: true,
        nice: true,
        zero: false,
        tickFormat: (d: number) => shortText(d, 4),
      },
      marks: [
        ...shown.map((curve) => seriesLine(curve.name, curve.look, curve.points, at)),
        ...truths.map((truth) => seriesLine("truth", kTruthLook, truth, { ...at, strokeWidth: 1.3 })),
        tip(
          shown.flatMap((curve) => curve.points),
          at,
          (p) => `${p.name}\n${shortText(p.energy, 6)} J at ${shortText(p.time)} s`,
        ),
      ],
    },
  );
  const legend: LegendEntry[] = curves.map(({ name, look }) => ({ name, look }));
  const notes = [];
  if (curves.some(({ truth }) => truth.length > 0)) legend.push({ name: "truth", look: kTruthLook });
  else if (value === "total_J") notes.push("No true energy over time is known for this scene.");
  if (runs.length > kMaxCurves) notes.push(`${runs.length - kMaxCurves} more runs are left out.`);
  const rowsOf = (name: string, points: CurvePoint[]) => points.map((p) => [name, p.time, p.energy]);
  return {
    picture,
    columns: ["run", "time_s", `${label}, J`],
    rows: curves.flatMap(({ name, points, truth }) => [
      ...rowsOf(name, points),
      ...rowsOf(`${name}: truth`, truth),
    ]),
    legend,
    notes,
  };
}
