// The legend over the picture, and the same legend in pictures that are saved.
import { fieldByKey, formatNumber } from '../colour/fields';
import { kPalettes } from '../draw/common';
import type { Page } from '../page';
import { drawCaption, drawLegend, kInks, legendSize, legendWords, type LegendText } from './legend';

const kMargin = 14; // CSS pixels from the corner of a saved picture

export class LegendBox {
  constructor(private readonly page: Pick<Page, 'shell' | 'settings' | 'recording' | 'stage' | 'view' | 'theme'>) {}

  draw(): void {
    const canvas = this.page.shell.legend;
    const text = this.text();
    const size = text && this.size(text);
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
    drawLegend(c, text, kInks[this.page.theme.name]);
  }

  // Puts the legend and the time into a picture, larger where the picture is large.
  stamp(c: CanvasRenderingContext2D, width: number, height: number): void {
    const text = this.text();
    const { frame } = this.page.view;
    if (!text || !frame) return;
    const ink = kInks[this.page.theme.name];
    const scale = Math.max(1, Math.min(width / 1000, height / 640));
    const margin = kMargin * scale;
    const size = this.size(text);
    if (size) {
      c.setTransform(scale, 0, 0, scale, margin, height - margin - size.height * scale);
      drawLegend(c, text, ink);
    }
    c.setTransform(scale, 0, 0, scale, margin, margin);
    drawCaption(c, `t = ${formatNumber(frame.time)} s`, ink);
    c.resetTransform();
  }

  private text(): LegendText | null {
    const { settings: s, recording, stage, view, theme } = this.page;
    if (!view.colours || !recording.run || !s.legend) return null;
    const p = kPalettes[theme.name];
    const chains = s.chains && stage.chains.count > 0 ? { reference: stage.chains.reference, weak: p.weak, strong: p.strong } : null;
    return { field: fieldByKey(s.colour)!, map: s.map, colours: view.colours, run: recording.run, chains };
  }

  // Null where there is nothing to explain.
  private size(text: LegendText) {
    return this.page.settings.bodies === 'hidden' ? null : legendSize(text);
  }
}
