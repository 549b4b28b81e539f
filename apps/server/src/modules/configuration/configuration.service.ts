import type { BodyOf, DataOf } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/audit/audit';
import type {
  Configuration,
  changeConfiguration,
  SettingInfo,
} from '@kianda/contract/configuration/configuration.contract';
import { type FeatureId, featureIds } from '@kianda/contract/configuration/features';
import type { operatingMode } from '@kianda/contract/configuration/mode.contract';
import { AppError } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/module.ts';
import {
  type Change,
  createConfigurationRepository,
  emptyState,
  type State,
  type Version,
} from './configuration.repository.ts';

/** A setting as this process began with it, and what may be stored of it. */
export type SettingDefinition = Omit<SettingInfo, 'stored' | 'isPending' | 'lockedBy'> & {
  readonly isChangeable: boolean;
  readonly refusal: (value: string) => string | null;
};

export type SettingVault = {
  seal(name: string, value: string): string;
  open(name: string, sealed: string): string;
};

type Actor = Pick<AuditEntry, 'actorId' | 'actorName' | 'ipAddress' | 'userAgent'>;
type Wanted = Omit<BodyOf<typeof changeConfiguration>, 'version' | 'note'>;

const featuresOf = ({ features }: State): Record<FeatureId, boolean> =>
  Object.fromEntries(featureIds.map((id) => [id, features[id] ?? true])) as Record<FeatureId, boolean>;

