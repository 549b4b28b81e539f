import type { InputOf } from '@kianda/contract';
import type { ForeignFile, takeForeignModel } from '@kianda/contract/models/registry/foreign.contract';

/** A person's words on a file, as they are typed. */
export type ForeignDraft = {
  readonly name: string;
  readonly origin: string;
  readonly licence: string;
  readonly variables: readonly { readonly name: string; readonly column: string; readonly unit: string }[];
  readonly output: string;
  readonly scale: 'cloglog' | 'logistic';
  readonly isLogged: boolean;
  readonly classes: string;
};

/** A draft of what the file says itself: columns by their names, the platform's units, its last output. */
export function draftOf(file: ForeignFile): ForeignDraft {
  const unitOf = (column: string | null) => file.platform.columns.find(({ name }) => name === column)?.units[0] ?? '';
  return {
    ...{
      name: '',
      origin: '',
      licence: '',
      scale: 'cloglog',
      isLogged: file.isLogged,
      classes: file.classes.join('\n'),
    },
    variables: file.variables.map(({ name, column }) => ({ name, column: column ?? '', unit: unitOf(column) })),
    output: file.outputs.at(-1)?.name ?? '',
  };
}

type Body = InputOf<typeof takeForeignModel>['body'];

/** The draft as it is sent; null while something is missing. */
export function bodyOf(file: ForeignFile, draft: ForeignDraft): Body | null {
  const { platform } = file;
  const isTold = draft.name.trim().length >= 2 && draft.origin.trim().length >= 5;
  if (!isTold || draft.variables.some(({ column }) => column === '')) return null;
  return {
    ...{ fileId: file.id, fileName: file.fileName, name: draft.name.trim(), origin: draft.origin.trim() },
    licence: draft.licence.trim() === '' ? null : draft.licence.trim(),
    variables: draft.variables.map(({ unit, ...one }) => (unit === '' ? one : { ...one, unit })),
    output: outputOf(file, platform.target, draft),
  };
}

function outputOf(file: ForeignFile, target: ForeignFile['platform']['target'], draft: ForeignDraft): Body['output'] {
  const { output, scale, isLogged } = draft;
  if (target.kind === 'number') return { kind: 'number', output, unit: target.unit ?? '', isLogged };
  if (target.kind === 'presence') {
    return file.format === 'lambdas' ? { kind: 'presence', scale } : { kind: 'presence', output };
  }
  const classes = draft.classes.split('\n').map((line) => line.trim());
  return { kind: 'classes', output, classes: classes.filter((line) => line !== '') };
}
