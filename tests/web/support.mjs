// Helpers of the tests of the viewer: runs, servers, the browser, and pictures as numbers.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

export const here = dirname(fileURLToPath(import.meta.url));
export const source = join(here, '..', '..');
export const scree = process.env.SCREE ?? join(source, 'build', 'release', 'scree');
export const require = createRequire(join(source, 'web', 'package.json'));
export const folder = mkdtempSync(join(tmpdir(), 'scree-web-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

export function run(scene, name, ...settings) {
  const out = join(folder, name);
  const sets = settings.flatMap((s) => ['--set', s]);
  execFileSync(scree, ['run', scene, '--out', out, ...sets], { stdio: 'pipe' });
  return out;
}

export function expected(dir, frame, ...more) {
  return JSON.parse(execFileSync('/usr/bin/python3', [join(here, 'expect.py'), dir, String(frame), ...more], { encoding: 'utf8' }));
}

const servers = [];

// `scree view` on a free port; resolves with its address.
export function serve(dir) {
  const child = spawn(scree, ['view', dir, '--no-open', '--port', '0'], { stdio: ['ignore', 'pipe', 'pipe'] });
  servers.push(child);
  return new Promise((resolve, reject) => {
    let text = '';
    const look = (chunk) => {
      text += chunk;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
      if (address) resolve(address[0]);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.on('exit', (code) => reject(new Error(`scree view ended with ${code}: ${text}`)));
  });
}

export function stopServers() {
  for (const s of servers) {
    s.removeAllListeners('exit');
    s.kill();
  }
}

let browser = null;

export async function openBrowser() {
  const { chromium } = require('playwright-core');
  const args = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox', '--disable-quic',
    '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  browser = await chromium.launch({ executablePath: process.env.SCREE_BROWSER ?? '/usr/bin/chromium', args });
}

export async function closeBrowser() {
  await browser?.close();
}

// A page that keeps what went wrong: errors, refused content, requests that leave the origin.
export async function openPage(address, hash, { width = 900, height = 620, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(240000);
  page.faults = [];
  page.on('console', (m) => {
    if (m.type() === 'error' || m.type() === 'warning') page.faults.push(m.text());
  });
  page.on('pageerror', (e) => page.faults.push(e.message));
  page.on('request', (r) => {
    if (!r.url().startsWith(address) && !/^(blob|data):/.test(r.url())) page.faults.push(`request to ${r.url()}`);
  });
  await page.goto(`${address}/${hash}`);
  if (!hash.endsWith('.svg')) await settled(page);
  return page;
}

export async function settled(page) {
  await page.waitForFunction(() => ['true', 'error'].includes(document.documentElement.dataset.ready));
}

export function state(page) {
  return page.evaluate(() => ({ ...document.querySelector('canvas.scene').dataset }));
}

export async function waitState(page, name, value) {
  await page.waitForFunction(([n, v]) => document.querySelector('canvas.scene').dataset[n] === v, [name, String(value)]);
  await settled(page);
}

// ---- pictures

export async function shot(page) {
  return decodePng(await page.screenshot());
}

// 8 bits, red green blue (alpha), not interlaced: what browsers write.
export function decodePng(bytes) {
  const parts = [];
  let width = 0;
  let height = 0;
  let channels = 0;
  for (let at = 8; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + size);
    if (name === 'IHDR') {
      width = data.readUInt32BE(0);
      height = data.readUInt32BE(4);
      channels = { 2: 3, 6: 4 }[data[9]];
    }
    if (name === 'IDAT') parts.push(data);
    at += 12 + size;
  }
  return { width, height, channels, data: unfilter(inflateSync(Buffer.concat(parts)), width, height, channels) };
}

function unfilter(raw, width, height, channels) {
  const row = width * channels;
  const out = new Uint8Array(row * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (row + 1)];
    for (let i = 0; i < row; ++i) {
      const a = i >= channels ? out[y * row + i - channels] : 0;
      const b = y > 0 ? out[(y - 1) * row + i] : 0;
      const c = y > 0 && i >= channels ? out[(y - 1) * row + i - channels] : 0;
      const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter];
      out[y * row + i] = raw[y * (row + 1) + 1 + i] + guess;
    }
  }
  return out;
}

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

export function pixel(p, x, y) {
  const at = (y * p.width + x) * p.channels;
  return [p.data[at], p.data[at + 1], p.data[at + 2]];
}

// How much a pixel differs from the sky, a grey gradient from top to bottom: from the left edge of its row.
function contrast(p, x, y) {
  const sky = pixel(p, 1, y);
  return Math.max(...pixel(p, x, y).map((c, k) => Math.abs(c - sky[k])));
}

export function covered(p, x, y, least = 24) {
  return contrast(p, x, y) > least;
}

// Number and centre of the covered pixels of a region. A pixel on an outline counts if about half of it is covered: if it
// differs from the sky by more than half of what three quarters of the covered ones do.
export function measure(p, x0, x1, y0, y1) {
  const seen = [];
  for (let y = Math.max(0, y0); y < Math.min(p.height, y1); ++y) {
    for (let x = Math.max(2, x0); x < Math.min(p.width, x1); ++x) {
      const c = contrast(p, x, y);
      if (c > 24) seen.push([x + 0.5, y + 0.5, c]);
    }
  }
  const sorted = seen.map((s) => s[2]).sort((a, b) => a - b);
  const least = (sorted[Math.floor(sorted.length / 4)] ?? 0) / 2;
  const kept = seen.filter((s) => s[2] > least);
  const mean = (k) => kept.reduce((sum, s) => sum + s[k], 0) / kept.length;
  return { n: kept.length, x: mean(0), y: mean(1) };
}

// Share of pixels that differ between two pictures of the same size.
export function difference(p, q) {
  let n = 0;
  for (let y = 0; y < p.height; ++y) {
    for (let x = 0; x < p.width; ++x) {
      const [a, b] = [pixel(p, x, y), pixel(q, x, y)];
      if (a.some((c, k) => Math.abs(c - b[k]) > 24)) n += 1;
    }
  }
  return n / (p.width * p.height);
}

// The sources of the page, compiled for node.
export async function pageModule(path) {
  const { buildSync } = require('esbuild');
  const out = join(folder, `${path.replaceAll('/', '_')}.mjs`);
  buildSync({ entryPoints: [join(source, 'web', 'src', path)], bundle: true, format: 'esm', platform: 'node', outfile: out });
  return import(out);
}

export function readBytes(path) {
  const b = readFileSync(path);
  return b.buffer.slice(b.byteOffset, b.byteOffset + b.length);
}
