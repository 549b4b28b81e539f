import { z } from 'zod';

/** A JSON schema as the platform writes them: only what this page reads. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly $ref?: string;
};

const schema = z.custom<JsonSchema>((value) => typeof value === 'object' && value !== null);
const contentSchema = z.record(z.string(), z.object({ schema }));

const operationSchema = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  'x-access': z.string(),
  parameters: z
    .array(z.object({ name: z.string(), in: z.string(), required: z.boolean().optional(), schema }))
    .default([]),
  requestBody: z.object({ content: contentSchema }).optional(),
  responses: z.record(z.string(), z.object({ description: z.string(), content: contentSchema.optional() })),
});

const documentSchema = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

export type Operation = z.infer<typeof operationSchema> & { readonly method: string; readonly path: string };
export type ApiDocument = {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly operations: readonly Operation[];
};

/** The document as a list of operations. Throws where it is not an OpenAPI document. */
export function readDocument(json: unknown): ApiDocument {
  const { info, paths } = documentSchema.parse(json);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
  return { ...info, operations };
}

/** Group of an operation: the service and the first part of the path below it. */
export function groupOf({ path }: Pick<Operation, 'path'>): string {
  const [, service = '', ...rest] = path.split('/');
  const part = rest.find((segment) => segment !== 'api' && segment !== 'admin-dashboard') ?? '';
  return part === '' || part.startsWith('{') ? `/${service}` : `/${service} · ${part}`;
}

const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Operations in whose path, name, summary or permission every word occurs, without regard to accents. */
export function search(operations: readonly Operation[], words: string): readonly Operation[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  return operations.filter((operation) => {
    const { method, path, operationId, summary } = operation;
    const text = fold([method, path, operationId, summary, operation['x-access']].join(' '));
    return wanted.every((word) => text.includes(word));
  });
}
