import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Role } from '@kianda/contract';
import type { Principal } from '../../../../platform/http/bind.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import { insertAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf } from '../core/identity-context.ts';
import { sha256 } from '../core/keys.ts';
import type { ClientRow, Origin } from '../identity.types.ts';
import * as repository from './provider.repository.ts';

export type NewClient = {
  readonly clientId: string;
  readonly name: string;
  readonly description: string;
  readonly publicClient: boolean;
  readonly serviceAccountsEnabled: boolean;
  readonly serviceAccountRole: Exclude<Role, 'administrador'>;
  readonly redirectUris: readonly string[];
  readonly optionalClientScopes: readonly string[];
};

type Who = { readonly actor: Principal; readonly origin: Origin };

function record(context: IdentityContext, { actor, origin }: Who, resource: string, act: string): Promise<void> {
  return context.audit.record({
    event: 'system.config.change',
    severity: 'high',
    actorId: actor.accountId,
    actorName: actor.email,
    resource,
    ...origin,
    metadata: { act },
  });
}

/** Registers a program. Its secret is answered once. Throws `conflict` or `validation_failed`. */
export async function createClient(context: IdentityContext, given: NewClient, who: Who) {
  if (given.publicClient && given.serviceAccountsEnabled) {
    throw refusal('publicClient', 'Uma aplicação pública não guarda segredos, e não pode agir por si.');
  }
  for (const uri of given.redirectUris)
    if (!isSafeRedirect(uri)) throw refusal('redirectUris', `Endereço recusado: ${uri}`);
  const { store } = context;
  if (given.clientId === consoleClient.client_id || (await repository.findClient(store, 'client_id', given.clientId))) {
    throw new AppError('conflict', { detail: `Já existe a aplicação ${given.clientId}.` });
  }
  const secret = given.publicClient ? null : randomBytes(32).toString('base64url');
  const row: ClientRow = {
    id: randomUUID(),
    client_id: given.clientId,
    name: given.name === '' ? given.clientId : given.name,
    description: given.description,
    secret_hash: secret === null ? null : sha256(secret),
    service_account_id: given.serviceAccountsEnabled ? randomUUID() : null,
    redirect_uris: [...given.redirectUris],
    permissions: [...new Set(given.optionalClientScopes)],
    created_at: nowOf(context),
  };
  await store.transaction().execute(async (transaction) => {
    if (row.service_account_id !== null) {
      const account = {
        id: row.service_account_id,
        email: `service-account-${row.client_id.toLowerCase()}@aplicacoes.invalid`,
        name: `Aplicação ${row.name}`.slice(0, 120),
        role: given.serviceAccountRole,
        password_hash: null,
        must_change_password: false,
        first_administrator: false,
      };
      await insertAccount(transaction, account, nowOf(context));
    }
    await repository.insertClient(transaction, row);
  });
  await record(context, who, `client/${row.client_id}`, 'create-client');
  return { id: row.id, clientId: row.client_id, secret };
}

export async function removeClient(context: IdentityContext, id: string, who: Who): Promise<void> {
  const row = await required(context, id);
  await context.store.transaction().execute(async (store) => {
    await repository.deleteClient(store, id);
    if (row.service_account_id === null) return;
    const gone = { deleted_at: nowOf(context), updated_at: nowOf(context) };
    await store.updateTable('identity.accounts').set(gone).where('id', '=', row.service_account_id).execute();
  });
  // Sessions of every account may have been its.
  for (const accountId of row.service_account_id === null ? [] : [row.service_account_id]) {
    context.authentication.announce(accountId);
  }
  await record(context, who, `client/${row.client_id}`, 'delete-client');
}

export async function renewSecret(context: IdentityContext, id: string, who: Who): Promise<string> {
  const row = await required(context, id);
  if (row.secret_hash === null) throw new AppError('conflict', { detail: 'Uma aplicação pública não tem segredo.' });
  const secret = randomBytes(32).toString('base64url');
  await repository.setSecret(context.store, id, sha256(secret));
  await record(context, who, `client/${row.client_id}`, 'renew-secret');
  return secret;
}

async function required(context: IdentityContext, id: string): Promise<ClientRow> {
  const row = await repository.findClient(context.store, 'id', id);
  if (row === undefined) throw new AppError('not_found', { detail: 'Essa aplicação não existe.' });
  return row;
}

/** Whether the secret is the client's; a public client has none to give. */
export function hasSecret(client: ClientRow, secret: string | undefined): boolean {
  if (client.secret_hash === null) return secret === undefined || secret === '';
  const given = sha256(secret ?? '');
  return timingSafeEqual(given, Buffer.from(client.secret_hash));
}

/** TLS, this machine, or an application's own scheme; never one that a browser would run. */
function isSafeRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, hash, username, password } = new URL(uri);
  if (hash !== '' || username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return /^[a-z][a-z0-9+-]*\.[a-z0-9+.-]+:$/.test(protocol);
}

function refusal(path: string, message: string): AppError {
  return new AppError('validation_failed', { issues: [{ path, message }] });
}

/** The console, as one client among others: it is never asked for a secret, and asks for none. */
export const consoleClient: ClientRow = {
  id: '00000000-0000-4000-8000-000000000001',
  client_id: 'kianda-console',
  name: 'Consola Kianda',
  description: 'A consola da plataforma',
  secret_hash: null,
  service_account_id: null,
  redirect_uris: [],
  permissions: [],
  created_at: new Date(0),
};
