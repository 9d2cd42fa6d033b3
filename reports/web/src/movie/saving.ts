// SPDX-License-Identifier: GPL-3.0-or-later
// What is saved of a movie: the picture of all runs, as SVG or PNG, and numbered frames of it in one zip file.
import { zipSync } from "three/addons/libs/fflate.module.js";
import { svgEl } from "../ui/dom";
import { cssColor } from "../ui/theme";
import { pictureText } from "../plots/picture";
import type { Camera } from "../view/camera";
import type { Shown } from "./movie_drawing";
import type { World } from "./movie_world";
import { svgOf, type Size, type Stages } from "./stages";

const kSize: Size = { width: 640, height: 480 }; ///< each run in a saved SVG [px]
const kTitle = 26; ///< room above each picture [px]

/** All runs at this time, as one picture. */
export function svgText(world: World, time: number, shown: Shown, camera: Camera): string {
  const columns = Math.min(world.runs.length, 3);
  const rows = Math.ceil(world.runs.length / columns);
  const [width, height] = [columns * kSize.width, rows * (kSize.height + kTitle)];
  const whole = svgEl("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
  world.runs.forEach((run, k) => {
    const x = (k % columns) * kSize.width;
    const y = Math.floor(k / columns) * (kSize.height + kTitle);
    const picture = svgOf(world, run, run.frameAt(time), shown, camera, kSize);
    picture.setAttribute("x", String(x));
    picture.setAttribute("y", String(y + kTitle));
    const title = `${run.record.name}, ${time.toFixed(3)} s`;
    whole.append(svgEl("text", { x: x + 8, y: y + 18, fill: "currentColor" }, title), picture);
  });
  return pictureText(whole, world.record.scene, []);
}

/** The canvases beside each other, with their names; null where there is none. */
async function pngBlob(world: World, stages: Stages, time: number): Promise<Blob | null> {
  const canvases = stages.canvases();
  const [first] = canvases;
  if (!first) return null;
  const sheet = document.createElement("canvas");
  const title = Math.max(kTitle, Math.round(first.height / 22));
  sheet.width = canvases.reduce((sum, canvas) => sum + canvas.width, 0);
  sheet.height = Math.max(...canvases.map((canvas) => canvas.height)) + title;
  const pen = sheet.getContext("2d");
  if (!pen) return null;
  pen.fillStyle = cssColor("--paper") || "#ffffff";
  pen.fillRect(0, 0, sheet.width, sheet.height);
  pen.fillStyle = cssColor("--ink") || "#000000";
  pen.font = `${Math.round(0.65 * title)}px sans-serif`;
  let x = 0;
  canvases.forEach((canvas, k) => {
    pen.fillText(`${world.runs[k]?.record.name ?? ""}, ${time.toFixed(3)} s`, x + 8, 0.75 * title);
    pen.drawImage(canvas, x, title);
    x += canvas.width;
  });
  return new Promise((resolve) => {
    sheet.toBlob(resolve, "image/png");
  });
}

export async function pngOf(
  world: World,
  stages: Stages,
  time: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  stages.setTime(time);
  stages.drawNow();
  const blob = await pngBlob(world, stages, time);
  return blob ? new Uint8Array(await blob.arrayBuffer()) : null;
}

export interface Progress {
  wanted: () => boolean;
  done: (count: number) => void;
}

/** Every frame as NAME-0001.EXT in a zip file; null if it was not wanted any more. */
export async function framesZip(
  name: string,
  ending: string,
  times: number[],
  frameOf: (time: number) => Promise<Uint8Array | null>,
  progress: Progress,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const files: Record<string, [Uint8Array, { level: 0 | 6 }]> = {};
  for (const [k, time] of times.entries()) {
    if (!progress.wanted()) return null;
    const bytes = await frameOf(time);
    if (bytes)
      files[`${name}-${String(k + 1).padStart(4, "0")}.${ending}`] = [
        bytes,
        { level: ending === "svg" ? 6 : 0 },
      ];
    progress.done(k + 1);
    // The reader can stop it, and sees how far it is.
    await new Promise((resolve) => window.setTimeout(resolve, 0));
  }
  return new Uint8Array(zipSync(files));
}
