// The parts of the page that need no browser: decoding, settings in the address, ranges, ticks, zip files.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { expected, folder, here, pageModule, run, serve, stopServers } from './support.mjs';

const decode = await pageModule('data/decode.ts');
const settings = await pageModule('settings.ts');
const fields = await pageModule('colour/fields.ts');
const { coarsen } = await pageModule('draw/coarsen.ts');
const plots = await pageModule('ui/plots.ts');
const { Zip, crc32 } = await pageModule('output/zip.ts');
const { Store } = await pageModule('data/store.ts');
const { Recording } = await pageModule('data/recording.ts');

test('half floats: the values of the standard', () => {
  const halves = new Uint16Array([0x0000, 0x3c00, 0xc000, 0x7bff, 0x0001, 0x0400, 0x7c00, 0x3555]);
  const values = [...decode.fromHalves(halves, 1)];
  assert.deepEqual(values.slice(0, 7), [0, 1, -2, 65504, 2 ** -24, 2 ** -14, Infinity]);
  assert.ok(Math.abs(values[7] - 1 / 3) < 1e-4);
  assert.equal(decode.fromHalves(new Uint16Array([0x3c00]), 2.5)[0], 2.5);
});

test('a frame from the server is the frame in the file', async () => {
  const dir = run(join(here, 'zoo.toml'), 'decoded');
  const address = await serve(dir);
  const buffer = await (await fetch(`${address}/api/frame/2`)).arrayBuffer();
  const geometry = decode.decodeGeometry(await (await fetch(`${address}/api/geometry`)).arrayBuffer());
  const frame = decode.decodeFrame(buffer);
  const file = expected(dir, 2);
  assert.equal(frame.free, file.free);
  assert.equal(frame.count, file.free + file.carried);
  assert.equal(frame.time, file.time);
  assert.ok(buffer.byteLength <= 40 * frame.count + 128 + 64 * frame.walls.length);
  file.bodies.forEach((b, i) => {
    assert.equal(frame.id[i], b.id);
    assert.equal(frame.type[i], b.type);
    assert.ok(Math.abs(frame.radius[i] - b.r) < 1e-6 * b.r);
    assert.ok(Math.abs(frame.speed[i] - b.speed) <= 1e-3 * Math.max(b.speed, 1e-3));
    b.x.forEach((x, c) => assert.ok(Math.abs(frame.origin[c] + frame.position[3 * i + c] - x) < 1e-6));
  });
  for (const m of geometry.meshes) assert.equal(m.positions.length, m.normals.length);
  assert.ok(geometry.balls.some((b) => b.length === 8), 'the cluster of two balls');

  for (const cut of [0, 3, 100, buffer.byteLength - 1]) {
    assert.throws(() => decode.decodeFrame(buffer.slice(0, cut)), { title: 'Damaged answer' });
  }
  const foreign = buffer.slice(0);
  new DataView(foreign).setUint32(4, 99, true);
  assert.throws(() => decode.decodeFrame(foreign), /version 99/);
  const endless = buffer.slice(0);
  new DataView(endless).setUint32(12, 0xffffffff, true);
  assert.throws(() => decode.decodeFrame(endless), { title: 'Damaged answer' });
  stopServers();
});

test('settings survive the way through the address, nonsense does not', () => {
  const text = 'frame=12&colour=spin&map=cividis&range=0.5,2&cut=y,0.25,flip,through&walls=hidden&chains=1&edges=0&eye=1,2,3&target=0,0,0.5&proj=ortho&theme=dark&body=7&follow=1';
  const s = settings.readSettings(new URLSearchParams(text));
  assert.equal(settings.settingsText(s), text);
  assert.deepEqual(s.cut, { axis: 'y', place: 0.25, flip: true, through: true });
  assert.equal(s.bodies, 'faint'); // else one would not see the chains
  const bad = settings.readSettings(new URLSearchParams('frame=-1&colour=smell&map=x&range=2,1&cut=q&walls=9&camera=up&eye=1,2&zoom=-3&body=a&width=0'));
  assert.deepEqual(bad, settings.defaults());
});

