import { expect, test } from 'vitest';
import { createPace, qualities } from './pace.ts';

const run = (pace: ReturnType<typeof createPace>, frameMs: number, frames: number) => {
  for (let index = 0; index < frames; index += 1) pace.add(frameMs);
};

test('a slow machine gets fewer pixels until it keeps up, and keeps them', () => {
  const pace = createPace();
  run(pace, 50, 48);
  expect(pace.quality()).toEqual(qualities[3]);
  expect(pace.rate()).toBeCloseTo(20, 5);
  run(pace, 10, 480);
  expect(pace.quality()).toEqual(qualities[3]);
  run(pace, 200, 480);
  expect(pace.quality()).toEqual(qualities.at(-1));
});

test('a fast one gets all of them', () => {
  const pace = createPace();
  run(pace, 12, 24);
  expect(pace.quality()).toEqual(qualities[0]);
});

test('a page that slept, and a single slow frame, change nothing', () => {
  const pace = createPace();
  run(pace, 30, 23);
  pace.add(40_000);
  expect(pace.rate()).toBeNull();
  pace.add(90);
  expect(pace.quality()).toEqual(qualities[1]);
});
