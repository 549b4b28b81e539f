import { join } from 'node:path';
import { masterKeyFile } from '../config/master-key.ts';
import { externalServicesModule } from '../modules/open/external-services/index.ts';
import { interfacesModule } from '../modules/open/interfaces/index.ts';
import { mapsModule } from '../modules/open/maps/index.ts';
import { alertingModule } from '../modules/operations/alerting/index.ts';
import { backupsModule } from '../modules/operations/backups/index.ts';
import { cachesModule } from '../modules/operations/caches/index.ts';
import { dashboardModule } from '../modules/operations/dashboard/index.ts';
import { diagnosticsModule } from '../modules/operations/diagnostics/index.ts';
import { healthModule } from '../modules/operations/health/index.ts';
import { homeModule } from '../modules/operations/home/index.ts';
import { reportsModule } from '../modules/operations/reports/index.ts';
import { searchModule } from '../modules/operations/search/index.ts';
import { securityModule } from '../modules/operations/security/index.ts';
import { servicesModule } from '../modules/operations/services/index.ts';
import { tasksModule } from '../modules/operations/tasks/index.ts';
import { assistantModule } from '../modules/people/assistant/index.ts';
import { usageModule } from '../modules/people/usage/index.ts';
import { currentInstance } from '../platform/jobs/instance.ts';
import { configured, type ModuleEntry, type SettingsOf } from '../platform/modules/definition.ts';
import { buildOf } from './build.ts';
import { externalServiceOptions, externalUrls } from './external-services.ts';
import { checkedPages, installationOf, interfaceOptions, ownUrlOf } from './installation.ts';
import { publishingSettings } from './maps.ts';
import { releaseOf } from './release.ts';
import type { Setup } from './setup.ts';

/** The modules that operate the platform and show it to people. */
export function operationModules(setup: Setup): readonly ModuleEntry[] {
  const { config, effective, version, masterKey, userAgent } = setup;
  const installation = installationOf(config, version);
  const instance = currentInstance().id;
  return [
    configured(servicesModule, {
      installation,
      ownUrl: ownUrlOf(config),
      outside: externalUrls(config),
      statusPublic: () => effective.effective('KIANDA_STATUS_PUBLIC') === 'true',
    }),
    configured(interfacesModule, interfaceOptions(config)),
    configured(usageModule, {
      recording: config.usage,
      demonstrationSeed: config.mode === 'demo' ? config.seed : null,
    }),
    configured(diagnosticsModule, diagnosticSettings(setup)),
    configured(cachesModule, { instance }),
    configured(backupsModule, setup.backups),
    configured(securityModule, securitySettings(setup)),
    configured(reportsModule, {
      masterKey,
      publicUrl: config.publicUrl,
      retentionDays: () => config.reportRetentionDays,
      release: () => releaseOf(config.rootDir, version),
    }),
    configured(mapsModule, publishingSettings(setup)),
    configured(healthModule, {
      requests: setup.requests,
      pages: checkedPages(config),
      dataDir: config.dataDir,
      disks: setup.disks,
      contents: setup.contents,
      version,
      instance,
      connections: setup.realtime.connections,
    }),
    configured(alertingModule),
    configured(searchModule),
    configured(tasksModule, { version }),
    configured(externalServicesModule, { userAgent, ...externalServiceOptions(config) }),
    configured(dashboardModule, { installation }),
    configured(homeModule),
    configured(assistantModule, {
      ...{ version, userAgent, publicUrl: config.publicUrl },
      model: config.assistantModel,
      allowPrivateHosts: config.allowedPrivateHosts,
    }),
  ];
}

function diagnosticSettings({ parts, config, version, realtime }: Setup): SettingsOf<typeof diagnosticsModule> {
  return {
    tap: parts.logTap ?? null,
    instance: currentInstance().id,
    get retentionDays() {
      return config.logRetentionDays;
    },
    testSummaryFile: join(config.rootDir, 'build/resultados/resumo.json'),
    realtime: () => ({ connections: realtime.connections(), channels: realtime.listeners() }),
    build: () => buildOf(config, version),
  };
}

function securitySettings({ config, effective }: Setup): SettingsOf<typeof securityModule> {
  return {
    publicUrl: config.publicUrl,
    ownUrl: ownUrlOf(config),
    masterKeyFile: config.secretKey === null ? masterKeyFile(config.dataDir) : null,
    allowedPrivateHosts: config.allowedPrivateHosts,
    rateLimitPerMinute: () => effective.effective('KIANDA_RATE_LIMIT_PER_MINUTE'),
    advisoriesFile: join(config.rootDir, 'build/resultados/avisos.json'),
  };
}
