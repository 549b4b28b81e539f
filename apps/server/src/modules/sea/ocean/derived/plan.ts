import type { Grid } from '@kianda/geo';
import type { FieldStore } from '../field-store/field-store.ts';
import type { DerivedRepository } from './repository.ts';
import type { InputGroup, NewValue } from './tables.ts';

export type Result = {
  readonly values: readonly NewValue[];
  readonly field: { readonly grid: Grid; readonly values: Float32Array } | null;
  readonly warnings: readonly string[];
  readonly inputs: readonly InputGroup[];
};

/** One day of a product: what it depends on, and how to make it. */
export type Unit = {
  readonly observedAt: Date;
  readonly hash: string;
  compute(): Promise<Result>;
};

export type Tools = { readonly repository: DerivedRepository; readonly fields: FieldStore };

/** The days of a product that what is stored allows, with what each depends on; nothing is computed yet. */
export type Planner = (tools: Tools) => Promise<readonly Unit[]>;

export const fieldGone = 'O ficheiro do campo não está no armazenamento';

/** The warning of a climatology on fewer than thirty years. */
export function shortBaseline(years: number, described: string): string[] {
  return years >= 30 ? [] : [`Linha de base curta: ${described}, em vez de 30 anos`];
}
