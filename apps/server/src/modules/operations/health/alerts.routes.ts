import { allows } from '@kianda/contract';
import { alertResource } from '@kianda/contract/operations/alerts/alerts.resource';
import * as casework from '@kianda/contract/operations/alerts/casework.contract';
import { acknowledgeAlert, listAlerts } from '@kianda/contract/operations/health/health.contract';
import type { Clock } from '../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../platform/http/own-provenance.ts';
import type { AlertService } from './alerts.service.ts';

type Options = { readonly alerts: AlertService; readonly clock: Clock; readonly audit: ListRecorder | undefined };

export function alertBindings({ alerts, clock, audit }: Options): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  return [
    bind(listAlerts, async ({ query }) => {
      const [list, { active, total }] = await Promise.all([alerts.list(query.limit), alerts.counts()]);
      return answer({ alerts: list, active, total });
    }),
    bind(acknowledgeAlert, async (c) => answer(await alerts.acknowledge(c.params.id, c.body.note ?? null, c))),
    bind(casework.alertDetail, async ({ params, principal }) =>
      answer(await alerts.detail(params.id, allows('delivery:read', principal.role))),
    ),
    bind(casework.commentAlert, async (c) => {
      await alerts.comment(c.params.id, c.body.note, c);
      return answer(await alerts.detail(c.params.id, allows('delivery:read', c.principal.role)));
    }),
    bind(casework.investigateAlert, async (c) => {
      await alerts.investigate(c.params.id, c.body.note ?? null, c);
      return answer(await alerts.detail(c.params.id, allows('delivery:read', c.principal.role)));
    }),
    bind(casework.assignAlert, async (c) => {
      await alerts.assign(c.params.id, c.body.accountId, c);
      return answer(await alerts.detail(c.params.id, allows('delivery:read', c.principal.role)));
    }),
    bind(casework.resolveAlert, async (c) => {
      await alerts.resolve(c.params.id, c.body.note, c);
      return answer(await alerts.detail(c.params.id, allows('delivery:read', c.principal.role)));
    }),
    bind(casework.alertHistory, async ({ query }) => answer(await alerts.history(query))),
    bind(casework.exportAlertHistory, listExport(alertResource, { clock, audit, read: alerts.history })),
  ];
}
