// SPDX-License-Identifier: GPL-3.0-or-later
// The record touchstone.movie/1, and its runs unpacked: poses are stored as changes of whole numbers.
import { toNumber } from "./numbers";
import type { Num, Triple } from "./record";

export interface MovieShape {
  radius: Num; ///< an ideal sphere has no vertices; else 0 [m]
  vertices: Triple[];
  facets: number[][];
}

export interface MovieRun {
  name: string;
  dt?: Num;
  steps?: number;
  steps_per_frame?: number;
  unsolved_steps?: number;
  has_contacts: boolean;
  fault?: string | null;
  time_s: Num[];
  poses: number[][];
  first_frame: number[];
  contact_stride: number;
  contacts: number[][];
  overlap_m?: Num[];
  contact_count?: number[];
  energy_time_s?: Num[];
  kinetic_J?: Num[];
  total_J?: Num[];
}

export interface MovieRecord {
  schema: string;
  scene: string;
  gravity?: Triple | null;
  planar?: number | null;
  unit_m: number;
  shapes: MovieShape[];
  bodies: { name: string; shape: number; fixed: boolean }[];
  runs: MovieRun[];
}

const kResolution = 1e-4;
const kOfPose = 7; ///< place, then quaternion w, x, y, z
const kOfContact = 11;

export interface Contact {
  p: Triple; ///< [m]
  normal: Triple; ///< from B to A
  force: Triple; ///< on A [N]
}

/** A run whose poses are ready to be drawn. */
export class Run {
  readonly times: number[];
  /** Seven numbers for each frame and body: place [m], quaternion. */
  private readonly poses: Float64Array;

  constructor(
    readonly record: MovieRun,
    private readonly unit_m: number,
    readonly bodies: number,
  ) {
    this.times = record.time_s.map(toNumber);
    this.poses = new Float64Array(this.times.length * bodies * kOfPose);
    for (let body = 0; body < bodies; ++body) this.unpack(record.poses[body] ?? [], body);
  }

  private unpack(changes: number[], body: number): void {
    const now = new Float64Array(kOfPose);
    for (let frame = 0; frame < this.times.length; ++frame) {
      const at = (frame * this.bodies + body) * kOfPose;
      for (let i = 0; i < kOfPose; ++i) {
        now[i] = (now[i] ?? 0) + (changes[frame * kOfPose + i] ?? 0);
        this.poses[at + i] = (now[i] ?? 0) * (i < 3 ? this.unit_m : kResolution);
      }
    }
  }

  /** The last frame that is not later, so that runs of other steps play in step. */
  frameAt(time: number): number {
    let [low, high] = [0, this.times.length - 1];
    const late = time + 1e-9 * Math.max(1, Math.abs(time));
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.times[middle] ?? Infinity) <= late) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Whether it stays where it is. */
  isStill(body: number): boolean {
    return (this.record.poses[body]?.length ?? 0) <= kOfPose;
  }

  isPresent(frame: number, body: number): boolean {
    return frame >= (this.record.first_frame[body] ?? 0);
  }

  place(frame: number, body: number): Triple {
    const at = (frame * this.bodies + body) * kOfPose;
    return [this.poses[at] ?? 0, this.poses[at + 1] ?? 0, this.poses[at + 2] ?? 0];
  }

  /** w, x, y, z. */
  turn(frame: number, body: number): [number, number, number, number] {
    const at = (frame * this.bodies + body) * kOfPose + 3;
    return [this.poses[at] ?? 1, this.poses[at + 1] ?? 0, this.poses[at + 2] ?? 0, this.poses[at + 3] ?? 0];
  }

  /** Those of the frame, or of the last one before it that has them. */
  contacts(frame: number): Contact[] {
    const numbers = this.record.contacts[Math.floor(frame / Math.max(1, this.record.contact_stride))] ?? [];
    const triple = (k: number, unit: number): Triple => [
      (numbers[k] ?? 0) * unit,
      (numbers[k + 1] ?? 0) * unit,
      (numbers[k + 2] ?? 0) * unit,
    ];
    const found: Contact[] = [];
    for (let k = 0; k + kOfContact <= numbers.length; k += kOfContact)
      found.push({
        p: triple(k + 2, this.unit_m),
        normal: triple(k + 5, kResolution),
        force: triple(k + 8, 1),
      });
    return found;
  }
}

/** `p` turned by the quaternion w, x, y, z. */
export function turned([w, x, y, z]: [number, number, number, number], p: Triple): Triple {
  const t: Triple = [2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]), 2 * (x * p[1] - y * p[0])];
  return [
    p[0] + w * t[0] + y * t[2] - z * t[1],
    p[1] + w * t[1] + z * t[0] - x * t[2],
    p[2] + w * t[2] + x * t[1] - y * t[0],
  ];
}

/** Times at which any run has a frame, in order. */
export function timeline(runs: Run[]): number[] {
  const all = runs.flatMap((run) => run.times).sort((a, b) => a - b);
  const near = 1e-9 * Math.max(1, all.at(-1) ?? 0);
  return all.filter((time, k) => k === 0 || time - (all[k - 1] ?? 0) > near);
}
