import * as alertContract from '@kianda/contract/fleet/surveillance/alerts.contract';
import { vesselAlertResource } from '@kianda/contract/fleet/surveillance/alerts.resource';
import { dayMs } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { listExport } from '../../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { SurveillanceAudit } from '../audit.service.ts';
import type { AlertService } from './alerts.service.ts';
import type { Finding, FindingProvenance } from './finding-provenance.ts';

export function alertBindings(options: {
  readonly alerts: AlertService;
  /** Provenance of findings in tracks. */
  readonly provenanceOf: FindingProvenance;
  readonly clock: Clock;
  readonly audit: SurveillanceAudit;
}): Bindings {
  const { alerts, provenanceOf, clock, audit } = options;
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  const ofFindings = async <T>(data: T, found: readonly Finding[]) => ({ data, provenance: await provenanceOf(found) });
  return [
    bind(alertContract.listVesselAlerts, async ({ query }) => {
      const page = await alerts.page(query);
      return ofFindings(page, page.data.map(ofAlert));
    }),
    bind(alertContract.listAlertGroups, async ({ query }) => {
      const page = await alerts.groups(query);
      return ofFindings(
        page,
        page.data.map(({ vessel, lastRaisedAt }) => ({
          shipIds: vessel === null ? [] : [vessel.id],
          from: new Date(Date.parse(lastRaisedAt) - dayMs),
          to: new Date(lastRaisedAt),
        })),
      );
    }),
    bind(
      alertContract.exportVesselAlerts,
      listExport(vesselAlertResource, {
        ...{ clock, audit },
        read: async (query: Parameters<typeof alerts.page>[0]) => {
          const page = await alerts.page(query);
          return { ...page, provenance: await provenanceOf(page.data.map(ofAlert)) };
        },
      }),
    ),
    bind(alertContract.vesselAlertDetail, async ({ params }) => {
      const detail = await alerts.detail(params.id);
      return ofFindings(detail, [ofAlert(detail.alert)]);
    }),
    bind(alertContract.stepVesselAlert, async (c) => answer(await alerts.step(c.params.id, c.body, c))),
    bind(alertContract.stepVesselAlerts, async (c) => answer(await alerts.steps(c.body, c))),
    bind(alertContract.listVesselEvents, async ({ query }) => {
      const { kind = null, vesselId = null, from, to } = query;
      const page = await alerts.events({ kind, shipId: vesselId, from: at(from), to: at(to) }, query);
      return ofFindings(
        page,
        page.data.map(({ vessels, start, end }) => ({
          shipIds: numbers(vessels),
          from: new Date(start),
          to: end === null ? null : new Date(end),
        })),
      );
    }),
  ];
}

const numbers = (vessels: readonly { readonly id: number }[]) => vessels.map(({ id }) => id);
const at = (instant: string | undefined): Date | null => (instant === undefined ? null : new Date(instant));

const ofAlert = ({ vessels, timestamp, lastAt }: alertContract.VesselAlert): Finding => ({
  shipIds: numbers(vessels),
  from: new Date(timestamp),
  to: new Date(lastAt),
});
