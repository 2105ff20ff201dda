// Telemetry over time, under the view, with a line at the time that is shown. A click goes to that time.
import { formatNumber } from '../colour/fields';
import { category, css } from '../colour/maps';
import type { Telemetry } from '../data/types';
import { h } from './dom';

interface Series {
  label: string;
  unit: string;
  values: (number | null)[];
}

interface Group {
  name: string;
  series: Series[];
}

const kMostSeries = 7;

function column(t: Telemetry, name: string): number {
  return t.columns.findIndex((c) => c.name === name);
}

const shortNames: Record<string, string> = { kinetic_translation: 'translation', kinetic_rotation: 'rotation' };

function words(name: string): string {
  return name.replaceAll('_', ' ');
}

function pick(t: Telemetry, names: string[]): Series[] {
  return names
    .map((name) => ({ name, k: column(t, name) }))
    .filter(({ k }) => k >= 0)
    .map(({ name, k }) => ({ label: shortNames[name] ?? words(name), unit: t.columns[k].unit, values: t.rows.map((r) => r[k]) }))
    .filter((s) => s.values.some((v) => v !== null && v !== 0));
}

function sum(t: Telemetry, label: string, matches: (name: string) => boolean): Series[] {
  const ks = t.columns.map((c, k) => (matches(c.name) && c.unit === 'J' ? k : -1)).filter((k) => k >= 0);
  if (ks.length === 0) return [];
  const values = t.rows.map((r) => ks.reduce<number | null>((s, k) => (s === null || r[k] === null ? null : s + r[k]!), 0));
  return [{ label, unit: 'J', values }];
}

const kLost = ['friction', 'damping_normal', 'damping_tangential', 'rolling', 'cohesion_lost', 'contact_loss', 'joint_loss'];

// The tables have up to a hundred columns: groups that belong on one axis, those that are not empty.
export function plotGroups(t: Telemetry): Group[] {
  const wallNames = [...new Set(t.columns.map((c) => /^(.*)_fx$/.exec(c.name)?.[1]).filter((n): n is string => !!n))];
  const groups: Group[] = [
    { name: 'Kinetic energy', series: pick(t, ['kinetic_translation', 'kinetic_rotation']) },
    {
      name: 'Energy held',
      series: [
        ...sum(t, 'kinetic', (n) => n.startsWith('kinetic')),
        ...sum(t, 'elastic', (n) => n.startsWith('elastic')),
        ...pick(t, ['gravity', 'cohesion']),
      ],
    },
    { name: 'Energy lost', series: pick(t, kLost) },
    { name: 'Work and inflow', series: pick(t, ['wall_work', 'inserted', 'removed', 'external']) },
    { name: 'Energy residual', series: pick(t, ['residual']) },
    { name: 'Contacts', series: pick(t, ['contacts', 'bodies']) },
    { name: 'Coordination', series: pick(t, ['coordination']) },
    { name: 'Contact types', series: pick(t, ['vertex_vertex', 'vertex_edge', 'vertex_face', 'edge_edge', 'edge_face', 'face_face']) },
    { name: 'Flow', series: pick(t, t.columns.filter((c) => c.unit === 'kg' && c.name !== 'mass').map((c) => c.name)).slice(0, kMostSeries) },
    { name: 'Mass', series: pick(t, ['mass']) },
    { name: 'Largest speed', series: pick(t, ['max_speed']) },
    { name: 'Largest overlap', series: pick(t, ['max_overlap']) },
    { name: 'Joints', series: pick(t, ['joints']) },
    ...wallNames.map((w) => ({ name: `Force on ${words(w)}`, series: pick(t, [`${w}_fx`, `${w}_fy`, `${w}_fz`]) })),
    ...t.columns
      .filter((c) => ['m', 'deg', 'Pa'].includes(c.unit))
      .map((c) => ({ name: words(c.name), series: pick(t, [c.name]) })),
  ];
  return groups.filter((g) => g.series.length > 0);
}

const kFirstChoices = [
  ['Kinetic energy', 'Energy held'],
  ['Contacts', 'Coordination'],
  ['Flow', 'Energy lost', 'Largest speed'],
];

