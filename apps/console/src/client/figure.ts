import type { Envelope, Provenance, Sourced } from '@kianda/contract';

type Leaf = string | number | boolean | null | undefined;

/** Dotted paths of the plain values inside `T`; lists end a path. */
export type PathOf<T> = T extends Leaf | readonly unknown[]
  ? never
  : {
      [K in keyof T & string]: NonNullable<T[K]> extends Leaf | readonly unknown[]
        ? K
        : K | `${K}.${PathOf<NonNullable<T[K]>>}`;
    }[keyof T & string];

/** Type of the value at path `P` of `T`. */
export type ValueAt<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? ValueAt<NonNullable<T[Head]>, Rest>
    : never
  : P extends keyof T
    ? T[P]
    : never;

/** Provenance of the value at `path`: its own, that of the nearest part above it, or the answer's. */
export function provenanceAt(metadata: Envelope<unknown>['metadata'], path: string): Provenance {
  const steps = path.split('.');
  for (let length = steps.length; length > 0; length -= 1) {
    const own = metadata.fields?.[steps.slice(0, length).join('.')];
    if (own !== undefined) return own;
  }
  return metadata.provenance;
}

/** One figure of an answer with its own provenance, and the reason where it is null; null, too, where there is but an example. */
export function figureAt<T, P extends PathOf<T>>(envelope: Envelope<T>, path: P, example?: T): Sourced<ValueAt<T, P>> {
  const provenance = provenanceAt(envelope.metadata, path);
  if (example !== undefined) return unknownBeside(valueAt<T, P>(example, path), provenance);
  const reason = envelope.metadata.missing?.[path];
  return {
    value: valueAt(envelope.data, path),
    provenance,
    ...(reason === undefined ? {} : { missingReason: reason }),
  };
}

/** An unknown value with its reason, beside what it would look like. */
export function unknownBeside<V>(example: V, provenance: Provenance): Sourced<V> & { readonly example: V } {
  const reason = provenance.state === 'fallback' ? { missingReason: provenance.reason } : {};
  return { value: null as V, provenance, example, ...reason };
}

function valueAt<T, P extends PathOf<T>>(data: T, path: P): ValueAt<T, P> {
  const value = path.split('.').reduce<unknown>((part, step) => {
    return part === null || part === undefined ? null : (part as Record<string, unknown>)[step];
  }, data);
  return (value === undefined ? null : value) as ValueAt<T, P>;
}
