import { type FilterGeometry, filterFault } from './ast.ts';
import type { Cql2Filter, PropertyLookup } from './filter.ts';
import { readJson } from './json.ts';
import { resolve } from './resolve.ts';
import { readText } from './text.ts';

export type { FilterGeometry } from './ast.ts';
export type { Column, SqlLookup } from './columns.ts';
export type { Cql2Filter, PropertyLookup, PropertyType } from './filter.ts';
export { instantOf } from './literals.ts';
export { createMatcher, type ReadProperty } from './matcher.ts';
export { compileFilter } from './sql.ts';

export type FilterLanguage = 'cql2-text' | 'cql2-json';

/**
 * Reads a filter (CQL2 1.0, OGC 21-065r2), looks up its properties and checks its types. JSON may come as text or
 * parsed. `geometry` brings geometries from the filter's CRS to longitude and latitude. Throws a 400 in Portuguese
 * with the place of the fault.
 */
export function parseFilter(
  filter: unknown,
  language: FilterLanguage,
  lookup: PropertyLookup,
  geometry: (geometry: FilterGeometry) => FilterGeometry = (same) => same,
): Cql2Filter {
  if (language === 'cql2-json') return resolve(readJson(filter), lookup, geometry);
  if (typeof filter !== 'string') throw filterFault('esperava um texto.', '');
  return resolve(readText(filter), lookup, geometry);
}
