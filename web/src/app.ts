// Holds the run, the settings and the parts of the page together.
import { colourBodies, fieldByKey, formatNumber, kFields, type Colours } from './colour/fields';
import { fetchBody, fetchContacts, fetchFrame, fetchGeometry, fetchRun, fetchTelemetry, postRender } from './data/api';
import { Store } from './data/store';
import { Trouble, type Contacts, type Frame, type FrameEntry, type Geometry, type Run, type Vec3 } from './data/types';
import type { WholeCut } from './draw/bodies';
import { kPalettes } from './draw/common';
import { Stage } from './draw/stage';
import { save, toPng } from './output/save';
import { kPresets, readSettings, settingsText, type Axis, type Preset, type Settings } from './settings';
import { Card } from './ui/card';
import { FilmDialog } from './ui/filmDialog';
import { drawCaption, drawLegend, kInks, legendSize, legendWords, type LegendText } from './ui/legend';
import { Panel } from './ui/panel';
import { Plots } from './ui/plots';
import { Shell } from './ui/shell';
import { TimeBar } from './ui/timebar';

const kFrameBytes = 400e6;
const kContactBytes = 150e6;
const kPollMs = 1000;

export class App {
  private settings: Settings;
  private readonly shell: Shell;
  private readonly stage: Stage;
  private readonly panel: Panel;
  private readonly timebar: TimeBar;
  private readonly plots: Plots;
  private readonly card: Card;
  private readonly film: FilmDialog;
  private readonly frames = new Store<Frame>(fetchFrame, kFrameBytes);
  private readonly contacts = new Store<Contacts>(fetchContacts, kContactBytes);
  private readonly darkWish = window.matchMedia('(prefers-color-scheme: dark)');
  private run: Run | null = null;
  private list: FrameEntry[] = []; // those that can be read
  private index = -1;
  private frame: Frame | null = null;
  private colours: Colours | null = null;
  private asked = 0; // number of the latest request for a frame: older answers are dropped
  private playing = false;
  private pending = 0; // things that are still to be drawn

  constructor() {
    this.settings = readSettings();
    this.shell = new Shell({ theme: () => this.switchTheme(), help: () => this.shell.toggleHelp(), panel: () => this.togglePanel() });
    this.panel = new Panel({
      change: (part) => this.change(part),
      preset: (p) => this.usePreset(p),
      fit: () => this.fit(),
      ortho: (on) => this.setOrtho(on),
      picture: () => void this.savePicture(),
      film: () => this.film.open(),
      link: () => void this.copyLink(),
      close: () => this.togglePanel(),
    });
    this.timebar = new TimeBar({
      go: (i) => void this.go(i),
      play: () => void this.play(),
      fps: (fps) => this.change({ fps }),
      plots: () => this.change({ plots: !this.settings.plots }),
    });
    this.plots = new Plots((t) => void this.go(this.nearest(t)));
    this.card = new Card(() => this.toggleFollow(), () => this.select(null), (id) => this.select(id));
    this.film = new FilmDialog(() => this.filmPlan());
    this.shell.view.append(this.card.element);
    this.shell.view.after(this.panel.element);
    this.shell.bottom.append(this.timebar.element, this.plots.element);
    document.body.append(this.film.element);
    document.documentElement.classList.add('no-run');
    document.documentElement.classList.toggle('bare', !this.settings.ui || this.settings.render !== null);
    if (window.innerWidth < 720) document.documentElement.classList.add('panel-closed');
    if (window.innerHeight < 560 || window.innerWidth < 560) this.settings.plots = false;
    this.applyTheme();
    this.stage = new Stage(this.shell.canvas, this.settings.gpu);
    this.stage.setTheme(this.dark ? 'dark' : 'light');
    this.listen();
  }

  private listen(): void {
    const stage = this.stage;
    stage.onChange = () => this.cameraMoved();
    stage.onDrawn = () => this.report();
    new ResizeObserver(() => this.resized()).observe(this.shell.view);
    this.darkWish.addEventListener('change', () => this.themeChanged());
    window.addEventListener('keydown', (e) => this.key(e));
    let down: [number, number] | null = null;
    this.shell.canvas.addEventListener('pointerdown', (e) => (down = [e.offsetX, e.offsetY]));
    this.shell.canvas.addEventListener('pointerup', (e) => {
      if (down && Math.hypot(e.offsetX - down[0], e.offsetY - down[1]) < 5 && e.button === 0) this.click(e.offsetX, e.offsetY);
      down = null;
    });
    this.shell.canvas.addEventListener('webglcontextlost', (e) => {
      e.preventDefault();
      this.shell.showBanner('The graphics processor was reset.', 'Reload the page to go on.');
    });
  }