test('ranges and ticks are round numbers', () => {
  assert.deepEqual([0.0123, 1, 7.2, 99, 0].map(fields.niceAbove), [0.015, 1, 8, 100, 1]);
  assert.deepEqual(plots.ticks(0, 10, 5), [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(plots.ticks(0, 0, 5), []);
  assert.equal(fields.formatNumber(0.00001234567), '1.235e-5');
  assert.equal(fields.formatNumber(12.34567), '12.35');
});

test('a coarse shape is closed and hardly smaller', () => {
  const [positions, triangles] = [[], []];
  const [around, up] = [24, 12];
  for (let a = 0; a <= up; ++a) {
    for (let b = 0; b < around; ++b) {
      const [v, u] = [(Math.PI * a) / up - Math.PI / 2, (2 * Math.PI * b) / around];
      positions.push(Math.cos(v) * Math.cos(u), Math.cos(v) * Math.sin(u), Math.sin(v));
      const [p, q, r, s] = [[a, b], [a, b + 1], [a + 1, b + 1], [a + 1, b]].map(([i, j]) => i * around + (j % around));
      if (a < up) triangles.push(p, q, r, p, r, s);
    }
  }
  const fine = { positions: Float32Array.from(positions), normals: Float32Array.from(positions), triangles: Uint32Array.from(triangles), edges: new Uint32Array(0), smooth: true, sheet: false };
  const coarse = coarsen(fine, 2.5);
  assert.ok(coarse.triangles.length < fine.triangles.length / 2);
  const sides = new Map();
  let volume = 0;
  for (let t = 0; t < coarse.triangles.length; t += 3) {
    const c = [...coarse.triangles.subarray(t, t + 3)];
    const [x, y, z] = c.map((k) => coarse.positions.subarray(3 * k, 3 * k + 3));
    volume += (x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) + x[2] * (y[0] * z[1] - y[1] * z[0])) / 6;
    c.forEach((k, i) => {
      const next = c[(i + 1) % 3];
      sides.set(`${k},${next}`, (sides.get(`${k},${next}`) ?? 0) + 1);
    });
  }
  for (const [side, n] of sides) assert.equal(sides.get(side.split(',').reverse().join(',')), n, `side ${side} has a triangle on each side`);
  assert.ok(volume > 0.75 * (4 / 3) * Math.PI, `volume ${volume}`);
});

test('one stone that flies about does not set the range', () => {
  const values = new Float32Array(1000).map((_, i) => (i === 0 ? 1e6 : i / 1000));
  assert.deepEqual(fields.autoRange(fields.fieldByKey('speed'), values), [0, 1]);
});

test('zip files are zip files', () => {
  assert.equal(crc32(new TextEncoder().encode('123456789')), 0xcbf43926);
  const zip = new Zip();
  zip.add('a.txt', new TextEncoder().encode('hello'));
  zip.add('b.bin', new Uint8Array(1000).fill(7));
  return zip.blob().arrayBuffer().then((bytes) => {
    const path = join(folder, 'test.zip');
    writeFileSync(path, Buffer.from(bytes));
    const script = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.read("a.txt"), len(z.read("b.bin")))';
    assert.equal(execFileSync('/usr/bin/python3', ['-c', script, path], { encoding: 'utf8' }).trim(), "None b'hello' 1000");
  });
});

test('the store keeps to its limit and asks once', async () => {
  let asked = 0;
  const store = new Store(async (n) => ({ n, bytes: 10, asked: ++asked }), 35);
  await Promise.all([store.load(1), store.load(1), store.load(2)]);
  assert.equal(asked, 2);
  await store.load(3);
  await store.load(1); // used last
  await store.load(4);
  assert.equal(store.bytes, 30);
  assert.equal(store.peek(2), undefined);
  assert.equal(store.peek(1).n, 1);
  const failing = new Store(() => Promise.reject(new Error('no')), 10);
  failing.prefetch(5);
  await assert.rejects(failing.load(5), /no/);
});

// A server that gives one answer after another to /api/run.
async function withAnswers(answers, act) {
  const real = globalThis.fetch;
  const asked = [];
  globalThis.fetch = async (path) => {
    asked.push(path);
    return new Response(JSON.stringify({ ok: true, key: 'a', geometry: 1, state: 'running', ...answers.shift() }));
  };
  try {
    await act(asked);
  } finally {
    globalThis.fetch = real;
  }
}

test('frames are found by number and by time; one that is broken gives way to the next', () =>
  withAnswers([{ frames: [{ n: 0, t: 0 }, { n: 1, broken: 'cut short' }, { n: 2, t: 0.2 }, { n: 3, t: 0.3 }] }], async () => {
    const recording = new Recording();
    await recording.open();
    assert.deepEqual(recording.frames.map((f) => f.n), [0, 2, 3]);
    assert.equal(recording.broken, 1);
    assert.deepEqual([0, 1, 2, 3, 9, 'last'].map((n) => recording.find(n, null)), [0, 1, 1, 2, 2, 2]);
    assert.deepEqual([-1, 0.09, 0.11, 0.26, 7].map((t) => recording.find('last', t)), [0, 0, 1, 2, 2]);
  }));

test('new frames join the known ones, and a frame that was broken may have become whole', () =>
  withAnswers(
    [
      { frames: [{ n: 0, t: 0 }, { n: 1, broken: 'not yet whole' }] },
      { frames: [{ n: 1, t: 0.1 }, { n: 2, broken: 'cut short' }], state: 'finished' },
      { frames: [], key: 'b' },
    ],
    async (asked) => {
      const recording = new Recording();
      await recording.open();
      const news = await recording.news();
      assert.equal(asked[1], '/api/run?since=1');
      assert.equal(recording.last, 0, 'nothing changes before the news are adopted');
      recording.adopt(news);
      assert.deepEqual(recording.frames.map((f) => f.n), [0, 1]);
      assert.equal(recording.broken, 1);
      assert.equal(recording.run.state, 'finished');
      assert.equal(news.geometry, null);
      assert.equal(await recording.news(), null, 'another run has taken the folder');
    },
  ));

test('a run without a frame that can be read is no run yet', () =>
  withAnswers([{ frames: [] }, { frames: [{ n: 0, broken: 'cut short' }] }], async () => {
    await assert.rejects(new Recording().open(), { title: 'No frames yet', retry: true });
    await assert.rejects(new Recording().open(), { title: 'No frame can be read', retry: false });
  }));
