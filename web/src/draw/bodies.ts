// All bodies of a frame: one instanced draw for each shape, gathered from the arrays of the frame.
import * as THREE from 'three';
import type { Frame, Geometry, Mesh, Run } from '../data/types';
import type { BodyMode, WallMode } from '../settings';
import { material, type Shared } from './common';
import { coarsen } from './coarsen';
import { kBallFragment, kBallVertex, kEdgeFragment, kEdgeVertex, kMeshFragment, kMeshVertex } from './shaders';

// Which bodies are left out as wholes: those whose centres lie beyond the plane.
export interface WholeCut {
  axis: 0 | 1 | 2;
  place: number; // in the world
  above: boolean; // hidden where the coordinate is larger
}

type Kind = 'mesh' | 'baked' | 'balls' | 'points';

interface Materials {
  opaque: THREE.RawShaderMaterial;
  depth: THREE.RawShaderMaterial; // first pass of faint bodies: where the nearest surface is
  faint: THREE.RawShaderMaterial;
  pick: THREE.RawShaderMaterial;
}

const kDefines: Record<Kind, Record<string, number>> = { mesh: {}, baked: { BAKED: 1 }, balls: {}, points: { POINT: 1 } };

function materialsOf(kind: Kind, shared: Shared): Materials {
  const triangles = kind === 'mesh' || kind === 'baked';
  const shaders: [string, string] = triangles ? [kMeshVertex, kMeshFragment] : [kBallVertex, kBallFragment];
  const make = (alpha: number, more: Partial<THREE.ShaderMaterialParameters>) =>
    material(...shaders, { ...shared, uCutting: shared.uCutBodies, uAlpha: { value: alpha } }, { side: THREE.DoubleSide, ...more, defines: { ...more.defines, ...kDefines[kind] } });
  return {
    opaque: make(1, { alphaToCoverage: !triangles }),
    depth: make(1, { colorWrite: false }),
    faint: make(0.22, { transparent: true, depthWrite: false }),
    pick: make(1, { defines: { PICK: 1 }, blending: THREE.NoBlending }),
  };
}

function meshGeometry(mesh: Mesh): THREE.InstancedBufferGeometry {
  const g = new THREE.InstancedBufferGeometry();
  g.setAttribute('position', new THREE.BufferAttribute(mesh.positions, 3));
  g.setAttribute('normal', new THREE.BufferAttribute(mesh.normals, 3));
  g.setIndex(new THREE.BufferAttribute(mesh.triangles, 1));
  return g;
}

function edgeGeometry(mesh: Mesh): THREE.InstancedBufferGeometry {
  const g = new THREE.InstancedBufferGeometry();
  g.setAttribute('position', new THREE.BufferAttribute(mesh.positions, 3));
  g.setIndex(new THREE.BufferAttribute(mesh.edges, 1));
  return g;
}

const kUnitBall = new Float32Array([0, 0, 0, 1]);

function ballGeometry(balls: Float32Array): THREE.InstancedBufferGeometry {
  const n = balls.length / 4;
  const corner = new Float32Array(8 * n);
  const ball = new Float32Array(16 * n);
  const index = new Uint32Array(6 * n);
  for (let k = 0; k < n; ++k) {
    corner.set([-1, -1, 1, -1, 1, 1, -1, 1], 8 * k);
    for (let c = 0; c < 4; ++c) ball.set(balls.subarray(4 * k, 4 * k + 4), 16 * k + 4 * c);
    index.set([0, 1, 2, 0, 2, 3].map((i) => i + 4 * k), 6 * k);
  }
  const g = new THREE.InstancedBufferGeometry();
  g.setAttribute('corner', new THREE.BufferAttribute(corner, 2));
  g.setAttribute('ball', new THREE.BufferAttribute(ball, 4));
  g.setIndex(new THREE.BufferAttribute(index, 1));
  return g;
}

interface Columns {
  iPosition: THREE.BufferAttribute;
  iQuat: THREE.BufferAttribute;
  iScale: THREE.BufferAttribute;
  iColour: THREE.BufferAttribute;
  iPlace: THREE.BufferAttribute;
}

// From this many on, plain balls are points. Points whose centres are off the screen are not drawn at all, which shows only
// where balls are large, and then they are few.
const kManyBalls = 2000;
const kManyTriangles = 6e6; // of all bodies together: beyond that smooth shapes are drawn coarsely

