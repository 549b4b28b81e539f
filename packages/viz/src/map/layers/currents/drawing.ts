import type { MercatorBox, Particles } from '../../../currents/particles.ts';
import type { Velocity } from '../../../currents/velocity.ts';
import { arrowsOf } from './arrows.ts';
import type { FlowPace } from './pace.ts';

/** `light` for dark fields and maps, `dark` for pale ones. */
export type Ink = 'light' | 'dark';

const inks: Readonly<Record<Ink, string>> = { light: '236, 248, 255', dark: '10, 34, 48' };

/** Share of a path that remains after each step. */
const fade = 0.95;
/** Strokes of the slow, middle and fast class. */
const strokes = [
  { width: 0.9, alpha: 0.45 },
  { width: 1.15, alpha: 0.7 },
  { width: 1.5, alpha: 0.95 },
] as const;

/** A canvas of a size in pixels, over a part of the world. */
export type Surface = {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly view: MercatorBox;
  readonly ink: Ink;
};

/** Fades the paths drawn so far, and draws the last step of each particle. */
export function drawParticles(
  { context, width, height, view, ink }: Surface,
  particles: Particles,
  pace: FlowPace,
): void {
  context.globalCompositeOperation = 'destination-in';
  context.fillStyle = `rgba(0, 0, 0, ${fade})`;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'source-over';
  const [scaleX, scaleY] = [width / (view.right - view.left), height / (view.bottom - view.top)];
  let from = pace.slowest;
  for (const [index, { width: lineWidth, alpha }] of strokes.entries()) {
    const upTo = pace.classes[index] ?? Number.POSITIVE_INFINITY;
    context.beginPath();
    traceSteps(context, particles, { view, scaleX, scaleY, from, upTo });
    context.lineWidth = lineWidth;
    context.strokeStyle = `rgba(${inks[ink]}, ${alpha})`;
    context.stroke();
    from = upTo;
  }
}

type SpeedClass = {
  readonly view: MercatorBox;
  readonly scaleX: number;
  readonly scaleY: number;
  /** Speeds of the class, m/s: above `from`, up to `upTo`. */
  readonly from: number;
  readonly upTo: number;
};

/** Adds the last steps of the particles of a class of speed to the path of a context. */
function traceSteps(context: CanvasRenderingContext2D, particles: Particles, of: SpeedClass): void {
  const { view, scaleX, scaleY, from, upTo } = of;
  for (let index = 0; index < particles.count; index += 1) {
    const speed = particles.speed[index] ?? 0;
    if (speed <= from || speed > upTo || (particles.life[index] ?? 0) <= 0) continue;
    const [x, y] = [particles.x[index] ?? 0, particles.y[index] ?? 0];
    const [beforeX, beforeY] = [particles.beforeX[index] ?? 0, particles.beforeY[index] ?? 0];
    if (x === beforeX && y === beforeY) continue;
    context.moveTo((beforeX - view.left) * scaleX, (beforeY - view.top) * scaleY);
    context.lineTo((x - view.left) * scaleX, (y - view.top) * scaleY);
  }
}

/** Draws the still arrows of a flow. */
export function drawArrows({ context, width, height, view, ink }: Surface, flow: Velocity, pace: FlowPace): void {
  context.clearRect(0, 0, width, height);
  context.strokeStyle = `rgba(${inks[ink]}, 0.85)`;
  context.lineWidth = 1.3;
  context.beginPath();
  for (const { fromX, fromY, toX, toY } of arrowsOf(flow, view, { width, height, fullSpeed: pace.full })) {
    const angle = Math.atan2(toY - fromY, toX - fromX);
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    for (const side of [2.6, -2.6]) {
      context.moveTo(toX, toY);
      context.lineTo(toX + 5 * Math.cos(angle + side), toY + 5 * Math.sin(angle + side));
    }
  }
  context.stroke();
}
