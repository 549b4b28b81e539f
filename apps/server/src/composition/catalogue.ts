import type { Config } from '../config/env.ts';
import type { Audit } from '../modules/audit/index.ts';
import type { createCatalogue } from '../modules/catalogue/index.ts';
import type { ConfiguredConnector } from '../modules/connectors/index.ts';

type Configured = 'creditOf' | 'audit' | 'addresses' | 'version';

/** What the catalogue takes of the settings and of the modules beside it: addresses, whom to credit, the trail. */
export function catalogueOptions(
  config: Config,
  connectors: readonly ConfiguredConnector[],
  audit: Pick<Audit, 'record'>,
  version: string,
): Pick<Parameters<typeof createCatalogue>[0], Configured> {
  const credits = new Map(connectors.map(({ connector }) => [connector.id, connector]));
  return {
    version,
    creditOf: (connectorId) => credits.get(connectorId) ?? null,
    addresses: {
      publicUrl: config.publicUrl.replace(/\/$/, ''),
      docsUrl: `${config.interfacesUrl.replace(/\/$/, '')}/api-docs.html`,
      get operatorName() {
        return config.operator.name;
      },
    },
    audit: {
      record: ({ change, actor, resource, metadata }) =>
        audit.record({
          event: change === 'withdraw' ? 'data.delete' : 'data.modify',
          severity: 'medium',
          actorId: actor.id,
          actorName: actor.name,
          resource: `stac/${resource}`,
          ipAddress: actor.ipAddress,
          userAgent: actor.userAgent,
          metadata: { change, ...metadata },
        }),
    },
  };
}