// Instances of one shape.
class Batch {
  count = 0;
  readonly body: THREE.Mesh | THREE.Points;
  readonly depthPass: THREE.Mesh | THREE.Points;
  readonly edges: THREE.LineSegments | null;
  readonly edgesEach: number = 0;
  places = new Uint32Array(0);
  private columns: Columns | null = null;
  private capacity = 0;

  constructor(
    readonly kind: Kind,
    protected readonly geometry: THREE.InstancedBufferGeometry | THREE.BufferGeometry,
    protected readonly lines: THREE.InstancedBufferGeometry | THREE.BufferGeometry | null,
    readonly carried: boolean,
    readonly trianglesEach: number,
    materials: Materials,
    edgeMaterial: THREE.Material,
  ) {
    const make = (m: THREE.Material) => (kind === 'points' ? new THREE.Points(geometry, m) : new THREE.Mesh(geometry, m));
    this.body = make(materials.opaque);
    this.depthPass = make(materials.depth);
    this.edges = lines ? new THREE.LineSegments(lines, edgeMaterial) : null;
    this.edgesEach = (lines?.index?.count ?? 0) / 2;
    for (const o of this.objects) o.frustumCulled = false;
  }

  get objects(): THREE.Object3D[] {
    return this.edges ? [this.body, this.depthPass, this.edges] : [this.body, this.depthPass];
  }

  reserve(n: number): void {
    if (n > this.capacity) this.grow(Math.max(n, Math.ceil(1.3 * this.capacity)));
    this.count = 0;
  }

  private grow(n: number): void {
    this.capacity = n;
    this.places = new Uint32Array(n);
    const attribute = (array: THREE.TypedArray, size: number, normalised = false) => {
      const a = this.kind === 'points' ? new THREE.BufferAttribute(array, size, normalised) : new THREE.InstancedBufferAttribute(array, size, normalised);
      a.setUsage(THREE.DynamicDrawUsage);
      return a;
    };
    this.columns = {
      iPosition: attribute(new Float32Array(3 * n), 3),
      iQuat: attribute(new Int16Array(4 * n), 4, true),
      iScale: attribute(new Float32Array(n), 1),
      iColour: attribute(new Uint8Array(4 * n), 4, true),
      iPlace: attribute(new Float32Array(n), 1),
    };
    for (const g of [this.geometry, this.lines]) {
      g?.dispose(); // the buffers of the old, smaller columns
      for (const [name, column] of Object.entries(this.columns)) g?.setAttribute(name, column);
    }
  }

  add(frame: Frame, i: number): void {
    const c = this.columns!;
    const k = this.count++;
    this.places[k] = i;
    const p = c.iPosition.array;
    p[3 * k] = frame.position[3 * i];
    p[3 * k + 1] = frame.position[3 * i + 1];
    p[3 * k + 2] = frame.position[3 * i + 2];
    const q = c.iQuat.array;
    q[4 * k] = frame.orientation[4 * i];
    q[4 * k + 1] = frame.orientation[4 * i + 1];
    q[4 * k + 2] = frame.orientation[4 * i + 2];
    q[4 * k + 3] = frame.orientation[4 * i + 3];
    c.iScale.array[k] = frame.radius[i];
    c.iPlace.array[k] = i;
  }

  private upload(attribute: THREE.BufferAttribute): void {
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, this.count * attribute.itemSize);
    attribute.needsUpdate = true;
  }

  finish(): void {
    if (this.geometry instanceof THREE.InstancedBufferGeometry) this.geometry.instanceCount = this.count;
    else this.geometry.setDrawRange(0, this.count);
    if (this.lines instanceof THREE.InstancedBufferGeometry) this.lines.instanceCount = this.count;
    if (!this.columns) return;
    const { iPosition, iQuat, iScale, iPlace } = this.columns;
    for (const a of [iPosition, iQuat, iScale, iPlace]) this.upload(a);
  }

  paint(rgba: Uint8Array, selected: number): void {
    if (!this.columns) return;
    const out = this.columns.iColour.array;
    for (let k = 0; k < this.count; ++k) {
      const i = this.places[k];
      out[4 * k] = rgba[4 * i];
      out[4 * k + 1] = rgba[4 * i + 1];
      out[4 * k + 2] = rgba[4 * i + 2];
      out[4 * k + 3] = i === selected ? 255 : 0;
    }
    this.upload(this.columns.iColour);
  }

  dispose(): void {
    this.geometry.dispose();
    this.lines?.dispose();
  }
}

