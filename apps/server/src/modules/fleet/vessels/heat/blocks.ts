import type { HeatInterval } from '@kianda/geo';
import { type Block, decodeBlock } from './block.ts';
import type { BlockRow, HeatRepository } from './heat.repository.ts';
import { createLruByBytes } from './lru-by-bytes.ts';
import { cellShift, type Tier } from './tiers.ts';
import { decodeSums, type Sums, type SumsOf, sumsOf } from './totals.ts';

/** Blocks kept in memory, bytes: enough for the tiles that are looked at now. */
const mostBytes = 192 * 1024 ** 2;
/** Rows of one statement: a stretch that the event loop can wait for. */
const rowsPerRead = { entries: 64, sums: 1024 } as const;

type Span = {
  readonly interval: HeatInterval;
  readonly tier: Tier;
  /** First part, and the one after the last. */
  readonly parts: readonly [number, number];
  readonly from: Date;
  readonly to: Date;
};
/** A block, or its sums, with its frame and part. */
export type Placed<T> = { readonly start: Date; readonly part: number; readonly value: T };

/** Blocks and their sums as they are in the database; recent ones are not read again. */
export function createBlockReader(repository: HeatRepository) {
  const cache = createLruByBytes<Block | Sums>({ name: 'vessels/heat', mostBytes });

  /** `name` distinguishes the values that are made of the same block. */
  async function read<T extends Block | Sums>(
    { interval, tier, parts, from, to }: Span,
    { what, name, decode }: { what: 'entries' | SumsOf; name: string; decode: (bytes: Uint8Array) => T },
  ): Promise<Placed<T>[]> {
    const rows = await repository.blockRows({ interval, tier: tier.id, parts, from, to });
    const found = new Map<string, T>();
    const keyOf = (row: BlockRow) => `${name}/${interval}/${tier.id}/${row.part}/${row.start.getTime()}`;
    const missing: BlockRow[] = [];
    for (const row of rows) {
      const known = cache.get(keyOf(row), row.version);
      if (known === undefined) missing.push(row);
      else found.set(keyOf(row), known as T);
    }
    const perRead = rowsPerRead[what === 'entries' ? what : 'sums'];
    for (let start = 0; start < missing.length; start += perRead) {
      const wanted = missing.slice(start, start + perRead);
      for (const { row, version, data } of await repository.readBlocks(interval, tier.id, wanted, what)) {
        const value = decode(data);
        cache.keep(keyOf(row), { version, value, byteLength: data.byteLength });
        found.set(keyOf(row), value);
      }
    }
    return rows.flatMap((row) => {
      const value = found.get(keyOf(row));
      return value === undefined ? [] : [{ start: row.start, part: row.part, value }];
    });
  }

  return {
    /** Blocks of neighbouring parts in a span, by time. */
    blocks: (span: Span): Promise<Placed<Block>[]> =>
      read(span, { what: 'entries', name: 'block', decode: decodeBlock }),
    /** Their sums over all vessels for the cells of a zoom. */
    sums(span: Span, zoom: number, what: SumsOf['what']): Promise<Placed<Sums>[]> {
      const shift = cellShift(span.tier, zoom);
      const name = `${what}${shift}`;
      return read(span, { what: sumsOf(span.tier, shift, what), name, decode: decodeSums });
    },
  };
}

export type BlockReader = ReturnType<typeof createBlockReader>;
