import { mostWaves } from './spectrum.ts';

/** Gerstner's sum: the elevation and its slopes at a place of rest, and where its particle is. */
const waves = `
const int MOST = ${mostWaves};
uniform vec4 uWaves[MOST];
uniform int uCount;
uniform float uRise;
uniform float uShare;
void sumWaves(vec2 place, float cell, out vec3 shift, out vec2 slope) {
  shift = vec3(0.0);
  slope = vec2(0.0);
  for (int i = 0; i < MOST; i++) {
    if (i >= uCount) break;
    vec4 w = uWaves[i];
    float k = length(w.xy);
    // A wave shorter than the mesh's cells would be drawn as another one.
    float seen = smoothstep(2.0, 4.0, 6.2832 / (k * max(cell, 1e-4)));
    float angle = dot(w.xy, place) + w.w;
    float a = w.z * seen;
    float c = cos(angle);
    float s = sin(angle);
    shift.y += a * c;
    shift.xz -= uShare * a * (w.xy / k) * s;
    slope -= a * w.xy * s;
  }
  shift.y *= uRise;
  slope *= uRise;
}
`;

const head = `#version 300 es
precision highp float;
`;

/** Surface: a square block of sea, or the sea about an eye, finer near it. East, up and north in metres. */
export const surfaceVertex = `${head}
layout(location = 0) in vec2 aCell;
uniform mat4 uView;
uniform vec3 uEye;
uniform vec2 uHeading;
uniform float uSide;
uniform float uCells;
uniform bool uIsBlock;
out vec3 vPlace;
out vec2 vSlope;
out float vHeight;
out float vFar;
${waves}
void main() {
  vec2 place;
  float cell;
  if (uIsBlock) {
    place = (aCell - 0.5) * uSide;
    cell = uSide / uCells;
  } else {
    float radius = 0.6 * pow(7000.0, aCell.y);
    float angle = (aCell.x - 0.5) * 2.6;
    vec2 ahead = vec2(uHeading.x * cos(angle) + uHeading.y * sin(angle), uHeading.y * cos(angle) - uHeading.x * sin(angle));
    place = uEye.xz + ahead * radius;
    cell = radius * 8.9 / uCells;
  }
  vec3 shift;
  sumWaves(place, cell, shift, vSlope);
  vPlace = vec3(place.x, 0.0, place.y) + shift;
  vHeight = shift.y / max(uRise, 1e-4);
  vFar = distance(uEye, vPlace);
  gl_Position = uView * vec4(vPlace, 1.0);
}
`;

const noise = `
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise(vec2 p) {
  vec2 i = floor(p);
  vec2 f = fract(p);
  vec2 u = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), u.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), u.x), u.y);
}
`;

const sky = `
uniform vec3 uSkyHigh;
uniform vec3 uSkyLow;
uniform vec3 uSun;
uniform vec3 uSunColour;
vec3 skyOf(vec3 ray) {
  float up = max(ray.y, 0.0);
  vec3 colour = mix(uSkyLow, uSkyHigh, pow(up, 0.45));
  return colour + uSunColour * 0.18 * pow(max(dot(ray, uSun), 0.0), 12.0);
}
`;

/** Water: what it mirrors and what shines from below (Fresnel), ripples by the wind (Cox and Munk), and foam. */
export const surfaceFragment = `${head}
in vec3 vPlace;
in vec2 vSlope;
in float vHeight;
in float vFar;
uniform vec3 uEye;
uniform vec3 uDeep;
uniform vec3 uCrest;
uniform float uSigma;
uniform float uRipple;
uniform vec2 uDrift;
uniform float uFoamFrom;
uniform float uOpacity;
uniform float uGrain;
uniform float uHaze;
out vec4 colour;
${noise}${sky}
void main() {
  vec2 p = vPlace.xz / uGrain;
  float near = 1.0 / (1.0 + vFar * 0.012 / uGrain);
  vec2 one = p * 1.3 - uDrift * 0.8;
  vec2 two = p * 3.1 - uDrift * 1.7;
  const float e = 0.35;
  float a = noise(one) + 0.5 * noise(two);
  vec2 ripple = vec2(noise(one + vec2(e, 0)) + 0.5 * noise(two + vec2(e, 0)) - a, noise(one + vec2(0, e)) + 0.5 * noise(two + vec2(0, e)) - a) / e;
  vec2 slope = vSlope + ripple * uRipple * near * 2.0;
  vec3 normal = normalize(vec3(-slope.x, 1.0, -slope.y));
  vec3 ray = normalize(uEye - vPlace);
  float facing = max(dot(normal, ray), 0.0);
  float mirror = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
  vec3 back = reflect(-ray, normal);
  back.y = abs(back.y);
  float rise = clamp(vHeight / max(uSigma, 0.05) * 0.22 + 0.3, 0.0, 1.0);
  vec3 water = mix(uDeep, uCrest, rise * rise);
  water *= 0.72 + 0.4 * max(dot(normal, uSun), 0.0);
  vec3 lit = mix(water, skyOf(back), mirror);
  lit += uSunColour * 0.9 * pow(max(dot(back, uSun), 0.0), 180.0) * (0.4 + near);
  float crest = smoothstep(uFoamFrom, uFoamFrom + 0.35, vHeight / max(uSigma, 0.05) + (noise(p * 2.3 - uDrift) - 0.5) * 0.7);
  lit = mix(lit, vec3(0.93, 0.96, 0.97) * (0.5 + 0.5 * uSkyLow), crest * 0.75 * near);
  lit = mix(lit, uSkyLow, uHaze * (1.0 - exp(-vFar / 1500.0)));
  colour = vec4(lit, mix(uOpacity, 1.0, mirror));
}
`;

