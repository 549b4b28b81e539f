import type { Column } from '@kianda/science/models/shared/columns';
import type { ForeignInput } from './foreign.types.ts';

/** The inputs of a file, in its order and its units, from columns of the platform. Throws a RangeError for one that is not there. */
export function foreignColumns(inputs: readonly ForeignInput[], columns: readonly Column[]): Column[] {
  return inputs.map(({ name, column, scale, offset, codes }) => {
    const found = columns.find((one) => one.name === column);
    if (found === undefined) throw new RangeError(`foreignColumns: no column ${column}`);
    const values =
      codes === undefined
        ? found.values.map((value) => value * scale + offset)
        : found.values.map((code) => codes[code] ?? Number.NaN);
    return { name, kind: 'continuous', values };
  });
}
