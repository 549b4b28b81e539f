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

/** One figure of an answer with its own provenance, and the reason where it is null. */
export function figureAt<T, P extends PathOf<T>>(envelope: Envelope<T>, path: P): Sourced<ValueAt<T, P>> {
  const value = path.split('.').reduce<unknown>((part, step) => {
    return part === null || part === undefined ? null : (part as Record<string, unknown>)[step];
  }, envelope.data);
  const reason = envelope.metadata.missing?.[path];
  return {
    value: (value === undefined ? null : value) as ValueAt<T, P>,
    provenance: provenanceAt(envelope.metadata, path),
    ...(reason === undefined ? {} : { missingReason: reason }),
  };
}
