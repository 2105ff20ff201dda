// The panel of controls. It shows the settings and says what a person wants changed; it keeps no state of its own.
import { kFields, fieldByKey, formatNumber, type Range } from '../colour/fields';
import { kMapNames, mapTable, css } from '../colour/maps';
import type { Geometry, Run } from '../data/types';
import { kPresets, type Axis, type BodyMode, type Cut, type Preset, type Settings, type WallMode } from '../settings';
import { Choice, freshId, h, icon, iconButton } from './dom';

export interface PanelActions {
  change: (part: Partial<Settings>) => void;
  preset: (p: Preset) => void;
  fit: () => void;
  ortho: (on: boolean) => void;
  picture: () => void;
  film: () => void;
  link: () => void;
  close: () => void;
}

function section(title: string, ...content: (HTMLElement | null)[]): HTMLElement {
  return h('section', { class: 'panel-section' }, h('h2', {}, title), ...content);
}

// A line of its own for one row of buttons.
function inline(title: string, ...content: (HTMLElement | null)[]): HTMLElement {
  const [first, ...rest] = content;
  return h('section', { class: 'panel-section' }, h('div', { class: 'row inline' }, h('h2', {}, title), first), ...rest);
}

function labelled(text: string, control: HTMLElement): HTMLElement {
  control.id ||= freshId('control');
  return h('div', { class: 'row' }, h('label', { for: control.id }, text), control);
}

function check(text: string, act: (on: boolean) => void): { row: HTMLElement; box: HTMLInputElement } {
  const box = h('input', { type: 'checkbox', change: () => act(box.checked) });
  box.id = freshId('check');
  return { box, row: h('div', { class: 'row check' }, box, h('label', { for: box.id }, text)) };
}

type CutAxis = Axis | 'off';

export class Panel {
  readonly element = h('aside', { class: 'panel', 'aria-label': 'Controls' });
  private readonly colour = h('select', { change: () => this.act.change({ colour: this.colour.value, range: null }) });
  private readonly map = h('select', { change: () => this.act.change({ map: this.map.value }) });
  private readonly strip = h('canvas', { class: 'strip', width: 232, height: 8, 'aria-hidden': 'true' });
  private readonly mapRow = labelled('Colours', this.map);
  private readonly rangeMode: Choice<'auto' | 'fixed'>;
  private readonly low = h('input', { type: 'number', step: 'any', 'aria-label': 'Lowest value', change: () => this.typedRange() });
  private readonly high = h('input', { type: 'number', step: 'any', 'aria-label': 'Highest value', change: () => this.typedRange() });
  private readonly rangeModeRow: HTMLElement;
  private readonly rangeRow: HTMLElement;
  private readonly bodies: Choice<BodyMode>;
  private readonly walls: Choice<WallMode>;
  private readonly edges = check('Edges of polyhedra', (on) => this.act.change({ edges: on }));
  private readonly axis: Choice<CutAxis>;
  private readonly place = h('input', { type: 'range', min: 0, max: 1000, step: 1, input: () => this.slidPlace() });
  private readonly placeText = h('output', {});
  private readonly flip = check('Other side', (on) => this.changeCut({ flip: on }));
  private readonly through = check('Cut bodies through', (on) => this.changeCut({ through: on }));
  private readonly cutRows = h('div', { class: 'cut-rows' });
  private readonly chains = check('Force chains', (on) => this.act.change(on ? { chains: true, bodies: 'faint' } : { chains: false, bodies: 'solid' }));
  private readonly chainWidth = h('input', { type: 'range', min: 0.25, max: 3, step: 0.05, input: () => this.act.change({ chainWidth: Number(this.chainWidth.value) }) });
  private readonly chainRow = labelled('Width', this.chainWidth);
  private readonly chainsNote = h('p', { class: 'quiet note', hidden: true });
  private readonly presets: Choice<Preset>;
  private readonly projection: Choice<'perspective' | 'flat'>;
  private settings: Settings | null = null;
  private shownRange: Range = [0, 1];
  private box: [number, number][] = [[0, 1], [0, 1], [0, 1]];