// Where the processor draws, every instance is a draw of its own and takes a good part of a millisecond. There the
// bodies are put into the world here, as one large mesh.
class BakedBatch extends Batch {
  private frame: Frame | null = null;

  constructor(
    private readonly mesh: Mesh,
    carried: boolean,
    materials: Materials,
    edgeMaterial: THREE.Material,
  ) {
    const lines = mesh.edges.length > 0 ? new THREE.BufferGeometry() : null;
    super('baked', new THREE.BufferGeometry(), lines, carried, mesh.triangles.length / 3, materials, edgeMaterial);
  }

  override reserve(n: number): void {
    if (n > this.places.length) this.places = new Uint32Array(n);
    this.count = 0;
  }

  override add(frame: Frame, i: number): void {
    this.frame = frame;
    this.places[this.count++] = i;
  }

  private repeat(index: Uint32Array): THREE.BufferAttribute {
    const vertices = this.mesh.positions.length / 3;
    const out = new Uint32Array(index.length * this.count);
    for (let k = 0; k < this.count; ++k) {
      for (let i = 0; i < index.length; ++i) out[k * index.length + i] = index[i] + k * vertices;
    }
    return new THREE.BufferAttribute(out, 1);
  }

  override finish(): void {
    const n = this.mesh.positions.length * this.count;
    const position = new Float32Array(n);
    const normal = new Float32Array(n);
    const place = new Float32Array(n / 3);
    for (let k = 0; k < this.count; ++k) this.put(k, position, normal, place);
    for (const g of [this.geometry, this.lines]) {
      if (!g) continue;
      g.dispose();
      g.setAttribute('position', new THREE.BufferAttribute(position, 3));
      g.setAttribute('normal', new THREE.BufferAttribute(normal, 3));
      g.setAttribute('iPlace', new THREE.BufferAttribute(place, 1));
      g.setIndex(this.repeat(g === this.geometry ? this.mesh.triangles : this.mesh.edges));
    }
  }

  // Turns by the matrix of the quaternion: nine numbers a body, nine products a vertex.
  private put(k: number, position: Float32Array, normal: Float32Array, place: Float32Array): void {
    const { positions, normals } = this.mesh;
    const f = this.frame!;
    const i = this.places[k];
    const r = turnOf(f.orientation, i);
    const size = f.radius[i];
    const at = k * positions.length;
    for (let v = 0; v < positions.length; v += 3) {
      for (let c = 0; c < 3; ++c) {
        const [a, b, d] = [r[3 * c], r[3 * c + 1], r[3 * c + 2]];
        position[at + v + c] = f.position[3 * i + c] + size * (a * positions[v] + b * positions[v + 1] + d * positions[v + 2]);
        normal[at + v + c] = a * normals[v] + b * normals[v + 1] + d * normals[v + 2];
      }
      place[(at + v) / 3] = i;
    }
  }

  override paint(rgba: Uint8Array, selected: number): void {
    const vertices = this.mesh.positions.length / 3;
    const out = new Uint8Array(4 * vertices * this.count);
    for (let k = 0; k < this.count; ++k) {
      const i = this.places[k];
      for (let v = k * vertices; v < (k + 1) * vertices; ++v) {
        out[4 * v] = rgba[4 * i];
        out[4 * v + 1] = rgba[4 * i + 1];
        out[4 * v + 2] = rgba[4 * i + 2];
        out[4 * v + 3] = i === selected ? 255 : 0;
      }
    }
    const colour = new THREE.BufferAttribute(out, 4, true);
    for (const g of [this.geometry, this.lines]) g?.setAttribute('iColour', colour);
  }
}

function turnOf(q: Int16Array, i: number): number[] {
  const length = Math.hypot(q[4 * i], q[4 * i + 1], q[4 * i + 2], q[4 * i + 3]) || 1;
  const [x, y, z, w] = [0, 1, 2, 3].map((c) => q[4 * i + c] / length);
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
  ];
}

