import type { Migration } from '../db/database.ts';

export const jobsModuleName = 'jobs';

export const jobMigrations: readonly Migration[] = [
  {
    id: '0001-job-runs',
    sql: `
      create table jobs.job_runs (
        id uuid primary key,
        name text not null,
        key text not null,
        state text not null check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
        progress double precision check (progress between 0 and 1),
        message text,
        error text,
        attempt integer not null default 0,
        failures integer not null default 0,
        recoveries integer not null default 0,
        input jsonb not null,
        result jsonb,
        trigger text not null,
        actor_id text,
        created_at timestamptz not null,
        started_at timestamptz,
        ended_at timestamptz,
        cancel_requested_at timestamptz,
        -- The message of the queue that may begin this run: an older or repeated one begins nothing.
        delivery_id uuid not null,
        deliver_after timestamptz not null default clock_timestamp(),
        -- Whoever runs it holds the lease: an outcome under another one is not written.
        lease uuid,
        heartbeat_at timestamptz,
        instance text,
        machine text,
        pid integer,
        check ((state = 'running') = (lease is not null))
      );
      -- Two runs of one key never overlap, whatever the processes do.
      create unique index job_runs_one_active on jobs.job_runs (name, key) where state in ('queued', 'running');
      create index job_runs_recent on jobs.job_runs (created_at desc);
      create index job_runs_recent_by_name on jobs.job_runs (name, created_at desc);
      create index job_runs_active on jobs.job_runs (state, deliver_after) where state in ('queued', 'running');
    `,
  },
  {
    id: '0002-workers',
    sql: `
      -- Every process that does jobs, idle ones too: the runs alone would only show the busy ones.
      create table jobs.workers (
        instance text primary key,
        machine text not null,
        pid integer not null,
        started_at timestamptz not null default clock_timestamp(),
        heartbeat_at timestamptz not null default clock_timestamp(),
        load_average double precision[] not null,
        slots integer not null
      );
      create index job_runs_by_state on jobs.job_runs (state, created_at desc);
    `,
  },
  {
    id: '0003-dead-letters',
    sql: `
      -- Where the failure of the last attempt came from, for those who mend it.
      alter table jobs.job_runs add column traceback text;
      -- A failed run waits for a person until it is begun again or given up: until then it is a dead letter.
      alter table jobs.job_runs add column settled_at timestamptz;
      create index job_runs_dead on jobs.job_runs (ended_at desc) where state = 'failed' and settled_at is null;
    `,
  },
];
