// The binary answers of the server, laid open as typed arrays over the bytes that came: nothing is copied but the half
// floats. Every count and offset is checked against the length of the answer first.
import { Trouble, type Contacts, type Frame, type Geometry, type Mesh, type Vec3, type WallPose } from './types';

function damaged(what: string, detail: string): Trouble {
  return new Trouble('Damaged answer', `The ${what} that the server sent cannot be read: ${detail}.`);
}

// Walks over the bytes, array after array.
class Reader {
  readonly view: DataView;
  at = 0;
  constructor(
    readonly buffer: ArrayBuffer,
    readonly what: string,
    magic: string,
    header: number,
  ) {
    this.view = new DataView(buffer);
    if (buffer.byteLength < header) throw damaged(what, `it has ${buffer.byteLength} bytes, fewer than its header`);
    const found = String.fromCharCode(...new Uint8Array(buffer, 0, 4));
    if (found !== magic) throw damaged(what, `it begins with "${found}" where "${magic}" belongs`);
    const version = this.view.getUint32(4, true);
    if (version !== 1) throw damaged(what, `version ${version}; this page reads version 1. Build the page and scree anew`);
    this.at = header;
  }
  check(at: number, bytes: number): number {
    if (at + bytes > this.buffer.byteLength) {
      throw damaged(this.what, `${this.buffer.byteLength} bytes where at least ${at + bytes} belong`);
    }
    return at;
  }
  take(bytes: number): number {
    const at = this.check(this.at, bytes);
    this.at += bytes;
    return at;
  }
  u32(at: number): number {
    return this.view.getUint32(at, true);
  }
  f32(at: number): number {
    return this.view.getFloat32(at, true);
  }
  f64(at: number): number {
    return this.view.getFloat64(at, true);
  }
  vec32(at: number): Vec3 {
    return [this.f32(at), this.f32(at + 4), this.f32(at + 8)];
  }
  vec64(at: number): Vec3 {
    return [this.f64(at), this.f64(at + 8), this.f64(at + 16)];
  }
  floats(n: number): Float32Array {
    return new Float32Array(this.buffer, this.take(4 * n), n);
  }
  words(n: number): Uint32Array {
    return new Uint32Array(this.buffer, this.take(4 * n), n);
  }
  bytes(n: number): Uint8Array {
    return new Uint8Array(this.buffer, this.take(n), n);
  }
  halves(n: number, unit: number): Float32Array {
    return fromHalves(new Uint16Array(this.buffer, this.take(2 * n), n), unit);
  }
}

let halfTable: Float32Array | null = null;

function halfValue(h: number): number {
  const sign = h & 0x8000 ? -1 : 1;
  const exponent = (h >> 10) & 31;
  const fraction = h & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

export function fromHalves(halves: Uint16Array, unit: number): Float32Array {
  if (!halfTable) {
    halfTable = new Float32Array(65536);
    for (let h = 0; h < 65536; ++h) halfTable[h] = halfValue(h);
  }
  const out = new Float32Array(halves.length);
  for (let i = 0; i < out.length; ++i) out[i] = halfTable[halves[i]] * unit;
  return out;
}

export function decodeGeometry(buffer: ArrayBuffer): Geometry {
  const r = new Reader(buffer, 'geometry', 'SCRG', 16);
  const nMeshes = r.u32(8);
  const nBalls = r.u32(12);
  const meshTable = r.take(32 * nMeshes);
  const ballTable = r.take(8 * nBalls);
  const meshes: Mesh[] = [];
  for (let k = 0; k < nMeshes; ++k) meshes.push(meshAt(r, meshTable + 32 * k));
  const balls: Float32Array[] = [];
  for (let k = 0; k < nBalls; ++k) {
    const n = r.u32(ballTable + 8 * k);
    balls.push(new Float32Array(buffer, r.check(r.u32(ballTable + 8 * k + 4), 16 * n), 4 * n));
  }
  return { meshes, balls };
}

function meshAt(r: Reader, at: number): Mesh {
  const [vertices, triangles, edges, flags] = [0, 4, 8, 12].map((k) => r.u32(at + k));
  const place = (k: number, bytes: number) => r.check(r.u32(at + k), bytes);
  const mesh: Mesh = {
    positions: new Float32Array(r.buffer, place(16, 12 * vertices), 3 * vertices),
    normals: new Float32Array(r.buffer, place(20, 12 * vertices), 3 * vertices),
    triangles: new Uint32Array(r.buffer, place(24, 12 * triangles), 3 * triangles),
    edges: new Uint32Array(r.buffer, place(28, 8 * edges), 2 * edges),
    smooth: (flags & 1) !== 0,
    sheet: (flags & 2) !== 0,
  };
  for (const list of [mesh.triangles, mesh.edges]) {
    for (const v of list) if (v >= vertices) throw damaged('geometry', `a triangle names corner ${v} of ${vertices}`);
  }
  return mesh;
}

export function decodeFrame(buffer: ArrayBuffer): Frame {
  const r = new Reader(buffer, 'frame', 'SCRF', 128);
  const n = r.u32(12);
  const free = r.u32(16);
  if (free > n) throw damaged('frame', `${free} free bodies of ${n}`);
  const walls = wallPoses(r, r.u32(20), n);
  return {
    n: r.u32(8),
    time: r.f64(24),
    step: r.f64(32),
    origin: r.vec64(40),
    count: n,
    free,
    contactsStored: (r.u32(76) & 1) !== 0,
    low: r.vec32(96),
    high: r.vec32(108),
    walls,
    position: r.floats(3 * n),
    radius: r.floats(n),
    id: r.words(n),
    orientation: new Int16Array(buffer, r.take(8 * n), 4 * n),
    type: new Uint16Array(buffer, r.take(2 * n), n),
    speed: r.halves(n, r.f32(64)),
    spin: r.halves(n, r.f32(68)),
    force: r.halves(n, r.f32(72)),
    coordination: r.bytes(n),
    contactType: r.bytes(n),
    bytes: buffer.byteLength + 12 * n,
  };
}

function wallPoses(r: Reader, nWalls: number, nBodies: number): WallPose[] {
  const start = r.take(64 * nWalls);
  const walls: WallPose[] = [];
  for (let at = start; at < start + 64 * nWalls; at += 64) {
    const first = r.u32(at + 40);
    const carried = r.u32(at + 44);
    if (first + carried > nBodies) throw damaged('frame', `a wall carries bodies beyond the last`);
    const orientation = [24, 28, 32, 36].map((k) => r.f32(at + k)) as WallPose['orientation'];
    walls.push({ position: r.vec64(at), orientation, first, carried, present: r.u32(at + 48) !== 0 });
  }
  return walls;
}

export function decodeContacts(buffer: ArrayBuffer): Contacts {
  const r = new Reader(buffer, 'list of contacts', 'SCRC', 48);
  const m = r.u32(12);
  const point = r.floats(3 * m);
  r.take(12 * m); // force as a vector: the lines are as wide as the normal force
  const normalForce = r.floats(m);
  r.take(4 * m); // gap
  return {
    n: r.u32(8),
    count: m,
    origin: r.vec64(16),
    point,
    normalForce,
    a: r.words(m),
    b: r.words(m),
    type: r.bytes(m),
    bytes: buffer.byteLength,
  };
}
