import type { QueryOf } from '@kianda/contract';
import type { exportVessels } from '@kianda/contract/fleet/vessels/exports.contract';
import { type ListedVessel, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import type { Exported } from './geo-file-parts.ts';
import { nafOf } from './naf-file-parts.ts';
import { type Batch, column, gfwAttribution, type Source, type SourceContext } from './source.ts';

export type VesselQuery = Omit<QueryOf<typeof exportVessels>, 'format'>;

const pageSize = 1_000;

/** The list of vessels by its filters; a group's vessels are those that the account sees. */
export function vesselSource(context: SourceContext, query: VesselQuery, accountId: string): Source {
  return {
    stem: 'vessels-filtered',
    title: 'Embarcações na ZEE de Angola',
    attribution: gfwAttribution,
    resource: 'vessels',
    isTrack: false,
    columns: [column('Tipo', 2), column('Bandeira', 2), column('MMSI', 2), column('Instante', 3)],
    batches: () => vesselBatches(context, query, accountId),
  };
}

async function* vesselBatches(
  { fleet, members }: SourceContext,
  { group, ...filters }: VesselQuery,
  accountId: string,
): AsyncGenerator<Batch> {
  const ids = group === undefined ? null : await members(group, accountId);
  for (let page = 1, isMore = true; isMore; page += 1) {
    const { data, provenance } = await fleet.list({ ...filters, page, pageSize }, ids);
    isMore = data.hasNext;
    yield {
      things: data.data.map(vesselThing),
      listed: data.data,
      naf: data.data.map((vessel) => nafOf(vessel, Date.parse(vessel.lastTransmissionDate), vessel.geom.coordinates)),
      provenance,
      total: data.total,
      done: data.total === 0 ? 1 : Math.min(1, (page * pageSize) / data.total),
    };
  }
}

function vesselThing(vessel: ListedVessel): Exported {
  return {
    id: vessel.id,
    name: vessel.name ?? vessel.id,
    geometry: { type: 'Point', coordinates: vessel.geom.coordinates },
    properties: {
      tipo: vesselTypes[vessel.vesselType],
      bandeira: vessel.flag,
      mmsi: vessel.mmsi,
      imo: vessel.imo,
      callsign: vessel.callsign,
      matrícula: vessel.registration,
      arte: vessel.gearType,
      primeira_transmissão: vessel.firstTransmissionDate,
      instante: vessel.lastTransmissionDate,
      posição: vessel.positionKind === 'report' ? 'transmitida' : 'célula de 0,1° da presença diária',
      simulado: vessel.simulated,
    },
  };
}
