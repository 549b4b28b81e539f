import { type ConsoleMessage, consoleMessageSchema } from '@kianda/contract/open/interfaces/handshake';
import { z } from 'zod';

export type { ConsoleMessage };

/** Content of `/config.json` of the interfaces origin, read before any token. */
export const configSchema = z.object({ consoleOrigins: z.array(z.string()).min(1), apiBaseUrl: z.string() });
export type InterfaceConfig = z.infer<typeof configSchema>;

function originOf(address: string): string | null {
  const url = URL.parse(address);
  return url === null || url.origin === 'null' ? null : url.origin;
}

/**
 * The message of an event, or null for anything that does not come from the page's own parent at a console origin, or
 * that names an API outside the configured addresses: a token must neither go to nor come from an unknown origin.
 */
export function acceptMessage(
  event: { readonly origin: string; readonly source: unknown; readonly data: unknown },
  parent: unknown,
  config: InterfaceConfig,
): ConsoleMessage | null {
  if (event.source !== parent || !config.consoleOrigins.includes(event.origin)) return null;
  const parsed = consoleMessageSchema.safeParse(event.data);
  if (!parsed.success) return null;
  if (parsed.data.type === 'kianda:token' && !isKnownApi(parsed.data.apiBaseUrl, config)) return null;
  return parsed.data;
}

function isKnownApi(address: string, { consoleOrigins, apiBaseUrl }: InterfaceConfig): boolean {
  const origin = originOf(address);
  return origin !== null && (consoleOrigins.includes(origin) || origin === originOf(apiBaseUrl));
}

/**
 * Origin to greet: the embedding page's, where it is a console; null where another site embeds this page.
 * `ancestor` is `location.ancestorOrigins[0]`, which Firefox lacks; `referrer` is the page that opened the frame.
 */
export function parentOrigin(
  ancestor: string | undefined,
  referrer: string,
  { consoleOrigins }: InterfaceConfig,
): string | null {
  const candidate = ancestor ?? originOf(referrer);
  return candidate !== null && consoleOrigins.includes(candidate) ? candidate : null;
}

/** The console's address that shows this interface: on the origin whose host name the visitor already uses. */
export function consoleAddress(interfaceId: string, page: URL, { consoleOrigins }: InterfaceConfig): string {
  const address = new URL('/', consoleOriginOf(page, consoleOrigins));
  address.searchParams.set('section', 'scientific-interfaces');
  address.searchParams.set('interface', interfaceId);
  address.hash = page.hash;
  return address.href;
}

/** Address of a section of the console, at the origin of the page's own host where the console has one. */
export function sectionAddress(section: string, page: URL, { consoleOrigins }: InterfaceConfig): string {
  const address = new URL('/', consoleOriginOf(page, consoleOrigins));
  address.searchParams.set('section', section);
  return address.href;
}

const consoleOriginOf = (page: URL, origins: readonly string[]): string | undefined =>
  origins.find((known) => URL.parse(known)?.hostname === page.hostname) ?? origins[0];

/** Milliseconds from now to the next greeting: a minute before the token ends, or half its life where that is sooner. */
export function renewalDelayMs(expiresAt: string, nowMs: number): number {
  const left = Date.parse(expiresAt) - nowMs;
  return Math.max(1_000, Math.min(left / 2 > 60_000 ? left - 60_000 : left / 2, 2_147_000_000));
}
