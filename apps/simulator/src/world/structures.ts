import { destination, offshoreInstallations, type Position, seededRandom } from '@kianda/geo';

/** A structure at sea, as satellites would find it. */
export type Structure = {
  readonly id: string;
  readonly position: Position;
  readonly label: 'oil' | 'wind' | 'unknown';
  readonly confidence: 'high' | 'medium' | 'low';
  /** Months of the first and last detection; no last one where it still stands. */
  readonly startMs: number;
  readonly endMs: number | null;
};

/** Waters where fields are worked: middle, breadth in metres and how many structures. Not the real positions. */
const fields: readonly { readonly middle: Position; readonly meters: number; readonly count: number }[] = [
  { middle: [11.95, -5.45], meters: 26_000, count: 16 },
  { middle: [12.15, -6.35], meters: 22_000, count: 10 },
  { middle: [11.35, -7.35], meters: 45_000, count: 8 },
  { middle: [11.75, -7.95], meters: 30_000, count: 6 },
];

/** The structures of a seed: most of oil and sure, some that nobody could name, some that are gone. */
export function createStructures(seed: number): readonly Structure[] {
  const random = seededRandom(`estruturas/${seed}`);
  const made = fields.flatMap(({ middle, meters, count }) =>
    Array.from({ length: count }, () => {
      const position = destination(middle, random() * 360, Math.sqrt(random()) * meters);
      const startMs = monthMs(2017, Math.floor(random() ** 2 * 84));
      return { position, startMs, sort: random(), sure: random(), left: random() };
    }),
  );
  const structures = made.map(({ position, startMs, sort, sure, left }, at): Structure => {
    const label = sort < 0.8 ? 'oil' : sort < 0.98 ? 'unknown' : 'wind';
    return {
      id: String(310_000 + at * 137),
      position,
      label,
      confidence: label === 'wind' || sure > 0.9 ? 'low' : sure > 0.75 ? 'medium' : 'high',
      startMs,
      endMs: left < 0.12 ? startMs + 400 * 86_400_000 : null,
    };
  });
  // The satellites see the installations that are known from elsewhere, some metres aside.
  const known = offshoreInstallations.map(
    ({ position }, at): Structure => ({
      id: String(305_001 + at),
      position: destination(position, 45, 60),
      label: 'oil',
      confidence: 'high',
      startMs: monthMs(2017, 0),
      endMs: null,
    }),
  );
  return [...known, ...structures];
}

const monthMs = (year: number, months: number): number => Date.UTC(year, months, 1);
