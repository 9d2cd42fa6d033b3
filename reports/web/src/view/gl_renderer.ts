// SPDX-License-Identifier: GPL-3.0-or-later
// Draws with WebGL. Drawn only when something changed. Faces are translucent; edges that they hide are faint.
import {
  AmbientLight,
  BufferGeometry,
  CanvasTexture,
  Color,
  ConeGeometry,
  DirectionalLight,
  DoubleSide,
  Float32BufferAttribute,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  OrthographicCamera,
  Points,
  PointsMaterial,
  Quaternion,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
  SRGBColorSpace,
  type Material,
  type Object3D,
} from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";
import type { Triple } from "../data/record";
import { cssColor } from "../ui/theme";
import type { Camera } from "./camera";
import type { Arrow, Drawing, Layer, Mark, Plane, Solid } from "./drawing";
import { aim } from "./eye";
import type { Renderer } from "./renderer";
import { add, scale } from "./vec";

const kFar = 50;

function colorOf(name: string): Color {
  return new Color(cssColor(name) || "#888888");
}

function geometryOf(faces: Triple[][]): BufferGeometry {
  const positions: number[] = [];
  for (const face of faces) {
    const [a] = face;
    for (let k = 1; k + 1 < face.length; ++k) {
      const b = face[k];
      const c = face[k + 1];
      if (a && b && c) positions.push(...a, ...b, ...c);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

function markTexture(shape: Mark["shape"], color: string, paper: string): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.lineWidth = 7;
    pen.strokeStyle = shape === "ball" ? paper : color;
    pen.fillStyle = shape === "ball" ? color : paper;
    pen.beginPath();
    if (shape === "diamond") {
      for (const [x, y] of [
        [32, 6],
        [58, 32],
        [32, 58],
        [6, 32],
      ] as const)
        pen.lineTo(x, y);
      pen.closePath();
    } else pen.arc(32, 32, 24, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    if (shape === "origin") {
      pen.beginPath();
      for (const [x, y] of [
        [32, 8],
        [32, 56],
      ] as const)
        pen.lineTo(x, y);
      pen.moveTo(8, 32);
      pen.lineTo(56, 32);
      pen.stroke();
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

class GlRenderer implements Renderer {
  readonly element: HTMLCanvasElement;
  private readonly gl: WebGLRenderer;
  private scene = new Scene();
  private readonly eye = new OrthographicCamera();
  private moving: Object3D[] = [];
  private layers = new Map<Layer, Object3D[]>();
  private lineMaterials: LineMaterial[] = [];
  private owned: { dispose(): void }[] = [];

  constructor(private readonly drawing: Drawing) {
    this.gl = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.gl.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.element = this.gl.domElement;
    this.rebuild();
  }

  /** Also after the colours of the page have changed. */
  rebuild(): void {
    this.clear();
    this.scene = new Scene();
    const light = new DirectionalLight(0xffffff, 1.6);
    light.position.set(0.4, 0.6, 1);
    this.eye.clear();
    this.eye.add(light);
    this.scene.add(this.eye, new AmbientLight(0xffffff, 1.9));
    for (const solid of this.drawing.solids) this.addSolid(solid);
    for (const plane of this.drawing.planes) this.addPlane(plane);
    for (const arrow of this.drawing.arrows) this.addArrow(arrow);
    for (const mark of this.drawing.marks) this.addMark(mark);
  }

  setMove(move: Triple): void {
    for (const object of this.moving) object.position.set(...move);
  }

  setLayer(layer: Layer, shown: boolean): void {
    for (const object of this.layers.get(layer) ?? []) object.visible = shown;
  }

  draw(camera: Camera, width: number, height: number): void {
    this.gl.setSize(width, height, false);
    for (const material of this.lineMaterials) material.resolution = new Vector2(width, height);
    aim(this.eye, camera, { width, height }, kFar, 0.1);
    this.gl.render(this.scene, this.eye);
  }

  dispose(): void {
    this.clear();
    this.gl.dispose();
    this.gl.forceContextLoss();
  }

  private clear(): void {
    for (const thing of this.owned) thing.dispose();
    this.owned = [];
    this.moving = [];
    this.layers = new Map();
    this.lineMaterials = [];
  }

  private own<T extends { dispose(): void }>(thing: T): T {
    this.owned.push(thing);
    return thing;
  }

  private put(object: Object3D, layer: Layer, moves: boolean): void {
    this.scene.add(object);
    this.layers.set(layer, [...(this.layers.get(layer) ?? []), object]);
    if (moves) this.moving.push(object);
  }

  /** Translucent faces, faint hidden edges, the depth of the faces, then edges in front of it. */
  private addSolid(solid: Solid): void {
    const group = new Group();
    const color = colorOf(solid.color);
    const geometry = this.own(geometryOf(solid.faces));
    const faces = this.own(
      new MeshLambertMaterial({
        color,
        transparent: true,
        opacity: 0.34,
        side: DoubleSide,
        depthWrite: false,
        flatShading: true,
      }),
    );
    const depth = this.own(
      new MeshBasicMaterial({
        colorWrite: false,
        side: DoubleSide,
        polygonOffset: true,
        polygonOffsetFactor: 1.5,
        polygonOffsetUnits: 2,
      }),
    );
    group.add(this.ordered(new Mesh(geometry, faces), 1), this.ordered(new Mesh(geometry, depth), 3));
    // Edges of large meshes are thin and pale: they would hide the shape that they are to show.
    const pale = Math.min(1, Math.sqrt(120 / Math.max(1, solid.edges.length)));
    group.add(
      this.ordered(this.lines(solid.edges, color, { width: 1, opacity: 0.22 * pale, hidden: true }), 2),
    );
    group.add(
      this.ordered(
        this.lines(solid.edges, color, {
          width: Math.max(0.7, 1.5 * pale),
          opacity: Math.max(0.35, 0.95 * pale),
          hidden: false,
        }),
        4,
      ),
    );
    if (solid.points.length > 0) group.add(this.ordered(this.cloud(solid.points, solid.color), 5));
    this.put(group, "bodies", solid.part === "B");
  }

  private ordered<T extends Object3D>(object: T, order: number): T {
    object.renderOrder = order;
    return object;
  }

  private lines(
    segments: [Triple, Triple][],
    color: Color,
    look: { width: number; opacity: number; hidden: boolean; dash?: number },
  ): LineSegments2 {
    const geometry = this.own(new LineSegmentsGeometry());
    geometry.setPositions(segments.flatMap(([a, b]) => [...a, ...b]));
    const material = this.own(
      new LineMaterial({
        color,
        linewidth: look.width,
        transparent: true,
        opacity: look.opacity,
        depthTest: !look.hidden,
        depthWrite: false,
      }),
    );
    if (look.dash !== undefined)
      Object.assign(material, { dashed: true, dashSize: look.dash, gapSize: look.dash * 0.7 });
    this.lineMaterials.push(material);
    const lines = new LineSegments2(geometry, material);
    if (look.dash !== undefined) lines.computeLineDistances();
    lines.frustumCulled = false;
    return lines;
  }

  private cloud(points: Triple[], color: string): Points {
    const geometry = this.own(new BufferGeometry());
    geometry.setAttribute("position", new Float32BufferAttribute(points.flat(), 3));
    return new Points(
      geometry,
      this.own(new PointsMaterial({ color: colorOf(color), size: 5, sizeAttenuation: false })),
    );
  }

  private addArrow(arrow: Arrow): void {
    const color = colorOf(arrow.color);
    const group = new Group();
    const look = { width: 3, opacity: 1, hidden: true, ...(arrow.dashed ? { dash: 0.045 } : {}) };
    group.add(this.ordered(this.lines([[arrow.from, arrow.to]], color, look), 6));
    if (arrow.head) {
      const along = new Vector3(...arrow.to).sub(new Vector3(...arrow.from)).normalize();
      const material: Material = this.own(
        new MeshBasicMaterial({ color, depthTest: false, transparent: true }),
      );
      const head = new Mesh(this.own(new ConeGeometry(0.028, 0.09, 20)), material);
      head.position.set(...arrow.to);
      head.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), along));
      group.add(this.ordered(head, 6));
    }
    this.put(group, arrow.layer, false);
  }

  private addMark(mark: Mark): void {
    const map = this.own(
      markTexture(mark.shape, cssColor(mark.color) || "#888888", cssColor("--paper") || "#ffffff"),
    );
    const geometry = this.own(new BufferGeometry());
    geometry.setAttribute("position", new Float32BufferAttribute(mark.at, 3));
    const material = this.own(
      new PointsMaterial({
        map,
        size: mark.shape === "origin" ? 18 : 13,
        sizeAttenuation: false,
        transparent: true,
        depthTest: false,
      }),
    );
    this.put(this.ordered(new Points(geometry, material), 7), mark.layer, mark.part === "B");
  }

  private addPlane(plane: Plane): void {
    const corner = (s: number, t: number) => add(plane.center, add(scale(plane.u, s), scale(plane.v, t)));
    const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)];
    const color = colorOf(plane.color);
    const material = this.own(
      new MeshBasicMaterial({ color, transparent: true, opacity: 0.13, side: DoubleSide, depthWrite: false }),
    );
    const group = new Group();
    group.add(this.ordered(new Mesh(this.own(geometryOf([corners])), material), 1));
    const sides = corners.map((p, k): [Triple, Triple] => [p, corners[(k + 1) % 4] ?? p]);
    group.add(this.ordered(this.lines(sides, color, { width: 1, opacity: 0.6, hidden: true }), 5));
    this.put(group, plane.layer, false);
  }
}

/** Null where the browser has no WebGL. */
export function glRenderer(drawing: Drawing): Renderer | null {
  const probe = document.createElement("canvas");
  const context = probe.getContext("webgl2");
  if (!context) return null;
  context.getExtension("WEBGL_lose_context")?.loseContext();
  try {
    return new GlRenderer(drawing);
  } catch {
    return null;
  }
}
