import {
  fieldReference,
  myFieldRecords,
  sendFieldPhoto,
  sendFieldRecords,
} from '@kianda/contract/ingestion/field/field.contract';
import type { FieldPayload, SentRecord } from '@kianda/contract/ingestion/field/field.schemas';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CallFailure, type Client } from '../client/client.ts';
import { useClient } from '../client/use-read.ts';
import { browserClock } from '../platform/clock.ts';
import type { Kept, PhoneStore } from './queue/phone-store.ts';
import {
  createFieldQueue,
  type FieldQueue,
  type Line,
  type QueuedPhoto,
  type QueuedRecord,
  waitMs,
} from './queue/queue.ts';

export type SyncState =
  | { readonly at: 'idle' }
  | { readonly at: 'sending' }
  | { readonly at: 'offline' }
  | { readonly at: 'signedOut' }
  | { readonly at: 'failed'; readonly why: string };

export type Field = ReturnType<typeof useField>;

const isFramed = window.parent !== window;
/** Age at which names and licences are read again. */
const freshMs = 12 * 3_600_000;
/** A part by chance, so that phones that come back to the network together do not call together. */
const chance = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32;

/** Queue of the phone over the page's client. */
function useQueue(phone: PhoneStore, client: Client): FieldQueue {
  return useMemo(() => {
    const line: Line = {
      records: async (records) =>
        (await client.call(sendFieldRecords, { body: { records: [...records] } })).data.results,
      async photo(id, { id: photoId, bytes, place }) {
        const query = place === null ? {} : { lon: place.lon, lat: place.lat };
        const file = new Blob([bytes], { type: 'image/jpeg' });
        await client.call(sendFieldPhoto, { params: { id, photoId }, query, bytes: file });
      },
    };
    return createFieldQueue({ store: phone.queue, line, deviceId: phone.deviceId });
  }, [client, phone]);
}

/** Copies on the phone of what the platform says: names and licences, and what became of what was sent. */
function useKept(phone: PhoneStore, client: Client) {
  const [reference, setReference] = useState<Kept['reference'] | null>(null);
  const [own, setOwn] = useState<Kept['own'] | null>(null);
  const readBack = useCallback(async () => {
    const answer = await client.read(myFieldRecords, {});
    const kept = { at: browserClock(), value: answer.data.records };
    await phone.keep('own', kept);
    setOwn(kept);
  }, [client, phone]);
  const readReference = useCallback(async () => {
    const answer = await client.read(fieldReference, {});
    const kept = { at: browserClock(), value: answer.data };
    await phone.keep('reference', kept);
    setReference(kept);
  }, [client, phone]);
  useEffect(() => {
    void phone.kept('own').then((kept) => kept !== undefined && setOwn(kept));
    void phone.kept('reference').then((kept) => {
      if (kept !== undefined) setReference(kept);
      // One of an earlier release lacks the areas.
      const isOld = kept === undefined || !('areas' in kept.value) || browserClock() - kept.at > freshMs;
      // Without a network, or a session, what is kept stays.
      if (isFramed && navigator.onLine && isOld) readReference().catch(() => undefined);
    });
  }, [phone, readReference]);
  const drop = async (name: 'own' | 'reference') => {
    await phone.drop(name);
    if (name === 'own') setOwn(null);
    else setReference(null);
  };
  return { reference: reference?.value ?? null, own, readBack, readReference, drop };
}

/** Sends what waits: at once, when the network comes back, when the page is looked at again, and after a wait. */
function useSending(queue: FieldQueue, readBack: () => Promise<void>) {
  const [entries, setEntries] = useState<readonly QueuedRecord[]>([]);
  // Before the queue has been read nobody knows that all was sent.
  const [sync, setSync] = useState<SyncState>({ at: 'sending' });
  const failures = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = useCallback(async () => setEntries(await queue.entries()), [queue]);

  const flush = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    if (!isFramed) return setSync({ at: 'signedOut' });
    if (!navigator.onLine) return setSync({ at: 'offline' });
    setSync({ at: 'sending' });
    try {
      // One window sends at a time: two would send the same records twice, and take turns in their order.
      await navigator.locks.request('kianda-campo-envio', () => queue.flush());
      failures.current = 0;
      setSync({ at: 'idle' });
      await readBack();
    } catch (error) {
      failures.current += 1;
      const why = error instanceof CallFailure ? error.message : String(error);
      setSync(navigator.onLine ? { at: 'failed', why } : { at: 'offline' });
      timer.current = setTimeout(() => void flush(), waitMs(failures.current, chance));
    } finally {
      await show();
    }
  }, [queue, readBack, show]);

  useEffect(() => {
    void show();
    void flush();
    const onLine = () => void flush();
    // Said at once, and not only when something could not be sent: a person decides by it what to do next.
    const onLost = () => setSync({ at: isFramed ? 'offline' : 'signedOut' });
    const onMessage = (event: MessageEvent) => {
      if (event.data === 'enviar') void flush();
    };
    window.addEventListener('online', onLine);
    window.addEventListener('offline', onLost);
    window.addEventListener('focus', onLine);
    navigator.serviceWorker?.addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer.current);
      window.removeEventListener('online', onLine);
      window.removeEventListener('offline', onLost);
      window.removeEventListener('focus', onLine);
      navigator.serviceWorker?.removeEventListener('message', onMessage);
    };
  }, [flush, show]);
  return { entries, sync, flush, show };
}

/** State and actions of the screens of the field: the queue of the phone, the copies it keeps, and when it sends. */
export function useField(phone: PhoneStore) {
  const client = useClient();
  const queue = useQueue(phone, client);
  const { readBack, ...kept } = useKept(phone, client);
  const { show, ...sending } = useSending(queue, readBack);
  const after = async (act: Promise<void>): Promise<void> => {
    await act;
    await show();
    void askForSync();
    void sending.flush();
  };
  return {
    phone,
    isFramed,
    ...kept,
    ...sending,
    add(payload: FieldPayload, photos: readonly QueuedPhoto[]) {
      const capturedAt = new Date(browserClock()).toISOString();
      return after(queue.add({ id: crypto.randomUUID(), capturedAt, payload, photos }));
    },
    change: (record: SentRecord, photos: readonly QueuedPhoto[]) => after(queue.change(record, photos)),
    take: (records: readonly SentRecord[]) => after(queue.take(records)),
    resolve: (id: string, whose: 'mine' | 'theirs') => after(queue.resolve(id, whose)),
    discard: (id: string) => after(queue.discard(id)),
  };
}

/** Asks the browser to wake the page when the network is back, where it can (Chromium). */
async function askForSync(): Promise<void> {
  const ready = (await navigator.serviceWorker?.getRegistration()) as
    | (ServiceWorkerRegistration & { readonly sync?: { register(tag: string): Promise<void> } })
    | undefined;
  await ready?.sync?.register('kianda-campo').catch(() => undefined);
}
