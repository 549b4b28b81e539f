import type { Configuration, SettingInfo } from '@kianda/contract/operations/configuration/configuration.contract';
import { type FeatureId, featureIds } from '@kianda/contract/operations/configuration/features';
import type { EffectiveSettings } from '../../../platform/settings/effective-settings.ts';
import { type ConfigurationRepository, emptyState, type State, type Version } from './configuration.repository.ts';
import type { SettingDefinition } from './configuration.types.ts';

/** Every feature, on unless it was switched off. */
export const featuresOf = ({ features }: State): Record<FeatureId, boolean> =>
  Object.fromEntries(featureIds.map((id) => [id, features[id] ?? true])) as Record<FeatureId, boolean>;

/** The newest version of the configuration as this process knows it, and the values that follow from it. */
export function createCurrentSettings(options: {
  readonly definitions: readonly SettingDefinition[];
  readonly effective: EffectiveSettings;
  readonly repository: ConfigurationRepository;
}) {
  const { definitions, repository } = options;
  const { effective } = options.effective;
  const byName: ReadonlyMap<string, SettingDefinition> = new Map(
    definitions.map((definition) => [definition.name, definition]),
  );
  let current: Version | null = null;

  const state = (): State => current?.state ?? emptyState;
  function use(version: Version | null): void {
    current = version;
    options.effective.replace(state().settings);
  }
  const isSecret = (name: string): boolean => byName.get(name)?.kind === 'secret';

  function infoOf(definition: SettingDefinition): SettingInfo {
    const { isChangeable, refusal: _, ...info } = definition;
    const lockedBy = !isChangeable ? 'start' : info.origin === 'environment' ? 'environment' : null;
    const stored = state().settings[info.name] ?? null;
    if (lockedBy === null && stored !== null && isSecret(info.name)) {
      const isSet = effective(info.name) !== null;
      return { ...info, origin: 'database', isSet, stored: null, lockedBy, isPending: false };
    }
    if (lockedBy !== null) return { ...info, stored, lockedBy, isPending: false };
    const next = effective(info.name);
    if (info.effect === 'restart') return { ...info, stored, lockedBy, isPending: next !== info.value };
    const origin = stored === null ? 'default' : 'database';
    return { ...info, value: next, origin, isSet: stored !== null, stored, lockedBy, isPending: false };
  }

  return {
    byName,
    state,
    isSecret,
    version: () => current?.version ?? 0,
    accept: use,
    async load(): Promise<void> {
      const read = await repository.current();
      // Two reads may overtake each other: an older version never replaces a newer one.
      if (current === null || (read !== null && read.version >= current.version)) use(read);
    },
    view(): Configuration {
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
    },
  };
}
