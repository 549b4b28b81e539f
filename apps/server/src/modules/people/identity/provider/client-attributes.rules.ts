import { AppError } from '../../../../platform/http/errors.ts';
import { type TokenAlgorithm, tokenAlgorithms } from '../core/token-keys.ts';
import type { ClientRow } from '../identity.types.ts';

/** Attributes of programs that mean something here, by Keycloak's names. */
const names = {
  algorithm: 'id.token.signed.response.alg',
  challenge: 'pkce.code.challenge.method',
  postLogout: 'post.logout.redirect.uris',
  backchannel: 'backchannel.logout.url',
} as const;
const kept: ReadonlySet<string> = new Set(Object.values(names));

/** Attributes that say what holds for every program anyway: taken, and not stored. */
const given: Readonly<Record<string, RegExp>> = {
  'backchannel.logout.session.required': /^true$/,
  'frontchannel.logout.session.required': /^true$/,
  'use.refresh.tokens': /^true$/,
  'acr.loa.map': /^\{\}$/,
  'client.secret.creation.time': /^\d+$/,
};

type Fields = Pick<ClientRow, 'attributes' | 'redirect_uris'>;

/** Algorithm of the program's id tokens. */
export function idTokenAlgorithm({ attributes }: Fields): TokenAlgorithm {
  return tokenAlgorithms.find((known) => known === attributes[names.algorithm]) ?? 'RS256';
}

/**
 * Whether the program must prove by PKCE that the code is its own. One with a secret may be registered without (an empty
 * method): it must then send a nonce (RFC 9700, section 2.1.1).
 */
export const requiresChallenge = ({ attributes }: Fields): boolean => attributes[names.challenge] !== '';

/** Addresses to which the browser may go after a sign-out; those of return where none is named, as with `+`. */
export function postLogoutUris({ attributes, redirect_uris }: Fields): readonly string[] {
  const listed = (attributes[names.postLogout] ?? '+').split('##').filter((uri) => uri !== '');
  return listed.flatMap((uri) => (uri === '+' ? redirect_uris : uri === '-' ? [] : [uri]));
}

/** Address that is told when a session of the program ends; null: none. */
export const backchannelUrl = ({ attributes }: Fields): string | null => attributes[names.backchannel] || null;

/** As Keycloak's clients read them. */
export function shownAttributes(client: Fields): Record<string, string> {
  const challenge = requiresChallenge(client) ? 'S256' : '';
  return { ...client.attributes, [names.algorithm]: idTokenAlgorithm(client), [names.challenge]: challenge };
}

/** The attributes to store. Throws `validation_failed` for one that would have no effect, or an unsafe value. */
export function checkedAttributes(
  attributes: Readonly<Record<string, string>>,
  { publicClient }: { readonly publicClient: boolean },
): Record<string, string> {
  for (const [name, value] of Object.entries(attributes)) {
    const fault = faultOf(name, value, publicClient);
    if (fault === null) continue;
    throw new AppError('validation_failed', { issues: [{ path: `attributes.${name}`, message: fault }] });
  }
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => kept.has(name)));
}

function faultOf(name: string, value: string, publicClient: boolean): string | null {
  if (name === names.algorithm) {
    const known: readonly string[] = tokenAlgorithms;
    return known.includes(value) ? null : `Os algoritmos são ${tokenAlgorithms.join(', ')}.`;
  }
  if (name === names.challenge) {
    if (value === 'S256' || (value === '' && !publicClient)) return null;
    return 'O método é S256; só uma aplicação com segredo o pode deixar vazio.';
  }
  if (name === names.postLogout) {
    const wrong = value.split('##').find((uri) => !['', '+', '-'].includes(uri) && !isSafeRedirect(uri));
    return wrong === undefined ? null : `Endereço recusado: ${wrong}`;
  }
  if (name === names.backchannel) {
    return value === '' || (isSafeRedirect(value) && value.startsWith('http')) ? null : `Endereço recusado: ${value}`;
  }
  // Keycloak's clients send the whole list, most of it switched off.
  if (value === '' || value === 'false' || given[name]?.test(value) === true) return null;
  return 'Este atributo não tem efeito na plataforma.';
}

/** TLS, this machine, or an application's own scheme; never one that a browser would run. */
export function isSafeRedirect(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, hash, username, password } = new URL(uri);
  if (hash !== '' || username !== '' || password !== '') return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return /^[a-z][a-z0-9+-]*\.[a-z0-9+.-]+:$/.test(protocol);
}
