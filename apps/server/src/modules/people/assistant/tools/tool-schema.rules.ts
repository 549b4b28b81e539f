import { type Endpoint, servicePrefixes } from '@kianda/contract';
import type { ToolMark } from '@kianda/contract/people/assistant/tools';
import { z } from 'zod';

type Json = Record<string, unknown>;

export type ToolInput = Readonly<Record<string, unknown>>;

type Shape = { readonly properties: Json; readonly required: readonly string[] };
const shapes = new WeakMap<z.ZodType, Shape>();

function shapeOf(schema: z.ZodType | undefined): Shape {
  if (schema === undefined) return { properties: {}, required: [] };
  const held = shapes.get(schema);
  if (held !== undefined) return held;
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Json;
    required?: string[];
  };
  const shape = { properties, required };
  shapes.set(schema, shape);
  return shape;
}

/** JSON Schema of what a tool takes: the parameters of the path and of the query of its endpoint, in one object. */
export function inputSchemaOf({ endpoint }: ToolMark) {
  const params = shapeOf(endpoint.params);
  const query = shapeOf(endpoint.query);
  return {
    type: 'object' as const,
    properties: { ...query.properties, ...params.properties } as Record<string, object>,
    required: [...new Set([...Object.keys(params.properties), ...query.required])],
    additionalProperties: false,
  };
}

export const groupOf = (name: string): string => name.split('_')[0] ?? name;

/** Description of a tool for a program: what it answers, and where the same is asked by HTTP. */
export function describeTool({ endpoint }: ToolMark): string {
  return `${endpoint.summary}. Só leitura; cada valor traz a sua origem. O mesmo que ${endpoint.method} ${servicePrefixes[endpoint.service]}${endpoint.path}.`;
}

const namesIn = (schema: z.ZodType | undefined): readonly string[] => Object.keys(shapeOf(schema).properties);

/** One argument as the address of a request writes it. */
function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(',');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Arguments that no parameter of the endpoint takes. */
export function unknownArguments(endpoint: Endpoint, input: ToolInput): readonly string[] {
  const known = new Set([...namesIn(endpoint.params), ...namesIn(endpoint.query)]);
  return Object.keys(input).filter((name) => !known.has(name));
}

/** Arguments as they stand in a request: those of the path, and those of the query. */
export function requestOf(endpoint: Endpoint, input: ToolInput) {
  const inPath = new Set(namesIn(endpoint.params));
  const params: Record<string, string> = {};
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === null || value === undefined) continue;
    (inPath.has(name) ? params : query)[name] = written(value);
  }
  return { params, query };
}

/** The request of a call, as anyone may repeat it: `GET /admin-api/ocean/fields?variable=ph`. */
export function requestLine(endpoint: Endpoint, input: ToolInput): string {
  const { params, query } = requestOf(endpoint, input);
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return `${endpoint.method} ${servicePrefixes[endpoint.service]}${path}${search === '' ? '' : `?${search}`}`;
}
