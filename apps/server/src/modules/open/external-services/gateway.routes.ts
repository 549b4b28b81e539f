import type { createGateway, GatewayAnswer } from '@kianda/connectors/services/ogc/client';
import type { Endpoint } from '@kianda/contract';
import type { Binding, Bindings, Principal, StandardAnswer } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { RemoteService } from './remote-service.client.ts';

export type GatewayContext = {
  readonly gateway: ReturnType<typeof createGateway>;
  readonly outside: RemoteService;
  /** Whether the service is asked with a credential: what it then shows is not for whoever passes by. */
  readonly hasCredential: boolean;
};

type Query = Readonly<Record<string, string | number | undefined>>;
type Mapping = (document: unknown) => unknown;

/** Only signed-in people may read with the platform's credential. */
export function checkReader({ hasCredential }: GatewayContext, principal: Principal | null): void {
  if (hasCredential && principal === null) throw new AppError('unauthenticated');
}

/** An answer of the service as one of ours: bytes lose every power that a page would have. */
export function handedOn(
  { outside }: GatewayContext,
  answer: GatewayAnswer,
  map: Mapping = (body) => body,
): StandardAnswer {
  const { body, contentType } = answer;
  const isBytes = body instanceof Uint8Array;
  return {
    status: answer.status,
    contentType,
    provenance: outside.provenance(),
    ...(isBytes
      ? { headers: { 'content-security-policy': "default-src 'none'; sandbox", 'x-content-type-options': 'nosniff' } }
      : {}),
    body: isBytes || body === undefined ? body : map(body),
  };
}

/** Path of an endpoint below its service, parameters filled in. */
export function pathBelow(endpoint: Endpoint, params: Readonly<Record<string, unknown>>): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

type ReadContext = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Query;
  readonly principal: Principal | null;
};

/** A GET of a service elsewhere: asked at the same path, answered as ours would be. */
export function readThrough(
  context: GatewayContext,
  endpoint: Endpoint,
  options: { what: string; map?: Mapping; path?: string; query?: (query: Query) => Query },
): Binding {
  async function handler({ params = {}, query = {}, principal }: ReadContext): Promise<StandardAnswer> {
    checkReader(context, principal);
    const path = options.path ?? pathBelow(endpoint, params);
    const forwarded = options.query?.(query) ?? query;
    const answer = await context.outside.ask(options.what, () => context.gateway.get(path, forwarded));
    return handedOn(context, answer, options.map);
  }
  return { endpoint, handler: (context) => handler(context as unknown as ReadContext) };
}

/** Answer to an operation that the gateway does not offer. */
export function refused(context: GatewayContext, endpoints: readonly Endpoint[], reason: string): Bindings {
  return endpoints.map((endpoint) => ({
    endpoint,
    handler: async () => {
      throw context.outside.refuse(reason);
    },
  }));
}
