// The plots under the picture: whether they are shown, and the telemetry in them.
import { fetchTelemetry } from '../data/api';
import { asTrouble } from '../data/types';
import type { Page } from '../page';
import { Plots } from '../ui/plots';

export class TelemetryControl {
  readonly plots = new Plots((t) => void this.page.playback.go(this.page.recording.nearest(t)));

  constructor(private readonly page: Pick<Page, 'settings' | 'recording' | 'playback' | 'timebar'>) {}

  show(): void {
    const has = this.page.recording.run?.telemetry ?? false;
    const shown = this.page.settings.plots && has;
    this.plots.element.hidden = !shown;
    this.page.timebar.setPlots(shown, has ? null : 'The run has no telemetry');
    if (shown) this.plots.draw();
  }

  async load(): Promise<void> {
    try {
      this.plots.set(await fetchTelemetry());
    } catch (e) {
      this.page.timebar.setPlots(false, asTrouble(e).message);
      this.plots.element.hidden = true;
    }
  }

  // Rows that a run that goes on has written since.
  async extend(): Promise<void> {
    if (this.plots.lastTime === undefined) await this.load();
    else this.plots.append(await fetchTelemetry(this.plots.lastTime));
  }
}
