import { hash } from 'node:crypto';

/**
 * Weak tag over what the user sees. When it was obtained is no part of that: neither `retrievedAt`, nor the instant of
 * an observation made for this very answer.
 */
export function etagOf(content: unknown): string {
  if (content instanceof Uint8Array || typeof content === 'string') return `W/"${digestOf(content)}"`;
  const seen = JSON.stringify(content, function (this: Readonly<Record<string, unknown>>, name, value) {
    if (name === 'retrievedAt') return undefined;
    return name === 'observedAt' && value === this.retrievedAt ? undefined : value;
  });
  return `W/"${digestOf(seen)}"`;
}

/** Digest that tags are made of; of an answer put together from parts, that of theirs is as good as its own. */
export function digestOf(content: Uint8Array | string): string {
  return hash('sha1', content, 'base64url');
}

/** Whether an If-None-Match header names the tag; by weak comparison, as RFC 9110 §13.1.2 asks. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (text: string) => text.trim().replace(/^W\//, '');
  return header.trim() === '*' || header.split(',').some((given) => opaque(given) === opaque(tag));
}
