import { type BlockScale, blockScale } from './block-scale.ts';
import { type Camera, cameraAt } from './camera.ts';
import { bedMesh, cellMesh, type SeabedPatch, wallMesh } from './meshes.ts';
import { type Drawable, drawableOf, type Program, programOf } from './programs.ts';
import {
  bedFragment,
  bedVertex,
  skyFragment,
  skyVertex,
  surfaceFragment,
  surfaceVertex,
  wallFragment,
  wallVertex,
} from './shaders.ts';
import { heightOf, horizontalShare, mostWaves, type WaveComponent } from './spectrum.ts';

/** The sea to draw. */
export type DrawnSea = {
  readonly waves: readonly WaveComponent[];
  /** Wind at 10 m, m/s towards east and north; null: not known, and no ripples are drawn. */
  readonly wind: readonly [east: number, north: number] | null;
  /** Null: the depth is not known, and no bottom is drawn. */
  readonly seabed: SeabedPatch | null;
};

/** `block`: a square cut out of the sea, down to the bottom; `eye`: the sea from a small boat. */
export type SeaView = {
  readonly kind: 'block' | 'eye';
  /** Where one looks, degrees from north. */
  readonly headingDegrees: number;
  readonly scheme: 'light' | 'dark';
};

const palettes = {
  light: {
    skyHigh: [0.36, 0.6, 0.82],
    skyLow: [0.83, 0.9, 0.94],
    sun: [1, 0.95, 0.82],
    deep: [0.02, 0.16, 0.25],
    crest: [0.1, 0.45, 0.5],
    abyss: [0.02, 0.1, 0.19],
    sand: [0.72, 0.66, 0.52],
  },
  dark: {
    skyHigh: [0.02, 0.05, 0.11],
    skyLow: [0.2, 0.27, 0.36],
    sun: [0.75, 0.78, 0.85],
    deep: [0.02, 0.1, 0.17],
    crest: [0.1, 0.38, 0.45],
    abyss: [0.015, 0.07, 0.13],
    sand: [0.4, 0.38, 0.33],
  },
} as const;

/** Elevation, in standard deviations, above which a share of the surface lies (Abramowitz and Stegun 26.2.23). */
function crestAbove(share: number): number {
  if (!(share > 1e-7)) return 9;
  const t = Math.sqrt(-2 * Math.log(Math.min(share, 0.49)));
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
}

/** Share of the surface that is white at a wind, m/s at 10 m (Monahan and O'Muircheartaigh 1980). */
export function whiteShare(windMs: number): number {
  return Math.min(0.3, 3.84e-6 * windMs ** 3.41);
}

/** Mean square slope of the surface at a wind, m/s (Cox and Munk 1954, measured at 12.5 m). */
export function slopeVariance(windMs: number): number {
  return 0.003 + 0.00512 * windMs;
}

export type SeaDrawing = {
  readonly show: (sea: DrawnSea) => void;
  /** Draws the sea at a time, s. The size of the canvas is its caller's. */
  readonly draw: (seconds: number, view: SeaView, cells: number) => void;
  readonly free: () => void;
};

