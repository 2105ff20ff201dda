// Walls and tools: each a mesh with a pose of its own in every frame. Balls of ball walls are drawn with the bodies.
import * as THREE from 'three';
import type { Frame, Geometry, Mesh, Run, Vec3, Wall } from '../data/types';
import type { WallMode } from '../settings';
import { colourOf, material, type Palette, type Shared } from './common';
import { kLineFragment, kWallFragment, kWallVertex } from './shaders';

interface Piece {
  wall: number;
  object: THREE.Group;
  face: THREE.Mesh | null;
  lines: THREE.LineSegments | null;
  solid: THREE.Material;
}

export class Walls {
  readonly group = new THREE.Group();
  private pieces: Piece[] = [];
  private mode: WallMode = 'transparent';
  private flat = false;
  private readonly colours = { wall: { value: new THREE.Vector3() }, tool: { value: new THREE.Vector3() } };
  private readonly lineColour = { value: new THREE.Vector3() };
  private readonly glassAlpha = { value: 0.16 };
  private readonly toolAlpha = { value: 0.5 };
  private readonly lineMaterial: THREE.RawShaderMaterial;

  constructor(private readonly shared: Shared) {
    this.lineMaterial = material(
      kWallVertex,
      kLineFragment,
      { ...shared, uColour: this.lineColour, uAlpha: { value: 0.7 } },
      { transparent: true, depthWrite: false },
    );
  }

  setPalette(p: Palette, dark: boolean): void {
    this.colours.wall.value.copy(colourOf(p.wall));
    this.colours.tool.value.copy(colourOf(p.tool));
    this.lineColour.value.copy(colourOf(p.line));
    this.glassAlpha.value = dark ? 0.13 : 0.16;
  }

  private faceMaterial(wall: Wall, glass: boolean): THREE.RawShaderMaterial {
    const colour = wall.moving ? this.colours.tool : this.colours.wall;
    const uniforms = { ...this.shared, uColour: colour, uAlpha: glass ? (wall.moving ? this.toolAlpha : this.glassAlpha) : { value: 1 }, uGlass: { value: glass } };
    // A plane is seen from the side of the bodies only: from behind one looks into the box, not at its outside.
    const side = !glass && wall.kind === 'plane' ? THREE.FrontSide : THREE.DoubleSide;
    return material(kWallVertex, kWallFragment, uniforms, { side, transparent: glass, depthWrite: !glass });
  }

  setShapes(run: Run, geometry: Geometry): void {
    for (const p of this.pieces) for (const o of [p.face, p.lines]) o?.geometry.dispose();
    this.group.clear();
    this.flat = run.dimension === 2;
    this.pieces = [];
    run.walls.forEach((wall, k) => {
      const mesh = geometry.meshes[wall.mesh];
      if (mesh) this.pieces.push(this.makePiece(wall, k, mesh));
    });
    this.setMode(this.mode);
  }

  private makePiece(wall: Wall, k: number, mesh: Mesh): Piece {
    const position = new THREE.BufferAttribute(mesh.positions, 3);
    const normal = new THREE.BufferAttribute(mesh.normals, 3);
    const part = (index: Uint32Array) => {
      const g = new THREE.BufferGeometry();
      g.setAttribute('position', position);
      g.setAttribute('normal', normal);
      return g.setIndex(new THREE.BufferAttribute(index, 1));
    };
    const object = new THREE.Group();
    const face = mesh.triangles.length > 0 ? new THREE.Mesh(part(mesh.triangles), this.faceMaterial(wall, true)) : null;
    const lines = mesh.edges.length > 0 ? new THREE.LineSegments(part(mesh.edges), this.lineMaterial) : null;
    for (const o of [face, lines]) {
      if (!o) continue;
      o.frustumCulled = false;
      object.add(o);
    }
    this.group.add(object);
    const solid = this.faceMaterial(wall, false);
    if (face) face.userData.glass = face.material;
    return { wall: k, object, face, lines, solid };
  }

  setFrame(frame: Frame, centre: Vec3): void {
    for (const p of this.pieces) {
      const pose = frame.walls[p.wall];
      p.object.visible = pose !== undefined && pose.present;
      if (!pose) continue;
      p.object.position.set(...(pose.position.map((x, c) => x - centre[c]) as Vec3));
      p.object.quaternion.set(...pose.orientation);
    }
  }

  setMode(mode: WallMode): void {
    this.mode = mode;
    this.group.visible = mode !== 'hidden';
    for (const p of this.pieces) {
      if (p.lines) p.lines.renderOrder = 20;
      if (!p.face) continue;
      p.face.material = mode === 'solid' ? p.solid : (p.face.userData.glass as THREE.Material);
      p.face.renderOrder = mode === 'solid' ? 0 : 15;
      // In the plane a wall is a line; its face is seen edge-on.
      p.face.visible = !this.flat;
    }
  }

  get drawn(): number {
    return this.group.visible ? this.pieces.filter((p) => p.object.visible).length : 0;
  }
}
