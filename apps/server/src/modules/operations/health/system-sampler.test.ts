import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { createSystemSampler, type SystemSampler } from './system-sampler.service.ts';

let sampler: SystemSampler;
afterEach(() => sampler.stop());

/** Keeps this process busy, so that there is something to measure. */
function burn(milliseconds: number): void {
  for (const endMs = performance.now() + milliseconds; performance.now() < endMs; ) Math.sqrt(performance.now());
}

test('the first reading has no rates, the second has them all, each within its bounds', async () => {
  let nowMs = 1_000_000;
  sampler = createSystemSampler({ dataDir: tmpdir(), nowMs: () => nowMs, startedMs: 1_000_000 });
  const first = await sampler.read();
  expect(first).toMatchObject({ cpuPercent: null, networkIn: null, networkOut: null, uptimeSeconds: 0 });
  burn(150);
  // The first tick of the histogram after a reading only begins a measurement: on a loaded machine it can be the only one of a wait.
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setTimeout(resolve, 25));
  nowMs += 10_000;
  const second = await sampler.read();
  expect(second.uptimeSeconds).toBe(10);
  expect(second.cpuPercent).toBeGreaterThan(0);
  for (const share of [second.cpuPercent, second.memoryPercent, second.diskPercent]) {
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThanOrEqual(100);
  }
  expect(second.memoryPercent).toBeGreaterThan(0);
  // A process of Node takes tens of megabytes, and no terabyte.
  expect(second.processMemoryBytes).toBeGreaterThan(20e6);
  expect(second.processMemoryBytes).toBeLessThan(1e12);
  expect(second.eventLoopDelayMs).toBeGreaterThan(10);
});

test('a clock that did not move, or a folder that is not there, gives unknowns, not nonsense', async () => {
  sampler = createSystemSampler({ dataDir: '/não/existe', nowMs: () => 5, startedMs: 5 });
  await sampler.read();
  expect(await sampler.read()).toMatchObject({ networkIn: null, networkOut: null, diskPercent: null });
});
