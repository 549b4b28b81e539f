import type { createFlower } from '@kianda/connectors/services/flower/client';
import * as contract from '@kianda/contract/operations/tasks/flower-control.contract';
import { type Bindings, bind, type RequestContext, type StandardAnswer } from '../../../platform/http/bind.ts';
import { bodyText } from '../../../platform/http/body-text.ts';
import type { ExternalServiceAudit } from './external-services.types.ts';
import type { RemoteService } from './remote-service.client.ts';

type Actor = Parameters<ExternalServiceAudit>[0];
type Call = Actor & Pick<RequestContext<typeof contract.flowerApply>, 'params' | 'stream'>;

const controlRight = 'controlo (sem --read_only)';

/** Commands of a Flower elsewhere, each audited here. */
export function flowerControlBindings(options: {
  flower: ReturnType<typeof createFlower>;
  outside: RemoteService;
  audit: ExternalServiceAudit;
}): Bindings {
  const { flower, outside, audit } = options;
  const standard = (body: unknown): StandardAnswer => ({ body, provenance: outside.provenance() });
  const ask = <T>(work: () => Promise<T>) => outside.ask('executar o comando', work, controlRight);

  const call = (act: 'apply' | 'async-apply' | 'send-task') => async (c: Call) => {
    const body = await bodyText(c.stream, contract.longestCallBytes);
    const answer = await ask(() => flower.call(act, c.params.name, body));
    await audit(c, { event: 'data.modify', resource: `task/${answer['task-id']}`, metadata: { act } });
    return standard(answer);
  };
  const command = async (c: Actor, path: readonly [string, ...string[]], query = {}) => {
    const message = await ask(() => flower.command(path, query));
    const metadata = { act: path.slice(0, -1).join('/') };
    await audit(c, { event: 'data.modify', resource: path.at(-1) ?? '', metadata });
    return standard({ message });
  };
  return [
    bind(contract.flowerApply, call('apply')),
    bind(contract.flowerAsyncApply, call('async-apply')),
    bind(contract.flowerSendTask, call('send-task')),
    bind(contract.flowerAbort, (c) => command(c, ['task', 'abort', c.params.id])),
    bind(contract.flowerTimeout, (c) => command(c, ['task', 'timeout', c.params.name], c.query)),
    bind(contract.flowerRateLimit, (c) => command(c, ['task', 'rate-limit', c.params.name], c.query)),
    bind(contract.flowerShutdown, (c) => command(c, ['worker', 'shutdown', c.params.worker])),
    bind(contract.flowerPool, (c) => command(c, ['worker', 'pool', c.params.act, c.params.worker], c.query)),
    bind(contract.flowerConsumer, (c) => command(c, ['worker', 'queue', c.params.act, c.params.worker], c.query)),
    bind(contract.flowerMetrics, async () => ({
      body: await outside.ask('carregar medidas', () => flower.metrics()),
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      provenance: outside.provenance(),
    })),
  ];
}
