import type { BodyOf, DataOf, Endpoint, ParamsOf, Permission, Provenance, QueryOf, Role } from '@kianda/contract';
import type { Logger } from '../log/log.ts';

/** The account that asks. Null for endpoints of access `public` called without a session. */
export type Principal = {
  readonly accountId: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly mustChangePassword: boolean;
  /** Its role demands a second step, and the time to set it up is over. */
  readonly mustSetUpTwoStep?: boolean;
  /** The key of the API that asks, if one does: it has a rate limit of its own, and may do what `scopes` name. */
  readonly apiKeyId?: string;
  /** Present on keys of the API and on tokens of embedded interfaces: endpoints of any other access are refused. */
  readonly scopes?: readonly Permission[];
};

/** Whether the account must do something about itself before anything else opens to it. */
export function isDelayed(principal: Principal): boolean {
  return principal.mustChangePassword || principal.mustSetUpTwoStep === true;
}

export type RequestContext<E extends Endpoint> = {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Bytes of the request body, for endpoints whose `requestBody` is `stream`; unlimited: the handler counts them. */
  readonly stream: E extends { requestBody: 'stream' } ? AsyncIterable<Uint8Array> : undefined;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly principal: E['access'] extends 'public' ? Principal | null : Principal;
  readonly method: string;
  /** Path and query as the client sent them. */
  readonly target: string;
  readonly requestId: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

/** Result of a handler: the data, and their provenance. */
export type Answer<T> = {
  readonly data: T;
  readonly provenance: Provenance;
  /** Origin of single figures, by dotted path inside `data`. */
  readonly fields?: Readonly<Record<string, Provenance>>;
  /** Why a figure is null, by dotted path, in Portuguese. */
  readonly missing?: Readonly<Record<string, string>>;
  readonly message?: string;
  readonly status?: 200 | 201 | 202;
};

/** A file to save, where a `binary` endpoint has several types of them. */
export type Download = { readonly bytes: Uint8Array; readonly contentType: string; readonly fileName: string };

/** Bytes whose tag is known before they are made: whoever holds them already is told so, and nothing is made. */
export type TaggedBytes = { readonly tag: string; make(): Promise<Uint8Array> };

/** Result of a `standard` endpoint: the whole HTTP answer, provenance in the header `x-kianda-provenance`. */
export type StandardAnswer = {
  /** 200 when absent. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** `application/json` when absent. */
  readonly contentType?: string;
  readonly provenance?: Provenance;
  /** Text, bytes and streams go out as they are, anything else as JSON; undefined is an empty body. */
  readonly body?: unknown;
  /** JSON, as text or as its bytes, that goes out as it is in place of a body; in tests it is held to the contract. */
  readonly json?: string | Buffer;
  /** Tag of the json where its maker has it for less than reading all of that; made over the json when absent. */
  readonly tag?: string;
};

export type Handler<E extends Endpoint> = (
  context: RequestContext<E>,
) => Promise<
  E['format'] extends 'standard'
    ? StandardAnswer
    : E['format'] extends 'plain' | 'binary' | 'redirect'
      ? DataOf<E> | Uint8Array | TaggedBytes | Download
      : Answer<DataOf<E>>
>;

export type Binding = {
  readonly endpoint: Endpoint;
  readonly handler: (context: RequestContext<Endpoint>) => Promise<unknown>;
};
export type Bindings = readonly Binding[];

/** Pairs a contract endpoint with its handler, checking both types. */
export function bind<E extends Endpoint>(endpoint: E, handler: Handler<E>): Binding {
  return { endpoint, handler: handler as Binding['handler'] };
}
