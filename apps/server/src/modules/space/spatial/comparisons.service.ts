import { isDeepStrictEqual } from 'node:util';
import type { AnalysisComparison } from '@kianda/contract/space/spatial/analysis-results';
import type { ArealGeometry } from '@kianda/geo';
import { planarEngine } from '../../../platform/geometry/planar.ts';
import { fromWkb } from '../../../platform/geometry/wkb.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { AppError } from '../../../platform/http/errors.ts';
import type { Analyses } from './analyses.service.ts';
import { areaIn, areaSquareMeters } from './compute/feature-set.ts';
import { rasterOf } from './files/layers.service.ts';
import type { SpatialContext } from './spatial.context.ts';
import type { AnalysisRow, ResultRow, StoredLayer } from './spatial.tables.ts';

/** Areas that are laid over one another at most; more take too long for an answer. */
const mostAreas = 2_000;
const squareMetersPerKm2 = 1e6;
type Layer = AnalysisComparison['layers'][number];
type Side = { readonly row: AnalysisRow; readonly result: ResultRow };

/** Two completed analyses of a kind beside one another. */
export function createComparisons(context: SpatialContext, analyses: Analyses) {
  return {
    async compare({ id, other }: { readonly id: string; readonly other: string }, reader: Principal) {
      const [first, second] = await Promise.all([analyses.completed(id, reader), analyses.completed(other, reader)]);
      if (first.row.type !== second.row.type) {
        throw new AppError('conflict', { detail: 'Só se comparam análises do mesmo tipo.' });
      }
      const layers: Layer[] = [];
      for (const layer of first.result.layers) layers.push(await layerOf(context, layer, { first, second }));
      const data: AnalysisComparison = {
        ...{ parameters: parametersOf(first.row, second.row), inputs: inputsOf(first.row, second.row), layers },
        statistics: statisticsOf(first.result, second.result),
      };
      const isSimulated = first.result.is_simulated || second.result.is_simulated;
      return { data, result: { made_at: first.result.made_at, is_simulated: isSimulated } };
    },
  };
}

/** Parameters that differ. */
function parametersOf(a: AnalysisRow, b: AnalysisRow): AnalysisComparison['parameters'] {
  const names = [...new Set([...Object.keys(a.parameters), ...Object.keys(b.parameters)])];
  return names
    .filter((name) => !isDeepStrictEqual(a.parameters[name], b.parameters[name]))
    .map((name) => ({ name, first: a.parameters[name] ?? null, second: b.parameters[name] ?? null }));
}

function inputsOf(a: AnalysisRow, b: AnalysisRow): AnalysisComparison['inputs'] {
  const roles = [...new Set([...a.pinned, ...b.pinned].map(({ role }) => role))];
  return roles.map((role) => {
    const [one, other] = [a, b].map(({ pinned }) => pinned.find((input) => input.role === role));
    const isSame = one !== undefined && one.sha256 === other?.sha256;
    return { role, first: one?.title ?? null, second: other?.title ?? null, isSame };
  });
}

function statisticsOf(a: ResultRow, b: ResultRow): AnalysisComparison['statistics'] {
  const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  return a.statistics.flatMap(({ id, label, unit, value }) => {
    const [first, second] = [numberOf(value), numberOf(b.statistics.find((one) => one.id === id)?.value)];
    if (first === null && second === null) return [];
    return [{ id, label, unit, first, second, difference: first === null || second === null ? null : second - first }];
  });
}

async function layerOf(
  context: SpatialContext,
  layer: StoredLayer,
  { first, second }: { readonly first: Side; readonly second: Side },
): Promise<Layer> {
  const named = { id: layer.id, title: layer.title, areas: null, cells: null };
  const other = second.result.layers.find(({ id, kind }) => id === layer.id && kind === layer.kind);
  if (other === undefined) return { ...named, reason: 'A segunda análise não tem esta camada.' };
  if (layer.kind === 'raster') {
    if (!isDeepStrictEqual([layer.bbox, layer.cellDegrees], [other.bbox, other.cellDegrees])) {
      return { ...named, reason: 'As duas grelhas não são a mesma.' };
    }
    const [a, b] = await Promise.all([rasterOf(context, layer), rasterOf(context, other)]);
    return { ...named, cells: cellsOf(a, b), reason: null };
  }
  if (layer.geometryType !== 'polygon') return { ...named, reason: 'Só se sobrepõem áreas.' };
  if (layer.count > mostAreas || other.count > mostAreas) {
    return { ...named, reason: `Sobrepõem-se até ${mostAreas} áreas.` };
  }
  const [a, b] = await Promise.all([
    areasOf(context, first.result.id, layer.id),
    areasOf(context, second.result.id, layer.id),
  ]);
  const engine = await planarEngine();
  const [one, two] = [engine.union(a), engine.union(b)];
  const km2 = (area: ArealGeometry) => areaSquareMeters(area) / squareMetersPerKm2;
  const [own, their, common] = [km2(one), km2(two), km2(engine.intersection(one, two))];
  const either = own + their - common;
  return {
    ...named,
    areas: { first: own, second: their, common, either, share: either === 0 ? null : common / either },
    reason: null,
  };
}

async function areasOf({ repository }: SpatialContext, resultId: string, layer: string) {
  const rows = await repository.features({ resultId, layer }, { after: 0, limit: mostAreas });
  return rows.flatMap(({ geometry }) => areaIn(fromWkb(geometry)) ?? []);
}

function cellsOf(a: Float32Array, b: Float32Array): NonNullable<Layer['cells']> {
  const both = Array.from(a.keys()).filter((cell) => !Number.isNaN(a[cell]) && !Number.isNaN(b[cell] ?? Number.NaN));
  const count = both.length;
  if (count === 0) return { common: 0, meanDifference: null, rootMeanSquare: null, correlation: null };
  const sums = { a: 0, b: 0, difference: 0, squares: 0, aa: 0, bb: 0, ab: 0 };
  for (const cell of both) {
    const [x, y] = [a[cell] ?? 0, b[cell] ?? 0];
    sums.a += x;
    sums.b += y;
    sums.difference += y - x;
    sums.squares += (y - x) ** 2;
  }
  const [meanA, meanB] = [sums.a / count, sums.b / count];
  for (const cell of both) {
    const [x, y] = [(a[cell] ?? 0) - meanA, (b[cell] ?? 0) - meanB];
    sums.aa += x * x;
    sums.bb += y * y;
    sums.ab += x * y;
  }
  const spread = Math.sqrt(sums.aa * sums.bb);
  return {
    ...{ common: count, meanDifference: sums.difference / count, rootMeanSquare: Math.sqrt(sums.squares / count) },
    correlation: spread === 0 ? null : sums.ab / spread,
  };
}
