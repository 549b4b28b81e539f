/** Verification of a million audit events, every link of the chain recomputed. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { auditMigrations } from '../../apps/server/src/modules/people/audit/audit.migrations.ts';
import { createAuditService } from '../../apps/server/src/modules/people/audit/audit.service.ts';
import { chainKey, createChainHash, genesisHash } from '../../apps/server/src/modules/people/audit/chain.rules.ts';
import { systemClock } from '../../apps/server/src/platform/clock/clock.ts';
import { migrate } from '../../apps/server/src/platform/db/migrate.ts';
import { openDatabase } from '../../apps/server/src/platform/db/open.ts';
import { createLocalEvents } from '../../apps/server/src/platform/events/events.ts';
import { createLogger } from '../../apps/server/src/platform/log/log.ts';
import { createStorage } from '../../apps/server/src/platform/storage/storage.ts';

const usualEvents = 1_000_000;
const batch = 10_000;

/** Writes a chain as the platform would, then verifies it. */
export async function measureAudit(
  url: string,
  folder: string,
  events = usualEvents,
): Promise<{ readonly events: number; readonly verifyMs: number; readonly isIntact: boolean }> {
  const database = await openDatabase({ url, applicationName: 'medida' });
  try {
    const log = createLogger({ level: 'warn', pretty: true });
    await migrate(database, [{ name: 'audit', migrations: auditMigrations }], log);
    const masterKey = randomBytes(32);
    const chainHash = createChainHash(chainKey(masterKey));
    const db = database.for<Record<never, never>>();
    let previous: Uint8Array = genesisHash;
    for (let first = 1; first <= events; first += batch) {
      const rows = Array.from({ length: batch }, (_, index) => {
        const seq = first + index;
        const event = {
          seq,
          occurredAt: new Date(1_767_225_600_000 + seq * 1000).toISOString(),
          event: 'data.access',
          severity: 'low',
          actorId: null,
          actorName: 'ana@exemplo.ao',
          resource: `embarcacao/${seq % 5000}`,
          ipAddress: '192.0.2.1',
          userAgent: 'Mozilla/5.0',
          metadata: { linhas: seq % 100 },
        };
        previous = chainHash(previous, event);
        return { ...event, hash: Buffer.from(previous).toString('hex') };
      });
      await sql`
        insert into audit.events
        select seq, "occurredAt", event, severity, null, "actorName", resource, "ipAddress", "userAgent", metadata,
          decode(hash, 'hex')
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(seq bigint, "occurredAt" timestamptz, event text,
          severity text, "actorName" text, resource text, "ipAddress" text, "userAgent" text, metadata jsonb, hash text)`.execute(
        db,
      );
    }
    const service = createAuditService({
      platform: {
        database,
        clock: systemClock,
        log,
        events: createLocalEvents(),
        storage: createStorage({ kind: 'folder', folder: join(folder, 'marcos') }),
        random: () => 0.5,
      },
      masterKey,
    });
    await service.checkpoint();
    const begunMs = performance.now();
    const { intact, checked } = await service.verify();
    return { events: checked, verifyMs: performance.now() - begunMs, isIntact: intact };
  } finally {
    await database.close();
  }
}
