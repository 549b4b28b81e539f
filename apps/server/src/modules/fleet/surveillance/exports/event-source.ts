import type { QueryOf } from '@kianda/contract';
import type { exportVesselEvents } from '@kianda/contract/fleet/vessels/exports.contract';
import type { EventFilter } from '../alerts/events.repository.ts';
import { eventLabels } from '../evidence/event-words.ts';
import { namelessShip, shipLabel } from '../ship-label.rules.ts';
import type { EventRow } from '../surveillance.tables.ts';
import type { Exported } from './geo-file-parts.ts';
import { type Batch, column, type Source, type SourceContext } from './source.ts';

export type EventQuery = Omit<QueryOf<typeof exportVesselEvents>, 'format'>;
type ShipRow = Awaited<ReturnType<SourceContext['tracks']['ships']>>[number];

const eventsPerBatch = 5_000;
const attribution = 'Acontecimentos detetados pela plataforma com os limiares publicados pela Global Fishing Watch.';

/** Events of vessels by kind, ship and period. */
export function eventSource(context: SourceContext, { kind, vesselId, from, to }: EventQuery): Source {
  const at = (instant: string | undefined) => (instant === undefined ? null : new Date(instant));
  const filter = { kind: kind ?? null, shipId: vesselId ?? null, from: at(from), to: at(to) };
  return {
    stem: 'vessel-events',
    title: 'Acontecimentos de embarcações',
    attribution,
    resource: 'vessel-events',
    isTrack: false,
    columns: [column('Embarcações', 4), column('Instante', 3), column('Fim', 3), column('Estado', 2)],
    batches: () => eventBatches(context, filter),
  };
}

async function* eventBatches(context: SourceContext, filter: EventFilter): AsyncGenerator<Batch> {
  const { vesselEvents, tracks, provenanceOf } = context;
  for (let offset = 0, isMore = true; isMore; offset += eventsPerBatch) {
    const { rows, total } = await vesselEvents.eventPage(filter, offset, eventsPerBatch);
    isMore = offset + rows.length < total && rows.length > 0;
    const ids = [...new Set(rows.flatMap(({ ship_ids }) => ship_ids))];
    const ships = ids.length === 0 ? [] : await tracks.ships(ids);
    const byId = new Map(ships.map((ship) => [ship.id, ship]));
    yield {
      things: rows.map((row) => eventThing(row, byId)),
      naf: [],
      listed: [],
      provenance: await provenanceOf(
        rows.map((row) => ({ shipIds: row.ship_ids, from: row.started_at, to: row.ended_at })),
      ),
      total,
      done: total === 0 ? 1 : Math.min(1, (offset + rows.length) / total),
    };
  }
}

function eventThing(row: EventRow, ships: ReadonlyMap<number, ShipRow>): Exported {
  const nameOf = (id: number) => {
    const ship = ships.get(id);
    return (ship === undefined ? null : shipLabel({ ...ship, name: ship.ship_name })) ?? namelessShip;
  };
  return {
    id: row.key,
    name: eventLabels[row.kind],
    geometry: { type: 'Point', coordinates: [row.lon, row.lat] },
    properties: {
      embarcações: row.ship_ids.map(nameOf).join('; '),
      instante: row.started_at.toISOString(),
      fim: row.ended_at?.toISOString() ?? null,
      estado: row.state === 'valid' ? 'válido' : 'anulado',
      limiares: row.preset,
    },
  };
}
