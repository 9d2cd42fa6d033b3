// SPDX-License-Identifier: GPL-3.0-or-later
// The page of a movie (data-kind="movie"): the runs of a scene side by side, what drives them, and their curves.
import { Run, timeline, type MovieRecord } from "../data/movie";
import { shortText } from "../data/numbers";
import { Curves, kMovieSection } from "../plots/movie_curves";
import { listOf, state, textOfList } from "../state/fragment";
import { button, el } from "../ui/dom";
import { announce, saveFile } from "../ui/save";
import { shownKeys, type Shown } from "./movie_drawing";
import { World } from "./movie_world";
import { Player } from "./player";
import { framesZip, pngOf, svgText } from "./saving";
import { Stages, svgOf } from "./stages";

const kPrinted = 6; ///< frames of each run on paper
const kPaper = { width: 400, height: 300 };
const kLabels: Record<keyof Shown, string> = {
  points: "contact points",
  normals: "normals",
  forces: "forces",
};

class MoviePage {
  private readonly runs: Run[];
  private readonly world: World;
  private readonly times: number[];
  private readonly stages: Stages;
  private readonly player: Player;
  private readonly curves: Curves;
  private readonly printed = el("div", { class: "movie-printed" });
  private shown: Shown = { points: true, normals: false, forces: false };
  private writing = 0;
  private saving = false;

  constructor(
    private readonly record: MovieRecord,
    host: Element,
  ) {
    this.runs = record.runs.map((run) => new Run(run, record.unit_m, record.bodies.length));
    this.world = new World(record, this.runs);
    this.times = timeline(this.runs);
    this.stages = new Stages(this.world, () => {
      this.remember();
    });
    this.curves = new Curves(this.runs, (time) => {
      this.player.seek(time);
      this.remember();
    });
    this.player = new Player(
      this.times,
      (time) => {
        this.stages.setTime(time);
        this.curves.setTime(time);
      },
      () => {
        this.remember();
      },
    );
    this.restore();
    host.replaceChildren(
      this.stages.element,
      this.player.element,
      this.switches(),
      this.tools(),
      this.printed,
    );
    this.curves.mount();
    window.addEventListener("beforeprint", () => {
      this.preparePrint();
    });
    window.addEventListener("afterprint", () => {
      this.printed.replaceChildren();
    });
  }

  /** From the page's address: what was shown, the time, the camera. */
  private restore(): void {
    const values = state.get(kMovieSection);
    if (values["show"] !== undefined) {
      const on = listOf(values["show"]);
      for (const key of shownKeys) this.shown[key] = on.includes(key);
    }
    this.stages.camera.restore(listOf(values["camera"]).map(Number));
    this.stages.show(this.shown);
    this.player.seek(Number(values["t"] ?? 0) || 0);
  }

  /** Writes it there, once the reader rests: a copied address shows the same picture. */
  private remember(): void {
    window.clearTimeout(this.writing);
    this.writing = window.setTimeout(() => {
      const on = shownKeys.filter((key) => this.shown[key]);
      state.set(kMovieSection, {
        t: String(this.player.now),
        show: on.length > 0 ? textOfList(on) : "none",
        camera: textOfList(this.stages.camera.state.map((x) => x.toPrecision(5))),
      });
    }, 250);
  }

  private switches(): HTMLElement {
    const any = this.runs.some(({ record }) => record.has_contacts);
    const boxes = shownKeys.map((key) => {
      const box = el("input", { type: "checkbox", checked: this.shown[key], disabled: !any });
      box.addEventListener("change", () => {
        this.shown[key] = box.checked;
        this.stages.show(this.shown);
        this.remember();
      });
      const mark = el("span", { class: `key contact-${key}`, "aria-hidden": "true" });
      return el("label", { class: "check" }, box, mark, el("span", {}, kLabels[key]));
    });
    const note = any
      ? `Arrows of forces grow up to ${shortText(this.world.longestForce)} N.`
      : "These runs have poses only: contacts are not known.";
    const places = `Places are rounded to ${shortText(this.record.unit_m)} m, 1e-4 of the smallest body.`;
    return el(
      "div",
      { class: "layers", role: "group", "aria-label": "What is drawn" },
      ...boxes,
      el("span", { class: "note" }, `${note} ${places}`),
    );
  }

  private tools(): HTMLElement {
    const camera = this.stages.camera;
    const act = (text: string, label: string, action: () => void) => {
      const element = button(text, action, { "aria-label": label, title: label });
      return element;
    };
    const view = (text: string, label: string, action: () => void) =>
      act(text, label, () => {
        action();
        this.stages.refresh();
        this.remember();
      });
    return el(
      "div",
      { class: "controls movie-tools" },
      view("+", "Zoom in", () => {
        camera.zoomBy(1.25);
      }),
      view("\u2212", "Zoom out", () => {
        camera.zoomBy(0.8);
      }),
      view("\u2302", "Show all", () => {
        camera.reset();
      }),
      act("SVG", "Save the picture as SVG", () => {
        saveFile(`${this.name}.svg`, "image/svg+xml", this.svg(this.player.now));
      }),
      act("PNG", "Save the picture as PNG", () => void this.savePng()),
      this.framesButton("svg", (time) => Promise.resolve(new TextEncoder().encode(this.svg(time)))),
      this.framesButton("png", (time) => pngOf(this.world, this.stages, time)),
    );
  }

  private get name(): string {
    return this.record.scene.replace(/[^\w.-]+/g, "_");
  }

  private svg(time: number): string {
    return svgText(this.world, time, this.shown, this.stages.camera);
  }

  private async savePng(): Promise<void> {
    const bytes = await pngOf(this.world, this.stages, this.player.now);
    if (bytes) saveFile(`${this.name}.png`, "image/png", bytes);
    else announce("This browser has no WebGL: save the picture as SVG");
  }

  private framesButton(ending: string, frameOf: (time: number) => Promise<Uint8Array | null>): HTMLElement {
    const label = `All frames as ${ending.toUpperCase()}`;
    let wanted = false;
    const element = button(label, () => {
      if (wanted) wanted = false;
      else if (!this.saving) void run();
    });
    const run = async (): Promise<void> => {
      wanted = this.saving = true;
      const done = (count: number) => {
        element.textContent = `Stop (${count} of ${this.times.length})`;
      };
      try {
        const zip = await framesZip(this.name, ending, this.times, frameOf, { wanted: () => wanted, done });
        if (zip) saveFile(`${this.name}-frames-${ending}.zip`, "application/zip", zip);
      } finally {
        wanted = this.saving = false;
        element.textContent = label;
        this.stages.setTime(this.player.now);
      }
    };
    return element;
  }

  /** Six pictures of each run at equal distances of time stand for the motion. */
  private preparePrint(): void {
    const end = this.times.at(-1) ?? 0;
    const rows = this.runs.map((run) => {
      const pictures = Array.from({ length: kPrinted }, (_, k) => {
        const frame = run.frameAt((end * k) / (kPrinted - 1));
        const svg = svgOf(this.world, run, frame, this.shown, this.stages.camera, kPaper);
        const time = `${shortText(run.times[frame] ?? 0)} s`;
        return el("figure", {}, svg, el("figcaption", {}, `${run.record.name}, ${time}`));
      });
      return el("div", { class: "movie-row" }, ...pictures);
    });
    this.printed.replaceChildren(...rows);
  }
}

export function startMovie(record: MovieRecord): void {
  const host = document.querySelector('[data-view="movie"]');
  if (host && record.runs.length > 0) new MoviePage(record, host);
}
