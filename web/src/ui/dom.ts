// Making elements without a framework.

type Attributes = Record<string, string | number | boolean | ((e: Event) => void)>;
type Child = Node | string | null;

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') e.addEventListener(name, value);
    else if (value === true) e.setAttribute(name, '');
    else if (value !== false) e.setAttribute(name, String(value));
  }
  e.append(...children.filter((c): c is Node | string => c !== null));
  return e;
}

const kSvg = 'http://www.w3.org/2000/svg';

export function svg(tag: string, attributes: Record<string, string | number>, ...children: Node[]): SVGElement {
  const e = document.createElementNS(kSvg, tag);
  for (const [name, value] of Object.entries(attributes)) e.setAttribute(name, String(value));
  e.append(...children);
  return e;
}

// Icons of 20 x 20, one path each.
const kIcons: Record<string, string> = {
  play: 'M6 3.5v13l11-6.5z',
  pause: 'M5 3.5h3.6v13H5zM11.4 3.5H15v13h-3.6z',
  next: 'M4 4v12l8-6zM13.5 4H16v12h-2.5z',
  previous: 'M16 4v12l-8-6zM4 4h2.5v12H4z',
  last: 'M3 4v12l6-6zM9 4v12l6-6zM15.5 4H18v12h-2.5z',
  first: 'M17 4v12l-6-6zM11 4v12l-6-6zM2 4h2.5v12H2z',
  close: 'M5.2 3.8 10 8.6l4.8-4.8 1.4 1.4L11.4 10l4.8 4.8-1.4 1.4L10 11.4l-4.8 4.8-1.4-1.4L8.6 10 3.8 5.2z',
  camera: 'M7 4h6l1.3 2H17a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 17 17H3a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 3 6h2.7zM10 8a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z',
  film: 'M3 3h14v14H3zM5 5v2h2V5zm8 0v2h2V5zM5 9v2h2V9zm8 0v2h2V9zM5 13v2h2v-2zm8 0v2h2v-2z',
  link: 'M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.2l-1.2 1.2m1.2 3a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.2l1.2-1.2',
  theme: 'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 1.8v12.4a6.2 6.2 0 0 1 0-12.4z',
  help: 'M10 2a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm.9 12.8H9.1V13h1.8zm1.6-6.1-.8.8c-.6.6-.9 1.1-.9 2.2H9.2v-.4c0-.9.3-1.6.9-2.2l1-1.1a1.6 1.6 0 1 0-2.7-1.1H6.6a3.4 3.4 0 1 1 5.9 1.8z',
  panel: 'M3 5h14v1.8H3zm0 4.1h14v1.8H3zm0 4.1h14V15H3z',
  plots: 'M3 3h1.6v12.4H17V17H3zM6 13l3.2-4.5 2.6 2.3L15.8 5l1.2.9-5 7.2-2.6-2.3L7.3 14z',
  target: 'M9.2 2h1.6v2.1a6 6 0 0 1 5.1 5.1H18v1.6h-2.1a6 6 0 0 1-5.1 5.1V18H9.2v-2.1a6 6 0 0 1-5.1-5.1H2V9.2h2.1a6 6 0 0 1 5.1-5.1zM10 5.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8zm0 2.6a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z',
};

export function icon(name: string): SVGElement {
  const stroke = name === 'link';
  const path = svg('path', stroke
    ? { d: kIcons[name], fill: 'none', stroke: 'currentColor', 'stroke-width': 1.7, 'stroke-linecap': 'round' }
    : { d: kIcons[name], fill: 'currentColor', 'fill-rule': 'evenodd' });
  return svg('svg', { viewBox: '0 0 20 20', width: 18, height: 18, 'aria-hidden': 'true', class: 'icon' }, path);
}

export function iconButton(name: string, label: string, act: () => void, more: Attributes = {}): HTMLButtonElement {
  return h('button', { type: 'button', class: 'icon-button', title: label, 'aria-label': label, click: act, ...more }, icon(name));
}

export function setIcon(button: HTMLButtonElement, name: string, label: string): void {
  button.replaceChildren(icon(name));
  button.title = label;
  button.setAttribute('aria-label', label);
}

let serial = 0;
export function freshId(prefix: string): string {
  return `${prefix}-${++serial}`;
}

// A row of buttons of which one is down.
export class Choice<T extends string> {
  readonly element: HTMLElement;
  private readonly buttons = new Map<T, HTMLButtonElement>();
  constructor(label: string, options: [T, string][], act: (value: T) => void) {
    this.element = h('div', { class: 'choice', role: 'group', 'aria-label': label });
    for (const [value, text] of options) {
      const b = h('button', { type: 'button', 'aria-pressed': 'false', 'data-value': value, click: () => act(value) }, text);
      this.buttons.set(value, b);
      this.element.append(b);
    }
  }
  set(value: T | null): void {
    for (const [v, b] of this.buttons) b.setAttribute('aria-pressed', String(v === value));
  }
  disable(reason: string | null): void {
    this.element.title = reason ?? '';
    for (const b of this.buttons.values()) b.disabled = reason !== null;
  }
}
