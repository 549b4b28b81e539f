import { createHttpClient, hostsOf, ProviderError, userAgent } from '@kianda/connectors';
import { hourMs } from '@kianda/geo';
import { z } from 'zod';
import { defineJob, type Job } from '../../../../platform/jobs/jobs.ts';
import type { ConfiguredConnector } from '../connectors.types.ts';
import type { ConnectorRegistry } from '../registry/connector-registry.ts';
import type { EngineDependencies } from '../runs/run.types.ts';

/** With a check each hour, a credential revoked at any time is known within a day. */
const checkAfterMs = 20 * hourMs;
const limitMs = 30_000;

/**
 * Asks providers whether they still take our credential where no run asked them for most of a day: a stream without a new
 * window makes no request, and would find a revoked credential only when there are data to be had.
 */
export function accessJob(registry: ConnectorRegistry, dependencies: EngineDependencies, forget: () => void): Job {
  return defineJob({
    name: 'connectors.access',
    label: 'Verificação das credenciais dos fornecedores',
    input: z.object({}),
    schedule: { cron: '17 * * * *', input: {} },
    retry: { limit: 0, delaySeconds: 0, backoff: false },
    timeoutSeconds: 300,
    key: () => 'access',
    async run(_input, { signal }) {
      const checked = await checkAccess(registry, dependencies, signal);
      forget();
      return checked;
    },
  });
}

async function checkAccess(
  registry: ConnectorRegistry,
  dependencies: EngineDependencies,
  signal: AbortSignal,
): Promise<{ checked: string[]; refused: string[] }> {
  const { repository, clock } = dependencies;
  const states = new Map((await repository.accessStates()).map((row) => [row.connector_id, row]));
  const checked: string[] = [];
  const refused: string[] = [];
  for (const configured of await registry.all()) {
    const { connector, disabledReason } = configured;
    const state = states.get(connector.id);
    const knownMs = Math.max(state?.contact_at?.getTime() ?? 0, state?.checked_at?.getTime() ?? 0);
    // A refused one is asked again each hour, so that its return shows as soon as its end did.
    const isDue = state?.failure != null || clock.nowMs() - knownMs >= checkAfterMs;
    if (disabledReason !== null || connector.checkAccess === undefined || !isDue) continue;
    signal.throwIfAborted();
    const failure = await refusalBy(configured, dependencies, signal);
    if (failure === undefined) continue;
    await repository.saveAccess(connector.id, failure, new Date(clock.nowMs()));
    checked.push(connector.id);
    if (failure !== null) refused.push(connector.id);
  }
  return { checked, refused };
}

/** Null where the provider takes the credential, its reason where it does not, undefined where it did not say. */
async function refusalBy(
  configured: ConfiguredConnector,
  { clock, random, codeVersion, contact }: EngineDependencies,
  stop: AbortSignal,
): Promise<string | null | undefined> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(limitMs)]);
  const nowMs = () => clock.nowMs();
  const http = createHttpClient({
    userAgent: userAgent(codeVersion, contact),
    refusesPages: true,
    allowedHosts: hostsOf(configured.settings),
    allowPrivateHosts: configured.allowPrivateHosts,
    nowMs,
    random,
    signal,
    maxAttempts: 1,
  });
  try {
    const context = { http, signal, nowMs, log: () => undefined, stations: [] };
    await configured.connector.checkAccess?.(configured.settings, context);
    return null;
  } catch (error) {
    // A provider that can't be reached says nothing of the credential; its own runs tell that.
    return error instanceof ProviderError && error.failure === 'auth' ? error.message : undefined;
  } finally {
    await http.close();
  }
}
