import type { DataOf } from '@kianda/contract';
import { dropFieldPush, fieldPush, keepFieldPush } from '@kianda/contract/ingestion/field/field.contract';
import { subscribeToPush } from '@kianda/ui/push/push-subscription.ts';
import { useCallback, useEffect, useState } from 'react';
import { CallFailure, type Client } from '../client/client.ts';
import { useClient } from '../client/use-read.ts';
import { browserClock } from '../platform/clock.ts';
import { type PushFacts, type PushState, pushStateOf } from './push-state.ts';
import type { PhoneStore } from './queue/phone-store.ts';

type Listed = DataOf<typeof fieldPush>['devices'];
export type FieldPush = ReturnType<typeof useFieldPush>;

const canPush = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Tells the platform of this phone, and keeps the number that it has there. */
async function register(phone: PhoneStore, client: Client, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  const kept = await phone.kept('push');
  if (endpoint === undefined || p256dh === undefined || auth === undefined || kept === undefined) return;
  const { data } = await client.call(keepFieldPush, { body: { endpoint, keys: { p256dh, auth } } });
  await phone.keep('push', { at: browserClock(), value: { ...kept.value, deviceId: data.id } });
}

/**
 * Answers by push on this phone, through the platform's own web push. With a session the key is read once a visit; a phone
 * that subscribed in its own window, where there is none, is told to the platform then.
 */
export function useFieldPush(phone: PhoneStore, isFramed: boolean) {
  const client = useClient();
  const [state, setState] = useState<PushState | null>(null);
  const [device, setDevice] = useState<Listed[number] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const mayAsk = isFramed && navigator.onLine;

  const look = useCallback(
    async (listed: Listed | null) => {
      const [kept, subscription] = await Promise.all([phone.kept('push'), canPush ? ownSubscription() : null]);
      const deviceId = kept?.value.deviceId ?? null;
      const facts: PushFacts = {
        ...{ isFramed, canPush, deviceId },
        permission: canPush ? Notification.permission : 'denied',
        hasKey: kept !== undefined,
        isSubscribed: subscription !== null,
        listed: listed?.map(({ id }) => id) ?? null,
      };
      const next = pushStateOf(facts);
      setState(next);
      setDevice(listed?.find(({ id }) => id === deviceId) ?? null);
      return { next, subscription };
    },
    [phone, isFramed],
  );
  const readBack = useCallback(async () => {
    const { key, devices } = (await client.read(fieldPush, {})).data;
    const kept = await phone.kept('push');
    if (kept?.value.key !== key) await phone.keep('push', { at: browserClock(), value: { key, deviceId: null } });
    const { next, subscription } = await look(devices);
    if (next !== 'pending' || subscription === null) return;
    await register(phone, client, subscription);
    await look((await client.read(fieldPush, {})).data.devices);
  }, [client, phone, look]);
  const during = useCallback(async (act: () => Promise<void>) => {
    setFailure(null);
    try {
      await act();
    } catch (error) {
      setFailure(error instanceof CallFailure ? error.message : String(error));
    }
  }, []);
  useEffect(() => {
    void during(async () => {
      await look(null);
      // Without a network, or a session, what is known stays.
      if (mayAsk && canPush) await readBack();
    });
  }, [during, look, readBack, mayAsk]);

  return {
    ...{ state, device, failure },
    /** Asks the person and the browser; only in a window of its own. */
    subscribe: () =>
      during(async () => {
        const kept = await phone.kept('push');
        if (kept === undefined) return;
        const asked = await subscribeToPush(window, kept.value.key);
        await look(null);
        if (asked.state === 'failed' || asked.state === 'unsupported') setState('unsupported');
      }),
    /** Takes over a phone that gets the answers of another account, or that was removed there. */
    takeOver: () =>
      during(async () => {
        const subscription = await ownSubscription();
        if (subscription !== null) await register(phone, client, subscription);
        await readBack();
      }),
    stop: () =>
      during(async () => {
        await (await ownSubscription())?.unsubscribe();
        const kept = await phone.kept('push');
        if (kept !== undefined) await phone.keep('push', { ...kept, value: { ...kept.value, deviceId: null } });
        const id = kept?.value.deviceId ?? null;
        // Without a session the push service says so itself, at the next answer.
        if (id !== null && mayAsk) await client.call(dropFieldPush, { params: { id } });
        await look(null);
      }),
  };
}
