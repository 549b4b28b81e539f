import type { Position } from '../position.ts';

/** A river that ships go up, as a line of its middle; islands and branches lie within `halfWidthMeters` of it. */
export type NavigableRiver = {
  readonly name: string;
  readonly halfWidthMeters: number;
  readonly line: readonly Position[];
};

/** Rivers of Angola with ships on them: the Congo as far as Matadi, the Cuanza as far as Dondo. Approximate lines. */
export const navigableRivers: readonly NavigableRiver[] = [
  {
    name: 'Congo (Zaire)',
    halfWidthMeters: 12_000,
    line: [
      [12.35, -6.03],
      [12.75, -5.98],
      [13.05, -5.87],
      [13.45, -5.83],
    ],
  },
  {
    name: 'Cuanza',
    halfWidthMeters: 12_000,
    line: [
      [13.15, -9.34],
      [13.55, -9.35],
      [13.95, -9.52],
      [14.43, -9.69],
    ],
  },
];
