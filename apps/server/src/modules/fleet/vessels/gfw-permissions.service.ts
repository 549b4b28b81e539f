import { ProviderError } from '@kianda/connectors';
import { condition, type GfwClient } from '@kianda/connectors/gfw/client';
import { lastPublished } from '@kianda/connectors/gfw/windows';
import { WITHHELD } from '@kianda/connectors/gfw/wire';
import type { DataOf, Provenance } from '@kianda/contract';
import {
  type GfwDatasetId,
  type GfwTestResult,
  gfwAttribution,
  gfwDatasets,
  gfwErrors,
  type gfwPermissionStatus,
  type gfwPermissionTest,
  type gfwQuota,
} from '@kianda/contract/fleet/vessels/gfw.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import type { GfwTestRow } from './gfw.tables.ts';
import { type GfwAccess, toldFault } from './gfw-access.ts';
import type { GfwPermissionRepository } from './gfw-permissions.repository.ts';

const testsKeptMs = 10 * 60_000;
/** The provider counts what remains every half hour. */
const quotaKeptMs = 30 * 60_000;
const neverTested: Provenance = { state: 'fallback', reason: 'Ainda sem ensaio do acesso à Global Fishing Watch.' };

type Tested = Pick<GfwTestRow, 'accessible' | 'access_level' | 'status_code' | 'error'>;

/** The smallest question that each data set answers; true where part of the answer is withheld from the token. */
const questions: Readonly<Record<GfwDatasetId, (client: GfwClient, nowMs: number) => Promise<boolean>>> = {
  'public-global-vessels': reportOf('public-global-vessels'),
  'public-global-fishing-effort': reportOf('public-global-fishing-effort'),
  'public-global-vessel-identity': async (client) =>
    JSON.stringify((await client.searchVessels({ where: condition('flag', 'AGO'), limit: 5 })).rows).includes(WITHHELD),
  'public-global-carrier-vessels': async (client) => {
    const where = "combinedSourcesInfo.shiptypes.name='CARRIER'";
    return JSON.stringify((await client.searchVessels({ where, limit: 5 })).rows).includes(WITHHELD);
  },
  'public-global-transshipment': async (client, nowMs) => {
    await client.recentEvents(gfwDatasets['public-global-transshipment'], lastPublished(nowMs), 1);
    return false;
  },
};
const datasetIds = Object.keys(questions) as GfwDatasetId[];

