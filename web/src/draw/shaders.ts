// The shaders. Bodies are instances: a place, a turn as a quaternion, a scale and a colour each, as they came over the
// wire, so a new frame is an upload and no matrix is ever made.

const kCommon = `
precision highp float;
precision highp int;
uniform mat4 viewMatrix;
uniform mat4 projectionMatrix;
uniform bool isOrthographic;
uniform vec3 uShift;   // origin of the frame in the scene
uniform vec4 uCut;     // hidden where dot(xyz, p) > w
uniform bool uCutting;
`;

const kLight = `
uniform vec3 uUp;      // in view axes
uniform float uAlpha;
vec3 linear(vec3 c) { return pow(c, vec3(2.2)); }
vec3 display(vec3 c) { return pow(c, vec3(1.0 / 2.2)); }
// A key light over the left shoulder, a weak one from the right, and a sky that is brighter above.
vec3 shade(vec3 colour, vec3 n, vec3 toEye) {
  const vec3 key = vec3(-0.42, 0.60, 0.68), rim = vec3(0.80, 0.05, 0.60);
  float sky = 0.5 + 0.5 * dot(n, uUp);
  float light = 0.34 + 0.26 * sky + 0.62 * max(dot(n, normalize(key)), 0.0) + 0.16 * max(dot(n, normalize(rim)), 0.0);
  vec3 h = normalize(normalize(key) + toEye);
  float shine = 0.10 * pow(max(dot(n, h), 0.0), 28.0);
  return display(linear(colour) * light + shine);
}
`;

const kInstance = `
in vec3 iPosition;
in vec4 iQuat;
in float iScale;
in vec4 iColour;       // alpha: picked out
in float iPlace;
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

const kPickOut = `
vec4 placeColour(float place) {
  uint k = uint(place + 0.5) + 1u;
  return vec4(float(k & 255u), float((k >> 8) & 255u), float((k >> 16) & 255u), float(k >> 24)) / 255.0;
}
`;

const kHighlight = `
vec3 picked(vec3 colour, float mark) { return mix(colour, vec3(1.0, 0.42, 0.05), 0.85 * mark); }
`;

export const kMeshVertex = `${kCommon}${kInstance}
in vec3 position;
in vec3 normal;
out vec3 vNormal;
out vec3 vView;
out vec3 vScene;
out vec4 vColour;
flat out float vPlace;
void main() {
#ifdef BAKED
  vScene = uShift + position;
  vNormal = mat3(viewMatrix) * normal;
#else
  vec4 q = normalize(iQuat);
  vScene = uShift + iPosition + iScale * turn(q, position);
  vNormal = mat3(viewMatrix) * turn(q, normal);
#endif
  vec4 view = viewMatrix * vec4(vScene, 1.0);
  vView = view.xyz;
  vColour = iColour;
  vPlace = iPlace;
  gl_Position = projectionMatrix * view;
}`;

export const kMeshFragment = `${kCommon}${kLight}${kPickOut}${kHighlight}
in vec3 vNormal;
in vec3 vView;
in vec3 vScene;
in vec4 vColour;
flat in float vPlace;
out vec4 fragment;
void main() {
  if (uCutting && dot(uCut.xyz, vScene) > uCut.w) discard;
#ifdef PICK
  fragment = placeColour(vPlace);
#else
  vec3 toEye = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-vView);
  vec3 n = normalize(vNormal);
  // Where a body is cut open its far side is seen from within: drawn flat, it looks like the section.
  if (!gl_FrontFacing) n = uCutting ? mat3(viewMatrix) * uCut.xyz : -n;
  fragment = vec4(shade(picked(vColour.rgb, vColour.a), n, toEye), uAlpha);
