import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import type { StorageAudit } from '../storage.types.ts';
import { anonymousCaller } from './s3-keys.ts';

const gatheredMs = 60_000;
/** Entries of the trail for one minute; what is beyond them is told in one more. */
const mostEntries = 20;
/** Different reads that are told apart in one minute: more would be memory that strangers decide about. */
const mostApart = 5_000;

export type AnonymousRead = {
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly bucket: string;
  /** Empty for a list of the area. */
  readonly key: string;
};
type Counted = AnonymousRead & { reads: number };

export type AnonymousReads = ReturnType<typeof createAnonymousReads>;

/**
 * Counts what is read without a signature, where a policy opens it, by address, area and object, and writes the counts to
 * the audit trail once a minute: one entry for each read would let strangers fill it.
 */
export function createAnonymousReads(options: { audit: StorageAudit; clock: Clock; log: Logger }) {
  const { audit, clock, log } = options;
  let counts = new Map<string, Counted>();
  let beyond = 0;
  let sinceMs = 0;
  let timer: NodeJS.Timeout | null = null;

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const gathered = [...counts.values()].toSorted((a, b) => b.reads - a.reads);
    const window = {
      from: new Date(sinceMs).toISOString(),
      seconds: Math.max(1, Math.round((clock.nowMs() - sinceMs) / 1000)),
    };
    const rest = gathered.slice(mostEntries);
    const restReads = rest.reduce((sum, { reads }) => sum + reads, beyond);
    counts = new Map();
    beyond = 0;
    for (const one of gathered.slice(0, mostEntries)) await audit.record(entryOf(one, { reads: one.reads, ...window }));
    if (restReads === 0) return;
    const more = { addresses: new Set(rest.map(({ ipAddress }) => ipAddress)).size, objects: rest.length };
    const others = { ipAddress: '', userAgent: '', bucket: '*', key: '' };
    await audit.record(entryOf(others, { reads: restReads, ...more, ...window }));
  }

  const flushSafely = () =>
    flush().catch((error: unknown) => log.error({ err: error }, 'leituras anónimas não gravadas na auditoria'));

  return {
    count(read: AnonymousRead): void {
      if (counts.size === 0 && beyond === 0) sinceMs = clock.nowMs();
      timer ??= setTimeout(() => void flushSafely(), gatheredMs).unref();
      const name = JSON.stringify([read.ipAddress, read.bucket, read.key]);
      const known = counts.get(name);
      if (known !== undefined) known.reads += 1;
      else if (counts.size < mostApart) counts.set(name, { ...read, reads: 1 });
      else beyond += 1;
    },
    /** Writes what was counted so far. */
    stop: flushSafely,
  };
}

function entryOf(
  { ipAddress, userAgent, bucket, key }: AnonymousRead,
  facts: NonNullable<AuditEntry['metadata']>,
): AuditEntry {
  return {
    event: 'data.access',
    severity: 'low',
    actorId: null,
    actorName: anonymousCaller.principal.name,
    resource: `storage/${bucket}${key === '' ? '' : `/${key}`}`.slice(0, 254),
    ipAddress,
    userAgent,
    metadata: { act: 'anonymous-read', ...facts },
  };
}
