import { createDecipheriv, createECDH, createHash, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Keys of a browser: those it gives away, and those it keeps. */
export type BrowserKeys = { readonly publicKey: Buffer; readonly privateKey: Buffer; readonly auth: Buffer };

export function newBrowserKeys(): BrowserKeys {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  return { publicKey, privateKey: ecdh.getPrivateKey(), auth: randomBytes(16) };
}

/**
 * Decrypts a message as a browser does: RFC 8291 over `aes128gcm` of RFC 8188, one record. Written from the RFCs, apart
 * from the library that encrypts, and tried on their example. Throws where the tag does not fit.
 */
export function decrypt({ publicKey, privateKey, auth }: BrowserKeys, body: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  const shared = ecdh.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const keyMaterial = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', keyMaterial, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', keyMaterial, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends in 2, then zeros.
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** Claims of the token that a sender proves itself with (RFC 8292). Throws where its signature or form is not right. */
export function vapidClaims(authorization: string): { readonly key: string; readonly claims: Record<string, unknown> } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [header = '', payload = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${payload}`),
    { key: createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('the token is not signed by its key');
  return { key, claims: JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) };
}

type Pushed = { readonly headers: IncomingHttpHeaders; readonly body: Buffer };

/** A push service on a free port that keeps what it takes, and answers `status`. */
export async function startPushService() {
  const pushed: Pushed[] = [];
  const state = { status: 201 };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      pushed.push({ headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    pushed,
    state,
    /** A browser's subscription. */
    subscriptionOf: ({ publicKey, auth }: BrowserKeys) => ({
      endpoint: `http://127.0.0.1:${port}/push/${createHash('sha256').update(publicKey).digest('base64url')}`,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
