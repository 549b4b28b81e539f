import { sql } from 'kysely';
import type { Column, PropertyType } from '../../../../platform/cql2/index.ts';
import type { ItemRow } from '../items.types.ts';

type Queryable = PropertyType & { readonly title: string };

/** Names that filters may use. Those with a column of their own are quicker. */
const queryables: Readonly<Record<string, Queryable>> = {
  id: { type: 'string', title: 'Identificador' },
  collection: { type: 'string', title: 'Coleção' },
  geometry: { type: 'geometry', title: 'Geometria' },
  datetime: { type: 'timestamp', title: 'Instante, ou o primeiro do intervalo' },
  start_datetime: { type: 'timestamp', title: 'Primeiro instante' },
  end_datetime: { type: 'timestamp', title: 'Último instante' },
  created: { type: 'timestamp', title: 'Criado' },
  updated: { type: 'timestamp', title: 'Alterado' },
  title: { type: 'string', title: 'Título' },
  platform: { type: 'string', title: 'Plataforma' },
  license: { type: 'string', title: 'Licença' },
  keywords: { type: 'array', element: 'string', title: 'Palavras-chave' },
  'eo:cloud_cover': { type: 'number', title: 'Nuvens (%)' },
  'processing:level': { type: 'string', title: 'Nível de processamento' },
  'kianda:dataset': { type: 'string', title: 'Conjunto de dados' },
  'kianda:variables': { type: 'array', element: 'string', title: 'Variáveis' },
  'kianda:coverage': { type: 'number', title: 'Parte da ZEE com valores (0–1)' },
  'kianda:zee_mean': { type: 'number', title: 'Média na ZEE' },
  'kianda:zee_min': { type: 'number', title: 'Mínimo na ZEE' },
  'kianda:zee_max': { type: 'number', title: 'Máximo na ZEE' },
  'kianda:rows': { type: 'integer', title: 'Linhas' },
  'kianda:simulated': { type: 'boolean', title: 'Simulado' },
};

const instants = {
  datetime: 'datetime',
  start_datetime: 'start_at',
  end_datetime: 'end_at',
  created: 'created_at',
  updated: 'updated_at',
} as const;

const bare = (name: string) => name.replace(/^properties\./, '');
const isInstant = (name: string): name is keyof typeof instants => Object.hasOwn(instants, name);

/** Type of a queryable, as filters see it; undefined for any other name. */
export function queryableType(given: string): PropertyType | undefined {
  const name = bare(given);
  return Object.hasOwn(queryables, name) ? queryables[name] : undefined;
}

/** The same columns, the place in words that its index does not know. */
export function unindexedColumn(given: string): Column | undefined {
  const column = queryableColumn(given);
  return column?.type === 'geometry' ? { type: 'geometry', box: sql`box(footprint[0], footprint[1])` } : column;
}

/** Column of a property; serves the parser and the compiler of filters. */
export function queryableColumn(given: string): Column | undefined {
  const name = bare(given);
  const known = Object.hasOwn(queryables, name) ? queryables[name] : undefined;
  if (known === undefined) return undefined;
  if (name === 'id' || name === 'collection') return { type: 'string', sql: sql.ref(name) };
  if (isInstant(name)) return { type: 'timestamp', sql: sql.ref(instants[name]) };
  if (known.type === 'geometry') return { type: 'geometry', box: sql.ref('footprint') };
  const json = sql`(item->'properties'->${sql.lit(name)})`;
  const typed = (kind: string, value: ReturnType<typeof sql>) =>
    sql`(case when jsonb_typeof(${json}) = ${sql.lit(kind)} then ${value} end)`;
  if (known.type === 'array') {
    const parts = sql`array(select jsonb_array_elements_text(${json}))`;
    return { type: 'array', element: 'string', sql: typed('array', parts) };
  }
  if (known.type === 'string') return { type: 'string', sql: typed('string', sql`(${json} #>> '{}')`) };
  if (known.type === 'boolean') return { type: 'boolean', sql: typed('boolean', sql`(${json})::boolean`) };
  return { type: 'number', sql: typed('number', sql`(${json})::double precision`) };
}

/** Value that an item has for a property, as the matcher of filters reads it: one of another type is none, as in SQL. */
export function queryableValue(row: ItemRow, given: string): unknown {
  const name = bare(given);
  if (name === 'id' || name === 'collection') return row[name];
  if (isInstant(name)) return row[instants[name]];
  if (name === 'geometry') return row.item.geometry;
  const value = row.item.properties[name] ?? null;
  return isOfType(value, queryableType(name)?.type) ? value : null;
}

function isOfType(value: unknown, type: PropertyType['type'] | undefined): boolean {
  if (type === 'array') return Array.isArray(value);
  return typeof value === (type === 'integer' ? 'number' : type);
}

/** Numbers that the index in memory holds of each item. */
export const heldNumbers = [
  'eo:cloud_cover',
  'kianda:coverage',
  'kianda:zee_mean',
  'kianda:zee_min',
  'kianda:zee_max',
  'kianda:rows',
] as const;

/** Properties of few different values, which the index in memory holds as the number of their combination. */
export const heldLabels = [
  'collection',
  'platform',
  'license',
  'processing:level',
  'kianda:dataset',
  'kianda:simulated',
] as const;

/** How the index in memory holds a property; null for one that it does not hold. */
type HeldProperty =
  | { readonly kind: 'number'; readonly at: number }
  | { readonly kind: 'label'; readonly at: number }
  | { readonly kind: 'instant'; readonly column: 'datetime' | 'start' | 'end' | 'created' | 'updated' }
  | { readonly kind: 'id' }
  | null;

const heldInstants = {
  datetime: 'datetime',
  start_datetime: 'start',
  end_datetime: 'end',
  created: 'created',
  updated: 'updated',
} as const;

export function heldProperty(given: string): HeldProperty {
  const name = bare(given);
  if (name === 'id') return { kind: 'id' };
  if (isInstant(name)) return { kind: 'instant', column: heldInstants[name] };
  const number = heldNumbers.indexOf(name as (typeof heldNumbers)[number]);
  if (number >= 0) return { kind: 'number', at: number };
  const label = heldLabels.indexOf(name as (typeof heldLabels)[number]);
  return label >= 0 ? { kind: 'label', at: label } : null;
}

/** JSON Schema of each queryable, by name. */
export function queryableProperties(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(queryables).map(([name, known]) => [name, { title: known.title, ...schemaOf(known) }]),
  );
}

function schemaOf(known: Queryable): Record<string, unknown> {
  if (known.type === 'geometry') return { format: 'geometry-any' };
  if (known.type === 'timestamp') return { type: 'string', format: 'date-time' };
  if (known.type === 'array') return { type: 'array', items: { type: known.element } };
  return { type: known.type };
}
