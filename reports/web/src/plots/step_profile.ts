// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of a step goes.
import { timeText, toNumber } from "../data/numbers";
import type { EnergyRun } from "../data/record";
import type { Values } from "../state/fragment";
import type { Drawn } from "./frame";
import { drawPlot, Plot } from "./kit";
import { chosenScene, kMaxCurves, kNotRecorded, runNames } from "./runs";
import { lookAt } from "./series";

const kParts = ["contacts", "problem", "solve", "other"];

interface Slice {
  run: string;
  part: string;
  ms: number; ///< median time of the part in a step
}

export function drawProfile(
  all: EnergyRun[],
  values: Values,
  width: number,
  hidden: Set<string>,
): Drawn | string {
  if (all.length === 0) return kNotRecorded;
  const scene = chosenScene(all, values["scene"]);
  const profiled = all.filter((run) => run.scene === scene && run.profile && (run.steps ?? 0) > 0);
  const runs = profiled.slice(0, kMaxCurves);
  const names = runNames(runs);
  const slices: Slice[] = runs.flatMap((run, k) =>
    kParts.map((part) => {
      const ms = (1e3 * toNumber(run.profile?.[`${part}_s`])) / (run.steps ?? 1);
      return { run: names[k] ?? "", part, ms };
    }),
  );
  if (slices.length === 0) return "Not recorded: where the time of a step goes.";
  const shown = slices.filter((slice) => !hidden.has(slice.part));
  const left = profiled.length - runs.length;
  const picture = drawPlot(
    { width, height: 60 + 30 * runs.length, marginLeft: width < 520 ? 120 : 250, marginTop: 8 },
    {
      x: {
        label: "time of a step \u2192",
        grid: true,
        ticks: width < 520 ? 3 : 7,
        tickFormat: (d: number) => timeText(1e6 * d),
      },
      y: { label: null, domain: names, tickSize: 0, padding: 0.25 },
      marks: [
        Plot.barX(shown, {
          x: "ms",
          y: "run",
          fill: (slice: Slice) => lookAt(kParts.indexOf(slice.part)).color,
          order: kParts,
          insetRight: 1,
          title: (s: Slice) => `${s.run}\n${s.part}: ${timeText(1e6 * s.ms)}`,
          tip: true,
        }),
        Plot.ruleX([0]),
      ],
    },
  );
  return {
    picture,
    columns: ["run", "part", "ms"],
    rows: slices.map((slice) => [slice.run, slice.part, slice.ms]),
    legend: kParts.map((name, k) => ({ name, look: lookAt(k) })),
    notes: left > 0 ? [`${left} more runs are left out.`] : [],
  };
}
