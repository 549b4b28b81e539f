import type { BoundaryPoint } from '@kianda/contract/sea/limits/limits.contract';
import { isAtSea, type Position, pointInPolygon } from '@kianda/geo';
import { nauticalMile } from '@kianda/science/spatial/limits/bays';
import { createLineIndex, type NearestOnLine } from '@kianda/science/spatial/limits/line-index';
import { AppError } from '../../../platform/http/errors.ts';
import type { LimitRepository } from './limits.repository.ts';
import type { DrawingRow } from './limits.tables.ts';
import * as texts from './limits.texts.ts';

type Measure = {
  readonly id: string;
  readonly name: string;
  readonly neighbour: string | null;
  readonly nearest: (position: Position) => NearestOnLine;
};

/** Zones and distances of a place, by the newest drawing. The indices of one drawing are kept. */
export function createPointReading(repository: LimitRepository) {
  let held: { readonly id: string; readonly measures: readonly Measure[] } | null = null;

  return async (position: Position): Promise<{ row: DrawingRow; point: BoundaryPoint }> => {
    const row = await repository.newest();
    if (row === undefined) throw new AppError('not_found', { detail: texts.noDrawing });
    if (held?.id !== row.id) held = { id: row.id, measures: measuresOf(row) };
    const found = held.measures.map((measure) => ({ ...measure, ...measure.nearest(position) }));
    const zones = row.result.zones
      .filter(({ geometry }) => pointInPolygon(position, geometry))
      .map(({ type }) => ({ id: type, type, name: texts.zoneNames[type] }));
    const outside = zones.length > 0 ? null : outsideOf(position, found);
    const [lon, lat] = position;
    return {
      row,
      point: {
        ...{ lon, lat, zones, outside },
        neighbour: outside === 'neighbour' ? nearestMedian(found) : null,
        distances: found.map(({ id, name, meters, at }) => ({ id, name, meters, lon: at[0], lat: at[1] })),
      },
    };
  };
}

function measuresOf({ result }: DrawingRow): readonly Measure[] {
  const limits = (['territorial', 'contiguous', 'zee'] as const).map((kind) => ({
    ...{ id: kind, name: texts.lineNames[kind], neighbour: null },
    lines: result.lines.filter((line) => line.kind === kind).map(({ coordinates }) => coordinates),
  }));
  const medians = [
    ...Map.groupBy(
      result.lines.filter(({ kind }) => kind === 'median'),
      ({ neighbour }) => neighbour,
    ),
  ].map(([neighbour, lines]) => ({
    id: `median-${(neighbour ?? '').toLowerCase()}`,
    name: `Linha mediana com ${texts.neighbourName(neighbour)}`,
    neighbour: texts.neighbourName(neighbour),
    lines: lines.map(({ coordinates }) => coordinates),
  }));
  const coast = { id: 'coast', name: 'Costa', neighbour: null, lines: result.coast };
  const baseline = { id: 'baseline', name: 'Linha de base', neighbour: null, lines: result.baseline };
  return [coast, baseline, ...limits, ...medians]
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, ...measure }) => ({ ...measure, nearest: createLineIndex(lines) }));
}

type Found = Measure & NearestOnLine;

function outsideOf(position: Position, found: readonly Found[]): 'land' | 'high_seas' | 'neighbour' {
  const baseline = found.find(({ id }) => id === 'baseline')?.meters ?? 0;
  if (!isAtSea(position)) return 'land';
  return baseline > 200 * nauticalMile ? 'high_seas' : 'neighbour';
}

function nearestMedian(found: readonly Found[]): string | null {
  const medians = found.filter(({ neighbour }) => neighbour !== null).toSorted((a, b) => a.meters - b.meters);
  return medians[0]?.neighbour ?? null;
}
