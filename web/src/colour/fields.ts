// What bodies can be coloured by, and the colours of all bodies of a frame.
import type { Frame, Run } from '../data/types';
import { category, mapTable, type Rgb } from './maps';

export interface Field {
  key: string;
  label: string;
  unit: string;
  kind: 'number' | 'whole' | 'category' | 'plain';
  fromZero: boolean;
  value: (f: Frame, i: number, families: number[], run: Run) => number;
}

// prettier-ignore
export const kFields: Field[] = [
  { key: 'speed', label: 'Velocity', unit: 'm/s', kind: 'number', fromZero: true, value: (f, i) => f.speed[i] },
  { key: 'spin', label: 'Spin', unit: 'rad/s', kind: 'number', fromZero: true, value: (f, i) => f.spin[i] },
  { key: 'force', label: 'Contact force', unit: 'N', kind: 'number', fromZero: true, value: (f, i) => f.force[i] },
  { key: 'coordination', label: 'Coordination', unit: 'contacts', kind: 'whole', fromZero: true, value: (f, i) => f.coordination[i] },
  { key: 'radius', label: 'Size', unit: 'm radius', kind: 'number', fromZero: false, value: (f, i) => f.radius[i] },
  { key: 'id', label: 'Id', unit: '', kind: 'whole', fromZero: false, value: (f, i) => f.id[i] },
  { key: 'type', label: 'Body type', unit: '', kind: 'category', fromZero: false, value: (f, i) => f.type[i] },
  { key: 'shape', label: 'Shape', unit: '', kind: 'category', fromZero: false, value: (f, i, families) => families[f.type[i]] },
  { key: 'material', label: 'Material', unit: '', kind: 'category', fromZero: false, value: (f, i, _, run) => run.types[f.type[i]].material },
  { key: 'contact', label: 'Contact type', unit: '', kind: 'category', fromZero: false, value: (f, i) => f.contactType[i] },
  { key: 'none', label: 'One colour', unit: '', kind: 'plain', fromZero: false, value: () => 0 },
];

export function fieldByKey(key: string): Field | undefined {
  return kFields.find((f) => f.key === key);
}

// The families of shapes that a run has, in the order of its types.
export function shapeFamilies(run: Run): string[] {
  return [...new Set(run.types.map((t) => t.shape))];
}

export function categoryNames(field: Field, run: Run): string[] {
  switch (field.key) {
    case 'type':
      return run.types.map((t) => t.name);
    case 'shape':
      return shapeFamilies(run);
    case 'material':
      return run.materials;
    case 'contact':
      return run.contact_types.map((name) => name.replace('_', '-'));
    default:
      return [];
  }
}

export type Range = [number, number];

// The next of 1, 1.5, 2, 3, 4, 5, 6, 8, 10 times a power of ten: a range that does not flicker from frame to frame.
export function niceAbove(x: number): number {
  if (!(x > 0) || !Number.isFinite(x)) return 1;
  const power = 10 ** Math.floor(Math.log10(x));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((s) => s * power >= x * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(3));
}

// 99 of 100 bodies lie in the range: one stone that flies about must not make all others look alike.
function highValue(values: Float32Array): number {
  const stride = Math.ceil(values.length / 20000);
  const sample = stride > 1 ? values.filter((_, i) => i % stride === 0) : values.slice();
  sample.sort();
  return sample[Math.min(sample.length - 1, Math.floor(0.99 * sample.length))] ?? 0;
}

export function autoRange(field: Field, values: Float32Array): Range {
  if (values.length === 0) return [0, 1];
  if (field.fromZero) {
    const top = highValue(values);
    return [0, field.kind === 'whole' ? Math.max(1, Math.ceil(top)) : niceAbove(top)];
  }
  let low = Infinity;
  let high = -Infinity;
  for (const v of values) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return [low, high];
}

export interface Colours {
  rgba: Uint8Array; // 4 a body
  range: Range;
  present: Set<number>; // categories that occur
}

const kPlain: Rgb = [150, 165, 182];
const kCarried: Rgb = [158, 166, 176]; // balls of walls are walls: no field applies to them

export function colourBodies(frame: Frame, run: Run, field: Field, map: string, fixed: Range | null): Colours {
  const colours: Colours = { rgba: new Uint8Array(4 * frame.count), range: [0, 1], present: new Set() };
  if (field.kind === 'plain' || field.kind === 'category') colourKinds(frame, run, field, colours);
  else colourNumbers(frame, run, field, map, fixed, colours);
  for (let i = frame.free; i < frame.count; ++i) colours.rgba.set(kCarried, 4 * i);
  return colours;
}

function colourKinds(frame: Frame, run: Run, field: Field, out: Colours): void {
  const families = familyIndex(run);
  for (let i = 0; i < frame.free; ++i) {
    const k = field.value(frame, i, families, run);
    out.present.add(k);
    out.rgba.set(field.kind === 'plain' ? kPlain : category(k), 4 * i);
  }
}

function familyIndex(run: Run): number[] {
  const names = shapeFamilies(run);
  return run.types.map((t) => names.indexOf(t.shape));
}

function colourNumbers(frame: Frame, run: Run, field: Field, map: string, fixed: Range | null, out: Colours): void {
  const values = new Float32Array(frame.free);
  for (let i = 0; i < values.length; ++i) values[i] = field.value(frame, i, [], run);
  out.range = fixed ?? autoRange(field, values);
  const table = mapTable(map);
  const [low, high] = out.range;
  const factor = high > low ? 255 / (high - low) : 0;
  for (let i = 0; i < values.length; ++i) {
    const k = 3 * Math.max(0, Math.min(255, Math.round((values[i] - low) * factor)));
    out.rgba[4 * i] = table[k];
    out.rgba[4 * i + 1] = table[k + 1];
    out.rgba[4 * i + 2] = table[k + 2];
  }
}

// Four significant digits, with an exponent only where that is shorter to read.
export function formatNumber(x: number): string {
  if (x === 0 || !Number.isFinite(x)) return String(x);
  const size = Math.abs(x);
  if (size >= 1e5 || size < 1e-3) {
    const [m, e] = x.toExponential(3).split('e');
    return `${Number(m)}e${Number(e)}`;
  }
  return String(Number(x.toPrecision(4)));
}
