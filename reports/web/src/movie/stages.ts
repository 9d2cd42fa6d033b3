// SPDX-License-Identifier: GPL-3.0-or-later
// The runs side by side, all seen by one camera: who turns one turns all.
import type { Run } from "../data/movie";
import { el, freshId } from "../ui/dom";
import { onThemeChange } from "../ui/theme";
import { Camera, driveCamera } from "../view/camera";
import { svgRenderer } from "../view/svg_renderer";
import { glStage, type GlStage } from "./gl_stage";
import { drawFrame, type Shown } from "./movie_drawing";
import type { World } from "./movie_world";

const kHelp =
  "Arrow keys turn, Shift and arrow keys move, plus and minus zoom, 0 shows all again; Space plays, comma and full stop step.";
const kMaxCanvases = 8; ///< browsers allow few more; further runs are drawn as SVG

interface Stage {
  run: Run;
  gl: GlStage | null;
  element: HTMLElement;
}

/** One frame of a run as SVG. */
export function svgOf(
  world: World,
  run: Run,
  frame: number,
  shown: Shown,
  camera: Camera,
  size: Size,
): SVGSVGElement {
  const picture = svgRenderer(drawFrame(world, run, frame, shown, camera.back));
  picture.draw(camera, size.width, size.height);
  if (!(picture.element instanceof SVGSVGElement)) throw new Error("a projection is an SVG element");
  return picture.element;
}

export interface Size {
  width: number;
  height: number;
}

export class Stages {
  readonly element = el("div", { class: "views movie-stages" });
  readonly camera: Camera;
  private readonly stages: Stage[];
  private shown: Shown = { points: true, normals: false, forces: false };
  private time = 0;
  private queued = 0;

  constructor(
    private readonly world: World,
    private readonly onCamera: () => void,
  ) {
    this.camera = new Camera(world.back, world.up, world.points);
    this.stages = world.runs.map((run, k) => this.makeStage(run, k));
    onThemeChange(() => {
      for (const { gl } of this.stages) gl?.rebuild();
      this.show(this.shown);
    });
  }

  show(shown: Shown): void {
    this.shown = shown;
    for (const { gl } of this.stages) gl?.show(shown);
    this.refresh();
  }

  setTime(time: number): void {
    this.time = time;
    this.refresh();
  }

  /** Asks for a picture; many times between two pictures are one. */
  refresh(): void {
    if (this.queued !== 0) return;
    this.queued = window.requestAnimationFrame(() => {
      this.queued = 0;
      this.drawNow();
    });
  }

  /** The picture of the time that is set, in this moment: who saves frames does not wait for the screen. */
  drawNow(): void {
    for (const { run, gl, element } of this.stages) {
      const [width, height] = [element.clientWidth, element.clientHeight];
      if (width === 0) continue;
      const frame = run.frameAt(this.time);
      if (gl) {
        gl.setFrame(frame);
        gl.draw(this.camera, width, height);
      } else {
        element.replaceChildren(svgOf(this.world, run, frame, this.shown, this.camera, { width, height }));
      }
      element.dataset["frame"] = String(frame);
    }
  }

  /** The canvases as they are drawn; empty where there is no WebGL. */
  canvases(): HTMLCanvasElement[] {
    return this.stages.flatMap(({ gl }) => (gl ? [gl.element] : []));
  }

  private makeStage(run: Run, k: number): Stage {
    const gl = k < kMaxCanvases ? glStage(this.world, run) : null;
    const help = el("span", { id: freshId("help"), class: "visually-hidden" }, kHelp);
    const element = el("div", {
      class: "stage",
      tabindex: 0,
      role: "application",
      "aria-label": `${run.record.name}: motion that can be turned`,
      "aria-describedby": help.id,
    });
    if (gl) {
      gl.element.setAttribute("aria-hidden", "true");
      element.append(gl.element);
    }
    driveCamera(element, this.camera, () => {
      this.refresh();
      this.onCamera();
    });
    new ResizeObserver(() => {
      this.refresh();
    }).observe(element);
    const parts = [el("strong", {}, run.record.name)];
    const caption = el("figcaption", {}, el("span", {}, ...parts, noteOf(run)));
    this.element.append(
      el("figure", { class: "view-figure" }, el("div", { class: "view" }, element, help), caption),
    );
    if (!gl) caption.append(el("span", { class: "note no-webgl" }, "Drawn without WebGL."));
    return { run, gl, element };
  }
}

/** What the reader must know of a run to judge its picture. */
function noteOf({ record }: Run): string {
  const notes: string[] = [];
  if (!record.has_contacts) notes.push("poses only: contacts are not known");
  else if (record.contact_stride > 1) notes.push(`contacts of one frame in ${record.contact_stride}`);
  if ((record.steps_per_frame ?? 1) > 1) notes.push(`one frame in ${record.steps_per_frame ?? 1} steps`);
  if ((record.unsolved_steps ?? 0) > 0) notes.push(`${record.unsolved_steps ?? 0} steps not solved`);
  if (record.fault) notes.push(`ended early: ${record.fault}`);
  return notes.length > 0 ? ` (${notes.join("; ")})` : "";
}
