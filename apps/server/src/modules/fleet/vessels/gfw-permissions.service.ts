import type { DataOf, Provenance } from '@kianda/contract';
import {
  type GfwDatasetId,
  type GfwTestResult,
  gfwAttribution,
  type gfwPermissionStatus,
  type gfwPermissionTest,
} from '@kianda/contract/fleet/vessels/gfw.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { GfwTestRow } from './gfw.tables.ts';
import type { GfwAccess } from './gfw-access.service.ts';
import { datasetIds, testDatasets } from './gfw-dataset-tests.service.ts';
import type { GfwPermissionRepository } from './gfw-permissions.repository.ts';
import { createGfwQuota } from './gfw-quota.service.ts';

const testsKeptMs = 10 * 60_000;
const neverTested: Provenance = { state: 'fallback', reason: 'Ainda sem ensaio do acesso à Global Fishing Watch.' };

export type GfwPermissions = ReturnType<typeof createGfwPermissions>;

/** Access to the provider's data sets, as it answers, and the quota it declares. */
export function createGfwPermissions(deps: {
  readonly access: GfwAccess;
  readonly repository: GfwPermissionRepository;
  readonly clock: Clock;
}) {
  const { access, repository, clock } = deps;
  const tests = createCache<readonly GfwTestRow[]>({
    name: 'gfw/tests',
    clock,
    ttlMs: testsKeptMs,
    maxStaleMs: 0,
    maxEntries: 1,
  });

  async function runTests(): Promise<readonly GfwTestRow[]> {
    const rows = await testDatasets(access, clock);
    await repository.saveTests(rows);
    return rows;
  }

  return {
    async status(): Promise<DataOf<typeof gfwPermissionStatus>> {
      const rows = await repository.tests();
      const submission = await repository.submissionDate();
      const accessible = rows.filter((row) => row.accessible);
      const isFull = rows.length === datasetIds.length && rows.every((row) => row.access_level === 'full');
      const newest = Math.max(...rows.map((row) => row.tested_at.getTime()));
      return {
        request_submitted: submission !== null,
        submission_date: submission,
        last_updated: rows.length === 0 ? null : new Date(newest).toISOString(),
        overall_status: isFull ? 'full_access' : accessible.length > 0 ? 'partial_access' : 'no_access',
        datasets: Object.fromEntries(
          rows.map((row) => [
            row.dataset,
            { access_level: row.access_level, last_updated: row.tested_at.toISOString() },
          ]),
        ),
        live_test_results: resultsOf(rows),
        token_configured: await access.isConfigured(),
        attribution: gfwAttribution,
        provenance: provenanceOf(rows, clock.nowMs()),
      };
    },

    /** Tests every data set; results of the last ten minutes serve unless forced. */
    async test(force: boolean): Promise<DataOf<typeof gfwPermissionTest>> {
      if (force) tests.clear();
      const { value } = await tests.get('', runTests);
      return { results: resultsOf(value), attribution: gfwAttribution, provenance: provenanceOf(value, clock.nowMs()) };
    },

    async noteRequest(date: string | null) {
      await repository.saveSubmissionDate(date);
      return { request_submitted: date !== null, submission_date: date };
    },

    quota: createGfwQuota(access, clock),
  };
}

/** Provenance of tests by the oldest of them. */
function provenanceOf(rows: readonly GfwTestRow[], nowMs: number): Provenance {
  const [row] = rows.toSorted((a, b) => a.tested_at.getTime() - b.tested_at.getTime());
  if (row === undefined) return neverTested;
  const at = row.tested_at.toISOString();
  const measured = { source: 'Global Fishing Watch', observedAt: at, retrievedAt: at };
  if (row.simulated_seed !== null) return { state: 'simulated', ...measured, seed: Number(row.simulated_seed) };
  const staleAfterMs = row.tested_at.getTime() + testsKeptMs;
  if (nowMs <= staleAfterMs) return { state: 'live', ...measured };
  return { state: 'cached', ...measured, staleAfter: new Date(staleAfterMs).toISOString() };
}

function resultsOf(rows: readonly GfwTestRow[]): Partial<Record<GfwDatasetId, GfwTestResult>> {
  return Object.fromEntries(
    rows.map((row) => [
      row.dataset,
      {
        accessible: row.accessible,
        status_code: row.status_code,
        tested_at: row.tested_at.toISOString(),
        tested_dataset: row.tested_dataset,
        error: row.error,
      },
    ]),
  );
}
