import { type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import type { exportTrack, exportVesselEvents, exportVessels } from '@kianda/contract/fleet/vessels/exports.contract';
import { type ListedVessel, vesselTypes } from '@kianda/contract/fleet/vessels/list.contract';
import { dayMs, hourMs, type Position } from '@kianda/geo';
import type { NafReport } from '@kianda/science/naf/naf';
import type { Clock } from '../../../../platform/clock/clock.ts';
import type { TableColumn } from '../../../../platform/documents/index.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { Fleet, TrackReader, VesselHistory } from '../../vessels/index.ts';
import type { AlertRepository } from '../alerts/alerts.repository.ts';
import { createFindingProvenance } from '../alerts/finding-provenance.ts';
import { eventWords } from '../evidence/event-words.ts';
import type { Exported } from './geo-file-parts.ts';
import { nafOf } from './naf-file-parts.ts';

/** Some of what is exported. */
export type Batch = {
  readonly things: readonly Exported[];
  readonly naf: readonly NafReport[];
  /** Vessels of the list, as it gives them; empty for what is no list. */
  readonly listed: readonly ListedVessel[];
  readonly provenance: Provenance;
  /** Rows there are in all; null where only reading them all tells. */
  readonly total: number | null;
  /** Share of the whole that is read with this batch, 0–1. */
  readonly done: number;
};

/** Something that can be exported, read batch by batch. */
export type Source = {
  /** Of the file, without date and ending. */
  readonly stem: string;
  readonly title: string;
  readonly attribution: string;
  /** In the audit trail. */
  readonly resource: string;
  readonly columns: readonly TableColumn[];
  /** Whether positions are one vessel's, and belong on a line. */
  readonly isTrack: boolean;
  batches(): AsyncGenerator<Batch>;
};

const pageSize = 1_000;
const eventsPerBatch = 5_000;
/** A track is read in stretches of so long, whose rows are few enough for none to be left out. */
const stretchMs = 5 * dayMs;
const defaultTrackMs = dayMs;
const longestTrackMs = 400 * dayMs;

const gfw =
  'Powered by Global Fishing Watch. https://globalfishingwatch.org (CC BY-NC 4.0). Posições AIS e VMS recebidas pela plataforma.';
const own = 'Acontecimentos detetados pela plataforma com os limiares publicados pela Global Fishing Watch.';

const iso = (ms: number): string => new Date(ms).toISOString();
const column = (label: string, share: number, align: TableColumn['align'] = 'left'): TableColumn => ({
  label,
  share,
  align,
});

/** What is exported of vessels: the list, a track, the events. */
export function createExportSources(options: {
  alerts: AlertRepository;
  tracks: TrackReader;
  history: VesselHistory;
  fleet: Fleet;
  /** Vessels of a group that an account sees. */
  members(groupId: string, accountId: string): Promise<readonly string[]>;
  clock: Clock;
}) {
  const { alerts, tracks, history, fleet, clock } = options;
  const provenanceOf = createFindingProvenance(options);

  return {
    vessels({ group, ...filters }: Omit<QueryOf<typeof exportVessels>, 'format'>, accountId: string): Source {
      return {
        stem: 'vessels-filtered',
        title: 'Embarcações na ZEE de Angola',
        attribution: gfw,
        resource: 'vessels',
        isTrack: false,
        columns: [column('Tipo', 2), column('Bandeira', 2), column('MMSI', 2), column('Instante', 3)],
        async *batches() {
          const ids = group === undefined ? null : await options.members(group, accountId);
          for (let page = 1, isMore = true; isMore; page += 1) {
            const { data, provenance } = await fleet.list({ ...filters, page, pageSize }, ids);
            isMore = data.hasNext;
            yield {
              things: data.data.map(vesselThing),
              listed: data.data,
              naf: data.data.map((vessel) =>
                nafOf(vessel, Date.parse(vessel.lastTransmissionDate), vessel.geom.coordinates),
              ),
              provenance,
              total: data.total,
              done: data.total === 0 ? 1 : Math.min(1, (page * pageSize) / data.total),
            };
          }
        },
      };
    },

    /** Throws `not_found`. */
    async track(shipId: number, { from, to }: Omit<QueryOf<typeof exportTrack>, 'format'>): Promise<Source> {
      const [ship] = await tracks.ships([shipId]);
      if (ship === undefined) throw new AppError('not_found', { detail: `Não existe a embarcação ${shipId}.` });
      const toMs = to === undefined ? clock.nowMs() : Date.parse(to);
      const fromMs = from === undefined ? toMs - defaultTrackMs : Date.parse(from);
      if (toMs - fromMs > longestTrackMs)
        throw new AppError('validation_failed', { detail: 'Um trajeto tem no máximo 400 dias.' });
      return {
        stem: `vessel-track-${ship.mmsi ?? shipId}`,
        title: `Posições de ${ship.ship_name ?? ship.mmsi?.toString() ?? `n.º ${shipId}`}`,
        attribution: gfw,
        resource: `vessel/${shipId}`,
        isTrack: true,
        columns: [
          column('Instante', 3),
          column('Velocidade', 2, 'right'),
          column('Rumo', 2, 'right'),
          column('Fontes', 2),
        ],
        async *batches() {
          let last: Place | null = null;
          let count = 0;
          let lines = 0;
          for (let startMs = fromMs; startMs <= toMs; startMs += stretchMs) {
            // The last instant of a stretch is not the first of the next.
            const endMs = Math.min(toMs, startMs + stretchMs - 1);
            const period = { from: iso(startMs), to: iso(endMs), toleranceMeters: 0, gapMinutes: 60 };
            const { data, provenance } = await history.track(shipId, period);
            const { vessel, points } = data;
            const name = vessel.name ?? vessel.mmsi?.toString() ?? vessel.key;
            const runs = stretchesOf(last === null ? points : [last, ...points]);
            const lineFrom = lines;
            lines += runs.length;
            const before = count;
            count += points.length;
            last = points.at(-1) ?? last;
            if (points.length === 0 && endMs < toMs) continue;
            yield {
              // On paper the map shows the line, and the table the positions.
              things: [
                ...runs.map(
                  (coordinates, index): Exported => ({
                    id: `${shipId}-troço-${lineFrom + index + 1}`,
                    name,
                    geometry: { type: 'LineString', coordinates },
                    properties: { mmsi: vessel.mmsi, bandeira: vessel.flag },
                  }),
                ),
                ...points.map(
                  (point, index): Exported => ({
                    id: `${shipId}-${before + index + 1}`,
                    name,
                    geometry: { type: 'Point', coordinates: [point.lon, point.lat] },
                    properties: {
                      instante: point.time,
                      velocidade: point.speedKnots,
                      rumo: point.courseDegrees,
                      fontes: point.sources.join(', '),
                    },
                  }),
                ),
              ],
              listed: [],
              naf: points.map((point) => ({
                ...nafOf(vessel, Date.parse(point.time), [point.lon, point.lat]),
                speedKnots: point.speedKnots,
                courseDegrees: point.courseDegrees,
              })),
              provenance,
              total: null,
              done: toMs === fromMs ? 1 : (endMs - fromMs) / (toMs - fromMs),
            };
          }
        },
      };
    },

    events({ kind, vesselId, from, to }: Omit<QueryOf<typeof exportVesselEvents>, 'format'>): Source {
      const at = (instant: string | undefined) => (instant === undefined ? null : new Date(instant));
      const filter = { kind: kind ?? null, shipId: vesselId ?? null, from: at(from), to: at(to) };
      return {
        stem: 'vessel-events',
        title: 'Acontecimentos de embarcações',
        attribution: own,
        resource: 'vessel-events',
        isTrack: false,
        columns: [column('Embarcações', 4), column('Instante', 3), column('Fim', 3), column('Estado', 2)],
        async *batches() {
          for (let offset = 0, isMore = true; isMore; offset += eventsPerBatch) {
            const { rows, total } = await alerts.eventPage(filter, offset, eventsPerBatch);
            isMore = offset + rows.length < total && rows.length > 0;
            const ids = [...new Set(rows.flatMap(({ ship_ids }) => ship_ids))];
            const ships = ids.length === 0 ? [] : await tracks.ships(ids);
            const byId = new Map(ships.map((ship) => [ship.id, ship]));
            yield {
              things: rows.map((row) => ({
                id: row.key,
                name: eventWords[row.kind],
                geometry: { type: 'Point', coordinates: [row.lon, row.lat] },
                properties: {
                  embarcações: row.ship_ids
                    .map((id) => byId.get(id)?.ship_name ?? byId.get(id)?.mmsi ?? `n.º ${id}`)
                    .join('; '),
                  instante: row.started_at.toISOString(),
                  fim: row.ended_at?.toISOString() ?? null,
                  estado: row.state === 'valid' ? 'válido' : 'anulado',
                  limiares: row.preset,
                },
              })),
              naf: [],
              listed: [],
              provenance: await provenanceOf(
                rows.map((row) => ({ shipIds: row.ship_ids, from: row.started_at, to: row.ended_at })),
              ),
              total,
              done: total === 0 ? 1 : Math.min(1, (offset + rows.length) / total),
            };
          }
        },
      };
    },
  };
}
export type ExportSources = ReturnType<typeof createExportSources>;

/** Where everything read so far comes from. */
export const originOfAll = (origins: readonly Provenance[], nowMs: number): Provenance =>
  origins.length === 0
    ? { state: 'fallback', reason: `Nenhum registo até ${iso(nowMs)}.` }
    : worstProvenance([...origins]);

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

type Place = { readonly time: string; readonly lon: number; readonly lat: number };

/** Runs of positions without a silence of more than an hour. */
export function stretchesOf(points: readonly Place[]): Position[][] {
  const runs: Position[][] = [];
  let beforeMs: number | null = null;
  for (const { time, lon, lat } of points) {
    const timeMs = Date.parse(time);
    if (beforeMs === null || timeMs - beforeMs > hourMs) runs.push([]);
    runs.at(-1)?.push([lon, lat]);
    beforeMs = timeMs;
  }
  return runs.filter((run) => run.length > 1);
}
