// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as a file: colours of the style sheet become plain ones, the legend comes along.
import { setAttributes, svgEl, visibleText } from "../ui/dom";
import { lookOf, swatch } from "./series";
import type { LegendEntry } from "./frame";

const kLegendRow = 18;
const kFontSize = 12; ///< [px]

/** Values of the style sheet's variables on white paper, whatever the theme. */
function paperColors(): (text: string) => string {
  const probe = document.createElement("div");
  probe.className = "paper";
  document.body.append(probe);
  const style = getComputedStyle(probe);
  const known = new Map<string, string>();
  const resolve = (text: string): string =>
    text.replace(/var\((--[\w-]+)\)/g, (all, name: string) => {
      if (!known.has(name)) known.set(name, style.getPropertyValue(name).trim());
      return known.get(name) ?? all;
    });
  window.setTimeout(() => {
    probe.remove();
  }, 0);
  return resolve;
}

/** Widths of texts in the font of the page, which is that of the file [px]. */
function widthsOf(texts: string[], family: string): number[] {
  const pen = document.createElement("canvas").getContext("2d");
  if (pen) pen.font = `${kFontSize}px ${family}`;
  return texts.map((text) => pen?.measureText(text).width ?? 7 * text.length);
}

/** Below the picture, in columns as wide as the longest text. */
function appendLegend(svg: SVGSVGElement, entries: LegendEntry[], family: string): void {
  const { width, height } = svg.viewBox.baseVal;
  const texts = entries.map(({ name, note }) => visibleText(note ? `${name} (${note})` : name));
  const column = 58 + Math.max(...widthsOf(texts, family));
  const columns = Math.max(1, Math.floor(width / column));
  entries.forEach((entry, k) => {
    const x = (k % columns) * column + 8;
    const y = height + Math.floor(k / columns) * kLegendRow;
    const sample = swatch(entry.look ?? lookOf(entry.name));
    setAttributes(sample, { x, y });
    const look = { fill: entry.wrong ? "var(--wrong)" : "currentColor", "text-anchor": "start" };
    const words = svgEl("text", { x: x + 34, y: y + 11, ...look }, texts[k] ?? "");
    svg.append(svgEl("g", { class: "legend-entry" }, sample, words));
  });
  const full = height + Math.ceil(entries.length / columns) * kLegendRow + 8;
  const wide = Math.max(width, column);
  setAttributes(svg, { viewBox: `0 0 ${wide} ${full}`, width: wide, height: full });
}

export function pictureText(picture: SVGSVGElement, title: string, legend: LegendEntry[]): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const resolve = paperColors();
  for (const faded of copy.querySelectorAll(".faded")) faded.classList.remove("faded");
  for (const tip of copy.querySelectorAll('[aria-label="tip"]')) tip.remove();
  const family = getComputedStyle(document.body).fontFamily;
  if (legend.length > 0) appendLegend(copy, legend, family);
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const attribute of [...element.attributes]) {
      if (attribute.value.includes("var(--")) element.setAttribute(attribute.name, resolve(attribute.value));
    }
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("style", "background: #ffffff; color: #1b1f24");
  setAttributes(copy, { "font-family": family, "font-size": kFontSize });
  copy.prepend(svgEl("title", {}, title));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}
