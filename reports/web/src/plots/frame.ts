// SPDX-License-Identifier: GPL-3.0-or-later
// What all plots share: title, switches, legend, the picture, its data as a table, CSV and SVG.
import { listOf, state, textOfList, type Values } from "../state/fragment";
import { append, button, el } from "../ui/dom";
import { idle } from "../ui/idle";
import { csvText, saveFile } from "../ui/save";
import { lookOf, swatch, type Look } from "./series";
import { pictureText } from "./picture";

export interface LegendEntry {
  name: string;
  look?: Look;
  /** Said after the name: "right on 62 %". */
  note?: string;
  wrong?: boolean;
}

export interface Drawn {
  picture: SVGSVGElement;
  columns: string[];
  rows: (string | number)[][];
  legend?: LegendEntry[];
  notes?: string[];
}

export interface PlotSpec {
  name: string;
  section: string;
  title: string;
  caption: string;
  /** Made once; they read and write the section's values. */
  controls?: HTMLElement[];
  /** Keys of the section's values that the plot depends on; all of them if it is missing. */
  draw(values: Values, width: number, hidden: Set<string>): Drawn | string;
}

const kMaxRowsShown = 2000;
const kMaxRowsPrinted = 60;

function dataTable(drawn: Drawn, title: string): HTMLElement {
  const head = el("tr", {}, ...drawn.columns.map((name) => el("th", { scope: "col" }, name)));
  const body = el("tbody");
  for (const row of drawn.rows.slice(0, kMaxRowsShown)) {
    body.append(
      el(
        "tr",
        {},
        ...row.map((value) =>
          el("td", { class: typeof value === "number" ? "number" : undefined }, String(value)),
        ),
      ),
    );
  }
  const table = el(
    "table",
    { class: "data plain" },
    el("caption", { class: "visually-hidden" }, title),
    el("thead", {}, head),
    body,
  );
  const box = el(
    "div",
    { class: "table-box long", tabindex: 0, role: "region", "aria-label": `Data of ${title}` },
    table,
  );
  const left = drawn.rows.length - kMaxRowsShown;
  if (left > 0) box.append(el("p", { class: "note" }, `${left} more rows: save as CSV.`));
  return box;
}

/** How far off the screen a picture is drawn already. */
const kNear = "600px 0px";

/** Width of every plot [px]: asking the browser each time would lay out the whole page each time. */
let sharedWidth = 0;

class PlotFrame {
  private readonly legend = el("div", { class: "legend", role: "group" });
  private readonly switches = el("div", { class: "legend-switches" });
  private readonly picture = el("div", { class: "picture" });
  private readonly notes = el("div", { class: "notes" });
  private readonly details: HTMLDetailsElement;
  private readonly tools: HTMLElement;
  private drawn: Drawn | null = null;
  private width = 0;
  private wanted = false; ///< whether its picture was asked for

  constructor(
    private readonly host: HTMLElement,
    private readonly spec: PlotSpec,
  ) {
    this.details = el("details", { class: "plot-data" }, el("summary", {}, "Data as a table"));
    this.details.addEventListener("toggle", () => {
      if (this.details.open) this.fillTable();
    });
    const csv = button(
      "CSV",
      () => {
        this.saveCsv();
      },
      { "aria-label": `Save as CSV: ${spec.title}` },
    );
    const svg = button(
      "SVG",
      () => {
        this.saveSvg();
      },
      { "aria-label": `Save as SVG: ${spec.title}` },
    );
    this.tools = el("div", { class: "plot-tools" }, this.details, el("div", { class: "buttons" }, csv, svg));
    this.legend.setAttribute("aria-label", `Series of ${spec.title}`);
    const caption = el("figcaption", {}, el("strong", {}, spec.title), " ", spec.caption);
    const controls = el("div", { class: "controls" }, ...(spec.controls ?? []));
    host.replaceChildren(
      el("figure", {}, caption, controls, this.picture, this.legend, this.switches, this.notes, this.tools),
    );
    this.highlightOnHover();
  }

