import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import ipaddr from 'ipaddr.js';
import { type FailureReason, ProviderError } from './failures.ts';

/** Addresses that a connector may connect to. */
export type ReachPolicy = {
  /** `host` (port 443), `host:port`, or `*.domain` for its subdomains. Connections to providers use https alone. */
  readonly allowedHosts: readonly string[];
  /**
   * `host:port` allowed as it is, over http or https, private or not: the built-in simulator, a mirror on the intranet.
   */
  readonly allowPrivateHosts: readonly string[];
};

export type LookupFunction = (
  hostname: string,
  options: LookupOptions,
  callback: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
) => void;

/** `host:port` of a URL, with the default port of its scheme. */
export function authority(url: URL): string {
  const port = url.port === '' ? (url.protocol === 'http:' ? '80' : '443') : url.port;
  return `${url.hostname.toLowerCase()}:${port}`;
}

/** Of version 6, all that is given out to networks of the public internet (RFC 4291, IANA: global unicast). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True for addresses of the public internet alone; loopback, private, link-local, mapped and reserved ones are false,
 * and so are those of version 6 outside 2000::/3: `::127.0.0.1` leads to this machine on some systems.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast);
}

function matchesHost(url: URL, allowed: string): boolean {
  const rule = allowed.toLowerCase();
  if (rule.startsWith('*.')) return url.hostname.endsWith(rule.slice(1)) && authority(url).endsWith(':443');
  return authority(url) === (/:\d+$/.test(rule) ? rule : `${rule}:443`);
}

function blocked(message: string, reason?: FailureReason): ProviderError {
  return new ProviderError('blocked', message, reason === undefined ? {} : { reason });
}

/**
 * Checks a URL before it is dialled, and returns whether its host is exempt from the address check. Throws `blocked`.
 * Literal addresses are checked here because a resolver is never asked for them: `http://0x7f.1` would lead to the
 * server itself.
 */
export function checkNetworkPolicy(url: URL, policy: ReachPolicy): { readonly exempt: boolean } {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw blocked(`Esquema ${url.protocol} não permitido; esperado https:`);
  if (url.username !== '' || url.password !== '') throw blocked('Credenciais no URL não são permitidas');
  if (policy.allowPrivateHosts.some((host) => host.toLowerCase() === authority(url))) return { exempt: true };
  if (url.protocol !== 'https:') throw blocked(`O anfitrião ${authority(url)} só pode ser contactado por https`);
  if (!policy.allowedHosts.some((host) => matchesHost(url, host)))
    throw blocked(`Anfitrião ${authority(url)} fora da lista permitida (${policy.allowedHosts.join(', ') || 'vazia'})`);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(literal) && !isPublicAddress(literal))
    throw blocked(`O endereço ${literal} não é um endereço público`);
  return { exempt: false };
}

/**
 * A resolver that answers only with public addresses. One private address among them blocks the name:
 * the connection would pick any of them.
 */
export function guardLookup(resolve: LookupFunction = systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      const addresses = typeof found === 'string' ? [{ address: found, family: found.includes(':') ? 6 : 4 }] : found;
      const first = addresses[0];
      if (first === undefined) return callback(new Error(`${hostname} não tem endereços`), []);
      const bad = addresses.find(({ address }) => !isPublicAddress(address));
      if (bad !== undefined)
        return callback(
          blocked(`${hostname} aponta para ${bad.address}, que não é um endereço público`, 'private-address'),
          [],
        );
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

const systemLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, addresses) => callback(error, addresses ?? []));
};