// The chains are seen through faint bodies: these begin with a depth buffer of their own.
function clearDepth(renderer: THREE.WebGLRenderer): void {
  renderer.state.buffers.depth.setMask(true);
  renderer.clearDepth();
}

const kMaxEdgeSegments = 4e6;

export class Bodies {
  readonly group = new THREE.Group();
  // Balls of walls that are seen through are not to be looked at as bodies.
  private batches: Batch[] = [];
  private freeBatch: Batch[] = []; // of each type
  private carriedBatch: Batch[] = [];
  private readonly materials: Record<Kind, Materials>;
  private readonly edgeMaterials: Record<'mesh' | 'baked', THREE.RawShaderMaterial>;
  private mode: BodyMode = 'solid';
  private wallMode: WallMode = 'transparent';
  private wantEdges = true;

  constructor(
    shared: Shared,
    private readonly software: () => boolean,
  ) {
    this.materials = { mesh: materialsOf('mesh', shared), baked: materialsOf('baked', shared), balls: materialsOf('balls', shared), points: materialsOf('points', shared) };
    const edges = (defines: Record<string, number>) =>
      material(kEdgeVertex, kEdgeFragment, { ...shared, uCutting: shared.uCutBodies, uAlpha: { value: 1 } }, { transparent: true, depthWrite: false, defines });
    this.edgeMaterials = { mesh: edges({}), baked: edges(kDefines.baked) };
  }

  setShapes(run: Run, geometry: Geometry): void {
    for (const b of this.batches) b.dispose();
    this.group.clear();
    this.batches = [];
    this.source = { run, geometry };
    this.chooseBatches(run, geometry);
    this.arrange();
  }
  private source: { run: Run; geometry: Geometry } | null = null;
  private asPoints = false;
  private asCoarse = false;

  // Few bodies are drawn as finely as they came; very many as points and with fewer triangles.
  private adapt(frame: Frame): void {
    if (!this.source) return;
    const { run, geometry } = this.source;
    const points = frame.count > (this.software() ? kManyBalls / 10 : kManyBalls);
    const perType = new Uint32Array(run.types.length);
    for (const t of frame.type) perType[t]++;
    const triangles = perType.reduce((sum, n, t) => sum + n * (geometry.meshes[run.types[t].mesh]?.triangles.length ?? 0), 0) / 3;
    const coarse = triangles > kManyTriangles;
    if (points === this.asPoints && coarse === this.asCoarse) return;
    this.asPoints = points;
    this.asCoarse = coarse;
    this.setShapes(run, geometry);
  }

  // Types of the same shape share a batch.
  private batchesOfTypes(run: Run, geometry: Geometry, carried: boolean): Batch[] {
    const known = new Map<string, Batch>();
    return run.types.map((type) => {
      const key = `${type.mesh}/${type.balls}`;
      let batch = known.get(key);
      if (!batch) {
        const mesh: Mesh | undefined = geometry.meshes[type.mesh];
        batch = this.makeBatch(this.asCoarse && mesh?.smooth ? coarsen(mesh, 2.5) : mesh, geometry.balls[type.balls] ?? kUnitBall, carried);
        known.set(key, batch);
        this.batches.push(batch);
        this.group.add(...batch.objects);
      }
      return batch;
    });
  }

  private makeBatch(mesh: Mesh | undefined, balls: Float32Array, carried: boolean): Batch {
    if (mesh && this.software()) return new BakedBatch(mesh, carried, this.materials.baked, this.edgeMaterials.baked);
    const points = !mesh && balls === kUnitBall && this.asPoints;
    const kind: Kind = mesh ? 'mesh' : points ? 'points' : 'balls';
    const lines = mesh && mesh.edges.length > 0 ? edgeGeometry(mesh) : null;
    const shape = mesh ? meshGeometry(mesh) : points ? new THREE.BufferGeometry() : ballGeometry(balls);
    const triangles = points ? 1 : shape.index!.count / 3;
    return new Batch(kind, shape, lines, carried, triangles, this.materials[kind], this.edgeMaterials.mesh);
  }

