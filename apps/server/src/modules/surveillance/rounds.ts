import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Platform } from '../../platform/module.ts';
import type { Round } from './detection.service.ts';

/** Positions that come together are worked on together. */
const gatherMs = 1_000;
/** After each round a pause this many times as long, so that detection leaves the core to others … */
const restFactor = 3;
/** … but no longer: what came meanwhile is to be on the officer's screen within five seconds. */
const longestRestMs = 2_000;

/**
 * Rounds of detection soon after positions came, one process at a time. An officer is to know within seconds; a job for
 * each would fill the list of jobs with thousands a day.
 */
export function createRounds({ platform, round }: { platform: Platform; round: () => Promise<Round> }) {
  const { database, log } = platform;
  const stopping = new AbortController();
  let going: Promise<void> | null = null;
  let asked = false;

  /** Null where another process is at it: it takes these ships with it. */
  function alone(): Promise<Round | null> {
    return database
      .for()
      .transaction()
      .execute(async (trx) => {
        const { rows } = await sql<{ free: boolean }>`
          SELECT pg_try_advisory_xact_lock(hashtext('surveillance.detect')) AS free`.execute(trx);
        return rows[0]?.free === true ? await round() : null;
      });
  }

  async function all(signal: AbortSignal): Promise<Round> {
    const sum = { ships: 0, found: 0, annulled: 0, alerts: 0 };
    for (;;) {
      signal.throwIfAborted();
      const done = await alone();
      if (done === null || done.ships === 0) return sum;
      sum.ships += done.ships;
      sum.found += done.found;
      sum.annulled += done.annulled;
      sum.alerts += done.alerts;
    }
  }

  async function go(): Promise<void> {
    const { signal } = stopping;
    try {
      while (asked && !signal.aborted) {
        asked = false;
        await delay(gatherMs, undefined, { signal });
        const startedMs = performance.now();
        await all(signal);
        const restMs = Math.min(longestRestMs, (performance.now() - startedMs) * restFactor);
        await delay(restMs, undefined, { signal });
      }
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error }, 'deteção falhada; a agenda volta a corrê-la');
    } finally {
      going = null;
    }
  }

  return {
    all,
    /** Asks for rounds within seconds; what is asked meanwhile is taken with it. */
    soon(): void {
      asked = true;
      going ??= go();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await going;
    },
  };
}
