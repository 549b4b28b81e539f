import { z } from 'zod';
import type { Access } from './permissions.ts';
import type { ErrorCode } from './problem.ts';
import { instantSchema, provenanceSchema } from './provenance.ts';

/** Services and the prefix below which each answers. */
export const servicePrefixes = {
  'admin-api': '/admin-api',
  'gfw-api': '/gfw-api',
  'ocean-api': '/ocean-api',
  realtime: '/realtime',
  stac: '/stac',
  storage: '/storage',
  features: '/features',
  monitor: '/monitor',
  identity: '/identity',
  workflow: '/workflow',
  status: '/status',
  /** Files at the root of the site, where pages of old look for them. */
  root: '',
} as const;
export type ServiceId = keyof typeof servicePrefixes;

export const clientVersion = '2.0.0';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * One endpoint, as data: server binding, client, OpenAPI page, permission matrix test and fuzz test derive from it.
 * `response` is the schema of `data` when `body` is `envelope`, of the whole body otherwise.
 */
export type Endpoint = {
  readonly id: string;
  readonly service: ServiceId;
  readonly method: Method;
  /** Path below the service prefix, with `{name}` parameters. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /**
   * `stream`: the request body is bytes of any content type, passed to the handler as they arrive; it has no `body`
   * schema. `form`: `application/x-www-form-urlencoded` is read into `body`, as JSON is.
   */
  readonly requestBody?: 'stream' | 'form';
  readonly response: z.ZodType;
  /**
   * `envelope`: the console envelope; `plain`: body fixed by a standard; `binary`: bytes, with `contentType`;
   * `redirect`: 302 to the `location` of the answer; `standard`: status, headers and body as a standard fixes them,
   * `response` being the schema of the body where it is JSON.
   */
  readonly format?: 'envelope' | 'plain' | 'binary' | 'redirect' | 'standard';
  readonly contentType?: string;
  /** `keycloak`: refusals carry also the names that Keycloak's clients read, `errorMessage` and `error_description`. */
  readonly faults?: 'keycloak';
  /** Codes in addition to those every endpoint may answer (see `commonErrors`). */
  readonly errors?: readonly ErrorCode[];
  /** Seconds a client may reuse the answer before asking again; absent: always revalidate by ETag. */
  readonly maxAgeSeconds?: number;
  /** Requests per minute and caller, where the default is too generous. */
  readonly rateLimitPerMinute?: number;
  /** Counts under the default limit by itself, not with the caller's other requests: its parts are counted with those. */
  readonly countsApart?: boolean;
  /** The answer contains secrets: sent with `no-store`, never stored for the replay of an idempotency key. */
  readonly neverStored?: boolean;
  /** The answer contains personal data: sent with `no-store`, so that no intermediate cache stores it. */
  readonly personal?: boolean;
  /** Answered before the others when there is more to do than can be done: how people get in, and alerts. */
  readonly first?: boolean;
  /** Stores files in that place: refused first when its disk has little room, so that the rest serves essential work. */
  readonly takesRoom?: 'objects' | 'intake' | 'backups';
  /** Usable while the one-time password must still be changed, or the second step set up. */
  readonly allowBeforePasswordChange?: boolean;
  /** Usable while the second step must still be set up: what sets it up. */
  readonly allowBeforeTwoStep?: boolean;
};

/** Codes that any endpoint may answer. */
export const commonErrors = [
  'validation_failed',
  'unauthenticated',
  'forbidden',
  'password_change_required',
  'two_step_required',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal',
  'unavailable',
  'service_stopped',
  'maintenance',
  'feature_off',
  'disk_full',
  'timeout',
] as const satisfies readonly ErrorCode[];

/**
 * Further codes of services that settings may point elsewhere: the request to that server failed, or is impossible from
 * here.
 */
export const outsideErrors: Readonly<Partial<Record<ServiceId, readonly ErrorCode[]>>> = {
  stac: ['provider_failed', 'service_outside'],
  features: ['provider_failed', 'service_outside'],
  storage: ['provider_failed', 'service_outside'],
  monitor: ['provider_failed', 'service_outside'],
  identity: ['provider_failed', 'service_outside'],
  workflow: ['provider_failed'],
};

/** Declares an endpoint, keeping the literal types of its schemas. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export type ParamsOf<E extends Endpoint> = E extends { params: infer S extends z.ZodType } ? z.output<S> : undefined;
export type QueryOf<E extends Endpoint> = E extends { query: infer S extends z.ZodType } ? z.output<S> : undefined;
export type BodyOf<E extends Endpoint> = E extends { body: infer S extends z.ZodType } ? z.output<S> : undefined;
export type DataOf<E extends Endpoint> = z.output<E['response']>;

type InputPart<E, K extends string, S> = S extends z.ZodType
  ? Record<never, never> extends z.input<S>
    ? { readonly [P in K]?: z.input<S> }
    : { readonly [P in K]: z.input<S> }
  : { readonly [P in K]?: undefined } & Record<never, E>;
/** Input of a client: only the parts the endpoint declares, optional where every field is. */
export type InputOf<E extends Endpoint> = InputPart<E, 'params', E['params']> &
  InputPart<E, 'query', E['query']> &
  InputPart<E, 'body', E['body']>;

/**
 * Origin of single figures inside `data`, by dotted path (`real_time_data.sea_temperature`), where they differ from the
 * answer's own provenance; and the reason why a figure is null.
 */
export const metadataSchema = z.object({
  timestamp: instantSchema,
  version: z.literal(clientVersion),
  cached: z.boolean(),
  provenance: provenanceSchema,
  fields: z.record(z.string(), provenanceSchema).optional(),
  missing: z.record(z.string(), z.string()).optional(),
});
export type Metadata = z.infer<typeof metadataSchema>;

/** Schema of the console API's envelope around an answer's data. */
export function envelopeOf<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data, message: z.string().optional(), metadata: metadataSchema });
}

export type Envelope<T> = {
  readonly success: true;
  readonly data: T;
  readonly message?: string | undefined;
  readonly metadata: Metadata;
};

/** Path with its parameters filled in and encoded. Throws when one is missing. */
export function pathOf(target: Endpoint, params: Readonly<Record<string, string | number>> = {}): string {
  const filled = target.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new RangeError(`${target.id}: parameter "${name}" missing in ${target.path}`);
    return encodeURIComponent(String(value));
  });
  return servicePrefixes[target.service] + filled;
}
