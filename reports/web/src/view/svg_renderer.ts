// SPDX-License-Identifier: GPL-3.0-or-later
// Renders a drawing as lines of SVG: where WebGL is missing, and for saving a picture.
import type { Triple } from "../data/record";
import { svgEl } from "../ui/dom";
import type { Camera } from "./camera";
import { edgeKey, type Drawing, type Layer, type Part } from "./drawing";
import type { Renderer } from "./renderer";
import { add, scale, sub } from "./vec";

const kMaxFaces = 1500; ///< a solid with more is drawn by its edges alone

type Project = (p: Triple, part: Part) => [number, number];

class SvgRenderer implements Renderer {
  readonly element = svgEl("svg", { class: "projection" });
  private move: Triple = [0, 0, 0];
  private readonly hidden = new Set<Layer>();

  constructor(private readonly drawing: Drawing) {}

  setMove(move: Triple): void {
    this.move = move;
  }

  setLayer(layer: Layer, shown: boolean): void {
    if (shown) this.hidden.delete(layer);
    else this.hidden.add(layer);
  }

  rebuild(): void {
    // colours are variables of the style sheet
  }

  dispose(): void {
    this.element.remove();
  }

  draw(camera: Camera, width: number, height: number): void {
    const project: Project = (p, part) => camera.project(part === "B" ? add(p, this.move) : p, width, height);
    this.element.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.element.setAttribute("width", String(width));
    this.element.setAttribute("height", String(height));
    const parts = [
      ...this.solids(project, camera.back),
      ...this.planes(project),
      ...this.arrows(project),
      ...this.marks(project),
    ];
    this.element.replaceChildren(...parts);
  }

  private shows(layer: Layer): boolean {
    return !this.hidden.has(layer);
  }

  private solids(project: Project, back: Triple): SVGElement[] {
    if (!this.shows("bodies")) return [];
    return this.drawing.solids.flatMap((solid) => {
      const color = `var(${solid.color})`;
      const path = (points: Triple[]) =>
        points
          .map((p) =>
            project(p, solid.part)
              .map((x) => x.toFixed(2))
              .join(","),
          )
          .join(" ");
      const front =
        solid.faces.length > kMaxFaces ? [] : solid.faces.filter((face) => facesViewer(face, back));
      const fill = (face: Triple[], look: string, opacity: number) =>
        svgEl("polygon", { points: path(face), fill: look, "fill-opacity": opacity, stroke: "none" });
      const faces = front.flatMap((face) => [
        ...(solid.opaque === true ? [fill(face, "var(--paper)", 1)] : []),
        fill(face, color, 0.28),
      ]);
      // Edges behind the body are faint, those of large meshes thin and pale, like the drawing by WebGL.
      const seen = new Set(
        front.flatMap((face) => face.map((p, k) => edgeKey(p, face[(k + 1) % face.length] ?? p))),
      );
      const hidden = ([p, q]: [Triple, Triple]) => seen.size > 0 && !seen.has(edgeKey(p, q));
      const pale = Math.min(1, Math.sqrt(120 / Math.max(1, solid.edges.length)));
      const drawn = solid.opaque === true ? solid.edges.filter((edge) => !hidden(edge)) : solid.edges;
      const edges = drawn.map((edge) =>
        svgEl("polyline", {
          points: path(edge),
          stroke: color,
          "stroke-width": hidden(edge) ? 1 : Math.max(0.7, 1.5 * pale),
          "stroke-opacity": hidden(edge) ? 0.22 * pale : Math.max(0.35, 0.95 * pale),
          fill: "none",
        }),
      );
      const dots = solid.points.map((p) => {
        const [cx, cy] = project(p, solid.part);
        return svgEl("circle", { cx, cy, r: 2.5, fill: color });
      });
      return [...faces, ...edges, ...dots];
    });
  }

  private planes(project: Project): SVGElement[] {
    return this.drawing.planes
      .filter((plane) => this.shows(plane.layer))
      .map(({ center, u, v, color }) => {
        const corners = (
          [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
          ] as const
        ).map(([s, t]) => project(add(center, add(scale(u, s), scale(v, t))), "fixed").join(","));
        return svgEl("polygon", {
          points: corners.join(" "),
          fill: `var(${color})`,
          "fill-opacity": 0.1,
          stroke: `var(${color})`,
          "stroke-opacity": 0.5,
        });
      });
  }

  private arrows(project: Project): SVGElement[] {
    return this.drawing.arrows
      .filter((arrow) => this.shows(arrow.layer))
      .flatMap((arrow) => {
        const color = `var(${arrow.color})`;
        const [x1, y1] = project(arrow.from, "fixed");
        const [x2, y2] = project(arrow.to, "fixed");
        const line = svgEl("line", {
          x1,
          y1,
          x2,
          y2,
          stroke: color,
          "stroke-width": 2.5,
          "stroke-dasharray": arrow.dashed ? "6 4" : "none",
        });
        const size = Math.hypot(x2 - x1, y2 - y1);
        if (!arrow.head || size < 1) return [line];
        const [ux, uy] = [(x2 - x1) / size, (y2 - y1) / size];
        const tip = [
          [x2 + 6 * ux, y2 + 6 * uy],
          [x2 - 6 * ux - 5 * uy, y2 - 6 * uy + 5 * ux],
          [x2 - 6 * ux + 5 * uy, y2 - 6 * uy - 5 * ux],
        ];
        return [line, svgEl("polygon", { points: tip.map((p) => p.join(",")).join(" "), fill: color })];
      });
  }

  private marks(project: Project): SVGElement[] {
    return this.drawing.marks
      .filter((mark) => this.shows(mark.layer))
      .map((mark) => {
        const [x, y] = project(mark.at, mark.part);
        const color = `var(${mark.color})`;
        if (mark.shape === "ball")
          return svgEl("circle", {
            cx: x,
            cy: y,
            r: 5,
            fill: color,
            stroke: "var(--paper)",
            "stroke-width": 1.5,
          });
        if (mark.shape === "diamond")
          return svgEl("path", {
            d: `M${x} ${y - 6}l6 6l-6 6l-6-6z`,
            fill: "var(--paper)",
            stroke: color,
            "stroke-width": 2,
          });
        return svgEl("path", { d: `M${x - 7} ${y}h14M${x} ${y - 7}v14`, stroke: color, "stroke-width": 2 });
      });
  }
}

function facesViewer(face: Triple[], back: Triple): boolean {
  const [a, b, c] = face;
  if (!a || !b || !c) return true;
  const u = sub(b, a);
  const v = sub(c, a);
  return (
    back[0] * (u[1] * v[2] - u[2] * v[1]) +
      back[1] * (u[2] * v[0] - u[0] * v[2]) +
      back[2] * (u[0] * v[1] - u[1] * v[0]) >
    0
  );
}

export function svgRenderer(drawing: Drawing): Renderer {
  return new SvgRenderer(drawing);
}
