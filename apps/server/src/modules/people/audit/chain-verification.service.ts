import type { Platform } from '../../../platform/module.ts';
import * as repository from './audit.repository.ts';
import { type ChainHash, genesisHash, sameHash } from './chain.rules.ts';
import { type Checkpoint, readCheckpoint } from './checkpoint.files.ts';

const VERIFY_BATCH = 5000;

export type AuditVerification = {
  readonly intact: boolean;
  /** Events read before the first fault, or all of them. */
  readonly checked: number;
  readonly headSeq: number;
  /** `edited`: content differs from its hash; `missing`: a gap; `truncated`: the chain ends before the checkpoint. */
  readonly fault: { readonly kind: 'edited' | 'missing' | 'truncated'; readonly seq: number } | null;
  /** Last event whose loss would be noticed; later events are covered by the next checkpoint only. */
  readonly checkpointSeq: number | null;
};

type Chain = {
  readonly database: Parameters<typeof repository.eventsAfter>[0];
  readonly storage: Platform['storage'];
  readonly key: Uint8Array;
  readonly chainHash: ChainHash;
};

/** Recomputes the whole chain and compares it with the newest checkpoint. Stops at the first fault. */
export async function verifyChain(
  { database, storage, key, chainHash }: Chain,
  onBatch?: (checked: number) => Promise<void>,
): Promise<AuditVerification> {
  const checkpoint = await readCheckpoint(storage, key);
  let last: repository.Head = { seq: 0, hash: genesisHash };
  const result = (fault: AuditVerification['fault']): AuditVerification => ({
    intact: fault === null,
    checked: last.seq,
    headSeq: last.seq,
    fault,
    checkpointSeq: checkpoint?.seq ?? null,
  });
  // The database reads the next batch while this one is hashed; the fault reported is that of the first broken link.
  const readAfter = (seq: number) => {
    const reading = repository.eventsAfter(database, seq, VERIFY_BATCH);
    // A fault may leave it unread.
    reading.catch(() => undefined);
    return reading;
  };
  let next = readAfter(last.seq);
  for (;;) {
    const batch = await next;
    const newest = batch.at(-1);
    if (newest !== undefined && batch.length === VERIFY_BATCH) next = readAfter(newest.seq);
    for (const { hash, ...event } of batch) {
      if (event.seq !== last.seq + 1) return result({ kind: 'missing', seq: last.seq + 1 });
      if (!sameHash(hash, chainHash(last.hash, event))) return result({ kind: 'edited', seq: event.seq });
      if (event.seq === checkpoint?.seq && !sameHash(hash, checkpoint.hash)) {
        return result({ kind: 'truncated', seq: event.seq });
      }
      last = { seq: event.seq, hash };
    }
    if (batch.length < VERIFY_BATCH) break;
    await onBatch?.(last.seq);
  }
  return result(endsBefore(last, checkpoint) ? { kind: 'truncated', seq: last.seq + 1 } : null);
}

function endsBefore(last: repository.Head, checkpoint: Checkpoint | null): boolean {
  return checkpoint !== null && last.seq < checkpoint.seq;
}
