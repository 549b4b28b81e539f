import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChainedEvent, canonicalJson, createChainHash } from './chain.rules.ts';

const words = fc.string({ unit: 'binary', maxLength: 300 });
const events: fc.Arbitrary<ChainedEvent> = fc.record({
  seq: fc.integer({ min: 1 }),
  occurredAt: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
    .map((at) => at.toISOString()),
  event: words,
  severity: words,
  actorId: fc.option(fc.uuid()),
  actorName: words,
  resource: words,
  ipAddress: words,
  userAgent: words,
  metadata: fc.dictionary(words, fc.oneof(words, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean())),
});
const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('a link is HMAC-SHA-256 of the hash before and the event in canonical JSON, as it always was', () => {
  fc.assert(
    fc.property(bytes, fc.array(fc.tuple(bytes, events), { minLength: 1, maxLength: 5 }), (key, links) => {
      const hashOf = createChainHash(key);
      for (const [previous, event] of links) {
        const expected = createHmac('sha256', key).update(previous).update(canonicalJson(event)).digest();
        expect(Buffer.from(hashOf(previous, event)).equals(expected)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

test('an event longer than the room that was made for it', () => {
  const key = new Uint8Array(32).fill(7);
  const event = fc.sample(events, { seed: 1, numRuns: 1 })[0];
  if (event === undefined) throw new Error('no event drawn');
  const long = { ...event, metadata: { texto: 'ç'.repeat(50_000) } };
  const previous = new Uint8Array(32).fill(9);
  const expected = createHmac('sha256', key).update(previous).update(canonicalJson(long)).digest();
  const hashOf = createChainHash(key);
  expect(Buffer.from(hashOf(previous, long)).equals(expected)).toBe(true);
  const short = createHmac('sha256', key).update(previous).update(canonicalJson(event)).digest();
  expect(Buffer.from(hashOf(previous, event)).equals(short)).toBe(true);
});
