import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { AuditMetadata } from '@kianda/contract/people/audit/audit';
import { ed25519Pair, type SigningPair } from '../../../platform/crypto/ed25519.ts';

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

/** The hash that the first event is chained to. */
export const genesisHash: Uint8Array = new Uint8Array(32);

/**
 * Key of the chain (32 bytes), derived from the platform's master key by HKDF-SHA-256. It never enters the database:
 * an account that may write there can recompute a chain of plain hashes, not this one.
 */
export function chainKey(masterKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), 'kianda/audit/chain/v1', 32));
}

/** Pair that signs exports, derived likewise: write access to the database is not enough to sign one. */
export function exportPair(masterKey: Uint8Array): SigningPair {
  return ed25519Pair(new Uint8Array(hkdfSync('sha256', masterKey, new Uint8Array(0), 'kianda/audit/export/v1', 32)));
}

const hashBytes = 32;
const blockBytes = 64;

/** Hash of an event and the one before it (32 bytes each). */
export type ChainHash = (previous: Uint8Array, event: ChainedEvent) => Uint8Array;

/**
 * HMAC-SHA-256 (RFC 2104) of the previous hash and the event in canonical JSON. The key's two blocks are made once:
 * `createHmac` makes a key object of it for each event, which took two thirds of a verification.
 */
export function createChainHash(key: Uint8Array): ChainHash {
  if (key.byteLength > blockBytes)
    throw new RangeError(`a key of ${blockBytes} bytes at most; received ${key.byteLength}`);
  const padded = (pad: number, rest: number) => {
    const bytes = Buffer.alloc(blockBytes + rest, pad);
    for (const [index, byte] of key.entries()) bytes[index] = byte ^ pad;
    return bytes.fill(0, blockBytes);
  };
  let inner = padded(0x36, hashBytes + 4_096);
  const outer = padded(0x5c, hashBytes);
  return (previous, event) => {
    const text = eventJson(event);
    // A UTF-16 unit takes three bytes at most.
    const most = blockBytes + previous.byteLength + text.length * 3;
    if (inner.byteLength < most) inner = padded(0x36, most * 2);
    inner.set(previous, blockBytes);
    const begin = blockBytes + previous.byteLength;
    const end = begin + inner.write(text, begin);
    outer.set(hash('sha256', inner.subarray(0, end), 'buffer'), blockBytes);
    return hash('sha256', outer, 'buffer');
  };
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

/** The `canonicalJson` of an event, without sorting the same ten names each time. */
function eventJson(event: ChainedEvent): string {
  const text = JSON.stringify;
  const {
    actorId,
    actorName,
    event: name,
    ipAddress,
    metadata,
    occurredAt,
    resource,
    seq,
    severity,
    userAgent,
  } = event;
  return `{"actorId":${actorId === null ? 'null' : text(actorId)},"actorName":${text(actorName)},"event":${text(name)},"ipAddress":${text(ipAddress)},"metadata":${canonicalJson(metadata)},"occurredAt":${text(occurredAt)},"resource":${text(resource)},"seq":${seq},"severity":${text(severity)},"userAgent":${text(userAgent)}}`;
}
