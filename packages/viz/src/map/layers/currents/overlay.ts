import type { Random } from '@kianda/geo';
import type { MapLibreMap } from 'maplibre-gl';
import {
  createParticles,
  type MercatorBox,
  type Particles,
  particleCount,
  stepParticles,
} from '../../../currents/particles.ts';
import type { Velocity } from '../../../currents/velocity.ts';
import { mercatorX, mercatorY } from '../../../field/mercator.ts';
import { drawArrows, drawParticles, type Ink, type Surface } from './drawing.ts';
import type { FlowPace } from './pace.ts';

export type CurrentsMode = 'particles' | 'arrows';

const stepMs = 1000 / 30;

export type CurrentsOverlay = {
  readonly show: (velocity: Velocity | null, mode: CurrentsMode, ink: Ink) => void;
  readonly destroy: () => void;
};

/** Draws a flow above the map on a canvas of its own; rests while the page is hidden or there is nothing to move. */
export function createCurrentsOverlay(map: MapLibreMap, random: Random, pace: FlowPace): CurrentsOverlay {
  const { canvas, context } = overlayCanvas(map);
  let velocity: Velocity | null = null;
  let mode: CurrentsMode = 'particles';
  let ink: Ink = 'light';
  let particles: Particles | null = null;
  let frame: number | null = null;
  let lastMs = 0;

  // Stored, because reading the size of an element in every frame makes the browser lay the page out.
  let size = { width: 0, height: 0 };
  const surface = (): Surface => ({ context, ...size, view: boxOf(map), ink });

  const animate = (nowMs: number) => {
    frame = requestAnimationFrame(animate);
    if (velocity === null || nowMs - lastMs < stepMs - 2) return;
    lastMs = nowMs;
    const now = surface();
    particles ??= createParticles(particleCount(now.width, now.height, pace.density), velocity, now.view, random);
    const worldPixels = now.width / (now.view.right - now.view.left);
    const reach = (pace.pixelsPerSecond * stepMs) / 1000 / worldPixels;
    stepParticles(particles, { velocity, box: now.view, reach, random });
    drawParticles(now, particles, pace);
  };
  const stop = () => {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
  };
  const restart = () => {
    stop();
    context.clearRect(0, 0, size.width, size.height);
    if (velocity === null) return;
    if (mode === 'arrows') drawArrows(surface(), velocity, pace);
    else if (document.visibilityState === 'visible') frame = requestAnimationFrame(animate);
  };

  const onMove = () => {
    context.clearRect(0, 0, size.width, size.height);
    if (mode === 'arrows' && velocity !== null) drawArrows(surface(), velocity, pace);
  };
  const onResize = () => {
    size = fitCanvas(canvas, context);
    particles = null;
    restart();
  };
  map.on('move', onMove);
  map.on('resize', onResize);
  document.addEventListener('visibilitychange', restart);
  size = fitCanvas(canvas, context);

  return {
    show(nextVelocity, nextMode, nextInk) {
      // The particles stay in place on another day: the flow changes under them instead of starting again.
      const keepsParticles = velocity !== null && nextVelocity !== null && mode === nextMode;
      [velocity, mode, ink] = [nextVelocity, nextMode, nextInk];
      if (!keepsParticles || mode === 'arrows') {
        particles = null;
        restart();
      }
    },
    destroy() {
      stop();
      document.removeEventListener('visibilitychange', restart);
      map.off('move', onMove);
      map.off('resize', onResize);
      canvas.remove();
    },
  };
}

function overlayCanvas(map: MapLibreMap) {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none';
  canvas.setAttribute('aria-hidden', 'true');
  map.getCanvasContainer().append(canvas);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('currents: this browser gives no 2D canvas');
  return { canvas, context };
}

/** Fits the pixels of a canvas to its size on the page, which it answers. */
function fitCanvas(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
  const ratio = Math.min(2, window.devicePixelRatio);
  const { clientWidth: width, clientHeight: height } = canvas;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.lineCap = 'round';
  return { width, height };
}

/** Part of the world that a map shows. */
function boxOf(map: MapLibreMap): MercatorBox {
  const bounds = map.getBounds();
  return {
    left: mercatorX(bounds.getWest()),
    right: mercatorX(bounds.getEast()),
    top: mercatorY(bounds.getNorth()),
    bottom: mercatorY(bounds.getSouth()),
  };
}
