import { seededRandom } from '@kianda/geo';
import { expect, test } from 'vitest';
import { createAisDecoder } from './decoder.ts';
import { createLineSplitter } from './lines.ts';
import { hostileLines } from './testing/hostile.ts';

const sentences = 200_000;

test(`${sentences} mutated sentences: none throws, every one is counted, what is held stays bounded`, () => {
  let messages = 0;
  const outside: unknown[] = [];
  const decoder = createAisDecoder(
    (message) => {
      messages += 1;
      if (message.mmsi <= 0 || message.mmsi > 999_999_999) outside.push(message);
      if (message.kind === 'static' || message.kind === 'safety-text') return;
      const { lon, lat } = message;
      if ((lon === null) !== (lat === null)) outside.push(message);
      if (lon !== null && lat !== null && (Math.abs(lon) > 180 || Math.abs(lat) > 90)) outside.push(message);
    },
    { maxPending: 64 },
  );
  let nowMs = 0;
  let most = 0;
  for (const line of hostileLines(seededRandom('ais'), sentences)) {
    nowMs += 20;
    decoder.line(line, 0, line.length, nowMs);
    most = Math.max(most, decoder.counts().pending);
  }
  const { accepted, ignored, pending, rejected, sentences: given } = decoder.counts();
  const refused = Object.values(rejected).reduce((sum, count) => sum + count, 0);
  expect(given).toBe(sentences);
  expect(accepted + ignored + pending + refused).toBe(sentences);
  expect(outside).toEqual([]);
  expect(messages).toBeGreaterThan(1_000);
  expect(most).toBeLessThanOrEqual(64 * 8);
  for (const fault of [
    'not-ais',
    'no-checksum',
    'checksum',
    'format',
    'armour',
    'payload-short',
    'mmsi',
    'position-range',
    'incomplete',
    'tag-block',
  ] as const)
    expect(rejected[fault], fault).toBeGreaterThan(0);
});

test('the same bytes as one stream, cut at random, give the same counts', () => {
  const random = seededRandom('chunks');
  const whole: Uint8Array[] = [];
  const direct = createAisDecoder(() => undefined);
  for (const line of hostileLines(seededRandom('stream'), 5_000)) {
    const clean = line.filter((byte) => byte !== 10 && byte !== 13);
    if (clean.length === 0) continue;
    direct.line(clean, 0, clean.length, 0);
    whole.push(clean, Uint8Array.of(10));
  }
  const bytes = Buffer.concat(whole);
  const streamed = createAisDecoder(() => undefined);
  const splitter = createLineSplitter((line, from, to) => streamed.line(line, from, to, 0), streamed.tooLong);
  for (let at = 0; at < bytes.length; ) {
    const next = at + 1 + Math.floor(random() * 300);
    splitter.push(bytes.subarray(at, next));
    at = next;
  }
  expect(streamed.counts()).toEqual(direct.counts());
});
