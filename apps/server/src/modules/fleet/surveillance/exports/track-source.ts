import type { QueryOf } from '@kianda/contract';
import type { exportTrack } from '@kianda/contract/fleet/vessels/exports.contract';
import { dayMs, hourMs, type Position } from '@kianda/geo';
import { AppError } from '../../../../platform/http/errors.ts';
import type { VesselHistory } from '../../vessels/index.ts';
import { namelessShip, shipLabel } from '../ship-label.rules.ts';
import type { Exported } from './geo-file-parts.ts';
import { nafOf } from './naf-file-parts.ts';
import { type Batch, column, gfwAttribution, type Source, type SourceContext } from './source.ts';

export type TrackQuery = Omit<QueryOf<typeof exportTrack>, 'format'>;
type Track = Awaited<ReturnType<VesselHistory['track']>>['data'];
type Place = { readonly time: string; readonly lon: number; readonly lat: number };

/** A track is read in stretches of so long, whose rows are few enough for none to be left out. */
const stretchMs = 5 * dayMs;
const defaultTrackMs = dayMs;
const longestTrackMs = 400 * dayMs;

const iso = (ms: number): string => new Date(ms).toISOString();

/** The track of a ship over a period. Throws `not_found` for an unknown ship, `validation_failed` for too long a period. */
export async function trackSource(context: SourceContext, shipId: number, { from, to }: TrackQuery): Promise<Source> {
  const { tracks, clock } = context;
  const [ship] = await tracks.ships([shipId]);
  if (ship === undefined) throw new AppError('not_found', { detail: `Não existe a embarcação ${shipId}.` });
  const toMs = to === undefined ? clock.nowMs() : Date.parse(to);
  const fromMs = from === undefined ? toMs - defaultTrackMs : Date.parse(from);
  if (toMs - fromMs > longestTrackMs)
    throw new AppError('validation_failed', { detail: 'Um trajeto tem no máximo 400 dias.' });
  return {
    stem: `vessel-track-${ship.mmsi ?? shipId}`,
    title: `Posições de ${shipLabel({ ...ship, name: ship.ship_name }) ?? namelessShip}`,
    attribution: gfwAttribution,
    resource: `vessel/${shipId}`,
    isTrack: true,
    columns: [column('Instante', 3), column('Velocidade', 2, 'right'), column('Rumo', 2, 'right'), column('Fontes', 2)],
    batches: () => trackBatches(context, shipId, { fromMs, toMs }),
  };
}

async function* trackBatches(
  { history }: SourceContext,
  shipId: number,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): AsyncGenerator<Batch> {
  let last: Place | null = null;
  let count = 0;
  let lines = 0;
  for (let startMs = fromMs; startMs <= toMs; startMs += stretchMs) {
    // The last instant of a stretch is not the first of the next.
    const endMs = Math.min(toMs, startMs + stretchMs - 1);
    const period = { from: iso(startMs), to: iso(endMs), toleranceMeters: 0, gapMinutes: 60 };
    const { data, provenance } = await history.track(shipId, period);
    const { vessel, points } = data;
    const runs = stretchesOf(last === null ? points : [last, ...points]);
    // On paper the map shows the lines, and the table the positions.
    const things = [...lineThings(vessel, runs, lines), ...positionThings(vessel, points, count)];
    lines += runs.length;
    count += points.length;
    last = points.at(-1) ?? last;
    if (points.length === 0 && endMs < toMs) continue;
    yield {
      things,
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
}

const nameOf = (vessel: Track['vessel']): string => shipLabel(vessel) ?? namelessShip;

/** Lines of a batch, numbered after the `before` lines of earlier batches. */
function lineThings(vessel: Track['vessel'], runs: readonly Position[][], before: number): Exported[] {
  return runs.map((coordinates, index) => ({
    id: `${vessel.id}-troço-${before + index + 1}`,
    name: nameOf(vessel),
    geometry: { type: 'LineString', coordinates },
    properties: { mmsi: vessel.mmsi, bandeira: vessel.flag },
  }));
}

/** Positions of a batch, numbered after the `before` positions of earlier batches. */
function positionThings(vessel: Track['vessel'], points: Track['points'], before: number): Exported[] {
  return points.map((point, index) => ({
    id: `${vessel.id}-${before + index + 1}`,
    name: nameOf(vessel),
    geometry: { type: 'Point', coordinates: [point.lon, point.lat] },
    properties: {
      instante: point.time,
      velocidade: point.speedKnots,
      rumo: point.courseDegrees,
      fontes: point.sources.join(', '),
    },
  }));
}

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
