// What tests and scree render read off the page: whether all that was asked for is drawn, and what was drawn.
import { postRender } from '../data/api';
import type { Page } from '../page';

export class Signals {
  private pending = 0; // requests for frames that have not ended
  private readonly root = document.documentElement.dataset;

  constructor(private readonly page: Pick<Page, 'settings' | 'stage' | 'recording' | 'view' | 'shell'>) {}

  begin(): void {
    this.pending += 1;
    if (this.root.ready !== 'error') this.root.ready = 'false';
  }

  // The page is ready only when the stage has been drawn after that.
  end(): void {
    this.pending -= 1;
  }

  drawn(): void {
    const { settings, view } = this.page;
    if (!view.frame || !view.colours) return;
    this.describe();
    if (this.pending === 0 && !settings.render) this.ready();
  }

  ready(): void {
    this.root.ready = 'true';
  }

  fail(text: string): void {
    const { render } = this.page.settings;
    this.root.ready = 'error';
    this.root.error = text;
    if (render) void postRender(render, text);
  }

  private describe(): void {
    const { settings, stage, recording, view, shell } = this.page;
    const { bodies, carried, triangles } = stage.bodies.drawn;
    Object.assign(shell.canvas.dataset, {
      frame: String(view.frame!.n),
      time: String(view.frame!.time),
      bodies: String(bodies),
      carried: String(carried),
      triangles: String(triangles),
      walls: String(stage.walls.drawn),
      chains: String(stage.chains.count),
      colour: settings.colour,
      range: view.colours!.range.join(','),
      eye: stage.eye().join(','),
      cached: String(recording.bytes),
      drawMs: stage.drawMs.toFixed(0),
    });
  }
}
