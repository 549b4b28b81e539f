import type { FieldPayload } from '@kianda/contract/ingestion/field/field.schemas';
import { expect, test } from 'vitest';
import { framesOf, type Reading, recordsOf, withFrame } from '../handover/frames.ts';
import { waitMs } from './queue.ts';
import { lockedKey, newKey, seal, unlocked, unseal } from './sealing.ts';

test('what is kept opens with its key alone, pictures and words as they were', async () => {
  const key = await newKey();
  const value = { notes: 'Três tartarugas', photo: new Uint8Array([0, 255, 7]).buffer };
  const sealed = await seal(key, value);
  expect(new TextDecoder().decode(sealed.bytes)).not.toContain('tartarugas');
  const opened = await unseal<typeof value>(key, sealed);
  expect(opened.notes).toBe(value.notes);
  expect(new Uint8Array(opened.photo)).toEqual(new Uint8Array([0, 255, 7]));
  await expect(unseal(await newKey(), sealed)).rejects.toThrow();
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('a phrase opens the key that it locked, and no other does', async () => {
  const { key, locked } = await lockedKey('mar de Angola');
  const sealed = await seal(key, { count: 3 });
  const opener = await unlocked('mar de Angola', locked);
  expect(opener === null ? null : await unseal(opener, sealed)).toEqual({ count: 3 });
  expect(await unlocked('mar de angola', locked)).toBeNull();
});

test('each failure doubles the wait up to five minutes, with half of it by chance', () => {
  expect([1, 2, 3, 20].map((failures) => waitMs(failures, () => 0))).toEqual([1_000, 2_000, 4_000, 150_000]);
  expect([1, 2, 3, 20].map((failures) => waitMs(failures, () => 1))).toEqual([2_000, 4_000, 8_000, 300_000]);
});

const sighting = (count: number): FieldPayload => ({
  kind: 'observation',
  scientificName: 'Caretta caretta',
  ...{ commonName: null, aphiaId: 137_205, count, depthMeters: null, notes: 'Ao largo' },
  behaviour: 'swimming',
  place: { lon: 12.9, lat: -9.1, accuracyMeters: 5 },
});
const record = (sequence: number) => ({
  id: crypto.randomUUID(),
  deviceId: '5a3c1d10-0000-4000-8000-00000000000a',
  ...{ sequence, revision: 1, replaces: null, capturedAt: '2026-08-31T08:00:00Z' },
  payload: sighting(sequence),
});

test('records pass from phone to phone in pictures read in any order, and a misread one is noticed', async () => {
  const records = Array.from({ length: 12 }, (_, index) => record(index + 1));
  const frames = await framesOf(records);
  expect(frames.length).toBeGreaterThan(2);
  const read = (texts: readonly string[]) => texts.reduce<Reading | null>(withFrame, null);
  const whole = read(['https://outra.coisa', ...frames.toReversed(), frames[0] ?? '']);
  expect(whole?.parts.size).toBe(frames.length);
  expect(whole === null ? null : await recordsOf(whole)).toEqual(records);
  const misread = read(frames.map((text, index) => (index === 1 ? text.slice(0, -4) : text)));
  expect(misread === null ? 'none' : await recordsOf(misread)).toBeNull();
});
