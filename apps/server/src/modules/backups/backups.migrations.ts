import type { Migration } from '../../platform/db/database.ts';

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
];
