// The body that was clicked: its mark, its card, and the camera that follows it.
import { fetchBody } from '../data/api';
import type { Vec3 } from '../data/types';
import type { Page } from '../page';
import { writeAddress } from '../settings';
import { Card } from '../ui/card';

const kClickReach = 5; // CSS pixels; whoever moves farther drags

export class Selection {
  readonly card = new Card(() => this.toggleFollow(), () => this.select(null), (id) => this.select(id));

  constructor(private readonly page: Pick<Page, 'stage' | 'settings' | 'recording' | 'view'>) {}

  listen(canvas: HTMLCanvasElement): void {
    let down: [number, number] | null = null;
    canvas.addEventListener('pointerdown', (e) => (down = [e.offsetX, e.offsetY]));
    canvas.addEventListener('pointerup', (e) => {
      if (down && Math.hypot(e.offsetX - down[0], e.offsetY - down[1]) < kClickReach && e.button === 0) this.click(e.offsetX, e.offsetY);
      down = null;
    });
  }

  select(id: number | null): void {
    const { stage, settings, view } = this.page;
    settings.body = id;
    if (id === null) settings.follow = false;
    this.card.setFollow(settings.follow);
    if (id === null) this.card.hide();
    writeAddress(settings);
    if (!view.frame) return;
    view.paint();
    this.refreshCard();
    stage.ask();
  }

  // Asks the server for the body as it is in the frame that is shown; while frames follow one another the card rests.
  refreshCard(): void {
    const { stage, settings, recording, view } = this.page;
    const id = settings.body;
    const n = view.frame?.n;
    if (id === null || n === undefined || stage.playing || settings.render) return;
    fetchBody(n, id)
      .then((b) => {
        if (settings.body === id && view.frame?.n === n) this.card.show(b, recording.run!);
      })
      .catch(() => {
        if (settings.body === id) this.card.showMissing(id);
      });
  }

  centre(): Vec3 | null {
    const { settings, view } = this.page;
    return settings.body === null ? null : view.centreOfBody(settings.body);
  }

  toggleFollow(): void {
    const { stage, settings } = this.page;
    if (settings.body === null) return;
    settings.follow = !settings.follow;
    this.card.setFollow(settings.follow);
    const at = this.centre();
    if (settings.follow && at) stage.carry(stage.toScene(at).sub(stage.controls.target));
    writeAddress(settings);
  }

  // Moves the camera with the body, from where the body was in the frame before.
  followFrom(before: Vec3 | null): void {
    const { stage, settings } = this.page;
    const now = this.centre();
    if (!settings.follow || !before || !now) return;
    stage.carry(stage.toScene(now).sub(stage.toScene(before)));
  }

  private click(x: number, y: number): void {
    const { stage, view } = this.page;
    if (!view.frame) return;
    const place = stage.pick(x, y);
    this.select(place === null ? null : view.frame.id[place]);
    stage.ask();
  }
}
