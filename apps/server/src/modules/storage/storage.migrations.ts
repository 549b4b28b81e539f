import type { Migration } from '../../platform/db/database.ts';

export const storageMigrations: readonly Migration[] = [
  {
    id: '0001-buckets',
    sql: `
      create table storage.buckets (
        name text primary key,
        description text not null,
        created_at timestamptz(3) not null,
        created_by text not null
      );
      create table storage.lifecycle_rules (
        bucket text not null references storage.buckets (name) on delete cascade,
        prefix text not null,
        days integer not null check (days > 0),
        primary key (bucket, prefix)
      );
      create table storage.uploads (
        id uuid primary key,
        bucket text not null references storage.buckets (name) on delete cascade,
        key text not null,
        content_type text,
        size_bytes bigint not null,
        part_bytes integer not null,
        account_id text not null,
        created_at timestamptz(3) not null
      );
    `,
  },
  {
    // An upload may be for a bucket of a storage elsewhere. One whose bucket went stays until it counts as given up: its
    // parts then go with it.
    id: '0002-uploads-elsewhere',
    sql: 'alter table storage.uploads drop constraint uploads_bucket_fkey;',
  },
];
