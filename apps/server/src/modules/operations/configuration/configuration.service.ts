import type { DataOf } from '@kianda/contract';
import type { Configuration } from '@kianda/contract/operations/configuration/configuration.contract';
import { featureIds, platformFeatures } from '@kianda/contract/operations/configuration/features';
import type { operatingMode } from '@kianda/contract/operations/configuration/mode.contract';
import type { DebugState } from '@kianda/contract/operations/diagnostics/debug.contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import { AppError } from '../../../platform/http/errors.ts';
import type { Platform } from '../../../platform/module.ts';
import type { EffectiveSettings, SettingVault } from '../../../platform/settings/effective-settings.ts';
import { changesBetween, issuesOf, stateAfter, type WantedChange } from './change.rules.ts';
import { createConfigurationRepository, emptyState, type State, type Version } from './configuration.repository.ts';
import type { Actor, SettingDefinition } from './configuration.types.ts';
import { createCurrentSettings, featuresOf } from './current-settings.service.ts';

/** Changes of the configuration, stored as versions; this process works with the newest. */
export function createConfigurationService(
  platform: Platform,
  options: {
    readonly definitions: readonly SettingDefinition[];
    readonly vault: Pick<SettingVault, 'seal'>;
    readonly effective: EffectiveSettings;
    readonly audit: { record(entry: AuditEntry): Promise<void> };
  },
) {
  const { clock, events } = platform;
  const { vault, audit } = options;
  const repository = createConfigurationRepository(platform.database);
  const current = createCurrentSettings({ ...options, repository });
  const unsubscribe = followOtherProcesses(platform, current.load);
  const { state, isSecret, view } = current;

  async function store(next: State, version: number, actor: Actor, note: string | null): Promise<Configuration> {
    await current.load();
    if (version !== current.version()) throw new AppError('precondition_failed');
    const changes = changesBetween(state(), next, isSecret);
    if (changes.length === 0) return view();
    const { actorId, actorName } = actor;
    const at = new Date(clock.nowMs());
    const added: Version = { version: version + 1, at, actorId, actorName, note, state: next, changes };
    if (!(await repository.add(added))) throw new AppError('precondition_failed');
    current.accept(added);
    events.publish({ channel: 'configuration', type: 'configuration.changed', payload: { version: added.version } });
    await audit.record(auditEntry(added, actor));
    return view();
  }

  return {
    load: current.load,
    view,
    state,
    /** Settings that differ from their defaults, without their values, and the features that are switched off. */
    changed(): Pick<DebugState, 'settings' | 'switchedOff'> {
      const { settings, features } = view();
      return {
        settings: settings.flatMap(({ name, title, origin, isPending }) =>
          origin === 'default' ? [] : [{ name, title, origin, isPending }],
        ),
        switchedOff: featureIds.filter((id) => !features[id]).map((id) => platformFeatures[id].label),
      };
    },
    mode: (): DataOf<typeof operatingMode> => ({
      maintenance: state().maintenance,
      features: featuresOf(state()),
    }),
    /** Throws `validation_failed`, `precondition_failed`. */
    async change(wanted: WantedChange, version: number, actor: Actor, note: string | null): Promise<Configuration> {
      const issues = issuesOf(wanted.settings ?? {}, current.byName);
      if (issues.length > 0) throw new AppError('validation_failed', { issues });
      const sealed = Object.fromEntries(
        Object.entries(wanted.settings ?? {}).map(([name, value]) => [
          name,
          value !== null && isSecret(name) ? vault.seal(name, value) : value,
        ]),
      );
      return store(stateAfter(state(), sealed, wanted), version, actor, note);
    },
    /** Throws `not_found`, `precondition_failed`. */
    async restore(wanted: number, version: number, actor: Actor): Promise<Configuration> {
      const found = wanted === 0 ? emptyState : (await repository.find(wanted))?.state;
      if (found === undefined) throw new AppError('not_found');
      // The maintenance mode stays as it is: earlier settings must not shut people out again.
      const next = { ...found, maintenance: state().maintenance };
      return store(next, version, actor, `Reposta a versão ${wanted}`);
    },
    async history(before: number | null, limit: number) {
      const found = await repository.list(before, limit + 1);
      return { versions: found.slice(0, limit).map(versionView), hasMore: found.length > limit };
    },
    async stop(): Promise<void> {
      unsubscribe();
    },
  };
}

export type ConfigurationService = ReturnType<typeof createConfigurationService>;

/** Reads the configuration again when another process changed it, or when its announcement may have been missed. */
function followOtherProcesses({ events, log }: Platform, load: () => Promise<void>): () => void {
  const reload = () =>
    load().catch((error: unknown) => log.error({ err: error }, 'configuração por reler: fica a anterior'));
  const unsubscribe = events.subscribe(({ channel }) => {
    if (channel === 'configuration') void reload();
  });
  const unsubscribeGap = events.onGap?.(() => void reload());
  return () => {
    unsubscribe();
    unsubscribeGap?.();
  };
}

function versionView({ version, at, actorName, note, changes }: Version) {
  return { version, at: at.toISOString(), by: actorName, note, changes: [...changes] };
}

function auditEntry({ version, note, changes }: Version, actor: Actor): AuditEntry {
  return {
    ...actor,
    event: 'system.config.change',
    severity: changes.some(({ name }) => name === 'maintenance') ? 'high' : 'medium',
    resource: `configuration/${version}`,
    metadata: {
      nota: note,
      ...Object.fromEntries(changes.map(({ name, from, to }) => [name, `${from ?? '—'} → ${to ?? '—'}`])),
    },
  };
}
