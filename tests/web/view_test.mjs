// The viewer from outside, in a real browser: what is drawn is compared with the HDF5 files of the run, read by h5py.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  closeBrowser, covered, decodePng, difference, expected, folder, here, measure, openBrowser, openPage, run, scree, serve, settled, shot,
  source, state, stopServers, waitState,
} from './support.mjs';

const scene = (name) => join(source, 'scenes', `${name}.toml`);
const kLong = { timeout: 600000 };
let zoo, drum, plane;

before(async () => {
  zoo = run(join(here, 'zoo.toml'), 'zoo');
  drum = run(scene('drum_small'), 'drum', 'time.end=0.08', 'output.frames_every=0.01');
  plane = run(scene('plane_blocks'), 'plane', 'time.end=0.004', 'output.frames_every=0.002');
  await openBrowser();
});

after(async () => {
  await closeBrowser();
  stopServers();
});

const near = (a, b, tolerance, what) => assert.ok(Math.abs(a - b) <= tolerance, `${what}: ${a} where ${b} +- ${tolerance} belongs`);
const clean = (page) => assert.deepEqual(page.faults, []);

// Without a graphics processor bodies are drawn in another way than with one: both must be right.
for (const [how, flag] of [['as the processor draws', ''], ['as a graphics processor draws', '&gpu=1']]) {
  test(`every family of shapes has the place and the outline that the files say, ${how}`, kLong, () => compareOutlines(flag));
}

async function compareOutlines(flag) {
  const address = await serve(zoo);
  const [width, height, distance] = [1000, 400, 0.45];
  const view = `#ui=0&legend=0&walls=hidden&edges=0&colour=id&theme=light&frame=2&proj=ortho&eye=0.2,${-distance},0.1&target=0.2,0,0.1${flag}`;
  const page = await openPage(address, view, { width, height });
  const file = expected(zoo, 2, '--silhouettes');
  const drawn = await state(page);
  assert.equal(Number(drawn.bodies), 5);
  assert.equal(Number(drawn.carried), 0); // a wall of balls is a wall: hidden with the others
  assert.equal(Number(drawn.time), file.time);

  const scale = height / 2 / (distance * Math.tan((15 * Math.PI) / 180)); // pixels a metre
  const picture = await shot(page);
  file.silhouettes.forEach((s, i) => {
    const [x, y] = [width / 2 + scale * (s.x - 0.2), height / 2 - scale * (s.z - 0.1)];
    const reach = Math.round(0.045 * scale);
    const seen = measure(picture, Math.round(x) - reach, Math.round(x) + reach, Math.round(y) - reach, Math.round(y) + reach);
    near(seen.n / (s.area * scale * scale), 1, 0.03, `area of body ${i}`);
    near(seen.x, x, 1, `place of body ${i} across`);
    near(seen.y, y, 1, `place of body ${i} upwards`);
  });
  for (const [i, s] of file.silhouettes.entries()) {
    const at = [width / 2 + scale * (s.x - 0.2), height / 2 - scale * (s.z - 0.1)].map(Math.round);
    if (!covered(picture, ...at)) continue; // the middle of a concave body may lie beside it
    await page.mouse.click(...at);
    await page.waitForFunction((id) => location.hash.includes(`body=${id}`), file.bodies[i].id);
  }
  clean(page);
  await page.context().close();
}

test('walls of balls and moving walls are drawn, and can be hidden', kLong, async () => {
  const address = await serve(zoo);
  const page = await openPage(address, '#walls=solid&camera=front&proj=ortho');
  const file = expected(zoo, 4);
  let drawn = await state(page);
  assert.equal(Number(drawn.carried), file.carried);
  assert.equal(Number(drawn.bodies), file.free);
  assert.equal(Number(drawn.walls), 1); // the plate; the rim is its balls
  const solid = await shot(page);
  await page.keyboard.press('Home');
  await waitState(page, 'frame', 0);
  assert.ok(difference(solid, await shot(page)) > 0.002, 'the plate has moved');
  await page.getByRole('group', { name: 'Walls' }).getByRole('button', { name: 'Hidden' }).click();
  await waitState(page, 'carried', 0);
  drawn = await state(page);
  assert.equal(Number(drawn.walls), 0);
  assert.equal(Number(drawn.bodies), file.free);
  clean(page);
  await page.context().close();
});

