export type PushOutcome =
  | {
      readonly state: 'subscribed';
      readonly endpoint: string;
      readonly keys: { readonly p256dh: string; readonly auth: string };
    }
  | { readonly state: 'unsupported' | 'denied' | 'failed' };

/** Bytes of base64url text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/**
 * Asks the person, then the browser's push service, for a subscription to messages of the server with this key. A
 * subscription for another key (of another installation at this address) is given up first.
 */
export async function subscribeToPush(view: Window, serverKey: string): Promise<PushOutcome> {
  const { serviceWorker } = view.navigator;
  if (serviceWorker === undefined || !('PushManager' in view) || !('Notification' in view))
    return { state: 'unsupported' };
  const registration = await serviceWorker.getRegistration();
  if (registration === undefined) return { state: 'unsupported' };
  if ((await Notification.requestPermission()) !== 'granted') return { state: 'denied' };
  try {
    const applicationServerKey = bytesOf(serverKey);
    const before = await registration.pushManager.getSubscription();
    if (before !== null && !isFor(before, applicationServerKey)) await before.unsubscribe();
    const { endpoint, keys } = (
      await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    ).toJSON();
    const { p256dh, auth } = keys ?? {};
    if (endpoint === undefined || p256dh === undefined || auth === undefined) return { state: 'failed' };
    return { state: 'subscribed', endpoint, keys: { p256dh, auth } };
  } catch (error) {
    console.warn('kianda: avisos por subscrever', error);
    return { state: 'failed' };
  }
}

function isFor({ options }: PushSubscription, key: Uint8Array): boolean {
  if (options.applicationServerKey === null) return false;
  const own = new Uint8Array(options.applicationServerKey);
  return own.length === key.length && own.every((byte, index) => byte === key[index]);
}
