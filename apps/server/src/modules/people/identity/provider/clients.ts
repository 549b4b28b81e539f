import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Role } from '@kianda/contract';
import { AppError } from '../../../../platform/http/errors.ts';
import { insertAccount } from '../accounts.repository.ts';
import { type IdentityContext, nowOf, type Who } from '../core/identity-context.ts';
import { sha256 } from '../core/keys.ts';
import { openSecret, sealSecret } from '../core/sealing.ts';
import type { ClientRow } from '../identity.types.ts';
import { checkedAttributes, isSafeRedirect } from './client-attributes.rules.ts';
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
  readonly attributes: Readonly<Record<string, string>>;
  /** Its secret, where whoever registers it chose one. */
  readonly secret?: string | undefined;
};

export type ClientChange = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly redirectUris?: readonly string[] | undefined;
  readonly optionalClientScopes?: readonly string[] | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
};

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
  checkRedirects(given.redirectUris);
  const attributes = checkedAttributes(given.attributes, given);
  const { store } = context;
  if (given.clientId === consoleClient.client_id || (await repository.findClient(store, 'client_id', given.clientId))) {
    throw new AppError('conflict', { detail: `Já existe a aplicação ${given.clientId}.` });
  }
  const secret = given.publicClient ? null : (given.secret ?? newSecret());
  const id = randomUUID();
  const row: ClientRow = {
    id,
    client_id: given.clientId,
    name: given.name === '' ? given.clientId : given.name,
    description: given.description,
    ...(secret === null ? { secret_hash: null, secret_sealed: null } : storedSecret(context, id, secret)),
    service_account_id: given.serviceAccountsEnabled ? randomUUID() : null,
    redirect_uris: [...given.redirectUris],
    permissions: [...new Set(given.optionalClientScopes)],
    created_at: nowOf(context),
    attributes,
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
  const secret = newSecret();
  await repository.updateClient(context.store, id, storedSecret(context, id, secret));
  await record(context, who, `client/${row.client_id}`, 'renew-secret');
  return secret;
}

/** The program's secret; the trail says who read it. Throws `not_found`, or `conflict` where there is none to be read. */
export async function readSecret(context: IdentityContext, id: string, who: Who): Promise<string> {
  const row = await required(context, id);
  if (row.secret_hash === null) throw new AppError('conflict', { detail: 'Uma aplicação pública não tem segredo.' });
  if (row.secret_sealed === null) {
    throw new AppError('conflict', { detail: 'Deste segredo só ficou o resumo. Peça um novo.' });
  }
  await record(context, who, `client/${row.client_id}`, 'read-secret');
  return Buffer.from(openSecret(context.keys.clients, id, row.secret_sealed)).toString('utf8');
}

/** Changes what is given of a program. Throws `not_found` or `validation_failed`. */
export async function changeClient(
  context: IdentityContext,
  id: string,
  change: ClientChange,
  who: Who,
): Promise<void> {
  const row = await required(context, id);
  checkRedirects(change.redirectUris ?? []);
  const { name, description, redirectUris, optionalClientScopes, attributes } = change;
  const publicClient = row.secret_hash === null;
  await repository.updateClient(context.store, id, {
    name: name === '' ? row.client_id : (name ?? row.name),
    description: description ?? row.description,
    redirect_uris: [...(redirectUris ?? row.redirect_uris)],
    permissions: [...new Set(optionalClientScopes ?? row.permissions)],
    attributes:
      attributes === undefined
        ? row.attributes
        : { ...row.attributes, ...checkedAttributes(attributes, { publicClient }) },
  });
  await record(context, who, `client/${row.client_id}`, 'update-client');
}

function checkRedirects(uris: readonly string[]): void {
  for (const uri of uris) if (!isSafeRedirect(uri)) throw refusal('redirectUris', `Endereço recusado: ${uri}`);
}

const newSecret = () => randomBytes(32).toString('base64url');

/** A secret as it is stored: its digest to compare with, and sealed to be read by an administrator. */
function storedSecret({ keys }: IdentityContext, id: string, secret: string) {
  const secret_sealed = Buffer.from(sealSecret(keys.clients, id, Buffer.from(secret)));
  return { secret_hash: sha256(secret), secret_sealed };
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
  attributes: {},
  secret_sealed: null,
};