test('time: slider, steps, play, plots that follow', kLong, async () => {
  const address = await serve(drum);
  const page = await openPage(address, '');
  const slider = page.getByRole('slider', { name: 'Frame' });
  assert.equal(await slider.getAttribute('max'), '8');
  assert.equal((await state(page)).frame, '8'); // a finished run shows its end
  await slider.fill('3');
  await waitState(page, 'frame', 3);
  const file = expected(drum, 3);
  const drawn = await state(page);
  assert.equal(Number(drawn.bodies), file.free);
  assert.equal(Number(drawn.time), file.time);
  assert.match(await page.locator('.time-text').innerText(), /0\.03/);
  await page.waitForFunction((t) => Math.abs(Number(document.querySelector('.plots').dataset.time) - t) < 1e-9, file.time);
  await page.getByRole('button', { name: 'One frame on (right arrow)' }).click();
  await waitState(page, 'frame', 4);
  await page.locator('canvas.scene').focus();
  await page.keyboard.press('ArrowLeft');
  await waitState(page, 'frame', 3);
  assert.match(page.url(), /frame=3/);
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('60');
  await page.getByRole('button', { name: 'Play (space)' }).click();
  await waitState(page, 'frame', 8);
  await page.getByRole('button', { name: 'Play (space)' }).waitFor(); // it stops by itself at the end
  const plot = page.locator('.plot-canvas').first();
  const box = await plot.boundingBox();
  await plot.click({ position: { x: 53, y: box.height / 2 } }); // a click on the left end goes to the start
  await waitState(page, 'frame', 0);
  clean(page);
  await page.context().close();
});

test('cut: whole bodies go by their centres, the picture loses that half', kLong, async () => {
  const address = await serve(drum);
  const page = await openPage(address, '#camera=front&walls=hidden&legend=0&plots=0');
  const file = expected(drum, 8);
  const all = measure(await shot(page), 0, 600, 60, 520).n;
  await page.getByRole('group', { name: 'Cut plane' }).getByRole('button', { name: 'y', exact: true }).click();
  await page.waitForFunction((n) => Number(document.querySelector('canvas.scene').dataset.bodies) < n, file.free);
  await settled(page);
  const text = await page.locator('.cut-rows output').innerText();
  await page.goto(page.url().replace(/cut=[^&]*/, 'cut=x,0'));
  await page.reload();
  await settled(page);
  const left = file.bodies.filter((b) => b.x[0] <= 0).length;
  assert.match(text, /y = /);
  assert.equal(Number((await state(page)).bodies), left);
  const half = measure(await shot(page), 0, 600, 60, 520).n;
  assert.ok(half < 0.8 * all, `${half} of ${all} pixels`);
  await page.getByLabel('Other side').check();
  await waitState(page, 'bodies', file.free - left);
  await page.getByLabel('Cut bodies through').check();
  await waitState(page, 'bodies', file.free); // all are there, the shader cuts them
  const through = measure(await shot(page), 0, 600, 60, 520).n;
  assert.ok(through < 0.85 * all, `${through} of ${all} pixels`);
  clean(page);
  await page.context().close();
});

test('colour: field, map and range change the picture and the legend', kLong, async () => {
  const address = await serve(drum);
  const page = await openPage(address, '#walls=hidden&plots=0');
  const file = expected(drum, 8);
  const legend = page.locator('canvas.legend');
  assert.match(await legend.getAttribute('data-text'), /^Velocity, 0 to .* m\/s$/);
  const [low, high] = (await state(page)).range.split(',').map(Number);
  const beyond = file.bodies.filter((b) => b.speed > high).length;
  assert.equal(low, 0);
  assert.ok(beyond <= 0.01 * file.free + 1 && file.bodies.some((b) => b.speed > high / 2), `range up to ${high}`);
  const first = await shot(page);
  await page.getByLabel('By').selectOption('radius');
  await waitState(page, 'colour', 'radius');
  const range = (await state(page)).range.split(',').map(Number);
  near(range[0], Math.min(...file.bodies.map((b) => b.r)), 1e-9, 'smallest radius');
  near(range[1], Math.max(...file.bodies.map((b) => b.r)), 1e-9, 'largest radius');
  assert.match(await legend.getAttribute('data-text'), /^Size/);
  const second = await shot(page);
  assert.ok(difference(first, second) > 0.02);
  await page.getByLabel('Colours').selectOption('cividis');
  await page.waitForFunction(() => location.hash.includes('map=cividis'));
  await settled(page);
  await page.waitForTimeout(300);
  assert.ok(difference(second, await shot(page)) > 0.02);
  await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: 'Fixed' }).click();
  await page.getByLabel('Highest value').fill('0.004');
  await page.getByLabel('Highest value').press('Enter');
  await page.waitForFunction(() => document.querySelector('canvas.scene').dataset.range.endsWith(',0.004'));
  for (const field of ['spin', 'force', 'coordination', 'id', 'type', 'shape', 'material', 'contact', 'none']) {
    await page.getByLabel('By').selectOption(field);
    await waitState(page, 'colour', field);
  }
  clean(page);
  await page.context().close();
});