/** What administrators set, as versions; this process works with the newest. */
export function createConfigurationService(
  platform: Platform,
  options: {
    readonly definitions: readonly SettingDefinition[];
    readonly vault: SettingVault;
    readonly audit: { record(entry: AuditEntry): Promise<void> };
  },
) {
  const { clock, events, log } = platform;
  const { definitions, vault, audit } = options;
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const repository = createConfigurationRepository(platform.database);
  let current: Version | null = null;

  async function load(): Promise<void> {
    const read = await repository.current();
    // Two answers may overtake each other.
    if (current === null || (read !== null && read.version >= current.version)) current = read;
  }

  const state = (): State => current?.state ?? emptyState;

  /** What a setting is now, for those whose changes count at once. */
  function effective(name: string): string | null {
    const definition = byName.get(name);
    if (definition === undefined) throw new RangeError(`no setting is called ${name}`);
    if (definition.origin === 'environment') return definition.value;
    const stored = state().settings[name];
    const value = stored === undefined || definition.kind !== 'secret' ? stored : opened(name, stored);
    return value !== undefined && definition.refusal(value) === null ? value : definition.default;
  }

  const isSecret = (name: string): boolean => byName.get(name)?.kind === 'secret';

  /** Undefined where it was sealed under another key: of a database that was restored beside a new one. */
  function opened(name: string, sealed: string): string | undefined {
    try {
      return vault.open(name, sealed);
    } catch (error) {
      log.warn({ err: error, setting: name }, 'definição guardada por abrir: volte a escrevê-la');
      return undefined;
    }
  }

  function infoOf(definition: SettingDefinition): SettingInfo {
    const { isChangeable, refusal: _, ...info } = definition;
    const lockedBy = !isChangeable ? 'start' : info.origin === 'environment' ? 'environment' : null;
    const kept = state().settings[info.name];
    if (lockedBy === null && kept !== undefined && isSecret(info.name))
      return {
        ...info,
        origin: 'database',
        isSet: effective(info.name) !== null,
        stored: null,
        lockedBy,
        isPending: false,
      };
    const stored = kept ?? null;
    if (lockedBy !== null) return { ...info, stored, lockedBy, isPending: false };
    const next = effective(info.name);
    if (info.effect === 'restart') return { ...info, stored, lockedBy, isPending: next !== info.value };
    const origin = stored === null ? 'default' : 'database';
    return { ...info, value: next, origin, isSet: stored !== null, stored, lockedBy, isPending: false };
  }

  function told(): Configuration {
    const settings = definitions.map(infoOf);
    return {
      version: current?.version ?? 0,
      changedAt: current?.at.toISOString() ?? null,
      changedBy: current?.actorName ?? null,
      isRestartPending: settings.some(({ isPending }) => isPending),
      settings,
      features: featuresOf(state()),
      maintenance: state().maintenance,
    };
  }

  /** Throws `validation_failed` with every setting that may not be, or not be so. */
  function check(settings: NonNullable<Wanted['settings']>): void {
    const issues = Object.entries(settings).flatMap(([name, value]) => {
      const definition = byName.get(name);
      const path = `body.settings.${name}`;
      if (definition === undefined || !definition.isChangeable)
        return [{ path, message: 'Esta definição não se muda aqui.' }];
      if (definition.origin === 'environment')
        return [{ path, message: 'Esta definição está fixada pelo ambiente do servidor.' }];
      const problem = value === null ? null : definition.refusal(value);
      return problem === null ? [] : [{ path, message: `${definition.title}: ${problem}.` }];
    });
    if (issues.length > 0) throw new AppError('validation_failed', { issues });
  }

  async function store(next: State, version: number, actor: Actor, note: string | null): Promise<Configuration> {
    await load();
    if (version !== (current?.version ?? 0)) throw new AppError('precondition_failed');
    const changes = changesBetween(state(), next, isSecret);
    if (changes.length === 0) return told();
    const { actorId, actorName } = actor;
    const at = new Date(clock.nowMs());
    const added: Version = { version: version + 1, at, actorId, actorName, note, state: next, changes };
    if (!(await repository.add(added))) throw new AppError('precondition_failed');
    current = added;
    events.publish({ channel: 'configuration', type: 'configuration.changed', payload: { version: added.version } });
    await audit.record({
      ...actor,
      event: 'system.config.change',
      severity: changes.some(({ name }) => name === 'maintenance') ? 'high' : 'medium',
      resource: `configuration/${added.version}`,
      metadata: {
        nota: note,
        ...Object.fromEntries(changes.map(({ name, from, to }) => [name, `${from ?? '—'} → ${to ?? '—'}`])),
      },
    });
    return told();
  }

  return {
    load,
    told,
    effective,
    state,
    mode: (): DataOf<typeof operatingMode> => ({
      maintenance: state().maintenance,
      features: featuresOf(state()),
    }),
    /** Throws `validation_failed`, `precondition_failed`. */
    async change(wanted: Wanted, version: number, actor: Actor, note: string | null): Promise<Configuration> {
      check(wanted.settings ?? {});
      const was = state();
      const sealed = Object.entries(wanted.settings ?? {}).map(([name, value]) => [
        name,
        value !== null && isSecret(name) ? vault.seal(name, value) : value,
      ]);
      const settings = Object.entries({ ...was.settings, ...Object.fromEntries(sealed) }).filter(
        ([, value]) => value !== null,
      );
      const features = { ...was.features, ...wanted.features };
      return store(
        {
          settings: Object.fromEntries(settings) as Record<string, string>,
          // On is how they are without a word: only what is off is remembered.
          features: Object.fromEntries(Object.entries(features).filter(([, isOn]) => !isOn)),
          maintenance: wanted.maintenance === undefined ? was.maintenance : wanted.maintenance,
        },
        version,
        actor,
        note,
      );
    },
    /** Throws `not_found`, `precondition_failed`. */
    async restore(wanted: number, version: number, actor: Actor): Promise<Configuration> {
      const found = wanted === 0 ? emptyState : (await repository.find(wanted))?.state;
      if (found === undefined) throw new AppError('not_found');
      // Going back to how settings were is no reason to shut people out again.
      const next = { ...found, maintenance: state().maintenance };
      return store(next, version, actor, `Reposta a versão ${wanted}`);
    },
    async history(before: number | null, limit: number) {
      const found = await repository.list(before, limit + 1);
      return {
        versions: found.slice(0, limit).map(({ version, at, actorName, note, changes }) => ({
          version,
          at: at.toISOString(),
          by: actorName,
          note,
          changes: [...changes],
        })),
        hasMore: found.length > limit,
      };
    },
  };
}

/** What differs, by name. */
function changesBetween(was: State, next: State, isSecret: (name: string) => boolean): readonly Change[] {
  const changes: Change[] = [];
  const compare = (name: string, from: string | null, to: string | null) => {
    const told = (value: string | null) => (value !== null && isSecret(name) ? '[oculto]' : value);
    if (from !== to) changes.push({ name, from: told(from), to: told(to) });
  };
  for (const name of new Set([...Object.keys(was.settings), ...Object.keys(next.settings)]))
    compare(name, was.settings[name] ?? null, next.settings[name] ?? null);
  const word = (isOn: boolean) => (isOn ? 'ligada' : 'desligada');
  for (const id of featureIds)
    compare(`feature/${id}`, word(was.features[id] ?? true), word(next.features[id] ?? true));
  const told = ({ maintenance }: State) =>
    maintenance === null
      ? null
      : `${maintenance.message}${maintenance.until === null ? '' : ` (até ${maintenance.until})`}`;
  compare('maintenance', told(was), told(next));
  return changes;
}
