import { Readable } from 'node:stream';
import type { DataOf, Endpoint, Provenance } from '@kianda/contract';
import type { Answer, Principal } from '../platform/http/bind.ts';
import type { Module } from '../platform/module.ts';

type Asked = {
  readonly params?: object;
  readonly query?: object;
  readonly body?: object;
  /** The whole body of an endpoint that takes bytes. */
  readonly stream?: Uint8Array;
  /** Account that asks, where it is another one. */
  readonly accountId?: string;
};

/** Caller of a test, for handlers that need one. */
const asker: Principal = {
  accountId: '5a3c1d10-0000-4000-8000-00000000000a',
  email: 'ensaio@kianda.test',
  name: 'Ensaio',
  role: 'administrador',
  sessionId: '5a3c1d10-0000-4000-8000-00000000000b',
  mustChangePassword: false,
};

/**
 * Answer of a module at an endpoint, without a server in front of it: input parsed and answer checked by the
 * contract. Throws what the handler throws.
 */
export async function askModule<E extends Endpoint>(
  module: Pick<Module, 'bindings'>,
  endpoint: E,
  input: Asked = {},
): Promise<Answer<DataOf<E>> & { readonly provenance: Provenance }> {
  const binding = module.bindings?.find((candidate) => candidate.endpoint.id === endpoint.id);
  if (binding === undefined) throw new Error(`the module does not bind ${endpoint.id}`);
  const context = {
    params: endpoint.params?.parse(input.params ?? {}),
    query: endpoint.query?.parse(input.query ?? {}),
    body: endpoint.body?.parse(input.body ?? {}),
    ...(input.stream === undefined ? {} : { stream: Readable.from([input.stream]) }),
    principal: { ...asker, accountId: input.accountId ?? asker.accountId },
    ipAddress: '127.0.0.1',
    userAgent: 'ensaio',
  };
  const answer = (await binding.handler(context as unknown as Parameters<typeof binding.handler>[0])) as Answer<
    DataOf<E>
  >;
  // Bytes have no schema.
  if (endpoint.format !== 'binary') endpoint.response.parse(answer.data);
  return answer;
}
