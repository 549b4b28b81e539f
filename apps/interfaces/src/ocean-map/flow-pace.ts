import { currentsPace, type FlowPace, windPace } from '@kianda/viz/map/layers/currents/pace.ts';
import type { Frame } from './frames.ts';
import type { FlowBase } from './layers.ts';

/** A flow to draw, and its pace. */
export type ShownFlow = { readonly frame: Frame; readonly pace: FlowPace };

const paces = { currentSpeed: currentsPace, windSpeed: windPace } as const;
const made = new Map<string, FlowPace>();

/**
 * Pace of a flow, so many times as fast and as dense as its own. The same for the same numbers, because the drawing begins
 * anew with another one.
 */
export function paceOf(base: FlowBase, faster: number, density: number): FlowPace {
  const own = paces[base];
  if (faster === 1 && density === 1) return own;
  const key = `${base} ${faster} ${density}`;
  const pace = made.get(key) ?? { ...own, pixelsPerSecond: own.pixelsPerSecond * faster, density };
  made.set(key, pace);
  return pace;
}