class Plot {
  readonly element: HTMLElement;
  readonly canvas = h('canvas', { class: 'plot-canvas', tabindex: '-1' });
  readonly select = h('select', { class: 'plot-select', 'aria-label': 'What the plot shows' });
  readonly values = h('div', { class: 'plot-values' });
  group: Group | null = null;
  constructor(
    readonly choices: string[],
    private readonly owner: Plots,
  ) {
    this.element = h('section', { class: 'plot' }, h('div', { class: 'plot-head' }, this.select, this.values), this.canvas);
    this.select.addEventListener('change', () => {
      this.group = this.owner.groups.find((g) => g.name === this.select.value) ?? null;
      this.draw();
    });
    const seek = (e: PointerEvent) => {
      if (e.buttons === 1) this.owner.seekAt(this.timeAt(e.offsetX));
    };
    this.canvas.addEventListener('pointerdown', (e) => {
      this.canvas.setPointerCapture(e.pointerId);
      seek(e);
    });
    this.canvas.addEventListener('pointermove', seek);
  }

  fill(taken: Set<string>): void {
    const names = this.owner.groups.map((g) => g.name);
    const wanted =
      this.group?.name ?? this.choices.find((c) => names.includes(c) && !taken.has(c)) ?? names.find((n) => !taken.has(n)) ?? names[0];
    this.select.replaceChildren(...names.map((n) => h('option', { value: n }, n)));
    this.select.value = wanted ?? '';
    this.group = this.owner.groups.find((g) => g.name === wanted) ?? null;
    if (wanted) taken.add(wanted);
  }

  private left = 52;
  private timeAt(x: number): number {
    const [a, b] = this.owner.span;
    const w = this.canvas.clientWidth - this.left - 10;
    return a + ((x - this.left) / Math.max(w, 1)) * (b - a);
  }

  draw(): void {
    const width = this.canvas.clientWidth;
    const height = this.canvas.clientHeight;
    if (width === 0 || height === 0) return;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const c = this.canvas.getContext('2d')!;
    c.scale(ratio, ratio);
    this.values.replaceChildren();
    if (this.group) this.drawGroup(c, this.group, width, height);
  }

  private drawGroup(c: CanvasRenderingContext2D, group: Group, width: number, height: number): void {
    const style = getComputedStyle(this.element);
    const ink = style.getPropertyValue('--ink-quiet');
    const box = { x: this.left, y: 6, w: width - this.left - 10, h: height - 26 };
    const [low, high] = limits(group.series);
    const yOf = (v: number) => box.y + box.h * (1 - (v - low) / (high - low));
    const [a, b] = this.owner.span;
    const xOf = (t: number) => box.x + (box.w * (t - a)) / (b - a || 1);
    c.font = '11px system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
    c.strokeStyle = style.getPropertyValue('--line');
    c.fillStyle = ink;
    c.lineWidth = 1;
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    for (const v of ticks(low, high, Math.max(2, Math.floor(box.h / 26)))) {
      const y = Math.round(yOf(v)) + 0.5;
      line(c, box.x, y, box.x + box.w, y);
      c.fillText(formatNumber(v), box.x - 6, y);
    }
    c.textAlign = 'center';
    c.textBaseline = 'alphabetic';
    for (const t of ticks(a, b, Math.max(2, Math.floor(box.w / 80)))) c.fillText(`${formatNumber(t)} s`, xOf(t), height - 6);
    c.save();
    c.beginPath();
    c.rect(box.x, box.y - 2, box.w + 1, box.h + 4);
    c.clip();
    group.series.forEach((s, k) => this.drawSeries(c, s, css(category(k)), xOf, yOf));
    c.restore();
    this.drawCursor(c, group, box, xOf, yOf, style.getPropertyValue('--ink'));
  }