#endif
}`;

// Balls as flat squares that face the eye; the ray through each pixel meets the true sphere. Many plain balls are drawn as
// points instead (POINT): one vertex a ball, no instances.
export const kBallVertex = `${kCommon}${kInstance}
#ifdef POINT
uniform vec2 uScreen;  // pixels
#else
in vec2 corner;
in vec4 ball;
#endif
flat out vec3 vCentre;
flat out float vRadius;
flat out vec4 vColour;
flat out float vPlace;
void main() {
#ifdef POINT
  vec3 scene = uShift + iPosition;
  vRadius = iScale;
#else
  vec3 scene = uShift + iPosition + iScale * turn(normalize(iQuat), ball.xyz);
  vRadius = iScale * ball.w;
#endif
  vCentre = (viewMatrix * vec4(scene, 1.0)).xyz;
  vec3 ahead = vec3(0.0, 0.0, -1.0);
  float reach = vRadius * 1.04;
  float d = length(vCentre);
  if (!isOrthographic) {
    ahead = vCentre / d;
    float far = max(d, 1.0001 * vRadius);
    reach *= far / sqrt(far * far - vRadius * vRadius);
  }
#ifdef POINT
  gl_Position = projectionMatrix * vec4(vCentre, 1.0);
  float slant = isOrthographic ? 1.0 : d / -vCentre.z; // off the axis a ball looks longer
  gl_PointSize = uScreen.y * projectionMatrix[1][1] * reach * slant * slant / gl_Position.w + 1.5;
#else
  vec3 right = normalize(cross(ahead, vec3(0.0, 1.0, 0.0)));
  gl_Position = projectionMatrix * vec4(vCentre + reach * (corner.x * right + corner.y * cross(right, ahead)), 1.0);
#endif
  vColour = iColour;
  vPlace = iPlace;
}`;

export const kBallFragment = `${kCommon}${kLight}${kPickOut}${kHighlight}
uniform vec2 uScreen;
flat in vec3 vCentre;
flat in float vRadius;
flat in vec4 vColour;
flat in float vPlace;
out vec4 fragment;
void main() {
  vec2 at = 2.0 * gl_FragCoord.xy / uScreen - 1.0;
  vec2 scale = vec2(projectionMatrix[0][0], projectionMatrix[1][1]);
  vec3 from = isOrthographic ? vec3((at - projectionMatrix[3].xy) / scale, 0.0) : vec3(0.0);
  vec3 ray = isOrthographic ? vec3(0.0, 0.0, -1.0) : normalize(vec3((at + projectionMatrix[2].xy) / scale, -1.0));
  vec3 m = from - vCentre;
  float b = dot(m, ray);
  vec3 off = m - b * ray;                  // from the centre to the nearest point of the ray: precise far from the eye
  float q = vRadius * vRadius - dot(off, off);
  float coverage = clamp(0.5 + q / max(fwidth(q), 1e-30), 0.0, 1.0);
#ifdef PICK
  coverage = q > 0.0 ? 1.0 : 0.0;
#endif
  if (coverage < 0.02) discard;
  float half_chord = sqrt(max(q, 0.0));
  vec3 hit = from + (-b - half_chord) * ray;
  vec3 n = (hit - vCentre) / vRadius;
  if (uCutting) {
    vec3 cut = mat3(viewMatrix) * uCut.xyz;
    float beyond = dot(cut, hit) - (uCut.w + dot(cut, (viewMatrix * vec4(0.0, 0.0, 0.0, 1.0)).xyz));
    if (beyond > 0.0) {
      float t = -beyond / dot(cut, ray);
      if (!(t > 0.0 && t < 2.0 * half_chord)) discard;
      hit += t * ray;
      n = cut;
    }
  }
  vec4 clip = projectionMatrix * vec4(hit, 1.0);
  gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
#ifdef PICK
  fragment = placeColour(vPlace);
#else
  fragment = vec4(shade(picked(vColour.rgb, vColour.a), normalize(n), -ray), uAlpha * coverage);
#endif
}`;

// The true edges of polyhedra as hairlines.
export const kEdgeVertex = `${kCommon}${kInstance}
in vec3 position;
uniform float uPixel;
out vec3 vScene;
out vec4 vColour;
void main() {
#ifdef BAKED
  vScene = uShift + position;
#else
  vScene = uShift + iPosition + iScale * turn(normalize(iQuat), position);
#endif
  vec4 view = viewMatrix * vec4(vScene, 1.0);
  view.xyz *= isOrthographic ? 1.0 : 0.9995; // before the faces
  view.z += isOrthographic ? uPixel : 0.0;
  vColour = iColour;
  gl_Position = projectionMatrix * view;
}`;

export const kEdgeFragment = `${kCommon}${kHighlight}
in vec3 vScene;
in vec4 vColour;
uniform float uAlpha;
out vec4 fragment;
void main() {
  if (uCutting && dot(uCut.xyz, vScene) > uCut.w) discard;
  fragment = vec4(0.32 * picked(vColour.rgb, vColour.a), 0.75 * uAlpha);
}`;

export const kWallVertex = `${kCommon}
uniform mat4 modelMatrix;
in vec3 position;
in vec3 normal;
out vec3 vNormal;
out vec3 vView;
out vec3 vScene;
void main() {
  vec4 scene = modelMatrix * vec4(position, 1.0);
  vScene = scene.xyz;
  vec4 view = viewMatrix * scene;
  vView = view.xyz;
  vNormal = mat3(viewMatrix) * mat3(modelMatrix) * normal;
  gl_Position = projectionMatrix * view;
}`;

export const kWallFragment = `${kCommon}${kLight}
uniform vec3 uColour;
uniform bool uGlass;
in vec3 vNormal;
in vec3 vView;
in vec3 vScene;
out vec4 fragment;
void main() {
  if (uCutting && dot(uCut.xyz, vScene) > uCut.w) discard;
  vec3 toEye = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-vView);
  vec3 n = normalize(vNormal);
  if (dot(n, toEye) < 0.0) n = -n;
  float grazing = 1.0 - dot(n, toEye);
  float alpha = uGlass ? uAlpha * (0.45 + 1.2 * grazing * grazing) : 1.0;
  fragment = vec4(shade(uColour, n, toEye), alpha);
}`;

export const kLineFragment = `${kCommon}
uniform vec3 uColour;
uniform float uAlpha;
in vec3 vScene;
out vec4 fragment;
void main() {
  if (uCutting && dot(uCut.xyz, vScene) > uCut.w) discard;
  fragment = vec4(uColour, uAlpha);
}`;

// Force chains: ribbons that face the eye, shaded like rods, as wide as the force.
export const kChainVertex = `${kCommon}
in vec2 corner;        // x: -1, 1 across; y: 0, 1 along
in vec3 iA;
in vec3 iB;
in float iForce;       // of the reference force
uniform float uWidth;  // half width of the reference force
uniform float uPixel;  // height of a pixel at distance 1 (or anywhere, without perspective)
out float vAcross;
flat out float vForce;
void main() {
  vec3 a = (viewMatrix * vec4(uShift + iA, 1.0)).xyz;
  vec3 b = (viewMatrix * vec4(uShift + iB, 1.0)).xyz;
  vec3 p = mix(a, b, corner.y);
  vec3 toEye = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-p);
  vec3 across = cross(b - a, toEye);
  float l = length(across);
  across = l > 0.0 ? across / l : vec3(1.0, 0.0, 0.0);
  float hair = 0.5 * uPixel * (isOrthographic ? 1.0 : -p.z);
  p += across * corner.x * max(uWidth * min(iForce, 2.5), hair);
  vAcross = corner.x;
  vForce = iForce;
  gl_Position = projectionMatrix * vec4(p, 1.0);
}`;

export const kChainFragment = `
precision highp float;
uniform vec3 uWeak;
uniform vec3 uStrong;
in float vAcross;
flat in float vForce;
out vec4 fragment;
void main() {
  vec3 c = mix(uWeak, uStrong, sqrt(clamp(vForce, 0.0, 1.0)));
  fragment = vec4(c * (0.72 + 0.28 * sqrt(1.0 - vAcross * vAcross)), 1.0);
}`;

// A ring round the body that was clicked, over everything.
export const kRingVertex = `${kCommon}
in vec2 corner;
uniform vec4 uBody;    // centre in the scene, radius
uniform float uPixel;
out vec2 vCorner;
out float vEdge;
void main() {
  vec3 c = (viewMatrix * vec4(uBody.xyz, 1.0)).xyz;
  float pixel = uPixel * (isOrthographic ? 1.0 : -c.z);
  float r = max(1.12 * uBody.w, 9.0 * pixel) + 3.0 * pixel;
  vEdge = 3.0 * pixel / r;
  vCorner = corner;
  gl_Position = projectionMatrix * vec4(c + vec3(corner * r, 0.0), 1.0);
}`;

export const kRingFragment = `
precision highp float;
in vec2 vCorner;
in float vEdge;
out vec4 fragment;
void main() {
  float d = length(vCorner);
  float a = smoothstep(1.0 - vEdge, 1.0 - 0.6 * vEdge, d) * (1.0 - smoothstep(1.0 - 0.4 * vEdge, 1.0, d));
  fragment = vec4(1.0, 0.42, 0.05, a);
}`;

export const kScreenVertex = `
in vec3 position;
out vec2 vUv;
void main() {
  vUv = 0.5 + 0.5 * position.xy;
  gl_Position = vec4(position.xy, 0.0, 1.0);
}`;

export const kSkyFragment = `
precision highp float;
uniform vec3 uTop;
uniform vec3 uBottom;
in vec2 vUv;
out vec4 fragment;
void main() { fragment = vec4(mix(uBottom, uTop, smoothstep(0.0, 1.0, vUv.y)), 1.0); }`;

// Darkens what lies behind its surroundings on the screen ("eye-dome lighting"): packings become legible, outlines
// crisp, at the price of a few reads of the depth.
export const kFinishFragment = `
precision highp float;
uniform sampler2D uPicture;
uniform sampler2D uDepth;
uniform vec2 uStep;      // one pixel
uniform vec2 uRange;     // near, far
uniform float uSize;     // length over which darkness builds up
uniform float uStrength;
uniform bool uFlat;      // without perspective
in vec2 vUv;
out vec4 fragment;
float distanceAt(vec2 uv) {
  float d = texture(uDepth, uv).r;
  return uFlat ? mix(uRange.x, uRange.y, d) : uRange.x * uRange.y / (uRange.y - d * (uRange.y - uRange.x));
}
// What lies far behind is not shaded by what is near: no halo round the bodies on a wall.
float behind(float here, vec2 offset, float size) {
  float d = (here - distanceAt(vUv + offset * uStep)) / size;
  return clamp(d, 0.0, 1.0) * (1.0 - smoothstep(4.0, 12.0, d));
}
float edge(float here, vec2 offset) {
  return clamp((here - distanceAt(vUv + offset * uStep)) / uSize, 0.0, 1.0);
}
void main() {
  vec4 picture = texture(uPicture, vUv);
  float shadow = 0.0;
  if (uStrength > 0.0 && texture(uDepth, vUv).r < 1.0) {
    float here = distanceAt(vUv);
    const vec2 around[8] = vec2[8](vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(-1.0, 0.0), vec2(0.0, -1.0),
                                   vec2(0.7, 0.7), vec2(-0.7, 0.7), vec2(-0.7, -0.7), vec2(0.7, -0.7));
    for (int i = 0; i < 8; ++i) shadow += edge(here, 1.4 * around[i]) + 0.8 * behind(here, 6.0 * around[i], 2.5 * uSize);
    for (int i = 0; i < 4; ++i) shadow += 0.8 * behind(here, 15.0 * around[i + 4], 4.0 * uSize);
  }
  fragment = vec4(picture.rgb * exp(-uStrength * shadow), 1.0);
}`;
