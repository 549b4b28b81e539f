import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import { auditModule } from '../../people/audit/index.ts';
import { identityModule } from '../../people/identity/index.ts';
import { backupsModule } from '../backups/index.ts';
import { type EnforcedSettings, securityCheckList } from './checks/index.ts';
import { securityRoutes } from './security.routes.ts';
import { createSecurityService, type SecurityCheck } from './security.service.ts';

export type SecurityModule = Module & {
  /** Share of the verifiable checks that are enforced, in percent; null where none could be verified. */
  score(): Promise<number | null>;
};

/** Front door of the security panel: each line is checked when it is asked for. */
export function createSecurity(options: { platform: Platform; checks: readonly SecurityCheck[] }): SecurityModule {
  const { clock } = options.platform;
  const service = createSecurityService(clock, options.checks);
  return {
    name: 'security',
    migrations: [],
    score: service.score,
    bindings: securityRoutes(service, clock),
  };
}

export const securityModule = defineModule({
  name: 'security',
  needs: { audit: auditModule, identity: identityModule, backups: backupsModule },
  settings: settingsOf<EnforcedSettings>(),
  offers: ['score'],
  create({ platform, settings, needs }) {
    const checks = securityCheckList({ clock: platform.clock, settings, ...needs });
    const security = createSecurity({ platform, checks });
    return { manifest: security, offers: security };
  },
});
