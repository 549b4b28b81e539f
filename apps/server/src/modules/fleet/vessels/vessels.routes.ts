import { listVessels } from '@kianda/contract/fleet/vessels/list.contract';
import {
  fixedStructures,
  presenceCells,
  presenceLagHours,
  radarDetections,
  vesselPresence,
} from '@kianda/contract/fleet/vessels/vessels.contract';
import { type Bindings, bind } from '../../../platform/http/bind.ts';
import type { ListService } from './list.service.ts';
import type { RadarService } from './radar.service.ts';
import type { StructureService } from './structures.service.ts';
import { attribution, type VesselService } from './vessels.service.ts';

export function vesselBindings(options: {
  service: VesselService;
  radar: RadarService;
  structures: StructureService;
  list: ListService;
  /** Vessels of a group that an account sees; absent: there are no groups. */
  groupMembers?: ((groupId: string, accountId: string) => Promise<readonly string[]>) | undefined;
}): Bindings {
  const { service, radar, structures, list } = options;

  async function membersOf(group: string | undefined, accountId: string): Promise<readonly string[] | null> {
    if (group === undefined) return null;
    return (await options.groupMembers?.(group, accountId)) ?? [];
  }

  return [
    bind(listVessels, async ({ query, principal }) =>
      list.list(query, await membersOf(query.group, principal.accountId)),
    ),
    bind(vesselPresence, async ({ query }) => presenceAnswer(await service.presence(query.hours), query.hours)),
    bind(radarDetections, ({ query }) => radar.detections(query)),
    bind(fixedStructures, ({ query }) => structures.structures(query)),
    bind(presenceCells, async ({ query }) => {
      const { value, provenance } = await service.cells(query.days);
      const { from = null, to = null, cells = [] } = value ?? {};
      return { data: { cellDegrees: 0.1, from, to, cells, attribution }, provenance };
    }),
  ];
}

type Presence = Awaited<ReturnType<VesselService['presence']>>;

/** Presence as the contract answers it: totals of all flags, with the reason where there is nothing yet. */
function presenceAnswer({ value, provenance, missingReason }: Presence, hours: number) {
  const end = value === null ? null : new Date(Date.parse(`${value.to}T00:00:00Z`) + 86_400_000).toISOString();
  const { state } = provenance;
  return {
    data: {
      vessel_count: value === null ? null : value.flags.reduce((sum, row) => sum + row.vessels, 0),
      total_hours: value === null ? null : value.flags.reduce((sum, row) => sum + row.hours, 0),
      window_hours: hours,
      window_end: end,
      updated_at: provenance.state === 'fallback' ? null : provenance.retrievedAt,
      data_source: 'Global Fishing Watch (AIS, 4Wings)',
      api_status:
        value === null ? ('offline' as const) : state === 'cached' ? ('warning' as const) : ('online' as const),
      note: `Os dados AIS do fornecedor terminam ${presenceLagHours} h antes do presente. ${attribution}`,
      by_flag: value === null ? [] : value.flags,
    },
    provenance,
    ...(missingReason === undefined ? {} : { missing: { vessel_count: missingReason, total_hours: missingReason } }),
  };
}