  /** The picture is drawn when its place comes near, or by drawOnce(). */
  start(): void {
    state.on(this.spec.section, () => {
      if (this.wanted) this.draw();
    });
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        near.disconnect();
        this.drawOnce();
      },
      { rootMargin: kNear },
    );
    near.observe(this.host);
    new ResizeObserver((entries) => {
      const width = Math.floor(entries[0]?.contentRect.width ?? 0);
      if (width > 0) sharedWidth = width;
      if (this.wanted && width > 0 && Math.abs(this.measure() - this.width) > 8) this.draw();
    }).observe(this.host);
  }

  drawOnce(): void {
    if (this.wanted) return;
    this.wanted = true;
    this.draw();
  }

  /** For paper: short tables are open, long ones say where the rows are. */
  prepareForPrint(): void {
    this.drawOnce();
    if (!this.drawn) return;
    this.details.open = this.drawn.rows.length <= kMaxRowsPrinted;
    if (this.details.open) this.fillTable();
  }

  private measure(): number {
    if (sharedWidth === 0) sharedWidth = this.host.clientWidth;
    return Math.max(280, sharedWidth || 900);
  }

  private draw(): void {
    const values = state.get(this.spec.section);
    const hidden = new Set(listOf(values["hide"]));
    this.width = this.measure();
    const result = this.spec.draw(values, this.width, hidden);
    const failed = typeof result === "string";
    this.drawn = failed ? null : result;
    this.tools.hidden = failed;
    if (failed) {
      this.picture.replaceChildren(el("p", { class: "not-recorded" }, result));
      this.legend.replaceChildren();
      this.switches.replaceChildren();
      this.notes.replaceChildren();
      return;
    }
    result.picture.setAttribute("role", "img");
    result.picture.setAttribute(
      "aria-label",
      `${this.spec.title} ${this.spec.caption} The data stand in the table below.`,
    );
    this.picture.replaceChildren(result.picture);
    this.notes.replaceChildren(...(result.notes ?? []).map((note) => el("p", { class: "note" }, note)));
    this.drawLegend(result.legend ?? [], hidden);
    if (this.details.open) this.fillTable();
  }

  private drawLegend(entries: LegendEntry[], hidden: Set<string>): void {
    const focused =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset["series"] : undefined;
    const items = entries.map((entry) => {
      const item = button("", () => {
        const next = new Set(hidden);
        if (!next.delete(entry.name)) next.add(entry.name);
        state.set(this.spec.section, { hide: textOfList(next) });
      });
      item.className = `legend-item${entry.wrong ? " wrong" : ""}`;
      item.dataset["series"] = entry.name;
      item.setAttribute("aria-pressed", String(!hidden.has(entry.name)));
      append(item, swatch(entry.look ?? lookOf(entry.name)), el("span", { class: "name" }, entry.name));
      if (entry.note) append(item, el("span", { class: "legend-note" }, entry.note));
      return item;
    });
    this.switches.replaceChildren(...(entries.length > 2 ? this.legendSwitches(entries) : []));
    this.legend.classList.toggle(
      "noted",
      entries.some((entry) => (entry.note?.length ?? 0) > 20),
    );
    this.legend.replaceChildren(...items);
    if (focused !== undefined) items.find((item) => item.dataset["series"] === focused)?.focus();
  }

  private legendSwitches(entries: LegendEntry[]): HTMLButtonElement[] {
    const hide = (names: string[]) => {
      state.set(this.spec.section, { hide: textOfList(names) });
    };
    const all = button(
      "Show all",
      () => {
        hide([]);
      },
      { class: "legend-all" },
    );
    const none = button(
      "Hide all",
      () => {
        hide(entries.map((entry) => entry.name));
      },
      { class: "legend-all" },
    );
    return [all, none];
  }

  /** Pointing at a name in the legend fades the other series. */
  private highlightOnHover(): void {
    const fade = (event: Event, on: boolean) => {
      const item =
        event.target instanceof Element ? event.target.closest<HTMLElement>("[data-series]") : null;
      const name = item?.dataset["series"];
      for (const mark of this.picture.querySelectorAll<SVGElement>("[data-mark]")) {
        mark.classList.toggle("faded", on && name !== undefined && mark.dataset["mark"] !== name);
      }
    };
    this.legend.addEventListener("pointerover", (event) => {
      fade(event, true);
    });
    this.legend.addEventListener("pointerleave", (event) => {
      fade(event, false);
    });
    this.legend.addEventListener("focusin", (event) => {
      fade(event, true);
    });
    this.legend.addEventListener("focusout", (event) => {
      fade(event, false);
    });
  }

  private fillTable(): void {
    if (!this.drawn) return;
    const summary = this.details.querySelector("summary");
    this.details.replaceChildren(...(summary ? [summary] : []), dataTable(this.drawn, this.spec.title));
  }

  private saveCsv(): void {
    if (!this.drawn) return;
    saveFile(
      `${this.spec.name}.csv`,
      "text/csv",
      csvText([this.drawn.columns, ...this.drawn.rows.map((row) => row.map(String))]),
    );
  }

  private saveSvg(): void {
    if (!this.drawn) return;
    saveFile(
      `${this.spec.name}.svg`,
      "image/svg+xml",
      pictureText(this.drawn.picture, this.spec.title, this.drawn.legend ?? []),
    );
  }
}

const frames: PlotFrame[] = [];

/** Puts the plot where the static page left a place for it. */
export function mountPlot(spec: PlotSpec): void {
  const host = document.querySelector<HTMLElement>(`[data-plot="${spec.name}"]`);
  if (!host) return;
  const frame = new PlotFrame(host, spec);
  frames.push(frame);
  frame.start();
}

/** Draws what is not drawn yet, one plot at a time, while the reader does nothing. */
export async function drawPlotsWhenIdle(): Promise<void> {
  for (const frame of frames) {
    await idle();
    try {
      frame.drawOnce();
    } catch (error) {
      console.error(error);
    }
  }
}

export function preparePlotsForPrint(): void {
  for (const frame of frames) frame.prepareForPrint();
}
