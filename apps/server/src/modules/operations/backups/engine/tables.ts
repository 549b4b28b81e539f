import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { quoted } from './connection.ts';

type Named = { readonly schema: string; readonly name: string; readonly columns: readonly string[] };

const columnList = ({ columns }: Named): string => columns.map((column) => quoted(column)).join(', ');

/** A table's own rows in PostgreSQL's binary COPY format; generated columns are computed anew. */
export function copyOut(client: pg.Client, table: Named): AsyncIterable<Buffer> {
  return client.query(
    copyTo(`copy ${quoted(table.schema, table.name)} (${columnList(table)}) to stdout (format binary)`),
  );
}

/** Empties a table and fills it from what `copyOut` gave, in one transaction, in the same order. */
export async function copyIn(client: pg.Client, table: Named, rows: AsyncIterable<Uint8Array>): Promise<void> {
  await client.query('begin');
  try {
    // In the transaction that fills it: the rows then lie one after the other, never in gaps of earlier pages.
    await client.query(`truncate only ${quoted(table.schema, table.name)}`);
    await pipeline(
      rows,
      client.query(
        copyFrom(`copy ${quoted(table.schema, table.name)} (${columnList(table)}) from stdin (format binary)`),
      ),
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** Bytes handed on while their SHA-256 is made; `digest` once they ended. */
export function hashed(bytes: AsyncIterable<Uint8Array>, onBytes: (count: number) => void = () => undefined) {
  const hash = createHash('sha256');
  return {
    async *[Symbol.asyncIterator]() {
      for await (const part of bytes) {
        hash.update(part);
        onBytes(part.byteLength);
        yield part;
      }
    },
    digest: () => hash.digest('hex'),
  };
}

/** SHA-256 of the rows that a table holds, as `copyOut` gives them. */
export async function tableDigest(client: pg.Client, table: Named): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of copyOut(client, table)) hash.update(part);
  return hash.digest('hex');
}

/**
 * How many rows a table has, and a sum over their versions: a row's version is known by the transaction that wrote it
 * (`xmin`) and its place (`ctid`), so that any insertion, change or deletion moves the sum. Far cheaper than the rows.
 */
export async function tableState(client: pg.Client, table: Named): Promise<{ rows: number; versions: string }> {
  const { rows } = await client.query<{ rows: number; versions: string }>(`
    select count(*)::int8 as rows,
      coalesce(sum(hash_record_extended(row(t.xmin, t.ctid), 0)), 0)::text as versions
    from only ${quoted(table.schema, table.name)} t`);
  return rows[0] ?? { rows: 0, versions: '0' };
}