  constructor(private readonly act: PanelActions) {
    this.rangeMode = new Choice('Range', [['auto', 'Auto'], ['fixed', 'Fixed']], (v) =>
      act.change({ range: v === 'fixed' ? this.shownRange : null }));
    this.bodies = new Choice('Bodies', [['solid', 'Solid'], ['faint', 'Faint'], ['hidden', 'Hidden']], (v) => act.change({ bodies: v }));
    this.walls = new Choice('Walls', [['solid', 'Solid'], ['transparent', 'Clear'], ['hidden', 'Hidden']], (v) => act.change({ walls: v }));
    this.axis = new Choice('Cut plane', [['off', 'Off'], ['x', 'x'], ['y', 'y'], ['z', 'z']], (v) => this.setAxis(v));
    this.presets = new Choice('View from', kPresets.map((p) => [p, p[0].toUpperCase() + p.slice(1)] as [Preset, string]), (p) => act.preset(p));
    this.projection = new Choice('Projection', [['perspective', 'Perspective'], ['flat', 'Parallel']], (v) => act.ortho(v === 'flat'));
    this.rangeModeRow = h('div', { class: 'row' }, h('label', {}, 'Range'), this.rangeMode.element);
    this.rangeRow = h('div', { class: 'row range' }, this.low, h('span', { class: 'quiet' }, 'to'), this.high);
    this.build();
  }

  private build(): void {
    for (const f of kFields) this.colour.append(h('option', { value: f.key }, f.label));
    for (const m of kMapNames) this.map.append(h('option', { value: m }, m));
    this.colour.id = 'colour-by';
    this.place.setAttribute('aria-label', 'Place of the cut');
    this.cutRows.append(h('div', { class: 'row' }, this.place, this.placeText), this.flip.row, this.through.row);
    this.presets.element.classList.add('grid');
    const button = (name: string, text: string, title: string, act: () => void) =>
      h('button', { type: 'button', class: 'small', title, click: act }, icon(name), text);
    this.element.append(
      h('header', { class: 'panel-head' }, h('span', {}, 'View'), iconButton('close', 'Close the controls', () => this.act.close())),
      section('Colour', labelled('By', this.colour), this.mapRow, this.strip, this.rangeModeRow, this.rangeRow),
      inline('Bodies', this.bodies.element, this.edges.row),
      inline('Walls', this.walls.element),
      inline('Cut', this.axis.element, this.cutRows),
      inline('Forces', this.chains.row, this.chainRow, this.chainsNote),
      section('Camera', this.presets.element, h('div', { class: 'row' }, this.projection.element,
        h('button', { type: 'button', class: 'small', title: 'Fit all into view (F)', click: () => this.act.fit() }, 'Fit'))),
      section('Save', h('div', { class: 'row buttons' },
        button('camera', 'Picture', 'Save the view as PNG (P)', () => this.act.picture()),
        button('film', 'Film', 'Save the run as WebM or as numbered pictures (M)', () => this.act.film()),
        button('link', 'Link', 'Copy the address of this view', () => this.act.link()))),
    );
  }

  // Controls that have nothing to act on are off, and say why.
  setRun(run: Run): void {
    const only = (test: boolean, key: string, why: string) => {
      const option = this.colour.querySelector<HTMLOptionElement>(`option[value="${key}"]`);
      if (!option) return;
      option.disabled = !test;
      const label = fieldByKey(key)!.label;
      option.textContent = test ? label : `${label} (${why})`;
    };
    only(run.has_contacts, 'contact', 'no contacts stored');
    this.chains.box.disabled = !run.has_contacts;
    this.chainsNote.hidden = run.has_contacts;
    this.chainsNote.textContent = 'The run stored no contacts (contacts = false in [output]).';
    const noWalls = run.walls.length === 0 ? 'The run has no walls' : null;
    this.walls.disable(noWalls);
    const flat = run.dimension === 2 ? 'The run is in the plane: it is seen from the front' : null;
    this.presets.disable(flat);
    this.projection.disable(flat);
  }

