import type { FeatureProperty } from '../../../../platform/feature-collections.ts';

/** Distinct values above which a property is no dictionary: a filter on it is then the database's. */
export const mostDistinct = 10_000;

/**
 * Values of one property, a number or a code for each feature. Numbers and instants stand as they are, NaN where
 * unknown; everything else is a place in a list of its distinct values.
 */
export type Column =
  | { readonly kind: 'number'; readonly values: Float64Array }
  | { readonly kind: 'code'; readonly codes: Uint16Array; readonly distinct: readonly unknown[] };

export type Columns = ReadonlyMap<string, Column>;

type Builder = {
  /** False where the value doesn't fit: the property then has no column. */
  add(value: unknown): boolean;
  finish(): Column;
};

/** Collects the values of every property, feature by feature; a property that can't be held exactly is left out. */
export function createColumns(properties: Readonly<Record<string, FeatureProperty>>) {
  const builders = new Map<string, Builder>(
    Object.entries(properties).map(([name, { type }]) => [
      name,
      type === 'number' || type === 'integer' ? numbers() : type === 'timestamp' ? instants() : codes(),
    ]),
  );
  return {
    add(values: Readonly<Record<string, unknown>>): void {
      for (const [name, builder] of builders) if (!builder.add(values[name] ?? null)) builders.delete(name);
    },
    /** For what memory can't hold exactly, although each value looked as if it could. */
    drop(name: string): void {
      builders.delete(name);
    },
    finish: (): Columns => new Map([...builders].map(([name, builder]) => [name, builder.finish()])),
  };
}

function numbers(): Builder {
  const values: number[] = [];
  return {
    add(value) {
      if (value !== null && !Number.isFinite(value)) return false;
      values.push(value === null ? Number.NaN : Number(value));
      return true;
    },
    finish: () => ({ kind: 'number', values: Float64Array.from(values) }),
  };
}

function instants(): Builder {
  const values: number[] = [];
  return {
    add(value) {
      const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
      if (value !== null && Number.isNaN(ms)) return false;
      values.push(ms);
      return true;
    },
    finish: () => ({ kind: 'number', values: Float64Array.from(values) }),
  };
}

function codes(): Builder {
  const values: number[] = [];
  const known = new Map<string, number>();
  const distinct: unknown[] = [];
  return {
    add(value) {
      const text = JSON.stringify(value);
      let code = known.get(text);
      if (code === undefined) {
        if (distinct.length === mostDistinct) return false;
        code = distinct.push(value) - 1;
        known.set(text, code);
      }
      values.push(code);
      return true;
    },
    finish: () => ({ kind: 'code', codes: Uint16Array.from(values), distinct }),
  };
}

export function bytesOf(columns: Columns): number {
  let bytes = 0;
  for (const column of columns.values()) {
    bytes += column.kind === 'number' ? column.values.byteLength : column.codes.byteLength;
  }
  return bytes;
}
