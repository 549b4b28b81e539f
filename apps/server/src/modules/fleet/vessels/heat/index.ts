import { fleetAt, heatOverview, heatTile } from '@kianda/contract/fleet/vessels/fleet.contract';
import { bind } from '../../../../platform/http/bind.ts';
import type { Platform } from '../../../../platform/module.ts';
import type { ProvenanceOf } from '../../../ingestion/connectors/index.ts';
import type { ArchiveReader } from '../archive/reader.ts';
import { createPartitions } from '../positions/partitions.ts';
import { createPositionReader } from '../positions/read.repository.ts';
import { provenanceOfRows } from '../positions/row-provenance.ts';
import type { PositionTables } from '../positions/tables.ts';
import { createBlockReader } from './blocks.ts';
import { createHeatBuilder } from './builder.ts';
import { createFleetReader } from './fleet.repository.ts';
import { createFleetService } from './fleet.service.ts';
import { createFleetHours } from './fleet-hours.ts';
import { createHeatRepository, type HeatTables } from './heat.repository.ts';
import { createHeatService } from './heat.service.ts';
import type { LicencePeriods } from './licences.ts';
import { createShipKinds } from './ships.repository.ts';

/** Presence of vessels by cell and time as tiles, and the fleet at an instant. */
export function createHeat(options: {
  platform: Platform;
  provenanceOf: ProvenanceOf;
  archive: ArchiveReader;
  /** Absent: there is no registry. */
  licencePeriods?: LicencePeriods;
}) {
  const { platform, provenanceOf, archive, licencePeriods = async () => null } = options;
  const { database, clock } = platform;
  const db = database.for<HeatTables>();
  const repository = createHeatRepository(database);
  const reader = createPositionReader(database.for<PositionTables>(), archive);
  const fleetHours = createFleetHours(db, archive);
  const fleet = createFleetReader(db, { hours: fleetHours, archive, clock });
  const kinds = createShipKinds(db, clock, licencePeriods);
  const heat = createHeatService({
    repository,
    blocks: createBlockReader(repository),
    kinds,
    feeds: reader.feeds,
    provenance: async () => {
      const rows = await fleet.newestByOrigin();
      const { inputs } = await provenanceOfRows({ reader, provenanceOf }, rows, (row) => row.stored_at.getTime());
      return inputs;
    },
    clock,
  });
  const service = createFleetService({ fleet, reader, kinds, provenanceOf, clock });
  return {
    builder: createHeatBuilder({
      repository,
      fleetHours,
      hourPartitions: createPartitions(db, 'vessels.heat_hours', 'month'),
      dayPartitions: createPartitions(db, 'vessels.heat_days', 'month'),
    }),
    overview: heat.overview,
    bindings: [
      bind(heatTile, ({ params, query }) => heat.tile(params, query)),
      bind(heatOverview, ({ query }) => heat.overview(query)),
      bind(fleetAt, ({ query }) => service.at(query)),
    ],
  };
}
