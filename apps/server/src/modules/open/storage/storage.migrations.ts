import type { Migration } from '../../../platform/db/database.ts';

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
  {
    // What S3 clients expect to find again with an object. A row is about the object of that size and date, and of no
    // other that took its place.
    id: '0003-s3',
    sql: `
      create table storage.objects (
        bucket text not null references storage.buckets (name) on delete cascade,
        key text not null,
        size_bytes bigint not null,
        modified_at timestamptz(3) not null,
        etag text not null,
        content_type text not null,
        headers jsonb not null,
        metadata jsonb not null,
        primary key (bucket, key)
      );
      create table storage.s3_keys (
        access_key text primary key,
        account_id text not null,
        name text not null,
        sealed_secret bytea not null,
        may_write boolean not null,
        buckets text[],
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        last_used_address text,
        revoked_at timestamptz(3)
      );
      create index s3_keys_account on storage.s3_keys (account_id);
      create table storage.s3_uploads (
        id text primary key,
        bucket text not null references storage.buckets (name) on delete cascade,
        key text not null,
        content_type text not null,
        headers jsonb not null,
        metadata jsonb not null,
        account_id text not null,
        created_at timestamptz(3) not null
      );
      create table storage.s3_parts (
        upload_id text not null references storage.s3_uploads (id) on delete cascade,
        part integer not null,
        size_bytes bigint not null,
        etag text not null,
        stored_at timestamptz(3) not null,
        primary key (upload_id, part)
      );
    `,
  },
];
