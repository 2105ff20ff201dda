// The camera: views from the sides, fitting, the projection, and what a person's own moves leave in the settings.
import { frameBox } from '../data/measures';
import type { Page } from '../page';
import type { Preset } from '../settings';

const kPresetMs = 400; // the camera has come to rest after this time

export class CameraControl {
  private quietUntil = 0; // until then a move is the preset's own

  constructor(private readonly page: Pick<Page, 'stage' | 'shell' | 'settings' | 'recording' | 'view' | 'showSettings'>) {}

  // The picture takes the size of the window. A view from a side fits it again; a person's own view stays.
  resize(): void {
    const { clientWidth, clientHeight } = this.page.shell.view;
    this.page.stage.resize(clientWidth, clientHeight);
    if (this.page.recording.run && !this.page.settings.eye) this.place();
  }

  // Puts the camera where the settings say.
  place(): void {
    const { stage, settings: s, recording } = this.page;
    if (s.eye && s.target) stage.look(s.eye, s.target, s.zoom);
    else stage.preset(recording.flat ? 'front' : s.camera, s.zoom);
    stage.setOrthographic(s.ortho);
  }

  // A run in the plane is seen from the front only.
  usePreset(camera: Preset): void {
    if (this.page.recording.flat) return;
    Object.assign(this.page.settings, { camera, eye: null, target: null, zoom: 1, follow: false });
    this.page.stage.preset(camera);
    this.presetDone();
  }

  setOrtho(ortho: boolean): void {
    if (this.page.recording.flat) return;
    this.page.settings.ortho = ortho;
    this.page.stage.setOrthographic(ortho);
    this.presetDone();
  }

  // All bodies of the frame, seen from the same side as now.
  fit(): void {
    const { stage, view } = this.page;
    if (!view.frame) return;
    stage.fit(...frameBox(view.frame));
    stage.touched = true;
    this.moved();
  }

  turn(right: number, up: number): void {
    if (this.page.recording.flat) return;
    this.page.stage.touched = true;
    this.page.stage.turnBy(right, up);
  }

  approach(factor: number): void {
    this.page.stage.touched = true;
    this.page.stage.approach(factor);
  }

  // Moves that come from a new window size or a preset are not the person's, and are not kept.
  moved(): void {
    const { stage, settings } = this.page;
    if (performance.now() < this.quietUntil || !stage.touched) return;
    settings.eye = stage.eye();
    settings.target = stage.lookingAt();
    settings.zoom = stage.zoom();
    this.page.showSettings();
  }

  private presetDone(): void {
    this.quietUntil = performance.now() + kPresetMs;
    this.page.showSettings();
  }
}
