import type { Migration } from '../../../platform/db/database.ts';

export const serviceMigrations: readonly Migration[] = [
  {
    id: '0001-stopped',
    sql: `
      create table services.stopped (
        id text primary key,
        stopped_at timestamptz(3) not null,
        stopped_by text not null,
        reason text not null
      );
    `,
  },
  {
    id: '0002-announcements',
    sql: `
      create table services.incidents (
        id uuid primary key,
        title text not null,
        severity text not null check (severity in ('minor', 'major', 'critical')),
        services text[] not null,
        started_at timestamptz(3) not null,
        resolved_at timestamptz(3)
      );
      create index incidents_started on services.incidents (started_at desc);
      create table services.incident_updates (
        seq bigint generated always as identity primary key,
        id uuid not null unique,
        incident_id uuid not null references services.incidents (id) on delete cascade,
        state text not null check (state in ('investigating', 'identified', 'monitoring', 'resolved')),
        text text not null,
        written_at timestamptz(3) not null,
        written_by text not null
      );
      create index incident_updates_incident on services.incident_updates (incident_id, seq desc);
      create table services.maintenances (
        id uuid primary key,
        title text not null,
        text text not null,
        services text[] not null,
        from_at timestamptz(3) not null,
        to_at timestamptz(3) not null,
        written_at timestamptz(3) not null,
        written_by text not null,
        check (from_at < to_at)
      );
      create index maintenances_to on services.maintenances (to_at);
    `,
  },
];