  private resized(): void {
    const { clientWidth, clientHeight } = this.shell.view;
    this.stage.resize(clientWidth, clientHeight);
    if (this.run && !this.settings.eye) this.placeCamera();
  }

  // ---- loading

  async start(): Promise<void> {
    for (;;) {
      try {
        await this.load();
        return;
      } catch (e) {
        const trouble = asTrouble(e);
        this.shell.showNotice(trouble.title, trouble.message);
        this.fail(`${trouble.title}: ${trouble.message}`);
        if (!trouble.retry) return;
        await new Promise((resolve) => window.setTimeout(resolve, kPollMs));
      }
    }
  }

  private fail(text: string): void {
    const root = document.documentElement.dataset;
    root.ready = 'error';
    root.error = text;
    if (this.settings.render) void postRender(this.settings.render, text);
  }

  private async load(): Promise<void> {
    const run = await fetchRun();
    const list = run.frames.filter((f) => f.broken === undefined);
    if (list.length === 0) throw noFrames(run);
    this.run = run;
    this.list = list;
    const index = this.firstIndex();
    const [geometry, first] = await Promise.all([fetchGeometry(), this.frames.load(list[index].n)]);
    this.shell.hideNotice();
    this.setRun(run, geometry, first);
    await this.go(index);
    this.shell.setBusy(null);
    if (this.settings.render) return this.sendRender(this.settings.render);
    if (this.settings.body !== null) this.select(this.settings.body);
    if (run.telemetry) void this.loadTelemetry();
    this.showPlots();
    window.setTimeout(() => void this.poll(), kPollMs);
  }

  private firstIndex(): number {
    const { frame, t } = this.settings;
    if (t !== null) return this.nearest(t);
    if (frame === 'last') return this.list.length - 1;
    const at = this.list.findIndex((f) => f.n >= frame);
    return at < 0 ? this.list.length - 1 : at;
  }

  private setRun(run: Run, geometry: Geometry, frame: Frame): void {
    const flat = run.dimension === 2;
    const [low, high] = run.box ?? frameBox(frame);
    document.documentElement.classList.remove('no-run');
    this.stage.setUp(run.up, flat);
    this.stage.setBox(low, high, false);
    this.stage.setCorners(low, high);
    this.stage.setShading(flat ? 0 : 0.05);
    this.stage.bodySize = 0.6 * meanRadius(frame);
    this.setGeometry(run, geometry);
    this.panel.setRun(run);
    this.panel.setBox(low, high);
    if (flat) this.settings.ortho = true;
    this.settings.camera = flat && !kPresets.includes(this.settings.camera) ? 'front' : this.settings.camera;
    this.timebar.setFrames(this.list);
    this.timebar.setPlots(this.settings.plots, run.telemetry ? null : 'The run has no telemetry');
    this.shell.showRun(run, this.list.length, run.frames.length - this.list.length);
    this.showNote();
    this.resized();
    this.placeCamera();
    this.applySettings();
  }

  private setGeometry(run: Run, geometry: Geometry): void {
    this.stage.bodies.setShapes(run, geometry);
    this.stage.walls.setShapes(run, geometry);
    this.panel.setHasEdges(run.types.some((t) => (geometry.meshes[t.mesh]?.edges.length ?? 0) > 0));
  }

  private placeCamera(): void {
    const s = this.settings;
    const flat = this.run?.dimension === 2;
    if (s.eye && s.target) this.stage.look(s.eye, s.target, s.zoom);
    else this.stage.preset(flat ? 'front' : s.camera, s.zoom);
    this.stage.setOrthographic(s.ortho);
  }

  private async loadTelemetry(): Promise<void> {
    try {
      this.plots.set(await fetchTelemetry());
      if (this.frame) this.plots.moveCursor(this.frame.time);
    } catch (e) {
      this.timebar.setPlots(false, asTrouble(e).message);
      this.plots.element.hidden = true;
    }
  }

