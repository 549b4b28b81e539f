import type { Sourced } from '@kianda/contract';
import { unknownBeside } from '../../client/figure.ts';
import type { EndpointResult } from '../../client/use-endpoint.ts';

/** One value of an answer that has no path of its own (a list entry, a sum), with the answer's provenance. */
export function pick<T, V>(
  result: Pick<EndpointResult<T>, 'sourced'>,
  select: (value: T) => V,
  missingReason?: string,
): Sourced<V> | undefined {
  const { sourced } = result;
  if (sourced === undefined) return undefined;
  // An answer's example has the shape of the answer.
  if (sourced.example !== undefined) return unknownBeside(select(sourced.example as T), sourced.provenance);
  return {
    value: select(sourced.value),
    provenance: sourced.provenance,
    ...(missingReason === undefined ? {} : { missingReason }),
  };
}

/** A value that could not be had, as '—' with why; undefined while it may still arrive. */
export function pickOrReason<T, V>(
  result: Pick<EndpointResult<T>, 'sourced' | 'error'>,
  select: (value: T) => V,
): Sourced<V | null> | undefined {
  const value = pick(result, select);
  if (value !== undefined || result.error === null) return value;
  const reason = result.error.message;
  return { value: null, provenance: { state: 'fallback', reason }, missingReason: reason };
}

/** The figure, or where its answer failed altogether, '—' with why. */
export function orReason<T>(
  figure: Sourced<T> | undefined,
  result: Pick<EndpointResult<unknown>, 'error'>,
): Sourced<T | null> | undefined {
  if (figure !== undefined || result.error === null) return figure;
  const reason = result.error.message;
  return { value: null, provenance: { state: 'fallback', reason }, missingReason: reason };
}

/** The same figure with a reason for a null whose origin gives none. */
export function withReason<T>(figure: Sourced<T> | undefined, reason: string): Sourced<T> | undefined {
  if (figure === undefined || figure.value !== null || figure.missingReason !== undefined) return figure;
  return { ...figure, missingReason: reason };
}

/** Another value derived from one figure, with its provenance. */
export function mapFigure<A, B>(figure: Sourced<A> | undefined, change: (value: A) => B): Sourced<B> | undefined {
  if (figure === undefined) return undefined;
  const { example, ...rest } = figure;
  if (example !== undefined) return { ...rest, ...unknownBeside(change(example as A), rest.provenance) };
  return { ...rest, value: change(figure.value) };
}
