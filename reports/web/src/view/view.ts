// SPDX-License-Identifier: GPL-3.0-or-later
// A picture that can be turned: a focusable element with its renderer, its camera and its buttons.
import type { Triple } from "../data/record";
import { button, el, freshId, svgEl } from "../ui/dom";
import { saveFile } from "../ui/save";
import { onThemeChange } from "../ui/theme";
import { pictureText } from "../plots/picture";
import { Camera, driveCamera } from "./camera";
import type { Drawing, Layer, Solid } from "./drawing";
import { glRenderer } from "./gl_renderer";
import type { Renderer } from "./renderer";
import { add, boundsOf, middle } from "./vec";
import { svgRenderer } from "./svg_renderer";

function pointsOf(drawing: Drawing): Triple[] {
  const solids = drawing.solids.flatMap((solid) => [...solid.edges.flat(), ...solid.points]);
  return [
    ...solids,
    ...drawing.arrows.flatMap((arrow) => [arrow.from, arrow.to]),
    ...drawing.marks.map((mark) => mark.at),
  ];
}

function centerOf(solid: Solid): Triple {
  const box = boundsOf([...solid.edges.flat(), ...solid.points]);
  return box ? middle(box) : [0, 0, 0];
}

const kSaved = { width: 800, height: 600 }; ///< a picture as a file [px]
const kHelp = "Arrow keys turn, Shift and arrow keys move, plus and minus zoom, 0 shows all again.";

export class View {
  readonly element: HTMLElement;
  readonly tools: HTMLElement;
  readonly camera: Camera;
  private readonly stage: HTMLElement;
  private readonly renderer: Renderer;
  private readonly observer: ResizeObserver;
  private readonly labels: { solid: Solid; center: Triple; element: HTMLElement }[];
  private queued = 0;
  private move: Triple = [0, 0, 0];
  private readonly layers = new Map<Layer, boolean>();
  private alive = true;

  constructor(
    private readonly drawing: Drawing,
    private readonly title: string,
    private readonly name: string,
  ) {
    this.camera = new Camera(drawing.back, drawing.up, pointsOf(drawing));
    const gl = glRenderer(drawing);
    this.renderer = gl ?? svgRenderer(drawing);
    const help = el("span", { id: freshId("help"), class: "visually-hidden" }, kHelp);
    this.stage = el("div", {
      class: "stage",
      tabindex: 0,
      role: "application",
      "aria-label": `${title}: picture that can be turned`,
      "aria-describedby": help.id,
    });
    this.renderer.element.setAttribute("aria-hidden", "true");
    this.labels = drawing.solids.map((solid) => {
      const element = el("span", { class: "body-label", "aria-hidden": "true" }, solid.name);
      element.style.color = `var(${solid.color})`;
      return { solid, center: centerOf(solid), element };
    });
    this.stage.append(this.renderer.element, ...this.labels.map(({ element }) => element));
    this.tools = el("div", { class: "view-tools" }, ...this.buttons());
    this.element = el("div", { class: "view" }, this.stage, help);
    if (!gl)
      this.element.append(
        el(
          "p",
          { class: "note no-webgl" },
          "This browser has no WebGL: a plain projection is shown instead.",
        ),
      );
    driveCamera(this.stage, this.camera, () => {
      this.refresh();
    });
    this.observer = new ResizeObserver(() => {
      this.refresh();
    });
    this.observer.observe(this.stage);
    onThemeChange(() => {
      if (!this.alive) return;
      this.renderer.rebuild();
      this.renderer.setMove(this.move);
      for (const [layer, shown] of this.layers) this.renderer.setLayer(layer, shown);
      this.refresh();
    });
  }

  setMove(move: Triple): void {
    this.move = move;
    this.renderer.setMove(move);
    this.refresh();
  }

  setLayer(layer: Layer, shown: boolean): void {
    this.layers.set(layer, shown);
    this.renderer.setLayer(layer, shown);
    this.refresh();
  }

  dispose(): void {
    this.alive = false;
    this.observer.disconnect();
    this.renderer.dispose();
  }

  private buttons(): HTMLButtonElement[] {
    const act = (label: string, text: string, action: () => void) => {
      const element = button(text, () => {
        action();
        this.refresh();
      });
      element.setAttribute("aria-label", `${label}: ${this.title}`);
      element.title = label;
      return element;
    };
    return [
      act("Zoom in", "+", () => {
        this.camera.zoomBy(1.25);
      }),
      act("Zoom out", "\u2212", () => {
        this.camera.zoomBy(0.8);
      }),
      act("Zoom to the contact", "\u25ce", () => {
        this.camera.closeUp(this.drawing.focus);
      }),
      act("Show all", "\u2302", () => {
        this.camera.reset();
      }),
      act("Save as SVG", "SVG", () => {
        this.saveSvg();
      }),
    ];
  }

  private saveSvg(): void {
    const picture = svgRenderer(this.drawing);
    picture.setMove(this.move);
    for (const [layer, shown] of this.layers) picture.setLayer(layer, shown);
    picture.draw(this.camera, kSaved.width, kSaved.height);
    const look = { "text-anchor": "middle", "font-size": 20, "font-weight": 700 };
    for (const { solid, center } of this.labels) {
      if (this.layers.get("bodies") === false) continue;
      const [x, y] = this.labelAt(solid, center, kSaved);
      picture.element.append(
        svgEl("text", { x, y: y + 7, fill: `var(${solid.color})`, ...look }, solid.name),
      );
    }
    if (picture.element instanceof SVGSVGElement)
      saveFile(`${this.name}.svg`, "image/svg+xml", pictureText(picture.element, this.title, []));
  }

  private labelAt(solid: Solid, center: Triple, { width, height }: typeof kSaved): [number, number] {
    return this.camera.project(solid.part === "B" ? add(center, this.move) : center, width, height);
  }

  private placeLabels(): void {
    const [width, height] = [this.stage.clientWidth, this.stage.clientHeight];
    const shown = this.layers.get("bodies") ?? true;
    for (const { solid, center, element } of this.labels) {
      const [x, y] = this.labelAt(solid, center, { width, height });
      // In parts of the stage: paper has another size.
      element.style.left = `${(100 * x) / width}%`;
      element.style.top = `${(100 * y) / height}%`;
      element.hidden = !shown || x < 0 || y < 0 || x > width || y > height;
    }
  }

  private refresh(): void {
    if (this.queued !== 0) return;
    this.queued = window.requestAnimationFrame(() => {
      this.queued = 0;
      if (!this.alive || this.stage.clientWidth === 0) return;
      this.renderer.draw(this.camera, this.stage.clientWidth, this.stage.clientHeight);
      this.placeLabels();
      this.stage.dataset["drawn"] = String(Number(this.stage.dataset["drawn"] ?? 0) + 1);
    });
  }
}
