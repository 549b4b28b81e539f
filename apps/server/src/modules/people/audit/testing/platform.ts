import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '../../../../platform/db/testing.ts';
import { createLocalEvents } from '../../../../platform/events/events.ts';
import { createLogger } from '../../../../platform/log/log.ts';
import type { Platform } from '../../../../platform/module.ts';
import { createFolderStorage } from '../../../../platform/storage/folder.ts';
import { auditMigrations } from '../audit.migrations.ts';

type Migrations = Parameters<typeof createTestDatabase>[0];

/** Platform on a fresh database with the audit trail and the modules given, and a clock that tests move. */
export async function createTestPlatform(modules: Migrations = []) {
  const test = await createTestDatabase([{ name: 'audit', migrations: auditMigrations }, ...modules]);
  const folder = await mkdtemp(join(tmpdir(), 'kianda-identity-'));
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
    advanceSeconds(seconds: number) {
      nowMs += seconds * 1000;
    },
    setNow(ms: number) {
      nowMs = ms;
    },
    async close() {
      await test.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A master key as tests use it. */
export const testMasterKey: Uint8Array = new Uint8Array(32).fill(7);

/** For tests in which no job runs. */
export const noQueue = (): never => {
  throw new Error('this test has no job queue');
};
