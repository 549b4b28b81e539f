import type { Bindings } from '../../../platform/http/bind.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { type Audit, auditModule } from '../../people/audit/index.ts';
import { type Identity, identityModule } from '../../people/identity/index.ts';
import { interfaceJobs } from './interfaces.jobs.ts';
import { interfaceMigrations } from './interfaces.migrations.ts';
import { createInterfaceRepository } from './interfaces.repository.ts';
import { interfaceBindings } from './interfaces.routes.ts';
import { createInterfaceService } from './interfaces.service.ts';
import { createSiteRepository } from './site/site.repository.ts';
import { createMinistrySite, type MinistrySite } from './site/site.service.ts';

/** Front door of the scientific interfaces: catalogue, short-lived tokens, frame checks, and the ministry's portal. */
export function createInterfaces(options: {
  platform: Platform;
  identity: Pick<Identity, 'issueInterfaceToken'>;
  audit: Pick<Audit, 'record'>;
  queue: Pick<JobQueue, 'enqueue'>;
  /** Every bound endpoint, which the portal is written from. */
  bindings: () => Bindings;
  /** Folder of the built pages: an interface is active once its page is in it. */
  pagesDir: string;
  baseUrl: string;
  /** Where this process reaches the pages. */
  ownUrl: string;
  consoleUrl: string;
  operatorName: () => string;
  /** Origins whose pages the console may embed. */
  allowedOrigins: readonly string[];
  browser?: () => Promise<string | null>;
}): { manifest: Module; site: Pick<MinistrySite, 'file'> } {
  const { platform, identity, audit, queue, bindings, pagesDir, baseUrl, consoleUrl, allowedOrigins } = options;
  const { clock, database } = platform;
  const repository = createInterfaceRepository(database);
  const service = createInterfaceService({ repository, identity, pagesDir, baseUrl, consoleUrl, clock });
  const siteRepository = createSiteRepository(database);
  const site = createMinistrySite({
    ...{ repository: siteRepository, bindings, audit, clock, baseUrl, log: platform.log },
    operatorName: options.operatorName,
  });
  const enqueue = (job: string, actorId: string) => queue.enqueue(job, {}, { actorId, trigger: 'manual' });
  return {
    site,
    manifest: {
      name: 'interfaces',
      migrations: interfaceMigrations,
      start: service.findActive,
      bindings: interfaceBindings({ service, site, enqueue, clock, allowedOrigins, consoleUrl }),
      jobs: interfaceJobs({
        ...{ repository, service, site, clock, ownUrl: options.ownUrl },
        ...(options.browser === undefined ? {} : { browser: options.browser }),
      }),
      holdings: [
        {
          id: 'interface-marks',
          label: 'Interfaces favoritas e as últimas abertas',
          fate: 'removed',
          note: 'São eliminadas: mais ninguém as via. O número de aberturas de cada interface fica, sem nome.',
          count: (accountId) => repository.countOf(accountId),
          release: (accountId) => repository.forget(accountId),
        },
      ],
    },
  };
}

type Options = Parameters<typeof createInterfaces>[0];
type InterfaceSettings = Omit<Options, 'platform' | 'identity' | 'audit' | 'queue' | 'bindings'>;

export const interfacesModule = defineModule({
  name: 'interfaces',
  needs: { identity: identityModule, audit: auditModule },
  settings: settingsOf<InterfaceSettings>(),
  collects: ['bindings'],
  offers: ['site'],
  create({ platform, jobs, settings, needs: { identity, audit }, collected }) {
    const { manifest, site } = createInterfaces({
      ...{ platform, identity, audit, queue: jobs, bindings: collected.bindings },
      ...settings,
    });
    return { manifest, offers: { site } };
  },
});
