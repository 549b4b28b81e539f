import { z } from 'zod';
import { defineJob, type Job, usualRetries } from '../../../../platform/jobs/jobs.ts';
import { cellRanges } from '../../../ingestion/connectors/index.ts';
import type { FieldStore } from '../field-store/field-store.ts';
import type { CellCountRepository } from './cell-counts.repository.ts';
import { countCells } from './cell-counts.rules.ts';

/** Counts the cells of a field as it is stored; a variable without a rule has no counts. */
export function createCellCounter(repository: CellCountRepository) {
  return async (
    field: {
      readonly dataset: string;
      readonly variable: string;
      readonly depth_meters: number;
      readonly observed_at: Date;
      readonly content_hash: string;
    },
    values: Float32Array,
  ): Promise<void> => {
    const range = cellRanges.find(({ variable }) => variable === field.variable);
    if (range === undefined) return;
    await repository.save({ ...field, range_min: range.min, range_max: range.max }, countCells(values, range));
  };
}

const fieldsPerRun = 500;

/** Counts the cells of fields that were stored before they were counted, or by another range. */
export function cellCountJob(repository: CellCountRepository, fields: Pick<FieldStore, 'read'>): Job {
  return defineJob({
    name: 'ocean.count-cells',
    label: 'Contagem das células dos campos',
    input: z.object({}),
    schedule: { cron: '*/15 * * * *', input: {} },
    retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
    timeoutSeconds: 600,
    concurrency: 1,
    key: () => 'count-cells',
    async run(_, job) {
      const waiting = await repository.uncounted(fieldsPerRun);
      let counted = 0;
      for (const [index, field] of waiting.entries()) {
        job.signal.throwIfAborted();
        const values = await fields.read(field);
        // The object of a field that is being replaced or deleted is gone: its row follows.
        if (values === null) continue;
        await repository.save(field, countCells(values, { min: field.range_min, max: field.range_max }));
        counted += 1;
        if (index % 50 === 0) await job.progress(index / waiting.length, 'A contar células');
      }
      return { counted };
    },
  });
}
