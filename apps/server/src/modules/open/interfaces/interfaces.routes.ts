import {
  checkFrame,
  interfacePicture,
  listInterfaces,
  markInterface,
  openInterface,
  renewInterfaces,
  visitInterface,
} from '@kianda/contract/open/interfaces/interfaces.contract';
import { generateSite, publishReport, siteState } from '@kianda/contract/open/interfaces/ministry-site.contract';
import { type Clock, nowIso } from '../../../platform/clock/clock.ts';
import { type Answer, type Bindings, bind } from '../../../platform/http/bind.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import { checkFrameAt } from './frame-check.client.ts';
import { checkJob, pictureJob, siteJob } from './interfaces.jobs.ts';
import type { InterfaceService } from './interfaces.service.ts';
import type { MinistrySite } from './site/site.service.ts';

export function interfaceBindings({
  service,
  site,
  enqueue,
  clock,
  allowedOrigins,
  consoleUrl,
}: {
  service: InterfaceService;
  site: MinistrySite;
  /** Queues a run of a job of this module for an account; answers its number. */
  enqueue: (job: string, actorId: string) => Promise<string>;
  clock: Clock;
  /** Origins whose pages the console may embed. */
  allowedOrigins: readonly string[];
  consoleUrl: string;
}): Bindings {
  const own = <T>(data: T): Answer<T> => ({ data, provenance: ownProvenance(clock) });
  return [
    bind(listInterfaces, async ({ principal }) => own(await service.list(principal))),
    bind(openInterface, async ({ params, principal }) => own(await service.open(params.id, principal))),
    bind(checkFrame, async ({ query }) =>
      own(
        await checkFrameAt(query.url, {
          allowedOrigins,
          consoleOrigin: new URL(consoleUrl).origin,
          nowIso: nowIso(clock),
        }),
      ),
    ),
    bind(markInterface, async ({ params, body, principal }) =>
      own(await service.mark(params.id, principal, body.isFavourite)),
    ),
    bind(visitInterface, async ({ params, principal }) => own(await service.visit(params.id, principal))),
    bind(interfacePicture, async ({ params }) => own(await service.picture(params.id))),
    bind(renewInterfaces, async ({ principal: { accountId } }) => {
      const jobs = [await enqueue(checkJob, accountId), await enqueue(pictureJob, accountId)];
      return own({ jobs });
    }),
    bind(siteState, async () => own(await site.state())),
    bind(generateSite, async ({ principal: { accountId } }) => own({ job: await enqueue(siteJob, accountId) })),
    bind(publishReport, async (c) => own(await site.publish(c.params.id, c.body.isPublished, c))),
  ];
}
