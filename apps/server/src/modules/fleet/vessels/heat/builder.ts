import { hourMs } from '@kianda/geo';
import type { Partitions } from '../positions/partitions.ts';
import { decodeBlock, encodeBlock, entriesOf } from './block.ts';
import { type Entries, mergeEntries, sliceEntries } from './entries.ts';
import type { FleetHours } from './fleet-hours.ts';
import type { HeatRepository, NamedBlock } from './heat.repository.ts';
import { finestZoom, frameSpan, intervals, partBits, type Tier, tiers } from './tiers.ts';
import { encodeTotals } from './totals.ts';

/** Blocks combined in one transaction. */
const blocksPerTransaction = 256;

function namedBlock(tier: Tier, part: number, entries: Entries, secondsPerUnit: number): NamedBlock {
  const data = encodeBlock(entries, secondsPerUnit);
  return { tier: tier.id, part, data, totals: encodeTotals(decodeBlock(data), tier) };
}

/** Splits entries (in order, cells of a tier's whole grid) into blocks by part. */
function blocksOf(entries: Entries, tier: Tier, secondsPerUnit: number): NamedBlock[] {
  const blocks: NamedBlock[] = [];
  for (let begin = 0; begin < entries.cells.length; ) {
    const part = (entries.cells[begin] as number) >>> partBits;
    let end = begin + 1;
    while (end < entries.cells.length && (entries.cells[end] as number) >>> partBits === part) end += 1;
    const partEntries = sliceEntries(entries, begin, end);
    const cells = partEntries.cells.map((cell) => cell & (2 ** partBits - 1));
    blocks.push(namedBlock(tier, part, { ...partEntries, cells }, secondsPerUnit));
    begin = end;
  }
  return blocks;
}

/** Keeps presence by cell up to date: hours from positions, days from hours, months from days. */
export function createHeatBuilder(options: {
  readonly repository: HeatRepository;
  readonly fleetHours: FleetHours;
  readonly hourPartitions: Partitions;
  readonly dayPartitions: Partitions;
}) {
  const { repository, fleetHours, hourPartitions, dayPartitions } = options;

  return {
    /** Sums an hour up again: the same positions give the same blocks in any order of arrival. */
    async hour(hour: Date): Promise<void> {
      await hourPartitions.ensure([hour.getTime()]);
      await dayPartitions.ensure([hour.getTime()]);
      await fleetHours.write(hour);
      await repository.transaction(async (trx) => {
        const { entries, vessels, positions } = await repository.hour(trx, hour);
        // Positions leave an hour only with their whole partition, and then the sums stay.
        if (positions === 0) return;
        const blocks = tiers.flatMap((tier) =>
          blocksOf(mergeEntries(entries, 2 * (finestZoom - tier.cellZoom)), tier, intervals.hour.secondsPerUnit),
        );
        const news = await repository.writeBlocks(trx, 'hour', hour, blocks);
        await repository.writeTotals(trx, hour, vessels, positions);
        await repository.markChanged(trx, 'day', new Date(frameSpan('day', hour.getTime()).fromMs), news);
      });
    },

    /** Combines the days and months whose hours changed; answers how many blocks. */
    async combine(signal: AbortSignal): Promise<number> {
      let blocks = 0;
      for (const unit of ['day', 'month'] as const) {
        for (let done = -1; done !== 0; blocks += done) {
          signal.throwIfAborted();
          done = await combineOnce(repository, unit);
        }
      }
      return blocks;
    },

    /** Partitions ahead of their time. */
    async ensure(timesMs: readonly number[]): Promise<void> {
      await hourPartitions.ensure(timesMs);
      await dayPartitions.ensure(timesMs);
    },

    /** Drops hours and coarser summaries that are past: hours go no sooner than the positions they are summed up from. */
    async dropBefore(hoursBeforeMs: number, summariesBeforeMs: number): Promise<readonly string[]> {
      await fleetHours.forgetBefore(new Date(hoursBeforeMs));
      await repository.forgetBefore(new Date(hoursBeforeMs - hourMs), new Date(summariesBeforeMs));
      return [
        ...(await hourPartitions.dropBefore(hoursBeforeMs)),
        ...(await dayPartitions.dropBefore(Math.min(summariesBeforeMs, hoursBeforeMs))),
      ];
    },
  };
}

export type HeatBuilder = ReturnType<typeof createHeatBuilder>;

/** Combines changed blocks of one frame; answers how many were taken off the list. */
async function combineOnce(repository: HeatRepository, unit: 'day' | 'month'): Promise<number> {
  return repository.transaction(async (trx) => {
    const changed = await repository.takeChanged(trx, unit, blocksPerTransaction);
    const [first] = changed;
    if (first === undefined) return 0;
    const { fromMs, toMs } = frameSpan(unit, first.start.getTime());
    const written: NamedBlock[] = [];
    for (const tier of tiers) {
      const parts = changed.filter((row) => row.tier === tier.id).map(({ part }) => part);
      const finer = await repository.finerBlocks(trx, {
        unit,
        tier: tier.id,
        parts,
        from: new Date(fromMs),
        to: new Date(toMs),
      });
      for (const [part, blocks] of finer) {
        const entries = mergeEntries(entriesOf(blocks), 0);
        written.push(namedBlock(tier, part, entries, intervals[unit].secondsPerUnit));
      }
    }
    const news = await repository.writeBlocks(trx, unit, first.start, written);
    const { coarser } = intervals[unit];
    if (coarser !== null) await repository.markChanged(trx, coarser, new Date(frameSpan(coarser, fromMs).fromMs), news);
    return changed.length;
  });
}
