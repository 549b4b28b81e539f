/** Mutated sentences by the million: none may throw, each must be counted, and memory must not grow. */
import { seededRandom } from '@kianda/geo';
import { createAisDecoder } from '../../packages/science/src/ais/decoder.ts';
import { hostileLines } from '../../packages/science/src/ais/testing/hostile.ts';

export type Hostile = {
  readonly sentences: number;
  readonly accepted: number;
  readonly rejected: Readonly<Record<string, number>>;
  readonly heapGrowthMegabytes: number;
};

/** Throws when a sentence is lost from the counts. */
export function measureHostile(sentences: number): Hostile {
  const decoder = createAisDecoder(() => undefined);
  let nowMs = 0;
  let beforeBytes = 0;
  for (const line of hostileLines(seededRandom('ten million'), sentences)) {
    nowMs += 1;
    decoder.line(line, 0, line.length, nowMs);
    // After the first tenth everything is warm: what grows from there on is a leak.
    if (nowMs === Math.floor(sentences / 10)) beforeBytes = heapBytes();
  }
  const growth = heapBytes() - beforeBytes;
  const { accepted, ignored, pending, rejected } = decoder.counts();
  const counted = accepted + ignored + pending + Object.values(rejected).reduce((sum, count) => sum + count, 0);
  if (counted !== sentences) throw new Error(`counted ${counted} of ${sentences} sentences`);
  return { sentences, accepted, rejected: rejected as Record<string, number>, heapGrowthMegabytes: growth / 1024 ** 2 };
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
