/** Appearance of a flow. Speeds in m/s. */
export type FlowPace = {
  /** Pixels a second for 1 m/s, at every zoom: the animation compares speeds, it does not replay them. */
  readonly pixelsPerSecond: number;
  /** Slower flow stands still: a drop would only be a dot. */
  readonly slowest: number;
  /** Upper ends of the slow and the middle class: each faster class is drawn wider and stronger. */
  readonly classes: readonly [slow: number, middle: number];
  /** Speed of an arrow of full length. */
  readonly full: number;
  /** Times as many particles as usual; 1 unless given. */
  readonly density?: number;
};

export const currentsPace: FlowPace = { pixelsPerSecond: 170, slowest: 0.008, classes: [0.12, 0.3], full: 0.6 };
export const windPace: FlowPace = { pixelsPerSecond: 9, slowest: 0.2, classes: [3, 7], full: 12 };
