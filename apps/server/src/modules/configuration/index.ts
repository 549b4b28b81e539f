import type { Endpoint, Role } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import {
  changeConfiguration,
  configurationHistory,
  readConfiguration,
  restoreConfiguration,
} from '@kianda/contract/configuration/configuration.contract';
import { featureIds, platformFeatures } from '@kianda/contract/configuration/features';
import { operatingMode } from '@kianda/contract/configuration/mode.contract';
import type { DebugState } from '@kianda/contract/diagnostics/debug.contract';
import { bind, type Principal } from '../../platform/http/bind.ts';
import { AppError } from '../../platform/http/errors.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { configurationMigrations } from './configuration.migrations.ts';
import { createConfigurationService, type SettingDefinition, type SettingVault } from './configuration.service.ts';

export { readStoredSettings } from './configuration.repository.ts';
/** Seals secrets that are stored, each bound to its setting; `open` throws where it was sealed under another key. */
export type { SettingVault } from './configuration.service.ts';
export type { SettingDefinition };

export type ConfigurationModule = Module & {
  /** What a setting is now, for those whose changes count at once. */
  effective(name: string): string | null;
  /** Settings that are not as they come, without their values, and the functions that are switched off. */
  changed(): Pick<DebugState, 'settings' | 'switchedOff'>;
  /** Why an endpoint is not to be had now by this role: maintenance, or a function that is switched off. */
  refusal(endpoint: Endpoint, role: Role | null): AppError | null;
};

const offEndpoints: ReadonlyMap<string, string> = new Map(
  Object.entries(platformFeatures).flatMap(([feature, { endpoints }]) => endpoints.map((id) => [id, feature] as const)),
);
/** Whoever ends a maintenance is not shut out by it. */
const worksOn: Role = 'administrador';
const retrySeconds = 300;

/** Front door of what administrators set: settings, functions that can be switched off, maintenance. */
export function createConfiguration(options: {
  platform: Platform;
  audit: { record(entry: AuditEntry): Promise<void> };
  /** Every setting, as this process began with it. */
  settings: readonly SettingDefinition[];
  vault: SettingVault;
}): ConfigurationModule {
  const { platform, audit } = options;
  const { clock, events, log } = platform;
  const service = createConfigurationService(platform, {
    definitions: options.settings,
    vault: options.vault,
    audit,
  });
  const reload = () =>
    service.load().catch((error: unknown) => log.error({ err: error }, 'configuração por reler: fica a anterior'));
  const unsubscribe = events.subscribe(({ channel }) => {
    if (channel === 'configuration') void reload();
  });
  const unsubscribeGap = events.onGap?.(() => void reload());
  const own = () => ownProvenance(clock);
  const actorOf = (asked: { principal: Principal; ipAddress: string; userAgent: string }) => ({
    actorId: asked.principal.accountId,
    actorName: asked.principal.email,
    ipAddress: asked.ipAddress,
    userAgent: asked.userAgent,
  });

  return {
    name: 'configuration',
    migrations: configurationMigrations,
    effective: service.effective,
    changed() {
      const { settings, features } = service.told();
      return {
        settings: settings.flatMap(({ name, title, origin, isPending }) =>
          origin === 'default' ? [] : [{ name, title, origin, isPending }],
        ),
        switchedOff: featureIds.filter((id) => !features[id]).map((id) => platformFeatures[id].label),
      };
    },
    refusal({ id, access }, role) {
      const { maintenance, features } = service.state();
      const feature = offEndpoints.get(id);
      if (feature !== undefined && features[feature] === false) return new AppError('feature_off');
      // Signing in and one's own session go on: an administrator has to get in, the others have to read why they can't.
      if (maintenance === null || role === worksOn || access === 'public' || access === 'session') return null;
      const untilMs = maintenance.until === null ? Number.NaN : Date.parse(maintenance.until);
      const seconds = Math.ceil((untilMs - clock.nowMs()) / 1000);
      return new AppError('maintenance', {
        detail: maintenance.message,
        retryAfterSeconds: seconds > 0 ? Math.min(seconds, 3_600) : retrySeconds,
      });
    },
    bindings: [
      bind(readConfiguration, async () => {
        await service.load();
        return { data: service.told(), provenance: own() };
      }),
      bind(changeConfiguration, async (asked) => {
        const { version, note, ...wanted } = asked.body;
        const data = await service.change(wanted, version, actorOf(asked), note ?? null);
        return { data, provenance: own() };
      }),
      bind(configurationHistory, async ({ query: { before, limit } }) => ({
        data: await service.history(before ?? null, limit),
        provenance: own(),
      })),
      bind(restoreConfiguration, async (asked) => ({
        data: await service.restore(asked.params.version, asked.body.version, actorOf(asked)),
        provenance: own(),
      })),
      bind(operatingMode, async () => ({ data: service.mode(), provenance: own() })),
    ],
    start: service.load,
    async stop() {
      unsubscribe();
      unsubscribeGap?.();
    },
  };
}
