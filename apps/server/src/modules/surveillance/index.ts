import { z } from 'zod';
import type { DeliverAlert } from '../../platform/alert-message.ts';
import { defineJob, type JobQueue } from '../../platform/jobs/jobs.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { whenStored } from '../connectors/index.ts';
import type { Fleet, LicencePeriod, TrackReader, VesselHistory } from '../vessels/index.ts';
import { createAlertRepository } from './alerts.repository.ts';
import { createAlertService } from './alerts.service.ts';
import { createDemonstration } from './demonstration.ts';
import { createDesk } from './desk.ts';
import { createDetection, type Round } from './detection.service.ts';
import { createDistanceService } from './distances.service.ts';
import type { AuditHead } from './evidence/evidence-document.ts';
import type { SignedLink } from './exports/large-exports.ts';
import { createFindingProvenance } from './findings.ts';
import { createGroupRepository } from './groups/groups.repository.ts';
import { createWatch } from './groups/watch.ts';
import { createIdentityRegistry } from './identity.service.ts';
import { createLicenceImport } from './licence-import.ts';
import { createRegistryRepository } from './registry.repository.ts';
import { createRegistryService } from './registry.service.ts';
import { createRounds } from './rounds.ts';
import type { SurveillanceAudit } from './surveillance.audit.ts';
import { watchedAreaFeatures } from './surveillance.features.ts';
import { surveillanceMetrics } from './surveillance.metrics.ts';
import { surveillanceMigrations } from './surveillance.migrations.ts';
import { surveillanceBindings } from './surveillance.routes.ts';
import type { SurveillanceTables } from './surveillance.tables.ts';

const detectJob = 'surveillance.detect';

export type SurveillanceModule = Module & {
  /** Vessels of a group that an account sees, by their ids in the list. */
  groupMembers(groupId: string, accountId: string): Promise<readonly string[]>;
  /** When ships held and hold licences; null where the registry is empty. */
  licencePeriods(): Promise<readonly LicencePeriod[] | null>;
  /** What the job does: looks for silences, and works until no ship waits. */
  detect(signal: AbortSignal): Promise<Round & { readonly silent: number }>;
};

/** Front door of surveillance: areas, licences, closed seasons, minimum distances, events of vessels and the alerts they raise. */
export function createSurveillance(options: {
  platform: Platform;
  tracks: TrackReader;
  history: VesselHistory;
  fleet: Fleet;
  audit: SurveillanceAudit;
  /** Whether this process works, or only answers. */
  detects: boolean;
  /** Seed of the demonstration, whose fleet gets a simulated registry; absent or null: there is none. */
  demonstrationSeed?: number | null;
  /** Name of an account that may act on alerts; null where there is none. */
  accountName(id: string): Promise<string | null>;
  /** Where the audit trail stands; absent: dossiers name none. */
  auditHead?: () => Promise<AuditHead | null>;
  /** Front door of delivery; absent: nobody outside the console is told. */
  deliver?: DeliverAlert;
  /** Where large exports wait to be written. */
  queue: () => JobQueue;
  /** Opens what they wrote. */
  signedLink: SignedLink;
}): SurveillanceModule {
  const { database, clock, events, log } = options.platform;
  const db = database.for<SurveillanceTables>();
  const registryRepository = createRegistryRepository(db);
  const alertRepository = createAlertRepository(db);
  const alerts = createAlertService({
    repository: alertRepository,
    registry: registryRepository,
    tracks: options.tracks,
    accountName: options.accountName,
    clock,
    events,
    audit: options.audit,
    deliver: options.deliver,
  });
  const kept = { repository: registryRepository, clock, audit: options.audit };
  const registry = createRegistryService({
    ...kept,
    alertsByArea: alertRepository.countByArea,
  });
  const distances = createDistanceService(kept);
  const imports = createLicenceImport(kept);
  const identities = createIdentityRegistry({
    tracks: options.tracks,
    registry: registryRepository,
    alerts: alertRepository,
    clock,
  });
  const groups = createGroupRepository(db);
  const provenanceOf = createFindingProvenance({ ...options, clock });
  const detection = createDetection({
    tracks: options.tracks,
    registry: registryRepository,
    events: alertRepository,
    alerts,
    watch: createWatch(groups),
    clock,
  });
  const desk = createDesk({ ...options, groups, alerts: alertRepository, registry: registryRepository });
  const rounds = createRounds({ platform: options.platform, round: detection.round });
  const seed = options.demonstrationSeed ?? null;
  const demonstration =
    seed === null || !options.detects
      ? null
      : createDemonstration({ tracks: options.tracks, registry: registryRepository, clock, seed });
  const unsubscribes: (() => void)[] = [];
  let filling: Promise<void> = Promise.resolve();

  async function detect(signal: AbortSignal) {
    const silent = await detection.silences();
    return { silent, ...(await rounds.all(signal)) };
  }

  return {
    name: 'surveillance',
    migrations: surveillanceMigrations,
    analyses: desk.analyses,
    featureCollections: [watchedAreaFeatures({ database, clock, registry })],
    bindings: [
      ...surveillanceBindings({ registry, distances, imports, identities, alerts, provenanceOf }, clock),
      ...desk.bindings,
    ],
    metrics: surveillanceMetrics(alertRepository, clock),
    groupMembers: desk.groups.vesselIds,
    async licencePeriods() {
      const marks = await registryRepository.licenceMarks();
      return marks.length === 0 ? null : options.tracks.shipsHolding(marks);
    },
    holdings: [
      {
        id: 'shared-groups',
        label: 'Grupos de embarcações partilhados',
        fate: 'kept',
        note: 'Ficam para todos; quem configura a vigilância pode alterá-los.',
        count: (accountId) => groups.countOwned(accountId, true),
      },
      {
        id: 'private-groups',
        label: 'Grupos de embarcações privados',
        fate: 'removed',
        note: 'São eliminados: mais ninguém os via. Se fizerem falta, peça primeiro que sejam partilhados.',
        count: (accountId) => groups.countOwned(accountId, false),
        release: (accountId) => groups.removePrivate(accountId),
      },
      {
        id: 'assigned-alerts',
        label: 'Alertas de embarcações atribuídos',
        fate: 'kept',
        note: 'Continuam com o nome de quem os tinha, até serem atribuídos a outra pessoa.',
        count: (accountId) => alertRepository.countAssigned(accountId),
      },
      ...desk.holdings,
    ],
    detect,
    jobs: [
      ...desk.jobs,
      defineJob({
        name: detectJob,
        label: 'Deteção de eventos de embarcações',
        input: z.object({}),
        schedule: { cron: '*/5 * * * *', input: {} },
        retry: { limit: 1, delaySeconds: 30, backoff: true },
        timeoutSeconds: 900,
        concurrency: 1,
        key: () => 'detect',
        run: (_input, job) => detect(job.signal),
      }),
    ],
    async start() {
      await registry.seed();
      unsubscribes.push(
        events.subscribe(({ type }) => {
          if (type === 'positions.stored' && options.detects) rounds.soon();
        }),
      );
      if (demonstration === null) return;
      const fill = () => {
        filling = filling
          .then(() => demonstration.fill())
          .then(
            () => undefined,
            (error: unknown) => log.warn({ err: error }, 'registo simulado por preencher'),
          );
      };
      unsubscribes.push(whenStored(events, 'vessel-presence', fill));
      fill();
      await filling;
    },
    async stop() {
      for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
      await Promise.all([rounds.stop(), filling]);
    },
  };
}
