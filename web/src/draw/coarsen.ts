// A smooth shape with fewer triangles, for when there are so many bodies that each is a few pixels large: vertices that
// lie in the same cell of a grid become one.
import type { Mesh } from '../data/types';

export function coarsen(mesh: Mesh, cellsPerRadius: number): Mesh {
  const cells = new Map<string, number>();
  const cellOf = new Uint32Array(mesh.positions.length / 3);
  const sums: number[][] = []; // position, normal, count
  for (let v = 0; v < cellOf.length; ++v) {
    const p = mesh.positions.subarray(3 * v, 3 * v + 3);
    const key = p.reduce((text, x) => `${text},${Math.round(x * cellsPerRadius)}`, '');
    let k = cells.get(key);
    if (k === undefined) {
      k = sums.length;
      cells.set(key, k);
      sums.push([0, 0, 0, 0, 0, 0, 0]);
    }
    cellOf[v] = k;
    for (let c = 0; c < 3; ++c) {
      sums[k][c] += p[c];
      sums[k][3 + c] += mesh.normals[3 * v + c];
    }
    sums[k][6] += 1;
  }
  const triangles: number[] = [];
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => cellOf[mesh.triangles[t + i]]);
    if (a !== b && b !== c && c !== a) triangles.push(a, b, c);
  }
  const positions = new Float32Array(3 * sums.length);
  const normals = new Float32Array(3 * sums.length);
  sums.forEach((s, k) => {
    const length = Math.hypot(s[3], s[4], s[5]) || 1;
    for (let c = 0; c < 3; ++c) {
      positions[3 * k + c] = s[c] / s[6];
      normals[3 * k + c] = s[3 + c] / length;
    }
  });
  return { ...mesh, positions, normals, triangles: new Uint32Array(triangles), edges: new Uint32Array(0) };
}
