import type { QueryOf } from '@kianda/contract';
import * as distanceContract from '@kianda/contract/fleet/surveillance/distances.contract';
import { vesselIdentity } from '@kianda/contract/fleet/surveillance/identity.contract';
import * as importContract from '@kianda/contract/fleet/surveillance/licence-import.contract';
import { licenceResource } from '@kianda/contract/fleet/surveillance/licences.resource';
import * as registryContract from '@kianda/contract/fleet/surveillance/registry.contract';
import * as thresholdContract from '@kianda/contract/fleet/surveillance/thresholds.contract';
import { type Clock, nowIso } from '../../../../platform/clock/clock.ts';
import { type Bindings, bind } from '../../../../platform/http/bind.ts';
import { type ListRecorder, listExport } from '../../../../platform/http/list-file.ts';
import { ownProvenance } from '../../../../platform/http/own-provenance.ts';
import type { AlertService } from '../alerts/alerts.service.ts';
import type { DistanceService } from './distances.service.ts';
import type { IdentityRegistry } from './identity.service.ts';
import type { LicenceImport } from './licence-import.ts';
import type { RegistryService } from './registry.service.ts';
import type { ThresholdService } from './thresholds.service.ts';

type Services = {
  readonly registry: RegistryService;
  readonly distances: DistanceService;
  readonly thresholds: ThresholdService;
  readonly imports: LicenceImport;
  readonly identities: IdentityRegistry;
  /** Alerts of the areas, which may come from a simulation. */
  readonly alerts: Pick<AlertService, 'violationSeed'>;
  readonly clock: Clock;
  readonly audit: ListRecorder;
};

export function registryBindings(services: Services): Bindings {
  const answers = answersOf(services.clock);
  return [
    ...areaBindings(services, answers),
    ...licenceBindings(services, answers),
    ...seasonBindings(services, answers),
    ...distanceBindings(services, answers),
    ...thresholdBindings(services, answers),
  ];
}

type Answers = ReturnType<typeof answersOf>;

/** The three forms of an answer: our own data, data of a simulation where a seed is given, and something created. */
function answersOf(clock: Clock) {
  const answer = <T>(data: T) => ({ data, provenance: ownProvenance(clock) });
  return {
    answer,
    seeded<T>(data: T, seed: number | null) {
      if (seed === null) return answer(data);
      const now = nowIso(clock);
      return {
        data,
        provenance: { state: 'simulated' as const, source: 'Kianda', observedAt: now, retrievedAt: now, seed },
      };
    },
    created: <T>(data: T) => ({ ...answer(data), status: 201 as const }),
  };
}

function areaBindings({ registry, alerts }: Services, { answer, seeded, created }: Answers): Bindings {
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
  ];
}

function licenceBindings(services: Services, { answer, seeded, created }: Answers): Bindings {
  const { registry, identities, imports } = services;
  return [
    bind(registryContract.listLicences, async ({ query }) => {
      const { seed, ...page } = await registry.licences(query);
      return seeded(page, seed);
    }),
    bind(
      registryContract.exportLicences,
      listExport(licenceResource, {
        ...{ clock: services.clock, audit: services.audit },
        read: async (query: QueryOf<typeof registryContract.listLicences>) => {
          const { seed, ...page } = await registry.licences(query);
          return { ...page, provenance: seeded(page, seed).provenance };
        },
      }),
    ),
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
  ];
}

function seasonBindings({ registry }: Services, { answer, created }: Answers): Bindings {
  return [
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
  ];
}

function distanceBindings({ distances }: Services, { answer, created }: Answers): Bindings {
  return [
    bind(distanceContract.listDistances, async () => answer({ distances: await distances.list() })),
    bind(distanceContract.createDistance, async (c) => created(await distances.create(c.body, c))),
    bind(distanceContract.updateDistance, async (c) => answer(await distances.update(c.params.id, c.body, c))),
    bind(distanceContract.deleteDistance, async (c) => {
      await distances.remove(c.params.id, c);
      return answer({ id: c.params.id });
    }),
  ];
}

function thresholdBindings({ thresholds }: Services, { answer }: Answers): Bindings {
  return [
    bind(thresholdContract.listThresholds, async () => answer({ rules: await thresholds.list() })),
    bind(thresholdContract.updateThresholds, async (c) => answer(await thresholds.update(c.params.rule, c.body, c))),
  ];
}
