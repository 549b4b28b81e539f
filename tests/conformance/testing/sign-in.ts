import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { pathOf } from '@kianda/contract';
import { oidcConsent, oidcRequest } from '@kianda/contract/people/identity/oidc.contract';

/** Cookies of a person's browser, by name. */
type Cookies = Map<string, string>;

type Page = {
  readonly url: string;
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
};

/** Opens one address as a browser does, without going on to where it leads: `fetch` would say that a script asks. */
export async function visit(url: string, cookies: Cookies = new Map()): Promise<Page> {
  const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
  const headers = { accept: 'text/html', ...(cookie === '' ? {} : { cookie }) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
  for (const line of response.headers['set-cookie'] ?? []) {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) cookies.set(name, value);
  }
  return { url, status: response.statusCode ?? 0, location: response.headers.location, text: await text(response) };
}

/** Where an answer sends the browser. Throws when it sends it nowhere. */
export function locationOf({ location, status, url, text: body }: Page): string {
  if (location === undefined) throw new Error(`expected a redirect, received ${status} from ${url}: ${body}`);
  return new URL(location, url).href;
}

/**
 * A signed-in person at the authorisation address of a program: is led to the page of consent, reads what is asked
 * for, and accepts. Resolves to the address to which the program gets its answer.
 */
export async function consent(authorization: string, platform: string, token: string): Promise<string> {
  const page = new URL(locationOf(await visit(authorization)));
  if (page.origin !== platform || page.searchParams.get('section') !== 'autorizar') {
    throw new Error(`expected the page of consent, received ${page.href}`);
  }
  page.searchParams.delete('section');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const shown = await fetch(`${platform}${pathOf(oidcRequest)}?${page.searchParams}`, { headers });
  if (!shown.ok) throw new Error(`consent: ${shown.status} ${await shown.text()}`);
  const accepted = await fetch(platform + pathOf(oidcConsent), {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...Object.fromEntries(page.searchParams), accept: true }),
  });
  const { data } = oidcAnswer(await accepted.json());
  return data.location;
}

function oidcAnswer(body: unknown): { readonly data: { readonly location: string } } {
  const { data } = body as { data?: unknown };
  return { data: oidcConsent.response.parse(data) };
}