  // A run that goes on gets new frames; a finished one may be resumed, so it is looked at too, less often.
  private async poll(): Promise<void> {
    let pause = kPollMs;
    try {
      const note = this.run?.note;
      await this.lookForNews();
      if (this.lost) this.shell.hideBanner();
      if (this.lost || this.run?.note !== note) this.showNote();
      this.lost = false;
      pause = this.run?.state === 'running' ? kPollMs : 5 * kPollMs;
    } catch (e) {
      const trouble = asTrouble(e);
      this.lost = true;
      this.shell.showBanner(`${trouble.title}.`, trouble.message);
    }
    window.setTimeout(() => void this.poll(), pause);
  }
  private lost = false; // the connection

  // What the server says about the run as a whole: an alarm, an interruption.
  private showNote(): void {
    if (this.run?.note) this.shell.showBanner(this.run.state === 'failed' ? 'Alarm.' : 'Note.', this.run.note);
  }

  private async lookForNews(): Promise<void> {
    const old = this.run!;
    const lastNumber = this.list[this.list.length - 1].n;
    const news = await fetchRun(lastNumber + 1);
    if (news.key !== old.key) {
      location.reload();
      return;
    }
    if (news.geometry !== old.geometry) this.setGeometry(news, await fetchGeometry());
    const more = news.frames.filter((f) => f.broken === undefined && f.n > lastNumber);
    this.run = { ...news, frames: [...old.frames.filter((f) => f.n <= lastNumber), ...news.frames] };
    if (news.box && news.geometry !== old.geometry) this.boxGrew(news.box);
    if (more.length > 0) this.addFrames(more);
    else if (news.state !== old.state) this.shell.showRun(this.run, this.list.length, this.run.frames.length - this.list.length);
    if (old.state === 'running' && news.telemetry) await this.moreTelemetry();
  }

  private boxGrew(box: [Vec3, Vec3]): void {
    this.stage.setBox(...box, true);
    this.stage.setCorners(...box);
    this.panel.setBox(...box);
    this.redraw();
  }

  private async moreTelemetry(): Promise<void> {
    if (this.plots.lastTime === undefined) await this.loadTelemetry();
    else this.plots.append(await fetchTelemetry(this.plots.lastTime));
  }

  // Whoever looks at the last frame of a run that goes on sees the next one as it comes.
  private addFrames(more: FrameEntry[]): void {
    const atEnd = this.index === this.list.length - 1;
    this.list = [...this.list, ...more];
    this.timebar.setFrames(this.list);
    this.shell.showRun(this.run!, this.list.length, this.run!.frames.length - this.list.length);
    if (atEnd && !this.playing) void this.go(this.list.length - 1);
    else this.timebar.show(this.index, this.settings.fps);
  }

  // ---- time

  private nearest(t: number): number {
    let best = 0;
    this.list.forEach((f, i) => {
      if (Math.abs((f.t ?? 0) - t) < Math.abs((this.list[best].t ?? 0) - t)) best = i;
    });
    return best;
  }

  private async go(index: number): Promise<void> {
    const i = Math.max(0, Math.min(this.list.length - 1, index));
    const mine = ++this.asked;
    this.begin();
    try {
      const frame = await this.frames.load(this.list[i].n);
      const contacts = this.settings.chains && this.run!.has_contacts ? await this.contacts.load(this.list[i].n) : null;
      if (mine === this.asked) this.showFrame(i, frame, contacts);
      this.frames.prefetch(this.list[i + 1]?.n ?? this.list[i].n);
      if (this.list[i + 2]) this.frames.prefetch(this.list[i + 2].n);
      if (this.settings.chains && this.list[i + 1]) this.contacts.prefetch(this.list[i + 1].n);
    } catch (e) {
      const trouble = asTrouble(e);
      this.playing = false;
      this.stage.playing = false;
      this.timebar.setPlaying(false);
      if (this.frame === null) throw trouble;
      this.shell.showBanner(`${trouble.title}.`, trouble.message);
    } finally {
      this.end();
    }
  }

  private showFrame(index: number, frame: Frame, contacts: Contacts | null): void {
    const before = this.selectedCentre();
    this.index = index;
    this.frame = frame;
    this.stage.started = this.settings.render === null; // else one picture is drawn, and nothing for the screen
    this.settings.frame = index === this.list.length - 1 ? 'last' : frame.n;
    this.stage.shared.uShift.value.copy(this.stage.toScene(frame.origin));
    this.stage.walls.setFrame(frame, this.stage.centre);
    this.placeBodies();
    this.showChains(contacts);
    this.paint();
    this.followFrom(before);
    this.timebar.show(index, this.settings.fps);
    this.plots.moveCursor(frame.time);
    this.shell.setCount(`${frame.free.toLocaleString('en')} bodies`);
    if (!this.playing) this.writeAddress();
    this.refreshCard();
    this.stage.ask();
  }

