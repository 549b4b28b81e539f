import { randomUUID } from 'node:crypto';
import type { StacLoad, StacLoadRefusal } from '@kianda/contract/open/catalogue/stac-loads.contract';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { JobQueue, JobRunDetail } from '../../../../platform/jobs/jobs.ts';
import type { ObjectStorage } from '../../../../platform/storage/object-storage.ts';
import { isUuid } from '../../../../platform/uuid.ts';
import type { Documents } from '../documents/documents.ts';
import type { ItemRepository } from '../items.repository.ts';
import type { LoadedObject, LoadRow } from '../items.types.ts';
import type { CatalogueCollection } from '../published-collection.types.ts';
import { type Actor, assertOpen, type CatalogueAudit } from '../transactions.service.ts';
import { loadJobName } from './load.jobs.ts';
import type { StoredObjects } from './loads.context.ts';
import type { Refusal } from './loads.repository.ts';

/** Two million items, about. */
const mostBytes = 4 * 2 ** 30;
const listed = 100;
const dayMs = 86_400_000;
/** Records of loads that ended. */
const keptMs = 90 * dayMs;
/** Files of loads that stand still. */
const stoppedKeptMs = 30 * dayMs;
/** A file whose load is not noted by then came to nothing. */
const unnotedMs = dayMs;
const refusalsShown = 50;
const fileFolder = 'catalogue-loads/';

type LoadsOptions = {
  readonly repository: ItemRepository;
  readonly storage: ObjectStorage;
  readonly objects: StoredObjects;
  readonly documents: Documents;
  readonly audit: CatalogueAudit;
  readonly clock: Clock;
  readonly queue: () => JobQueue;
};

/** A file or an object to be loaded, and the name it goes by. */
type NewLoad = {
  readonly id: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly objectKey: string | null;
  readonly name: string | null;
  readonly object: LoadedObject | null;
};

/** Files of items that are loaded in the background. */
export function createLoads(options: LoadsOptions) {
  const { repository, queue } = options;

  async function loadOf(collection: CatalogueCollection, id: string): Promise<LoadRow> {
    const row = await repository.findLoad(id);
    if (row?.collection === collection.id) return row;
    throw new AppError('not_found', { detail: `Não existe o carregamento «${id}».` });
  }

  const runOf = async (row: LoadRow) =>
    row.ended_at !== null || row.run_id === null ? null : await queue().get(row.run_id);

  const describe = async (row: LoadRow): Promise<StacLoad> =>
    loadDocument(options.documents, row, stateOf(row, await runOf(row)));

  return {
    loadOf,
    describe,

    /** A load with the first of its refused rows. */
    async detail(row: LoadRow): Promise<StacLoad> {
      const refusals = row.refused === 0 ? [] : await repository.firstRefusals(row.id, refusalsShown);
      return { ...(await describe(row)), ...(refusals.length === 0 ? {} : { refusals: refusals.map(refusalOf) }) };
    },

    list: async (collections: readonly CatalogueCollection[]) =>
      Promise.all(
        (
          await repository.loads(
            collections.map(({ id }) => id),
            listed,
          )
        ).map(describe),
      ),

    /** Refused rows as lines of JSON. */
    async *refusals(row: LoadRow): AsyncGenerator<string> {
      for await (const refusal of repository.refusals(row.id)) yield `${JSON.stringify(refusalOf(refusal))}\n`;
    },

    ...loadBeginnings(options, loadOf),
    ...loadChanges(options, runOf),
  };
}

export type Loads = ReturnType<typeof createLoads>;

