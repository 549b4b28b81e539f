import fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
};

/** Texts that have broken programs before. */
const nasty: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  "'; DROP TABLE identity.accounts; --",
  '#{7*7}{{7*7}}',
  '../../../etc/passwd',
  '%00%zz',
  '\u202e\ufeff\ud800',
  '𝕂𝕚𝕒𝕟𝕕𝕒 🐟',
  'NaN',
  '1e309',
  '-0',
  '99999999999999999999',
  '9007199254740993',
  '0x10',
  '__proto__',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999+14:00',
  'x'.repeat(3_000),
];

export const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...nasty),
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.constantFrom(null, true, [], {}, [[[]]], { $ne: null }, Number.MAX_VALUE, -1),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that a schema accepts, nearly always; `known` replaces what only the platform can know (ids). */
export function validOf(schema: z.ZodType, known: Readonly<Record<string, readonly unknown[]>>): fc.Arbitrary<unknown> {
  return fromJson(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema, known, '');
}

function fromJson(
  schema: JsonSchema,
  known: Readonly<Record<string, readonly unknown[]>>,
  name: string,
): fc.Arbitrary<unknown> {
  const again = (inner: JsonSchema) => fromJson(inner, known, name);
  const values = known[name];
  if (values !== undefined && schema.enum === undefined) {
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, fromJson(schema, {}, name));
  }
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map(again));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known);
    case 'array':
      return schema.prefixItems === undefined
        ? fc.array(again(schema.items ?? {}), { maxLength: 5 })
        : fc.tuple(...schema.prefixItems.map(again));
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer(boundsOf(schema));
    case 'number':
      return fc.double({ ...boundsOf(schema), noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return garbage;
  }
}

function boundsOf({ minimum, maximum }: JsonSchema): { min: number; max: number } {
  return { min: Math.max(minimum ?? -1e6, -1e9), max: Math.min(maximum ?? 1e6, 1e9) };
}

function objectOf(schema: JsonSchema, known: Readonly<Record<string, readonly unknown[]>>): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0 && typeof schema.additionalProperties === 'object') {
    return fc.dictionary(fc.string({ maxLength: 8 }), fromJson(schema.additionalProperties, known, ''), { maxKeys: 3 });
  }
  const record = Object.fromEntries(properties.map(([name, inner]) => [name, fromJson(inner, known, name)]));
  return fc.record(record, { requiredKeys: [...(schema.required ?? [])] });
}

/** Texts by pattern: to make one reads all of Unicode, which took half of the time of a whole run. */
const byPattern = new Map<string, fc.Arbitrary<string>>();

function matching(pattern: string): fc.Arbitrary<string> {
  const known = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern, 'u'));
  byPattern.set(pattern, known);
  return known;
}

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const instant = fc.date({ min: new Date('1950-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
  if (schema.format === 'date-time') return instant.map((date) => date.toISOString());
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'uri') return fc.webUrl();
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.pattern !== undefined) return matching(schema.pattern);
  const { minLength = 0, maxLength = 40 } = schema;
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

/** As it is written in an address: half a character can not be. */
export function queryText(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();
}
