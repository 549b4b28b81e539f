import type { Endpoint, ServiceId } from '@kianda/contract';
import type { z } from 'zod';
import '../issue-texts.ts';
import { AppError } from './errors.ts';

type Issue = { readonly path: string; readonly message: string };

/**
 * Services whose clients are other people's programs, which add parameters of their own: S3 and OpenID Connect say that
 * those are ignored, Flower's clients send what its versions know; STAC and OGC API name theirs in the contract.
 */
const foreignClients: ReadonlySet<ServiceId> = new Set(['storage', 'identity', 'workflow', 'stac', 'features']);

const takesAnyParameter = ({ service, format = 'envelope' }: Endpoint): boolean =>
  format === 'standard' || (foreignClients.has(service) && format !== 'envelope');

type Definition = {
  readonly type: string;
  readonly innerType?: z.core.$ZodType;
  readonly in?: z.core.$ZodType;
  readonly left?: z.core.$ZodType;
  readonly right?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly catchall?: z.core.$ZodType;
};

/** Fields that an object schema names, each with its schema; null where it takes any name, or is of no object. */
function fieldsOf(schema: z.core.$ZodType): ReadonlyMap<string, z.core.$ZodType> | null {
  const { type, innerType, in: input, left, right, options, shape, catchall } = schema._zod.def as Definition;
  if (type === 'object') {
    if (catchall !== undefined && catchall._zod.def.type !== 'never') return null;
    return new Map(Object.entries(shape ?? {}));
  }
  const inner = innerType ?? input;
  if (inner !== undefined) return fieldsOf(inner);
  const parts = options ?? (left !== undefined && right !== undefined ? [left, right] : []);
  const named = parts.map(fieldsOf);
  if (parts.length === 0 || named.includes(null)) return null;
  return new Map(named.flatMap((fields) => [...(fields ?? [])]));
}

function fieldsAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): ReadonlyMap<string, unknown> | null {
  let current: z.core.$ZodType | undefined = schema;
  for (const step of path) {
    current = fieldsOf(current)?.get(String(step));
    if (current === undefined) return null;
  }
  return fieldsOf(current);
}

const validNames = (fields: ReadonlyMap<string, unknown> | null): string =>
  fields === null
    ? ''
    : fields.size === 0
      ? ' Aqui não há nenhum.'
      : ` Os válidos são: ${[...fields.keys()].join(', ')}.`;

/** Longest name repeated in an answer. */
const mostLetters = 60;

const unknownName = (path: readonly PropertyKey[], name: string, valid: string, what: string): Issue => {
  const shown = name.slice(0, mostLetters);
  return { path: [...path, shown].join('.'), message: `${what} desconhecido: «${shown}».${valid}` };
};

/** A parameter that is ignored is a filter that the caller believes in: each unknown one is named, with the valid ones. */
function unknownParameters(endpoint: Endpoint, query: unknown): Issue[] {
  if (takesAnyParameter(endpoint)) return [];
  const fields = endpoint.query === undefined ? new Map<string, unknown>() : fieldsOf(endpoint.query);
  if (fields === null) return [];
  return Object.keys(query ?? {})
    .filter((name) => !fields.has(name))
    .map((name) => unknownName(['query'], name, validNames(fields), 'Parâmetro'));
}

function issuesOf(schema: z.ZodType, error: z.ZodError, part: string): Issue[] {
  return error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [{ path: [part, ...issue.path].join('.'), message: issue.message }];
    const valid = validNames(fieldsAt(schema, issue.path));
    const what = part === 'query' ? 'Parâmetro' : 'Campo';
    return issue.keys.map((key) => unknownName([part, ...issue.path], key, valid, what));
  });
}

/**
 * Whether all that is wrong with a path is an identifier that is no UUID. To clients of other people's protocols an
 * identifier is any text: one of that form is answered like one that does not exist.
 */
const namesNothing = ({ format }: Endpoint, error: z.ZodError): boolean =>
  format === 'standard' && error.issues.every((issue) => issue.code === 'invalid_format' && issue.format === 'uuid');

function paramsOf(endpoint: Endpoint, given: unknown): unknown {
  const error = endpoint.params?.safeParse(given).error;
  if (error !== undefined && namesNothing(endpoint, error)) throw new AppError('not_found');
  return parsePart(endpoint.params, given, 'params', []);
}

function parsePart(schema: z.ZodType | undefined, value: unknown, part: string, unknown: readonly Issue[]): unknown {
  const parsed = schema?.safeParse(value);
  if (unknown.length > 0 || parsed?.success === false) {
    const found = schema === undefined || parsed?.error === undefined ? [] : issuesOf(schema, parsed.error, part);
    const paths = new Set(found.map(({ path }) => path));
    throw new AppError('validation_failed', { issues: [...found, ...unknown.filter(({ path }) => !paths.has(path))] });
  }
  refuseNul(parsed?.data, part);
  return parsed?.data;
}

/** PostgreSQL stores no NUL in a text: refused here, since each would be an internal error further down. */
function refuseNul(value: unknown, path: string): void {
  if (typeof value === 'string' && value.includes('\0')) {
    throw new AppError('validation_failed', { issues: [{ path, message: 'Carácter nulo não permitido.' }] });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, entry] of Object.entries(value)) refuseNul(entry, `${path}.${name}`);
}

/** The parts of a request as its contract types them. Throws `validation_failed`, with every issue of the first wrong part. */
export function inputOf(
  endpoint: Endpoint,
  request: { readonly params: unknown; readonly query: unknown; readonly body: unknown },
): { readonly params: unknown; readonly query: unknown; readonly body: unknown } {
  const body = request.body ?? (endpoint.body === undefined ? undefined : {});
  return {
    params: paramsOf(endpoint, request.params),
    query: parsePart(endpoint.query, request.query, 'query', unknownParameters(endpoint, request.query)),
    body: parsePart(endpoint.body, body, 'body', []),
  };
}
