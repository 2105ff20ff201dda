// The frame that is shown: what of it is drawn, where it is cut, and in which colours.
import { colourBodies, fieldByKey, type Colours } from '../colour/fields';
import { frameBox, meanRadius } from '../data/measures';
import type { Contacts, Frame, Geometry, Run, Vec3 } from '../data/types';
import type { Page } from '../page';
import type { WholeCut } from './bodies';

type Cut = WholeCut & { through: boolean };

export class FrameView {
  frame: Frame | null = null;
  colours: Colours | null = null;
  onPaint: () => void = () => undefined;

  constructor(private readonly page: Pick<Page, 'stage' | 'settings' | 'recording'>) {}

  // Prepares the stage for a run. The first frame tells the size of the bodies, and of the scene where the run does not.
  setRun(run: Run, first: Frame): void {
    const { stage } = this.page;
    const flat = run.dimension === 2;
    stage.setUp(run.up, flat);
    this.setBox(run.box ?? frameBox(first), false);
    stage.setShading(flat ? 0 : 0.05);
    stage.bodySize = 0.6 * meanRadius(first);
  }

  setBox([low, high]: [Vec3, Vec3], keepCentre: boolean): void {
    this.page.stage.setBox(low, high, keepCentre);
    this.page.stage.setCorners(low, high);
  }

  setShapes(run: Run, geometry: Geometry): void {
    this.page.stage.bodies.setShapes(run, geometry);
    this.page.stage.walls.setShapes(run, geometry);
  }

  setModes(): void {
    const { stage, settings } = this.page;
    stage.bodies.setModes(settings.bodies, settings.walls, settings.edges);
    stage.walls.setMode(settings.walls);
  }

  show(frame: Frame, contacts: Contacts | null): void {
    const { stage, settings } = this.page;
    this.frame = frame;
    stage.started = settings.render === null; // else one picture is drawn, and nothing for the screen
    stage.shared.uShift.value.copy(stage.toScene(frame.origin));
    stage.walls.setFrame(frame, stage.centre);
    this.arrange(frame, contacts);
    this.paint();
  }

  // The same frame again, after a change of the settings.
  redraw(): void {
    if (!this.frame) return;
    this.arrange(this.frame, this.page.recording.knownContacts(this.frame));
    this.paint();
    this.page.stage.ask();
  }

  // Colours the bodies and marks the one that is picked out.
  paint(): void {
    const { stage, settings: s, recording } = this.page;
    const frame = this.frame!;
    this.colours = colourBodies(frame, recording.run!, fieldByKey(s.colour)!, s.map, s.range);
    const place = s.body === null ? -1 : frame.id.indexOf(s.body);
    stage.bodies.paint(this.colours.rgba, place);
    stage.markBody(place < 0 ? null : centreOf(frame, place), place < 0 ? 1 : frame.radius[place]);
    this.onPaint();
  }

  // Null where the body is not in the frame.
  centreOfBody(id: number): Vec3 | null {
    const place = this.frame?.id.indexOf(id) ?? -1;
    return place < 0 ? null : centreOf(this.frame!, place);
  }

  private arrange(frame: Frame, contacts: Contacts | null): void {
    const { stage, settings } = this.page;
    const cut = this.cut(frame);
    stage.setCut(cut, cut?.through ?? false);
    stage.bodies.setFrame(frame, cut && !cut.through ? cut : null);
    if (!contacts || !settings.chains) stage.chains.hide();
    else stage.chains.setContacts(frame, contacts, cut, meanRadius(frame), settings.chainWidth);
  }

  // Takes away the half towards the eye of the iso view, so that the cut is seen at once.
  private cut(frame: Frame): Cut | null {
    const { stage, settings, recording } = this.page;
    if (!settings.cut) return null;
    const { place, flip, through } = settings.cut;
    const axis = 'xyz'.indexOf(settings.cut.axis) as 0 | 1 | 2;
    const [low, high] = recording.run?.box ?? frameBox(frame);
    return { axis, place: place ?? (low[axis] + high[axis]) / 2, above: stage.isoSide(axis) !== flip, through };
  }
}

function centreOf(f: Frame, place: number): Vec3 {
  return [0, 1, 2].map((c) => f.origin[c] + f.position[3 * place + c]) as Vec3;
}
