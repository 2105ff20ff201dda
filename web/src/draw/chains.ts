// Force chains: a ribbon from centre to centre (or to the point on the wall), as wide as the normal force.
import * as THREE from 'three';
import type { Contacts, Frame } from '../data/types';
import { kWallBit } from '../data/types';
import { niceAbove } from '../colour/fields';
import { colourOf, material, type Palette, type Shared } from './common';
import type { WholeCut } from './bodies';
import { kChainFragment, kChainVertex } from './shaders';

export class Chains {
  readonly mesh: THREE.Mesh;
  reference = 0; // N, force of the width asked for
  count = 0;
  private readonly geometry = new THREE.InstancedBufferGeometry();
  private readonly width = { value: 0 };
  private readonly weak = { value: new THREE.Vector3() };
  private readonly strong = { value: new THREE.Vector3() };

  constructor(shared: Shared) {
    this.geometry.setAttribute('corner', new THREE.BufferAttribute(new Float32Array([-1, 0, 1, 0, 1, 1, -1, 1]), 2));
    this.geometry.setIndex([0, 1, 2, 0, 2, 3]);
    const uniforms = { ...shared, uWidth: this.width, uWeak: this.weak, uStrong: this.strong };
    this.mesh = new THREE.Mesh(this.geometry, material(kChainVertex, kChainFragment, uniforms, { side: THREE.DoubleSide }));
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
    this.mesh.renderOrder = 2;
  }

  setPalette(p: Palette): void {
    this.weak.value.copy(colourOf(p.weak));
    this.strong.value.copy(colourOf(p.strong));
  }

  hide(): void {
    this.mesh.visible = false;
    this.count = 0;
  }

  setContacts(frame: Frame, contacts: Contacts, cut: WholeCut | null, meanRadius: number, width: number): void {
    this.reference = referenceForce(contacts);
    this.width.value = 0.16 * meanRadius * width;
    const ends = gatherEnds(frame, contacts, cut, 0.004 * this.reference);
    this.count = ends.count;
    this.geometry.dispose();
    this.geometry.setAttribute('iA', new THREE.InstancedBufferAttribute(ends.a, 3));
    this.geometry.setAttribute('iB', new THREE.InstancedBufferAttribute(ends.b, 3));
    const relative = ends.force.map((f) => f / (this.reference || 1));
    this.geometry.setAttribute('iForce', new THREE.InstancedBufferAttribute(relative, 1));
    this.geometry.instanceCount = ends.count;
    this.mesh.visible = ends.count > 0;
  }
}

// The force that two of a hundred contacts exceed, rounded up: one blow must not thin out all other lines.
function referenceForce(contacts: Contacts): number {
  const sorted = contacts.normalForce.filter((f) => f > 0).sort();
  if (sorted.length === 0) return 0;
  return niceAbove(sorted[Math.min(sorted.length - 1, Math.floor(0.98 * sorted.length))]);
}

function gatherEnds(frame: Frame, c: Contacts, cut: WholeCut | null, least: number) {
  const a = new Float32Array(3 * c.count);
  const b = new Float32Array(3 * c.count);
  const force = new Float32Array(c.count);
  const hidden = (p: Float32Array, at: number) =>
    cut !== null && p[at + cut.axis] > cut.place - frame.origin[cut.axis] === cut.above;
  let count = 0;
  for (let k = 0; k < c.count; ++k) {
    if (!(c.normalForce[k] > least) || c.a[k] >= frame.count) continue;
    const toWall = c.b[k] >= kWallBit || c.b[k] >= frame.count;
    const from = frame.position.subarray(3 * c.a[k], 3 * c.a[k] + 3);
    const to = toWall ? c.point.subarray(3 * k, 3 * k + 3) : frame.position.subarray(3 * c.b[k], 3 * c.b[k] + 3);
    if (hidden(from, 0) || hidden(to, 0)) continue;
    a.set(from, 3 * count);
    b.set(to, 3 * count);
    force[count++] = c.normalForce[k];
  }
  return { a, b, force: force.subarray(0, count), count };
}
