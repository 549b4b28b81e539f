import type { Author } from './annotations.ts';

/** An update that the server has not confirmed. */
export type Unsent = { readonly key: number; readonly update: Uint8Array };
export type StoredRoom = {
  readonly state: Uint8Array | null;
  readonly unsent: readonly Unsent[];
  /** Whose copy it is, as the server said. */
  readonly me: Author | null;
};

/** Copies of rooms on this device. */
export type RoomStore = {
  readonly load: (room: string) => Promise<StoredRoom>;
  /** Durable once it resolves; answers its key. */
  readonly addUnsent: (room: string, update: Uint8Array) => Promise<number>;
  readonly removeUnsent: (keys: readonly number[]) => Promise<void>;
  readonly saveState: (room: string, state: Uint8Array, me: Author | null) => Promise<void>;
  /** Removes all there is of a room. */
  readonly forget: (room: string) => Promise<void>;
};

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('kianda-collaboration', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('documents', { keyPath: 'room' });
    request.result.createObjectStore('unsent', { keyPath: 'key', autoIncrement: true }).createIndex('room', 'room');
  };
  return settled(request);
}

type DocumentRow = { readonly room: string; readonly state: Uint8Array; readonly me: Author | null };

/** Copies in the browser's IndexedDB: they outlive the page. Rejects where the browser gives it none. */
export async function openRoomStore(): Promise<RoomStore> {
  const database = await open();
  const storeOf = (name: 'documents' | 'unsent', mode: IDBTransactionMode) =>
    database.transaction(name, mode).objectStore(name);
  const unsentOf = (room: string): Promise<(Unsent & { readonly room: string })[]> =>
    settled(storeOf('unsent', 'readonly').index('room').getAll(room));
  const removeUnsent = async (keys: readonly number[]) => {
    const store = storeOf('unsent', 'readwrite');
    await Promise.all(keys.map((key) => settled(store.delete(key))));
  };
  return {
    async load(room) {
      const [row, unsent] = await Promise.all([
        settled(storeOf('documents', 'readonly').get(room) as IDBRequest<DocumentRow | undefined>),
        unsentOf(room),
      ]);
      return { state: row?.state ?? null, me: row?.me ?? null, unsent };
    },
    addUnsent: async (room, update) => Number(await settled(storeOf('unsent', 'readwrite').add({ room, update }))),
    removeUnsent,
    async saveState(room, state, me) {
      await settled(storeOf('documents', 'readwrite').put({ room, state, me } satisfies DocumentRow));
    },
    async forget(room) {
      await settled(storeOf('documents', 'readwrite').delete(room));
      await removeUnsent((await unsentOf(room)).map(({ key }) => key));
    },
  };
}

/** Copies that end with the page. */
export function createMemoryStore(): RoomStore {
  const documents = new Map<string, { state: Uint8Array; me: Author | null }>();
  let unsent: (Unsent & { readonly room: string })[] = [];
  let next = 1;
  return {
    load: async (room) => ({
      state: documents.get(room)?.state ?? null,
      me: documents.get(room)?.me ?? null,
      unsent: unsent.filter((one) => one.room === room),
    }),
    async addUnsent(room, update) {
      const key = next;
      next += 1;
      unsent.push({ key, room, update });
      return key;
    },
    async removeUnsent(keys) {
      unsent = unsent.filter(({ key }) => !keys.includes(key));
    },
    async saveState(room, state, me) {
      documents.set(room, { state, me });
    },
    async forget(room) {
      documents.delete(room);
      unsent = unsent.filter((one) => one.room !== room);
    },
  };
}
