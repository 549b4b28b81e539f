import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { connectorsModule } from '../../ingestion/connectors/index.ts';
import { auditModule } from '../../people/audit/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import { oceanModule } from '../../sea/ocean/index.ts';
import { oceanBaseSource } from './base-source.service.ts';
import { createMapLayersService } from './layers.service.ts';
import { createLinksRepository } from './links.repository.ts';
import { createLinksService } from './links.service.ts';
import { mapsMigrations } from './maps.migrations.ts';
import { createMapsRepository } from './maps.repository.ts';
import { mapBindings } from './maps.routes.ts';
import { mapSearches } from './maps.searches.ts';
import { createMapsService, type MapsAudit } from './maps.service.ts';
import type { BaseSource, Publishing } from './maps.types.ts';
import { publicMapBindings } from './public-maps.routes.ts';
import { createPublicMapsService } from './public-maps.service.ts';

/** Front door of the saved maps. */
export function createMaps(options: {
  platform: Platform;
  audit: MapsAudit;
  baseSource: BaseSource;
  publishing: Publishing;
}): Module {
  const { platform, audit, baseSource, publishing } = options;
  const { clock, database } = platform;
  const repository = createMapsRepository(database);
  const linksRepository = createLinksRepository(database);
  const pageUrl = `${publishing.interfacesUrl}/index.html`;
  const service = createMapsService({ repository, audit, clock, pageUrl });
  const publicMaps = createPublicMapsService({ repository: linksRepository, baseSource, publishing, clock });
  const links = createLinksService({ repository: linksRepository, audit, publishing, clock });
  return {
    name: 'maps',
    migrations: mapsMigrations,
    searches: mapSearches(repository),
    holdings: [
      {
        id: 'maps',
        label: 'Mapas partilhados',
        fate: 'kept',
        note: 'Continuam à vista de todos, com o nome de quem os fez.',
        count: (accountId) => repository.countOwned(accountId, 'shared'),
      },
      {
        id: 'private-maps',
        label: 'Mapas privados',
        fate: 'removed',
        note: 'São eliminados: mais ninguém os via. Se fizerem falta, peça primeiro que sejam partilhados.',
        count: (accountId) => repository.countOwned(accountId, 'private'),
        release: (accountId) => repository.removePrivate(accountId),
      },
    ],
    bindings: [
      ...publicMapBindings({ maps: service, links, publicMaps, publishing, clock }),
      ...mapBindings({ service, layers: createMapLayersService(baseSource, clock), clock }),
    ],
  };
}

export const mapsModule = defineModule({
  name: 'maps',
  needs: { audit: auditModule, identity: identityModule, connectors: connectorsModule, ocean: oceanModule },
  settings: settingsOf<Omit<Publishing, 'bindings' | 'makerOf'>>(),
  collects: ['bindings'],
  create: ({ platform, settings, needs: { audit, identity, connectors, ocean }, collected }) => ({
    manifest: createMaps({
      platform,
      audit,
      baseSource: oceanBaseSource(ocean, connectors.providerOf),
      publishing: { ...settings, bindings: collected.bindings, makerOf: identity.activeAccount },
    }),
  }),
});
