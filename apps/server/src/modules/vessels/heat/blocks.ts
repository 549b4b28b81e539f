import type { HeatInterval } from '@kianda/geo';
import { type Block, decodeBlock } from './block.ts';
import type { BlockRow, HeatRepository } from './heat.repository.ts';
import { createKept } from './kept.ts';
import { cellShift, type Tier } from './tiers.ts';
import { decodeTotals, type Totals } from './totals.ts';

/** Blocks kept in memory, bytes: those of the tiles that people look at now. */
const mostBytes = 192 * 1024 ** 2;
/** Rows of one statement: a stretch that the event loop can wait for. */
const rowsPerRead = { data: 64, totals: 1024 } as const;

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

/** Blocks and their sums as they are in the database; those read lately are not read again. */
export function createBlockReader(repository: HeatRepository) {
  const kept = createKept<Block | Totals>({ name: 'vessels/heat', mostBytes });

  /** `name` tells apart what is made of the same block. */
  async function read<T extends Block | Totals>(
    { interval, tier, parts, from, to }: Span,
    { what, name, decode }: { what: 'data' | 'totals'; name: string; decode: (bytes: Uint8Array) => T },
  ): Promise<Placed<T>[]> {
    const rows = await repository.blockRows(interval, tier.id, parts, from, to);
    const found = new Map<string, T>();
    const keyOf = (row: BlockRow) => `${name}/${interval}/${tier.id}/${row.part}/${row.start.getTime()}`;
    const missing: BlockRow[] = [];
    for (const row of rows) {
      const known = kept.get(keyOf(row), row.version);
      if (known === undefined) missing.push(row);
      else found.set(keyOf(row), known as T);
    }
    for (let start = 0; start < missing.length; start += rowsPerRead[what]) {
      const wanted = missing.slice(start, start + rowsPerRead[what]);
      for (const row of await repository.readBlocks(interval, tier.id, wanted, what)) {
        const value = decode(row.data);
        kept.keep(keyOf(row), { version: row.version, value, byteLength: row.data.byteLength });
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
    blocks: (span: Span): Promise<Placed<Block>[]> => read(span, { what: 'data', name: 'block', decode: decodeBlock }),
    /** Their sums over all vessels for the cells of a zoom. */
    totals(span: Span, zoom: number): Promise<Placed<Totals>[]> {
      const shift = cellShift(span.tier, zoom);
      const decode = (given: Uint8Array) => decodeTotals(given, span.tier, shift);
      return read(span, { what: 'totals', name: `totals${shift}`, decode });
    },
  };
}

export type BlockReader = ReturnType<typeof createBlockReader>;
