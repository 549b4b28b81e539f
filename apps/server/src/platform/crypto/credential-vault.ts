import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const nonceBytes = 12;
const tagBytes = 16;

/** Seals provider credentials with AES-256-GCM under a key derived from the master secret, bound to their place. */
export function createCredentialVault(masterKey: Uint8Array) {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', masterKey, Buffer.alloc(0), use, 32));
  const key = keyFor('kianda/connector-credentials');
  const markKey = keyFor('kianda/connector-credentials-mark');
  return {
    seal(connectorId: string, name: string, secret: string): Buffer {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(connectorId, name));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    /** Distinguishes one set of credentials from another; without the master secret it does not reveal them. */
    markOf(connectorId: string, credentials: Readonly<Record<string, string>>): string {
      const set = Object.entries(credentials).toSorted(([a], [b]) => (a < b ? -1 : 1));
      return createHmac('sha256', markKey)
        .update(JSON.stringify([connectorId, set]))
        .digest('base64url');
    },
    /** Throws when the bytes were altered, moved to another connector, or sealed under another master secret. */
    open(connectorId: string, name: string, bytes: Buffer): string {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes))
        .setAAD(associatedData(connectorId, name))
        .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}

export type CredentialVault = ReturnType<typeof createCredentialVault>;

/** A sealed value copied to another row must not open there. */
function associatedData(connectorId: string, name: string): Buffer {
  return Buffer.from(`${connectorId}/${name}`);
}
