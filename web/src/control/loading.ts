// Opens the run and shows its first frame. While there is no frame yet, or no server, it tries again.
import { fetchGeometry } from '../data/api';
import { frameBox } from '../data/measures';
import { asTrouble, type Frame, type Geometry, type Run } from '../data/types';
import type { Page } from '../page';
import { sleep } from '../wait';

const kRetryMs = 1000;

export class Loading {
  constructor(private readonly page: Page) {}

  async start(): Promise<void> {
    for (;;) {
      try {
        await this.load();
        return;
      } catch (e) {
        const trouble = asTrouble(e);
        this.page.shell.showNotice(trouble.title, trouble.message);
        this.page.signals.fail(`${trouble.title}: ${trouble.message}`);
        if (!trouble.retry) return;
        await sleep(kRetryMs);
      }
    }
  }

  private async load(): Promise<void> {
    const { settings, recording, shell, playback, selection, telemetry, watch, exports } = this.page;
    const run = await recording.open();
    const index = recording.find(settings.frame, settings.t);
    const [geometry, first] = await Promise.all([fetchGeometry(), recording.frame(index)]);
    shell.hideNotice();
    this.showRun(run, geometry, first);
    await playback.go(index);
    shell.setBusy(null);
    if (settings.render) return exports.send(settings.render);
    if (settings.body !== null) selection.select(settings.body);
    if (run.telemetry) void telemetry.load();
    watch.start();
  }

  private showRun(run: Run, geometry: Geometry, first: Frame): void {
    const { settings, recording, view, camera, watch, shell, panel, timebar } = this.page;
    document.documentElement.classList.remove('no-run');
    if (recording.flat) settings.ortho = true;
    view.setRun(run, first);
    view.setShapes(run, geometry);
    panel.setRun(run);
    panel.setShapes(run, geometry);
    panel.setBox(...(run.box ?? frameBox(first)));
    timebar.setFrames(recording.frames);
    shell.showRun(run, recording.frames.length, recording.broken);
    watch.showNote();
    camera.resize();
    camera.place();
    this.page.applySettings();
  }
}
