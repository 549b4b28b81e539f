import { instantOf as readInstant } from '../../../../platform/cql2/index.ts';
import { AppError } from '../../../../platform/http/errors.ts';

/** An open end is null. */
export type Interval = { readonly from: Date | null; readonly to: Date | null };

function refuse(text: string): never {
  throw new AppError('validation_failed', {
    issues: [
      {
        path: 'datetime',
        message: `«${text.slice(0, 100)}» não é um instante RFC 3339 com fuso, nem um intervalo deles.`,
      },
    ],
  });
}

/** RFC 3339 instant to the millisecond, which is what is stored. Throws `validation_failed` for anything else. */
export function instantOf(text: string): Date {
  const found = readInstant(text);
  if (found?.granularity !== 'timestamp') refuse(text);
  return new Date(found.ms);
}

/** An instant, or two with a slash between them, of which one may be `..` or empty. Throws `validation_failed`. */
export function intervalOf(text: string): Interval {
  const parts = text.split('/');
  if (parts.length === 1) {
    const at = instantOf(text);
    return { from: at, to: at };
  }
  if (parts.length !== 2) refuse(text);
  const [from, to] = parts.map((part) => (part === '' || part === '..' ? null : instantOf(part)));
  if ((from ?? null) === null && (to ?? null) === null) refuse(text);
  if (from != null && to != null && from.getTime() > to.getTime()) refuse(text);
  return { from: from ?? null, to: to ?? null };
}
