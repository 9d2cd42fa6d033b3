// SPDX-License-Identifier: GPL-3.0-or-later
// How a series looks: colour, dash and mark together, never colour alone, and the same in every plot.
import { svgEl } from "../ui/dom";

const kColors = 9; ///< --s0 ... --s8 of the style sheet
const kDashes = ["", "6 3", "2 3", "8 3 2 3"];
export const kSymbols = [
  "circle",
  "square",
  "triangle",
  "diamond",
  "cross",
  "star",
  "wye",
  "asterisk",
] as const;
export type SymbolName = (typeof kSymbols)[number];

export interface Look {
  color: string;
  dash: string;
  symbol: SymbolName;
}

const order = new Map<string, number>();

/** Metrics in the order of the record; later names follow. */
export function setSeriesOrder(names: Iterable<string>): void {
  for (const name of names) if (!order.has(name)) order.set(name, order.size);
}

export function seriesIndex(name: string): number {
  setSeriesOrder([name]);
  return order.get(name) ?? 0;
}

export function lookOf(name: string): Look {
  return lookAt(seriesIndex(name));
}

export function lookAt(index: number): Look {
  return {
    color: `var(--s${index % kColors})`,
    dash: kDashes[Math.floor(index / kColors) % kDashes.length] ?? "",
    symbol: kSymbols[index % kSymbols.length] ?? "circle",
  };
}

const kSwatches: Record<SymbolName, string> = {
  circle: "M14 7m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0",
  square: "M11 4h6v6h-6z",
  triangle: "M14 3l4 7h-8z",
  diamond: "M14 2.6l3.4 4.4l-3.4 4.4l-3.4-4.4z",
  cross: "M12.9 3.4h2.2v2.5h2.5v2.2h-2.5v2.5h-2.2v-2.5h-2.5v-2.2h2.5z",
  star: "M14 2.4l1.2 3.2 3.4.1-2.7 2.1 1 3.3-2.9-1.9-2.9 1.9 1-3.3-2.7-2.1 3.4-.1z",
  wye: "M12.8 11v-3.3l-2.9-1.7 1.2-2 2.9 1.7 2.9-1.7 1.2 2-2.9 1.7v3.3z",
  asterisk:
    "M13.4 3h1.2v2.9l2.5-1.4.6 1-2.5 1.5 2.5 1.5-.6 1-2.5-1.4v2.9h-1.2v-2.9l-2.5 1.4-.6-1 2.5-1.5-2.5-1.5.6-1 2.5 1.4z",
};

/** A line with its mark, for legends. */
export function swatch(look: Look): SVGSVGElement {
  return svgEl(
    "svg",
    { width: 28, height: 14, viewBox: "0 0 28 14", "aria-hidden": "true", class: "swatch" },
    svgEl("line", {
      x1: 0,
      x2: 28,
      y1: 7,
      y2: 7,
      stroke: look.color,
      "stroke-width": 1.8,
      "stroke-dasharray": look.dash || "none",
    }),
    svgEl("path", { d: kSwatches[look.symbol], fill: look.color }),
  );
}
