import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createLocalEvents } from '../events/events.ts';
import { createLogger } from '../log/log.ts';
import type { RunRow } from './jobs.repository.ts';
import { defineJob, type JobContext } from './jobs.ts';
import { executeRun, type RunnerDeps } from './runner.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A run of 600 s at most, which reports progress every 500 s so many times and is then silent. */
async function run(limitsSilence: boolean, reports: number) {
  const ends: { state: string; error: string | null }[] = [];
  const transitions = {
    end: async (_lease: string, end: { state: string; error: string | null }) => void ends.push(end),
  } as unknown as RunnerDeps['transitions'];
  const work = async ({ progress, signal }: JobContext) => {
    for (let step = 0; step < reports; step += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500_000));
      signal.throwIfAborted();
      await progress(null, `passo ${step}`);
    }
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  const job = defineJob({
    ...{ name: 'ensaio.long', label: 'Longa', input: z.object({}), timeoutSeconds: 600, limitsSilence },
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    key: () => 'x',
    run: (_input, context) => work(context),
  });
  const row = { id: '1', name: job.name, key: 'x', input: {}, attempt: 1, failures: 0 } as RunRow;
  const deps: RunnerDeps = {
    transitions,
    events: createLocalEvents(),
    log: createLogger({ level: 'silent', pretty: false }),
    writeProgress: async () => true,
    stopGraceSeconds: 1,
    onRequeued: () => undefined,
  };
  const startedMs = Date.now();
  const ended = executeRun(deps, { job, run: row, lease: 'l', controller: new AbortController() }).then(
    () => (Date.now() - startedMs) / 1000,
  );
  await vi.advanceTimersByTimeAsync(4_000_000);
  return { seconds: await ended, ends };
}

test('a time limit of silence counts from the last progress, any other from the beginning', async () => {
  const silent = await run(true, 4);
  expect(silent.seconds).toBe(4 * 500 + 600);
  expect(silent.ends).toMatchObject([{ state: 'failed', error: 'Excedeu o limite de 600 s.' }]);
  expect((await run(true, 0)).seconds).toBe(600);
  expect((await run(false, 4)).ends).toMatchObject([{ state: 'failed' }]);
});
