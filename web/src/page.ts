// The parts of the page, for those that work with several of them. App makes them.
import type { CameraControl } from './control/camera';
import type { Playback } from './control/playback';
import type { Selection } from './control/selection';
import type { Signals } from './control/signals';
import type { TelemetryControl } from './control/telemetry';
import type { RunWatch } from './control/watch';
import type { Recording } from './data/recording';
import type { FrameView } from './draw/frameView';
import type { Stage } from './draw/stage';
import type { Exports } from './output/exports';
import type { Settings } from './settings';
import type { FilmDialog } from './ui/filmDialog';
import type { LegendBox } from './ui/legendBox';
import type { Panel } from './ui/panel';
import type { Shell } from './ui/shell';
import type { Theme } from './ui/theme';
import type { TimeBar } from './ui/timebar';

export interface Page {
  readonly settings: Settings; // one object for all: a change is seen everywhere
  readonly recording: Recording;
  readonly stage: Stage;
  readonly view: FrameView;
  readonly camera: CameraControl;
  readonly playback: Playback;
  readonly selection: Selection;
  readonly telemetry: TelemetryControl;
  readonly watch: RunWatch;
  readonly signals: Signals;
  readonly exports: Exports;
  readonly theme: Theme;
  readonly shell: Shell;
  readonly panel: Panel;
  readonly timebar: TimeBar;
  readonly legend: LegendBox;
  readonly film: FilmDialog;

  change(part: Partial<Settings>): void; // as a person asks: the picture, the controls and the address follow
  applySettings(): void; // to the picture and the controls
  showSettings(): void; // in the controls and the address
}
