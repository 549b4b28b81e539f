import type { Audit } from '../modules/audit/index.ts';
import type { ConfiguredConnector } from '../modules/connectors/index.ts';
import type { DerivedOptions } from '../modules/ocean/index.ts';
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
