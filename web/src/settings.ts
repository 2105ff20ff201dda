// What is shown is in the address: links and `scree render` reproduce a view. The hash wins over the query; the page
// writes the hash. Bad values are ignored.
import { fieldByKey, type Range } from './colour/fields';
import { kMapNames } from './colour/maps';
import type { Vec3 } from './data/types';

export type WallMode = 'solid' | 'transparent' | 'hidden';
export type BodyMode = 'solid' | 'faint' | 'hidden';
export type Axis = 'x' | 'y' | 'z';
export type Theme = 'light' | 'dark' | 'auto';
export const kPresets = ['iso', 'front', 'back', 'left', 'right', 'top', 'bottom'] as const;
export type Preset = (typeof kPresets)[number];

export interface Cut {
  axis: Axis;
  place: number | null; // null: the middle
  flip: boolean;
  through: boolean; // cut bodies in two; else whole bodies are left out by their centres
}

export interface Settings {
  frame: number | 'last';
  t: number | null;
  colour: string;
  map: string;
  range: Range | null;
  cut: Cut | null;
  walls: WallMode;
  bodies: BodyMode;
  chains: boolean;
  chainWidth: number;
  edges: boolean;
  camera: Preset;
  eye: Vec3 | null;
  target: Vec3 | null;
  zoom: number;
  ortho: boolean;
  theme: Theme;
  legend: boolean;
  ui: boolean;
  plots: boolean;
  body: number | null;
  follow: boolean;
  fps: number;
  render: string | null;
  width: number;
  height: number;
  gpu: boolean; // draw as on a graphics processor even where there is none
}

export function defaults(): Settings {
  return {
    frame: 'last', t: null, colour: 'speed', map: 'viridis', range: null, cut: null, walls: 'transparent', bodies: 'solid',
    chains: false, chainWidth: 1, edges: true, camera: 'iso', eye: null, target: null, zoom: 1, ortho: false, theme: 'auto',
    legend: true, ui: true, plots: true, body: null, follow: false, fps: 20, render: null, width: 1280, height: 800, gpu: false,
  };
}

function parameters(): URLSearchParams {
  const all = new URLSearchParams(location.search);
  for (const [k, v] of new URLSearchParams(location.hash.replace(/^#/, ''))) all.set(k, v);
  return all;
}

function numbers(text: string | null, count: number): number[] | null {
  if (text === null) return null;
  const list = text.split(',').map(Number);
  return list.length === count && text.trim() !== '' && list.every(Number.isFinite) ? list : null;
}

function oneOf<T extends string>(text: string | null, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(text as T) ? (text as T) : otherwise;
}

function flag(text: string | null, otherwise: boolean): boolean {
  return text === null ? otherwise : text === '1' || text === 'true';
}

function whole(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}

function positive(text: string | null, otherwise: number): number {
  const x = Number(text ?? NaN);
  return Number.isFinite(x) && x > 0 ? x : otherwise;
}

export function parseCut(text: string | null): Cut | null {
  const words = text?.split(',') ?? [];
  if (!['x', 'y', 'z'].includes(words[0])) return null;
  const place = words.slice(1).find((w) => w !== '' && Number.isFinite(Number(w)));
  return {
    axis: words[0] as Axis,
    place: place === undefined ? null : Number(place),
    flip: words.includes('flip'),
    through: words.includes('through'),
  };
}

export function cutText(c: Cut): string {
  return [c.axis, c.place === null ? [] : String(Number(c.place.toPrecision(5))), c.flip ? 'flip' : [], c.through ? 'through' : []]
    .flat()
    .join(',');
}

export function readSettings(p: URLSearchParams = parameters()): Settings {
  const s = defaults();
  s.frame = whole(p.get('frame')) ?? 'last';
  s.t = numbers(p.get('t'), 1)?.[0] ?? null;
  s.colour = fieldByKey(p.get('colour') ?? '')?.key ?? s.colour;
  s.map = oneOf(p.get('map'), kMapNames, s.map);
  const range = numbers(p.get('range'), 2);
  s.range = range && range[0] < range[1] ? (range as Range) : null;
  s.cut = parseCut(p.get('cut'));
  s.walls = oneOf(p.get('walls'), ['solid', 'transparent', 'hidden'], s.walls);
  s.bodies = p.get('bodies') === '0' ? 'hidden' : oneOf(p.get('bodies'), ['solid', 'faint', 'hidden'], s.bodies);
  s.chains = flag(p.get('chains'), false);
  if (s.chains && !p.has('bodies')) s.bodies = 'faint'; // else the bodies hide the chains
  s.chainWidth = positive(p.get('chain_width'), 1);
  s.edges = flag(p.get('edges'), true);
  s.camera = oneOf(p.get('camera'), kPresets, s.camera);
  s.eye = numbers(p.get('eye'), 3) as Vec3 | null;
  s.target = numbers(p.get('target'), 3) as Vec3 | null;
  s.zoom = positive(p.get('zoom'), 1);
  s.ortho = p.get('proj') === 'ortho';
  s.theme = oneOf(p.get('theme'), ['light', 'dark', 'auto'], 'auto');
  s.legend = flag(p.get('legend'), true);
  s.ui = flag(p.get('ui'), true);
  s.plots = flag(p.get('plots'), true);
  s.body = whole(p.get('body'));
  s.follow = flag(p.get('follow'), false);
  s.fps = positive(p.get('fps'), s.fps);
  s.gpu = flag(p.get('gpu'), false);
  s.render = p.get('render');
  s.width = Math.min(16384, Math.round(positive(p.get('width'), s.width)));
  s.height = Math.min(16384, Math.round(positive(p.get('height'), s.height)));
  return s;
}

const short = (v: Vec3) => v.map((x) => String(Number(x.toPrecision(6)))).join(',');

// Only what differs from the defaults, so that addresses stay short.
export function settingsText(s: Settings): string {
  const d = defaults();
  const p: [string, string][] = [];
  const put = (key: string, value: string, unless: boolean) => {
    if (!unless) p.push([key, value]);
  };
  put('frame', String(s.frame), s.frame === 'last');
  put('colour', s.colour, s.colour === d.colour);
  put('map', s.map, s.map === d.map);
  if (s.range) put('range', s.range.map((x) => Number(x.toPrecision(6))).join(','), false);
  if (s.cut) put('cut', cutText(s.cut), false);
  put('walls', s.walls, s.walls === d.walls);
  put('bodies', s.bodies, s.bodies === (s.chains ? 'faint' : d.bodies));
  put('chains', '1', !s.chains);
  put('chain_width', String(s.chainWidth), s.chainWidth === 1);
  put('edges', '0', s.edges);
  if (s.eye && s.target) p.push(['eye', short(s.eye)], ['target', short(s.target)]);
  else put('camera', s.camera, s.camera === d.camera);
  put('zoom', String(Number(s.zoom.toPrecision(4))), s.zoom === 1);
  put('proj', 'ortho', !s.ortho);
  put('theme', s.theme, s.theme === 'auto');
  put('legend', '0', s.legend);
  put('ui', '0', s.ui);
  put('plots', '0', s.plots);
  if (s.body !== null) put('body', String(s.body), false);
  put('follow', '1', !s.follow);
  put('gpu', '1', !s.gpu);
  put('fps', String(s.fps), s.fps === d.fps);
  return p.map(([k, v]) => `${k}=${v}`).join('&');
}

// A picture for scree render leaves the address as it was asked for.
export function writeAddress(s: Settings): void {
  if (s.render) return;
  const text = settingsText(s);
  history.replaceState(null, '', text === '' ? location.pathname : `${location.pathname}#${text}`);
}
