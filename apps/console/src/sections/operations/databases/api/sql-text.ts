import type { DataOf } from '@kianda/contract';
import type { databaseTable } from '@kianda/contract/operations/databases/databases.contract';

/** A name as SQL takes it: in quotes where it is not plain small letters. */
export function quoteName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** A first query on a table: the columns that may be read, the first hundred rows. */
export function tableQuery({ schema, name, columns, readable }: DataOf<typeof databaseTable>): string {
  const list =
    readable === 'all'
      ? '*'
      : columns
          .filter((column) => column.readable)
          .map((column) => quoteName(column.name))
          .join(', ');
  return `select ${list}\nfrom ${quoteName(schema)}.${quoteName(name)}\nlimit 100`;
}
