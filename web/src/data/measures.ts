// How large a frame and the bodies in it are.
import type { Frame, Vec3 } from './types';

// The box round the bodies that move freely, in the world.
export function frameBox(f: Frame): [Vec3, Vec3] {
  const corner = (v: Vec3) => v.map((x, c) => x + f.origin[c]) as Vec3;
  return [corner(f.low), corner(f.high)];
}

// A thousand bodies, evenly chosen, tell the mean well enough.
export function meanRadius(f: Frame): number {
  const n = f.free > 0 ? f.free : f.count;
  const stride = Math.max(1, Math.floor(n / 1000));
  let total = 0;
  let count = 0;
  for (let i = 0; i < n; i += stride) {
    total += f.radius[i];
    count += 1;
  }
  return count > 0 ? total / count : 1;
}
