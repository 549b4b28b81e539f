import type { AnalysisInputs } from '@kianda/contract/space/spatial/analysis-inputs';
import type { PinnedInput } from '@kianda/contract/space/spatial/analysis-results';
import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import type { InputData } from '../compute/compute.types.ts';

/** A request: inputs completed with the usual ones. */
export type Asked = {
  readonly type: AnalysisType;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly inputs: AnalysisInputs;
};

/** An input as it was read. */
export type ReadInput = { readonly data: InputData; readonly pinned: PinnedInput; readonly withoutPlace: number };

export type ReadOptions = {
  /** Account whose own things may be read; null: nobody's. */
  readonly accountId: string | null;
  readonly signal: AbortSignal;
  readonly most: { readonly features: number; readonly vertices: number };
};

/** Attributes that an analysis looks at: some, or every number; and the one that names the features. */
export type Wanted = { readonly numbers: readonly string[] | 'all'; readonly name: string | null };

export function wantedOf({ type, parameters }: Pick<Asked, 'type' | 'parameters'>): Wanted {
  const given = ['value_attribute', 'area_attribute', 'weight_attribute'].flatMap((name) => {
    const value = parameters[name];
    return typeof value === 'string' ? [value] : [];
  });
  const name = parameters.zone_attribute;
  return {
    numbers: type === 'interpolation' && given.length === 0 ? 'all' : given,
    name: typeof name === 'string' ? name : null,
  };
}

const nameKeys = ['name', 'nome', 'Name', 'NAME', 'title', 'titulo', 'designation', 'scientificName', 'source_name'];

/** Name of a feature among its properties; its id where it has none. */
export function nameIn(properties: Readonly<Record<string, unknown>>, { name }: Wanted, id: string): string {
  for (const key of name === null ? nameKeys : [name, ...nameKeys]) {
    const value = properties[key];
    if (typeof value === 'string' && value !== '') return value.slice(0, 300);
    if (key === name && (typeof value === 'number' || typeof value === 'boolean')) return String(value);
  }
  // Shapefiles cut names off after ten letters, and other people name columns as they like.
  const alike = Object.keys(properties).find((key) => /nam|nom[ei]/i.test(key) && typeof properties[key] === 'string');
  const value = alike === undefined ? '' : properties[alike];
  return typeof value === 'string' && value !== '' ? value.slice(0, 300) : id;
}

const mostNumbers = 60;

/** Numbers among the properties of a feature that are asked for. */
export function numbersIn(
  properties: Readonly<Record<string, unknown>>,
  { numbers }: Wanted,
): Readonly<Record<string, number>> {
  const names = numbers === 'all' ? Object.keys(properties).slice(0, mostNumbers) : numbers;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return typeof value === 'number' && Number.isFinite(value) ? [[name, value] as const] : [];
    }),
  );
}
