import type { DataOf, Endpoint, InputOf } from '@kianda/contract';
import type { Logger } from '../log/log.ts';
import type { Answer, Bindings, Principal, RequestContext } from './bind.ts';

type Asker = {
  readonly principal: Principal;
  /** Stands in the log where a request's id would. */
  readonly requestId: string;
  readonly log: Logger;
  readonly signal: AbortSignal;
};

/**
 * Asks the handler of an endpoint in this process, as a request would: the answer then is the one that a screen beside
 * shows. The gate is the caller's: nothing here looks at the permission. Throws what the handler throws.
 */
export async function callInProcess<E extends Endpoint>(
  bindings: Bindings,
  endpoint: E,
  input: Partial<InputOf<E>>,
  asker: Asker,
): Promise<Answer<DataOf<E>>> {
  const binding = bindings.find((one) => one.endpoint.id === endpoint.id);
  if (binding === undefined) throw new Error(`endpoint ${endpoint.id} is bound by nobody`);
  const { params, query } = input as { readonly params?: unknown; readonly query?: unknown };
  const context = {
    params: endpoint.params?.parse(params ?? {}),
    query: endpoint.query?.parse(query ?? {}),
    body: undefined,
    stream: undefined,
    headers: {},
    ipAddress: '127.0.0.1',
    userAgent: 'Kianda',
    ...asker,
  } as unknown as RequestContext<Endpoint>;
  return (await binding.handler(context)) as Answer<DataOf<E>>;
}
