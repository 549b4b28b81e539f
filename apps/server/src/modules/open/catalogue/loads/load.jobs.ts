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
import type { StoredObjects } from './loads.context.ts';
import type { Refusal } from './loads.repository.ts';
import { type LoadedRow, type OpenFile, readRows } from './read-rows.ts';

export const loadJobName = 'catalogue.load';
const rowsAtOnce = 500;
/** A file with more of them is another file than its sender thinks. */
const mostRefused = 100_000;

type Options = {
  readonly repository: ItemRepository;
  readonly collections: () => Promise<CollectionList>;
  readonly storage: ObjectStorage;
  readonly objects: StoredObjects;
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
      if (load === undefined || load.stopped_at !== null) return { rows: load?.rows ?? 0 };
      if (load.ended_at !== null) {
        // An attempt that died after it had ended the load left the file behind.
        if (load.object_key !== null) await storage.delete(load.object_key);
        return { rows: load.rows };
      }
      let error: string | null = null;
      try {
        await loadAll(options, load, { signal, progress });
      } catch (thrown) {
        // Another attempt would meet the same file.
        if (!(thrown instanceof UnreadableFile)) throw thrown;
        error = thrown.message;
      }
      const ended = await repository.completeLoad(id, new Date(clock.nowMs()), error);
      const { rows = 0, stored = 0, refused = 0 } = (await repository.findLoad(id)) ?? {};
      if (ended) {
        const metadata = { load: id, items: stored, refused };
        await audit.record({ change: 'publish', actor: load.actor, resource: load.collection, metadata });
        if (load.object_key !== null) await storage.delete(load.object_key);
      }
      return { rows, stored, refused, error };
    },
  });
}

/** Opens the file of a load, or the object that it reads, as that was when the load was asked for. */
function fileOf({ object_key, source_object, size_bytes }: LoadRow, { storage, objects }: Options): OpenFile {
  if (object_key !== null) return (range) => storage.open(object_key, range);
  if (source_object === null) throw new Error('a load has a file or an object');
  return async (range) => {
    const opened = await objects.open(source_object, range);
    if (opened !== null && opened.modifiedAt === source_object.modifiedAt && opened.sizeBytes === size_bytes) {
      return opened;
    }
    opened?.bytes.destroy();
    const { bucket, key } = source_object;
    throw new UnreadableFile(`O objeto «${bucket}/${key}» mudou, ou já não existe: carregue-o de novo.`);
  };
}

async function loadAll(
  options: Options,
  load: LoadRow,
  { signal, progress }: { signal: AbortSignal; progress(fraction: number | null, message: string): Promise<void> },
): Promise<void> {
  const { repository, collections, clock } = options;
  const { content_type, size_bytes, collection: id } = load;
  const input = { contentType: content_type, sizeBytes: size_bytes, skip: load.rows, rowsAtOnce };
  let rows = load.rows;
  let refused = load.refused;
  for await (const batch of readRows(fileOf(load, options), { input, signal })) {
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

/** Clears away the files that loads left behind, and the records that are old enough. */
export function forgetLoadsJob(forget: () => Promise<number>): Job {
  return defineJob({
    name: 'catalogue.forget-loads',
    label: 'Limpeza de carregamentos STAC parados',
    input: z.object({}),
    schedule: { cron: '50 2 * * *', input: {} },
    retry: { limit: usualRetries, delaySeconds: 60, backoff: true },
    timeoutSeconds: 600,
    key: () => 'todos',
    run: async () => ({ files: await forget() }),
  });
}
