import { type DataOf, type ParamsOf, type Provenance, type QueryOf, worstProvenance } from '@kianda/contract';
import { heatFrameLimits, type heatOverview, type heatTile } from '@kianda/contract/fleet/vessels/fleet.contract';
import { dayMs, encodeHeatTile, heatFrameOf, heatFrameStartMs } from '@kianda/geo';
import type { Clock } from '../../../../platform/clock/clock.ts';
import { AppError } from '../../../../platform/http/errors.ts';
import type { BlockReader, Placed } from './blocks.ts';
import { cubeOf, cubeOfSums, type InFrame } from './cube.ts';
import { mortonOf } from './entries.ts';
import type { HeatRepository } from './heat.repository.ts';
import { monthsByDay } from './months-by-day.ts';
import type { ShipKinds } from './ships.repository.ts';
import { tierOf } from './tiers.ts';

const overviewDays = 30;
const nothingYet: Provenance = {
  state: 'fallback',
  reason: 'Ainda sem mapa de calor: nenhuma hora de posições AIS ou VMS foi resumida.',
};

/** Provenance of the newest positions. */
export type NewestProvenance = () => Promise<readonly Provenance[]>;

/** A source of positions; the title is the name that the settings give its station. */
type Feed = {
  readonly id: number;
  readonly connector_id: string;
  readonly name: string;
  readonly title: string | null;
};

/** How a source is called: a line by its station, whose address is for those who keep it. */
const nameOf = ({ id, name, title }: Feed): string =>
  title ?? (/^(tcp|udp) /.test(name) ? `Estação sem nome (n.º ${id})` : name);

type HeatContext = {
  readonly repository: HeatRepository;
  readonly blocks: BlockReader;
  readonly kinds: ShipKinds;
  readonly feeds: () => Promise<readonly Feed[]>;
  readonly provenance: NewestProvenance;
  readonly clock: Clock;
};
type TileParams = ParamsOf<typeof heatTile>;
type TileQuery = QueryOf<typeof heatTile>;

/** Presence of vessels by cell and time, as tiles, and an overview of it. */
export const createHeatService = (context: HeatContext) => ({
  /** Bytes of a tile; none where there is no presence. */
  async tile(params: TileParams, query: TileQuery): Promise<Uint8Array> {
    const { interval, measure } = query;
    const firstFrame = heatFrameOf(interval, Date.parse(query.from));
    const frames = heatFrameOf(interval, Date.parse(query.to) - 1) - firstFrame + 1;
    refuseLong(interval, frames);
    const cube = await tileCube(context, params, query, { firstFrame, frames });
    if (cube.cells.length === 0) return new Uint8Array();
    return encodeHeatTile({ interval, measure, firstFrame, frames }, cube);
  },

  async overview(
    query: QueryOf<typeof heatOverview>,
  ): Promise<{ data: DataOf<typeof heatOverview>; provenance: Provenance }> {
    const { interval } = query;
    const toMs = query.to === undefined ? context.clock.nowMs() : Date.parse(query.to);
    const fromMs = query.from === undefined ? toMs - overviewDays * dayMs : Date.parse(query.from);
    const firstFrame = heatFrameOf(interval, fromMs);
    const lastFrame = heatFrameOf(interval, toMs - 1);
    refuseLong(interval, lastFrame - firstFrame + 1);
    const [period, activity, lines, facets, inputs] = await Promise.all([
      context.repository.period(),
      context.repository.activity(
        interval,
        new Date(heatFrameStartMs(interval, firstFrame)),
        new Date(heatFrameStartMs(interval, lastFrame + 1)),
      ),
      context.feeds(),
      context.kinds.facets(),
      context.provenance(),
    ]);
    return {
      data: {
        from: period.from?.toISOString() ?? null,
        to: period.to?.toISOString() ?? null,
        pendingHours: period.pending,
        sources: lines.map((line) => ({ id: line.id, connectorId: line.connector_id, name: nameOf(line) })),
        ...facets,
        interval,
        activity: activity.map(({ time, hours, positions, vessels }) => ({
          time: time.toISOString(),
          hours,
          positions,
          vesselsAtMost: vessels,
        })),
      },
      provenance: period.from === null || inputs.length === 0 ? nothingYet : worstProvenance([...inputs]),
    };
  },
});

/** Presence in a tile: from sums over all vessels where the query filters nothing, else from the entries of its blocks. */
async function tileCube(
  { blocks, kinds }: HeatContext,
  { z, x, y }: TileParams,
  query: TileQuery,
  { firstFrame, frames }: { readonly firstFrame: number; readonly frames: number },
) {
  const { interval, measure, sources: wantedFeeds } = query;
  const tier = tierOf(z);
  const tile = mortonOf(x, y);
  const from = new Date(heatFrameStartMs(interval, firstFrame));
  const to = new Date(heatFrameStartMs(interval, firstFrame + frames));
  const span = { interval, tier, parts: partsOf(tile, z - tier.partZoom), from, to };
  const of = { tier, zoom: z, tile, isCounting: measure === 'vessels' };
  const inFrame = <T>(placed: Placed<T>): InFrame<T> => ({
    ...placed,
    frame: heatFrameOf(interval, placed.start.getTime()),
  });
  const passing = await kinds.passing(query);
  if (passing === null && wantedFeeds === undefined) {
    const sums = await blocks.sums(span, z, of.isCounting ? 'vessels' : 'seconds');
    return cubeOfSums(sums.map(inFrame), of);
  }
  const placed =
    interval === 'month' && passing !== null
      ? await monthsByDay(blocks, span, passing)
      : (await blocks.blocks(span)).map((block) => ({ ...inFrame(block), isFiltered: passing === null }));
  return cubeOf(placed, {
    ...of,
    // A licence counts by the day: that of an hour, of a day, or of any day of a month that does not change.
    shipsOf: ({ frame, isFiltered }) =>
      isFiltered || passing === null ? null : passing.on(heatFrameStartMs(interval, frame)),
    lines:
      wantedFeeds === undefined ? null : (sources) => wantedFeeds.some((id) => Math.floor(sources / 2 ** id) % 2 === 1),
  });
}

/**
 * First part of a tile, and the one after its last, by its zooms below that of parts. Parts of a tile follow each other
 * in Morton order, and a tile smaller than a part lies in that one.
 */
function partsOf(tile: number, zoomsDeeper: number): readonly [number, number] {
  const deeper = 2 * zoomsDeeper;
  return deeper >= 0 ? [tile >>> deeper, (tile >>> deeper) + 1] : [tile * 2 ** -deeper, (tile + 1) * 2 ** -deeper];
}

function refuseLong(interval: keyof typeof heatFrameLimits, frames: number): void {
  const most = heatFrameLimits[interval];
  if (frames <= most) return;
  const units = { hour: 'horas', day: 'dias', month: 'meses' } as const;
  throw new AppError('validation_failed', { detail: `Período de ${frames} ${units[interval]}: no máximo ${most}.` });
}
