import { connectorsModule } from '../modules/ingestion/connectors/index.ts';
import { intakeModule } from '../modules/ingestion/intake/index.ts';
import { configurationModule } from '../modules/operations/configuration/index.ts';
import { auditModule } from '../modules/people/audit/index.ts';
import { collaborationModule } from '../modules/people/collaboration/index.ts';
import { deliveryModule } from '../modules/people/delivery/index.ts';
import { identityModule } from '../modules/people/identity/index.ts';
import { notificationsModule } from '../modules/people/notifications/index.ts';
import { configured, type ModuleEntry, type SettingsOf } from '../platform/modules/definition.ts';
import { historyPlan, intakeOptions, kindLineage, receptionFolder } from './connectors.ts';
import { identityConfig } from './identity.ts';
import type { Setup } from './setup.ts';

/** People, their messages, and the ways that data come in. */
export function coreModules(setup: Setup): readonly ModuleEntry[] {
  const { parts, config, effective, vault, masterKey } = setup;
  return [
    configured(auditModule, { masterKey }),
    configured(configurationModule, { definitions: parts.settings, vault, effective }),
    configured(identityModule, identityConfig(setup)),
    configured(connectorsModule, connectorSettings(setup)),
    configured(deliveryModule, deliverySettings(setup)),
    configured(notificationsModule, notificationSettings(setup)),
    configured(collaborationModule),
    configured(intakeModule, {
      masterKey,
      ...intakeOptions(config, setup.connectors),
      get maxFileBytes() {
        return config.intakeMaxBytes;
      },
    }),
  ];
}

function connectorSettings({ config, connectors, version, masterKey }: Setup): SettingsOf<typeof connectorsModule> {
  return {
    connectors,
    history: historyPlan,
    codeVersion: version,
    spoolDirectory: receptionFolder(config),
    get contact() {
      return config.operator.supportEmail ?? config.publicUrl;
    },
    masterKey,
    kinds: kindLineage,
    retention: config.retention,
  };
}

function deliverySettings({ config, masterKey, userAgent }: Setup): SettingsOf<typeof deliveryModule> {
  return {
    masterKey,
    smtp() {
      const { smtp } = config;
      return smtp === null ? null : { ...smtp, name: config.operator.name };
    },
    allowPrivateHosts: config.allowedPrivateHosts,
    publicUrl: config.publicUrl,
    userAgent,
    get retentionDays() {
      return config.retention.runsDays;
    },
  };
}

function notificationSettings({ config, masterKey, userAgent }: Setup): SettingsOf<typeof notificationsModule> {
  // Push services take nothing but these two kinds of address.
  const page = config.publicUrl.startsWith('https:') ? config.publicUrl : 'mailto:operador@kianda.invalid';
  return {
    masterKey,
    subject() {
      const { supportEmail } = config.operator;
      return supportEmail === null ? page : `mailto:${supportEmail}`;
    },
    publicUrl: config.publicUrl,
    allowPrivateHosts: config.allowedPrivateHosts,
    userAgent,
    get retentionDays() {
      return config.retention.runsDays;
    },
  };
}
