import type { HeatInterval } from '@kianda/geo';
import { type Block, decodeBlock } from './block.ts';
import type { BlockRow, HeatRepository } from './heat.repository.ts';
import type { Tier } from './tiers.ts';

/** Blocks kept in memory, bytes: those of the tiles that people look at now. */
const mostBytes = 192 * 1024 ** 2;
/** Rows of one statement: a stretch that the event loop can wait for. */
const rowsPerRead = 64;

type Kept = { readonly version: number; readonly block: Block };

/** Blocks as they are in the database; those read lately are not read again. */
export function createBlockReader(repository: HeatRepository) {
  // A Map keeps insertion order: re-inserting on use makes its first key the one used longest ago.
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function keep(key: string, entry: Kept): void {
    drop(key);
    kept.set(key, entry);
    bytes += entry.block.byteLength;
    for (const oldest of kept.keys()) {
      if (bytes <= mostBytes) break;
      drop(oldest);
    }
  }
  function drop(key: string): void {
    bytes -= kept.get(key)?.block.byteLength ?? 0;
    kept.delete(key);
  }

  return {
    /** Blocks of neighbouring parts in a span, by time. */
    async read(interval: HeatInterval, tier: Tier, parts: readonly [number, number], from: Date, to: Date) {
      const rows = await repository.blockRows(interval, tier.id, parts, from, to);
      const found = new Map<BlockRow, Block>();
      const keyOf = (row: BlockRow) => `${interval}/${tier.id}/${row.part}/${row.start.getTime()}`;
      const missing: BlockRow[] = [];
      for (const row of rows) {
        const key = keyOf(row);
        const known = kept.get(key);
        if (known?.version !== row.version) {
          missing.push(row);
          continue;
        }
        kept.delete(key);
        kept.set(key, known);
        found.set(row, known.block);
      }
      for (let start = 0; start < missing.length; start += rowsPerRead) {
        const wanted = missing.slice(start, start + rowsPerRead);
        const byKey = new Map(wanted.map((row) => [keyOf(row), row]));
        for (const row of await repository.readBlocks(interval, tier.id, wanted)) {
          const block = decodeBlock(row.data);
          keep(keyOf(row), { version: row.version, block });
          const named = byKey.get(keyOf(row));
          if (named !== undefined) found.set(named, block);
        }
      }
      return rows.flatMap((row) => {
        const block = found.get(row);
        return block === undefined ? [] : [{ start: row.start, part: row.part, block }];
      });
    },
  };
}

export type BlockReader = ReturnType<typeof createBlockReader>;
