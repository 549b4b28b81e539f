/** How a long calculation is followed and stopped from outside; a worker gives both. */
export type Watch = {
  /** Share of the work that is done, 0–1. */
  readonly progress?: (share: number) => void;
  /** Asked at least every 100 ms or so; true ends the calculation with a `StoppedError`. Must be cheap. */
  readonly stopped?: () => boolean;
};

/** A calculation that was stopped from outside; nothing of it is kept. */
export class StoppedError extends Error {
  constructor() {
    super('The calculation was stopped.');
    this.name = 'StoppedError';
  }
}

/** Ends the calculation where that was asked for. */
export function heed({ stopped }: Watch): void {
  if (stopped?.() === true) throw new StoppedError();
}

/** Tells the share that is done, and ends the calculation where that was asked for. */
export function report(watch: Watch, share: number): void {
  heed(watch);
  watch.progress?.(Math.min(1, share));
}

/** The part of a whole that runs from `from` to `to` (0–1), as a whole of its own. */
export function partOf({ progress, stopped }: Watch, from: number, to: number): Watch {
  return {
    ...(stopped === undefined ? {} : { stopped }),
    ...(progress === undefined ? {} : { progress: (share) => progress(from + (to - from) * share) }),
  };
}
