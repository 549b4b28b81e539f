import { heatFrameOf } from '@kianda/geo';
import { type Block, decodeBlock, encodeBlock, entriesOf } from './block.ts';
import type { BlockReader, Placed } from './blocks.ts';
import type { InFrame } from './cube.ts';
import { concatEntries, type Entries, mergeEntries, passingEntries } from './entries.ts';
import type { Passing } from './licences.ts';
import { frameSpan, intervals } from './tiers.ts';

type Span = Parameters<BlockReader['blocks']>[0];

/**
 * Months of vessels that may be others from day to day. A month in which they are the same is read as it is stored; one
 * in which they change is put together from its days, each with the vessels of that day alone (`isFiltered`).
 */
export async function monthsByDay(
  blocks: BlockReader,
  span: Span,
  passing: Passing,
): Promise<(InFrame<Block> & { readonly isFiltered: boolean })[]> {
  const months = new Map<number, Placed<Block>[]>();
  for (const placed of await blocks.blocks(span)) {
    const startMs = placed.start.getTime();
    months.set(startMs, [...(months.get(startMs) ?? []), placed]);
  }
  const found: (InFrame<Block> & { isFiltered: boolean })[] = [];
  for (const [startMs, stored] of months) {
    const { fromMs, toMs } = frameSpan('month', startMs);
    const frame = heatFrameOf('month', startMs);
    if (passing.isSteady(fromMs, toMs)) {
      found.push(...stored.map(({ part, value }) => ({ frame, part, value, isFiltered: false })));
      continue;
    }
    const days = await blocks.blocks({ ...span, interval: 'day', from: new Date(fromMs), to: new Date(toMs) });
    const byPart = new Map<number, Entries[]>();
    for (const { start, part, value } of days) {
      const entries = passingEntries(entriesOf([value]), passing.on(start.getTime()));
      byPart.set(part, [...(byPart.get(part) ?? []), entries]);
    }
    for (const [part, entries] of byPart) {
      const merged = mergeEntries(concatEntries(entries), 0);
      const value = decodeBlock(encodeBlock(merged, intervals.month.secondsPerUnit));
      found.push({ frame, part, value, isFiltered: true });
    }
  }
  return found;
}
