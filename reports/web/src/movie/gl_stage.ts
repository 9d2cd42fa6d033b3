// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a run with WebGL: all bodies at once. A texture has the poses, and the graphics card moves the vertices: so a
// frame costs the same few calls whether there are three bodies or three hundred.
import {
  AmbientLight,
  BufferGeometry,
  Color,
  DataTexture,
  DirectionalLight,
  DoubleSide,
  DynamicDrawUsage,
  Float32BufferAttribute,
  FloatType,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  OrthographicCamera,
  Points,
  PointsMaterial,
  RGBAFormat,
  Scene,
  WebGLRenderer,
  type Material,
  type Object3D,
} from "three";
import type { Run } from "../data/movie";
import type { Triple } from "../data/record";
import { cssColor } from "../ui/theme";
import type { Camera } from "../view/camera";
import { placed } from "../view/drawing";
import { aim } from "../view/eye";
import { shownKeys, type Shown } from "./movie_drawing";
import type { World } from "./movie_world";

const kTint = 0.55; ///< share of a body's colour in that of its faces
const kTexels = 2; ///< two a body: place and presence, quaternion

/** The vertex, in the frame of its body, goes where the texture says; a body that is not there yet, to one point. */
const kMoved = `
  vec4 place = texelFetch(poses, ivec2(0, int(body)), 0);
  vec4 turn = texelFetch(poses, ivec2(1, int(body)), 0);
  vec3 transformed = place.xyz + place.w * (position + 2.0 * cross(turn.xyz, cross(turn.xyz, position) + turn.w * position));
`;

function colorOf(name: string): Color {
  return new Color(cssColor(name) || "#888888");
}

/** Vertices of many bodies in one buffer: place, colour, and which body it is. */
class Batch {
  private readonly positions: number[] = [];
  private readonly colors: number[] = [];
  private readonly bodies: number[] = [];

  add(points: Triple[], size: number, color: Color, body: number): void {
    for (const p of points) {
      this.positions.push(p[0] * size, p[1] * size, p[2] * size);
      this.colors.push(color.r, color.g, color.b);
      this.bodies.push(body);
    }
  }

  geometry(): BufferGeometry {
    return new BufferGeometry()
      .setAttribute("position", new Float32BufferAttribute(this.positions, 3))
      .setAttribute("color", new Float32BufferAttribute(this.colors, 3))
      .setAttribute("body", new Float32BufferAttribute(this.bodies, 1));
  }
}

const fan = (face: Triple[]): Triple[] =>
  face.slice(2).flatMap((c, k) => [face[0] ?? c, face[k + 1] ?? c, c]);

export class GlStage {
  readonly element: HTMLCanvasElement;
  private readonly gl: WebGLRenderer;
  private readonly eye = new OrthographicCamera();
  private readonly poses: DataTexture;
  private readonly texels: Float32Array;
  private scene = new Scene();
  private owned: { dispose(): void }[] = [];
  private contacts: { points: Points; normals: LineSegments; forces: LineSegments } | null = null;
  private frame = -1;

  constructor(
    private readonly world: World,
    private readonly run: Run,
  ) {
    this.gl = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
    this.gl.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.element = this.gl.domElement;
    this.texels = new Float32Array(4 * kTexels * run.bodies);
    this.poses = new DataTexture(this.texels, kTexels, run.bodies, RGBAFormat, FloatType);
    this.rebuild();
  }

  /** Also after the colours of the page have changed. */
  rebuild(): void {
    for (const thing of this.owned) thing.dispose();
    this.owned = [];
    this.scene = new Scene();
    const light = new DirectionalLight(0xffffff, 1.5);
    light.position.set(0.4, 0.6, 1);
    this.eye.clear();
    this.eye.add(light);
    this.scene.add(this.eye, new AmbientLight(0xffffff, 2));
    this.addBodies(false);
    this.addBodies(true);
    this.contacts = this.addContacts();
    const frame = this.frame;
    this.frame = -1;
    if (frame >= 0) this.setFrame(frame);
  }

  setFrame(frame: number): void {
    if (frame === this.frame) return;
    this.frame = frame;
    for (let body = 0; body < this.run.bodies; ++body) {
      const [w, x, y, z] = this.run.turn(frame, body);
      const place = placed(this.world.place, this.run.place(frame, body));
      this.texels.set([...place, this.run.isPresent(frame, body) ? 1 : 0, x, y, z, w], 8 * body);
    }
    this.poses.needsUpdate = true;
    this.setContacts(frame);
  }

  show(shown: Shown): void {
    for (const key of shownKeys) if (this.contacts) this.contacts[key].visible = shown[key];
  }