test('a click on a body shows its data; it can be followed', kLong, async () => {
  const address = await serve(drum);
  const [width, height, distance] = [900, 620, 0.25];
  const file = expected(drum, 4);
  // Nothing lies before the body whose nearest point is nearest.
  const front = file.bodies.reduce((a, b) => (b.x[1] - b.r < a.x[1] - a.r ? b : a));
  const target = [0, 0, 0];
  const page = await openPage(address, `#ui=0&legend=0&walls=hidden&frame=4&proj=ortho&eye=0,${-distance},0&target=${target}`, { width, height });
  const scale = height / 2 / (distance * Math.tan((15 * Math.PI) / 180));
  const at = [width / 2 + scale * front.x[0], height / 2 - scale * front.x[2]];
  await page.mouse.click(...at);
  await page.waitForFunction(() => document.querySelector('.card').dataset.id !== undefined);
  assert.equal(Number(await page.locator('.card').getAttribute('data-id')), front.id);
  const words = await page.locator('.card').textContent();
  assert.ok(words.includes(`Body ${front.id}`) && words.includes('bead') && words.includes('kg'), words);
  assert.match(page.url(), new RegExp(`body=${front.id}`));

  const full = await openPage(address, `#frame=4&walls=hidden&body=${front.id}`);
  const card = full.locator('.card');
  await card.getByRole('button', { name: 'Follow' }).click();
  await full.locator('canvas.scene').focus();
  await full.keyboard.press('End');
  await waitState(full, 'frame', 8);
  const eye = (await state(full)).eye.split(',').map(Number);
  await full.keyboard.press('Home');
  await waitState(full, 'frame', 0);
  const back = (await state(full)).eye.split(',').map(Number);
  const [first, last] = [expected(drum, 0), expected(drum, 8)].map((f) => f.bodies.find((b) => b.id === front.id).x);
  eye.forEach((x, c) => near(x - back[c], last[c] - first[c], 1e-6, 'the eye moves with the body'));
  await full.keyboard.press('Escape');
  await card.waitFor({ state: 'hidden' });
  clean(page);
  clean(full);
  await page.context().close();
  await full.context().close();
});

test('force chains are the contacts of the frame', kLong, async () => {
  const address = await serve(drum);
  const page = await openPage(address, '#plots=0&walls=hidden');
  const plain = await shot(page);
  await page.getByLabel('Force chains').check();
  await page.waitForFunction(() => Number(document.querySelector('canvas.scene').dataset.chains) > 0);
  await settled(page);
  const file = expected(drum, 8);
  const chains = Number((await state(page)).chains);
  assert.ok(chains > 0.3 * file.contacts && chains <= file.contacts, `${chains} of ${file.contacts}`);
  assert.ok(difference(plain, await shot(page)) > 0.02);
  clean(page);
  await page.context().close();
});

test('in the plane: flat, from the front, without dead controls', kLong, async () => {
  const address = await serve(plane);
  const page = await openPage(address, '');
  const file = expected(plane, 2);
  assert.equal(Number((await state(page)).bodies), file.free);
  assert.ok(await page.getByRole('button', { name: 'Iso' }).isDisabled());
  const eye = (await state(page)).eye.split(',').map(Number);
  assert.ok(eye[2] > 0.1, `seen along z, from ${eye}`);
  assert.ok(measure(await shot(page), 0, 600, 60, 380).n > 2000);
  clean(page);
  await page.context().close();
});

test('pictures: light, dark and phone; camera; PNG and film', kLong, async () => {
  const address = await serve(zoo);
  const page = await openPage(address, '#theme=light');
  const light = await shot(page);
  await page.keyboard.press('t');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await page.waitForTimeout(300);
  assert.ok(difference(light, await shot(page)) > 0.5);
  const iso = (await state(page)).eye;
  await page.getByRole('button', { name: 'Top', exact: true }).click();
  await page.waitForFunction((old) => document.querySelector('canvas.scene').dataset.eye !== old, iso);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Picture' }).click()]);
  const png = decodePng(readFileSync(await saved.path()));
  assert.ok(png.width > 500 && png.height > 200);
  assert.ok(measure(png, 0, png.width, 40, png.height - 90).n > 500);
  await page.getByRole('button', { name: 'Film' }).click();
  const film = page.locator('dialog.film');
  const [zip] = await Promise.all([page.waitForEvent('download'), film.getByRole('button', { name: /PNG/ }).click()]);
  const bytes = readFileSync(await zip.path());
  assert.equal(bytes.readUInt32LE(0), 0x04034b50);
  assert.equal(bytes.readUInt16LE(bytes.length - 22 + 10), 5); // five frames, five pictures
  const [video] = await Promise.all([page.waitForEvent('download'), film.getByRole('button', { name: 'WebM video' }).click()]);
  assert.equal(readFileSync(await video.path()).readUInt32BE(0), 0x1a45dfa3); // EBML, the container of WebM
  await film.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('?');
  await page.locator('dialog.help').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('dialog.help').waitFor({ state: 'hidden' });
  clean(page);
  await page.context().close();

  const phone = await openPage(address, '', { width: 390, height: 760, hasTouch: true });
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.ok(measure(await shot(phone), 0, 390, 120, 500).n > 500);
  await phone.getByRole('button', { name: 'Controls (V)' }).tap();
  assert.ok(await phone.getByLabel('By').isVisible());
  clean(phone);
  await phone.context().close();
});

