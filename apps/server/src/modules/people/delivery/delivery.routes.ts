import * as contract from '@kianda/contract/people/delivery/delivery.contract';
import { deliveryResource } from '@kianda/contract/people/delivery/delivery.resource';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { DeliveryService } from './delivery.service.ts';

type Parts = {
  readonly service: DeliveryService;
  readonly clock: Clock;
  readonly audit: ListRecorder;
  readonly mailFrom: () => string | null;
};

export function deliveryBindings({ service, clock, audit, mailFrom }: Parts): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });

  return [
    bind(contract.listDeliveryChannels, async () =>
      answer({ channels: await service.channels(), smtp: { configured: mailFrom() !== null, from: mailFrom() } }),
    ),
    bind(contract.createDeliveryChannel, async (c) => ({
      ...answer(await service.create(c.body, c)),
      status: 201 as const,
    })),
    bind(contract.updateDeliveryChannel, async (c) => answer(await service.update(c.params.id, c.body, c))),
    bind(contract.deleteDeliveryChannel, async (c) => {
      await service.remove(c.params.id, c);
      return answer({ id: c.params.id });
    }),
    bind(contract.testDeliveryChannel, async (c) => answer(await service.test(c.params.id, c))),
    bind(contract.listDeliveries, async ({ query }) => answer(await service.log(query))),
    bind(contract.exportDeliveries, listExport(deliveryResource, { clock, audit, read: service.log })),
    bind(contract.retryDelivery, async (c) => answer(await service.retry(c.params.id, c))),
  ];
}
