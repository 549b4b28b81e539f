/** The ceiling: the rows that were ingested, by plain COPY into an equal table of the same database. */
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

export type Copied = { readonly rows: number; readonly seconds: number };

async function load(client: pg.Client, table: string, source: Readable): Promise<Copied> {
  const startedMs = performance.now();
  const sink = client.query(copyFrom(`copy ${table} from stdin`));
  await pipeline(source, sink);
  return { rows: sink.rowCount, seconds: (performance.now() - startedMs) / 1000 };
}

/** Copies a table's rows out, and into a new table with the same columns, keys and indexes. */
export async function copyTable(client: pg.Client, table: string, folder: string): Promise<Copied> {
  const file = join(folder, `${table}.copy`);
  await pipeline(client.query(copyTo(`copy (select * from ${table}) to stdout`)), createWriteStream(file));
  await client.query('drop table if exists ceiling');
  await client.query(`create table ceiling (like ${table} including all)`);
  return load(client, 'ceiling', createReadStream(file));
}

/** Copies as many cells of a grid (instant, position, value) into a table with nothing but these. */
export async function copyCells(client: pg.Client, cells: number): Promise<Copied> {
  await client.query('drop table if exists ceiling_cells');
  await client.query('create table ceiling_cells (observed_at timestamptz, lon real, lat real, value real)');
  const perChunk = 5_000;
  function* chunks(): Generator<string> {
    for (let first = 0; first < cells; first += perChunk) {
      let text = '';
      for (let cell = first; cell < Math.min(cells, first + perChunk); cell += 1) {
        text += `2026-08-31 09:00:00+00\t${8 + (cell % 240) / 40}\t${-18 + ((cell / 240) % 544) / 40}\t${15 + (cell % 1700) / 100}\n`;
      }
      yield text;
    }
  }
  return load(client, 'ceiling_cells', Readable.from(chunks(), { objectMode: false }));
}
