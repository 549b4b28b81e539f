import type { AuditMetadata } from '@kianda/contract/people/audit/audit';

const secretName = /pass|secret|token|authorization|cookie|credential|api[_-]?key|^otp$|^code$/i;
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside made safe to keep: no control character (a line break forges a second log line, a NUL makes
 * PostgreSQL refuse the event), no half surrogate (stored as another character, it would break the chain).
 */
export function cleanText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().replace(controlCharacters, '\u{fffd}');
}

/** Metadata as kept. A secret under a telling name is dropped rather than stored for ever. */
export function cleanMetadata(metadata: AuditMetadata): AuditMetadata {
  const kept = Object.entries(metadata).map(([name, value]) => {
    if (typeof value === 'number' && !Number.isFinite(value)) return [name, null] as const;
    if (secretName.test(name) && typeof value === 'string') return [name, '[omitido]'] as const;
    return [name, typeof value === 'string' ? cleanText(value, 1000) : value] as const;
  });
  return Object.fromEntries(kept);
}
