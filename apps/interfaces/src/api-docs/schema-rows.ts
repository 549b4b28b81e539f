import type { JsonSchema } from './openapi.ts';

/** One line of a schema: a field, its kind in words, and how deep it lies. */
export type SchemaRow = {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly required: boolean;
  readonly note: string;
  readonly depth: number;
};

const kinds: Readonly<Record<string, string>> = {
  string: 'texto',
  number: 'número',
  integer: 'inteiro',
  boolean: 'sim/não',
  null: 'nulo',
  object: 'objeto',
  array: 'lista',
};
const formats: Readonly<Record<string, string>> = {
  'date-time': 'instante ISO 8601',
  date: 'data',
  uuid: 'UUID',
  uri: 'endereço',
  email: 'e-mail',
};

const alternativesOf = (schema: JsonSchema) => schema.anyOf ?? schema.oneOf;

/** Kind of a schema in words: `texto`, `lista de inteiro`, `número ou nulo`, `"asc" ou "desc"`. */
export function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' ou ');
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? schema.$ref;
  const alternatives = alternativesOf(schema);
  if (alternatives !== undefined) return [...new Set(alternatives.map(kindOf))].join(' ou ');
  if (schema.prefixItems !== undefined) return `[${schema.prefixItems.map(kindOf).join(', ')}]`;
  if (schema.type === 'array') return schema.items === undefined ? 'lista' : `lista de ${kindOf(schema.items)}`;
  if (schema.format !== undefined) return formats[schema.format] ?? schema.format;
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'qualquer valor' : types.map((type) => kinds[type] ?? type).join(' ou ');
}

/** Limits worth showing: the bounds of a safe integer are not. */
function noteOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength } = schema;
  const notable = (value: number | undefined) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return [
    schema.description,
    schema.default === undefined ? undefined : `por omissão ${JSON.stringify(schema.default)}`,
    notable(minimum) ? `mínimo ${minimum}` : undefined,
    notable(maximum) ? `máximo ${maximum}` : undefined,
    minLength === undefined ? undefined : `pelo menos ${minLength} caracteres`,
    maxLength === undefined ? undefined : `até ${maxLength} caracteres`,
  ]
    .filter((part) => part !== undefined)
    .join(' · ');
}

/** The object whose fields a schema shows: itself, its items, its alternative that is not null. */
function fieldsOf(schema: JsonSchema): JsonSchema | null {
  if (schema.properties !== undefined) return schema;
  if (schema.items !== undefined) return fieldsOf(schema.items);
  if (typeof schema.additionalProperties === 'object') return fieldsOf(schema.additionalProperties);
  const alternatives =
    alternativesOf(schema)
      ?.map(fieldsOf)
      .filter((found) => found !== null) ?? [];
  return alternatives[0] ?? null;
}

const deepest = 6;

/** Fields of a schema, each before those inside it; empty for a plain value. */
export function schemaRows(schema: JsonSchema, depth = 0, path = ''): readonly SchemaRow[] {
  const fields = fieldsOf(schema);
  if (fields?.properties === undefined || depth > deepest) return [];
  return Object.entries(fields.properties).flatMap(([name, field]) => {
    const key = `${path}/${name}`;
    const required = fields.required?.includes(name) ?? false;
    return [
      { key, name, kind: kindOf(field), required, note: noteOf(field), depth },
      ...schemaRows(field, depth + 1, key),
    ];
  });
}

/** The part of an answer that an operation is about: `data` of the platform's envelope, else the whole. */
export function answerOf(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  return properties?.success !== undefined && properties.data !== undefined && properties.metadata !== undefined
    ? properties.data
    : schema;
}
