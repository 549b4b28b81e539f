import { ProviderError } from '@kianda/connectors';
import type { DataOf } from '@kianda/contract';
import { gfwAttribution, gfwErrors, type gfwQuota } from '@kianda/contract/fleet/vessels/gfw.contract';
import { createCache } from '../../../platform/cache/cache.ts';
import type { Clock } from '../../../platform/clock/clock.ts';
import { answeredFault, type GfwAccess } from './gfw-access.service.ts';

/** The provider counts what remains every half hour. */
const quotaKeptMs = 30 * 60_000;

type KnownQuota = Awaited<ReturnType<typeof readQuota>>;

/** The quota that the provider declares in its answers, or the reason that it is not known. */
export function createGfwQuota(access: GfwAccess, clock: Clock): () => Promise<DataOf<typeof gfwQuota>> {
  const quotas = createCache<KnownQuota>({
    name: 'gfw/quotas',
    clock,
    ttlMs: 60_000,
    maxStaleMs: 0,
    maxEntries: 1,
  });

  async function quotaOrReason(): Promise<KnownQuota> {
    if (!(await access.isConfigured())) return { quota: null, reason: gfwErrors.notConfigured };
    try {
      return (await quotas.get('', () => readQuota(access, clock))).value;
    } catch (error) {
      const fault = answeredFault(error);
      if (!(error instanceof ProviderError) || !(fault instanceof Error)) throw error;
      return { quota: null, reason: fault.message };
    }
  }

  return async () => {
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
  };
}

async function readQuota(access: GfwAccess, clock: Clock) {
  const known = await access.raw(async (client) => {
    const quota = client.quota();
    if (quota !== null && clock.nowMs() - quota.observedMs <= quotaKeptMs) return quota;
    await client.regions('public-eez-areas');
    return client.quota();
  });
  if (known === null) return { quota: null, reason: 'A Global Fishing Watch não declarou a quota nas suas respostas.' };
  return { quota: known, reason: null };
}
