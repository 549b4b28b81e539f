import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '@kianda/geo';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killRounds, killTimeoutMs } from '../../../../testing/kill-rounds.ts';
import { createModulePlatform, type ModulePlatform } from '../../../../testing/module.ts';
import { retentionMigrations } from '../retention.migrations.ts';
import type { RetentionTables } from '../retention.tables.ts';
import { contentFolder } from '../stores/contents.ts';
import { fillRecords } from '../testing/records.ts';
import { cleaningWorld } from './testing/cleaning-world.ts';

const moments = ['changed', 'deleting', 'noting', 'finishing', 'finished', 'running'] as const;
const rounds = killRounds(moments.length);
const records = 300;
/** A cleaning of so few records takes less. */
const longestMs = 40;

let base: ModulePlatform;
beforeAll(async () => {
  base = await createModulePlatform([{ name: 'retention', migrations: retentionMigrations }]);
  await sql`CREATE TABLE retention.audit_lines (resource text, metadata jsonb)`.execute(db());
});
afterAll(() => base.close());

const db = () => base.platform.database.for<RetentionTables>();
const rows = async () =>
  new Map((await db().selectFrom('retention.records').selectAll().execute()).map((row) => [row.id, row]));
const files = async () =>
  (await Array.fromAsync(base.platform.storage.list(contentFolder))).map(({ key }) => key).sort();
const count = async (from: string) => {
  const found = await sql
    .raw<{ n: number }>(`SELECT coalesce(sum(records), 0)::bigint AS n FROM ${from}`)
    .execute(db());
  return Number(found.rows[0]?.n);
};

/** Records in every state, each of the expired ones with a content in the storage. */
async function refill(seed: string): Promise<void> {
  await sql`TRUNCATE retention.records, retention.acts, retention.evictions, retention.unfinished, retention.audit_lines,
    retention.totals`.execute(db());
  await sql`UPDATE retention.policies SET last_run_at = NULL`.execute(db());
  for (const key of await files()) await base.platform.storage.delete(key);
  await fillRecords(db(), { records, seed, nowMs: base.platform.clock.nowMs() });
  await sql`UPDATE retention.records SET content_key = ${contentFolder} || table_name || '/' || id
    WHERE status = 'expired'`.execute(db());
  for (const { content_key } of (await rows()).values()) {
    if (content_key !== null) await base.platform.storage.put(content_key, Buffer.from('x'), 'text/plain');
  }
}

test(`kill -9 during a cleaning, ${rounds} times: every record has its fate or none has, and the next run ends what is left`, {
  timeout: killTimeoutMs(rounds),
}, async () => {
  const { cleanup, policies, service } = cleaningWorld(base.platform);
  const folder = dirname(dirname(base.platform.storage.localPath?.('any') ?? ''));
  const cleaner = fileURLToPath(new URL('./testing/doomed-cleaner.ts', import.meta.url));
  const random = seededRandom('cleaning');
  for (let round = 0; round < rounds; round += 1) {
    const which = moments[round % moments.length] ?? 'changed';
    const moment = which === 'running' ? `running${Math.floor(random() * longestMs)}` : which;
    await refill(String(round));
    const now = base.platform.clock.nowMs();
    const asked = {
      policies: await policies.list(),
      policyIds: null,
      table: undefined,
      force: false,
      now: new Date(now),
    };
    const told = await cleanup.rehearse(asked);
    const before = await rows();
    const doomed = fork(cleaner, [base.platform.database.url, folder, String(now), moment]);
    expect(await once(doomed, 'exit')).toEqual([null, 'SIGKILL']);

    const after = await rows();
    const changed = [...before].filter(([id, row]) => after.get(id)?.status !== row.status).length;
    const meant = told.groups.reduce((sum, { records: some }) => sum + some, 0);
    expect(which === 'running' ? [0, meant] : [meant]).toContain(changed);
    // Each that is still there has its content.
    const stored = new Set(await files());
    const held = [...after.values()].flatMap(({ content_key }) => content_key ?? []);
    expect(held.filter((key) => !stored.has(key))).toEqual([]);

    await service.runDue();
    expect(await cleanup.unfinished()).toEqual([]);
    const left = await rows();
    const keys = [...left.values()].flatMap(({ content_key }) => content_key ?? []);
    expect(await files()).toEqual(keys.sort());
    expect([await count('retention.evictions'), await count('retention.totals')]).toEqual([
      before.size - left.size,
      left.size,
    ]);
    for (const { act, policy_id, records: some } of told.groups) {
      const { rows: lines } = await sql`SELECT FROM retention.audit_lines
        WHERE resource = ${`retention/policy/${policy_id ?? 'purge'}`}
          AND metadata @> ${JSON.stringify({ act, records: some, fingerprint: told.fingerprint })}`.execute(db());
      // A process that dies among its audit lines leaves them to be written again: twice rather than never.
      const isAgain = which === 'noting' || which === 'finishing' || which === 'running';
      expect(isAgain ? [1, 2] : [1]).toContain(lines.length);
    }
  }
});
