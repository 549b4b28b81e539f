import { createECDH, hkdfSync } from 'node:crypto';
import { createHttpClient, ProviderError } from '@kianda/connectors';
import { authority } from '@kianda/connectors/core/guard';
import webpush from 'web-push';
import type { Clock } from '../../../platform/clock/clock.ts';
import { DeliveryError } from '../delivery/index.ts';

/** Push subscription of a browser: its address and its keys. */
export type Subscription = {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
};
export type PushText = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string };
export type SendPush = (subscription: Subscription, text: PushText) => Promise<void>;

/** Order of the group of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const timeoutMs = 15_000;
/** A push service keeps what it can't hand over for this long. */
const ttlSeconds = 86_400;
/** Fits into one record of every push service, umlauts and encryption included. */
const maxBodyLength = 600;

/**
 * Key pair by which push services know this installation (RFC 8292), base64url. Derived from the master secret, as every
 * other key: it is outside the database, the same in every process, and survives a restored database. 48 bytes are drawn
 * so that the remainder is even (FIPS 186-5 §A.2.1).
 */
export function vapidKeys(masterKey: Uint8Array): { readonly publicKey: string; readonly privateKey: string } {
  const wide = Buffer.from(hkdfSync('sha256', masterKey, new Uint8Array(0), 'kianda/notifications/vapid/v1', 48));
  const scalar = (BigInt(`0x${wide.toString('hex')}`) % (order - 1n)) + 1n;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey: ecdh.getPrivateKey('base64url').padStart(43, 'A') };
}

/**
 * Writes to browsers by Web Push (RFC 8030, 8291, 8292). The address comes from a browser, the network is the server's:
 * no redirect is followed and no private address dialled. Throws `DeliveryError`, `permanent` where the browser is gone.
 */
export function createPush(options: {
  masterKey: Uint8Array;
  /** `mailto:` or `https:` address that a push service may complain to. */
  subject: () => string;
  userAgent: () => string;
  allowPrivateHosts: readonly string[];
  clock: Clock;
  random: () => number;
}): { readonly publicKey: string; readonly send: SendPush } {
  const keys = vapidKeys(options.masterKey);

  return {
    publicKey: keys.publicKey,
    async send({ endpoint, keys: subscriptionKeys }, text) {
      const payload = JSON.stringify({ ...text, body: text.body.slice(0, maxBodyLength) });
      const details = webpush.generateRequestDetails({ endpoint, keys: subscriptionKeys }, payload, {
        vapidDetails: { subject: options.subject(), ...keys },
        TTL: ttlSeconds,
        urgency: 'high',
        contentEncoding: 'aes128gcm',
      });
      const headers = Object.fromEntries(
        Object.entries(details.headers)
          .filter(([name]) => name.toLowerCase() !== 'content-length')
          .map(([name, value]) => [name, String(value)]),
      );
      const client = createHttpClient({
        userAgent: options.userAgent(),
        allowedHosts: [authority(new URL(endpoint))],
        allowPrivateHosts: options.allowPrivateHosts,
        nowMs: () => options.clock.nowMs(),
        random: options.random,
        maxAttempts: 1,
        maxRedirects: 0,
        maxBytes: 65_536,
        timeoutMs,
      });
      try {
        await client.request({ url: endpoint, method: 'POST', headers, body: details.body });
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        // 404 and 410: the person withdrew, or the browser is gone (RFC 8030 §7.3).
        const isGone = error.status === 404 || error.status === 410;
        throw new DeliveryError(isGone ? 'O navegador deixou de aceitar avisos' : error.message, {
          permanent: isGone || error.failure === 'blocked',
          retryAfterSeconds: error.retryAfterSeconds,
          cause: error,
        });
      } finally {
        await client.close();
      }
    },
  };
}
