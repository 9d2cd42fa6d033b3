// SPDX-License-Identifier: GPL-3.0-or-later
// How WebGL looks through a camera.
import { Matrix4, Vector3, type OrthographicCamera } from "three";
import type { Camera } from "./camera";
import { scale } from "./vec";

/** Places the eye at `distance` from the origin: what lies between `near` and twice that distance is drawn. */
export function aim(
  eye: OrthographicCamera,
  camera: Camera,
  size: { width: number; height: number },
  distance: number,
  near: number,
): void {
  const half = camera.extent;
  const wide = (half * size.width) / Math.max(1, size.height);
  const [x, y] = camera.pan;
  const ends = { left: x - wide, right: x + wide, top: y + half, bottom: y - half };
  Object.assign(eye, { ...ends, near, far: 2 * distance });
  eye.position.set(...scale(camera.back, distance));
  eye.quaternion.setFromRotationMatrix(
    new Matrix4().makeBasis(
      new Vector3(...camera.right),
      new Vector3(...camera.up),
      new Vector3(...camera.back),
    ),
  );
  eye.updateProjectionMatrix();
}
