// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a picture back into pixels, for tests that hold it against the record.
import assert from "node:assert/strict";

/**
 * Pixels of all named marks of a plot: of a line its corners, of dots their centres, of bars [left, top, right, bottom].
 * Expected points go through the plot's scales; tick labels say what those scales are.
 */
export const readPlot = (page, name) =>
  page.evaluate((plot) => {
    const svg = document.querySelector(`[data-plot="${plot}"] .picture > svg`);
    const shift = (element) => {
      const { e, f } = svg.getCTM().inverse().multiply(element.getCTM());
      return [e, f];
    };
    const corners = (path) => {
      const [dx, dy] = shift(path);
      return [...path.getAttribute("d").matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map((m) => [
        +m[1] + dx,
        +m[2] + dy,
      ]);
    };
    const pixels = (part, element) => {
      const at = (key) => Number(element.getAttribute(key) ?? 0);
      const [dx, dy] = shift(element);
      if (element.tagName === "circle") return [[at("cx") + dx, at("cy") + dy]];
      if (element.tagName === "line") return [[at("x1") + dx, at("y1") + dy, at("x2") + dx, at("y2") + dy]];
      if (element.tagName === "rect")
        return [[at("x") + dx, at("y") + dy, at("x") + at("width") + dx, at("y") + at("height") + dy]];
      return part === "dot" ? [[dx, dy]] : corners(element);
    };
    const series = [];
    for (const group of svg.querySelectorAll("[data-mark]")) {
      const own = { mark: group.dataset.mark, part: group.dataset.part, points: [] };
      for (const element of group.querySelectorAll("path, circle, line, rect"))
        own.points.push(...pixels(own.part, element));
      if (own.part !== "text" && own.points.length > 0) series.push(own);
    }
    const ticks = ["x", "y"].flatMap((which) =>
      [...svg.querySelectorAll(`[data-part="${which}-axis tick label"] text`)].map((text) => {
        const scale = svg.scale(which);
        const px = shift(text)[which === "x" ? 0 : 1];
        return scale.invert ? [text.textContent, scale.invert(px)] : null;
      }),
    );
    return { series, ticks: ticks.filter(Boolean) };
  }, name);

export const place = (page, name, which, values) =>
  page.evaluate(
    ([plot, key, list]) => {
      const scale = document.querySelector(`[data-plot="${plot}"] .picture > svg`).scale(key);
      return list.map((value) => scale.apply(value) + (scale.bandwidth ?? 0) / 2);
    },
    [name, which, values],
  );

const kUnits = { ns: 1, us: 1e3, ms: 1e6, s: 1e9 };
export const kSuperscripts = "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079";

/** The number that a tick's label says; times in ns. */
function numberOf(label) {
  const text = label.replace(/\u2212/g, "-").replace(/[\u202f\u00d7]/g, "");
  const power = /^10(\u207b?)([\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)$/.exec(text);
  if (power) {
    const digits = [...power[2]].map((c) => kSuperscripts.indexOf(c)).join("");
    return 10 ** (power[1] ? -digits : +digits);
  }
  const [number, unit] = text.split(" ");
  return Number(number) * (kUnits[unit] ?? 1);
}

export const kPixel = 0.05;
export function same(found, expected, what) {
  assert.equal(found.length, expected.length, `${what}: ${found.length} points for ${expected.length}`);
  const off = found.findIndex((point, k) => point.some((x, i) => !(Math.abs(x - expected[k][i]) < kPixel)));
  if (off >= 0)
    assert.fail(`${what}, point ${off}: drawn at ${found[off]}, the record says ${expected[off]}`);
}

/** `expected`: by part and series the points of the record. No other series may be drawn. */
export async function expectSeries(page, name, expected, { percent = false, ns = 1 } = {}) {
  const { series, ticks } = await readPlot(page, name);
  assert.ok(ticks.length > 3, `${name}: ticks`);
  for (const [label, value] of ticks) {
    const said =
      numberOf(label) /
      (percent && label.match(/^\d+$/) ? 100 : 1) /
      (label.match(/ (ns|us|ms|s)$/) ? ns : 1);
    assert.ok(
      Math.abs(said - value) <= 0.006 * Math.abs(value) + 1e-9,
      `${name}: tick ${label} is at ${value}`,
    );
  }
  const wanted = new Map();
  for (const [part, lines] of Object.entries(expected))
    for (const [mark, points] of Object.entries(lines)) {
      const x = await place(
        page,
        name,
        "x",
        points.map((p) => p[0]),
      );
      const y = await place(
        page,
        name,
        "y",
        points.map((p) => p[1]),
      );
      wanted.set(
        `${part} ${mark}`,
        x.map((px, k) => [px, y[k]]),
      );
    }
  const found = new Map();
  for (const { part, mark, points } of series) {
    const key = `${part} ${mark}`;
    found.set(key, [...(found.get(key) ?? []), ...points]);
  }
  assert.deepEqual([...found.keys()].sort(), [...wanted.keys()].sort(), name);
  for (const [key, points] of wanted) same(found.get(key), points, `${name}, ${key}`);
}
