// SPDX-License-Identifier: GPL-3.0-or-later
// Where a view is looked at from: orthographic, turned freely by mouse, touch or keys.
import type { Triple } from "../data/record";
import { add, cross, dot, scale, unit } from "./vec";

const kAspect = 4 / 3;
const kMargin = 1.18;
const kTurn = 0.008; ///< radians for a pixel
const kKeyTurn = Math.PI / 36;
const kKeyPan = 0.06;
const kMinZoom = 0.2;
const kMaxZoom = 2000;

export class Camera {
  right: Triple = [1, 0, 0];
  up: Triple = [0, 1, 0];
  back: Triple = [0, 0, 1];
  zoom = 1;
  pan: [number, number] = [0, 0]; ///< in units of the drawing

  constructor(
    private readonly homeBack: Triple,
    private readonly homeUp: Triple,
    private readonly points: Triple[],
  ) {
    this.reset();
  }

  reset(): void {
    this.back = unit(this.homeBack) ?? [0, 0, 1];
    this.right = unit(cross(this.homeUp, this.back)) ?? [1, 0, 0];
    this.up = cross(this.back, this.right);
    this.fit();
  }

  /** All points in the picture, which is wider than high. */
  private fit(): void {
    const ends = [this.right, this.up].map((axis) => {
      const at = this.points.map((p) => dot(p, axis));
      return at.length > 0 ? ([Math.min(...at), Math.max(...at)] as const) : ([-1, 1] as const);
    });
    const [[left, right], [low, high]] = ends as [[number, number], [number, number]];
    this.pan = [(left + right) / 2, (low + high) / 2];
    const half = Math.max((high - low) / 2, (right - left) / 2 / kAspect, 1e-3);
    this.zoom = 1 / half;
  }

  /** Nearer to a point, which comes to the middle. */
  closeUp(p: Triple): void {
    this.pan = [dot(p, this.right), dot(p, this.up)];
    this.zoomBy(4);
  }

  /** Turns the scene under the pointer by pixels to the right and down. */
  turn(dx: number, dy: number): void {
    this.rotate(this.up, -dx * kTurn);
    this.rotate(this.right, -dy * kTurn);
  }

  private rotate(axis: Triple, angle: number): void {
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const about = (v: Triple): Triple =>
      add(add(scale(v, c), scale(cross(axis, v), s)), scale(axis, dot(axis, v) * (1 - c)));
    this.back = unit(about(this.back)) ?? this.back;
    this.right = unit(cross(about(this.up), this.back)) ?? this.right;
    this.up = cross(this.back, this.right);
  }

  /** Moves the picture by parts of half its height. */
  move(dx: number, dy: number): void {
    this.pan = [this.pan[0] - dx * this.extent, this.pan[1] + dy * this.extent];
  }

  /** Pixels from the upper left corner of a picture of this size. */
  project(p: Triple, width: number, height: number): [number, number] {
    const pixels = height / (2 * this.extent);
    return [
      width / 2 + (dot(p, this.right) - this.pan[0]) * pixels,
      height / 2 - (dot(p, this.up) - this.pan[1]) * pixels,
    ];
  }

  zoomBy(factor: number): void {
    this.zoom = Math.min(kMaxZoom, Math.max(kMinZoom, this.zoom * factor));
  }

  /** All that it is, in numbers that restore() takes. */
  get state(): number[] {
    return [...this.back, ...this.up, this.zoom, ...this.pan];
  }

  /** Leaves it as it is where these are not nine numbers of a camera. */
  restore(numbers: number[]): void {
    const [x, y, z, upX, upY, upZ, zoom, panX, panY] = numbers as [
      ...Triple,
      ...Triple,
      number,
      number,
      number,
    ];
    if (numbers.length !== 9 || !numbers.every(Number.isFinite) || zoom <= 0) return;
    const back = unit([x, y, z]);
    const right = back && unit(cross([upX, upY, upZ], back));
    if (!right) return;
    [this.back, this.right, this.up] = [back, right, cross(back, right)];
    this.pan = [panX, panY];
    this.zoom = 1;
    this.zoomBy(zoom);
  }

  /** Half the height of what is seen, in units of the drawing. */
  get extent(): number {
    return kMargin / this.zoom;
  }

  /** Says whether the key was one of its own. */
  key(event: KeyboardEvent): boolean {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const step = steps[event.key];
    if (step && event.shiftKey) this.move(step[0] * kKeyPan, step[1] * kKeyPan);
    else if (step) this.turn((step[0] * kKeyTurn) / kTurn, (step[1] * kKeyTurn) / kTurn);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1.25);
    else if (event.key === "-" || event.key === "_") this.zoomBy(0.8);
    else if (event.key === "0" || event.key === "Home") this.reset();
    else return false;
    return true;
  }
}

/** Pointer and keys of an element drive the camera. */
export function driveCamera(element: HTMLElement, camera: Camera, changed: () => void): void {
  const pointers = new Map<number, { x: number; y: number }>();
  const halfHeight = () => Math.max(1, element.clientHeight / 2);
  element.addEventListener("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  });
  const release = (event: PointerEvent) => {
    pointers.delete(event.pointerId);
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("pointermove", (event) => {
    const last = pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    const [dx, dy] = [now.x - last.x, now.y - last.y];
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    pointers.set(event.pointerId, now);
    if (other) {
      const before = Math.hypot(last.x - other.x, last.y - other.y);
      const after = Math.hypot(now.x - other.x, now.y - other.y);
      if (before > 0 && after > 0) camera.zoomBy(after / before);
      camera.move(dx / 2 / halfHeight(), dy / 2 / halfHeight());
    } else if (event.shiftKey || (event.buttons & 6) !== 0) {
      camera.move(dx / halfHeight(), dy / halfHeight());
    } else {
      camera.turn(dx, dy);
    }
    changed();
  });
  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
  });
  element.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      camera.zoomBy(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)));
      changed();
    },
    { passive: false },
  );
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !camera.key(event)) return;
    event.preventDefault();
    changed();
  });
}
