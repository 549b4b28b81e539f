import { sql } from 'kysely';
import type { Platform } from '../../../../../platform/module.ts';
import { createRecorder } from '../../stores/recorder.ts';
import { createStoreRepository } from '../../stores/stores.repository.ts';
import { createCleanupRepository } from '../cleanup.repository.ts';
import { createCleanup } from '../cleanup.service.ts';
import { createPoliciesRepository } from '../policies.repository.ts';

/** The parts of cleaning over a platform, with an audit trail that the test reads. */
export function cleaningWorld(platform: Platform) {
  const audit = {
    async record(entry: { readonly resource?: string | null; readonly metadata?: unknown }) {
      await sql`INSERT INTO retention.audit_lines (resource, metadata)
        VALUES (${entry.resource ?? ''}, ${JSON.stringify(entry.metadata)})`.execute(platform.database.for());
    },
  };
  const recorder = createRecorder(platform, createStoreRepository(platform.database));
  const context = { platform, audit, recorder, quotaGb: 1 };
  const cleanup = createCleanupRepository(platform.database);
  const policies = createPoliciesRepository(platform.database);
  return { context, cleanup, policies, service: createCleanup({ context, cleanup, policies }) };
}
