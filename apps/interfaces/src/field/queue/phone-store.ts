import type { DataOf } from '@kianda/contract';
import type { ChartId, fieldChart, fieldReference } from '@kianda/contract/ingestion/field/field.contract';
import type { OwnRecord, SentRecord } from '@kianda/contract/ingestion/field/field.schemas';
import { createStore, del, entries, get, set, update } from 'idb-keyval';
import type { QueuedPhoto, QueuedRecord, QueueStore } from './queue.ts';
import { type LockedKey, lockedKey, newKey, type Sealed, seal, unlocked, unseal } from './sealing.ts';

export type Reference = DataOf<typeof fieldReference>;
export type Chart = DataOf<typeof fieldChart>;
/** A form that is not finished: everything that was typed, as it was typed. */
export type FormDraft = { readonly values: Readonly<Record<string, unknown>>; readonly photos: readonly QueuedPhoto[] };
/** Answers that were read last, for when there is no network. */
export type Kept = {
  readonly reference: { readonly at: number; readonly value: Reference };
  readonly own: { readonly at: number; readonly value: readonly OwnRecord[] };
  /** How this phone gets answers by push: the key of the platform, and its own number there; null before it has one. */
  readonly push: { readonly at: number; readonly value: { readonly key: string; readonly deviceId: string | null } };
  /** Records that were sent, as they were: to change one after a question. */
  readonly sent: Readonly<Record<string, SentRecord>>;
} & Readonly<Record<`chart-${ChartId}`, { readonly at: number; readonly value: Chart }>>;
export type KeptName = keyof Kept;

// One database each: this library makes one table in a database.
const queueTable = createStore('kianda-campo-fila', 'fila');
const draftTable = createStore('kianda-campo-rascunhos', 'rascunhos');
const keptTable = createStore('kianda-campo-guardado', 'guardado');
const keyTable = createStore('kianda-campo-chaves', 'chaves');
const sealedTables = [queueTable, draftTable, keptTable];

export type PhoneStore = Awaited<ReturnType<typeof openWith>>;

/** Whether a phrase is needed to open what the phone keeps. */
export const isLocked = async (): Promise<boolean> => (await get<LockedKey>('locked', keyTable)) !== undefined;

/** Opens what the phone keeps. Null for a phrase that does not. */
export async function openPhone(phrase?: string): Promise<PhoneStore | null> {
  const locked = await get<LockedKey>('locked', keyTable);
  if (locked !== undefined) {
    const key = phrase === undefined ? null : await unlocked(phrase, locked);
    return key === null ? null : openWith(key);
  }
  const kept = await get<CryptoKey>('key', keyTable);
  if (kept !== undefined) return openWith(kept);
  await set('key', await newKey(), keyTable);
  // Two windows at once: the one that wrote last is the key of both.
  const key = await get<CryptoKey>('key', keyTable);
  return key === undefined ? null : openWith(key);
}

async function openWith(first: CryptoKey) {
  let key = first;
  const previous = await get<CryptoKey>('previous', keyTable);
  if (previous !== undefined) await finish(previous, key);
  const deviceId = await ownId();
  const read = async <T>(sealed: Sealed | undefined): Promise<T | undefined> =>
    sealed === undefined ? undefined : unseal<T>(key, sealed);

  /**
   * Everything again under another key. The old one stays until all is done: where the phone goes off half-way, the next
   * opening goes on.
   */
  async function sealAgain(next: CryptoKey, keep: () => Promise<void>): Promise<void> {
    await set('previous', key, keyTable);
    await keep();
    await finish(key, next);
    key = next;
  }

  const queue: QueueStore = {
    list: async () =>
      Promise.all((await entries<string, Sealed>(queueTable)).map(([, one]) => unseal<QueuedRecord>(key, one))),
    put: async (entry) => set(entry.record.id, await seal(key, entry), queueTable),
    remove: (id) => del(id, queueTable),
    async nextSequence() {
      let given = 0;
      await update<number>(
        'sequence',
        (last = 0) => {
          given = last + 1;
          return given;
        },
        keyTable,
      );
      return given;
    },
  };
  return {
    deviceId,
    queue,
    draft: async (form: string) => read<FormDraft>(await get<Sealed>(form, draftTable)),
    saveDraft: async (form: string, draft: FormDraft) => set(form, await seal(key, draft), draftTable),
    clearDraft: (form: string) => del(form, draftTable),
    kept: async <N extends KeptName>(name: N) => read<Kept[N]>(await get<Sealed>(name, keptTable)),
    keep: async <N extends KeptName>(name: N, value: Kept[N]) => set(name, await seal(key, value), keptTable),
    drop: (name: KeptName) => del(name, keptTable),
    /** Bytes that something kept takes; 0 where it is not. */
    sizeOf: async (name: KeptName): Promise<number> => (await get<Sealed>(name, keptTable))?.bytes.byteLength ?? 0,
    async lock(phrase: string): Promise<void> {
      const made = await lockedKey(phrase);
      await sealAgain(made.key, async () => {
        await set('locked', made.locked, keyTable);
        await del('key', keyTable);
      });
    },
    async removeLock(): Promise<void> {
      const next = await newKey();
      await sealAgain(next, async () => {
        await set('key', next, keyTable);
        await del('locked', keyTable);
      });
    },
  };
}

/** Seals under the present key what an earlier one still holds. */
async function finish(previous: CryptoKey, next: CryptoKey): Promise<void> {
  for (const table of sealedTables)
    for (const [id, sealed] of await entries<string, Sealed>(table)) {
      const value = await unseal(previous, sealed).catch(() => undefined);
      if (value !== undefined) await set(id, await seal(next, value), table);
    }
  await del('previous', keyTable);
}

async function ownId(): Promise<string> {
  await update<string>('device', (id) => id ?? crypto.randomUUID(), keyTable);
  return (await get<string>('device', keyTable)) ?? crypto.randomUUID();
}
