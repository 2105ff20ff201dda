// Looks again and again for what is new. A run that goes on gets new frames; a finished one may be resumed, so it is
// looked at too, less often.
import type { News } from '../data/recording';
import { asTrouble, type Geometry } from '../data/types';
import type { Page } from '../page';

const kPollMs = 1000;

export class RunWatch {
  private lost = false; // the connection

  constructor(
    private readonly page: Pick<
      Page,
      'settings' | 'recording' | 'view' | 'playback' | 'telemetry' | 'shell' | 'panel' | 'timebar'
    >,
  ) {}

  start(): void {
    window.setTimeout(() => void this.poll(), kPollMs);
  }

  // Shows what the server says about the run as a whole: an alarm, an interruption.
  showNote(): void {
    const { run } = this.page.recording;
    if (run?.note) this.page.shell.showBanner(run.state === 'failed' ? 'Alarm.' : 'Note.', run.note);
  }

  private async poll(): Promise<void> {
    const { recording, shell } = this.page;
    let pause = kPollMs;
    try {
      const note = recording.run?.note;
      await this.look();
      if (this.lost) shell.hideBanner();
      if (this.lost || recording.run?.note !== note) this.showNote();
      this.lost = false;
      pause = recording.run?.state === 'running' ? kPollMs : 5 * kPollMs;
    } catch (e) {
      const trouble = asTrouble(e);
      this.lost = true;
      shell.showBanner(`${trouble.title}.`, trouble.message);
    }
    window.setTimeout(() => void this.poll(), pause);
  }

  private async look(): Promise<void> {
    const { recording, telemetry } = this.page;
    const wasRunning = recording.run!.state === 'running';
    const news = await recording.news();
    if (!news) {
      location.reload();
      return;
    }
    this.take(news);
    if (wasRunning && news.run.telemetry) await telemetry.extend();
  }

  private take(news: News): void {
    const { recording, playback, shell } = this.page;
    const before = recording.run!.state;
    const wasAtEnd = playback.atEnd;
    recording.adopt(news);
    if (news.geometry) this.showGeometry(news.geometry);
    if (news.frames.length === 0 && news.run.state === before) return;
    shell.showRun(news.run, recording.frames.length, recording.broken);
    if (news.frames.length > 0) this.showFrames(wasAtEnd);
  }

  private showGeometry(geometry: Geometry): void {
    const { recording, view, panel } = this.page;
    const run = recording.run!;
    view.setShapes(run, geometry);
    panel.setShapes(run, geometry);
    if (!run.box) return;
    view.setBox(run.box, true);
    panel.setBox(...run.box);
    view.redraw();
  }

  // Whoever looks at the last frame of a run that goes on sees the next one as it comes.
  private showFrames(wasAtEnd: boolean): void {
    const { settings, recording, playback, timebar } = this.page;
    timebar.setFrames(recording.frames);
    if (wasAtEnd && !playback.playing) void playback.go(recording.last);
    else timebar.show(playback.index, settings.fps);
  }
}
