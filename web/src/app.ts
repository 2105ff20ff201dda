// Makes the parts of the page, puts them in their places, and passes on what a person asks for.
import { CameraControl } from './control/camera';
import { Keyboard } from './control/keyboard';
import { Loading } from './control/loading';
import { Playback } from './control/playback';
import { Selection } from './control/selection';
import { Signals } from './control/signals';
import { TelemetryControl } from './control/telemetry';
import { RunWatch } from './control/watch';
import { Recording } from './data/recording';
import type { Contacts, Frame } from './data/types';
import { FrameView } from './draw/frameView';
import { Stage } from './draw/stage';
import { Exports } from './output/exports';
import type { Page } from './page';
import { readSettings, writeAddress, type Settings } from './settings';
import { FilmDialog } from './ui/filmDialog';
import { LegendBox } from './ui/legendBox';
import { Panel } from './ui/panel';
import { Shell } from './ui/shell';
import { Theme } from './ui/theme';
import { TimeBar } from './ui/timebar';

// Each part is handed the page and looks the others up when it needs them, so the order below does not matter.
export class App implements Page {
  readonly settings = readSettings();
  readonly recording = new Recording();
  readonly theme = new Theme(this.settings);
  readonly shell = new Shell({
    theme: () => this.theme.toggle(),
    help: () => this.shell.toggleHelp(),
    panel: () => this.panel.toggle(),
  });
  readonly panel = new Panel({
    change: (part) => this.change(part),
    preset: (p) => this.camera.usePreset(p),
    fit: () => this.camera.fit(),
    ortho: (on) => this.camera.setOrtho(on),
    picture: () => void this.exports.savePicture(),
    film: () => this.film.open(),
    link: () => void this.exports.copyLink(),
    close: () => this.panel.toggle(),
  });
  readonly timebar = new TimeBar({
    go: (i) => void this.playback.go(i),
    play: () => void this.playback.toggle(),
    fps: (fps) => this.change({ fps }),
    plots: () => this.change({ plots: !this.settings.plots }),
  });
  readonly telemetry = new TelemetryControl(this);
  readonly film = new FilmDialog(() => this.exports.filmPlan());
  readonly stage: Stage;
  readonly view = new FrameView(this);
  readonly legend = new LegendBox(this);
  readonly camera = new CameraControl(this);
  readonly selection = new Selection(this);
  readonly playback = new Playback(this, (frame, contacts) => this.showFrame(frame, contacts));
  readonly exports = new Exports(this);
  readonly signals = new Signals(this);
  readonly watch = new RunWatch(this);

  constructor() {
    this.layOut();
    this.stage = new Stage(this.shell.canvas, this.settings.gpu); // throws where there is no WebGL
    this.stage.setTheme(this.theme.name);
    this.listen();
  }

  start(): Promise<void> {
    return new Loading(this).start();
  }

  change(part: Partial<Settings>): void {
    const { settings, playback } = this;
    const hadChains = settings.chains;
    Object.assign(settings, part);
    if (!this.view.frame) return;
    this.applySettings();
    writeAddress(settings);
    if (settings.chains && !hadChains) void playback.go(playback.index); // its contacts have to be fetched
    else this.view.redraw();
    this.timebar.show(playback.index, settings.fps);
  }

  applySettings(): void {
    if (!this.recording.run!.has_contacts) this.settings.chains = false;
    this.view.setModes();
    this.panel.show(this.settings);
    this.selection.card.setFollow(this.settings.follow);
    this.telemetry.show();
  }

  showSettings(): void {
    this.panel.show(this.settings);
    this.selection.card.setFollow(this.settings.follow);
    writeAddress(this.settings);
  }

  // Small windows leave their room to the picture.
  private layOut(): void {
    const root = document.documentElement.classList;
    this.shell.view.append(this.selection.card.element);
    this.shell.view.after(this.panel.element);
    this.shell.bottom.append(this.timebar.element, this.telemetry.plots.element);
    document.body.append(this.film.element);
    root.add('no-run');
    root.toggle('bare', !this.settings.ui || this.settings.render !== null);
    if (window.innerWidth < 720) root.add('panel-closed');
    if (window.innerHeight < 560 || window.innerWidth < 560) this.settings.plots = false;
  }

  private listen(): void {
    const { canvas, view } = this.shell;
    this.theme.onChange = () => this.themeChanged();
    this.view.onPaint = () => this.painted();
    this.stage.onChange = () => this.camera.moved();
    this.stage.onDrawn = () => this.drawn();
    new ResizeObserver(() => this.camera.resize()).observe(view);
    new Keyboard(this);
    this.selection.listen(canvas);
    canvas.addEventListener('webglcontextlost', (e) => {
      e.preventDefault();
      this.shell.showBanner('The graphics processor was reset.', 'Reload the page to go on.');
    });
  }

  private themeChanged(): void {
    this.stage.setTheme(this.theme.name);
    this.legend.draw();
    this.telemetry.plots.draw();
  }

  private showFrame(frame: Frame, contacts: Contacts | null): void {
    const { settings, selection, playback } = this;
    const before = selection.centre();
    this.view.show(frame, contacts);
    selection.followFrom(before);
    this.timebar.show(playback.index, settings.fps);
    this.telemetry.plots.moveCursor(frame.time);
    this.shell.setCount(`${frame.free.toLocaleString('en')} bodies`);
    if (!playback.playing) writeAddress(settings);
    selection.refreshCard();
    this.stage.ask();
  }

  // The colours of the bodies have changed.
  private painted(): void {
    this.panel.showRange(this.view.colours!.range);
    this.legend.draw();
  }

  // The picture on the screen has changed.
  private drawn(): void {
    this.signals.drawn();
    if (this.view.frame) this.shell.drawAxes(this.stage.axes());
  }
}
