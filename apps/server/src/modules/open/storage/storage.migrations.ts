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
    // Metadata that S3 clients expect to find again with an object. A row is about the object of that size and date, and of no
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
  {
    // The space that areas take, kept with every change, so that nobody who asks for it reads every object. An object of an
    // area of people that was counted has its row; one whose facts are unknown has no ETag there.
    id: '0004-usage',
    sql: `
      alter table storage.objects alter column etag drop not null;
      create index objects_by_date on storage.objects (bucket, modified_at);
      create table storage.usage (
        kind text not null check (kind in ('system', 'user', 'external')),
        area text not null,
        objects bigint not null,
        size_bytes bigint not null,
        last_modified timestamptz(3),
        histogram jsonb not null,
        counted_at timestamptz(3),
        took_ms integer,
        is_partial boolean not null,
        primary key (kind, area)
      );
      insert into storage.usage
      select 'user', bucket, sum(objects), sum(size_bytes), max(modified_at), jsonb_object_agg(label, objects),
        null, null, false
      from (
        select bucket, count(*) as objects, sum(size_bytes) as size_bytes, max(modified_at) as modified_at,
          case
            when size_bytes < 1024 then 'LESS_THAN_1024_B'
            when size_bytes < 1048576 then 'BETWEEN_1024_B_AND_1_MB'
            when size_bytes < 10485760 then 'BETWEEN_1_MB_AND_10_MB'
            when size_bytes < 67108864 then 'BETWEEN_10_MB_AND_64_MB'
            when size_bytes < 134217728 then 'BETWEEN_64_MB_AND_128_MB'
            when size_bytes < 536870912 then 'BETWEEN_128_MB_AND_512_MB'
            else 'GREATER_THAN_512_MB'
          end as label
        from storage.objects
        group by bucket, label
      ) as groups
      group by bucket;
    `,
  },
  {
    // Earlier contents of objects, where a bucket keeps them. An object whose key has no row here is its own only version,
    // called null. `file`: where the content lies besides the object itself; null where it lies nowhere else.
    id: '0005-versions',
    sql: `
      create table storage.bucket_settings (
        bucket text primary key references storage.buckets (name) on delete cascade,
        versioning text check (versioning in ('enabled', 'suspended')),
        cors jsonb,
        lock_enabled boolean not null default false,
        lock_mode text check (lock_mode in ('GOVERNANCE', 'COMPLIANCE')),
        lock_days integer check (lock_days > 0)
      );
      create table storage.versions (
        seq bigint generated always as identity primary key,
        bucket text not null references storage.buckets (name),
        key text not null,
        version_id text not null,
        is_latest boolean not null,
        is_deleted boolean not null,
        file text,
        size_bytes bigint not null,
        modified_at timestamptz(3) not null,
        etag text not null,
        content_type text not null,
        headers jsonb not null,
        metadata jsonb not null,
        lock_mode text check (lock_mode in ('GOVERNANCE', 'COMPLIANCE')),
        lock_until timestamptz(3),
        legal_hold boolean not null default false,
        unique (bucket, key, version_id)
      );
      create index versions_by_key on storage.versions (bucket, key collate "C", seq desc);
      create unique index versions_latest on storage.versions (bucket, key) where is_latest;
    `,
  },
  {
    // Whom an area opens to besides those who have a key, and its own tags. The policy is stored as it was written.
    id: '0006-access',
    sql: `
      alter table storage.bucket_settings
        add column policy text,
        add column public_block jsonb,
        add column tags jsonb;
    `,
  },
  {
    // Rules of deletion as S3 has them: also of versions, of marks and of uploads. A version that another took the place of
    // counts its days from that moment; of those that were there before, from this migration, so that none goes too early.
    id: '0007-lifecycle',
    sql: `
      alter table storage.lifecycle_rules drop constraint lifecycle_rules_pkey;
      alter table storage.lifecycle_rules alter column days drop not null;
      alter table storage.lifecycle_rules
        add column id bigint generated always as identity primary key,
        add column name text not null default '',
        add column is_enabled boolean not null default true,
        add column tags jsonb not null default '[]',
        add column on_date timestamptz(3),
        add column noncurrent_days integer check (noncurrent_days > 0),
        add column newer_noncurrent integer check (newer_noncurrent > 0),
        add column expired_markers boolean not null default false,
        add column abort_days integer check (abort_days > 0);
      create index lifecycle_rules_bucket on storage.lifecycle_rules (bucket);
      alter table storage.versions add column noncurrent_at timestamptz(3);
      update storage.versions set noncurrent_at = now() where not is_latest;
      create index versions_noncurrent on storage.versions (bucket, noncurrent_at) where not is_latest;
    `,
  },
];
