// Colour maps that people with any kind of colour vision can read: two continuous ones made for that (viridis, cividis),
// a plain grey one, and the eight colours of Okabe and Ito for kinds of things.

export type Rgb = [number, number, number];

// Ten support points each, evenly spaced, in 8-bit sRGB; linear between them (error below 3/255).
const kStops: Record<string, string> = {
  viridis: '440154 482878 3e4a89 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725',
  cividis: '00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838',
  magma: '0b0724 221150 471078 721f81 9e2f7f cd4071 f1605d fd9668 feca8d fcfdbf',
  grey: '2b2b2b 404040 565656 6d6d6d 848484 9c9c9c b4b4b4 cdcdcd e5e5e5 f7f7f7',
};

export const kMapNames = Object.keys(kStops);

export function parseHex(hex: string): Rgb {
  const n = parseInt(hex, 16);
  return [(n >> 16) & 255, (n >> 8) & 255, n & 255];
}

const tables = new Map<string, Uint8Array>();

// 256 entries of red, green, blue.
export function mapTable(name: string): Uint8Array {
  const known = tables.get(name);
  if (known) return known;
  const stops = (kStops[name] ?? kStops.viridis).split(' ').map(parseHex);
  const table = new Uint8Array(256 * 3);
  for (let i = 0; i < 256; ++i) {
    const at = (i / 255) * (stops.length - 1);
    const k = Math.min(Math.floor(at), stops.length - 2);
    for (let c = 0; c < 3; ++c) {
      table[3 * i + c] = Math.round(stops[k][c] + (at - k) * (stops[k + 1][c] - stops[k][c]));
    }
  }
  tables.set(name, table);
  return table;
}

const kOkabeIto = '0072b2 e69f00 009e73 cc79a7 56b4e9 d55e00 f0e442 8c8c8c'.split(' ').map(parseHex);

// The first eight kinds get the eight colours; later ones the same colours lighter, then darker.
export function category(k: number): Rgb {
  const base = kOkabeIto[k % 8];
  const round = Math.floor(k / 8) % 3;
  if (round === 0) return base;
  const towards = round === 1 ? 255 : 0;
  return base.map((c) => Math.round(c + 0.4 * (towards - c))) as Rgb;
}

export function css(c: Rgb): string {
  return `rgb(${c[0]}, ${c[1]}, ${c[2]})`;
}
