/** How finely the sea is drawn: share of the screen's own pixels, and cells of the surface's mesh on a side. */
export type Quality = { readonly pixels: number; readonly cells: number };

/** From the finest to the coarsest. */
export const qualities: readonly Quality[] = [
  { pixels: 1, cells: 200 },
  { pixels: 0.8, cells: 160 },
  { pixels: 0.6, cells: 128 },
  { pixels: 0.45, cells: 96 },
  { pixels: 0.3, cells: 72 },
];

/** Pictures a second that the drawing aims at. */
export const aimedRate = 30;
/** Frames that are measured before the quality may change, or those of a second: one slow frame changes nothing. */
const measured = 24;
const windowMs = 1000;

export type Pace = {
  /** Adds the time of a frame, ms since the one before; true where the quality changed. */
  readonly add: (frameMs: number) => boolean;
  readonly quality: () => Quality;
  /** Pictures a second over the last frames measured; null before there are enough. */
  readonly rate: () => number | null;
};

/**
 * Chooses the quality by the measured frames: coarser below the aim, finer again only where there is twice the time, so
 * that it settles. A quality that was too slow is not tried again.
 */
export function createPace(): Pace {
  let level = 1;
  let finest = 0;
  let [frames, sumMs] = [0, 0];
  let rate: number | null = null;
  return {
    add(frameMs) {
      // A page that slept counts for nothing.
      if (frameMs > 1000) return false;
      frames += 1;
      sumMs += frameMs;
      if (frames < measured && (sumMs < windowMs || frames < 3)) return false;
      rate = (1000 * frames) / sumMs;
      [frames, sumMs] = [0, 0];
      if (rate < aimedRate * 0.93 && level < qualities.length - 1) {
        level += 1;
        finest = level;
        return true;
      }
      if (rate > aimedRate * 1.9 && level > finest) {
        level -= 1;
        return true;
      }
      return false;
    },
    quality: () => qualities[level] as Quality,
    rate: () => rate,
  };
}
