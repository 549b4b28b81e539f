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
import { arrowsOf } from './arrows.ts';

/** `light` for dark fields and maps, `dark` for pale ones. */
export type Ink = 'light' | 'dark';
export type CurrentsMode = 'particles' | 'arrows';

const inks: Readonly<Record<Ink, string>> = { light: '236, 248, 255', dark: '10, 34, 48' };
/** How a flow is shown. Speeds in m/s. */
export type FlowPace = {
  /** Pixels a second for 1 m/s, at every zoom: the animation compares speeds, it does not replay them. */
  readonly pixelsPerSecond: number;
  /** Slower flow stands still: a drop would only be a dot. */
  readonly slowest: number;
  /** Upper ends of the slow and the middle class: each faster class is drawn wider and stronger. */
  readonly classes: readonly [slow: number, middle: number];
  /** Speed of an arrow of full length. */
  readonly full: number;
};

export const currentsPace: FlowPace = { pixelsPerSecond: 170, slowest: 0.008, classes: [0.12, 0.3], full: 0.6 };
export const windPace: FlowPace = { pixelsPerSecond: 9, slowest: 0.2, classes: [3, 7], full: 12 };

const stepMs = 1000 / 30;
/** What is left of a path after each step. */
const fade = 0.95;
/** Pens of the slow, middle and fast class. */
const pens = [
  { width: 0.9, alpha: 0.45 },
  { width: 1.15, alpha: 0.7 },
  { width: 1.5, alpha: 0.95 },
] as const;

export type CurrentsOverlay = {
  readonly show: (velocity: Velocity | null, mode: CurrentsMode, ink: Ink) => void;
  readonly destroy: () => void;
};

/** Draws a flow above the map on a canvas of its own; rests while the page is hidden or there is nothing to move. */
export function createCurrentsOverlay(map: MapLibreMap, random: Random, pace: FlowPace): CurrentsOverlay {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none';
  canvas.setAttribute('aria-hidden', 'true');
  map.getCanvasContainer().append(canvas);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('currents: this browser gives no 2D canvas');

  let velocity: Velocity | null = null;
  let mode: CurrentsMode = 'particles';
  let ink: Ink = 'light';
  let particles: Particles | null = null;
  let [width, height] = [0, 0];
  let frame: number | null = null;
  let lastMs = 0;

  const box = (): MercatorBox => {
    const bounds = map.getBounds();
    return {
      left: mercatorX(bounds.getWest()),
      right: mercatorX(bounds.getEast()),
      top: mercatorY(bounds.getNorth()),
      bottom: mercatorY(bounds.getSouth()),
    };
  };

  const resize = () => {
    const ratio = Math.min(2, window.devicePixelRatio);
    ({ clientWidth: width, clientHeight: height } = canvas);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.lineCap = 'round';
  };

  const drawParticles = (view: MercatorBox, flock: Particles) => {
    context.globalCompositeOperation = 'destination-in';
    context.fillStyle = `rgba(0, 0, 0, ${fade})`;
    context.fillRect(0, 0, width, height);
    context.globalCompositeOperation = 'source-over';
    const [scaleX, scaleY] = [width / (view.right - view.left), height / (view.bottom - view.top)];
    let from = pace.slowest;
    for (const [pen, { width: lineWidth, alpha }] of pens.entries()) {
      const upTo = pace.classes[pen] ?? Number.POSITIVE_INFINITY;
      context.beginPath();
      for (let index = 0; index < flock.count; index += 1) {
        const speed = flock.speed[index] ?? 0;
        if (speed <= from || speed > upTo || (flock.life[index] ?? 0) <= 0) continue;
        const [x, y] = [flock.x[index] ?? 0, flock.y[index] ?? 0];
        const [beforeX, beforeY] = [flock.beforeX[index] ?? 0, flock.beforeY[index] ?? 0];
        if (x === beforeX && y === beforeY) continue;
        context.moveTo((beforeX - view.left) * scaleX, (beforeY - view.top) * scaleY);
        context.lineTo((x - view.left) * scaleX, (y - view.top) * scaleY);
      }
      context.lineWidth = lineWidth;
      context.strokeStyle = `rgba(${inks[ink]}, ${alpha})`;
      context.stroke();
      from = upTo;
    }
  };

  const drawArrows = (flow: Velocity) => {
    context.clearRect(0, 0, width, height);
    context.strokeStyle = `rgba(${inks[ink]}, 0.85)`;
    context.lineWidth = 1.3;
    context.beginPath();
    for (const { fromX, fromY, toX, toY } of arrowsOf(flow, box(), width, height, pace.full)) {
      const angle = Math.atan2(toY - fromY, toX - fromX);
      context.moveTo(fromX, fromY);
      context.lineTo(toX, toY);
      for (const side of [2.6, -2.6]) {
        context.moveTo(toX, toY);
        context.lineTo(toX + 5 * Math.cos(angle + side), toY + 5 * Math.sin(angle + side));
      }
    }
    context.stroke();
  };

  const animate = (nowMs: number) => {
    frame = requestAnimationFrame(animate);
    if (velocity === null || nowMs - lastMs < stepMs - 2) return;
    lastMs = nowMs;
    const view = box();
    particles ??= createParticles(particleCount(width, height), velocity, view, random);
    const worldPixels = width / (view.right - view.left);
    stepParticles(particles, velocity, view, (pace.pixelsPerSecond * stepMs) / 1000 / worldPixels, random);
    drawParticles(view, particles);
  };

  const stop = () => {
    if (frame !== null) cancelAnimationFrame(frame);
    frame = null;
  };
  const restart = () => {
    stop();
    context.clearRect(0, 0, width, height);
    if (velocity === null) return;
    if (mode === 'arrows') drawArrows(velocity);
    else if (document.visibilityState === 'visible') frame = requestAnimationFrame(animate);
  };

  const onMove = () => {
    context.clearRect(0, 0, width, height);
    if (mode === 'arrows' && velocity !== null) drawArrows(velocity);
  };
  const onResize = () => {
    resize();
    particles = null;
    restart();
  };
  map.on('move', onMove);
  map.on('resize', onResize);
  document.addEventListener('visibilitychange', restart);
  resize();

  return {
    show(nextVelocity, nextMode, nextInk) {
      // Another day keeps the particles where they are: the flow turns under them instead of starting anew.
      const keepsFlock = velocity !== null && nextVelocity !== null && mode === nextMode;
      [velocity, mode, ink] = [nextVelocity, nextMode, nextInk];
      if (!keepsFlock || mode === 'arrows') {
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
