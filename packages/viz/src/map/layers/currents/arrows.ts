import type { MercatorBox } from '../../../currents/particles.ts';
import { sampleVelocity, type Velocity } from '../../../currents/velocity.ts';

/** An arrow on the screen: foot and head in pixels, speed in m/s. */
export type Arrow = {
  readonly fromX: number;
  readonly fromY: number;
  readonly toX: number;
  readonly toY: number;
  readonly speed: number;
};

const spacing = 30;
const longest = 24;

type ArrowOptions = {
  /** Size of the screen, pixels. */
  readonly width: number;
  readonly height: number;
  /** Speed drawn at full length, m/s. */
  readonly fullSpeed: number;
};

/** Still arrows over the part of a flow on a screen, tied to the sea, not to the screen. */
export function arrowsOf(
  velocity: Velocity,
  box: MercatorBox,
  { width, height, fullSpeed }: ArrowOptions,
): readonly Arrow[] {
  const perPixel = (box.right - box.left) / width;
  const step = spacing * perPixel;
  const flow = new Float32Array(2);
  const arrows: Arrow[] = [];
  for (let y = Math.ceil(box.top / step) * step; y <= box.bottom; y += step) {
    for (let x = Math.ceil(box.left / step) * step; x <= box.right; x += step) {
      if (!sampleVelocity(velocity, x, y, flow)) continue;
      const [east, north] = [flow[0] ?? 0, flow[1] ?? 0];
      const speed = Math.hypot(east, north);
      if (speed === 0) continue;
      const length = longest * Math.min(1, 0.25 + (0.75 * speed) / fullSpeed);
      const [dx, dy] = [(east / speed) * length, (-north / speed) * length];
      const [centerX, centerY] = [(x - box.left) / perPixel, ((y - box.top) / (box.bottom - box.top)) * height];
      arrows.push({
        fromX: centerX - dx / 2,
        fromY: centerY - dy / 2,
        toX: centerX + dx / 2,
        toY: centerY + dy / 2,
        speed,
      });
    }
  }
  return arrows;
}
