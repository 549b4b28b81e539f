import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { type Identity, identityModule } from '../../people/identity/index.ts';
import { interfaceMigrations } from './interfaces.migrations.ts';
import { createInterfaceRepository } from './interfaces.repository.ts';
import { interfaceBindings } from './interfaces.routes.ts';
import { createInterfaceService } from './interfaces.service.ts';

/** Front door of the scientific interfaces: catalogue, short-lived tokens, frame checks. */
export function createInterfaces(options: {
  platform: Platform;
  identity: Pick<Identity, 'issueInterfaceToken'>;
  /** Folder of the built pages: an interface is active once its page is in it. */
  pagesDir: string;
  baseUrl: string;
  consoleUrl: string;
  /** Origins whose pages the console may embed. */
  allowedOrigins: readonly string[];
}): Module {
  const { platform, identity, pagesDir, baseUrl, consoleUrl, allowedOrigins } = options;
  const { clock, database } = platform;
  const repository = createInterfaceRepository(database);
  const service = createInterfaceService({ repository, identity, pagesDir, baseUrl, consoleUrl, clock });
  return {
    name: 'interfaces',
    migrations: interfaceMigrations,
    start: service.findActive,
    bindings: interfaceBindings({ service, clock, allowedOrigins, consoleUrl }),
  };
}

type InterfaceSettings = Omit<Parameters<typeof createInterfaces>[0], 'platform' | 'identity'>;

export const interfacesModule = defineModule({
  name: 'interfaces',
  needs: { identity: identityModule },
  settings: settingsOf<InterfaceSettings>(),
  create: ({ platform, settings, needs: { identity } }) => ({
    manifest: createInterfaces({ platform, identity, ...settings }),
  }),
});