  private async play(): Promise<void> {
    if (this.playing) {
      this.setPlaying(false);
      return;
    }
    if (this.list.length < 2) return;
    this.setPlaying(true);
    if (this.index === this.list.length - 1) await this.go(0);
    while (this.playing && this.index < this.list.length - 1) {
      const start = performance.now();
      await this.go(this.index + 1);
      await nextPaint();
      const rest = 1000 / this.settings.fps - (performance.now() - start);
      if (rest > 4) await new Promise((resolve) => window.setTimeout(resolve, rest));
    }
    this.setPlaying(false);
  }

  private setPlaying(on: boolean): void {
    this.playing = on;
    this.stage.playing = on;
    this.timebar.setPlaying(on);
    if (on) return;
    this.writeAddress();
    this.refreshCard();
    this.stage.ask();
  }

  // ---- what is drawn

  private wholeCut(): (WholeCut & { through: boolean }) | null {
    const cut = this.settings.cut;
    if (!cut) return null;
    const axis = 'xyz'.indexOf(cut.axis) as 0 | 1 | 2;
    return { axis, place: cut.place ?? this.middleOf(axis), above: this.hidesAbove(axis) !== cut.flip, through: cut.through };
  }

  private middleOf(axis: number): number {
    const [low, high] = this.run?.box ?? frameBox(this.frame!);
    return (low[axis] + high[axis]) / 2;
  }

  // Takes away the half towards the eye of the iso view, so that the cut is seen at once.
  private hidesAbove(axis: 0 | 1 | 2): boolean {
    return this.stage.isoSide(axis);
  }

  private placeBodies(): void {
    const cut = this.wholeCut();
    this.stage.setCut(cut, cut?.through ?? false);
    this.stage.bodies.setFrame(this.frame!, cut && !cut.through ? cut : null);
  }

  private showChains(contacts: Contacts | null): void {
    const frame = this.frame!;
    if (!contacts || !this.settings.chains) this.stage.chains.hide();
    else this.stage.chains.setContacts(frame, contacts, this.wholeCut(), meanRadius(frame), this.settings.chainWidth);
  }

  private paint(): void {
    const s = this.settings;
    const frame = this.frame!;
    this.colours = colourBodies(frame, this.run!, fieldByKey(s.colour)!, s.map, s.range);
    const place = s.body === null ? -1 : frame.id.indexOf(s.body);
    this.stage.bodies.paint(this.colours.rgba, place);
    this.stage.markBody(place < 0 ? null : this.centreOf(place), place < 0 ? 1 : frame.radius[place]);
    this.panel.showRange(this.colours.range);
    this.drawLegend();
  }

  private centreOf(place: number): Vec3 {
    const f = this.frame!;
    return [0, 1, 2].map((c) => f.origin[c] + f.position[3 * place + c]) as Vec3;
  }

  private redraw(): void {
    if (!this.frame) return;
    this.placeBodies();
    this.showChains(this.contacts.peek(this.frame.n) ?? null);
    this.paint();
    this.stage.ask();
  }

  private applySettings(): void {
    const s = this.settings;
    if (!this.run!.has_contacts) s.chains = false;
    this.stage.bodies.setModes(s.bodies, s.walls, s.edges);
    this.stage.walls.setMode(s.walls);
    this.panel.show(s);
    this.card.setFollow(s.follow);
    this.showPlots();
  }

  private showPlots(): void {
    const shown = this.settings.plots && (this.run?.telemetry ?? false);
    this.plots.element.hidden = !shown;
    this.timebar.setPlots(shown, this.run?.telemetry ? null : 'The run has no telemetry');
    if (shown) this.plots.draw();
  }

  private change(part: Partial<Settings>): void {
    const wasChains = this.settings.chains;
    Object.assign(this.settings, part);
    if (!this.frame) return;
    this.applySettings();
    this.writeAddress();
    if (this.settings.chains && !wasChains) void this.go(this.index);
    else this.redraw();
    this.timebar.show(this.index, this.settings.fps);
  }

  // ---- camera

  private usePreset(camera: Preset): void {
    Object.assign(this.settings, { camera, eye: null, target: null, zoom: 1, follow: false });
    this.stage.preset(camera);
    this.afterPreset();
  }

