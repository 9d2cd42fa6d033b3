// SPDX-License-Identifier: GPL-3.0-or-later
// A picture as a file: colours of the style sheet become plain ones, the legend comes along.
import { svgEl } from "../ui/dom";
import { lookOf, swatch } from "./series";
import type { LegendEntry } from "./frame";

const kLegendRow = 18;
const kLegendColumn = 190;

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

function appendLegend(svg: SVGSVGElement, entries: LegendEntry[]): void {
  const { width, height } = svg.viewBox.baseVal;
  const columns = Math.max(1, Math.floor(width / kLegendColumn));
  entries.forEach((entry, k) => {
    const x = (k % columns) * kLegendColumn + 8;
    const y = height + Math.floor(k / columns) * kLegendRow;
    const sample = swatch(entry.look ?? lookOf(entry.name));
    sample.setAttribute("x", String(x));
    sample.setAttribute("y", String(y));
    const note = entry.note ? ` (${entry.note})` : "";
    svg.append(sample, svgEl("text", { x: x + 34, y: y + 11, fill: "currentColor" }, entry.name + note));
  });
  const full = height + Math.ceil(entries.length / columns) * kLegendRow + 8;
  svg.setAttribute("viewBox", `0 0 ${width} ${full}`);
  svg.setAttribute("height", String(full));
}

export function pictureText(picture: SVGSVGElement, title: string, legend: LegendEntry[]): string {
  const copy = picture.cloneNode(true) as SVGSVGElement;
  const resolve = paperColors();
  for (const faded of copy.querySelectorAll(".faded")) faded.classList.remove("faded");
  appendLegend(copy, legend);
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const attribute of [...element.attributes]) {
      if (attribute.value.includes("var(--")) element.setAttribute(attribute.name, resolve(attribute.value));
    }
  }
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("style", "background: #ffffff; color: #1b1f24");
  copy.setAttribute("font-family", "system-ui, sans-serif");
  copy.setAttribute("font-size", "12");
  copy.prepend(svgEl("title", {}, title));
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(copy)}\n`;
}
