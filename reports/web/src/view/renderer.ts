// SPDX-License-Identifier: GPL-3.0-or-later
import type { Triple } from "../data/record";
import type { Camera } from "./camera";
import type { Layer } from "./drawing";

/** What draws a picture of a drawing: WebGL, or SVG where there is none. */
export interface Renderer {
  readonly element: HTMLElement | SVGSVGElement;
  /** How far B has been moved, in units of the drawing. */
  setMove(move: Triple): void;
  setLayer(layer: Layer, shown: boolean): void;
  draw(camera: Camera, width: number, height: number): void;
  rebuild(): void;
  dispose(): void;
}
