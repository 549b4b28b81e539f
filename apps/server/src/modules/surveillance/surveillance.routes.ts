import * as alertContract from '@kianda/contract/surveillance/alerts.contract';
import * as distanceContract from '@kianda/contract/surveillance/distances.contract';
import { vesselIdentity } from '@kianda/contract/surveillance/identity.contract';
import * as importContract from '@kianda/contract/surveillance/licence-import.contract';
import * as registryContract from '@kianda/contract/surveillance/registry.contract';
import { type Clock, nowIso } from '../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../platform/http/bind.ts';
import { ownProvenance } from '../../platform/http/own-provenance.ts';
import type { AlertService } from './alerts.service.ts';
import type { DistanceService } from './distances.service.ts';
import type { Finding, FindingProvenance } from './findings.ts';
import type { IdentityRegistry } from './identity.service.ts';
import type { LicenceImport } from './licence-import.ts';
import type { RegistryService } from './registry.service.ts';

type Services = {
  readonly registry: RegistryService;
  readonly distances: DistanceService;
  readonly imports: LicenceImport;
  readonly identities: IdentityRegistry;
  readonly alerts: AlertService;
  /** Of what was found in tracks. */
  readonly provenanceOf: FindingProvenance;
};

export function surveillanceBindings(
  { registry, distances, imports, identities, alerts, provenanceOf }: Services,
  clock: Clock,
): Bindings {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  const seeded = <T>(data: T, seed: number | null) => {
    if (seed === null) return answer(data);
    const now = nowIso(clock);
    return {
      data,
      provenance: { state: 'simulated' as const, source: 'Kianda', observedAt: now, retrievedAt: now, seed },
    };
  };
  const toldOf = async <T>(data: T, found: readonly Finding[]) => ({ data, provenance: await provenanceOf(found) });
  const numbers = (vessels: readonly { readonly id: number }[]) => vessels.map(({ id }) => id);
  const ofAlert = ({ vessels, timestamp, lastAt }: alertContract.VesselAlert): Finding => ({
    shipIds: numbers(vessels),
    from: new Date(timestamp),
    to: new Date(lastAt),
  });
  const created = <T>(data: T) => ({ ...answer(data), status: 201 as const });
  const at = (instant: string | undefined): Date | null => (instant === undefined ? null : new Date(instant));

  return [
    bind(registryContract.listAreas, async () =>
      seeded({ areas: await registry.areas() }, await alerts.violationSeed()),
    ),
    bind(registryContract.createArea, async (c) => created(await registry.createArea(c.body, c))),
    bind(registryContract.updateArea, async (c) => answer(await registry.updateArea(c.params.id, c.body, c))),
    bind(registryContract.deleteArea, async (c) => {
      await registry.deleteArea(c.params.id, c);
      return answer({ id: c.params.id });
    }),
    bind(registryContract.listLicences, async ({ query }) => {
      const { seed, ...page } = await registry.licences(query);
      return seeded(page, seed);
    }),
    bind(registryContract.licenceZones, async ({ query }) => {
      const { seed, ...zones } = await registry.licenceZones(query.on);
      return seeded(zones, seed);
    }),
    bind(registryContract.createLicence, async (c) => created(await registry.createLicence(c.body, c))),
    bind(registryContract.updateLicence, async (c) => answer(await registry.updateLicence(c.params.id, c.body, c))),
    bind(registryContract.deleteLicence, async (c) => {
      await registry.deleteLicence(c.params.id, c);
      return answer({ id: c.params.id });
    }),
    bind(registryContract.listSeasons, async ({ query }) =>
      answer({ seasons: await registry.seasons(query.year ?? null) }),
    ),
    bind(registryContract.createSeason, async (c) => created(await registry.createSeason(c.body, c))),
    bind(registryContract.updateSeason, async (c) => answer(await registry.updateSeason(c.params.id, c.body, c))),
    bind(registryContract.deleteSeason, async (c) => {
      await registry.deleteSeason(c.params.id, c);
      return answer({ id: c.params.id });
    }),
    bind(registryContract.copySeasons, async (c) => created(await registry.copySeasons(c.body, c))),
    bind(distanceContract.listDistances, async () => answer({ distances: await distances.list() })),
    bind(distanceContract.createDistance, async (c) => created(await distances.create(c.body, c))),
    bind(distanceContract.updateDistance, async (c) => answer(await distances.update(c.params.id, c.body, c))),
    bind(distanceContract.deleteDistance, async (c) => {
      await distances.remove(c.params.id, c);
      return answer({ id: c.params.id });
    }),
    bind(vesselIdentity, async ({ query }) => {
      const { seed, ...identity } = await identities.identity(query);
      return seeded(identity, seed);
    }),
    bind(importContract.previewLicences, async ({ query, stream }) => answer(await imports.preview(stream, query))),
    bind(importContract.importLicences, async (c) => answer(await imports.run(c.stream, c.query, c))),
    bind(importContract.licenceTemplate, async ({ query }) => ({
      ...(await imports.template(query.format)),
      fileName: `licencas.${query.format}`,
    })),
    bind(alertContract.listVesselAlerts, async ({ query }) => {
      const { state = null, severity = null, minSeverity = null, rule = null, vesselId = null } = query;
      const page = await alerts.page({ state, severity, minSeverity, rule, shipId: vesselId }, query);
      return toldOf(page, page.data.map(ofAlert));
    }),
    bind(alertContract.vesselAlertDetail, async ({ params }) => {
      const detail = await alerts.detail(params.id);
      return toldOf(detail, [ofAlert(detail.alert)]);
    }),
    bind(alertContract.stepVesselAlert, async (c) => answer(await alerts.step(c.params.id, c.body, c))),
    bind(alertContract.listVesselEvents, async ({ query }) => {
      const { kind = null, vesselId = null, from, to } = query;
      const page = await alerts.events({ kind, shipId: vesselId, from: at(from), to: at(to) }, query);
      return toldOf(
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