  private fit(): void {
    if (!this.frame) return;
    const [low, high] = frameBox(this.frame);
    this.stage.fit(low, high);
    this.stage.touched = true;
    this.cameraMoved();
  }

  private afterPreset(): void {
    this.quietUntil = performance.now() + 400; // the move that follows is the preset's own
    this.panel.show(this.settings);
    this.card.setFollow(this.settings.follow);
    this.writeAddress();
  }
  private quietUntil = 0;

  private setOrtho(ortho: boolean): void {
    this.settings.ortho = ortho;
    this.stage.setOrthographic(ortho);
    this.afterPreset();
  }

  private cameraMoved(): void {
    if (performance.now() < this.quietUntil || !this.userMoved()) return;
    this.settings.eye = this.stage.eye();
    this.settings.target = this.stage.lookingAt();
    this.settings.zoom = this.stage.zoom();
    this.panel.show(this.settings);
    this.writeAddress();
  }

  // Moves that come from a new window size or a preset are not the person's.
  private userMoved(): boolean {
    return this.stage.touched;
  }

  // ---- the body that was clicked

  private click(x: number, y: number): void {
    if (!this.frame) return;
    const place = this.stage.pick(x, y);
    this.select(place === null ? null : this.frame.id[place]);
    this.stage.ask();
  }

  private select(id: number | null): void {
    this.settings.body = id;
    if (id === null) this.settings.follow = false;
    this.card.setFollow(this.settings.follow);
    if (id === null) this.card.hide();
    this.writeAddress();
    if (!this.frame) return;
    this.paint();
    this.refreshCard();
    this.stage.ask();
  }

  private refreshCard(): void {
    const id = this.settings.body;
    if (id === null || !this.frame || this.playing || this.settings.render) return;
    const n = this.frame.n;
    fetchBody(n, id)
      .then((b) => {
        if (this.settings.body === id && this.frame?.n === n) this.card.show(b, this.run!);
      })
      .catch(() => {
        if (this.settings.body === id) this.card.showMissing(id);
      });
  }

  private selectedCentre(): Vec3 | null {
    if (!this.frame || this.settings.body === null) return null;
    const place = this.frame.id.indexOf(this.settings.body);
    return place < 0 ? null : this.centreOf(place);
  }

  private toggleFollow(): void {
    if (this.settings.body === null) return;
    this.settings.follow = !this.settings.follow;
    this.card.setFollow(this.settings.follow);
    const at = this.selectedCentre();
    if (this.settings.follow && at) this.stage.carry(this.stage.toScene(at).sub(this.stage.controls.target));
    this.writeAddress();
  }

  private followFrom(before: Vec3 | null): void {
    const now = this.selectedCentre();
    if (!this.settings.follow || !before || !now) return;
    this.stage.carry(this.stage.toScene(now).sub(this.stage.toScene(before)));
  }

  // ---- legend, theme, address

  private get dark(): boolean {
    return this.settings.theme === 'dark' || (this.settings.theme === 'auto' && this.darkWish.matches && !this.settings.render);
  }

  private legendText(): LegendText | null {
    if (!this.colours || !this.run || !this.settings.legend) return null;
    const s = this.settings;
    const p = kPalettes[this.dark ? 'dark' : 'light'];
    const chains = s.chains && this.stage.chains.count > 0 ? { reference: this.stage.chains.reference, weak: p.weak, strong: p.strong } : null;
    return { field: fieldByKey(s.colour)!, map: s.map, colours: this.colours, run: this.run, chains };
  }

  private drawLegend(): void {
    const canvas = this.shell.legend;
    const text = this.legendText();
    const size = text && this.settings.bodies !== 'hidden' ? legendSize(text) : null;
    canvas.hidden = !size;
    if (!text || !size) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(size.width * ratio);
    canvas.height = Math.round(size.height * ratio);
    canvas.style.width = `${size.width}px`;
    canvas.style.height = `${size.height}px`;
    canvas.setAttribute('aria-label', legendWords(text));
    canvas.dataset.text = legendWords(text);
    const c = canvas.getContext('2d')!;
    c.scale(ratio, ratio);
    drawLegend(c, text, kInks[this.dark ? 'dark' : 'light']);
  }

  private applyTheme(): void {
    document.documentElement.dataset.theme = this.dark ? 'dark' : 'light';
  }

