import type { DataOf } from '@kianda/contract';
import { mostSent, type sendFieldRecords } from '@kianda/contract/ingestion/field/field.contract';
import type { FieldPayload, OwnRecord, SentRecord } from '@kianda/contract/ingestion/field/field.schemas';

/** A photo that waits with its record. */
export type QueuedPhoto = {
  readonly id: string;
  /** JPEG, resized, without metadata. */
  readonly bytes: ArrayBuffer;
  readonly place: { readonly lon: number; readonly lat: number } | null;
};

/** A record on the phone: waits to be sent, or for its author to decide. */
export type QueuedRecord = {
  readonly record: SentRecord;
  readonly photos: readonly QueuedPhoto[];
  readonly state: 'waiting' | 'conflict' | 'refused' | 'photos';
  /** Why it was not taken; null while it only waits. */
  readonly reason: string | null;
  /** The platform's version, where it has another. */
  readonly theirs: OwnRecord | null;
};

/** Where the queue is kept; each write is durable once it resolves. */
export type QueueStore = {
  readonly list: () => Promise<readonly QueuedRecord[]>;
  readonly put: (entry: QueuedRecord) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** The next number of this phone, never given twice. */
  readonly nextSequence: () => Promise<number>;
};

export type SendResults = DataOf<typeof sendFieldRecords>['results'];
export type Line = {
  /** Throws where the server was not reached or failed; the same records are sent again then. */
  readonly records: (records: readonly SentRecord[]) => Promise<SendResults>;
  readonly photo: (recordId: string, photo: QueuedPhoto) => Promise<void>;
};

/** Shortest and longest wait between tries, milliseconds. */
const firstWaitMs = 2_000;
const longestWaitMs = 5 * 60_000;

/** Wait before the next try after so many that failed: doubled each time, with a part by chance so that phones do not call in step. */
export function waitMs(failures: number, random: () => number): number {
  const most = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.max(0, failures - 1));
  return Math.round(most / 2 + (most / 2) * random());
}

const byOrder = (a: QueuedRecord, b: QueuedRecord) =>
  a.record.deviceId === b.record.deviceId
    ? a.record.sequence - b.record.sequence
    : Date.parse(a.record.capturedAt) - Date.parse(b.record.capturedAt);

type Deps = { readonly store: QueueStore; readonly line: Line };
const entriesOf = async (store: QueueStore) => [...(await store.list())].sort(byOrder);

/** Keeps or removes an entry as its answer says. One that its author changed meanwhile stays: it waits to be sent anew. */
async function settle(store: QueueStore, entry: QueuedRecord, result: SendResults[number]): Promise<void> {
  const { id, revision } = entry.record;
  const now = (await store.list()).find(({ record }) => record.id === id);
  if (now?.record.revision !== revision) return;
  const { outcome, reason, record: theirs } = result;
  if (outcome === 'conflict' || outcome === 'refused') return store.put({ ...entry, state: outcome, reason, theirs });
  if (entry.photos.length === 0) return store.remove(id);
  return store.put({ ...entry, state: 'photos', reason: null, theirs: null });
}

async function sendPhotos({ store, line }: Deps, entry: QueuedRecord): Promise<void> {
  let left = entry.photos;
  for (const photo of entry.photos) {
    await line.photo(entry.record.id, photo);
    left = left.filter(({ id }) => id !== photo.id);
    if (left.length > 0) await store.put({ ...entry, photos: left });
  }
  await store.remove(entry.record.id);
}

/** Sends what waits, in order, until nothing does; then the photos of what was taken. */
async function flush({ store, line }: Deps): Promise<{ readonly sent: number }> {
  let sent = 0;
  for (;;) {
    const batch = (await entriesOf(store)).filter(({ state }) => state === 'waiting').slice(0, mostSent);
    if (batch.length === 0) break;
    const results = new Map((await line.records(batch.map(({ record }) => record))).map((one) => [one.id, one]));
    for (const entry of batch) {
      const result = results.get(entry.record.id);
      if (result === undefined) throw new Error(`no result for the record ${entry.record.id}`);
      await settle(store, entry, result);
      sent += 1;
    }
  }
  for (const entry of (await entriesOf(store)).filter(({ state }) => state === 'photos'))
    await sendPhotos({ store, line }, entry);
  return { sent };
}

const waiting = (record: SentRecord, photos: readonly QueuedPhoto[]): QueuedRecord => ({
  ...{ record, photos },
  state: 'waiting',
  reason: null,
  theirs: null,
});

export type FieldQueue = ReturnType<typeof createFieldQueue>;

/** The queue of a phone: records in their order, each kept until the server has it. */
export function createFieldQueue({ store, line, deviceId }: Deps & { readonly deviceId: string }) {
  return {
    entries: () => entriesOf(store),
    /** Puts a new record at the end. */
    async add(made: { id: string; capturedAt: string; payload: FieldPayload; photos: readonly QueuedPhoto[] }) {
      const { photos, ...content } = made;
      const sequence = await store.nextSequence();
      await store.put(waiting({ ...content, deviceId, sequence, revision: 1, replaces: null }, photos));
    },
    /** Puts a changed record in the place of the one that waits, or sends it anew: it keeps its number. */
    change: (record: SentRecord, photos: readonly QueuedPhoto[] = []): Promise<void> =>
      store.put(waiting({ ...record, revision: record.revision + 1 }, photos)),
    /** Records of another phone, that came without a network: they keep their numbers, and are sent with what waits. */
    async take(records: readonly SentRecord[]): Promise<void> {
      for (const record of records) await store.put(waiting(record, []));
    },
    /** Sends one's own version in place of the platform's, knowingly; or gives way to the platform's. */
    async resolve(id: string, whose: 'mine' | 'theirs'): Promise<void> {
      const entry = (await store.list()).find(({ record }) => record.id === id);
      if (entry === undefined) return;
      if (whose === 'theirs') return store.remove(id);
      const { theirs, record, photos } = entry;
      const revision = Math.max(record.revision, theirs?.revision ?? 0) + 1;
      await store.put(waiting({ ...record, revision, replaces: theirs?.version ?? null }, photos));
    },
    discard: (id: string) => store.remove(id),
    /**
     * Sends all that waits. Throws with the first request that fails: what the server has is off the queue, the rest keeps
     * its place.
     */
    flush: () => flush({ store, line }),
  };
}
