// What a person takes away: a picture, a film, the address. And the picture that scree render waits for.
import { postRender } from '../data/api';
import { asTrouble } from '../data/types';
import type { Page } from '../page';
import { save, toPng } from './save';

export class Exports {
  constructor(
    private readonly page: Pick<
      Page,
      'settings' | 'recording' | 'stage' | 'view' | 'camera' | 'playback' | 'signals' | 'shell' | 'legend'
    >,
  ) {}

  async savePicture(): Promise<void> {
    const { recording, view, shell } = this.page;
    if (!view.frame) return;
    save(await toPng(this.picture(...this.size())), `${recording.run!.name}_${String(view.frame.n).padStart(6, '0')}.png`);
    shell.toast('Picture saved.');
  }

  filmPlan() {
    const { settings, recording, playback } = this.page;
    const [width, height] = this.size();
    return {
      name: recording.run?.name ?? 'scree',
      count: recording.frames.length,
      fps: settings.fps,
      picture: async (k: number) => {
        await playback.go(k);
        return this.picture(width, height);
      },
    };
  }

  async copyLink(): Promise<void> {
    const { shell } = this.page;
    try {
      await navigator.clipboard.writeText(location.href);
      shell.toast('The address of this view is in the clipboard.');
    } catch {
      shell.toast('Copy the address from the address bar: it carries this view.');
    }
  }

  // Answers scree render, which knows the page by the token.
  async send(token: string): Promise<void> {
    const { settings, stage, camera, view, signals } = this.page;
    const { width, height } = settings;
    try {
      stage.resize(width, height);
      camera.place();
      view.paint();
      await postRender(token, await toPng(this.picture(width, height)));
      signals.ready();
    } catch (e) {
      signals.fail(asTrouble(e).message);
    }
  }

  private picture(width: number, height: number): HTMLCanvasElement {
    const canvas = this.page.stage.picture(width, height);
    this.page.legend.stamp(canvas.getContext('2d')!, width, height);
    return canvas;
  }

  // As large as on the screen, in its own pixels.
  private size(): [number, number] {
    const { clientWidth, clientHeight } = this.page.shell.view;
    const ratio = Math.max(1, Math.min(window.devicePixelRatio || 1, 2));
    return [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
  }
}