/** Draws on a canvas with WebGL 2; null where this browser has none. Throws where its driver refuses the programs. */
export function createSeaDrawing(canvas: HTMLCanvasElement): SeaDrawing | null {
  const gl = canvas.getContext('webgl2', {
    antialias: true,
    powerPreference: 'low-power',
    preserveDrawingBuffer: true,
  });
  if (gl === null) return null;
  const programs = {
    sky: programOf(gl, skyVertex, skyFragment),
    surface: programOf(gl, surfaceVertex, surfaceFragment),
    wall: programOf(gl, wallVertex, wallFragment),
    bed: programOf(gl, bedVertex, bedFragment),
  };
  const quad = drawableOf(gl, cellMesh(1), [2]);
  const held = {
    cells: 0,
    surface: null as Drawable | null,
    bed: null as Drawable | null,
    wall: null as Drawable | null,
  };
  let sea: DrawnSea = { waves: [], wind: null, seabed: null };
  gl.enable(gl.DEPTH_TEST);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  const free = (drawable: Drawable | null) => drawable?.free();

  return {
    show(next) {
      sea = next;
      free(held.bed);
      free(held.wall);
      held.bed = null;
      held.wall = null;
      if (next.seabed === null) return;
      const { sideM, rise } = blockScale(next.waves);
      const size = { sideM, downM: sideM * 0.4, crestM: 0.8 * heightOf(next.waves) * rise };
      held.bed = drawableOf(gl, bedMesh(next.seabed, size), [3, 3, 1]);
      held.wall = drawableOf(gl, wallMesh(next.seabed, size), [3, 1]);
    },
    draw(seconds, view, cells) {
      if (held.surface === null || held.cells !== cells) {
        free(held.surface);
        held.surface = drawableOf(gl, cellMesh(cells), [2]);
        held.cells = cells;
      }
      const scale = blockScale(sea.waves);
      const camera = cameraOf(view, scale, sea.waves, canvas.width / canvas.height);
      const scene: Scene = { gl, sea, view, scale, camera, seconds, cells };
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.disable(gl.BLEND);
      drawSky(programs.sky, scene, quad);
      if (view.kind === 'block' && held.bed !== null && held.wall !== null) {
        drawBed(programs.bed, scene, held.bed);
        gl.enable(gl.BLEND);
        gl.depthMask(false);
        drawWall(programs.wall, scene, held.wall);
        gl.depthMask(true);
      }
      drawSurface(programs.surface, scene, held.surface);
      gl.disable(gl.BLEND);
    },
    free() {
      for (const drawable of [quad, held.surface, held.bed, held.wall]) free(drawable);
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

type Scene = {
  readonly gl: WebGL2RenderingContext;
  readonly sea: DrawnSea;
  readonly view: SeaView;
  readonly scale: BlockScale;
  readonly camera: Camera;
  readonly seconds: number;
  readonly cells: number;
};

function cameraOf(view: SeaView, { sideM }: BlockScale, waves: readonly WaveComponent[], aspect: number): Camera {
  const heading = (view.headingDegrees * Math.PI) / 180;
  const [x, z] = [Math.sin(heading), -Math.cos(heading)];
  if (view.kind === 'eye') {
    const eyeM = 2.5 + 0.7 * heightOf(waves);
    const lens = { fieldDegrees: 55, aspect, near: 0.3, far: 6000 };
    return cameraAt([0, eyeM, 0], [x * 30, eyeM - 3.2, z * 30], lens);
  }
  // A tall screen stands further off, so that the whole block shows.
  const off = sideM * (aspect < 1.3 ? 1.95 / aspect : 1.5);
  const lens = { fieldDegrees: 42, aspect, near: sideM * 0.05, far: sideM * 12 };
  return cameraAt([-x * off, off * 0.42, -z * off], [0, -sideM * 0.23, 0], lens);
}

function setWaves(program: Program, { gl, sea, view, scale, seconds }: Scene): void {
  const values = new Float32Array(mostWaves * 4);
  for (const [index, wave] of sea.waves.slice(0, mostWaves).entries()) {
    // The phase is reduced here: single precision would lose it after some hours.
    const phase = (wave.phase - wave.omega * seconds) % (2 * Math.PI);
    values.set([wave.east, -wave.north, wave.amplitudeM, phase], index * 4);
  }
  gl.uniform4fv(program.at('uWaves'), values);
  gl.uniform1i(program.at('uCount'), Math.min(mostWaves, sea.waves.length));
  gl.uniform1f(program.at('uRise'), view.kind === 'block' ? scale.rise : 1);
  // The block's edges stand still, so that they meet its sides.
  gl.uniform1f(program.at('uShare'), view.kind === 'block' ? 0 : horizontalShare(sea.waves));
  gl.uniform1f(program.at('uSide'), scale.sideM);
}

function setSky(program: Program, { gl, view }: Scene): void {
  const palette = palettes[view.scheme];
  gl.uniform3fv(program.at('uSkyHigh'), palette.skyHigh);
  gl.uniform3fv(program.at('uSkyLow'), palette.skyLow);
  gl.uniform3fv(program.at('uSunColour'), palette.sun);
  gl.uniform3f(program.at('uSun'), -0.55, 0.42, -0.72);
}

function drawSky(program: Program, scene: Scene, quad: Drawable): void {
  const { gl, camera } = scene;
  program.use();
  gl.depthMask(false);
  gl.uniform3fv(program.at('uForward'), camera.forward);
  gl.uniform3fv(program.at('uRight'), camera.right);
  gl.uniform3fv(program.at('uUp'), camera.up);
  setSky(program, scene);
  quad.draw();
  gl.depthMask(true);
}

function drawBed(program: Program, { gl, sea, view, scale, camera, seconds }: Scene, bed: Drawable): void {
  const palette = palettes[view.scheme];
  program.use();
  gl.uniformMatrix4fv(program.at('uView'), false, camera.matrix);
  gl.uniform3fv(program.at('uSand'), palette.sand);
  gl.uniform3fv(program.at('uAbyss'), palette.abyss);
  gl.uniform1f(program.at('uSeconds'), seconds % 3600);
  gl.uniform1f(program.at('uDeepest'), sea.seabed?.deepestM ?? 1);
  gl.uniform1f(program.at('uGrain'), scale.sideM / 90);
  bed.draw();
}

function drawWall(program: Program, scene: Scene, wall: Drawable): void {
  const { gl, view, camera, cells } = scene;
  const palette = palettes[view.scheme];
  program.use();
  setWaves(program, scene);
  gl.uniformMatrix4fv(program.at('uView'), false, camera.matrix);
  gl.uniform1f(program.at('uCells'), cells);
  gl.uniform3fv(program.at('uCrest'), palette.crest);
  gl.uniform3fv(program.at('uAbyss'), palette.abyss);
  wall.draw();
}

function drawSurface(program: Program, scene: Scene, surface: Drawable): void {
  const { gl, sea, view, scale, camera, seconds, cells } = scene;
  const palette = palettes[view.scheme];
  const isBlock = view.kind === 'block';
  const heading = (view.headingDegrees * Math.PI) / 180;
  const [east, north] = sea.wind ?? [0, 0];
  const wind = Math.hypot(east, north);
  program.use();
  setWaves(program, scene);
  setSky(program, scene);
  gl.uniformMatrix4fv(program.at('uView'), false, camera.matrix);
  gl.uniform3fv(program.at('uEye'), camera.eye);
  gl.uniform2f(program.at('uHeading'), Math.sin(heading), -Math.cos(heading));
  gl.uniform1f(program.at('uCells'), cells);
  gl.uniform1i(program.at('uIsBlock'), isBlock ? 1 : 0);
  gl.uniform3fv(program.at('uDeep'), palette.deep);
  gl.uniform3fv(program.at('uCrest'), palette.crest);
  gl.uniform1f(program.at('uSigma'), heightOf(sea.waves) / 4);
  gl.uniform1f(program.at('uRipple'), sea.wind === null ? 0 : Math.sqrt(slopeVariance(wind)));
  const drift = (seconds % 3600) * 0.35;
  gl.uniform2f(program.at('uDrift'), (wind > 0 ? east / wind : 0) * drift, (wind > 0 ? -north / wind : 0) * drift);
  gl.uniform1f(program.at('uFoamFrom'), crestAbove(sea.wind === null ? 0 : whiteShare(wind)));
  gl.uniform1f(program.at('uOpacity'), isBlock ? 0.82 : 1);
  gl.uniform1f(program.at('uGrain'), isBlock ? scale.sideM / 90 : 1);
  gl.uniform1f(program.at('uHaze'), isBlock ? 0 : 1);
  surface.draw();
}
