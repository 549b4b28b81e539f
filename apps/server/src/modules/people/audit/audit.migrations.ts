import type { Migration } from '../../../platform/db/database.ts';

export const auditMigrations: readonly Migration[] = [
  {
    id: '0001-events',
    sql: `
      create table audit.events (
        seq bigint primary key check (seq > 0),
        occurred_at timestamptz(3) not null,
        event text not null,
        severity text not null check (severity in ('low', 'medium', 'high', 'critical')),
        actor_id uuid,
        actor_name text not null,
        resource text not null,
        ip_address text not null,
        user_agent text not null,
        metadata jsonb not null,
        hash bytea not null check (octet_length(hash) = 32)
      );
      create index events_occurred_at on audit.events (occurred_at desc);
      create index events_actor on audit.events (actor_id, seq desc);
      create index events_event on audit.events (event, seq desc);

      create function audit.refuse_change() returns trigger language plpgsql as $$
      begin
        raise exception 'audit.events is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
      end
      $$;
      create trigger events_append_only before update or delete on audit.events
        for each row execute function audit.refuse_change();
      create trigger events_no_truncate before truncate on audit.events
        for each statement execute function audit.refuse_change();
    `,
  },
  {
    id: '0002-verifications',
    sql: `
      -- Outcomes of reading the whole chain: what the alert of a broken one is judged by.
      create table audit.verifications (
        id bigint generated always as identity primary key,
        at timestamptz(3) not null,
        duration_ms double precision not null,
        trigger text not null,
        intact boolean not null,
        checked bigint not null,
        checkpoint_seq bigint,
        fault_kind text check (fault_kind in ('edited', 'missing', 'truncated')),
        fault_seq bigint,
        problem text
      );
      create index events_resource on audit.events (resource text_pattern_ops, seq desc);
    `,
  },
];
