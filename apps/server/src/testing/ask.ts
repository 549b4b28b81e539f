import type { Endpoint, Provenance } from '@kianda/contract';
import type { Answer } from '../platform/http/bind.ts';
import type { Module } from '../platform/module.ts';

type Asked = { readonly params?: object; readonly query?: object; readonly body?: object };

/**
 * What a module answers at an endpoint, without a server in front of it: input parsed and answer checked by the
 * contract. Throws what the handler throws.
 */
export async function askModule(
  module: Pick<Module, 'bindings'>,
  endpoint: Endpoint,
  input: Asked = {},
): Promise<Answer<unknown> & { readonly provenance: Provenance }> {
  const binding = module.bindings?.find((candidate) => candidate.endpoint.id === endpoint.id);
  if (binding === undefined) throw new Error(`the module does not bind ${endpoint.id}`);
  const context = {
    params: endpoint.params?.parse(input.params ?? {}),
    query: endpoint.query?.parse(input.query ?? {}),
    body: endpoint.body?.parse(input.body ?? {}),
  };
  const answer = (await binding.handler(context as Parameters<typeof binding.handler>[0])) as Answer<unknown>;
  endpoint.response.parse(answer.data);
  return answer;
}
