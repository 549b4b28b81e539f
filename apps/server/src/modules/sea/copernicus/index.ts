import { z } from 'zod';
import { defineJob } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, type OfferOf, settingsOf } from '../../../platform/modules/definition.ts';
import { connectorsModule } from '../../ingestion/connectors/index.ts';
import { oceanModule } from '../ocean/index.ts';
import { type CopernicusAccess, createProber } from './copernicus.client.ts';
import { copernicusMigrations } from './copernicus.migrations.ts';
import { createCopernicusRepository } from './copernicus.repository.ts';
import { copernicusBindings } from './copernicus.routes.ts';
import { type CopernicusService, createCopernicusService } from './copernicus.service.ts';
import { readMonitoring } from './monitoring.service.ts';

export type { CopernicusAccess } from './copernicus.client.ts';

export type CopernicusModule = Module & { readonly service: CopernicusService };

/** Front door of the Copernicus panels: how its interfaces are, and what came from them. */
export function createCopernicus(options: {
  platform: Platform;
  ocean: OfferOf<typeof oceanModule>;
  connectors: OfferOf<typeof connectorsModule>;
  access: CopernicusAccess;
  /** Base addresses of other ocean APIs, tried before ours. */
  hosts: readonly string[];
  interfacesUrl: string;
}): CopernicusModule {
  const { platform, ocean, connectors, access } = options;
  const { clock } = platform;
  const repository = createCopernicusRepository(platform.database);
  const probe = createProber(access, { clock, random: platform.random });
  const service = createCopernicusService({
    repository,
    ocean,
    provenanceOf: connectors.provenanceOf,
    absenceOf: connectors.absenceOf,
    access,
    probe,
    clock,
  });
  const monitoring = (query: Parameters<typeof readMonitoring>[0]) =>
    readMonitoring(query, { clock, repository, service, ocean, connectors, hasAccount: access.account !== null });
  return {
    name: 'copernicus',
    migrations: copernicusMigrations,
    service,
    bindings: copernicusBindings({
      service,
      monitoring,
      ocean,
      access,
      hosts: options.hosts,
      interfacesUrl: options.interfacesUrl,
      clock,
    }),
    jobs: [
      defineJob({
        name: 'copernicus.probe',
        label: 'Verificar as interfaces do Copernicus',
        input: z.object({}),
        schedule: { cron: '*/5 * * * *', input: {} },
        retry: { limit: 0, delaySeconds: 30, backoff: false },
        timeoutSeconds: 90,
        key: () => 'copernicus',
        run: async (_input, { signal }) => {
          const rows = await service.probeNow(signal);
          return { asked: rows.length, ok: rows.filter((row) => row.ok).length };
        },
      }),
    ],
  };
}

export const copernicusModule = defineModule({
  name: 'copernicus',
  needs: { connectors: connectorsModule, ocean: oceanModule },
  settings: settingsOf<Pick<Parameters<typeof createCopernicus>[0], 'access' | 'hosts' | 'interfacesUrl'>>(),
  create: ({ platform, settings, needs }) => ({ manifest: createCopernicus({ platform, ...needs, ...settings }) }),
});
