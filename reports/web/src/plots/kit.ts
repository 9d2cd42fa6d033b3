// SPDX-License-Identifier: GPL-3.0-or-later
// Observable Plot with the page's manners.
import * as Plot from "@observablehq/plot";

export { Plot };

/** An element with the series' name, by which a legend can fade the others. */
export function named<T extends Plot.Markish>(name: string, mark: T): Plot.RenderableMark {
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

/** A picture, with type and colours taken from the style sheet. */
export function drawPlot(frame: Frame, options: Plot.PlotOptions): SVGSVGElement {
  const narrow = frame.width < 520;
  const picture = Plot.plot({
    height: narrow ? 340 : 420,
    marginLeft: narrow ? 46 : 58,
    marginRight: 20,
    marginTop: 24,
    marginBottom: 44,
    ...frame,
    style: { fontFamily: "inherit", fontSize: "12px", background: "none", overflow: "visible", color: "inherit" },
    ...options,
  });
  const svg = picture instanceof SVGSVGElement ? picture : picture.querySelector("svg");
  if (!(svg instanceof SVGSVGElement)) throw new Error("a plot is an SVG element");
  return svg;
}

export interface Label {
  x: number;
  y: number;
  text: string;
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
