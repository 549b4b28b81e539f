import {
  commonErrors,
  type Endpoint,
  envelopeOf,
  errorCatalogue,
  outsideErrors,
  problemSchema,
  servicePrefixes,
} from '@kianda/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 document of the contract: the same entries that the server binds. */
export function openApiOf(endpoints: readonly Endpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = servicePrefixes[endpoint.service] + endpoint.path;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kianda',
      version,
      description: 'Plataforma de dados marinhos da Zona Económica Exclusiva de Angola.',
    },
    servers: [{ url: '/' }],
    tags: Object.keys(servicePrefixes).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: schemaOf(problemSchema, 'output') },
    },
  };
}

function operationOf(endpoint: Endpoint): Json {
  const codes = [...new Set([...commonErrors, ...(outsideErrors[endpoint.service] ?? []), ...(endpoint.errors ?? [])])];
  const byStatus = Map.groupBy(codes, (code) => String(errorCatalogue[code].status));
  const errors = Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('\n\n'),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
  const enveloped = endpoint.format === undefined || endpoint.format === 'envelope';
  const content = schemaOf(enveloped ? envelopeOf(endpoint.response) : endpoint.response, 'output');
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.service],
    'x-access': endpoint.access,
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(endpoint.requestBody === 'stream'
      ? { requestBody: { required: true, content: { 'application/octet-stream': {} } } }
      : {}),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
          },
        }),
    responses: {
      '200': {
        description: 'Resposta',
        content: { [endpoint.contentType ?? 'application/json']: { schema: content } },
      },
      ...errors,
    },
  };
}

function parametersOf(schema: z.ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties ?? {}).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || (required ?? []).includes(name),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
