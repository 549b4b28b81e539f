import type { VesselIdentityRecord, VesselPositionRecord } from '@kianda/connectors';
import type { AuditEntry } from '@kianda/contract/people/audit/audit';
import type { Position } from '@kianda/geo';
import { jobMigrations, jobsModuleName } from '../../../../platform/jobs/jobs.migrations.ts';
import { createModulePlatform, echoAbsence, echoProvenance, originOf } from '../../../../testing/module.ts';
import type { Origin } from '../../../ingestion/connectors/index.ts';
import { storageMigrations } from '../../../open/storage/storage.migrations.ts';
import { createVessels } from '../../vessels/index.ts';
import { vesselMigrations } from '../../vessels/vessels.migrations.ts';
import { createSurveillance, type SurveillanceModule } from '../index.ts';
import { surveillanceMigrations } from '../surveillance.migrations.ts';

type Options = Parameters<typeof createSurveillance>[0];

/** Surveillance with the vessels it watches, on a database of its own; both are started, and what is audited is kept; `others` are modules that have tables there too. */
export async function openSurveillance(
  over: Partial<Pick<Options, 'accountName' | 'auditHead' | 'deliver' | 'queue' | 'signedLink'>> = {},
  stations: Parameters<typeof createVessels>[0]['stations'] = [],
  others: Parameters<typeof createModulePlatform>[0] = [],
) {
  const base = await createModulePlatform([
    { name: 'vessels', migrations: vesselMigrations },
    { name: 'surveillance', migrations: surveillanceMigrations },
    { name: jobsModuleName, migrations: jobMigrations },
    { name: 'storage', migrations: storageMigrations },
    ...others,
  ]);
  const audited: AuditEntry[] = [];
  const vessels = createVessels({
    platform: base.platform,
    provenanceOf: echoProvenance,
    absenceOf: echoAbsence,
    stations,
    groupMembers: (...asked) => module.groupMembers(...asked),
    licencePeriods: () => module.licencePeriods(),
  });
  const module: SurveillanceModule = createSurveillance({
    platform: base.platform,
    tracks: vessels.tracks,
    distress: vessels.distress,
    history: vessels.history,
    fleet: vessels.fleet,
    structures: vessels.structures,
    audit: { record: async (entry) => audited.push(entry) },
    detects: false,
    accountName: async () => null,
    queue: () => {
      throw new Error('this test has no queue');
    },
    signedLink: () => {
      throw new Error('this test has no storage');
    },
    ...over,
  });
  await vessels.start?.();
  await module.start?.();
  return {
    base,
    vessels,
    module,
    audited,
    /** Stores positions as measured, or as simulated with a seed. */
    async storePositions(records: readonly VesselPositionRecord[], simulatedSeed: number | null = null) {
      await vessels.positionSink(records, originOf(base, { simulatedSeed }));
    },
    /** Stores positions of a file: a part of it that more follows, or its end. */
    async storeFilePart(records: readonly VesselPositionRecord[], file: NonNullable<Origin['file']>) {
      await vessels.positionSink(records, originOf(base, { file }));
    },
    /** Stores identities as told by a vessel, or as simulated with a seed. */
    async storeIdentities(records: readonly VesselIdentityRecord[], simulatedSeed: number | null = null) {
      await vessels.identitySink(records, originOf(base, { simulatedSeed }));
    },
    /** Works until no ship waits. */
    detect: () => module.detect(new AbortController().signal),
    async close() {
      await module.stop?.();
      await vessels.stop?.();
      await base.close();
    },
  };
}

export type SurveillanceWorld = Awaited<ReturnType<typeof openSurveillance>>;

/** A vessel under way, slow and heading north, at a place. */
export function positionAt(
  mmsi: number,
  timeMs: number,
  [lon, lat]: Position,
  over: Partial<VesselPositionRecord> = {},
): VesselPositionRecord {
  return {
    kind: 'vessel-position',
    vesselKey: `mmsi:${mmsi}`,
    mmsi,
    timeMs,
    lon,
    lat,
    speedKnots: 0.4,
    courseDegrees: 0,
    headingDegrees: null,
    navigationStatus: 0,
    feed: 'ensaio',
    ...over,
  };
}

/** Reports of a vessel at equal steps from an instant on, each at the place of its number. */
export function positionsAlong(
  mmsi: number,
  steps: { fromMs: number; everyMinutes: number; count: number; placeOf(index: number): Position },
  over: Partial<VesselPositionRecord> = {},
): VesselPositionRecord[] {
  return Array.from({ length: steps.count }, (_, index) =>
    positionAt(mmsi, steps.fromMs + index * steps.everyMinutes * 60_000, steps.placeOf(index), over),
  );
}

/** A vessel's own static data; fields that are absent are not sent. */
export function identityOf(
  vesselKey: string,
  timeMs: number,
  over: Partial<VesselIdentityRecord> = {},
): VesselIdentityRecord {
  return {
    kind: 'vessel-identity',
    vesselKey,
    mmsi: null,
    timeMs,
    name: null,
    callsign: null,
    imo: null,
    flag: null,
    registration: null,
    shipType: null,
    lengthMeters: null,
    widthMeters: null,
    draughtMeters: null,
    destination: null,
    feed: 'ensaio',
    ...over,
  };
}
