// SPDX-License-Identifier: GPL-3.0-or-later
// Where the time of a step goes.
import { timeText, toNumber } from "../data/numbers";
import type { EnergyRun } from "../data/record";
import type { Values } from "../state/fragment";
import { unique } from "../ui/controls";
import type { Drawn } from "./frame";
import { drawPlot, Plot } from "./kit";
import { chosenScene, kMaxCurves, kNotRecorded, runName, shortNames } from "./runs";
import { lookAt } from "./series";

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

export function drawProfile(
  all: EnergyRun[],
  values: Values,
  width: number,
  hidden: Set<string>,
): Drawn | string {
  if (all.length === 0) return kNotRecorded;
  const scene = chosenScene(all, values["scene"]);
  const runs = all.filter((run) => run.scene === scene).slice(0, kMaxCurves);
  const names = shortNames(
    runs.map((run) => `${runName(run)}${run.observable ? `, ${run.observable}` : ""}`),
  );
  const unlike = unique(names);
  const slices = runs.flatMap((run, k) =>
    names.indexOf(names[k] ?? "") === k ? slicesOf(run, names[k] ?? "") : [],
  );
  if (slices.length === 0) return "Not recorded: where the time of a step goes.";
  const parts = kParts.filter((part) => slices.some((slice) => slice.part === part));
  const looks = new Map(kParts.map((part, k) => [part as string, lookAt(k)]));
  const shown = slices.filter((slice) => !hidden.has(slice.part));
  const picture = drawPlot(
    { width, height: 60 + 30 * unlike.length, marginLeft: width < 520 ? 120 : 250, marginTop: 8 },
    {
      x: {
        label: "time of a step \u2192",
        grid: true,
        ticks: width < 520 ? 3 : 7,
        tickFormat: (d: number) => timeText(1e6 * d),
      },
      y: { label: null, domain: unlike, tickSize: 0, padding: 0.25 },
      marks: [
        Plot.barX(shown, {
          x: "ms",
          y: "run",
          fill: (slice: Slice) => looks.get(slice.part)?.color ?? "gray",
          order: [...parts],
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
    legend: parts.map((name) => ({ name, look: looks.get(name) ?? lookAt(0) })),
  };
}
