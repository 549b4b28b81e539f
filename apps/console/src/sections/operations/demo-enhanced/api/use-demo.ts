import type { DataOf, Provenance, Sourced } from '@kianda/contract';
import { vesselPresence } from '@kianda/contract/fleet/vessels/vessels.contract';
import { listConnectors } from '@kianda/contract/ingestion/connectors/connectors.contract';
import { dashboardOverview } from '@kianda/contract/operations/dashboard/dashboard.contract';
import { systemHealth } from '@kianda/contract/operations/health/health.contract';
import { auditStatus } from '@kianda/contract/people/audit/audit.contract';
import { type EndpointResult, useEndpoint } from '../../../../client/use-endpoint.ts';
import { orReason, withReason } from '../../../shared/sourced.ts';
import { demoTexts } from '../texts.pt.ts';

const texts = demoTexts.installation;

/** A page of many modules' figures: each is asked for once a minute. */
export const slowly = { refetchSeconds: 60 } as const;

export const useOverview = () => useEndpoint(dashboardOverview, {}, slowly);
export const useHealth = () => useEndpoint(systemHealth, {}, slowly);
export const usePresence = () => useEndpoint(vesselPresence, { query: { hours: 24 } }, slowly);
export const useAudit = () => useEndpoint(auditStatus, {}, slowly);
export const useConnectors = () => useEndpoint(listConnectors, {}, slowly);
export type ConnectorsResult = ReturnType<typeof useConnectors>;

/** When the server that answers was started, which is when it read its mode: the answer's instant less its running time. */
export function startedAt(health: EndpointResult<DataOf<typeof systemHealth>>): Sourced<string | null> | undefined {
  const uptime = orReason(health.figure('process_uptime_seconds'), health);
  const at = health.sourced?.value.timestamp;
  if (uptime === undefined) return undefined;
  if (uptime.value === null || at === undefined) return { ...uptime, value: null };
  return { ...uptime, value: new Date(Date.parse(at) - uptime.value * 1000).toISOString() };
}

/** When the oldest event of the audit trail happened; null with its reason before the first. */
export function firstRecordAt(audit: EndpointResult<DataOf<typeof auditStatus>>): Sourced<string | null> | undefined {
  return withReason(orReason(audit.figure('firstAt'), audit), texts.noRecord);
}

/**
 * Seeds of the simulator that the figures shown tell of, ascending, with the origin of the first figure that tells one;
 * null with its reason where none of them is simulated.
 */
export function seedsOf(
  results: readonly Pick<EndpointResult<unknown>, 'envelope' | 'error'>[],
): Sourced<string | null> | undefined {
  const origins = results.flatMap(({ envelope }): readonly Provenance[] =>
    envelope === undefined ? [] : [...Object.values(envelope.metadata.fields ?? {}), envelope.metadata.provenance],
  );
  const simulated = origins.filter((origin) => origin.state === 'simulated');
  const [first] = simulated;
  if (first !== undefined) {
    const seeds = [...new Set(simulated.map(({ seed }) => seed))].sort((a, b) => a - b);
    return { value: seeds.join(', '), provenance: first };
  }
  const answered = results.find(({ envelope }) => envelope !== undefined)?.envelope;
  if (answered !== undefined) {
    return { value: null, provenance: answered.metadata.provenance, missingReason: texts.noSeed };
  }
  const reason = results.find(({ error }) => error !== null)?.error?.message;
  if (reason === undefined) return undefined;
  return { value: null, provenance: { state: 'fallback', reason }, missingReason: reason };
}
