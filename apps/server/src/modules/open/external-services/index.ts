import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Bindings } from '../../../platform/http/bind.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { externalServiceIds, openExternalService } from './external-services.routes.ts';
import type { ExternalServiceId, ExternalServiceSettings } from './external-services.types.ts';
import { externalTimeoutMs } from './remote-service.client.ts';

export type { ExternalServiceId, ExternalServiceSettings } from './external-services.types.ts';
export { createRemoteService, externalTimeoutMs, type RemoteService } from './remote-service.client.ts';

export type ExternalServices = Module & {
  /** Each for the built-in binding of the same endpoint. */
  readonly replacements: Bindings;
};

/**
 * Endpoints of the services that settings point at the real thing: they take the place of the built-in ones of the same
 * identifier, behind the same permissions. Credentials stay in this process.
 */
export function createExternalServices(options: {
  platform: Pick<Platform, 'clock' | 'log' | 'random'>;
  audit: { record(entry: AuditEntry): Promise<unknown> };
  publicUrl: string;
  userAgent: () => string;
  /** Null: the built-in one. */
  services: Readonly<Record<ExternalServiceId, ExternalServiceSettings | null>>;
  /** Longest wait for an answer, in ms. */
  timeoutMs?: number;
}): ExternalServices {
  const context = { ...options, timeoutMs: options.timeoutMs ?? externalTimeoutMs };
  const opened = externalServiceIds.flatMap((id) => {
    const settings = options.services[id];
    return settings === null ? [] : [openExternalService(id, settings, context)];
  });
  return {
    name: 'external-services',
    migrations: [],
    replacements: opened.flatMap(({ bindings }) => bindings),
    async stop() {
      await Promise.all(opened.map(({ close }) => close()));
    },
  };
}

export type ExternalServicesSettings = Pick<
  Parameters<typeof createExternalServices>[0],
  'publicUrl' | 'userAgent' | 'services'
>;

export const externalServicesModule = defineModule({
  name: 'external-services',
  needs: { audit: auditModule },
  settings: settingsOf<ExternalServicesSettings>(),
  create: ({ platform, settings, needs: { audit } }) => ({
    manifest: createExternalServices({ platform, audit, ...settings }),
  }),
});
