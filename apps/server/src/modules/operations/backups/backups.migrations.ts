import type { Migration } from '../../../platform/db/database.ts';

export const backupsMigrations: readonly Migration[] = [
  {
    id: '0001-backups',
    sql: `
      create table backups.backups (
        name text primary key,
        kind text not null check (kind in ('full', 'incremental')),
        state text not null check (state in ('running', 'completed', 'failed')),
        trigger text not null check (trigger in ('schedule', 'manual')),
        actor text not null,
        base text,
        requires text[] not null default '{}',
        started_at timestamptz(3) not null,
        ended_at timestamptz(3),
        marked_at timestamptz(3),
        mark_lsn text,
        stored_bytes bigint,
        row_count bigint,
        table_count integer,
        object_count integer,
        checksum text,
        error text,
        key_fingerprint text not null,
        verified_at timestamptz(3),
        verify_error text,
        drilled_at timestamptz(3),
        drill_passed boolean
      );
      create index backups_recent on backups.backups (started_at desc);

      -- Where the files of a backup were found, and when they were last looked for.
      create table backups.copies (
        backup text not null references backups.backups on delete cascade,
        target text not null check (target in ('main', 'second')),
        place text not null,
        state text not null check (state in ('good', 'failed', 'missing')),
        at timestamptz(3) not null,
        error text,
        primary key (backup, target)
      );

      -- Evidence outlives the backup that it is of.
      create table backups.drills (
        id uuid primary key,
        backup text not null,
        target text not null check (target in ('main', 'second')),
        started_at timestamptz(3) not null,
        ended_at timestamptz(3),
        state text not null check (state in ('running', 'passed', 'failed')),
        error text,
        loss_minutes double precision,
        object_count integer,
        object_bytes bigint,
        evidence jsonb not null default '[]'
      );
      create index drills_recent on backups.drills (started_at desc);

      create table backups.log (
        id bigint generated always as identity primary key,
        at timestamptz(3) not null,
        level text not null check (level in ('info', 'warn', 'error')),
        backup text,
        message text not null
      );

      create table backups.settings (
        is_only boolean primary key default true check (is_only),
        settings jsonb not null,
        sealed_secret bytea,
        -- A schedule begins with the installation: what was due before it is not.
        since timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(),
        updated_by text,
        key_saved_fingerprint text,
        key_saved_at timestamptz(3),
        key_saved_by text
      );
      insert into backups.settings (settings) values ('{
        "scheduleEnabled": true, "fullWeekday": 0, "fullAt": "02:00", "incrementalAt": "03:00",
        "retentionDays": 30, "maxAgeHours": 30, "drillEveryDays": 7, "second": null}');
    `,
  },
  {
    id: '0002-instants',
    sql: `
      -- What the main place holds of the server's journal; a list found there anew whenever a process begins.
      create table backups.segments (
        system_id text not null,
        name text not null,
        timeline bigint not null,
        number bigint not null,
        marked_at timestamptz(3),
        stored_at timestamptz(3) not null,
        bytes bigint not null,
        path text not null,
        second_place text,
        primary key (system_id, name)
      );
      create index segments_in_line on backups.segments (system_id, timeline, number);

      create table backups.bases (
        name text primary key,
        system_id text not null,
        timeline bigint not null,
        first_number bigint,
        last_number bigint,
        state text not null check (state in ('running', 'completed', 'failed')),
        trigger text not null check (trigger in ('schedule', 'manual')),
        actor text not null,
        started_at timestamptz(3) not null,
        stopped_at timestamptz(3),
        data_bytes bigint,
        stored_bytes bigint,
        file_count integer,
        error text,
        key_fingerprint text not null,
        second_place text
      );

      -- A commit of its own, so that a server at rest has one after the instant that is noted.
      create table backups.archive_mark (
        is_only boolean primary key default true check (is_only),
        at timestamptz(3)
      );
      insert into backups.archive_mark default values;

      -- Null: a drill of a backup. Otherwise its base copy was recovered to this instant.
      alter table backups.drills add column instant timestamptz(3);
    `,
  },
];
