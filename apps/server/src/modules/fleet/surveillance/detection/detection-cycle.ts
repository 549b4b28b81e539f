import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Platform } from '../../../../platform/module.ts';
import type { DetectionCounts } from './detection.service.ts';

/** Positions that come together are worked on together. */
const gatherMs = 1_000;
/** After each cycle a pause this many times as long, so that detection leaves the core to others … */
const restFactor = 3;
/** … but no longer: what came meanwhile is to be on the officer's screen within five seconds. */
const longestRestMs = 2_000;

/**
 * Runs detection soon after positions came, in one process at a time. An officer is to know within seconds; a job for
 * each arrival would fill the list of jobs with thousands a day.
 */
export function createDetectionCycle(options: { platform: Platform; detectOnce: () => Promise<DetectionCounts> }) {
  const { database, log } = options.platform;
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  let isRequested = false;

  /** Answers null where another process is detecting: it takes these ships with it. */
  function detectAlone(): Promise<DetectionCounts | null> {
    return database
      .for()
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql<{ free: boolean }>`
          SELECT pg_try_advisory_xact_lock(hashtext('surveillance.detect')) AS free`.execute(trx);
        return rows[0]?.free === true ? await options.detectOnce() : null;
      });
  }

  async function runAll(signal: AbortSignal): Promise<DetectionCounts> {
    const sum = { ships: 0, found: 0, annulled: 0, alerts: 0 };
    for (;;) {
      signal.throwIfAborted();
      const done = await detectAlone();
      if (done === null || done.ships === 0) return sum;
      sum.ships += done.ships;
      sum.found += done.found;
      sum.annulled += done.annulled;
      sum.alerts += done.alerts;
    }
  }

  async function runWhileRequested(): Promise<void> {
    const { signal } = stopping;
    try {
      while (isRequested && !signal.aborted) {
        isRequested = false;
        await delay(gatherMs, undefined, { signal });
        const startedMs = performance.now();
        await runAll(signal);
        const restMs = Math.min(longestRestMs, (performance.now() - startedMs) * restFactor);
        await delay(restMs, undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'deteção falhada; a agenda volta a corrê-la');
    } finally {
      running = null;
    }
  }

  return {
    /** Works until no ship waits, or another process does. */
    runAll,
    /** Requests a cycle within seconds; requests that come meanwhile are served by the same one. */
    runSoon(): void {
      isRequested = true;
      running ??= runWhileRequested();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await running;
    },
  };
}
