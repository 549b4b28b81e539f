import type { SettingDefinition } from '../../config/describe.ts';
import type { Logger } from '../log/log.ts';

/** Seals secrets that are stored, each bound to its setting; `open` throws where it was sealed under another key. */
export type SettingVault = {
  seal(name: string, value: string): string;
  open(name: string, sealed: string): string;
};

/** Settings as they are now: those that the process began with, with what administrators stored over them. */
export type EffectiveSettings = {
  /** Present value of a setting; null where it has none. Throws `RangeError` for an unknown name. */
  effective(name: string): string | null;
  /** Takes what is stored now in the place of what was; by the module that reads it from the database. */
  replace(stored: Readonly<Record<string, string>>): void;
};

/** Stands below all modules, so that every one of them may read settings that change while the process runs. */
export function createEffectiveSettings(options: {
  readonly definitions: readonly SettingDefinition[];
  readonly vault: SettingVault;
  readonly log: Logger;
}): EffectiveSettings {
  const { vault, log } = options;
  const byName = new Map(options.definitions.map((definition) => [definition.name, definition]));
  let current: Readonly<Record<string, string>> = {};

  /** Undefined where it was sealed under another key: of a database that was restored beside a new one. */
  function opened(name: string, sealed: string): string | undefined {
    try {
      return vault.open(name, sealed);
    } catch (error) {
      log.warn({ err: error, setting: name }, 'definição guardada por abrir: volte a escrevê-la');
      return undefined;
    }
  }

  return {
    effective(name) {
      const definition = byName.get(name);
      if (definition === undefined) throw new RangeError(`no setting is called ${name}`);
      if (definition.origin === 'environment') return definition.value;
      const stored = current[name];
      const value = stored === undefined || definition.kind !== 'secret' ? stored : opened(name, stored);
      return value !== undefined && definition.refusal(value) === null ? value : definition.default;
    },
    replace(stored) {
      current = stored;
    },
  };
}
