import type { Audit } from '../modules/audit/index.ts';
import type { ConfiguredConnector } from '../modules/connectors/index.ts';
import type { BaseSource } from '../modules/maps/index.ts';
import type { DerivedOptions, OceanModule } from '../modules/ocean/index.ts';
import type { JobQueue } from '../platform/jobs/jobs.ts';

/** What the derived products of the ocean take of the modules beside it: the queue, the trail, and whom to credit. */
export function derivedOptions(
  queue: () => JobQueue,
  audit: Pick<Audit, 'record'>,
  connectors: readonly ConfiguredConnector[],
): DerivedOptions {
  const credits = new Map(connectors.map(({ connector }) => [connector.id, connector]));
  return {
    queue,
    creditOf: (connectorId) => credits.get(connectorId) ?? null,
    audit: {
      record: ({ actor, resource, metadata }) =>
        audit.record({
          event: 'data.modify',
          severity: 'low',
          actorId: actor.id,
          actorName: actor.name,
          resource,
          ipAddress: actor.ipAddress,
          userAgent: actor.userAgent,
          metadata,
        }),
    },
  };
}

/** Variables that tell whether a map's base can be drawn: a flow has the dates of its components. */
const variableOfBase = {
  analysedSst: 'analysedSst',
  sstAnomaly: 'sstAnomaly',
  chlorophyll: 'chlorophyll',
  salinity: 'salinity',
  currentSpeed: 'currentEast',
  windSpeed: 'windEast',
} as const;

/** Newest field that a base of a saved map is drawn from. */
export function mapBaseSource(
  { service }: Pick<OceanModule, 'service'>,
  providerOf: (connectorId: string) => string,
): BaseSource {
  return async (base) => {
    const found = await service.newestSlice(variableOfBase[base]);
    if (found === null) return null;
    const { row, provenance } = found;
    return {
      at: row.observed_at.toISOString(),
      provider: providerOf(row.connector_id),
      coverage: row.coverage,
      provenance,
    };
  };
}
