// The run as the server has it: its frames and contacts by their index among those that can be read, and what is new.
import { fetchContacts, fetchFrame, fetchGeometry, fetchRun } from './api';
import { Store } from './store';
import { Trouble, type Contacts, type Frame, type FrameEntry, type Geometry, type Run } from './types';

const kFrameBytes = 400e6;
const kContactBytes = 150e6;

// What the server says about a run that was opened before.
export interface News {
  run: Run;
  geometry: Geometry | null; // null: it is as before
  frames: FrameEntry[]; // new ones that can be read
}

export class Recording {
  run: Run | null = null;
  frames: FrameEntry[] = []; // those that can be read
  private readonly frameStore = new Store<Frame>(fetchFrame, kFrameBytes);
  private readonly contactStore = new Store<Contacts>(fetchContacts, kContactBytes);

  async open(): Promise<Run> {
    const run = await fetchRun();
    const frames = readable(run.frames);
    if (frames.length === 0) throw noFrames(run);
    this.run = run;
    this.frames = frames;
    return run;
  }

  // Null means that another run has taken the folder.
  async news(): Promise<News | null> {
    const old = this.run!;
    const next = this.frames[this.last].n + 1;
    const run = await fetchRun(next);
    if (run.key !== old.key) return null;
    const geometry = run.geometry === old.geometry ? null : await fetchGeometry();
    const frames = readable(run.frames).filter((f) => f.n >= next);
    return { run: { ...run, frames: [...old.frames.filter((f) => f.n < next), ...run.frames] }, geometry, frames };
  }

  adopt(news: News): void {
    this.run = news.run;
    this.frames = [...this.frames, ...news.frames];
  }

  get flat(): boolean {
    return this.run?.dimension === 2;
  }

  get last(): number {
    return this.frames.length - 1;
  }

  get broken(): number {
    return (this.run?.frames.length ?? 0) - this.frames.length;
  }

  get bytes(): number {
    return this.frameStore.bytes;
  }

  // The index of the frame that an address names: by its time, or by its number; the next one stands in for a frame that
  // cannot be read.
  find(frame: number | 'last', t: number | null): number {
    if (t !== null) return this.nearest(t);
    const at = frame === 'last' ? -1 : this.frames.findIndex((f) => f.n >= frame);
    return at < 0 ? this.last : at;
  }

  nearest(t: number): number {
    const distance = (f: FrameEntry) => Math.abs((f.t ?? 0) - t);
    let best = 0;
    this.frames.forEach((f, i) => {
      if (distance(f) < distance(this.frames[best])) best = i;
    });
    return best;
  }

  frame(index: number): Promise<Frame> {
    return this.frameStore.load(this.frames[index].n);
  }

  contacts(index: number): Promise<Contacts> {
    return this.contactStore.load(this.frames[index].n);
  }

  // The contacts of a frame if they are here already.
  knownContacts(frame: Frame): Contacts | null {
    return this.contactStore.peek(frame.n) ?? null;
  }

  // Asks for the two frames after this one, and for the contacts of the first of them.
  prefetchAfter(index: number, withContacts: boolean): void {
    const next = this.frames.slice(index + 1, index + 3);
    for (const f of next) this.frameStore.prefetch(f.n);
    if (withContacts && next.length > 0) this.contactStore.prefetch(next[0].n);
  }
}

function readable(frames: FrameEntry[]): FrameEntry[] {
  return frames.filter((f) => f.broken === undefined);
}

function noFrames(run: Run): Trouble {
  const broken = run.frames[0];
  if (broken?.broken) return new Trouble('No frame can be read', `Frame ${broken.n}: ${broken.broken}`);
  return new Trouble('No frames yet', 'The run has not written a frame so far. This page looks again every second.', true);
}