function reportOf(id: GfwDatasetId) {
  return async (client: GfwClient, nowMs: number) => {
    const range = lastPublished(nowMs, 1);
    await client.report({ dataset: gfwDatasets[id], range, temporal: 'ENTIRE', spatial: 'LOW', groupBy: 'FLAG' });
    return false;
  };
}

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
  const quotas = createCache<Awaited<ReturnType<typeof readQuota>>>({
    name: 'gfw/quotas',
    clock,
    ttlMs: 60_000,
    maxStaleMs: 0,
    maxEntries: 1,
  });

  async function tested(id: GfwDatasetId, client: GfwClient): Promise<Tested> {
    try {
      const isWithheld = await questions[id](client, clock.nowMs());
      return { accessible: true, access_level: isWithheld ? 'limited' : 'full', status_code: 200, error: null };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const told = toldFault(error);
      return {
        accessible: false,
        access_level: 'none',
        status_code: error.status,
        error: told instanceof Error ? told.message : null,
      };
    }
  }

  async function runTests(): Promise<readonly GfwTestRow[]> {
    const seed = await access.simulatedSeed();
    const rowOf = (id: GfwDatasetId, found: Tested): GfwTestRow => ({
      dataset: id,
      tested_dataset: gfwDatasets[id],
      ...found,
      tested_at: new Date(clock.nowMs()),
      simulated_seed: seed,
    });
    const rows = (await access.isConfigured())
      ? await Promise.all(
          // Each has its own limit: one that hangs must not take the others' answers with it.
          datasetIds.map(async (id) => rowOf(id, await withClient((client) => tested(id, client)))),
        )
      : datasetIds.map((id) =>
          rowOf(id, { accessible: false, access_level: 'none', status_code: 503, error: gfwErrors.notConfigured }),
        );
    await repository.saveTests(rows);
    return rows;
  }

  async function withClient(ask: (client: GfwClient) => Promise<Tested>): Promise<Tested> {
    try {
      return await access.raw(ask);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return { accessible: false, access_level: 'none', status_code: error.status, error: gfwErrors.timeout };
    }
  }

  function provenanceOf(rows: readonly GfwTestRow[]): Provenance {
    const [row] = rows.toSorted((a, b) => a.tested_at.getTime() - b.tested_at.getTime());
    if (row === undefined) return neverTested;
    const at = row.tested_at.toISOString();
    const measured = { source: 'Global Fishing Watch', observedAt: at, retrievedAt: at };
    if (row.simulated_seed !== null) return { state: 'simulated', ...measured, seed: Number(row.simulated_seed) };
    const staleAfterMs = row.tested_at.getTime() + testsKeptMs;
    if (clock.nowMs() <= staleAfterMs) return { state: 'live', ...measured };
    return { state: 'cached', ...measured, staleAfter: new Date(staleAfterMs).toISOString() };
  }

  async function readQuota() {
    const known = await access.raw(async (client) => {
      const quota = client.quota();
      if (quota !== null && clock.nowMs() - quota.observedMs <= quotaKeptMs) return quota;
      await client.regions('public-eez-areas');
      return client.quota();
    });
    if (known === null)
      return { quota: null, reason: 'A Global Fishing Watch não declarou a quota nas suas respostas.' };
    return { quota: known, reason: null };
  }

  async function quotaOrReason(): Promise<Awaited<ReturnType<typeof readQuota>>> {
    if (!(await access.isConfigured())) return { quota: null, reason: gfwErrors.notConfigured };
    try {
      return (await quotas.get('', readQuota)).value;
    } catch (error) {
      const told = toldFault(error);
      if (!(error instanceof ProviderError) || !(told instanceof Error)) throw error;
      return { quota: null, reason: told.message };
    }
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
        provenance: provenanceOf(rows),
      };
    },

    /** Asks for every data set; what was found less than ten minutes ago serves unless forced. */
    async test(force: boolean): Promise<DataOf<typeof gfwPermissionTest>> {
      if (force) tests.clear();
      const { value } = await tests.get('', runTests);
      return { results: resultsOf(value), attribution: gfwAttribution, provenance: provenanceOf(value) };
    },

    async noteRequest(date: string | null) {
      await repository.saveSubmissionDate(date);
      return { request_submitted: date !== null, submission_date: date };
    },

    async quota(): Promise<DataOf<typeof gfwQuota>> {
      const { quota, reason } = await quotaOrReason();
      const nothing = { limit: null, usage: null, remaining: null };
      if (quota === null)
        return {
          daily: { ...nothing, resetHours: null },
          monthly: { ...nothing, resetDays: null },
          observedAt: null,
          reason,
          attribution: gfwAttribution,
          provenance: { state: 'fallback', reason: reason ?? 'Quota desconhecida.' },
        };
      const { dailyLimit, dailyUsage, dailyRemaining, monthlyLimit, monthlyUsage, monthlyRemaining } = quota;
      return {
        daily: { limit: dailyLimit, usage: dailyUsage, remaining: dailyRemaining, resetHours: quota.dailyResetHours },
        monthly: {
          limit: monthlyLimit,
          usage: monthlyUsage,
          remaining: monthlyRemaining,
          resetDays: quota.monthlyResetDays,
        },
        observedAt: new Date(quota.observedMs).toISOString(),
        reason: null,
        attribution: gfwAttribution,
        provenance: await access.provenanceNow(quota.observedMs, quota.observedMs),
      };
    },
  };
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
