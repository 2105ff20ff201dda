// The canvas: cameras, what is drawn in which order, the finishing pass, pictures of any size, and what lies under a pixel.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { Trouble, type Vec3 } from '../data/types';
import type { Preset } from '../settings';
import { Bodies } from './bodies';
import { Chains } from './chains';
import { colourOf, kPalettes, material, sharedUniforms } from './common';
import { kFinishFragment, kRingFragment, kRingVertex, kScreenVertex, kSkyFragment } from './shaders';
import { Walls } from './walls';

const kFieldOfView = 30; // degrees, of the height

function fullScreen(): THREE.BufferGeometry {
  const g = new THREE.BufferGeometry();
  g.setAttribute('position', new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  return g;
}

function makeRenderer(canvas: HTMLCanvasElement): THREE.WebGLRenderer {
  const context = canvas.getContext('webgl2', { antialias: false, alpha: false, powerPreference: 'high-performance' });
  if (!context) {
    throw new Trouble(
      'No WebGL 2',
      'This browser cannot draw in three dimensions: WebGL 2 is missing or switched off. Update it, switch hardware ' +
        'acceleration on, or use another one. scree picture and scree export --vtk show the run without it.',
    );
  }
  const renderer = new THREE.WebGLRenderer({ canvas, context });
  renderer.outputColorSpace = THREE.LinearSRGBColorSpace; // the shaders write what the screen is to show
  renderer.autoClear = false;
  return renderer;
}

export class Stage {
  readonly shared = sharedUniforms();
  readonly bodies = new Bodies(this.shared, () => this.software);
  readonly walls = new Walls(this.shared);
  readonly chains = new Chains(this.shared);
  readonly controls: OrbitControls;
  readonly renderer: THREE.WebGLRenderer;
  readonly software: boolean;
  camera: THREE.PerspectiveCamera | THREE.OrthographicCamera;
  onChange: () => void = () => undefined; // something moved: draw again
  onDrawn: () => void = () => undefined;
  centre: Vec3 = [0, 0, 0]; // of the scene, in the world
  bodySize = 1; // length scale of the shading
  private radius = 1; // of a ball round all there is
  private middle = new THREE.Vector3();
  private readonly scene = new THREE.Scene();
  private readonly perspective = new THREE.PerspectiveCamera(kFieldOfView, 1);
  private readonly flatCamera = new THREE.OrthographicCamera();
  private readonly screenCamera = new THREE.OrthographicCamera();
  private readonly sky: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;
  private readonly ring: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;
  private readonly finish: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;
  private target: THREE.WebGLRenderTarget | null = null;
  private readonly pickTarget = new THREE.WebGLRenderTarget(1, 1);
  private upAxis = new THREE.Vector3(0, 0, 1);
  private width = 1;
  private height = 1;
  private slow = 0; // how dear drawing is, 0 to 2: lowers the resolution while things move
  private moving = false;
  private settle = 0;
  private asked = false;

  constructor(
    readonly canvas: HTMLCanvasElement,
    gpu: boolean,
  ) {
    this.renderer = makeRenderer(canvas);
    this.software = !gpu && isSoftware(this.renderer.getContext());
    this.camera = this.perspective;
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    let held = false;
    this.controls.addEventListener('start', () => (held = true));
    this.controls.addEventListener('end', () => (held = false));
    this.controls.addEventListener('change', () => {
      if (held) this.touched = true;
      this.moved();
    });
    this.sky = new THREE.Mesh(
      fullScreen(),
      material(kScreenVertex, kSkyFragment, { uTop: { value: new THREE.Vector3() }, uBottom: { value: new THREE.Vector3() } },
        { depthTest: false, depthWrite: false }),
    );
    this.ring = new THREE.Mesh(
      ringGeometry(),
      material(kRingVertex, kRingFragment, { ...this.shared, uBody: { value: new THREE.Vector4() } },
        { transparent: true, depthTest: false, depthWrite: false }),
    );
    this.finish = new THREE.Mesh(fullScreen(), finishMaterial());
    this.ring.visible = false;
    this.ring.renderOrder = 100;
    this.sky.renderOrder = -100;
    for (const m of [this.sky, this.ring, this.finish]) m.frustumCulled = false;
    this.scene.add(this.sky, this.bodies.group, this.walls.group, this.chains.mesh, this.ring);
  }

  setTheme(theme: 'light' | 'dark'): void {
    const p = kPalettes[theme];
    this.sky.material.uniforms.uTop.value.copy(colourOf(p.skyTop));
    this.sky.material.uniforms.uBottom.value.copy(colourOf(p.skyBottom));
    this.walls.setPalette(p, theme === 'dark');
    this.chains.setPalette(p);
    this.ask();
  }

  // ---- where things are

  setBox(low: Vec3, high: Vec3, keepCentre: boolean): void {
    if (!keepCentre) this.centre = low.map((x, c) => (x + high[c]) / 2) as Vec3;
    const size = Math.hypot(...low.map((x, c) => high[c] - x));
    this.radius = Math.max(size / 2, 1e-9);
    this.middle.set(...(low.map((x, c) => (x + high[c]) / 2 - this.centre[c]) as Vec3));
  }

  toScene(p: Vec3): THREE.Vector3 {
    return new THREE.Vector3(p[0] - this.centre[0], p[1] - this.centre[1], p[2] - this.centre[2]);
  }

  toWorld(p: THREE.Vector3): Vec3 {
    return [p.x + this.centre[0], p.y + this.centre[1], p.z + this.centre[2]];
  }

  // Walls are always cut by the plane itself; bodies only if they are to be cut through.
  setCut(plane: { axis: 0 | 1 | 2; place: number; above: boolean } | null, through: boolean): void {
    this.shared.uCutting.value = plane !== null;
    this.shared.uCutBodies.value = plane !== null && through;
    if (!plane) return;
    const sign = plane.above ? 1 : -1;
    const v = [0, 0, 0];
    v[plane.axis] = sign;
    this.shared.uCut.value.set(v[0], v[1], v[2], sign * (plane.place - this.centre[plane.axis]));
  }

  get boxRadius(): number {
    return this.radius;
  }

  // ---- cameras

  setUp(up: Vec3, flat: boolean): void {
    this.upAxis.set(...up).normalize();
    for (const c of [this.perspective, this.flatCamera]) c.up.copy(this.upAxis);
    this.controls.enableRotate = !flat;
    if (flat) this.controls.mouseButtons.LEFT = THREE.MOUSE.PAN;
    if (flat) this.controls.touches.ONE = THREE.TOUCH.PAN;
    // OrbitControls takes the up axis when it is made; these are its two private turns.
    const turn = new THREE.Quaternion().setFromUnitVectors(this.upAxis, new THREE.Vector3(0, 1, 0));
    const inner = this.controls as unknown as { _quat: THREE.Quaternion; _quatInverse: THREE.Quaternion };
    inner._quat.copy(turn);
    inner._quatInverse.copy(turn).invert();
  }

  get orthographic(): boolean {
    return this.camera === this.flatCamera;
  }

  setOrthographic(on: boolean): void {
    const old = this.camera;
    const next = on ? this.flatCamera : this.perspective;
    if (next === old) return;
    next.position.copy(old.position);
    next.quaternion.copy(old.quaternion);
    const distance = this.camera.position.distanceTo(this.controls.target);
    if (on) this.fitFlat(distance);
    else this.standOff(distance);
    this.camera = next;
    this.controls.object = next;
    this.resizeCameras();
    this.controls.update();
    this.moved();
  }

  // Half the height that the flat camera shows, so that the target looks as large as before.
  private flatHeight = 1;
  private fitFlat(distance: number): void {
    this.flatHeight = distance * Math.tan(THREE.MathUtils.degToRad(kFieldOfView / 2));
    this.flatCamera.zoom = 1;
  }

  private standOff(oldDistance: number): void {
    const distance = this.flatHeight / this.flatCamera.zoom / Math.tan(THREE.MathUtils.degToRad(kFieldOfView / 2));
    const away = this.flatCamera.position.clone().sub(this.controls.target).multiplyScalar(distance / oldDistance);
    this.perspective.position.copy(this.controls.target).add(away);
  }

  // Looks at everything from a side; `up` decides what front and top are.
  preset(name: Preset, zoom = 1): void {
    this.touched = false;
    const [right, back] = this.horizontal();
    const up = this.upAxis;
    const from: Record<Preset, THREE.Vector3> = {
      front: back.clone().negate(),
      back: back.clone(),
      left: right.clone().negate(),
      right: right.clone(),
      top: up.clone().addScaledVector(back, -1e-4),
      bottom: up.clone().negate().addScaledVector(back, -1e-4),
      iso: right.clone().multiplyScalar(0.62).addScaledVector(back, -1).addScaledVector(up, 0.55),
    };
    this.lookFrom(from[name].normalize(), zoom);
  }

  // Whether the eye of the iso view is on the larger side of the middle along an axis of the world.
  isoSide(axis: 0 | 1 | 2): boolean {
    const [right, back] = this.horizontal();
    const from = right.multiplyScalar(0.62).addScaledVector(back, -1).addScaledVector(this.upAxis, 0.55);
    return from.getComponent(axis) > 0;
  }

  // Two horizontal axes: to the right and away from the eye when one looks from the front.
  private horizontal(): [THREE.Vector3, THREE.Vector3] {
    const up = this.upAxis;
    const right = Math.abs(up.x) > 0.9 ? new THREE.Vector3(0, 1, 0) : new THREE.Vector3(1, 0, 0);
    right.addScaledVector(up, -right.dot(up)).normalize();
    return [right, new THREE.Vector3().crossVectors(up, right)];
  }

  private corners: THREE.Vector3[] = [];
  setCorners(low: Vec3, high: Vec3): void {
    this.corners = [];
    for (let k = 0; k < 8; ++k) {
      this.corners.push(this.toScene([0, 1, 2].map((c) => ((k >> c) & 1 ? high[c] : low[c])) as Vec3));
    }
  }

  private lookFrom(direction: THREE.Vector3, zoom: number): void {
    const target = this.middle.clone();
    const distance = this.fitDistance(direction, target) / zoom;
    for (const c of [this.perspective, this.flatCamera]) {
      c.position.copy(target).addScaledVector(direction, distance);
      c.lookAt(target);
    }
    this.fitFlat(distance);
    this.controls.target.copy(target);
    this.resizeCameras();
    this.controls.update();
    this.moved();
  }

  // How far the eye must stand off for all corners of the box to be seen.
  private fitDistance(direction: THREE.Vector3, target: THREE.Vector3): number {
    const view = new THREE.Matrix4().lookAt(direction, new THREE.Vector3(), this.upAxis).invert();
    const tan = Math.tan(THREE.MathUtils.degToRad(kFieldOfView / 2)) * 0.94;
    const aspect = this.width / this.height;
    let distance = 1e-9;
    for (const corner of this.corners) {
      const p = corner.clone().sub(target).applyMatrix4(view);
      distance = Math.max(distance, p.z + Math.abs(p.y) / tan, p.z + Math.abs(p.x) / (tan * aspect));
    }
    return distance;
  }

  // All of a box of the world, from where the eye is now.
  fit(low: Vec3, high: Vec3): void {
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    const before = [this.corners, this.middle] as const;
    this.setCorners(low, high);
    this.middle = this.corners[0].clone().add(this.corners[7]).multiplyScalar(0.5);
    this.lookFrom(direction, 1);
    [this.corners, this.middle] = before;
  }

  look(eye: Vec3, target: Vec3, zoom: number): void {
    this.controls.target.copy(this.toScene(target));
    for (const c of [this.perspective, this.flatCamera]) {
      c.position.copy(this.toScene(eye));
      c.lookAt(this.controls.target);
    }
    this.fitFlat(this.perspective.position.distanceTo(this.controls.target));
    this.flatCamera.zoom = zoom;
    this.resizeCameras();
    this.controls.update();
    this.moved();
  }

  eye(): Vec3 {
    return this.toWorld(this.camera.position);
  }

  lookingAt(): Vec3 {
    return this.toWorld(this.controls.target);
  }

  zoom(): number {
    return this.orthographic ? this.flatCamera.zoom : 1;
  }

  // Moves eye and target together, so that a body that is followed stays where it is on the screen.
  carry(delta: THREE.Vector3): void {
    this.controls.target.add(delta);
    for (const c of [this.perspective, this.flatCamera]) c.position.add(delta);
    this.controls.update();
    this.ask();
  }

  turnBy(right: number, up: number): void {
    const offset = this.camera.position.clone().sub(this.controls.target);
    const side = new THREE.Vector3().crossVectors(this.upAxis, offset).normalize();
    offset.applyAxisAngle(this.upAxis, right);
    const slope = Math.acos(THREE.MathUtils.clamp(offset.dot(this.upAxis) / offset.length(), -1, 1));
    const tilt = THREE.MathUtils.clamp(slope + up, 0.05, Math.PI - 0.05) - slope;
    offset.applyAxisAngle(side.applyAxisAngle(this.upAxis, right), tilt);
    this.camera.position.copy(this.controls.target).add(offset);
    this.controls.update();
    this.moved();
  }

  approach(factor: number): void {
    if (this.orthographic) this.flatCamera.zoom /= factor;
    else this.camera.position.sub(this.controls.target).multiplyScalar(factor).add(this.controls.target);
    this.resizeCameras();
    this.controls.update();
    this.moved();
  }

  // ---- size and drawing on demand

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.resizeCameras();
    this.ask();
  }

  private resizeCameras(): void {
    const aspect = this.width / this.height;
    this.perspective.aspect = aspect;
    Object.assign(this.flatCamera, {
      top: this.flatHeight, bottom: -this.flatHeight, left: -this.flatHeight * aspect, right: this.flatHeight * aspect,
    });
    this.perspective.updateProjectionMatrix();
    this.flatCamera.updateProjectionMatrix();
  }

  private moved(): void {
    this.moving = true;
    window.clearTimeout(this.settle);
    this.settle = window.setTimeout(() => {
      this.moving = false;
      this.ask();
      this.onChange();
    }, 180);
    this.ask();
  }

  touched = false; // a person has moved the camera since the last preset
  playing = false; // frames follow one another: draw like something that moves

  started = false; // there is something to draw

  ask(): void {
    if (this.asked || !this.started) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  private get quality(): number {
    const full = this.software ? 1 : Math.min(window.devicePixelRatio || 1, 2);
    return this.moving || this.playing ? full * [1, 0.7, 0.5][this.slow] : full;
  }

  draw(): void {
    const start = performance.now();
    const ratio = this.quality;
    this.drawTo(Math.max(1, Math.round(this.width * ratio)), Math.max(1, Math.round(this.height * ratio)), ratio);
    if (this.software) this.waitForPixels();
    this.judge(performance.now() - start);
    this.onDrawn();
  }

  private readonly onePixel = new Uint8Array(4);
  private waitForPixels(): void {
    const gl = this.renderer.getContext();
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, this.onePixel);
  }

  drawMs = 0;

  // On a software renderer the drawing itself takes the time; a GPU hands back at once and stays at full quality.
  private judge(ms: number): void {
    this.drawMs = ms;
    if (ms > 90 && this.slow < 2) this.slow += 1;
    else if (ms < 20 && this.slow > 0) this.slow -= 1;
  }

  private drawTo(width: number, height: number, ratio: number, samples = this.software ? 2 : 4): void {
    const target = this.targetOf(width, height, samples);
    this.prepare(height);
    this.shared.uScreen.value.set(width, height);
    this.renderer.setPixelRatio(1);
    if (this.canvas.width !== width || this.canvas.height !== height) this.renderer.setSize(width, height, false);
    this.renderer.setRenderTarget(target);
    this.renderer.clear();
    this.renderer.render(this.scene, this.camera);
    this.renderer.setRenderTarget(null);
    this.finishTo(target, width, height, ratio);
  }

  private prepare(height: number): void {
    const camera = this.camera;
    camera.updateMatrixWorld();
    const reach = this.radius * 1.05;
    const ahead = new THREE.Vector3();
    camera.getWorldDirection(ahead);
    const depth = this.middle.clone().sub(camera.position).dot(ahead);
    camera.near = this.orthographic ? depth - reach : Math.max(depth - reach, 0.002 * this.radius);
    camera.far = Math.max(depth + reach, camera.near + 0.01 * this.radius);
    camera.updateProjectionMatrix();
    this.shared.isOrthographic.value = this.orthographic;
    this.shared.uUp.value.copy(this.upAxis).transformDirection(camera.matrixWorldInverse);
    const tall = this.orthographic ? (2 * this.flatHeight) / this.flatCamera.zoom : 2 * Math.tan(THREE.MathUtils.degToRad(kFieldOfView / 2));
    this.shared.uPixel.value = tall / height;
  }

  private targetOf(width: number, height: number, samples: number): THREE.WebGLRenderTarget {
    if (!this.target || this.target.samples !== samples) {
      this.target?.dispose();
      const depthTexture = new THREE.DepthTexture(width, height, THREE.UnsignedIntType);
      this.target = new THREE.WebGLRenderTarget(width, height, { samples, depthTexture });
    }
    if (this.target.width !== width || this.target.height !== height) this.target.setSize(width, height);
    return this.target;
  }

  private finishTo(target: THREE.WebGLRenderTarget, width: number, height: number, ratio: number): void {
    const u = this.finish.material.uniforms;
    u.uPicture.value = target.texture;
    u.uDepth.value = target.depthTexture;
    u.uStep.value.set(ratio / width, ratio / height);
    u.uRange.value.set(this.camera.near, this.camera.far);
    u.uSize.value = this.bodySize;
    u.uFlat.value = this.orthographic;
    // A processor that draws leaves the shading for when things stand still.
    u.uStrength.value = this.software && ratio < 1 ? 0 : this.shading;
    this.renderer.render(this.finish, this.screenCamera);
  }

  // The share of darkening; none in the plane, where nothing lies behind anything.
  setShading(strength: number): void {
    this.shading = strength;
  }
  private shading = 0;

  // A picture of exactly this size, drawn larger and reduced.
  picture(width: number, height: number): HTMLCanvasElement {
    const limit = this.renderer.capabilities.maxTextureSize;
    const factor = Math.max(1, Math.min(2, Math.floor(limit / Math.max(width, height))));
    const before = [this.width, this.height] as const;
    [this.width, this.height] = [width, height];
    this.resizeCameras();
    // Twice the size smooths edges already where the processor draws.
    this.drawTo(width * factor, height * factor, factor, this.software && factor > 1 ? 0 : 4);
    const out = document.createElement('canvas');
    out.width = width;
    out.height = height;
    const context = out.getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    context.drawImage(this.canvas, 0, 0, width, height);
    [this.width, this.height] = before;
    this.resizeCameras();
    this.ask();
    return out;
  }

  // ---- what lies there

  // The place (in the frame's arrays) of the body under a point of the canvas, in CSS pixels.
  pick(x: number, y: number): number | null {
    this.prepare(this.height);
    this.camera.setViewOffset(this.width, this.height, Math.floor(x), Math.floor(y), 1, 1);
    this.shared.uScreen.value.set(1, 1);
    const pixel = new Uint8Array(4);
    const others = [this.sky, this.ring, this.walls.group, this.chains.mesh];
    const shown = others.map((o) => o.visible);
    for (const o of others) o.visible = false;
    this.bodies.whilePicking(() => {
      this.renderer.setRenderTarget(this.pickTarget);
      this.renderer.setClearColor(0, 0);
      this.renderer.clear();
      this.renderer.render(this.scene, this.camera);
      this.renderer.readRenderTargetPixels(this.pickTarget, 0, 0, 1, 1, pixel);
      this.renderer.setRenderTarget(null);
    });
    others.forEach((o, k) => (o.visible = shown[k]));
    this.camera.clearViewOffset();
    const k = pixel[0] + 256 * (pixel[1] + 256 * (pixel[2] + 256 * pixel[3]));
    return k === 0 ? null : k - 1;
  }

  // Where a point of the world is on the canvas, in CSS pixels.
  project(p: Vec3): [number, number] {
    this.camera.updateMatrixWorld();
    const v = this.toScene(p).project(this.camera);
    return [(0.5 + 0.5 * v.x) * this.width, (0.5 - 0.5 * v.y) * this.height];
  }

  markBody(centre: Vec3 | null, radius: number): void {
    this.ring.visible = centre !== null;
    if (centre) this.ring.material.uniforms.uBody.value.set(...this.toScene(centre).toArray(), radius);
  }

  // Directions of the axes of the world on the screen.
  axes(): { name: string; x: number; y: number; depth: number }[] {
    const m = this.camera.matrixWorldInverse;
    return ['x', 'y', 'z'].map((name, c) => {
      const v = new THREE.Vector3(c === 0 ? 1 : 0, c === 1 ? 1 : 0, c === 2 ? 1 : 0).transformDirection(m);
      return { name, x: v.x, y: -v.y, depth: v.z };
    });
  }
}

function ringGeometry(): THREE.BufferGeometry {
  const g = new THREE.BufferGeometry();
  g.setAttribute('corner', new THREE.BufferAttribute(new Float32Array([-1, -1, 1, -1, 1, 1, -1, 1]), 2));
  g.setAttribute('position', new THREE.BufferAttribute(new Float32Array(12), 3));
  return g.setIndex([0, 1, 2, 0, 2, 3]);
}

function finishMaterial(): THREE.RawShaderMaterial {
  return material(
    kScreenVertex,
    kFinishFragment,
    {
      uPicture: { value: null }, uDepth: { value: null }, uStep: { value: new THREE.Vector2() },
      uRange: { value: new THREE.Vector2() }, uSize: { value: 1 }, uStrength: { value: 0.09 }, uFlat: { value: false },
    },
    { depthTest: false, depthWrite: false },
  );
}

function isSoftware(gl: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  return /swiftshader|llvmpipe|software/i.test(name);
}
