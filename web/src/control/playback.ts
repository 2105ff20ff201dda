// Time: goes to a frame, and plays one after another.
import { asTrouble, type Contacts, type Frame, type Trouble } from '../data/types';
import type { Page } from '../page';
import { writeAddress } from '../settings';
import { nextPaint, sleep } from '../wait';

export class Playback {
  index = -1; // of the frame that is shown, among those that can be read; -1: none is shown yet
  playing = false;
  private asked = 0; // number of the latest request for a frame: older answers are dropped

  constructor(
    private readonly page: Pick<Page, 'recording' | 'settings' | 'stage' | 'selection' | 'signals' | 'shell' | 'timebar'>,
    private readonly show: (frame: Frame, contacts: Contacts | null) => void,
  ) {}

  get atEnd(): boolean {
    return this.index === this.page.recording.last;
  }

  async go(index: number): Promise<void> {
    const { recording, settings, stage, signals } = this.page;
    const i = Math.max(0, Math.min(recording.last, index));
    const mine = ++this.asked;
    signals.begin();
    try {
      const frame = await recording.frame(i);
      const contacts = settings.chains && recording.run!.has_contacts ? await recording.contacts(i) : null;
      if (mine === this.asked) this.arrive(i, frame, contacts);
      recording.prefetchAfter(i, settings.chains);
    } catch (e) {
      this.failed(asTrouble(e));
    } finally {
      signals.end();
      stage.ask();
    }
  }

  async toggle(): Promise<void> {
    if (this.playing) this.stop();
    else if (this.page.recording.last > 0) await this.play();
  }

  private async play(): Promise<void> {
    this.setPlaying(true);
    if (this.atEnd) await this.go(0);
    while (this.playing && !this.atEnd) {
      const start = performance.now();
      await this.go(this.index + 1);
      await nextPaint();
      const rest = 1000 / this.page.settings.fps - (performance.now() - start);
      if (rest > 4) await sleep(rest);
    }
    this.stop();
  }

  private stop(): void {
    this.setPlaying(false);
    writeAddress(this.page.settings);
    this.page.selection.refreshCard();
    this.page.stage.ask();
  }

  private setPlaying(on: boolean): void {
    this.playing = on;
    this.page.stage.playing = on;
    this.page.timebar.setPlaying(on);
  }

  private arrive(index: number, frame: Frame, contacts: Contacts | null): void {
    this.index = index;
    this.page.settings.frame = this.atEnd ? 'last' : frame.n;
    this.show(frame, contacts);
  }

  // Without a picture there is nothing to show a banner over.
  private failed(trouble: Trouble): void {
    this.setPlaying(false);
    if (this.index < 0) throw trouble;
    this.page.shell.showBanner(`${trouble.title}.`, trouble.message);
  }
}
