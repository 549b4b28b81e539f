/** The platform's API as any client calls it. */
import { randomInt } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Endpoint, Envelope, Problem, Role } from '@kianda/contract';
import { pathOf } from '@kianda/contract';
import { linkAccept } from '@kianda/contract/people/identity/access-links.contract';
import {
  type AccessLink,
  authLogin,
  authPassword,
  type SignIn,
} from '@kianda/contract/people/identity/identity.contract';
import { usersCreate } from '@kianda/contract/people/identity/users.contract';

type Input = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
};

async function send<T>(base: string, endpoint: Endpoint, input: Input, token: string | null): Promise<T> {
  const search = new URLSearchParams(input.query).toString();
  const response = await fetch(`${base}${pathOf(endpoint, input.params)}${search === '' ? '' : `?${search}`}`, {
    method: endpoint.method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
  });
  return dataOf(endpoint, (await response.json()) as Envelope<T> | Problem);
}

function dataOf<T>(endpoint: Endpoint, body: Envelope<T> | Problem): T {
  if (!body.success) throw new Error(`${endpoint.id}: ${body.status} ${body.code} ${body.message}`);
  return body.data;
}

/**
 * Signs in from a machine of its own, which is any loopback address: the platform allows twenty sign-ins a minute to an
 * address, and all journeys from the same one are more on a fast machine. Throws when the platform refuses.
 */
export async function signIn(base: string, email: string, password: string): Promise<SignIn> {
  const localAddress = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    request(`${base}${pathOf(authLogin)}`, { method: 'POST', family: 4, localAddress, headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify({ email, password }));
  });
  return dataOf(authLogin, (await json(answer)) as Envelope<SignIn> | Problem);
}

/** Signs in and changes the password, a one-time one or any other. */
export async function takePossession(base: string, email: string, current: string, password: string): Promise<SignIn> {
  const { accessToken } = await signIn(base, email, current);
  const body = { currentPassword: current, newPassword: password };
  return send<SignIn>(base, authPassword, { body }, accessToken);
}

export type Api = ReturnType<typeof createApi>;

/** Calls with a token. */
export function createApi(base: string, token: string) {
  return {
    token,
    call: <T>(endpoint: Endpoint, input: Input = {}): Promise<T> => send<T>(base, endpoint, input, token),
  };
}

/** A new account with a password of its own; `token` is an administrator's. */
export async function newAccount(
  base: string,
  token: string,
  account: { readonly email: string; readonly name: string; readonly role: Role; readonly password: string },
): Promise<void> {
  const { email, name, role, password } = account;
  const created = await send<{ link: AccessLink }>(base, usersCreate, { body: { email, name, role } }, token);
  const body = { token: created.link.url?.split('#')[1], name, newPassword: password };
  await send<SignIn>(base, linkAccept, { body }, null);
}
