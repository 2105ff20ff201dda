// The page around the canvas: title, messages, axes, help, and where everything is put.
import type { Run } from '../data/types';
import { h, iconButton, svg } from './dom';

const kStates: Record<Run['state'], [string, string]> = {
  running: ['running', 'The run goes on: new frames appear by themselves'],
  finished: ['finished', 'The run has come to its end'],
  stopped: ['stopped', 'The run was interrupted before its end'],
  failed: ['failed', 'The run was ended by an alarm'],
};

const kKeys: [string, string][] = [
  ['Space', 'play, pause'],
  ['← →', 'one frame back, on'],
  ['Home End', 'first, last frame'],
  ['C', 'next thing to colour by'],
  ['B', 'bodies solid, faint, hidden'],
  ['W', 'walls solid, clear, hidden'],
  ['X', 'cut off, x, y, z'],
  ['L', 'force chains'],
  ['E', 'edges of polyhedra'],
  ['1 … 7', 'iso, front, back, left, right, top, bottom'],
  ['F', 'fit all into view'],
  ['O', 'perspective, parallel'],
  ['Click', 'a body: its data and contacts'],
  ['J', 'follow the body'],
  ['Esc', 'let go of the body'],
  ['P', 'save a picture'],
  ['M', 'save a film'],
  ['G', 'plots'],
  ['T', 'light, dark'],
  ['V', 'controls'],
  ['?', 'this list'],
];

export interface ShellActions {
  theme: () => void;
  help: () => void;
  panel: () => void;
}

export class Shell {
  readonly canvas = h('canvas', { class: 'scene', tabindex: '0', role: 'img', 'aria-label': 'The run in three dimensions' });
  readonly legend = h('canvas', { class: 'legend', role: 'img' });
  readonly view = h('main', { class: 'view' });
  readonly bottom = h('footer', { class: 'bottom' });
  private readonly axesBox = svg('svg', { viewBox: '-34 -34 68 68', class: 'axes', 'aria-hidden': 'true' });
  private readonly name = h('h1', {});
  private readonly about = h('p', { class: 'about quiet' });
  private readonly chip = h('span', { class: 'chip', hidden: true });
  private readonly banner = h('div', { class: 'banner', role: 'alert', hidden: true });
  private readonly notice = h('div', { class: 'notice', role: 'alert', hidden: true });
  private readonly toastBox = h('div', { class: 'toast', role: 'status', hidden: true });
  private readonly busy = h('div', { class: 'busy', role: 'status' }, 'Loading the run …');
  readonly help = h('dialog', { class: 'dialog help', 'aria-label': 'Keys' });
  private toastTimer = 0;

  constructor(act: ShellActions) {
    const logo = h('img', { src: '/favicon.svg', alt: '', width: 26, height: 26 });
    const bar = h('header', { class: 'bar' },
      h('div', { class: 'brand' }, logo, h('span', {}, 'scree')),
      h('div', { class: 'title' }, this.name, this.about),
      this.chip,
      h('div', { class: 'bar-buttons' },
        iconButton('theme', 'Light or dark (T)', act.theme, { 'data-action': 'theme' }),
        iconButton('help', 'Keys (?)', act.help, { 'data-action': 'help' }),
        iconButton('panel', 'Controls (V)', act.panel, { 'data-action': 'panel' })),
    );
    this.view.append(this.canvas, this.legend, this.axesBox, this.busy, this.banner, this.notice, this.toastBox);
    this.buildHelp();
    document.body.append(bar, this.view, this.bottom, this.help);
  }

  private buildHelp(): void {
    const list = h('dl', {});
    for (const [keys, what] of kKeys) list.append(h('dt', {}, ...keys.split(' ').map((k) => (k === '…' ? k : h('kbd', {}, k)))), h('dd', {}, what));
    const close = iconButton('close', 'Close', () => this.help.close());
    this.help.append(
      h('header', {}, h('h2', {}, 'Keys and mouse'), close),
      list,
      h('p', { class: 'quiet' }, 'Drag turns, right button or two fingers move, wheel or pinch zooms. The address of this page carries the view: copy it to share.'),
    );
  }

  toggleHelp(): void {
    if (this.help.open) this.help.close();
    else this.help.showModal();
  }

  showRun(run: Run, frames: number, broken: number): void {
    this.name.textContent = run.title || run.name;
    document.title = `${run.title || run.name} – scree`;
    const parts = [run.name, `${run.types.length} body type${run.types.length === 1 ? '' : 's'}`, `${frames} frames`];
    if (broken > 0) parts.push(`${broken} frame${broken === 1 ? '' : 's'} cannot be read`);
    this.about.textContent = parts.join(' · ');
    const [text, why] = kStates[run.state];
    this.chip.hidden = false;
    this.chip.textContent = text;
    this.chip.dataset.state = run.state;
    this.chip.title = run.note || why;
  }

  setCount(text: string): void {
    this.about.dataset.count = text;
    const parts = (this.about.textContent ?? '').split(' · ').filter((p) => !p.endsWith(' bodies'));
    parts.splice(1, 0, text);
    this.about.textContent = parts.join(' · ');
  }

  setBusy(text: string | null): void {
    this.busy.hidden = text === null;
    if (text) this.busy.textContent = text;
  }

  // In place of the picture: there is nothing to show.
  showNotice(title: string, message: string): void {
    this.setBusy(null);
    this.notice.replaceChildren(h('h2', {}, title), h('p', {}, message));
    this.notice.hidden = false;
  }

  hideNotice(): void {
    this.notice.hidden = true;
  }

  // Over the picture: it stays, but something is wrong.
  showBanner(title: string, message: string): void {
    const words = h('span', {}, h('strong', {}, title), ` ${message}`);
    this.banner.replaceChildren(words, iconButton('close', 'Close this message', () => this.hideBanner()));
    this.banner.hidden = false;
  }

  hideBanner(): void {
    this.banner.hidden = true;
  }

  toast(text: string): void {
    this.toastBox.textContent = text;
    this.toastBox.hidden = false;
    window.clearTimeout(this.toastTimer);
    this.toastTimer = window.setTimeout(() => (this.toastBox.hidden = true), 3200);
  }

  drawAxes(axes: { name: string; x: number; y: number; depth: number }[]): void {
    const parts = [...axes].sort((a, b) => a.depth - b.depth).flatMap((a) => {
      const [x, y] = [22 * a.x, 22 * a.y];
      const text = svg('text', { x: 1.36 * x, y: 1.36 * y, class: `axis-${a.name}`, 'text-anchor': 'middle', 'dominant-baseline': 'central' });
      text.textContent = a.name;
      return [svg('line', { x1: 0, y1: 0, x2: x, y2: y, class: `axis-${a.name}` }), text];
    });
    this.axesBox.replaceChildren(...parts);
  }
}
