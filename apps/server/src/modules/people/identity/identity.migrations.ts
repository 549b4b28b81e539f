import type { Migration } from '../../../platform/db/database.ts';

export const identityMigrations: readonly Migration[] = [
  {
    id: '0001-accounts',
    sql: `
      create table identity.accounts (
        id uuid primary key,
        email text not null check (email = lower(email)),
        name text not null,
        role text not null,
        status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
        password_hash text,
        must_change_password boolean not null default false,
        first_administrator boolean not null default false,
        totp_secret bytea,
        totp_enabled boolean not null default false,
        totp_last_step bigint,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        last_sign_in_at timestamptz(3),
        deleted_at timestamptz(3),
        check (not totp_enabled or totp_secret is not null)
      );
      create unique index accounts_email on identity.accounts (email) where deleted_at is null;
      create index accounts_name on identity.accounts (lower(name), id) where deleted_at is null;

      create table identity.sessions (
        id uuid primary key,
        account_id uuid not null references identity.accounts (id),
        method text not null check (method in ('password', 'oidc')),
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3) not null,
        idle_expires_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        ended_at timestamptz(3),
        end_reason text,
        ip_address text not null,
        user_agent text not null
      );
      create index sessions_open on identity.sessions (account_id) where ended_at is null;
      create index sessions_expires_at on identity.sessions (expires_at);

      create table identity.refresh_tokens (
        hash bytea primary key check (octet_length(hash) = 32),
        session_id uuid not null references identity.sessions (id) on delete cascade,
        issued_at timestamptz(3) not null,
        rotated_at timestamptz(3)
      );
      create index refresh_tokens_session on identity.refresh_tokens (session_id);

      create table identity.failed_attempts (
        key text primary key,
        failures integer not null,
        last_failed_at timestamptz(3) not null,
        locked_until timestamptz(3)
      );

      create table identity.oidc_flows (
        state_hash bytea primary key,
        challenge text not null,
        expires_at timestamptz(3) not null
      );
      create table identity.oidc_codes (
        code_hash bytea primary key,
        account_id uuid not null references identity.accounts (id),
        challenge text not null,
        expires_at timestamptz(3) not null
      );
      create table identity.oidc_links (
        issuer text not null,
        subject text not null,
        account_id uuid not null references identity.accounts (id),
        linked_at timestamptz(3) not null,
        primary key (issuer, subject),
        unique (issuer, account_id)
      );
    `,
  },
  {
    id: '0002-settings',
    sql: `
      create table identity.settings (
        account_id uuid not null references identity.accounts (id),
        scope text not null,
        value jsonb not null,
        updated_at timestamptz(3) not null,
        primary key (account_id, scope)
      );
    `,
  },
  {
    id: '0003-clients',
    sql: `
      -- Programs that act for people, or for themselves through an account of their own.
      create table identity.clients (
        id uuid primary key,
        client_id text not null unique,
        name text not null,
        description text not null,
        -- SHA-256 of 256 random bits; null for a public client.
        secret_hash bytea,
        service_account_id uuid references identity.accounts (id),
        redirect_uris text[] not null,
        permissions text[] not null,
        created_at timestamptz(3) not null
      );
      create table identity.grant_codes (
        code_hash bytea primary key,
        client_id uuid not null references identity.clients (id) on delete cascade,
        account_id uuid not null references identity.accounts (id),
        redirect_uri text not null,
        challenge text not null,
        nonce text,
        permissions text[] not null,
        expires_at timestamptz(3) not null
      );
      alter table identity.sessions add column client_id uuid references identity.clients (id) on delete cascade;
      alter table identity.sessions add column permissions text[];
      alter table identity.sessions drop constraint sessions_method_check;
      alter table identity.sessions add constraint sessions_method_check check (method in ('password', 'oidc', 'client'));
      create index sessions_recent on identity.sessions (last_used_at desc, id) where ended_at is null;
    `,
  },
  {
    id: '0004-access-links-and-keys',
    sql: `
      -- By which people set their password: an invitation, or access that was reset. Only the newest of an account opens.
      create table identity.access_links (
        id uuid primary key,
        account_id uuid not null references identity.accounts (id),
        purpose text not null check (purpose in ('invitation', 'reset')),
        -- SHA-256 of 256 random bits.
        token_hash bytea not null unique check (octet_length(token_hash) = 32),
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        used_at timestamptz(3),
        revoked_at timestamptz(3)
      );
      create unique index access_links_open on identity.access_links (account_id)
        where used_at is null and revoked_at is null;

      create table identity.api_keys (
        id uuid primary key,
        account_id uuid not null references identity.accounts (id),
        name text not null,
        prefix text not null,
        -- SHA-256 of 256 random bits.
        secret_hash bytea not null unique check (octet_length(secret_hash) = 32),
        permissions text[] not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        last_used_address text,
        revoked_at timestamptz(3)
      );
      create index api_keys_account on identity.api_keys (account_id, created_at desc);
    `,
  },
  {
    id: '0005-two-step-demanded',
    sql: 'alter table identity.accounts add column two_step_demanded_at timestamptz(3);',
  },
  {
    id: '0006-refused-sign-ins',
    sql: `
      -- Told to the person at the next sign-in, and then forgotten.
      create table identity.refused_sign_ins (
        account_id uuid primary key references identity.accounts (id),
        refusals integer not null,
        last_at timestamptz(3) not null
      );
    `,
  },
  {
    id: '0007-used-codes',
    sql: `
      -- A code that comes back was stolen, before or after: what it gave must be found again.
      alter table identity.grant_codes add column used_at timestamptz(3);
      alter table identity.grant_codes add column session_id uuid references identity.sessions (id) on delete set null;
    `,
  },
  {
    id: '0008-foreign-clients',
    sql: `
      -- By Keycloak's names.
      alter table identity.clients add column attributes jsonb not null default '{}';
      alter table identity.clients add column secret_sealed bytea;
      -- Those registered before other algorithms existed go on with the one they know.
      update identity.clients set attributes = '{"id.token.signed.response.alg": "EdDSA"}';

      -- The RSA key of id tokens, sealed under the master key that it is named after.
      create table identity.signing_keys (
        master text primary key,
        sealed bytea not null,
        created_at timestamptz(3) not null
      );

      -- Sessions of programs that ended, of which the program is still to be told.
      create table identity.logout_notices (
        id uuid primary key,
        client_id uuid not null references identity.clients (id) on delete cascade,
        account_id uuid not null,
        session_id uuid not null,
        created_at timestamptz(3) not null,
        -- When a job was asked to tell it; null: none was, or what it was asked failed.
        queued_at timestamptz(3)
      );
      create index logout_notices_waiting on identity.logout_notices (created_at) where queued_at is null;

      create table identity.credential_labels (
        account_id uuid not null references identity.accounts (id),
        type text not null check (type in ('password', 'otp')),
        label text not null,
        primary key (account_id, type)
      );

      create table identity.realm (
        name text primary key,
        display_name text not null
      );
    `,
  },
  {
    id: '0009-recovery-links',
    sql: `
      -- A person who forgot the password asks for a link by themselves.
      alter table identity.access_links drop constraint access_links_purpose_check;
      alter table identity.access_links add constraint access_links_purpose_check
        check (purpose in ('invitation', 'reset', 'recovery'));
      create index access_links_account on identity.access_links (account_id, created_at desc);
    `,
  },
];
