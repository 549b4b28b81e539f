import type { Role } from '@kianda/contract';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { UserStatus } from '@kianda/contract/people/identity/identity.contract';
import type { Kysely, QueryExecutorProvider } from 'kysely';

export type OidcConfig = {
  /** Issuer identifier: its discovery document lies below. TLS, except on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  /** Null for a public client. */
  readonly clientSecret: string | null;
  /** Blank-separated, `openid` and `email` among them. */
  readonly scopes: string;
  /** Label of the button in the sign-in form. */
  readonly label: string;
  /** Role of accounts made at the first sign-in; null: only existing accounts may sign in. */
  readonly newAccountRole: Role | null;
};

export type IdentityConfig = {
  /** At least 32 random bytes that outlive restarts: every key of this module derives from it. */
  readonly masterKey: Uint8Array;
  /** Origin under which browsers reach the platform, without a trailing slash. */
  readonly publicUrl: string;
  /** The first administrator as the settings name it; without a password a one-time one is made. */
  readonly firstAdministrator: { readonly email: string | null; readonly password: string | null };
  readonly oidc: OidcConfig | null;
  /** Roles whose accounts can't be without two-step verification. */
  readonly twoStepRoles: readonly Role[];
  /** How long such an account may go without it, from its first sign-in under the demand. */
  readonly twoStepGraceDays: number;
  /** How requests to registered programs go out. */
  readonly outgoing: {
    readonly userAgent: () => string;
    /** `host:port` that may be reached although its address is private. */
    readonly allowPrivateHosts: readonly string[];
  };
};

/** Sends a plain-text mail at once. Rejects with why it did not leave, in Portuguese. */
export type Mail = (to: string, message: { readonly subject: string; readonly text: string }) => Promise<void>;

/** The part of the audit trail that this module needs. */
export type AuditPort = { record(entry: AuditEntry, transaction?: QueryExecutorProvider): Promise<void> };

/** Where a request comes from, for sessions and the audit trail. */
export type Origin = { readonly ipAddress: string; readonly userAgent: string };

export type SignInMethod = 'password' | 'oidc' | 'client';
export type EndReason = 'logout' | 'logout-all' | 'revoked' | 'reuse' | 'password-change' | 'account-closed';

export type AccountRow = {
  id: string;
  email: string;
  name: string;
  role: Role;
  status: UserStatus;
  password_hash: string | null;
  must_change_password: boolean;
  first_administrator: boolean;
  totp_secret: Uint8Array | null;
  totp_enabled: boolean;
  totp_last_step: number | null;
  /** First sign-in, without a second step, under a role that demands one; null where there is none. */
  two_step_demanded_at: Date | null;
  created_at: Date;
  updated_at: Date;
  last_sign_in_at: Date | null;
  deleted_at: Date | null;
};

export type SessionRow = {
  id: string;
  account_id: string;
  method: SignInMethod;
  created_at: Date;
  last_used_at: Date;
  idle_expires_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  end_reason: EndReason | null;
  ip_address: string;
  user_agent: string;
  /** Program that acts in it; null for the console. */
  client_id: string | null;
  /** Most permissions that program can get. */
  permissions: string[] | null;
};

/** A link by which someone sets the password of an account. */
export type AccessLinkRow = {
  id: string;
  account_id: string;
  purpose: 'invitation' | 'reset' | 'recovery';
  token_hash: Uint8Array;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  revoked_at: Date | null;
};

export type ApiKeyRow = {
  id: string;
  account_id: string;
  name: string;
  prefix: string;
  secret_hash: Uint8Array;
  permissions: string[];
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  last_used_address: string | null;
  revoked_at: Date | null;
};

/** A program registered to ask for tokens. */
export type ClientRow = {
  id: string;
  client_id: string;
  name: string;
  description: string;
  secret_hash: Uint8Array | null;
  service_account_id: string | null;
  redirect_uris: string[];
  permissions: string[];
  created_at: Date;
  /** By Keycloak's names. */
  attributes: Record<string, string>;
  /** The secret, sealed, for administrators who read it; null of a public client, and of one older than this column. */
  secret_sealed: Uint8Array | null;
};

/** A session of a program that ended, of which the program has to be told. */
export type LogoutNoticeRow = {
  id: string;
  client_id: string;
  account_id: string;
  session_id: string;
  created_at: Date;
  queued_at: Date | null;
};

export type GrantCodeRow = {
  code_hash: Uint8Array;
  client_id: string;
  account_id: string;
  redirect_uri: string;
  challenge: string;
  nonce: string | null;
  permissions: string[];
  expires_at: Date;
  used_at: Date | null;
  /** The session it opened. */
  session_id: string | null;
};

export type IdentityTables = {
  'identity.accounts': AccountRow;
  'identity.sessions': SessionRow;
  'identity.refresh_tokens': { hash: Uint8Array; session_id: string; issued_at: Date; rotated_at: Date | null };
  'identity.failed_attempts': { key: string; failures: number; last_failed_at: Date; locked_until: Date | null };
  'identity.refused_sign_ins': { account_id: string; refusals: number; last_at: Date };
  'identity.access_links': AccessLinkRow;
  'identity.api_keys': ApiKeyRow;
  'identity.clients': ClientRow;
  'identity.grant_codes': GrantCodeRow;
  'identity.logout_notices': LogoutNoticeRow;
  'identity.signing_keys': { master: string; sealed: Uint8Array; created_at: Date };
  'identity.credential_labels': { account_id: string; type: 'password' | 'otp'; label: string };
  'identity.realm': { name: string; display_name: string };
  'identity.oidc_flows': { state_hash: Uint8Array; challenge: string; expires_at: Date };
  'identity.oidc_codes': { code_hash: Uint8Array; account_id: string; challenge: string; expires_at: Date };
  'identity.settings': { account_id: string; scope: string; value: Record<string, unknown>; updated_at: Date };
  'identity.oidc_links': { issuer: string; subject: string; account_id: string; linked_at: Date };
};

/** The database or a transaction on it. */
export type Store = Kysely<IdentityTables>;
