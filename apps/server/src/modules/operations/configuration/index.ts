import type { Endpoint, Role } from '@kianda/contract';
import type { DebugState } from '@kianda/contract/operations/diagnostics/debug.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { AppError } from '../../../platform/http/errors.ts';
import type { Module, Platform } from '../../../platform/module.ts';
import { defineModule, settingsOf } from '../../../platform/modules/definition.ts';
import type { EffectiveSettings, SettingVault } from '../../../platform/settings/effective-settings.ts';
import { auditModule } from '../../people/audit/index.ts';
import { configurationMigrations } from './configuration.migrations.ts';
import { configurationRoutes } from './configuration.routes.ts';
import { configurationSearches } from './configuration.searches.ts';
import { createConfigurationService } from './configuration.service.ts';
import type { SettingDefinition } from './configuration.types.ts';
import { refusalOf } from './mode.rules.ts';

export { readStoredSettings } from './configuration.repository.ts';
export type { SettingDefinition };

export type ConfigurationModule = Module & {
  /** Settings that differ from their defaults, without their values, and the features that are switched off. */
  changed(): Pick<DebugState, 'settings' | 'switchedOff'>;
  /** The refusal of an endpoint to this role: maintenance, or a feature that is switched off. Null: it is open. */
  refusal(endpoint: Endpoint, role: Role | null): AppError | null;
};

/** Front door of the settings, switchable features and maintenance that administrators control. */
export function createConfiguration(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  /** Every setting, as this process began with it. */
  definitions: readonly SettingDefinition[];
  vault: Pick<SettingVault, 'seal'>;
  /** Takes the values that administrators store. */
  effective: EffectiveSettings;
}): ConfigurationModule {
  const { platform, definitions, vault, audit, effective } = options;
  const { clock } = platform;
  const service = createConfigurationService(platform, { definitions, vault, audit, effective });
  return {
    name: 'configuration',
    migrations: configurationMigrations,
    searches: configurationSearches(definitions),
    changed: service.changed,
    refusal: (endpoint, role) => refusalOf(service.state(), endpoint, role, clock.nowMs()),
    bindings: configurationRoutes(service, clock),
    start: service.load,
    stop: service.stop,
  };
}

type ConfigurationSettings = Omit<Parameters<typeof createConfiguration>[0], 'platform' | 'audit'>;

export const configurationModule = defineModule({
  name: 'configuration',
  needs: { audit: auditModule },
  settings: settingsOf<ConfigurationSettings>(),
  offers: ['changed', 'refusal'],
  create({ platform, settings, needs: { audit } }) {
    const configuration = createConfiguration({ platform, audit, ...settings });
    return { manifest: configuration, offers: configuration };
  },
});