  draw(camera: Camera, width: number, height: number): void {
    this.gl.setSize(width, height, false);
    aim(this.eye, camera, { width, height }, 2 * this.world.reach, 0);
    this.gl.render(this.scene, this.eye);
  }

  private own<T extends { dispose(): void }>(thing: T): T {
    this.owned.push(thing);
    return thing;
  }

  private put<T extends Object3D>(object: T, order: number): T {
    object.renderOrder = order;
    object.frustumCulled = false;
    this.scene.add(object);
    return object;
  }

  private moved<T extends Material>(material: T): T {
    material.onBeforeCompile = (shader) => {
      shader.uniforms["poses"] = { value: this.poses };
      shader.vertexShader =
        `attribute float body;\nuniform highp sampler2D poses;\n${shader.vertexShader}`.replace(
          "#include <begin_vertex>",
          kMoved,
        );
    };
    return this.own(material);
  }

  private round(material: PointsMaterial): PointsMaterial {
    material.onBeforeCompile = (shader) => {
      const cut = "if (length(gl_PointCoord - 0.5) > 0.5) discard;";
      shader.fragmentShader = shader.fragmentShader.replace("void main() {", `void main() {\n${cut}`);
    };
    return this.own(material);
  }

  /** Fixed bodies are glass: they stand about the others. */
  private addBodies(fixed: boolean): void {
    const faces = new Batch();
    const edges = new Batch();
    const size = this.world.place.scale;
    const paper = colorOf("--paper");
    this.world.record.bodies.forEach((body, k) => {
      const mesh = this.world.meshes[body.shape];
      if (!mesh || body.fixed !== fixed) return;
      const color = colorOf(this.world.colors[k] ?? "--body-a");
      const tint = fixed ? color : paper.clone().lerp(color, kTint);
      for (const face of mesh.faces) faces.add(fan(face), size, tint, k);
      for (const edge of mesh.edges) edges.add(edge, size, color, k);
    });
    const look = fixed ? { transparent: true, opacity: 0.1, depthWrite: false } : {};
    const behind = { polygonOffset: true, polygonOffsetFactor: 1.5, polygonOffsetUnits: 2 };
    const skin = { vertexColors: true, flatShading: true, side: DoubleSide, ...look, ...behind };
    const line = { vertexColors: true, transparent: true, opacity: fixed ? 0.5 : 1 };
    const order = fixed ? 3 : 1;
    this.put(new Mesh(this.own(faces.geometry()), this.moved(new MeshLambertMaterial(skin))), order);
    this.put(
      new LineSegments(this.own(edges.geometry()), this.moved(new LineBasicMaterial(line))),
      order + 1,
    );
  }

  private addContacts(): NonNullable<GlStage["contacts"]> {
    let most = 0;
    for (const numbers of this.run.record.contacts) most = Math.max(most, numbers.length / 11);
    const room = (count: number) => {
      const places = new Float32BufferAttribute(new Float32Array(3 * count), 3).setUsage(DynamicDrawUsage);
      return this.own(new BufferGeometry().setAttribute("position", places));
    };
    const above = { depthTest: false, transparent: true };
    const line = (color: string) => this.own(new LineBasicMaterial({ color: colorOf(color), ...above }));
    const dot = { color: colorOf("--ink"), size: 5, sizeAttenuation: false, ...above };
    return {
      normals: this.put(new LineSegments(room(2 * most), line("--truth")), 5),
      forces: this.put(new LineSegments(room(2 * most), line("--claim")), 6),
      points: this.put(new Points(room(most), this.round(new PointsMaterial(dot))), 7),
    };
  }

  private setContacts(frame: number): void {
    if (!this.contacts) return;
    const { points, normals, forces } = this.contacts;
    const found = this.run.contacts(frame);
    const write = (object: Object3D & { geometry: BufferGeometry }, k: number, p: Triple) => {
      object.geometry.getAttribute("position").setXYZ(k, ...p);
    };
    found.forEach(({ p, normal, force }, k) => {
      const ends = this.world.arrows(p, normal, force);
      write(points, k, ends.at);
      for (const object of [normals, forces]) write(object, 2 * k, ends.at);
      write(normals, 2 * k + 1, ends.normal);
      write(forces, 2 * k + 1, ends.force);
    });
    for (const [object, each] of [
      [points, 1],
      [normals, 2],
      [forces, 2],
    ] as const) {
      object.geometry.setDrawRange(0, each * found.length);
      object.geometry.getAttribute("position").needsUpdate = true;
    }
  }
}

/** Null where the browser has no WebGL, or has no more of it. */
export function glStage(world: World, run: Run): GlStage | null {
  const probe = document.createElement("canvas").getContext("webgl2");
  if (!probe) return null;
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  try {
    return new GlStage(world, run);
  } catch {
    return null;
  }
}
