// Asks what kind of film, shows how far it is, and can be stopped.
import { pngZip, webm, webmType, type FilmPlan } from '../output/film';
import { save } from '../output/save';
import { h, iconButton } from './dom';

export class FilmDialog {
  readonly element = h('dialog', { class: 'dialog film', 'aria-label': 'Film' });
  private readonly bar = h('progress', { max: 1, value: 0, hidden: true });
  private readonly said = h('p', { class: 'quiet', role: 'status' });
  private readonly webmButton: HTMLButtonElement;
  private readonly pngButton: HTMLButtonElement;
  private stop = false;
  private working = false;

  constructor(private readonly plan: () => Omit<FilmPlan, 'progress' | 'stopped'> & { name: string }) {
    this.webmButton = h('button', { type: 'button', 'data-film': 'webm', click: () => void this.make('webm') }, 'WebM video');
    this.pngButton = h('button', { type: 'button', 'data-film': 'png', click: () => void this.make('png') }, 'Numbered PNG pictures (zip)');
    const close = iconButton('close', 'Close', () => this.element.close());
    this.element.append(h('header', {}, h('h2', {}, 'Film of the run'), close), this.said, h('div', { class: 'row buttons' }, this.webmButton, this.pngButton), this.bar);
    this.element.addEventListener('close', () => (this.stop = true));
  }

  open(): void {
    if (this.working) return;
    const { count, fps } = this.plan();
    this.said.textContent = `${count} frames at ${fps} frames a second: ${(count / fps).toFixed(1)} s. The view, colours and legend are as you see them now.`;
    this.webmButton.disabled = webmType() === null;
    this.webmButton.title = this.webmButton.disabled ? 'This browser cannot record WebM' : '';
    this.element.showModal();
  }

  private async make(kind: 'webm' | 'png'): Promise<void> {
    const asked = this.plan();
    this.stop = false;
    this.working = true;
    this.setButtons(false);
    const progress = (done: number) => {
      this.bar.value = done / asked.count;
      this.said.textContent = `Frame ${done} of ${asked.count}. Closing this window stops it.`;
    };
    try {
      const plan = { ...asked, progress, stopped: () => this.stop };
      const film = await (kind === 'webm' ? webm(plan) : pngZip(plan));
      if (film) save(film, `${asked.name}.${kind === 'webm' ? 'webm' : 'zip'}`);
      this.said.textContent = film ? 'Saved.' : 'Stopped.';
    } catch (e) {
      this.said.textContent = `The film could not be made: ${e instanceof Error ? e.message : String(e)}`;
    }
    this.working = false;
    this.setButtons(true);
  }

  private setButtons(on: boolean): void {
    this.bar.hidden = on;
    this.webmButton.disabled = !on || webmType() === null;
    this.pngButton.disabled = !on;
  }
}
