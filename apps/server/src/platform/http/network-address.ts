import { isIPv6 } from 'node:net';

/**
 * The network that one caller holds: an IPv4 address as it is, also when written as `::ffff:a.b.c.d`; of an IPv6 address
 * its first 64 bits, because a home or a rented server has all 2^64 addresses behind them (RFC 4291, section 2.5.1).
 * Anything else, cut to 64 characters.
 */
export function networkOf(ipAddress: string): string {
  const address = ipAddress.split('%')[0] ?? '';
  if (!isIPv6(address)) return ipAddress.slice(0, 64);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = address.toLowerCase().split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const left = groupsOf(head);
  const right = groupsOf(tail ?? '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
