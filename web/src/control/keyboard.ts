// What the keys do. The list that a person sees is in ui/shell.ts.
import { kFields } from '../colour/fields';
import type { Page } from '../page';
import { kPresets, type Axis, type Settings } from '../settings';

type Actions = Record<string, () => void>;

const kTurn = 0.12; // radians
const kCloser = 0.85; // of the distance

export class Keyboard {
  private readonly actions: Actions;
  private readonly withShift: Actions;

  constructor(private readonly page: Page) {
    this.actions = { ...timeKeys(page), ...lookKeys(page), ...cameraKeys(page), ...otherKeys(page) };
    this.withShift = turnKeys(page);
    window.addEventListener('keydown', (e) => this.pressed(e));
  }

  private pressed(e: KeyboardEvent): void {
    const { film, shell, view } = this.page;
    if (e.ctrlKey || e.metaKey || e.altKey || film.element.open || isForControl(e)) return;
    if (shell.help.open && e.key === 'Escape') return; // the browser closes the list
    const key = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    const act = e.shiftKey && key.startsWith('Arrow') ? this.withShift[key] : this.actions[key];
    if (!act || !view.frame) return;
    e.preventDefault();
    act();
  }
}

// Whether the control that has the focus needs the key. Check boxes leave all keys to the page, the time slider leaves
// the space bar.
function isForControl(e: KeyboardEvent): boolean {
  const at = e.target;
  if (!(at instanceof HTMLElement)) return false;
  if (at.tagName === 'BUTTON') return e.key === ' ' || e.key === 'Enter';
  if (!/^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName)) return false;
  if (at instanceof HTMLInputElement && at.type === 'checkbox') return false;
  return !(at.classList.contains('time-slider') && e.key === ' ');
}

function timeKeys({ playback, recording }: Page): Actions {
  return {
    ' ': () => void playback.toggle(),
    ArrowLeft: () => void playback.go(playback.index - 1),
    ArrowRight: () => void playback.go(playback.index + 1),
    Home: () => void playback.go(0),
    End: () => void playback.go(recording.last),
  };
}

function lookKeys(page: Page): Actions {
  const s = page.settings;
  return {
    c: () => page.change({ colour: nextColour(page), range: null }),
    b: () => page.change({ bodies: after(s.bodies, ['solid', 'faint', 'hidden']) }),
    w: () => page.change({ walls: after(s.walls, ['solid', 'transparent', 'hidden']) }),
    x: () => page.change({ cut: nextCut(s) }),
    l: () => toggleChains(page),
    e: () => page.change({ edges: !s.edges }),
    g: () => page.change({ plots: !s.plots }),
  };
}

function cameraKeys({ camera, settings }: Page): Actions {
  const presets = kPresets.map((name, k) => [String(k + 1), () => camera.usePreset(name)]);
  return {
    ...Object.fromEntries(presets),
    f: () => camera.fit(),
    o: () => camera.setOrtho(!settings.ortho),
    '+': () => camera.approach(kCloser),
    '-': () => camera.approach(1 / kCloser),
  };
}

function turnKeys({ camera }: Page): Actions {
  return {
    ArrowLeft: () => camera.turn(-kTurn, 0),
    ArrowRight: () => camera.turn(kTurn, 0),
    ArrowUp: () => camera.turn(0, -kTurn),
    ArrowDown: () => camera.turn(0, kTurn),
  };
}

function otherKeys({ selection, exports, film, theme, panel, shell }: Page): Actions {
  return {
    j: () => selection.toggleFollow(),
    Escape: () => selection.select(null),
    p: () => void exports.savePicture(),
    m: () => film.open(),
    t: () => theme.toggle(),
    v: () => panel.toggle(),
    '?': () => shell.toggleHelp(),
  };
}

function after<T>(now: T, list: readonly T[]): T {
  return list[(list.indexOf(now) + 1) % list.length];
}

function nextColour({ settings, recording }: Page): string {
  const keys = kFields.map((f) => f.key).filter((k) => k !== 'contact' || recording.run!.has_contacts);
  return after(settings.colour, keys);
}

function nextCut({ cut }: Settings): Settings['cut'] {
  const axis = after<Axis | null>(cut?.axis ?? null, [null, 'x', 'y', 'z']);
  return axis && { axis, place: null, flip: false, through: cut?.through ?? false };
}

// The chains lie inside the bodies, which are drawn faint with them.
function toggleChains(page: Page): void {
  const on = !page.settings.chains;
  if (!page.recording.run!.has_contacts) page.shell.toast('The run stored no contacts.');
  else page.change({ chains: on, bodies: on ? 'faint' : 'solid' });
}
