import type { Provenance, QueryOf } from '@kianda/contract';
import { worstProvenance } from '@kianda/contract';
import type { vesselTrack } from '@kianda/contract/fleet/vessels/positions.contract';
import { dayMs, distanceMeters, hourMs, metersPerNauticalMile } from '@kianda/geo';
import { simplifyTrack } from '@kianda/science/ais/track';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { ProvenanceOf } from '../../../ingestion/connectors/index.ts';
import type { Bbox, PositionReader, Stay } from './read.repository.ts';
import { provenanceOfRows } from './row-provenance.ts';

/** Rows of one track: some thirty days of a vessel that reports every ten seconds, thinned by its class. */
const mostPoints = 200_000;
const longestTrackMs = 400 * dayMs;
const defaultTrackMs = dayMs;
const defaultGapMinutes = 60;
/** What was being stored while an answer was read is told again by the next: screens replace by vessel. */
const overlapMs = 5_000;

const nonePresent: Provenance = {
  state: 'fallback',
  reason: 'Ainda sem posições de embarcações: nenhuma fonte AIS ou VMS entregou dados.',
};

export type LatestQuery = {
  readonly bbox?: Bbox | undefined;
  readonly since?: string | undefined;
  readonly maxAgeHours?: number | undefined;
  readonly after: number;
  readonly limit: number;
};

export type PositionService = ReturnType<typeof createPositionService>;

type TrackQuery = Omit<QueryOf<typeof vesselTrack>, 'gapMinutes'> & { readonly gapMinutes?: number };

/** Positions as screens see them: the newest of each vessel, and the track of one. */
export function createPositionService(reader: PositionReader, provenanceOf: ProvenanceOf, clock: Clock) {
  const sources = { reader, provenanceOf };

  /** Names of the feeds whose bits are set. */
  async function feedNames(): Promise<(sources: number) => string[]> {
    const feeds = await reader.feeds();
    return (sources) => feeds.filter(({ id }) => Math.floor(sources / 2 ** id) % 2 === 1).map(({ name }) => name);
  }

  return {
    async latest(query: LatestQuery) {
      const nowMs = clock.nowMs();
      const rows = await reader.latest({
        bbox: query.bbox ?? null,
        storedAfter: query.since === undefined ? null : new Date(query.since),
        heardAfter: query.maxAgeHours === undefined ? null : new Date(nowMs - query.maxAgeHours * hourMs),
        after: query.after,
        limit: query.limit,
      });
      const { inputs, simulated } = await provenanceOfRows(sources, rows, (row) => row.stored_at.getTime());
      const names = await feedNames();
      return {
        data: {
          positions: rows.map((row) => ({
            ...vesselOf(row),
            ...placeOf(row),
            sources: names(row.sources),
            simulated: simulated.has(row.origin_id),
          })),
          nextAfter: rows.length < query.limit ? null : (rows.at(-1)?.id ?? null),
          asOf: new Date(nowMs - overlapMs).toISOString(),
        },
        provenance: inputs.length === 0 ? nonePresent : worstProvenance(inputs),
      };
    },

    /** What was heard of ships in periods comes from these; empty where no position of them is kept. */
    async toldBy(stays: readonly Stay[]): Promise<readonly Provenance[]> {
      const streams = await reader.streamsOf(stays);
      return Promise.all(
        streams.map((stream) =>
          provenanceOf({
            connectorId: stream.connector_id,
            streamId: stream.stream_id,
            observedAtMs: stream.time.getTime(),
            retrievedAtMs: stream.time.getTime(),
            simulatedSeed: stream.simulated_seed === null ? null : Number(stream.simulated_seed),
          }),
        ),
      );
    },

    async track(id: number, query: TrackQuery) {
      const ship = await reader.ship(id);
      if (ship === undefined) throw new AppError('not_found', { detail: `Não existe a embarcação ${id}.` });
      const toMs = query.to === undefined ? clock.nowMs() : Date.parse(query.to);
      const fromMs = query.from === undefined ? toMs - defaultTrackMs : Date.parse(query.from);
      if (toMs - fromMs > longestTrackMs)
        throw new AppError('validation_failed', { detail: 'Um trajeto tem no máximo 400 dias.' });
      const rows = (await reader.track(id, new Date(fromMs), new Date(toMs), mostPoints)).reverse();
      const { inputs } = await provenanceOfRows(sources, rows, () => clock.nowMs());
      const [names, identities] = await Promise.all([feedNames(), reader.identities(id)]);
      const { gapMinutes = defaultGapMinutes } = query;
      const gapMs = gapMinutes * 60_000;
      const points = simplifyTrack(
        rows.map((row, index) => ({
          row,
          timeMs: row.time.getTime(),
          lon: row.lon,
          lat: row.lat,
          ...legTo(rows, index, gapMs),
        })),
        { toleranceMeters: query.toleranceMeters, gapMs },
      );
      return {
        data: {
          vessel: vesselOf(ship),
          from: new Date(fromMs).toISOString(),
          to: new Date(toMs).toISOString(),
          toleranceMeters: query.toleranceMeters,
          recorded: rows.length,
          truncated: rows.length === mostPoints,
          gapMinutes,
          points: points.map(({ row, gapBefore, impliedSpeedKnots }) => ({
            ...placeOf(row),
            sources: names(row.sources),
            gapBefore,
            impliedSpeedKnots,
          })),
          identities: identities.map((period) => ({
            source: period.feed,
            from: period.from_at.toISOString(),
            to: period.to_at.toISOString(),
            name: period.ship_name,
            callsign: period.callsign,
            imo: period.imo,
            flag: period.flag,
            registration: period.registration,
          })),
        },
        provenance:
          inputs.length > 0
            ? worstProvenance(inputs)
            : { state: 'fallback' as const, reason: 'Sem posições desta embarcação no período pedido.' },
      };
    },
  };
}

type ShipRow = NonNullable<Awaited<ReturnType<PositionReader['ship']>>>;

function vesselOf(row: ShipRow) {
  return {
    id: row.id,
    key: row.key,
    mmsi: row.mmsi,
    name: row.ship_name,
    callsign: row.callsign,
    imo: row.imo,
    flag: row.flag,
    registration: row.registration,
    shipType: row.ship_type,
    lengthMeters: row.length_meters,
    widthMeters: row.width_meters,
  };
}

/** Silence before a position, and the speed at which it was reached in a straight line from the one before. */
function legTo(rows: readonly PlaceRow[], index: number, gapMs: number) {
  const row = rows[index];
  const before = rows[index - 1];
  if (row === undefined || before === undefined) return { gapBefore: false, impliedSpeedKnots: null };
  const elapsedMs = row.time.getTime() - before.time.getTime();
  if (elapsedMs > gapMs) return { gapBefore: true, impliedSpeedKnots: null };
  if (elapsedMs === 0) return { gapBefore: false, impliedSpeedKnots: null };
  const miles = distanceMeters([before.lon, before.lat], [row.lon, row.lat]) / metersPerNauticalMile;
  return { gapBefore: false, impliedSpeedKnots: Math.round((miles / (elapsedMs / hourMs)) * 100) / 100 };
}

type PlaceRow = Awaited<ReturnType<PositionReader['track']>>[number];

function placeOf(row: Omit<PlaceRow, 'ship_id'>) {
  return {
    time: row.time.toISOString(),
    lon: row.lon,
    lat: row.lat,
    speedKnots: row.speed_knots,
    courseDegrees: row.course_degrees,
    headingDegrees: row.heading_degrees,
    navigationStatus: row.navigation_status,
  };
}