function loadBeginnings(
  { repository, storage, objects, clock, queue }: LoadsOptions,
  loadOf: (collection: CatalogueCollection, id: string) => Promise<LoadRow>,
) {
  async function begin(collection: CatalogueCollection, load: NewLoad, actor: Actor): Promise<LoadRow> {
    const { id, sizeBytes, objectKey, object } = load;
    if (sizeBytes === 0) {
      throw new AppError('validation_failed', { issues: [{ path: 'body', message: 'O ficheiro está vazio.' }] });
    }
    const { principal, ipAddress, userAgent } = actor;
    const asker = { id: principal.accountId, name: principal.name, ipAddress, userAgent };
    await repository.createLoad({
      ...{ id, collection: collection.id, content_type: load.contentType.slice(0, 200), format: null },
      ...{ size_bytes: sizeBytes, object_key: objectKey, source_name: load.name },
      source_object: object === null ? null : JSON.stringify(object),
      ...{ run_id: null, actor: JSON.stringify(asker), progress: null, created_at: new Date(clock.nowMs()) },
      ...{ stopped_at: null, ended_at: null, error: null },
    });
    try {
      const runId = await queue().enqueue(loadJobName, { load: id }, { actorId: asker.id, trigger: 'manual' });
      await repository.setLoadRun(id, runId);
    } catch (error) {
      await repository.removeLoad(id);
      throw error;
    }
    return loadOf(collection, id);
  }

  return {
    /** Takes a file and asks for its load; nothing of it stays where either fails. */
    async accept(
      collection: CatalogueCollection,
      file: {
        readonly contentType: string;
        readonly bytes: AsyncIterable<Uint8Array>;
        readonly name?: string | undefined;
      },
      actor: Actor,
    ): Promise<LoadRow> {
      assertOpen(collection);
      const id = randomUUID();
      const objectKey = `${fileFolder}${id}`;
      const sizeBytes = await storage.putStream(objectKey, bounded(file.bytes), 'application/octet-stream');
      try {
        const { contentType } = file;
        const name = file.name?.replace(/\p{Cc}|\p{Cs}/gu, '') ?? null;
        return await begin(collection, { id, contentType, sizeBytes, objectKey, name, object: null }, actor);
      } catch (error) {
        await storage.delete(objectKey);
        throw error;
      }
    },

    /** Asks for the load of an object that the caller may read, which stays where it is. */
    async acceptObject(
      collection: CatalogueCollection,
      address: { readonly bucket: string; readonly key: string },
      actor: Actor,
    ): Promise<LoadRow> {
      assertOpen(collection);
      const { sizeBytes, modifiedAt } = await objects.find(address, actor.principal);
      if (sizeBytes > mostBytes) throw tooLarge();
      const object = { ...address, modifiedAt };
      const load = { id: randomUUID(), contentType: '', sizeBytes, objectKey: null, name: null, object };
      return begin(collection, load, actor);
    },
  };
}

function loadChanges(
  { repository, storage, audit, clock, queue }: LoadsOptions,
  runOf: (row: LoadRow) => Promise<JobRunDetail | null>,
) {
  const now = () => new Date(clock.nowMs());
  const note = (change: 'stop-load' | 'resume-load' | 'discard-load', row: LoadRow, actor: Actor) =>
    audit.record({
      change,
      actor: { ...actor, id: actor.principal.accountId, name: actor.principal.name },
      resource: row.collection,
      metadata: { load: row.id, rows: row.rows, items: row.stored },
    });
  async function endRun(row: LoadRow): Promise<void> {
    if (row.run_id !== null) await queue().cancel(row.run_id);
  }
  async function discard(row: LoadRow, reason: string): Promise<boolean> {
    const ended = await repository.endLoad(row.id, now(), reason);
    if (!ended) return false;
    await endRun(row);
    if (row.object_key !== null) await storage.delete(row.object_key);
    return true;
  }

  return {
    /** Stops a load; what it has stored stays, and its file too. */
    async stop(row: LoadRow, actor: Actor): Promise<void> {
      if (!(await repository.stopLoad(row.id, now()))) throw over('Este carregamento já parou, ou já acabou.');
      await endRun(row);
      await note('stop-load', row, actor);
    },

    /** Goes on with a load that stands still, from the last rows that were stored. */
    async resume(row: LoadRow, actor: Actor): Promise<void> {
      if (stateOf(row, await runOf(row)).isResumable === false) {
        throw over('Só se continua um carregamento parado que ainda tenha o seu ficheiro.');
      }
      if (!(await repository.reopenLoad(row.id))) throw over('Este carregamento já acabou.');
      try {
        const options = { actorId: actor.principal.accountId, trigger: 'manual' };
        await repository.setLoadRun(row.id, await queue().enqueue(loadJobName, { load: row.id }, options));
      } catch (error) {
        // The run that was stopped has yet to leave its place.
        await repository.stopLoad(row.id, now());
        throw error;
      }
      await note('resume-load', row, actor);
    },

    /** Gives a load up, and its file; what it has stored stays. */
    async dismiss(row: LoadRow, actor: Actor): Promise<void> {
      if (!(await discard(row, dismissed))) throw over('Este carregamento já acabou.');
      await note('discard-load', row, actor);
    },

    /** Gives up what has stood still for long, and clears away records and files that nothing needs; how many files. */
    async forget(): Promise<number> {
      const nowMs = clock.nowMs();
      let files = 0;
      for (const row of await repository.openLoads(new Date(nowMs - stoppedKeptMs))) {
        if (stateOf(row, await runOf(row)).isResumable && (await discard(row, forgotten))) files += 1;
      }
      await repository.forgetLoads(new Date(nowMs - keptMs));
      for await (const { key, modifiedAt } of storage.list(fileFolder)) {
        if (Date.parse(modifiedAt) > nowMs - unnotedMs) continue;
        const id = key.slice(fileFolder.length);
        const row = isUuid(id) ? await repository.findLoad(id) : undefined;
        if (row?.ended_at === null) continue;
        await storage.delete(key);
        files += 1;
      }
      return files;
    },
  };
}

