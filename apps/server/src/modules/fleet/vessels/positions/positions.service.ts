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
import { flagSourceOf } from './shown-flag.ts';

/** Rows of one track: some thirty days of a vessel that reports every ten seconds, thinned by its class. */
const mostPoints = 200_000;
const longestTrackMs = 400 * dayMs;
const defaultTrackMs = dayMs;
const defaultGapMinutes = 60;
/** The next answer repeats positions stored while this one was read, or they would be missed: screens replace by vessel. */
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

type PositionContext = {
  readonly reader: PositionReader;
  readonly provenanceOf: ProvenanceOf;
  readonly clock: Clock;
};

/** Positions as screens see them: the newest of each vessel, and the track of one. */
export function createPositionService(reader: PositionReader, provenanceOf: ProvenanceOf, clock: Clock) {
  const context: PositionContext = { reader, provenanceOf, clock };
  return {
    latest: (query: LatestQuery) => latestPositions(context, query),
    /** Provenance of what was heard of ships in periods; empty where no position of them is stored. */
    sourcesOf: (stays: readonly Stay[]) => sourcesOf(context, stays),
    /** Throws `not_found` for an unknown ship, `validation_failed` for too long a period. */
    track: (id: number, query: TrackQuery) => trackOf(context, id, query),
  };
}

const antennaWords = { terrestrial: 'terrestre', satellite: 'por satélite' } as const;

/** Names of the stations whose bits are set, with the antenna where it is known; the line where a station has no name. */
async function feedNames(reader: PositionReader): Promise<(sources: number) => string[]> {
  const feeds = await reader.feeds();
  return (sources) => feeds.filter(({ id }) => Math.floor(sources / 2 ** id) % 2 === 1).map(labelOf);
}

const labelOf = ({ name, title, antenna }: Awaited<ReturnType<PositionReader['feeds']>>[number]): string =>
  antenna === null ? (title ?? name) : `${title ?? name} (${antennaWords[antenna]})`;

async function latestPositions(context: PositionContext, query: LatestQuery) {
  const { reader, clock } = context;
  const nowMs = clock.nowMs();
  const rows = await reader.latest({
    bbox: query.bbox ?? null,
    storedAfter: query.since === undefined ? null : new Date(query.since),
    heardAfter: query.maxAgeHours === undefined ? null : new Date(nowMs - query.maxAgeHours * hourMs),
    after: query.after,
    limit: query.limit,
  });
  const { inputs, simulated } = await provenanceOfRows(context, rows, (row) => row.stored_at.getTime());
  const names = await feedNames(reader);
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
}

async function sourcesOf(
  { reader, provenanceOf }: PositionContext,
  stays: readonly Stay[],
): Promise<readonly Provenance[]> {
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
}

async function trackOf(context: PositionContext, id: number, query: TrackQuery) {
  const { reader, clock } = context;
  const ship = await reader.ship(id);
  if (ship === undefined) throw new AppError('not_found', { detail: `Não existe a embarcação ${id}.` });
  const { from, to } = periodOf(query, clock.nowMs());
  const rows = (await reader.track(id, from, to, mostPoints)).reverse();
  const { inputs } = await provenanceOfRows(context, rows, () => clock.nowMs());
  const [names, identities] = await Promise.all([feedNames(reader), reader.identities(id)]);
  const { gapMinutes = defaultGapMinutes, toleranceMeters } = query;
  const points = simplifiedPoints(rows, gapMinutes * 60_000, toleranceMeters);
  return {
    data: {
      vessel: vesselOf(ship),
      from: from.toISOString(),
      to: to.toISOString(),
      toleranceMeters,
      recorded: rows.length,
      truncated: rows.length === mostPoints,
      gapMinutes,
      points: points.map(({ row, gapBefore, impliedSpeedKnots }) => ({
        ...placeOf(row),
        sources: names(row.sources),
        gapBefore,
        impliedSpeedKnots,
      })),
      identities: identities.map(identityView),
    },
    provenance:
      inputs.length > 0
        ? worstProvenance(inputs)
        : { state: 'fallback' as const, reason: 'Sem posições desta embarcação no período pedido.' },
  };
}

/** Period of a track. Throws `validation_failed` where it is too long. */
function periodOf({ from, to }: TrackQuery, nowMs: number): { readonly from: Date; readonly to: Date } {
  const toMs = to === undefined ? nowMs : Date.parse(to);
  const fromMs = from === undefined ? toMs - defaultTrackMs : Date.parse(from);
  if (toMs - fromMs > longestTrackMs)
    throw new AppError('validation_failed', { detail: 'Um trajeto tem no máximo 400 dias.' });
  return { from: new Date(fromMs), to: new Date(toMs) };
}

function simplifiedPoints(rows: readonly PlaceRow[], gapMs: number, toleranceMeters: number) {
  const points = rows.map((row, index) => ({
    row,
    timeMs: row.time.getTime(),
    lon: row.lon,
    lat: row.lat,
    ...legTo(rows, index, gapMs),
  }));
  return simplifyTrack(points, { toleranceMeters, gapMs });
}

type IdentityRow = Awaited<ReturnType<PositionReader['identities']>>[number];

const identityView = (period: IdentityRow) => ({
  source: period.feed,
  from: period.from_at.toISOString(),
  to: period.to_at.toISOString(),
  name: period.ship_name,
  callsign: period.callsign,
  imo: period.imo,
  flag: period.flag,
  registration: period.registration,
});

type ShipRow = NonNullable<Awaited<ReturnType<PositionReader['ship']>>>;

function vesselOf(row: ShipRow) {
  return {
    id: row.id,
    key: row.key,
    mmsi: row.mmsi,
    name: row.ship_name,
    callsign: row.callsign,
    imo: row.imo,
    flag: row.shown_flag,
    flagSource: flagSourceOf(row),
    registration: row.registration,
    shipType: row.ship_type,
    lengthMeters: row.length_meters,
    widthMeters: row.width_meters,
  };
}

/** Whether a silence precedes a position, and the speed of a straight line from the position before. */
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
