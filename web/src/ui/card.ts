// What there is to know about the body that was clicked.
import { formatNumber } from '../colour/fields';
import type { BodyContact, BodyData, Run, Vec3 } from '../data/types';
import { h, icon, iconButton } from './dom';

const length = (v: Vec3) => Math.hypot(...v);
const triple = (v: Vec3) => v.map(formatNumber).join(', ');

export class Card {
  readonly element = h('section', { class: 'card', 'aria-live': 'polite', 'aria-label': 'Body', hidden: true });
  private readonly followButton: HTMLButtonElement;
  private readonly head = h('h2', {});
  private readonly body = h('div', { class: 'card-body' });

  constructor(
    follow: () => void,
    close: () => void,
    private readonly select: (id: number) => void,
  ) {
    this.followButton = h('button', { type: 'button', class: 'small', 'aria-pressed': 'false', click: follow }, icon('target'), 'Follow');
    const buttons = h('div', { class: 'card-buttons' }, this.followButton, iconButton('close', 'Let go of the body (Esc)', close));
    this.element.append(h('header', {}, this.head, buttons), this.body);
  }

  hide(): void {
    this.element.hidden = true;
    delete this.element.dataset.id;
  }

  setFollow(on: boolean): void {
    this.followButton.setAttribute('aria-pressed', String(on));
  }

  showMissing(id: number): void {
    this.element.hidden = false;
    this.element.dataset.id = String(id);
    this.head.textContent = `Body ${id}`;
    this.body.replaceChildren(h('p', { class: 'quiet' }, 'Not in this frame: it has left, or has not come yet.'));
  }

  show(b: BodyData, run: Run): void {
    this.element.hidden = false;
    this.element.dataset.id = String(b.id);
    this.head.textContent = `Body ${b.id}`;
    const kind = [b.name, b.shape === b.name ? '' : b.shape, run.materials[b.material] ?? ''].filter((s) => s !== '').join(' · ');
    const rows: [string, string][] = [
      ['mass', `${formatNumber(b.mass)} kg`],
      ['radius', `${formatNumber(b.radius)} m`],
      ['position', `${triple(b.x)} m`],
      ['speed', `${formatNumber(length(b.v))} m/s`],
      ['velocity', `${triple(b.v)} m/s`],
      ['spin', `${formatNumber(length(b.omega))} rad/s`],
      ['net force', `${formatNumber(length(b.f))} N`],
      ['net torque', `${formatNumber(length(b.tau))} N m`],
      ['touches', `${b.coordination} contact${b.coordination === 1 ? '' : 's'}`],
    ];
    if (b.owner >= 0) rows.unshift(['carried by', run.walls[b.owner]?.name ?? `wall ${b.owner}`]);
    const list = h('dl', {});
    for (const [name, value] of rows) list.append(h('dt', {}, name), h('dd', {}, value));
    this.body.replaceChildren(h('p', { class: 'quiet' }, kind), list, this.contacts(b.contacts, run));
  }

  private contacts(all: BodyContact[], run: Run): HTMLElement {
    if (!run.has_contacts) return h('p', { class: 'quiet' }, 'The run stored no contacts.');
    if (all.length === 0) return h('p', { class: 'quiet' }, 'It touches nothing.');
    const table = h('table', {}, h('thead', {}, h('tr', {}, ...['with', 'normal [N]', 'gap [m]', 'type'].map((t) => h('th', { scope: 'col' }, t)))));
    const rows = h('tbody', {});
    const sorted = [...all].sort((a, b) => b.normal_force - a.normal_force);
    for (const c of sorted) rows.append(this.contactRow(c, run));
    table.append(rows);
    return table;
  }

  private contactRow(c: BodyContact, run: Run): HTMLElement {
    const id = c.with;
    const partner =
      id !== null ? h('button', { type: 'button', class: 'plain', title: `Show body ${id}`, click: () => this.select(id) }, String(id)) : c.wall ?? 'wall';
    const type = (run.contact_types[c.type] ?? '').replace('_', '-');
    return h('tr', {}, h('td', {}, partner), h('td', {}, formatNumber(c.normal_force)), h('td', {}, formatNumber(c.gap)), h('td', {}, type === 'other' ? '' : type));
  }
}
