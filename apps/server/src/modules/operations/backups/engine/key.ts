import { hkdfSync } from 'node:crypto';

/** The 32 bytes that backups are sealed with, and the name they go by. */
export type BackupKey = {
  readonly bytes: Uint8Array;
  /** 8 bytes that identify the key and reveal nothing about it. */
  readonly fingerprint: Buffer;
};

/** Fingerprint of a key, derived one way and for another purpose than sealing. */
export function backupKeyOf(bytes: Uint8Array): BackupKey {
  if (bytes.byteLength !== 32) throw new RangeError(`backup key: received ${bytes.byteLength} bytes, expected 32`);
  const fingerprint = hkdfSync('sha256', bytes, Buffer.alloc(0), 'kianda/backup/fingerprint/v1', 8);
  return { bytes, fingerprint: Buffer.from(fingerprint) };
}

/** `a1b2-c3d4-e5f6-0718` */
export function fingerprintText(fingerprint: Uint8Array): string {
  return Buffer.from(fingerprint).toString('hex').match(/.{4}/g)?.join('-') ?? '';
}