const dismissed = 'Quem o pediu, ou outro, desistiu dele; o que já tinha entrado ficou.';
const stoppedText = 'Parado; o que já tinha entrado ficou, e pode continuar.';
const forgotten = 'Esteve parado mais de 30 dias: o ficheiro já não se guarda.';
/** As loads were ended before they could go on. */
const endings: ReadonlySet<string> = new Set([
  dismissed,
  forgotten,
  'Parado por quem o pediu, ou por outro; o que já tinha entrado ficou.',
]);

const over = (detail: string) => new AppError('conflict', { detail });
const tooLarge = () => new AppError('payload_too_large', { detail: 'O ficheiro tem mais de 4 GiB: divida-o.' });

const refusalOf = ({ row, item_id, issues }: Refusal): StacLoadRefusal => ({
  row,
  ...(item_id === null ? {} : { id: item_id }),
  issues: [...issues],
});

type LoadState = Pick<StacLoad, 'status' | 'isResumable'> & { readonly message: string | null };

function stateOf({ ended_at, error, stopped_at }: LoadRow, run: JobRunDetail | null): LoadState {
  if (ended_at !== null) {
    const status = error === null ? 'successful' : endings.has(error) ? 'dismissed' : 'failed';
    return { status, isResumable: false, message: error };
  }
  if (stopped_at !== null) return { status: 'dismissed', isResumable: true, message: stoppedText };
  const message = run?.error ?? run?.message ?? null;
  const state = run?.state ?? 'queued';
  if (state === 'failed') return { status: 'failed', isResumable: true, message };
  if (state === 'cancelled') return { status: 'dismissed', isResumable: true, message };
  return { status: state === 'queued' ? 'accepted' : 'running', isResumable: false, message };
}

/** State of a load as its endpoint answers it. */
function loadDocument(
  { link, types, collectionUrl }: Documents,
  row: LoadRow,
  { status, isResumable, message }: LoadState,
): StacLoad {
  const url = `${collectionUrl(row.collection)}/loads/${row.id}`;
  const { source_object: object } = row;
  const source = object === null ? row.source_name : `${object.bucket}/${object.key}`;
  return {
    jobID: row.id,
    type: 'process',
    processID: 'load-items',
    status,
    ...(message === null ? {} : { message }),
    ...(row.progress === null ? {} : { progress: Math.round(row.progress * 100) }),
    created: row.created_at.toISOString(),
    ...(row.ended_at === null ? {} : { finished: row.ended_at.toISOString() }),
    collection: row.collection,
    ...(source === null ? {} : { source }),
    requestedBy: row.actor.name,
    isResumable,
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

async function* bounded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge();
    yield chunk;
  }
}
