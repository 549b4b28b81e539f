import type { BodyOf } from '@kianda/contract';
import type { changeConfiguration } from '@kianda/contract/operations/configuration/configuration.contract';
import { featureIds } from '@kianda/contract/operations/configuration/features';
import type { Change, State } from './configuration.repository.ts';
import type { SettingDefinition } from './configuration.types.ts';

/** A change as an administrator asks for it; absent parts stay as they are. */
export type WantedChange = Omit<BodyOf<typeof changeConfiguration>, 'version' | 'note'>;

/** A problem for every setting that may not be changed, or not to this value. */
export function issuesOf(
  settings: NonNullable<WantedChange['settings']>,
  byName: ReadonlyMap<string, SettingDefinition>,
): { path: string; message: string }[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    const definition = byName.get(name);
    const path = `body.settings.${name}`;
    if (definition === undefined || !definition.isChangeable)
      return [{ path, message: 'Esta definição não se muda aqui.' }];
    if (definition.origin === 'environment')
      return [{ path, message: 'Esta definição está fixada pelo ambiente do servidor.' }];
    const problem = value === null ? null : definition.refusal(value);
    return problem === null ? [] : [{ path, message: `${definition.title}: ${problem}.` }];
  });
}

/** The state after a change; `sealed` are the settings to store, secrets sealed already, null removes one. */
export function stateAfter(
  before: State,
  sealed: Readonly<Record<string, string | null>>,
  { features: wanted, maintenance }: WantedChange,
): State {
  const settings = Object.entries({ ...before.settings, ...sealed }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  );
  const features = { ...before.features, ...wanted };
  return {
    settings: Object.fromEntries(settings),
    // Features are on by default: only those that are off are stored.
    features: Object.fromEntries(Object.entries(features).filter(([, isOn]) => !isOn)),
    maintenance: maintenance === undefined ? before.maintenance : maintenance,
  };
}

/** Differences between two states by name, with the values of secrets hidden. */
export function changesBetween(before: State, after: State, isSecret: (name: string) => boolean): readonly Change[] {
  const changes: Change[] = [];
  const compare = (name: string, from: string | null, to: string | null) => {
    const shown = (value: string | null) => (value !== null && isSecret(name) ? '[oculto]' : value);
    if (from !== to) changes.push({ name, from: shown(from), to: shown(to) });
  };
  for (const name of new Set([...Object.keys(before.settings), ...Object.keys(after.settings)]))
    compare(name, before.settings[name] ?? null, after.settings[name] ?? null);
  const word = (isOn: boolean) => (isOn ? 'ligada' : 'desligada');
  for (const id of featureIds)
    compare(`feature/${id}`, word(before.features[id] ?? true), word(after.features[id] ?? true));
  compare('maintenance', maintenanceText(before), maintenanceText(after));
  return changes;
}

function maintenanceText({ maintenance }: State): string | null {
  if (maintenance === null) return null;
  return `${maintenance.message}${maintenance.until === null ? '' : ` (até ${maintenance.until})`}`;
}
