import type { SearchSource } from '../../../platform/search.ts';
import type { SettingDefinition } from './configuration.types.ts';

/** Settings by title, name and what they are for; never by their values. */
export function configurationSearches(definitions: readonly SettingDefinition[]): readonly SearchSource[] {
  const entries = definitions.map(({ name, title, group }) => ({
    id: name,
    title,
    detail: `Definição · ${name}`,
    names: [name, name.replaceAll('_', ' ')],
    about: ['definição', 'configuração', group],
    target: { section: 'system-config', search: { setting: name } },
  }));
  return [{ kind: 'setting', access: 'config:read', find: async () => entries }];
}
