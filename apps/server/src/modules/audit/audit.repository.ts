import type { AuditMetadata } from '@kianda/contract/audit/audit';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import type { ChainedEvent } from './audit.chain.ts';

/** Any fixed number: appends wait for each other, so that the chain never forks. */
const APPEND_LOCK = 7_305_116_402;

export type Head = { readonly seq: number; readonly hash: Uint8Array };
export type StoredEvent = ChainedEvent & { readonly hash: Uint8Array };

type Row = {
  seq: number;
  occurred_at: Date;
  event: string;
  severity: string;
  actor_id: string | null;
  actor_name: string;
  resource: string;
  ip_address: string;
  user_agent: string;
  metadata: AuditMetadata;
  hash: Uint8Array;
};

/** Holds off other appends until the transaction of `database` ends. */
export async function lockAppends(database: QueryExecutorProvider): Promise<void> {
  await sql`select pg_advisory_xact_lock(${APPEND_LOCK})`.execute(database);
}

/** Newest event, null when there is none. */
export async function head(database: QueryExecutorProvider): Promise<Head | null> {
  const { rows } = await sql<Head>`select seq, hash from audit.events order by seq desc limit 1`.execute(database);
  return rows[0] ?? null;
}

export async function append(database: QueryExecutorProvider, event: StoredEvent): Promise<void> {
  await sql`
    insert into audit.events (seq, occurred_at, event, severity, actor_id, actor_name, resource, ip_address,
      user_agent, metadata, hash)
    values (${event.seq}, ${event.occurredAt}, ${event.event}, ${event.severity}, ${event.actorId},
      ${event.actorName}, ${event.resource}, ${event.ipAddress}, ${event.userAgent},
      ${JSON.stringify(event.metadata)}::jsonb, ${Buffer.from(event.hash)})
  `.execute(database);
}

/** Events after `seq`, in order. */
export async function eventsAfter(
  database: QueryExecutorProvider,
  seq: number,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const { rows } = await sql<Row>`
    select * from audit.events where seq > ${seq} order by seq limit ${limit}
  `.execute(database);
  return rows.map(storedEvent);
}

export type EventFilter = {
  readonly event: string | null;
  readonly severity: string | null;
  readonly actorId: string | null;
  readonly search: string | null;
  readonly from: Date | null;
  readonly to: Date | null;
};

/** One page of the events that match, newest first, and how many match in all. */
export async function eventPage(
  database: QueryExecutorProvider,
  filter: EventFilter,
  offset: number,
  limit: number,
): Promise<{ rows: readonly StoredEvent[]; total: number }> {
  const where = conditionsOf(filter);
  const { rows } = await sql<Row>`
    select * from audit.events where ${where} order by seq desc offset ${offset} limit ${limit}
  `.execute(database);
  const counted = await sql<{ total: number }>`select count(*) as total from audit.events where ${where}`.execute(
    database,
  );
  return { rows: rows.map(storedEvent), total: Number(counted.rows[0]?.total ?? 0) };
}

function conditionsOf({ event, severity, actorId, search, from, to }: EventFilter): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (event !== null) conditions.push(sql`event = ${event}`);
  if (severity !== null) conditions.push(sql`severity = ${severity}`);
  if (actorId !== null) conditions.push(sql`actor_id = ${actorId}`);
  if (from !== null) conditions.push(sql`occurred_at >= ${from}`);
  if (to !== null) conditions.push(sql`occurred_at <= ${to}`);
  if (search !== null && search !== '') {
    // Its own wildcards stand for themselves.
    const pattern = `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
    conditions.push(sql`(actor_name ilike ${pattern} or resource ilike ${pattern} or ip_address ilike ${pattern})`);
  }
  return sql.join(conditions, sql` and `);
}

function storedEvent(row: Row): StoredEvent {
  return {
    seq: row.seq,
    occurredAt: row.occurred_at.toISOString(),
    event: row.event,
    severity: row.severity,
    actorId: row.actor_id,
    actorName: row.actor_name,
    resource: row.resource,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    metadata: row.metadata,
    hash: row.hash,
  };
}
