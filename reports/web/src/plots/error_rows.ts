// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of verify the plots of errors are made of, and the switches for that.
import { countText } from "../data/numbers";
import type { VerifyRow } from "../data/record";
import { state, type Values } from "../state/fragment";
import { select, unique } from "../ui/controls";
import { errorHistogram, type Histogram, type Unit } from "./errors";
import type { LegendEntry } from "./frame";
import { powersOfTen, rangeOf } from "./kit";
import { lookOf } from "./series";

export const kSection = "accuracy";
export const kNotRecorded = "Not recorded: this record of verify has no histogram of errors.";

export interface Chosen {
  unit: Unit;
  rows: VerifyRow[];
  metrics: string[];
}

export function unitOf(values: Values, all: VerifyRow[]): Unit {
  if (values["unit"] === "ulp" || values["unit"] === "size") return values["unit"];
  return all.some((row) => row.error_histogram) || !all.some((row) => row.ulp_histogram) ? "size" : "ulp";
}

export function inFamily(row: VerifyRow, family: string): boolean {
  return family === "" || row.family === family || `group:${row.group}` === family;
}

export function choose(all: VerifyRow[], values: Values): Chosen {
  const rows = all.filter((row) => inFamily(row, values["family"] ?? ""));
  return { unit: unitOf(values, all), rows, metrics: unique(rows.map((row) => row.metric)) };
}

export function controls(all: VerifyRow[]): HTMLElement[] {
  const family = select("Families", (value) => {
    state.set(kSection, { family: value });
  });
  const unit = select("Error", (value) => {
    state.set(kSection, { unit: value });
  });
  const groups = unique(all.map((row) => row.group)).filter((group) => group !== "");
  const choices = [
    { value: "", label: "all" },
    ...groups.map((group) => ({ value: `group:${group}`, label: `group ${group}` })),
    ...unique(all.map((row) => row.family)).map((name) => ({ value: name })),
  ];
  state.on(kSection, (values) => {
    family.update(choices, values["family"] ?? "");
    const ulps = all.some((row) => row.ulp_histogram) ? [{ value: "ulp", label: "in ulps" }] : [];
    unit.update([{ value: "size", label: "relative to size" }, ...ulps], unitOf(values, all));
  });
  return [family.element, unit.element];
}

export interface Line {
  metric: string;
  histogram: Histogram;
}

export function linesOf({ rows, metrics, unit }: Chosen): Line[] {
  const lines: Line[] = [];
  for (const metric of metrics) {
    const histogram = errorHistogram(
      rows.filter((row) => row.metric === metric),
      unit,
    );
    if (histogram && histogram.total > 0) lines.push({ metric, histogram });
  }
  return lines;
}

export function legendOf(lines: Line[]): LegendEntry[] {
  return lines.map(({ metric, histogram }) => ({
    name: metric,
    look: lookOf(metric),
    note: `${countText(histogram.total)} values`,
  }));
}

export function noLines(chosen: Chosen): string {
  return chosen.rows.some((row) => row.ulp_histogram) ? `${kNotRecorded} Errors in ulps are.` : kNotRecorded;
}

/** Whole decades around all errors that there are. */
export function domainOf(lines: Line[]): [number, number] {
  const [low, high] = rangeOf(
    lines.flatMap(({ histogram }) => histogram.edges.filter((_, k) => (histogram.counts[k] ?? 0) > 0)),
  );
  if (!(low > 0) || !Number.isFinite(high)) return [1e-16, 1];
  return [10 ** (Math.ceil(Math.log10(low) - 1e-9) - 1), 10 ** Math.ceil(Math.log10(high) - 1e-9)];
}

export function ticksOf(domain: [number, number], width: number): number[] {
  return powersOfTen(...domain, width < 520 ? 5 : 17);
}
