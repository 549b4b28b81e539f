import type { FilterValues, SortOf } from '@kianda/contract/core/resource';
import type { AuditEventName, AuditMetadata } from '@kianda/contract/people/audit/audit';
import type { auditResource } from '@kianda/contract/people/audit/audit.resource';
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { type Conditions, conditionOf, containing, type ListPage, listPage } from '../../../platform/db/list-query.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { ChainedEvent } from './chain.rules.ts';

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

type EventFilters = FilterValues<typeof auditResource>;
type EventSort = SortOf<typeof auditResource>;

/** Mildest first in ascending order. */
const severityRank = sql`array_position(ARRAY['low', 'medium', 'high', 'critical'], severity)`;

/** The order of the chain is that of time, and has the index. */
const eventSorts: Readonly<Record<EventSort, RawBuilder<unknown>>> = {
  at: sql`seq`,
  severity: severityRank,
  event: sql`event`,
  actor: sql`nullif(actor_name, '')`,
  resource: sql`resource`,
};

const eventConditions: Conditions<EventFilters> = {
  event: (event) => sql`event = ${event}`,
  severity: (severity) => sql`severity = ${severity}`,
  actorId: (actorId) => sql`actor_id = ${actorId}`,
  actor: (actor) => (actor === '' ? null : sql`actor_name ilike ${containing(actor)}`),
  resource: (start) => (start === '' ? null : sql`starts_with(resource, ${start})`),
  search: (text) => {
    const pattern = containing(text);
    return text === ''
      ? null
      : sql`(actor_name ilike ${pattern} or resource ilike ${pattern} or ip_address ilike ${pattern}
          or metadata::text ilike ${pattern})`;
  },
  from: (from) => sql`occurred_at >= ${new Date(from)}`,
  to: (to) => sql`occurred_at <= ${new Date(to)}`,
};

/** One page of the events that match, in order, and how many match in all. */
export async function eventPage(
  database: QueryExecutorProvider,
  page: ListPage<EventFilters, EventSort>,
): Promise<{ rows: readonly StoredEvent[]; total: number }> {
  const { rows, total } = await listPage<Row>(database, {
    from: sql`audit.events`,
    where: conditionOf(eventConditions, page.filters),
    by: eventSorts[page.sort],
    tie: sql`seq desc`,
    page,
  });
  return { rows: rows.map(storedEvent), total };
}

export type TrailEvent = Omit<StoredEvent, 'hash'>;

export type EventQuery = {
  /** Alternatives: an event, and what its resource begins with. */
  readonly kinds: readonly { readonly event: AuditEventName; readonly resource?: string }[];
  readonly actorId?: string | undefined;
  readonly ipAddress?: string | undefined;
  readonly resource?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly first: number;
  readonly max: number;
};

/** Events of the kinds given, the newest first. */
export async function eventsOf(database: QueryExecutorProvider, query: EventQuery): Promise<readonly TrailEvent[]> {
  if (query.kinds.length === 0) return [];
  // An account that is none has done nothing: clients of other systems ask by a name, too.
  if (query.actorId !== undefined && !isUuid(query.actorId)) return [];
  const kinds = query.kinds.map(
    ({ event, resource = '' }) => sql`(event = ${event} and starts_with(resource, ${resource}))`,
  );
  const conditions = [
    sql`(${sql.join(kinds, sql` or `)})`,
    ...(query.actorId === undefined ? [] : [sql`actor_id = ${query.actorId}`]),
    ...(query.ipAddress === undefined ? [] : [sql`ip_address = ${query.ipAddress}`]),
    ...(query.resource === undefined ? [] : [sql`resource = ${query.resource}`]),
    ...(query.from === undefined ? [] : [sql`occurred_at >= ${query.from}`]),
    ...(query.to === undefined ? [] : [sql`occurred_at <= ${query.to}`]),
  ];
  const { rows } = await sql<Row>`
    select * from audit.events where ${sql.join(conditions, sql` and `)}
    order by seq desc limit ${query.max} offset ${query.first}
  `.execute(database);
  return rows.map(storedEvent);
}

/** Newest event that gave the account a role. */
export async function latestRoleChange(database: QueryExecutorProvider, resource: string): Promise<StoredEvent | null> {
  const { rows } = await sql<Row>`
    select * from audit.events where resource = ${resource}
      and (event = 'user.created' or (event = 'user.updated' and metadata ? 'roleAfter'))
    order by seq desc limit 1
  `.execute(database);
  return rows[0] === undefined ? null : storedEvent(rows[0]);
}

/** Events since an instant, in order, `limit` at most. */
export async function eventsSince(
  database: QueryExecutorProvider,
  since: Date,
  limit: number,
): Promise<readonly StoredEvent[]> {
  const { rows } = await sql<Row>`
    select * from audit.events where occurred_at >= ${since} order by seq limit ${limit}
  `.execute(database);
  return rows.map(storedEvent);
}

export async function eventAt(database: QueryExecutorProvider, seq: number): Promise<StoredEvent | null> {
  const { rows } = await sql<Row>`select * from audit.events where seq = ${seq}`.execute(database);
  return rows[0] === undefined ? null : storedEvent(rows[0]);
}

export async function countByActor(database: QueryExecutorProvider, actorId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from audit.events where actor_id = ${actorId}
  `.execute(database);
  return rows[0]?.total ?? 0;
}

/** Events of a name since an instant. */
export async function countSince(database: QueryExecutorProvider, event: string, since: Date): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from audit.events where event = ${event} and occurred_at >= ${since}
  `.execute(database);
  return rows[0]?.total ?? 0;
}

/** Instants of the first and the newest event. */
export async function bounds(database: QueryExecutorProvider): Promise<{ first: Date | null; last: Date | null }> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select (select occurred_at from audit.events order by seq limit 1) as first,
      (select occurred_at from audit.events order by seq desc limit 1) as last
  `.execute(database);
  return rows[0] ?? { first: null, last: null };
}

export type VerificationRow = {
  readonly at: Date;
  readonly duration_ms: number;
  readonly trigger: string;
  readonly intact: boolean;
  readonly checked: number;
  readonly checkpoint_seq: number | null;
  readonly fault_kind: 'edited' | 'missing' | 'truncated' | null;
  readonly fault_seq: number | null;
  readonly problem: string | null;
};

/** Keeps an outcome, and the last `keep` of them. */
export async function storeVerification(
  database: QueryExecutorProvider,
  row: VerificationRow,
  keep: number,
): Promise<void> {
  await sql`
    insert into audit.verifications (at, duration_ms, trigger, intact, checked, checkpoint_seq, fault_kind, fault_seq,
      problem)
    values (${row.at}, ${row.duration_ms}, ${row.trigger}, ${row.intact}, ${row.checked}, ${row.checkpoint_seq},
      ${row.fault_kind}, ${row.fault_seq}, ${row.problem})
  `.execute(database);
  await sql`
    delete from audit.verifications where id <= (
      select id from audit.verifications order by id desc offset ${keep} limit 1)
  `.execute(database);
}

/** Outcomes, newest first. */
export async function verifications(
  database: QueryExecutorProvider,
  limit: number,
): Promise<readonly VerificationRow[]> {
  const { rows } = await sql<VerificationRow>`
    select at, duration_ms, trigger, intact, checked, checkpoint_seq, fault_kind, fault_seq, problem
    from audit.verifications order by id desc limit ${limit}
  `.execute(database);
  return rows;
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
