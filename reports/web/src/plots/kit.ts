// SPDX-License-Identifier: GPL-3.0-or-later
// Observable Plot with the page's manners.
import * as Plot from "@observablehq/plot";
import { setAttributes, visibleText } from "../ui/dom";
import type { Look } from "./series";

export { Plot };

/** An element with the series' name, by which a legend can fade the others. */
export function named(name: string, mark: Plot.Markish): Plot.RenderableMark {
  const inner = mark as unknown as Plot.RenderableMark;
  const render = inner.render.bind(inner);
  inner.render = (...rest) => {
    const element = render(...rest);
    if (element instanceof SVGElement) element.dataset["mark"] = name;
    return element;
  };
  return inner;
}

export interface Frame {
  width: number;
  height?: number;
  marginLeft?: number;
  marginRight?: number;
  marginTop?: number;
  marginBottom?: number;
}

/** A logarithmic axis with exactly these ticks, all of them labelled. (Plot leaves out labels between powers of ten.) */
export function logAxis(
  which: "x" | "y",
  ticks: number[],
  text: (value: number) => string,
  label: string,
): Plot.Markish[] {
  const texts = ticks.map(text);
  return which === "x"
    ? [Plot.gridX(ticks), Plot.axisX(ticks, { text: texts, label })]
    : [Plot.gridY(ticks), Plot.axisY(ticks, { text: texts, label })];
}

/** The line of a series, fading with its name in the legend. */
export function seriesLine(
  name: string,
  look: Look,
  points: Plot.Data,
  options: Plot.LineOptions,
): Plot.Markish {
  return named(
    name,
    Plot.line(points, {
      stroke: look.color,
      strokeDasharray: look.dash || "none",
      strokeWidth: 1.8,
      ...options,
    }),
  );
}

export function seriesDots(
  name: string,
  look: Look,
  points: Plot.Data,
  options: Plot.DotOptions,
): Plot.Markish {
  return named(name, Plot.dot(points, { fill: look.color, symbol: look.symbol, r: 3.4, ...options }));
}

/** What the pointer is near to, in words. */
export function tip<T>(
  points: T[],
  options: Plot.PointerOptions & Plot.TipOptions,
  text: (point: T) => string,
): Plot.Markish {
  const title = (point: unknown) => visibleText(text(point as T));
  return Plot.tip(points, Plot.pointer({ ...options, title }));
}

export const kPercentTicks = (share: number): string => String(Math.round(share * 100));

/** Least and largest, of any number of values. */
export function rangeOf(values: number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([low, high], x) => [Math.min(low, x), Math.max(high, x)],
    [Infinity, -Infinity],
  );
}

/** Plot makes text of data by itself. */
function makeVisible(svg: SVGSVGElement): void {
  const walker = document.createTreeWalker(svg, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const text = visibleText(node.data);
    if (text !== node.data) node.data = text;
  }
}

/** A picture, with type and colours taken from the style sheet. */
export function drawPlot(frame: Frame, options: Plot.PlotOptions): SVGSVGElement {
  const narrow = frame.width < 520;
  const picture = Plot.plot({
    height: narrow ? 340 : 420,
    marginLeft: narrow ? 54 : 58,
    marginRight: 20,
    marginTop: 24,
    marginBottom: 44,
    ...frame,
    style: {
      fontFamily: "inherit",
      fontSize: "12px",
      background: "none",
      overflow: "visible",
      color: "inherit",
    },
    ...options,
  });
  const svg = picture instanceof SVGSVGElement ? picture : picture.querySelector("svg");
  if (!(svg instanceof SVGSVGElement)) throw new Error("a plot is an SVG element");
  // A label needs a role; the picture as a whole has both.
  for (const group of svg.querySelectorAll<SVGGElement>("g[aria-label]")) {
    const part = group.getAttribute("aria-label") ?? "";
    group.dataset["part"] = part;
    group.removeAttribute("aria-label");
    if (part.endsWith("-grid")) setAttributes(group, { stroke: "var(--rule)", "stroke-opacity": 1 });
  }
  makeVisible(svg);
  return svg;
}

/** Powers of ten from low to high, at most about `count` of them: the ticks of a logarithmic axis. */
export function powersOfTen(low: number, high: number, count = 10): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / count));
  const ticks: number[] = [];
  for (let k = Math.ceil(first / step) * step; k <= last; k += step) ticks.push(10 ** k);
  return ticks;
}

/** Moves labels apart that would stand on each other; positions in pixels, from the top down. */
export function spread(positions: number[], distance: number, low: number, high: number): number[] {
  const order = positions.map((y, k) => ({ y, k })).sort((a, b) => a.y - b.y);
  let last = low - distance;
  for (const entry of order) {
    entry.y = Math.max(entry.y, last + distance);
    last = entry.y;
  }
  let next = high + distance;
  for (const entry of order.reverse()) {
    entry.y = Math.min(entry.y, next - distance);
    next = entry.y;
  }
  const result = positions.slice();
  for (const { y, k } of order) result[k] = y;
  return result;
}