  setFrame(frame: Frame, cut: WholeCut | null): void {
    this.adapt(frame);
    const place = cut ? cut.place - frame.origin[cut.axis] : 0;
    const hidden = (i: number) => cut !== null && frame.position[3 * i + cut.axis] > place === cut.above;
    for (const b of this.batches) b.reserve(0);
    this.reserveFor(frame);
    for (let i = 0; i < frame.count; ++i) {
      if (!hidden(i)) this.batchOf(frame, i).add(frame, i);
    }
    for (const b of this.batches) b.finish();
    this.arrange();
  }

  private batchOf(frame: Frame, i: number): Batch {
    return (i < frame.free ? this.freeBatch : this.carriedBatch)[frame.type[i]];
  }

  // Plain balls change their batch when they become many.
  private chooseBatches(run: Run, geometry: Geometry): void {
    this.freeBatch = this.batchesOfTypes(run, geometry, false);
    this.carriedBatch = this.batchesOfTypes(run, geometry, true);
  }

  private reserveFor(frame: Frame): void {
    const counts = new Map<Batch, number>();
    const perType = [new Uint32Array(this.freeBatch.length), new Uint32Array(this.freeBatch.length)];
    for (let i = 0; i < frame.count; ++i) perType[i < frame.free ? 0 : 1][frame.type[i]]++;
    perType.forEach((list, carried) =>
      list.forEach((n, type) => {
        const b = (carried ? this.carriedBatch : this.freeBatch)[type];
        counts.set(b, (counts.get(b) ?? 0) + n);
      }),
    );
    for (const [b, n] of counts) b.reserve(n);
  }

  paint(rgba: Uint8Array, selected: number): void {
    for (const b of this.batches) b.paint(rgba, selected);
  }

  setModes(bodies: BodyMode, walls: WallMode, edges: boolean): void {
    this.mode = bodies;
    this.wallMode = walls;
    this.wantEdges = edges;
    this.arrange();
  }

  private modeOf(b: Batch): BodyMode {
    if (!b.carried) return this.mode;
    return this.wallMode === 'transparent' ? 'faint' : this.wallMode;
  }

  private arrange(): void {
    const segments = this.batches.reduce((sum, b) => sum + (b.edges ? b.count * b.edgesEach : 0), 0);
    let first = true;
    for (const b of this.batches) {
      const mode = this.modeOf(b);
      const shown = b.count > 0 && mode !== 'hidden';
      b.body.visible = shown;
      b.body.material = this.materials[b.kind][mode === 'faint' ? 'faint' : 'opaque'];
      // Faint bodies come after the chains; the nearest surface alone is drawn.
      b.depthPass.visible = shown && mode === 'faint' && !b.carried;
      b.depthPass.renderOrder = first ? 9 : 10;
      b.depthPass.onBeforeRender = b.depthPass.visible && first ? clearDepth : () => undefined;
      if (b.depthPass.visible) first = false;
      b.body.renderOrder = mode === 'faint' ? (b.carried ? 12 : 11) : 0;
      if (b.edges) {
        b.edges.visible = shown && this.wantEdges && mode === 'solid' && segments < kMaxEdgeSegments;
        b.edges.renderOrder = 1;
      }
    }
  }

  // Bodies and balls of walls that are drawn.
  get drawn(): { bodies: number; carried: number; triangles: number } {
    const sum = { bodies: 0, carried: 0, triangles: 0 };
    for (const b of this.batches) {
      if (!b.body.visible) continue;
      if (b.carried) sum.carried += b.count;
      else sum.bodies += b.count;
      sum.triangles += b.count * b.trianglesEach;
    }
    return sum;
  }

  // Draws places instead of colours while `draw` runs.
  whilePicking(draw: () => void): void {
    const before = this.batches.map((b) => [b.body.material, b.body.visible, b.depthPass.visible, b.edges?.visible] as const);
    for (const b of this.batches) {
      b.body.material = this.materials[b.kind].pick;
      b.body.visible = b.count > 0 && this.modeOf(b) !== 'hidden' && !(b.carried && this.wallMode === 'transparent');
      b.depthPass.visible = false;
      if (b.edges) b.edges.visible = false;
    }
    draw();
    this.batches.forEach((b, k) => {
      const [mat, visible, depth, edges] = before[k];
      b.body.material = mat;
      b.body.visible = visible;
      b.depthPass.visible = depth;
      if (b.edges) b.edges.visible = edges ?? false;
    });
  }
}