test('a run that goes on grows on the page', kLong, async () => {
  const out = join(folder, 'live');
  const child = spawn(scree, ['run', scene('drum_small'), '--out', out, '--set', 'time.end=60', '--set', 'output.frames_every=0.01'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    while (!existsSync(join(out, 'frames'))) await new Promise((resolve) => setTimeout(resolve, 20));
    const address = await serve(out);
    const page = await openPage(address, '#plots=0');
    await page.waitForFunction(() => document.querySelector('.chip').dataset.state === 'running');
    const max = Number(await page.getByRole('slider', { name: 'Frame' }).getAttribute('max'));
    await page.waitForFunction((m) => Number(document.querySelector('.time-slider').max) > m + 1, max);
    // At the end it stays at the end, as soon as the frame has come.
    await page.waitForFunction((m) => { const s = document.querySelector('.time-slider'); return Number(s.max) > m + 1 && s.value === s.max; }, max);
    const last = await page.getByRole('slider', { name: 'Frame' }).getAttribute('max');
    await page.keyboard.press('Home');
    await waitState(page, 'frame', 0);
    await page.waitForFunction((m) => Number(document.querySelector('.time-slider').max) > Number(m), last);
    assert.equal((await state(page)).frame, '0'); // who looks at something else is left alone
    child.kill('SIGKILL');
    await page.waitForFunction(() => document.querySelector('.chip').dataset.state === 'stopped');
    clean(page);
    await page.context().close();
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
});

test('folders that hold no run say so on the page', kLong, async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const foreign = join(folder, 'foreign');
  mkdirSync(join(foreign, 'frames'), { recursive: true });
  writeFileSync(join(foreign, 'frames', '000000.h5'), 'not a frame');
  writeFileSync(join(foreign, 'model.h5'), 'not a model');
  for (const dir of [empty, foreign]) {
    const page = await openPage(await serve(dir), '');
    assert.equal(await page.evaluate(() => document.documentElement.dataset.ready), 'error');
    const text = await page.locator('.notice').innerText();
    assert.ok(text.length > 40, text);
    await page.context().close();
  }
});

test('a broken frame is left out, and said so; a lost server too', kLong, async () => {
  const broken = join(folder, 'broken');
  mkdirSync(join(broken, 'frames'), { recursive: true });
  for (const file of ['scene.toml', 'model.h5', 'telemetry.csv', 'overrides.txt', 'summary.txt']) copyFileSync(join(zoo, file), join(broken, file));
  for (let n = 0; n < 4; ++n) copyFileSync(join(zoo, 'frames', `00000${n}.h5`), join(broken, 'frames', `00000${n}.h5`));
  truncateSync(join(broken, 'frames', '000002.h5'), 300);
  const address = await serve(broken);
  const page = await openPage(address, '');
  assert.equal(await page.getByRole('slider', { name: 'Frame' }).getAttribute('max'), '2'); // three of four
  assert.match(await page.locator('.about').textContent(), /1 frames? cannot be read/);
  assert.equal((await state(page)).frame, '3');
  stopServers();
  await page.waitForFunction(() => document.querySelector('.banner').innerText.includes('does not answer'));
  await page.context().close();
});

test('WebGL missing: a message, not a blank page', kLong, async () => {
  const address = await serve(zoo);
  const page = await openPage(address, 'favicon.svg');
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
      return kind === 'webgl2' ? null : real.call(this, kind, ...more);
    };
  });
  await page.goto(`${address}/`);
  await settled(page);
  assert.match(await page.locator('.notice.alone').innerText(), /WebGL 2/);
  assert.ok(!covered(await shot(page), 450, 120));
  await page.context().close();
});
