// The legend, drawn the same way on the page and into exported pictures.
import { categoryNames, formatNumber, type Colours, type Field } from '../colour/fields';
import { category, css, mapTable } from '../colour/maps';
import type { Run } from '../data/types';

export interface LegendText {
  field: Field;
  map: string;
  colours: Colours;
  run: Run;
  chains: { reference: number; weak: string; strong: string } | null;
}

const kFont = 'system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';
const kMost = 9; // categories listed

export interface Ink {
  text: string;
  quiet: string;
  back: string;
}

export const kInks: Record<'light' | 'dark', Ink> = {
  light: { text: '#17202b', quiet: '#4c5a6a', back: 'rgba(255, 255, 255, 0.82)' },
  dark: { text: '#eef2f6', quiet: '#a9b6c4', back: 'rgba(20, 26, 33, 0.78)' },
};

interface Size {
  width: number;
  height: number;
}

function entries(l: LegendText): { name: string; k: number }[] {
  const names = categoryNames(l.field, l.run);
  return [...l.colours.present].sort((a, b) => a - b).map((k) => ({ k, name: names[k] ?? `number ${k}` }));
}

function isNumber(l: LegendText): boolean {
  return l.field.kind === 'number' || l.field.kind === 'whole';
}

export function legendSize(l: LegendText): Size | null {
  const chains = l.chains ? 34 : 0;
  if (l.field.kind === 'plain') return chains ? { width: 216, height: chains + 14 } : null;
  if (isNumber(l)) return { width: 216, height: 66 + chains };
  return { width: 216, height: 34 + 18 * Math.min(entries(l).length, kMost) + (entries(l).length > kMost ? 16 : 0) + chains };
}

// Draws at 0, 0 in units of CSS pixels.
export function drawLegend(c: CanvasRenderingContext2D, l: LegendText, ink: Ink): void {
  const size = legendSize(l);
  if (!size) return;
  c.save();
  c.fillStyle = ink.back;
  c.beginPath();
  c.roundRect(0, 0, size.width, size.height, 8);
  c.fill();
  c.textBaseline = 'alphabetic';
  let y = 12;
  if (l.field.kind !== 'plain') y = isNumber(l) ? drawScale(c, l, ink) : drawKinds(c, l, ink);
  if (l.chains) drawChains(c, l.chains, ink, y);
  c.restore();
}

function title(c: CanvasRenderingContext2D, l: LegendText, ink: Ink): void {
  c.fillStyle = ink.text;
  c.font = `600 12.5px ${kFont}`;
  c.fillText(l.field.label, 12, 20);
  const at = 12 + c.measureText(l.field.label).width + 6;
  c.fillStyle = ink.quiet;
  c.font = `12px ${kFont}`;
  c.fillText(l.field.unit, at, 20);
}

function drawScale(c: CanvasRenderingContext2D, l: LegendText, ink: Ink): number {
  title(c, l, ink);
  const table = mapTable(l.map);
  const gradient = c.createLinearGradient(12, 0, 204, 0);
  for (let i = 0; i <= 32; ++i) {
    const k = 3 * Math.round((i / 32) * 255);
    gradient.addColorStop(i / 32, css([table[k], table[k + 1], table[k + 2]]));
  }
  c.fillStyle = gradient;
  c.fillRect(12, 28, 192, 12);
  c.fillStyle = ink.text;
  c.font = `11.5px ${kFont}`;
  const [low, high] = l.colours.range;
  const middle = (low + high) / 2;
  const text = (x: number) => (l.field.kind === 'whole' ? String(Number(x.toFixed(1))) : formatNumber(x));
  c.fillText(text(low), 12, 55);
  c.textAlign = 'center';
  if (high > low) c.fillText(text(middle), 108, 55);
  c.textAlign = 'right';
  c.fillText(text(high), 204, 55);
  c.textAlign = 'left';
  return 66;
}

function drawKinds(c: CanvasRenderingContext2D, l: LegendText, ink: Ink): number {
  title(c, l, ink);
  const list = entries(l);
  let y = 30;
  for (const e of list.slice(0, kMost)) {
    c.fillStyle = css(category(e.k));
    c.beginPath();
    c.roundRect(12, y, 12, 12, 3);
    c.fill();
    c.fillStyle = ink.text;
    c.font = `12px ${kFont}`;
    c.fillText(shorten(e.name), 32, y + 10.5);
    y += 18;
  }
  if (list.length > kMost) {
    c.fillStyle = ink.quiet;
    c.fillText(`and ${list.length - kMost} more`, 32, y + 9);
    y += 16;
  }
  return y + 4;
}

function shorten(text: string): string {
  return text.length > 26 ? `${text.slice(0, 25)}…` : text;
}

function drawChains(c: CanvasRenderingContext2D, chains: NonNullable<LegendText['chains']>, ink: Ink, y: number): void {
  for (let i = 0; i < 44; ++i) {
    const f = i / 43;
    c.fillStyle = mix(chains.weak, chains.strong, Math.sqrt(f));
    const w = 1 + 7 * f;
    c.fillRect(12 + i, y + 12 - w / 2, 1.5, w);
  }
  c.fillStyle = ink.text;
  c.font = `11.5px ${kFont}`;
  c.fillText(`forces up to ${formatNumber(chains.reference)} N`, 64, y + 16);
}

function mix(a: string, b: string, f: number): string {
  const [p, q] = [a, b].map((hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)));
  return css(p.map((x, k) => Math.round(x + f * (q[k] - x))) as [number, number, number]);
}

export function legendWords(l: LegendText): string {
  if (isNumber(l)) return `${l.field.label}, ${formatNumber(l.colours.range[0])} to ${formatNumber(l.colours.range[1])} ${l.field.unit}`;
  return `${l.field.label}: ${entries(l).map((e) => e.name).join(', ')}`;
}

export function drawCaption(c: CanvasRenderingContext2D, text: string, ink: Ink): void {
  c.font = `600 13px ${kFont}`;
  c.textBaseline = 'alphabetic';
  const w = c.measureText(text).width + 24;
  c.fillStyle = ink.back;
  c.beginPath();
  c.roundRect(0, 0, w, 30, 8);
  c.fill();
  c.fillStyle = ink.text;
  c.fillText(text, 12, 20);
}
