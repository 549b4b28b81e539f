import type { ModelType } from '@kianda/contract/models/registry/models.contract';
import type { ModelContext } from '../models.context.ts';
import { readArtefact } from '../models.files.ts';

/** Names that a version knows: its classes, and the values of its categories. */
export type Vocabulary = {
  readonly version: number;
  readonly classes: readonly string[];
  readonly categories: Readonly<Record<string, readonly string[]>>;
};

/** Reads what a version knows, the one in use by default; null where there is none. */
export function createVocabulary({ repository, platform }: ModelContext) {
  return async function vocabulary(type: ModelType, version: number | null): Promise<Vocabulary | null> {
    const row = version === null ? await repository.deployed(type) : await repository.version(type, version);
    const bytes = row === undefined ? null : await platform.storage.get(row.artefact_key);
    if (row === undefined || bytes === null) return null;
    const { classes, columns } = readArtefact(bytes);
    const named = columns.flatMap(({ name, categories }) =>
      categories === undefined ? [] : [[name, categories] as const],
    );
    return { version: row.version, classes, categories: Object.fromEntries(named) };
  };
}
