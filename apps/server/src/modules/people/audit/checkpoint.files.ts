import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { ObjectStorage } from '../../../platform/storage/object-storage.ts';
import type { Head } from './audit.repository.ts';
import { canonicalJson, sameHash } from './chain.rules.ts';

const prefix = 'audit/checkpoints/';

const checkpointSchema = z.object({
  seq: z.number().int().nonnegative(),
  hash: z.hex(),
  takenAt: z.iso.datetime(),
  mac: z.hex(),
});

/** Where the chain stood at an instant, signed and kept outside the database: what a cut tail is measured against. */
export type Checkpoint = { readonly seq: number; readonly hash: Uint8Array; readonly takenAt: string };

function macOf(key: Uint8Array, seq: number, hash: string, takenAt: string): Uint8Array {
  return createHmac('sha256', key)
    .update(`checkpoint${canonicalJson({ seq, hash, takenAt })}`)
    .digest();
}

/** Writes the head of the chain to object storage: one object a day, replaced through the day. */
export async function writeCheckpoint(
  storage: ObjectStorage,
  key: Uint8Array,
  head: Head,
  takenAt: string,
): Promise<void> {
  const hash = Buffer.from(head.hash).toString('hex');
  const mac = Buffer.from(macOf(key, head.seq, hash, takenAt)).toString('hex');
  const text = JSON.stringify({ seq: head.seq, hash, takenAt, mac });
  await storage.put(`${prefix}${takenAt.slice(0, 10)}.json`, Buffer.from(text), 'application/json');
}

/** The newest checkpoint; null when there is none. Throws on one whose signature does not match. */
export async function readCheckpoint(storage: ObjectStorage, key: Uint8Array): Promise<Checkpoint | null> {
  let newest: string | null = null;
  for await (const { key: name } of storage.list(prefix)) if (newest === null || name > newest) newest = name;
  const bytes = newest === null ? null : await storage.get(newest);
  if (bytes === null) return null;
  const { seq, hash, takenAt, mac } = checkpointSchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  if (!sameHash(macOf(key, seq, hash, takenAt), Buffer.from(mac, 'hex'))) {
    throw new Error(`audit checkpoint ${newest}: signature does not match, expected one made with this master key`);
  }
  return { seq, hash: Buffer.from(hash, 'hex'), takenAt };
}
