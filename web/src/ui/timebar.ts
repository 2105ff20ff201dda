// Play, step, speed and the slider.
import { formatNumber } from '../colour/fields';
import type { FrameEntry } from '../data/types';
import { h, iconButton, setIcon } from './dom';

export interface TimeActions {
  go: (index: number) => void;
  play: () => void;
  fps: (fps: number) => void;
  plots: () => void;
}

export class TimeBar {
  readonly element = h('div', { class: 'timebar', role: 'group', 'aria-label': 'Time' });
  private readonly playButton: HTMLButtonElement;
  private readonly slider = h('input', { type: 'range', class: 'time-slider', min: 0, max: 0, step: 1, value: 0, 'aria-label': 'Frame' });
  private readonly text = h('output', { class: 'time-text' });
  private readonly speed = h('select', { class: 'speed', 'aria-label': 'Speed', title: 'Speed of play' });
  private readonly plotsButton: HTMLButtonElement;
  private readonly buttons: HTMLButtonElement[];
  private frames: FrameEntry[] = [];

  constructor(act: TimeActions) {
    const at = () => Number(this.slider.value);
    this.playButton = iconButton('play', 'Play (space)', act.play, { 'data-action': 'play' });
    this.playButton.classList.add('primary');
    this.plotsButton = iconButton('plots', 'Plots (G)', act.plots, { 'data-action': 'plots' });
    this.buttons = [
      iconButton('first', 'First frame (Home)', () => act.go(0), { 'data-action': 'first' }),
      iconButton('previous', 'One frame back (left arrow)', () => act.go(at() - 1)),
      this.playButton,
      iconButton('next', 'One frame on (right arrow)', () => act.go(at() + 1), { 'data-action': 'next' }),
      iconButton('last', 'Last frame (End)', () => act.go(this.frames.length - 1), { 'data-action': 'last' }),
    ];
    this.slider.addEventListener('input', () => act.go(at()));
    for (const fps of [1, 2, 5, 10, 20, 30, 60]) this.speed.append(h('option', { value: fps }, `${fps} fps`));
    this.speed.addEventListener('change', () => act.fps(Number(this.speed.value)));
    this.element.append(h('div', { class: 'time-buttons' }, ...this.buttons), this.slider, this.text, this.speed, this.plotsButton);
  }

  setFrames(frames: FrameEntry[]): void {
    this.frames = frames;
    this.slider.max = String(Math.max(0, frames.length - 1));
    const single = frames.length < 2;
    for (const e of [...this.buttons, this.slider, this.speed]) {
      e.disabled = single;
      if (single) e.title = 'There is one frame only';
    }
    this.nameSpeeds();
  }

  // Frames a second, and how that compares with the time of the run.
  private nameSpeeds(): void {
    const first = this.frames[0]?.t ?? 0;
    const last = this.frames[this.frames.length - 1]?.t ?? 0;
    const step = (last - first) / Math.max(1, this.frames.length - 1);
    for (const option of this.speed.options) {
      const ratio = step * Number(option.value);
      option.textContent = ratio > 0 ? `${option.value} fps · ${Number(ratio.toPrecision(2))}×` : `${option.value} fps`;
    }
    this.speed.title = 'Speed of play: frames a second, and times the speed of the run itself';
  }

  show(index: number, fps: number): void {
    this.slider.value = String(index);
    const f = this.frames[index];
    const time = `${formatNumber(f?.t ?? 0)} s`;
    this.slider.setAttribute('aria-valuetext', `${time}, frame ${index + 1} of ${this.frames.length}`);
    this.text.replaceChildren(h('strong', {}, time), h('span', { class: 'quiet' }, ` ${index + 1}/${this.frames.length}`));
    if (![...this.speed.options].some((o) => Number(o.value) === fps)) this.speed.append(h('option', { value: fps }, `${fps} fps`));
    this.speed.value = String(fps);
  }

  setPlaying(on: boolean): void {
    setIcon(this.playButton, on ? 'pause' : 'play', on ? 'Pause (space)' : 'Play (space)');
    this.playButton.setAttribute('aria-pressed', String(on));
  }

  setPlots(shown: boolean, reason: string | null): void {
    this.plotsButton.disabled = reason !== null;
    this.plotsButton.setAttribute('aria-pressed', String(shown && reason === null));
    this.plotsButton.title = reason ?? 'Plots (G)';
  }
}