  setBox(low: number[], high: number[]): void {
    this.box = low.map((x, c) => [x, high[c]]);
  }

  setShapes(run: Run, geometry: Geometry): void {
    const has = run.types.some((t) => (geometry.meshes[t.mesh]?.edges.length ?? 0) > 0);
    this.edges.box.disabled = !has;
    this.edges.row.title = has ? '' : 'None of the shapes has edges';
  }

  toggle(): void {
    document.documentElement.classList.toggle('panel-closed');
  }

  private changeCut(part: Partial<Cut>): void {
    const cut = this.settings?.cut;
    if (cut) this.act.change({ cut: { ...cut, ...part } });
  }

  private setAxis(v: CutAxis): void {
    const old = this.settings?.cut;
    this.act.change({ cut: v === 'off' ? null : { axis: v, place: null, flip: old?.flip ?? false, through: old?.through ?? false } });
  }

  private slidPlace(): void {
    const cut = this.settings?.cut;
    if (!cut) return;
    const [a, b] = this.box['xyz'.indexOf(cut.axis)];
    this.changeCut({ place: a + ((b - a) * Number(this.place.value)) / 1000 });
  }

  private typedRange(): void {
    const [low, high] = [this.low, this.high].map((e) => Number(e.value));
    const good = Number.isFinite(low) && Number.isFinite(high) && low < high;
    this.low.setCustomValidity(good ? '' : 'The first number must be smaller');
    this.low.reportValidity();
    if (good) this.act.change({ range: [low, high] });
  }

  showRange(range: Range): void {
    this.shownRange = range;
    if (document.activeElement !== this.low) this.low.value = formatNumber(range[0]);
    if (document.activeElement !== this.high) this.high.value = formatNumber(range[1]);
  }

  show(s: Settings): void {
    this.settings = s;
    const field = fieldByKey(s.colour)!;
    const numbers = field.kind === 'number' || field.kind === 'whole';
    this.colour.value = s.colour;
    this.map.value = s.map;
    this.drawStrip(s.map);
    for (const e of [this.mapRow, this.strip, this.rangeModeRow, this.rangeRow]) e.hidden = !numbers;
    this.rangeMode.set(s.range ? 'fixed' : 'auto');
    this.rangeRow.hidden = !numbers || !s.range;
    this.bodies.set(s.bodies);
    this.walls.set(s.walls);
    this.edges.box.checked = s.edges;
    this.showCut(s.cut);
    this.chains.box.checked = s.chains;
    this.chainRow.hidden = !s.chains;
    this.chainWidth.value = String(s.chainWidth);
    this.presets.set(s.eye ? null : s.camera);
    this.projection.set(s.ortho ? 'flat' : 'perspective');
  }

  private showCut(cut: Cut | null): void {
    this.axis.set(cut ? cut.axis : 'off');
    this.cutRows.hidden = cut === null;
    if (!cut) return;
    const [a, b] = this.box['xyz'.indexOf(cut.axis)];
    const place = cut.place ?? (a + b) / 2;
    this.place.value = String(Math.round((1000 * (place - a)) / (b - a || 1)));
    this.placeText.textContent = `${cut.axis} = ${formatNumber(Number(place.toPrecision(3)))} m`;
    this.place.setAttribute('aria-valuetext', this.placeText.textContent);
    this.flip.box.checked = cut.flip;
    this.through.box.checked = cut.through;
  }

  private drawStrip(map: string): void {
    const c = this.strip.getContext('2d')!;
    const table = mapTable(map);
    for (let x = 0; x < 232; ++x) {
      const k = 3 * Math.round((x / 231) * 255);
      c.fillStyle = css([table[k], table[k + 1], table[k + 2]]);
      c.fillRect(x, 0, 1, 8);
    }
  }
}
