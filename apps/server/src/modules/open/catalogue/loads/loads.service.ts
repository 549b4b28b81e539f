import { randomUUID } from 'node:crypto';
import type { StacLoad } from '@kianda/contract/open/catalogue/stac-loads.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobQueue, JobRunDetail, JobState } from '../../../../platform/jobs/jobs.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import type { Documents } from '../documents/documents.ts';
import type { ItemRepository } from '../items.repository.ts';
import type { LoadRow } from '../items.types.ts';
import type { CatalogueCollection } from '../published-collection.types.ts';
import { type Actor, assertOpen } from '../transactions.service.ts';
import { loadJobName } from './load.jobs.ts';

/** Two million items, about. */
const mostBytes = 4 * 2 ** 30;
const listed = 100;
const keptMs = 90 * 86_400_000;

type LoadsOptions = {
  readonly repository: ItemRepository;
  readonly storage: ObjectStorage;
  readonly documents: Documents;
  readonly clock: Clock;
  readonly queue: () => JobQueue;
};

/** Files of items that are loaded in the background. */
export function createLoads({ repository, storage, documents, clock, queue }: LoadsOptions) {
  async function loadOf(collection: CatalogueCollection, id: string): Promise<LoadRow> {
    const row = await repository.findLoad(id);
    if (row?.collection === collection.id) return row;
    throw new AppError('not_found', { detail: `Não existe o carregamento «${id}».` });
  }

  async function describe(row: LoadRow): Promise<StacLoad> {
    const run = row.ended_at !== null || row.run_id === null ? null : await queue().get(row.run_id);
    return loadDocument(documents, row, run);
  }

  return {
    describe,
    loadOf,

    /** Takes a file and asks for its load; nothing of it stays where either fails. */
    async accept(
      collection: CatalogueCollection,
      file: { readonly contentType: string; readonly bytes: AsyncIterable<Uint8Array> },
      { principal, ipAddress, userAgent }: Actor,
    ): Promise<LoadRow> {
      assertOpen(collection);
      const id = randomUUID();
      const key = `catalogue-loads/${id}`;
      const size = await storage.putStream(key, bounded(file.bytes), 'application/octet-stream');
      try {
        if (size === 0) {
          throw new AppError('validation_failed', { issues: [{ path: 'body', message: 'O ficheiro está vazio.' }] });
        }
        const now = clock.nowMs();
        const actor = { id: principal.accountId, name: principal.name, ipAddress, userAgent };
        await repository.createLoad(
          {
            id,
            collection: collection.id,
            content_type: file.contentType.slice(0, 200),
            format: null,
            size_bytes: size,
            object_key: key,
            run_id: null,
            actor: JSON.stringify(actor),
            progress: null,
            created_at: new Date(now),
            ended_at: null,
            error: null,
          },
          new Date(now - keptMs),
        );
        const runId = await queue().enqueue(loadJobName, { load: id }, { actorId: actor.id, trigger: 'manual' });
        await repository.setLoadRun(id, runId);
        return await loadOf(collection, id);
      } catch (error) {
        await repository.removeLoad(id);
        await storage.delete(key);
        throw error;
      }
    },

    list: async (collection: CatalogueCollection) =>
      Promise.all((await repository.loads(collection.id, listed)).map(describe)),

    /** Refused rows as lines of JSON. */
    async *refusals(row: LoadRow): AsyncGenerator<string> {
      for await (const { row: number, item_id, issues } of repository.refusals(row.id)) {
        yield `${JSON.stringify({ row: number, ...(item_id === null ? {} : { id: item_id }), issues })}\n`;
      }
    },

    /** Stops a load; what it has stored stays. */
    async dismiss(row: LoadRow): Promise<void> {
      const ended = await repository.endLoad(row.id, new Date(clock.nowMs()), dismissed);
      if (!ended) throw new AppError('conflict', { detail: 'Este carregamento já acabou.' });
      if (row.run_id !== null) await queue().cancel(row.run_id);
      await storage.delete(row.object_key);
    },
  };
}

export type Loads = ReturnType<typeof createLoads>;

const dismissed = 'Parado por quem o pediu, ou por outro; o que já tinha entrado ficou.';

/** State of a load as its endpoint answers it. */
function loadDocument({ link, types, collectionUrl }: Documents, row: LoadRow, run: JobRunDetail | null): StacLoad {
  const url = `${collectionUrl(row.collection)}/loads/${row.id}`;
  const message = row.error ?? run?.error ?? run?.message ?? null;
  return {
    jobID: row.id,
    type: 'process',
    processID: 'load-items',
    status: statusOf(row, run?.state ?? 'queued'),
    ...(message === null ? {} : { message }),
    ...(row.progress === null ? {} : { progress: Math.round(row.progress * 100) }),
    created: row.created_at.toISOString(),
    ...(row.ended_at === null ? {} : { finished: row.ended_at.toISOString() }),
    collection: row.collection,
    ...(row.format === null ? {} : { format: row.format }),
    sizeBytes: row.size_bytes,
    rows: row.rows,
    stored: row.stored,
    unchanged: row.unchanged,
    refused: row.refused,
    links: [
      link('self', url, types.json),
      link('collection', collectionUrl(row.collection), types.json),
      ...(row.refused === 0 ? [] : [link('refused', `${url}/refused`, 'application/x-ndjson')]),
    ],
  };
}

function statusOf({ ended_at, error }: LoadRow, run: JobState): StacLoad['status'] {
  if (ended_at !== null) return error === null ? 'successful' : error === dismissed ? 'dismissed' : 'failed';
  if (run === 'failed' || run === 'cancelled') return run === 'failed' ? 'failed' : 'dismissed';
  return run === 'queued' ? 'accepted' : 'running';
}

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > mostBytes)
      throw new AppError('payload_too_large', { detail: 'O ficheiro tem mais de 4 GiB: divida-o.' });
    yield chunk;
  }
}
