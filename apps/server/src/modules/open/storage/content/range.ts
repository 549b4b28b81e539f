import { AppError } from '../../../../platform/http/errors.ts';
import type { ByteRange } from '../../../../platform/storage/object-storage.ts';

/**
 * Bytes that a `Range` header asks for (RFC 9110 §14.2); null for the whole object: no header, several ranges, another
 * unit. Throws `range_not_satisfiable` when it begins beyond the end.
 */
export function rangeOf(header: string | undefined, sizeBytes: number): ByteRange | null {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return null;
  const last = sizeBytes - 1;
  const range =
    from === ''
      ? { first: Math.max(0, sizeBytes - Number(to)), last }
      : { first: Number(from), last: to === '' ? last : Math.min(Number(to), last) };
  if (range.first > last || (from === '' && Number(to) === 0)) throw new AppError('range_not_satisfiable');
  // An end before the beginning is no range at all.
  return range.last < range.first ? null : range;
}