  private themeChanged(): void {
    this.applyTheme();
    this.stage.setTheme(this.dark ? 'dark' : 'light');
    this.drawLegend();
    this.plots.draw();
  }

  private switchTheme(): void {
    this.settings.theme = this.dark ? 'light' : 'dark';
    this.themeChanged();
    this.writeAddress();
  }

  private togglePanel(): void {
    document.documentElement.classList.toggle('panel-closed');
  }

  private writeAddress(): void {
    if (this.settings.render) return;
    const text = settingsText(this.settings);
    history.replaceState(null, '', text === '' ? location.pathname : `${location.pathname}#${text}`);
  }

  private async copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(location.href);
      this.shell.toast('The address of this view is in the clipboard.');
    } catch {
      this.shell.toast('Copy the address from the address bar: it carries this view.');
    }
  }

  // ---- pictures and films

  private picture(width: number, height: number): HTMLCanvasElement {
    const out = this.stage.picture(width, height);
    const c = out.getContext('2d')!;
    const text = this.legendText();
    if (!text || !this.frame) return out;
    const scale = Math.max(1, Math.min(width / 1000, height / 640));
    const ink = kInks[this.dark ? 'dark' : 'light'];
    const size = this.settings.bodies === 'hidden' ? null : legendSize(text);
    c.setTransform(scale, 0, 0, scale, 14 * scale, height - 14 * scale - (size?.height ?? 0) * scale);
    if (size) drawLegend(c, text, ink);
    c.setTransform(scale, 0, 0, scale, 14 * scale, 14 * scale);
    drawCaption(c, `t = ${formatNumber(this.frame.time)} s`, ink);
    c.resetTransform();
    return out;
  }

  private pictureSize(): [number, number] {
    const ratio = Math.max(1, Math.min(window.devicePixelRatio || 1, 2));
    return [Math.round(this.shell.view.clientWidth * ratio), Math.round(this.shell.view.clientHeight * ratio)];
  }

  private async savePicture(): Promise<void> {
    if (!this.frame) return;
    save(await toPng(this.picture(...this.pictureSize())), `${this.run!.name}_${String(this.frame.n).padStart(6, '0')}.png`);
    this.shell.toast('Picture saved.');
  }

  private filmPlan() {
    const [width, height] = this.pictureSize();
    return {
      name: this.run?.name ?? 'scree',
      count: this.list.length,
      fps: this.settings.fps,
      picture: async (k: number) => {
        await this.go(k);
        return this.picture(width, height);
      },
    };
  }

  private async sendRender(token: string): Promise<void> {
    try {
      const { width, height } = this.settings;
      this.stage.resize(width, height);
      this.placeCamera();
      this.paint();
      await postRender(token, await toPng(this.picture(width, height)));
      document.documentElement.dataset.ready = 'true';
    } catch (e) {
      this.fail(asTrouble(e).message);
    }
  }

  // ---- signals for whoever drives the page

  private begin(): void {
    this.pending += 1;
    if (document.documentElement.dataset.ready !== 'error') document.documentElement.dataset.ready = 'false';
  }

  private end(): void {
    this.pending -= 1;
    this.stage.ask();
  }

  private report(): void {
    if (!this.frame || !this.colours) return;
    const { bodies, carried, triangles } = this.stage.bodies.drawn;
    Object.assign(this.shell.canvas.dataset, {
      frame: String(this.frame.n),
      time: String(this.frame.time),
      bodies: String(bodies),
      carried: String(carried),
      triangles: String(triangles),
      walls: String(this.stage.walls.drawn),
      chains: String(this.stage.chains.count),
      colour: this.settings.colour,
      range: this.colours.range.join(','),
      eye: this.stage.eye().join(','),
      cached: String(this.frames.bytes),
      drawMs: this.stage.drawMs.toFixed(0),
    });
    this.shell.drawAxes(this.stage.axes());
    if (this.pending === 0 && !this.settings.render) document.documentElement.dataset.ready = 'true';
  }

  // ---- keys

  private key(e: KeyboardEvent): void {
    if (e.ctrlKey || e.metaKey || e.altKey || this.film.element.open) return;
    const at = e.target instanceof HTMLElement ? e.target : null;
    if (at && /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName) && !(at instanceof HTMLInputElement && at.type === 'checkbox')) {
      if (!(at.classList.contains('time-slider') && e.key === ' ')) return;
    }
    if (at?.tagName === 'BUTTON' && (e.key === ' ' || e.key === 'Enter')) return;
    const act = this.keyAction(e.key.length === 1 ? e.key.toLowerCase() : e.key, e.shiftKey);
    if (!act || !this.frame) return;
    e.preventDefault();
    act();
  }

  private keyAction(key: string, shift: boolean): (() => void) | undefined {
    const s = this.settings;
    const cycle = <T>(list: readonly T[], now: T): T => list[(list.indexOf(now) + 1) % list.length];
    const flat = this.run?.dimension === 2;
    const preset = (k: number) => () => {
      if (!flat) this.usePreset(kPresets[k]);
    };
    const turn = (right: number, up: number) => () => {
      this.stage.touched = true;
      if (!flat) this.stage.turnBy(right, up);
    };
    if (shift && key.startsWith('Arrow')) {
      const turns: Record<string, () => void> = {
        ArrowLeft: turn(-0.12, 0), ArrowRight: turn(0.12, 0), ArrowUp: turn(0, -0.12), ArrowDown: turn(0, 0.12),
      };
      return turns[key];
    }
    const table: Record<string, () => void> = {
      ' ': () => void this.play(),
      ArrowLeft: () => void this.go(this.index - 1),
      ArrowRight: () => void this.go(this.index + 1),
      Home: () => void this.go(0),
      End: () => void this.go(this.list.length - 1),
      c: () => this.change({ colour: this.nextColour(), range: null }),
      b: () => this.change({ bodies: cycle(['solid', 'faint', 'hidden'] as const, s.bodies) }),
      w: () => this.change({ walls: cycle(['solid', 'transparent', 'hidden'] as const, s.walls) }),
      x: () => this.cycleCut(),
      l: () => this.toggleChains(),
      e: () => this.change({ edges: !s.edges }),
      f: () => this.fit(),
      o: () => (flat ? undefined : this.setOrtho(!s.ortho)),
      j: () => this.toggleFollow(),
      Escape: () => this.select(null),
      p: () => void this.savePicture(),
      m: () => this.film.open(),
      g: () => this.change({ plots: !s.plots }),
      t: () => this.switchTheme(),
      v: () => this.togglePanel(),
      '?': () => this.shell.toggleHelp(),
      '+': () => this.zoomBy(0.85),
      '-': () => this.zoomBy(1 / 0.85),
    };
    kPresets.forEach((_, k) => (table[String(k + 1)] = preset(k)));
    return table[key];
  }

  private zoomBy(factor: number): void {
    this.stage.touched = true;
    this.stage.approach(factor);
  }

  private nextColour(): string {
    const keys = kFields.map((f) => f.key).filter((k) => k !== 'contact' || this.run!.has_contacts);
    return keys[(keys.indexOf(this.settings.colour) + 1) % keys.length];
  }

  private toggleChains(): void {
    if (!this.run!.has_contacts) this.shell.toast('The run stored no contacts.');
    else this.change(this.settings.chains ? { chains: false, bodies: 'solid' } : { chains: true, bodies: 'faint' });
  }

  private cycleCut(): void {
    const order: (Axis | null)[] = [null, 'x', 'y', 'z'];
    const next = order[(order.indexOf(this.settings.cut?.axis ?? null) + 1) % 4];
    this.change({ cut: next ? { axis: next, place: null, flip: false, through: this.settings.cut?.through ?? false } : null });
  }
}

function asTrouble(e: unknown): Trouble {
  if (e instanceof Trouble) return e;
  return new Trouble('Something went wrong', e instanceof Error ? e.message : String(e));
}

function noFrames(run: Run): Trouble {
  const broken = run.frames[0];
  if (broken?.broken) return new Trouble('No frame can be read', `Frame ${broken.n}: ${broken.broken}`);
  return new Trouble('No frames yet', 'The run has not written a frame so far. This page looks again every second.', true);
}

function frameBox(f: Frame): [Vec3, Vec3] {
  const corner = (v: Vec3) => v.map((x, c) => x + f.origin[c]) as Vec3;
  return [corner(f.low), corner(f.high)];
}

function meanRadius(f: Frame): number {
  const n = f.free > 0 ? f.free : f.count;
  const stride = Math.max(1, Math.floor(n / 1000));
  let total = 0;
  let count = 0;
  for (let i = 0; i < n; i += stride) {
    total += f.radius[i];
    count += 1;
  }
  return count > 0 ? total / count : 1;
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}
