/** Faults of a provider, set one by one, so that tests show every client surviving them. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Random, seededRandom } from '@kianda/geo';
import { z } from 'zod';

const share = z.number().min(0).max(1).default(0);

/** Settings of one provider; an absent one is off. */
export const faultKnobsSchema = z.strictObject({
  /** Every answer waits so long. */
  latencyMs: z.number().int().min(0).max(600_000).default(0),
  /** And up to so much longer. */
  jitterMs: z.number().int().min(0).max(600_000).default(0),
  /** Share of requests answered 500, 502, 503 or 504. */
  errorRate5xx: share,
  /** Every n-th request is answered 429; 0 is never. */
  every429: z.number().int().min(0).default(0),
  retryAfterSeconds: z.number().int().min(0).max(86_400).default(1),
  /** Share of answers whose connection breaks in the middle of the body. */
  truncate: share,
  /** Share of answers that come as text/html. */
  wrongContentType: share,
  /** Share of answers whose body is cut short although the connection ends well. */
  malformed: share,
  /** JSON answers get an unknown field, lose one, have one renamed, or a number sent as a text. */
  schemaDrift: z.enum(['off', 'extra', 'missing', 'renamed', 'typeFlip']).default('off'),
  /** Every second page repeats the page before it. */
  duplicatePage: z.boolean().default(false),
  /** The provider's clock is so far ahead (negative: behind). */
  clockSkewMs: z.number().int().default(0),
  /** Every request is answered 401. */
  revokedCredentials: z.boolean().default(false),
  /** Share of requests to which a dataset is unknown for the moment, as while ERDDAP reloads it. */
  flapping: share,
  /** Connections are closed without an answer. */
  down: z.boolean().default(false),
});

export type FaultKnobs = z.infer<typeof faultKnobsSchema>;

export const noFaults: FaultKnobs = faultKnobsSchema.parse({});

export type Faults = {
  /** The settings of a provider; all off until set. */
  of(provider: string): FaultKnobs;
  /** Changes some settings of a provider and returns all of them. */
  set(provider: string, knobs: Partial<FaultKnobs>): FaultKnobs;
  /** Back to none, for one provider or for all. */
  reset(provider?: string): void;
  /** The provider's own stream of chance: the same seed and the same requests give the same faults. */
  random(provider: string): Random;
  /** Counts a request to the provider and returns how many there were. */
  count(provider: string): number;
  /** Waits; replaced in tests by something that only notes the time. */
  wait(ms: number): Promise<unknown>;
};

/** Faults of all providers, all off at first. */
export function createFaults(options: { seed: number; wait?: (ms: number) => Promise<unknown> }): Faults {
  const knobs = new Map<string, FaultKnobs>();
  const streams = new Map<string, Random>();
  const requests = new Map<string, number>();
  const of = (provider: string) => knobs.get(provider) ?? noFaults;
  return {
    of,
    set(provider, patch) {
      const next = { ...of(provider), ...patch };
      knobs.set(provider, next);
      return next;
    },
    reset(provider) {
      if (provider === undefined) knobs.clear();
      else knobs.delete(provider);
    },
    random(provider) {
      const known = streams.get(provider);
      if (known !== undefined) return known;
      const stream = seededRandom(`faults/${provider}/${options.seed}`);
      streams.set(provider, stream);
      return stream;
    },
    count(provider) {
      const next = (requests.get(provider) ?? 0) + 1;
      requests.set(provider, next);
      return next;
    },
    wait: options.wait ?? ((ms) => delay(ms)),
  };
}
