import type { RetainedTable } from '@kianda/contract/models/retention/retention.contract';
import type { Platform } from '../../../../platform/module.ts';
import { bucketOf } from '../figures/timings.rules.ts';
import type { Outcome } from '../retention.tables.ts';
import type { StoreRepository } from './stores.repository.ts';

const hourMs = 3_600_000;
const flushMs = 2_000;

/** Answers of one kind. */
export type Measured = {
  readonly table: RetainedTable;
  readonly keyClass: string;
  readonly outcome: Outcome;
  /** Of one answer. */
  readonly ms: number;
  readonly answers: number;
};
export type NewRecord = Parameters<StoreRepository['add']>[0][number];

/**
 * Notes what the stores answered and have to keep, without making anyone wait: written every two seconds. What a process
 * that is killed had not written is lost, and computed again.
 */
export function createRecorder(
  { clock, log }: Pick<Platform, 'clock' | 'log'>,
  repository: Pick<StoreRepository, 'add' | 'touch' | 'measure'>,
) {
  let added: NewRecord[] = [];
  let touched = new Map<string, number>();
  let measured = new Map<string, Parameters<StoreRepository['measure']>[0][number]>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const [rows, reads, measures] = [added, touched, [...measured.values()]];
    added = [];
    touched = new Map();
    measured = new Map();
    try {
      if (rows.length > 0) await repository.add(rows);
      if (reads.size > 0) await repository.touch(reads, new Date(clock.nowMs()));
      if (measures.length > 0) await repository.measure(measures);
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.message : '' }, 'retenção: medidas perdidas');
    }
  }

  const flush = (): Promise<void> => {
    writing = writing.then(write);
    return writing;
  };

  return {
    add(rows: readonly NewRecord[]): void {
      added.push(...rows);
    },
    touch(ids: readonly string[]): void {
      for (const id of ids) touched.set(id, (touched.get(id) ?? 0) + 1);
    },
    measure({ table, keyClass, outcome, ms, answers }: Measured): void {
      if (answers === 0) return;
      const hour = new Date(Math.floor(clock.nowMs() / hourMs) * hourMs);
      const bucket = bucketOf(ms);
      const key = `${hour.getTime()} ${table} ${keyClass} ${outcome} ${bucket}`;
      const known = measured.get(key);
      measured.set(key, {
        ...{ hour, table_name: table, key_class: keyClass, outcome, bucket },
        answers: (known?.answers ?? 0) + answers,
        total_ms: (known?.total_ms ?? 0) + ms * answers,
      });
    },
    flush,
    start(): void {
      timer = setInterval(() => void flush(), flushMs);
      timer.unref();
    },
    async stop(): Promise<void> {
      if (timer !== null) clearInterval(timer);
      await flush();
    },
  };
}

export type Recorder = ReturnType<typeof createRecorder>;