/** Sides of the block: from the surface down to the seabed. `aDown` is 0 at the surface and 1 at the bottom. */
export const wallVertex = `${head}
layout(location = 0) in vec3 aPlace;
layout(location = 1) in float aDown;
uniform mat4 uView;
uniform float uSide;
uniform float uCells;
out float vDown;
out float vLight;
${waves}
void main() {
  vec3 shift;
  vec2 slope;
  sumWaves(aPlace.xz, uSide / uCells, shift, slope);
  vDown = aDown;
  vec2 outward = abs(aPlace.x) > abs(aPlace.z) ? vec2(sign(aPlace.x), 0.0) : vec2(0.0, sign(aPlace.z));
  vLight = 0.85 + 0.15 * dot(outward, normalize(vec2(0.6, -0.8)));
  gl_Position = uView * vec4(aPlace.x, aDown > 0.5 ? aPlace.y : shift.y, aPlace.z, 1.0);
}
`;

export const wallFragment = `${head}
in float vDown;
in float vLight;
uniform vec3 uCrest;
uniform vec3 uAbyss;
out vec4 colour;
void main() {
  vec3 water = mix(uCrest, uAbyss, pow(vDown, 0.55)) * vLight;
  colour = vec4(water, mix(0.5, 0.86, vDown));
}
`;

/** Seabed with its depth in metres. */
export const bedVertex = `${head}
layout(location = 0) in vec3 aPlace;
layout(location = 1) in vec3 aNormal;
layout(location = 2) in float aDepth;
uniform mat4 uView;
out vec3 vPlace;
out vec3 vNormal;
out float vDepth;
void main() {
  vPlace = aPlace;
  vNormal = aNormal;
  vDepth = aDepth;
  gl_Position = uView * vec4(aPlace, 1.0);
}
`;

/** Light that the surface gathers on the bottom shows where the water is shallow, and not below 40 m. */
export const bedFragment = `${head}
in vec3 vPlace;
in vec3 vNormal;
in float vDepth;
uniform vec3 uSand;
uniform vec3 uAbyss;
uniform float uSeconds;
uniform float uDeepest;
uniform float uGrain;
out vec4 colour;
${noise}
float web(vec2 p) {
  float a = abs(noise(p + uSeconds * 0.25) - 0.5);
  float b = abs(noise(p * 1.7 - uSeconds * 0.2 + 7.3) - 0.5);
  return pow(1.0 - min(a + b, 1.0), 6.0);
}
void main() {
  float light = 0.6 + 0.4 * max(dot(normalize(vNormal), normalize(vec3(0.5, 0.8, 0.3))), 0.0);
  vec3 ground = mix(uSand, uAbyss, 0.75 * pow(clamp(vDepth / max(uDeepest, 1.0), 0.0, 1.0), 0.6));
  float wet = smoothstep(0.0, 2.0, vDepth);
  float shallow = clamp(1.0 - vDepth / 40.0, 0.0, 1.0) * wet;
  ground = mix(uSand * vec3(0.72, 0.82, 0.66), ground, wet) * light;
  ground += vec3(0.9, 1.0, 0.95) * 0.3 * shallow * web(vPlace.xz / (uGrain * 2.0));
  colour = vec4(ground, 1.0);
}
`;

export const skyVertex = `${head}
layout(location = 0) in vec2 aCell;
out vec2 vAt;
void main() {
  vAt = aCell * 2.0 - 1.0;
  gl_Position = vec4(vAt, 0.9999, 1.0);
}
`;

export const skyFragment = `${head}
in vec2 vAt;
uniform vec3 uForward;
uniform vec3 uRight;
uniform vec3 uUp;
out vec4 colour;
${sky}
void main() {
  colour = vec4(skyOf(normalize(uForward + vAt.x * uRight + vAt.y * uUp)), 1.0);
}
`;
