import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AbsenceOf, Origin, ProvenanceOf } from '../modules/ingestion/connectors/index.ts';
import { createTestDatabase } from '../platform/db/testing.ts';
import { createLocalEvents } from '../platform/events/events.ts';
import { createLogger } from '../platform/log/log.ts';
import type { Platform } from '../platform/module.ts';
import { createFolderStorage } from '../platform/storage/folder.ts';

/** Platform for one module that stores what connectors bring: a fresh database, a folder, a clock that stands still. */
export async function createModulePlatform(modules: Parameters<typeof createTestDatabase>[0]) {
  const test = await createTestDatabase(modules);
  const folder = await mkdtemp(join(tmpdir(), 'kianda-module-'));
  let nowMs = Date.parse('2026-08-31T09:00:00Z');
  const platform: Platform = {
    database: test.database,
    clock: { nowMs: () => nowMs },
    log: createLogger({ level: 'silent', pretty: false }),
    events: createLocalEvents(),
    storage: createFolderStorage({ folder }),
    random: () => 0.5,
  };
  return {
    platform,
    advance(ms: number) {
      nowMs += ms;
    },
    async close() {
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type ModulePlatform = Awaited<ReturnType<typeof createModulePlatform>>;

/** Origin of the records of a test. */
export function originOf(base: ModulePlatform, over: Partial<Origin> = {}): Origin {
  return {
    runId: randomUUID(),
    connectorId: 'ensaio',
    streamId: 'fluxo',
    provider: 'Ensaio',
    retrievedAtMs: base.platform.clock.nowMs(),
    simulatedSeed: null,
    ...over,
  };
}

/** Says what is missing and the streams that were asked about, so that a test reads in the answer which ones a module named. */
export const echoAbsence: AbsenceOf = async ({ subject, sources }) =>
  `${subject}: ${sources.map(({ connectorId, streamId }) => [connectorId, streamId].filter(Boolean).join('/')).join(', ')}`;

/** Returns each origin as a provenance, so that a test reads in the answer which origin a module gave its rows. */
export const echoProvenance: ProvenanceOf = async (origin) => {
  const measured = {
    source: `${origin.connectorId}/${origin.streamId}`,
    observedAt: origin.observedAtMs === null ? null : new Date(origin.observedAtMs).toISOString(),
    retrievedAt: new Date(origin.retrievedAtMs).toISOString(),
  };
  return origin.simulatedSeed === null
    ? { state: 'live', ...measured }
    : { state: 'simulated', ...measured, seed: origin.simulatedSeed };
};