  private drawSeries(c: CanvasRenderingContext2D, s: Series, colour: string, xOf: (t: number) => number, yOf: (v: number) => number): void {
    c.strokeStyle = colour;
    c.lineWidth = 1.6;
    c.lineJoin = 'round';
    c.beginPath();
    let down = false;
    s.values.forEach((v, i) => {
      const t = this.owner.times[i];
      if (v === null || t === undefined) {
        down = false;
        return;
      }
      if (down) c.lineTo(xOf(t), yOf(v));
      else c.moveTo(xOf(t), yOf(v));
      down = true;
    });
    c.stroke();
  }

  private drawCursor(
    c: CanvasRenderingContext2D,
    group: Group,
    box: { x: number; y: number; w: number; h: number },
    xOf: (t: number) => number,
    yOf: (v: number) => number,
    ink: string,
  ): void {
    const x = xOf(this.owner.cursor);
    c.strokeStyle = ink;
    c.lineWidth = 1;
    line(c, x, box.y, x, box.y + box.h);
    const row = this.owner.rowAt(this.owner.cursor);
    group.series.forEach((s, k) => {
      const v = s.values[row];
      const colour = css(category(k));
      if (v !== null && v !== undefined) {
        c.fillStyle = colour;
        c.beginPath();
        c.arc(x, yOf(v), 3, 0, 7);
        c.fill();
      }
      const dot = h('span', { class: 'dot' });
      dot.style.background = colour;
      const text = v === null || v === undefined ? '–' : formatNumber(v);
      this.values.append(h('span', { class: 'plot-value' }, dot, `${s.label} ${text}${s.unit && s.unit !== '1' ? ` ${s.unit}` : ''}`));
    });
  }
}

function line(c: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  c.beginPath();
  c.moveTo(x0, y0);
  c.lineTo(x1, y1);
  c.stroke();
}

function limits(series: Series[]): [number, number] {
  let low = 0;
  let high = -Infinity;
  for (const s of series) {
    for (const v of s.values) {
      if (v === null) continue;
      if (v < low) low = v;
      if (v > high) high = v;
    }
  }
  if (!(high > low)) high = low + 1;
  return [low, high + 0.04 * (high - low)];
}

export function ticks(low: number, high: number, most: number): number[] {
  const raw = (high - low) / Math.max(most, 1);
  if (!(raw > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5, 10].find((s) => s * power >= raw * (1 - 1e-9)) ?? 10);
  const out: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) out.push(k * step + 0); // no -0
  return out;
}

export class Plots {
  readonly element = h('div', { class: 'plots', 'aria-label': 'Telemetry' });
  groups: Group[] = [];
  times: number[] = [];
  span: [number, number] = [0, 1];
  cursor = 0;
  private plots: Plot[];
  private data: Telemetry | null = null;
  private asked = false;

  constructor(readonly seekAt: (t: number) => void) {
    this.plots = kFirstChoices.map((choices) => new Plot(choices, this));
    this.element.append(...this.plots.map((p) => p.element));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  get lastTime(): number | undefined {
    return this.times[this.times.length - 1];
  }

  set(data: Telemetry): void {
    this.data = data;
    const k = column(data, 'time');
    this.times = data.rows.map((r) => r[k] ?? 0);
    this.span = [this.times[0] ?? 0, Math.max(this.times[this.times.length - 1] ?? 1, (this.times[0] ?? 0) + 1e-12)];
    this.groups = plotGroups(data);
    const taken = new Set<string>();
    for (const p of this.plots) p.fill(taken);
    this.plots.forEach((p, i) => p.element.classList.toggle('empty', i >= this.groups.length));
    this.draw();
  }

  // Rows of a run that goes on.
  append(more: Telemetry): void {
    if (!this.data || more.rows.length === 0) return;
    this.set({ columns: this.data.columns, rows: [...this.data.rows, ...more.rows] });
  }

  rowAt(t: number): number {
    let low = 0;
    let high = this.times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= t * (1 + 1e-9) + 1e-12) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  moveCursor(t: number): void {
    this.cursor = t;
    this.draw();
  }

  draw(): void {
    if (this.asked || this.element.hidden) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.element.dataset.time = String(this.cursor);
      for (const p of this.plots) p.draw();
    });
  }
}
