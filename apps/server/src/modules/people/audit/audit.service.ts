import type { DataOf, QueryOf } from '@kianda/contract';
import type { AuditEntry, AuditEventName, AuditSeverity } from '@kianda/contract/people/audit/audit';
import type { listAuditEvents } from '@kianda/contract/people/audit/audit.contract';
import type { QueryExecutorProvider } from 'kysely';
import { nowIso } from '../../../platform/clock/clock.ts';
import { listPageOf, pageAnswer } from '../../../platform/db/list-query.ts';
import type { Platform } from '../../../platform/module.ts';
import * as repository from './audit.repository.ts';
import { chainKey, createChainHash, genesisHash } from './chain.rules.ts';
import { type AuditVerification, verifyChain } from './chain-verification.service.ts';
import { writeCheckpoint } from './checkpoint.files.ts';
import { cleanMetadata, cleanText } from './clean.rules.ts';

export type { AuditVerification };
export type AuditService = ReturnType<typeof createAuditService>;

/** The append-only, hash-chained trail of acts. `masterKey`: at least 32 bytes. */
export function createAuditService({ platform, masterKey }: { platform: Platform; masterKey: Uint8Array }) {
  const { clock, storage } = platform;
  const database = platform.database.for<Record<never, never>>();
  const key = chainKey(masterKey);
  const chainHash = createChainHash(key);

  async function appendIn(transaction: QueryExecutorProvider, entry: AuditEntry): Promise<void> {
    await repository.lockAppends(transaction);
    const last = await repository.head(transaction);
    const event = {
      seq: (last?.seq ?? 0) + 1,
      occurredAt: nowIso(clock),
      event: entry.event,
      severity: entry.severity,
      actorId: entry.actorId,
      actorName: cleanText(entry.actorName, 254),
      resource: cleanText(entry.resource, 254),
      ipAddress: cleanText(entry.ipAddress, 64),
      userAgent: cleanText(entry.userAgent, 512),
      metadata: cleanMetadata(entry.metadata ?? {}),
    };
    await repository.append(transaction, { ...event, hash: chainHash(last?.hash ?? genesisHash, event) });
  }

  /**
   * Appends an event; with `transaction` it is stored only together with the change it describes. Appends wait for each
   * other until their transactions end: record last. The transaction must be READ COMMITTED, the default.
   */
  async function record(entry: AuditEntry, transaction?: QueryExecutorProvider): Promise<void> {
    if (transaction !== undefined) return appendIn(transaction, entry);
    await database.transaction().execute((ownTransaction) => appendIn(ownTransaction, entry));
  }

  /** Recomputes the whole chain; `onBatch` gets the number of events checked so far. */
  const verify = (onBatch?: (checked: number) => Promise<void>): Promise<AuditVerification> =>
    verifyChain({ database, storage, key, chainHash }, onBatch);

  /** Number and hash of the newest event, as documents quote them; null before the first. */
  async function head(): Promise<{ seq: number; hash: string } | null> {
    const last = await repository.head(database);
    return last === null ? null : { seq: last.seq, hash: Buffer.from(last.hash).toString('hex') };
  }

  /** Stores the head of the chain outside the database; nothing while there is no event. */
  async function checkpoint(): Promise<{ seq: number }> {
    const last = await repository.head(database);
    if (last === null) return { seq: 0 };
    await writeCheckpoint(storage, key, last, nowIso(clock));
    return { seq: last.seq };
  }

  /** The trail as people read it, without the hashes that chain it. */
  async function list(query: QueryOf<typeof listAuditEvents>): Promise<DataOf<typeof listAuditEvents>> {
    const { rows, total } = await repository.eventPage(database, listPageOf(query));
    const data = rows.map(({ hash: _hash, event: name, severity: grade, metadata, ...row }) => ({
      ...row,
      event: name as AuditEventName,
      severity: grade as AuditSeverity,
      metadata: { ...metadata },
    }));
    return pageAnswer(data, total, query);
  }

  /** When an account got its present role, and from whom; null where the trail does not say. */
  async function roleChange(accountId: string): Promise<{ at: string; by: string; event: string } | null> {
    const event = await repository.latestRoleChange(database, `user/${accountId}`);
    return event === null ? null : { at: event.occurredAt, by: event.actorName, event: event.event };
  }

  /** Events in which an account acted. */
  const countByActor = (accountId: string) => repository.countByActor(database, accountId);

  const countSince = (event: AuditEventName, since: Date) => repository.countSince(database, event, since);

  /** Events of the names given, the newest first. */
  const eventsOf = (query: repository.EventQuery) => repository.eventsOf(database, query);

  return { record, verify, head, checkpoint, list, roleChange, countByActor, countSince, eventsOf };
}
