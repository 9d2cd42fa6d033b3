// SPDX-License-Identifier: GPL-3.0-or-later
// The curves under a movie. A line that one can draw along stands at the time that is shown.
import { shortText, toNumber } from "../data/numbers";
import type { MovieRun, Run } from "../data/movie";
import type { Num } from "../data/record";
import { svgEl } from "../ui/dom";
import { mountPlot, type Drawn } from "./frame";
import { drawPlot, seriesLine } from "./kit";
import { lookAt, type Look } from "./series";

export const kMovieSection = "movie";

interface Kind {
  name: string;
  title: string;
  caption: string;
  label: string;
  lines: { label: string; times: keyof MovieRun; values: keyof MovieRun }[];
}

const kKinds: Kind[] = [
  {
    name: "movie-energy",
    title: "Energy.",
    caption: "Of every step: spikes are kept.",
    label: "energy [J]",
    lines: [
      { label: "total", times: "energy_time_s", values: "total_J" },
      { label: "kinetic", times: "energy_time_s", values: "kinetic_J" },
    ],
  },
  {
    name: "movie-overlap",
    title: "Deepest overlap.",
    caption: "The deepest of all steps since the frame before.",
    label: "overlap [m]",
    lines: [{ label: "overlap", times: "time_s", values: "overlap_m" }],
  },
  {
    name: "movie-contacts",
    title: "Contact points.",
    caption: "The most of a step since the frame before.",
    label: "points",
    lines: [{ label: "points", times: "time_s", values: "contact_count" }],
  },
];

interface Point {
  time: number;
  value: number;
}

interface Series {
  name: string;
  look: Look;
  points: Point[];
}

function seriesOf(kind: Kind, runs: Run[]): Series[] {
  const all: Series[] = [];
  for (const { record } of runs) {
    if (kind.name === "movie-contacts" && !record.has_contacts) continue;
    for (const line of kind.lines) {
      const times = record[line.times] as Num[] | undefined;
      const values = record[line.values] as Num[] | undefined;
      const points = (values ?? [])
        .map((value, k) => ({ time: toNumber(times?.[k]), value: toNumber(value) }))
        .filter((p) => Number.isFinite(p.time) && Number.isFinite(p.value));
      const what = kind.lines.length > 1 ? [line.label] : [];
      const who = runs.length > 1 || what.length === 0 ? [record.name] : [];
      if (points.length > 0)
        all.push({ name: [...who, ...what].join(", "), look: lookAt(all.length), points });
    }
  }
  return all;
}

export class Curves {
  private time = 0;
  private readonly cursors = new Map<string, (time: number) => void>();

  constructor(
    private readonly runs: Run[],
    private readonly onPick: (time: number) => void,
  ) {}

  mount(): void {
    for (const kind of kKinds) {
      mountPlot({
        name: kind.name,
        section: kMovieSection,
        title: kind.title,
        caption: kind.caption,
        draw: (_values, width, hidden) => this.draw(kind, width, hidden),
      });
    }
  }

  setTime(time: number): void {
    this.time = time;
    for (const move of this.cursors.values()) move(time);
  }

  private draw(kind: Kind, width: number, hidden: Set<string>): Drawn | string {
    const series = seriesOf(kind, this.runs);
    if (series.length === 0) return "Not known: these runs have poses only.";
    const end = Math.max(...this.runs.map((run) => run.times.at(-1) ?? 0), 1e-300);
    const frame = { width, height: 210, marginLeft: 66, marginRight: 20 };
    const picture = drawPlot(frame, {
      x: { label: "time [s] \u2192", grid: true, domain: [0, end] },
      y: {
        label: `\u2191 ${kind.label}`,
        grid: true,
        nice: true,
        tickFormat: (d: number) => shortText(d, 4),
      },
      marks: series
        .filter(({ name }) => !hidden.has(name))
        .map(({ name, look, points }) => seriesLine(name, look, points, { x: "time", y: "value" })),
    });
    this.addCursor(kind.name, picture, { ...frame, end });
    return {
      picture,
      columns: ["curve", "time_s", kind.label],
      rows: series.flatMap(({ name, points }) => points.map((p) => [name, p.time, p.value])),
      legend: series.map(({ name, look }) => ({ name, look })),
    };
  }

  private addCursor(
    name: string,
    picture: SVGSVGElement,
    {
      width,
      height,
      marginLeft,
      marginRight,
      end,
    }: Record<"width" | "height" | "marginLeft" | "marginRight" | "end", number>,
  ): void {
    const [top, bottom, wide] = [24, height - 44, width - marginLeft - marginRight];
    const line = svgEl("line", { class: "movie-cursor", y1: top, y2: bottom, stroke: "var(--accent)" });
    picture.append(line);
    const move = (time: number) => {
      line.setAttribute("transform", `translate(${(marginLeft + (wide * time) / end).toFixed(2)} 0)`);
    };
    move(this.time);
    this.cursors.set(name, move);
    picture.classList.add("movie-curve");
    const pick = (event: PointerEvent) => {
      const box = picture.getBoundingClientRect();
      const x = ((event.clientX - box.left) / Math.max(1, box.width)) * width;
      this.onPick(Math.min(end, Math.max(0, ((x - marginLeft) / wide) * end)));
    };
    picture.addEventListener("pointerdown", (event) => {
      picture.setPointerCapture(event.pointerId);
      pick(event);
    });
    picture.addEventListener("pointermove", (event) => {
      if (picture.hasPointerCapture(event.pointerId)) pick(event);
    });
  }
}
