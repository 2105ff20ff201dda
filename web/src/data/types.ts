// What the server says about a run, and what a frame is once decoded. The wire is described in docs/viewer.md.

export type Vec3 = [number, number, number];

export interface FrameEntry {
  n: number;
  t?: number;
  bodies?: number;
  step?: number;
  broken?: string;
}

export interface BodyType {
  name: string;
  shape: string;
  material: number;
  mesh: number; // -1: a sphere, or balls
  balls: number; // -1: no ball list
  radius: number;
}

export interface Wall {
  name: string;
  kind: string;
  mesh: number;
  moving: boolean;
}

export interface Run {
  ok: true;
  name: string;
  title: string;
  scree: string;
  key: string;
  state: 'running' | 'finished' | 'stopped' | 'failed';
  note: string;
  dimension: 2 | 3;
  up: Vec3;
  box: [Vec3, Vec3] | null;
  geometry: number;
  frames_total: number;
  frames: FrameEntry[];
  types: BodyType[];
  materials: string[];
  walls: Wall[];
  contact_types: string[];
  telemetry: boolean;
  has_contacts: boolean;
}

export interface Mesh {
  positions: Float32Array;
  normals: Float32Array;
  triangles: Uint32Array;
  edges: Uint32Array;
  smooth: boolean;
  sheet: boolean;
}

export interface Geometry {
  meshes: Mesh[];
  balls: Float32Array[]; // x, y, z, radius of each ball
}

export interface WallPose {
  position: Vec3;
  orientation: [number, number, number, number]; // x, y, z, w
  first: number; // carried bodies
  carried: number;
  present: boolean;
}

export interface Frame {
  n: number;
  time: number;
  step: number;
  origin: Vec3;
  count: number;
  free: number; // the first ones; the others are carried by walls
  contactsStored: boolean;
  low: Vec3; // box round the free bodies, relative to origin
  high: Vec3;
  position: Float32Array; // relative to origin
  radius: Float32Array;
  id: Uint32Array;
  orientation: Int16Array; // x, y, z, w times 32767
  type: Uint16Array;
  speed: Float32Array;
  spin: Float32Array;
  force: Float32Array;
  coordination: Uint8Array;
  contactType: Uint8Array;
  walls: WallPose[];
  bytes: number;
}

export interface Contacts {
  n: number;
  count: number;
  origin: Vec3;
  point: Float32Array;
  normalForce: Float32Array;
  a: Uint32Array; // places in the frame
  b: Uint32Array; // kWallBit: a wall
  type: Uint8Array;
  bytes: number;
}

export const kWallBit = 0x80000000;

export interface Column {
  name: string;
  unit: string;
}

export interface Telemetry {
  columns: Column[];
  rows: (number | null)[][];
}

export interface BodyContact {
  with: number | null;
  wall: string | null;
  point: Vec3;
  normal: Vec3;
  force: Vec3;
  normal_force: number;
  gap: number;
  type: number;
}

export interface BodyData {
  id: number;
  name: string;
  shape: string;
  material: number;
  owner: number;
  radius: number;
  mass: number;
  x: Vec3;
  q: [number, number, number, number];
  v: Vec3;
  omega: Vec3;
  f: Vec3;
  tau: Vec3;
  coordination: number;
  contacts: BodyContact[];
}

// A message for the person in front of the page.
export class Trouble extends Error {
  readonly title: string;
  readonly retry: boolean;
  constructor(title: string, message: string, retry = false) {
    super(message);
    this.title = title;
    this.retry = retry;
  }
}

export function asTrouble(e: unknown): Trouble {
  if (e instanceof Trouble) return e;
  return new Trouble('Something went wrong', e instanceof Error ? e.message : String(e));
}
