import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { AuditMetadata } from '@kianda/contract/audit/audit';
import { ed25519Pair, type SigningPair } from '../../platform/crypto/ed25519.ts';

/** One row as the chain sees it: everything but its own hash. */
export type ChainedEvent = {
  readonly seq: number;
  readonly occurredAt: string;
  readonly event: string;
  readonly severity: string;
  readonly actorId: string | null;
  readonly actorName: string;
  readonly resource: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly metadata: AuditMetadata;
};

/** What the first event is chained to. */
export const genesisHash: Uint8Array = new Uint8Array(32);

/**
 * Key of the chain (32 bytes), derived from the platform's master key by HKDF-SHA-256. It never enters the database:
 * whoever may write there can recompute a chain of plain hashes, not this one.
 */
export function chainKey(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), 'kianda/audit/chain/v1', 32));
}

/** Pair that signs exports, derived likewise: whoever may write to the database can't sign one. */
export function exportPair(masterKey: Uint8Array): SigningPair {
  return ed25519Pair(new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), 'kianda/audit/export/v1', 32)));
}

/** HMAC-SHA-256 of the previous hash and the event in canonical JSON (32 bytes). */
export function chainHash(key: Uint8Array, previous: Uint8Array, event: ChainedEvent): Uint8Array {
  return createHmac('sha256', key).update(previous).update(canonicalJson(event)).digest();
}

export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

/** JSON with sorted keys and no blanks, so that a value has one text however the database stores it. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
