import { latestPositions, vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { bind } from '../../../../platform/http/bind.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { ProvenanceOf } from '../../../ingestion/connectors/index.ts';
import type { Archive } from '../archive/index.ts';
import type { HeatBuilder } from '../heat/builder.ts';
import { createGearStore } from './gears.repository.ts';
import { createHourSummaries } from './hours.repository.ts';
import { createIdentityWriter } from './identity.repository.ts';
import { createPartitions } from './partitions.ts';
import { positionJobs, type Retention } from './positions.jobs.ts';
import { createPositionService } from './positions.service.ts';
import { createPositionSinks } from './positions.sinks.ts';
import { createPositionReader } from './read.repository.ts';
import { createRegisters } from './registers.ts';
import { type AisStation, forgetReception, nameFeeds } from './stations.repository.ts';
import type { PositionTables } from './tables.ts';
import { createTrackReader } from './tracks.repository.ts';
import { createPositionWriter } from './write.repository.ts';

/** Positions and identities that vessels report themselves (AIS, VMS): storing, summing up, reading. */
export function createPositions(options: {
  readonly platform: Platform;
  readonly provenanceOf: ProvenanceOf;
  readonly retention: Retention;
  readonly heat: HeatBuilder;
  readonly archive: Archive;
  readonly stations: readonly AisStation[];
}) {
  const { database, clock, events } = options.platform;
  const db = database.for<PositionTables>();
  const registers = createRegisters(db, options.stations);
  const partitions = createPartitions(db, 'vessels.positions', 'day');
  const summaries = createPartitions(db, 'vessels.position_hours', 'month');
  const hours = createHourSummaries(db, summaries, options.heat.hour, options.archive.archiver.putHour);
  const { reader: archive } = options.archive;
  const service = createPositionService(createPositionReader(db, archive), options.provenanceOf, clock);
  const sinks = createPositionSinks({
    writer: createPositionWriter(db, partitions, registers),
    identities: createIdentityWriter(db, registers),
    gears: createGearStore(db, registers),
    events,
    clock,
    get retentionDays() {
      return options.retention.positionDays;
    },
  });
  return {
    service,
    sinks,
    tracks: createTrackReader(db, archive),
    /** Names the feeds that are stored already by the stations of the settings. */
    nameFeeds: () => nameFeeds(db, options.stations),
    jobs: positionJobs({
      positions: partitions,
      summaries,
      hours,
      forgetReception: (before) => forgetReception(db, before),
      heat: options.heat,
      retention: options.retention,
      clock,
    }),
    bindings: [
      bind(latestPositions, async ({ query }) => service.latest(query)),
      bind(vesselTrack, async ({ params, query }) => service.track(params.id, query)),
    ],
  };
}
