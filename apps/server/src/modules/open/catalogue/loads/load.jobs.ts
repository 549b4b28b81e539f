import { z } from 'zod';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { defineJob, type Job, usualRetries } from '../../../../platform/jobs/jobs.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { UnreadableFile } from '../../../../platform/untrusted/unreadable-file.ts';
import type { CollectionList } from '../collection-list.cache.ts';
import type { ItemRepository } from '../items.repository.ts';
import type { LoadRow, NewItem } from '../items.types.ts';
import { type Json, publishedItem } from '../published-item.rules.ts';
import type { CatalogueAudit } from '../transactions.service.ts';
import type { Refusal } from './loads.repository.ts';
import { type LoadedRow, readRows } from './read-rows.ts';

export const loadJobName = 'catalogue.load';
const rowsAtOnce = 500;
/** A file with more of them is another file than its sender thinks. */
const mostRefused = 100_000;

type Options = {
  readonly repository: ItemRepository;
  readonly collections: () => Promise<CollectionList>;
  readonly storage: ObjectStorage;
  readonly audit: CatalogueAudit;
  readonly clock: Clock;
};

/** Loads the items of a file, some at a time; begun again, it goes on from the last rows that were stored. */
export function loadJob(options: Options): Job {
  const { repository, storage, clock, audit } = options;
  return defineJob({
    name: loadJobName,
    label: 'Carregamento de itens STAC',
    input: z.object({ load: z.uuid() }),
    retry: { limit: usualRetries, delaySeconds: 10, backoff: true },
    timeoutSeconds: 600,
    limitsSilence: true,
    concurrency: 1,
    key: ({ load }) => load,
    async run({ load: id }, { signal, progress }) {
      const load = await repository.findLoad(id);
      if (load === undefined || load.ended_at !== null) return { rows: load?.rows ?? 0 };
      let error: string | null = null;
      try {
        await loadAll(options, load, { signal, progress });
      } catch (thrown) {
        // Another attempt would meet the same file.
        if (!(thrown instanceof UnreadableFile)) throw thrown;
        error = thrown.message;
      }
      const ended = await repository.endLoad(id, new Date(clock.nowMs()), error);
      const { rows = 0, stored = 0, refused = 0 } = (await repository.findLoad(id)) ?? {};
      if (ended) {
        const metadata = { load: id, items: stored, refused };
        await audit.record({ change: 'publish', actor: load.actor, resource: load.collection, metadata });
      }
      await storage.delete(load.object_key);
      return { rows, stored, refused, error };
    },
  });
}

async function loadAll(
  { repository, collections, storage, clock }: Options,
  load: LoadRow,
  { signal, progress }: { signal: AbortSignal; progress(fraction: number | null, message: string): Promise<void> },
): Promise<void> {
  const { content_type, size_bytes, collection: id } = load;
  const input = { contentType: content_type, sizeBytes: size_bytes, skip: load.rows, rowsAtOnce };
  let rows = load.rows;
  let refused = load.refused;
  for await (const batch of readRows(storage, load.object_key, { input, signal })) {
    const [first] = batch;
    if (first !== undefined && 'format' in first) {
      await repository.setLoadFormat(load.id, first.format);
      continue;
    }
    const collection = (await collections()).collections.find((one) => one.id === id);
    if (collection?.takesItems !== true) throw new UnreadableFile(`A coleção «${id}» já não existe.`);
    const now = new Date(clock.nowMs());
    const judged = judge(batch as readonly LoadedRow[], { collection: id, from: rows, now });
    const to = rows + batch.length;
    refused += judged.refusals.length;
    const at = (batch.at(-1) as LoadedRow | undefined)?.at ?? 1;
    const isPublished = collection.published !== undefined;
    signal.throwIfAborted();
    if (!(await repository.storeBatch({ load, from: rows, to, progress: at, isPublished, ...judged }))) {
      throw new AppError('conflict', { detail: 'O carregamento foi parado, ou corre noutro processo.' });
    }
    rows = to;
    if (refused > mostRefused)
      throw new UnreadableFile(`Mais de ${mostRefused} linhas foram recusadas: o resto não se leu.`);
    await progress(at, `${rows} linhas lidas`);
  }
}

/** Rows as items, the last one of each identifier, and the others with their reasons. */
function judge(
  batch: readonly LoadedRow[],
  { collection, from, now }: { collection: string; from: number; now: Date },
): { readonly items: readonly NewItem[]; readonly refusals: readonly Refusal[] } {
  const items = new Map<string, NewItem>();
  const refusals: Refusal[] = [];
  for (const [at, { document, fault }] of batch.entries()) {
    const row = from + at + 1;
    if (fault !== undefined || typeof document !== 'object' || document === null || Array.isArray(document)) {
      refusals.push({ row, item_id: null, issues: [{ path: '', message: fault ?? 'Não é um objeto JSON.' }] });
      continue;
    }
    try {
      const item = publishedItem(collection, document as Json, { now });
      items.set(item.id, item);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'validation_failed') throw error;
      const { id } = document as { id?: unknown };
      const issues = (error.issues ?? []).map(({ path, message }) => ({ path: path.replace(/^body\.?/, ''), message }));
      refusals.push({ row, item_id: typeof id === 'string' ? id.slice(0, 200).replaceAll('\0', '') : null, issues });
    }
  }
  return { items: [...items.values()], refusals };
}
