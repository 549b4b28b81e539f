import type { DataOf } from '@kianda/contract';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import type { AnalysisRequest, spatialSources, spatialStats } from '@kianda/contract/space/spatial/analyses.contract';
import { type AnalysisEstimate, analysisStates } from '@kianda/contract/space/spatial/analysis-results';
import type { AnalysisType } from '@kianda/contract/space/spatial/analysis-types';
import type { qgisSpatialSummary } from '@kianda/contract/space/spatial/qgis.contract';
import { formatNumber } from '@kianda/format';
import { type ArealGeometry, bboxOfGeometry, zee } from '@kianda/geo';
import { planarEngine } from '../../../platform/geometry/planar.ts';
import type { Principal } from '../../../platform/http/bind.ts';
import { itemsRequest, mayReadCollection, readPage } from '../../open/features/index.ts';
import type { Analyses } from './analyses.service.ts';
import { areaSquareMeters, joinedArea } from './compute/feature-set.ts';
import { memoryFor, memoryRefusal } from './compute/memory.rules.ts';
import { checkAsked } from './inputs/check-inputs.service.ts';
import type { Asked } from './inputs/inputs.types.ts';
import { requestOf } from './inputs/read-collection.ts';
import { askedHash, completedInputs, readInputs } from './inputs/read-inputs.service.ts';
import { methodEdition } from './runs.service.ts';
import type { SpatialContext } from './spatial.context.ts';
import type { AnalysisRow, ResultRow } from './spatial.tables.ts';

const sampled = 200;
/** A person waits while inputs are read. */
const readMs = 10_000;
const mostOverlapped = 2_000;
const squareMetersPerKm2 = 1e6;

/** Inputs that an analysis may have, what it would take, and the figures over all that are completed. */
export function createSpatialFigures(context: SpatialContext, analyses: Analyses) {
  return {
    sources: (reader: Principal) => sourcesFor(context, reader),
    estimate: (request: AnalysisRequest, reader: Principal) => estimateOf(context, request, reader),
    stats: (reader: Principal) => statsFor(context, analyses, reader),
    summary: (reader: Principal) => summaryFor(context, reader),
  };
}

async function sourcesFor(
  { stores, platform, settings }: SpatialContext,
  reader: Principal,
): Promise<DataOf<typeof spatialSources>> {
  const collections = (await stores.collections.list()).filter((one) => mayReadCollection(one, reader));
  const now = new Date(platform.clock.nowMs());
  const variables = Object.keys(fieldVariables) as FieldVariable[];
  const fields = await Promise.all(
    variables.map(async (variable) => {
      const { label, unit } = fieldVariables[variable];
      const at = await stores.climate.newestAt(variable, now);
      return { variable, label, unit, newest: at?.toISOString() ?? null };
    }),
  );
  const { features, vertices, cells, seconds, fileBytes } = settings.limits;
  return {
    collections: collections.flatMap(({ id, title, geometryType, properties, time }) => {
      if (geometryType === null) return [];
      const attributes = Object.entries(properties).map(([name, { type, title: named, unit = null }]) => {
        const kind = type === 'number' || type === 'integer' ? ('number' as const) : ('other' as const);
        return { name, title: named, unit, kind };
      });
      const kind = geometryType === 'point' || geometryType === 'any' ? geometryType : ('area' as const);
      return [{ id, title, geometryType: kind, attributes, hasTime: time !== null }];
    }),
    fields,
    limits: { features, vertices, cells, seconds, fileBytes },
  };
}

/** Usual time of a kind of analysis: the median of its last results; null before the first. */
export async function usualTime(
  { repository }: Pick<SpatialContext, 'repository'>,
  type: AnalysisType,
): Promise<{ readonly seconds: number | null; readonly results: number }> {
  const usual = (await repository.usualSeconds(type)).sort((a, b) => a - b);
  return { seconds: usual[Math.floor(usual.length / 2)] ?? null, results: usual.length };
}

type Size = Pick<AnalysisEstimate, 'features' | 'vertices' | 'memoryBytes' | 'refusals'> & {
  readonly cells: number | null;
  /** Hash of the request with its pinned inputs; null where they were not read whole. */
  readonly hash: string | null;
};

type Sizing = {
  readonly reader: Principal;
  /** Cells of its grid; null where the area of the grid is not known yet. */
  readonly cells: number | null;
  readonly signal: AbortSignal;
};

/** Ends the reading of inputs for an estimate: a person waits for it. */
export const estimateSignal = () => AbortSignal.timeout(readMs);

/** Size of what is asked by the inputs that it has: of collections by their count and a sample, of others by reading them. */
export async function sizeOf(context: SpatialContext, asked: Asked, { cells, ...of }: Sizing): Promise<Size> {
  const { limits } = context.settings;
  const collections = await collectionsSize(context, asked.inputs);
  const read = await readSize(context, asked, { ...of, isSmall: collections.features <= sampled });
  const features = collections.features + read.features;
  const vertices = collections.vertices + read.vertices;
  const refusals = [...collections.refusals, ...read.refusals];
  if (features > limits.features)
    refusals.push(
      `São ${formatNumber(features)} elementos, e o limite são ${formatNumber(limits.features)}: filtre as entradas.`,
    );
  if (vertices > limits.vertices)
    refusals.push(
      `São ${formatNumber(vertices)} vértices, e o limite são ${formatNumber(limits.vertices)}: filtre as entradas.`,
    );
  if (cells === null) return { features, vertices, cells, memoryBytes: null, refusals, hash: read.hash };
  if (cells > limits.cells)
    refusals.push(
      `São ${formatNumber(cells)} células, e o limite são ${formatNumber(limits.cells)}: escolha células maiores.`,
    );
  const refusal = memoryRefusal(asked, cells, limits.memoryBytes);
  if (refusal !== null) refusals.push(refusal);
  return { features, vertices, cells, memoryBytes: memoryFor(asked, cells), refusals, hash: read.hash };
}

async function collectionsSize({ stores }: SpatialContext, inputs: Asked['inputs']) {
  const size = { features: 0, vertices: 0, refusals: [] as string[] };
  for (const [role, reference] of Object.entries(inputs)) {
    if (reference.kind !== 'collection') continue;
    const collection = await stores.collections.find(reference.collection);
    if (collection === null) continue;
    const page = await readPage(collection, { ...requestOf(collection, reference), limit: sampled });
    const matched = page.matched ?? page.features.length;
    const seen = page.features.reduce(
      (sum, { geometry }) => sum + (geometry === null ? 0 : verticesOf(geometry.coordinates)),
      0,
    );
    size.features += matched;
    size.vertices += page.features.length === 0 ? 0 : Math.round((seen / page.features.length) * matched);
    if (matched === 0)
      size.refusals.push(`A entrada «${role}» está vazia: nenhum elemento de «${collection.title}» passa os filtros.`);
  }
  return size;
}

type Reading = Omit<Sizing, 'cells'> & {
  /** The collections are small enough to be read whole, which pins them. */
  readonly isSmall: boolean;
};

async function readSize(context: SpatialContext, asked: Asked, { reader, isSmall, signal }: Reading) {
  const size = { features: 0, vertices: 0, refusals: [] as string[], hash: null as string | null };
  const others = Object.entries(asked.inputs).filter(([, { kind }]) => kind !== 'collection');
  try {
    const inputs = await readInputs(context, isSmall ? asked : { ...asked, inputs: Object.fromEntries(others) }, {
      accountId: reader.accountId,
      signal,
      most: context.settings.limits,
    });
    for (const { data, pinned } of Object.values(inputs)) {
      if (isSmall && pinned.kind === 'collection') continue;
      if (data.kind === 'features') size.features += pinned.count;
      size.vertices += pinned.vertices;
    }
    if (isSmall) size.hash = askedHash(asked, inputs, methodEdition);
  } catch (error) {
    // An input that takes longer than a person waits is the run's to read.
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    if (!(error instanceof RangeError || isSlow)) throw error;
    if (!isSlow) size.refusals.push(error.message);
  }
  return size;
}

/** Size and time of an analysis before it runs, and the stored result that it would be given. */
export async function estimateOf(
  context: SpatialContext,
  request: AnalysisRequest,
  reader: Principal,
): Promise<AnalysisEstimate> {
  const { repository } = context;
  const asked: Asked = { ...request, inputs: completedInputs(request) };
  await checkAsked(context, asked, reader);
  const cells = cellsOf(asked);
  const { hash, ...size } = await sizeOf(context, asked, { reader, cells, signal: estimateSignal() });
  const { seconds, results } = await usualTime(context, asked.type);
  const stored = hash === null ? undefined : await repository.resultOf(hash);
  const readable = stored === undefined ? [] : await repository.showing(stored.id);
  return {
    ...size,
    ...{ cells, seconds },
    basis:
      results === 0
        ? 'Ainda não correu nenhuma análise deste tipo.'
        : `Mediana das últimas ${results} análises deste tipo.`,
    isWithinLimits: size.refusals.length === 0,
    stored: readable.find((row) => row.owner_id === reader.accountId || row.readers !== 'private')?.id ?? null,
  };
}

function verticesOf(coordinates: readonly unknown[]): number {
  if (typeof coordinates[0] === 'number') return 1;
  return coordinates.reduce<number>((sum, part) => sum + verticesOf(part as readonly unknown[]), 0);
}

/** Cells over the box of the EEZ, or of a drawn area. */
export function cellsOf({ parameters, inputs }: Asked): number {
  const side = parameters.cell_degrees;
  if (typeof side !== 'number') return 0;
  const { area } = inputs;
  const drawn =
    area?.kind === 'drawing'
      ? joinedArea(
          area.geojson.features.flatMap(({ geometry }) =>
            geometry.type === 'Polygon' || geometry.type === 'MultiPolygon' ? [geometry as ArealGeometry] : [],
          ),
        )
      : zee;
  const [west, south, east, north] = bboxOfGeometry(drawn) ?? [0, 0, 0, 0];
  return Math.ceil((east - west) / side) * Math.ceil((north - south) / side);
}

type Completed = { readonly row: AnalysisRow; readonly result: ResultRow };

async function completedOf({ repository }: SpatialContext, reader: Principal): Promise<readonly Completed[]> {
  const rows = await repository.completed(reader.accountId);
  const results = await repository.results([...new Set(rows.flatMap(({ result_id: id }) => id ?? []))]);
  const byId = new Map(results.map((result) => [result.id, result]));
  return rows.flatMap((row) => {
    const result = byId.get(row.result_id ?? '');
    return result === undefined ? [] : [{ row, result }];
  });
}

/** Sum of a statistic over the different results of a kind: one that two analyses show counts once. */
function sumOf(all: readonly Completed[], type: string, id: string): number {
  const results = new Map(all.filter(({ row }) => row.type === type).map(({ result }) => [result.id, result]));
  return [...results.values()].reduce((sum, { statistics }) => {
    const value = statistics.find((one) => one.id === id)?.value;
    return sum + (typeof value === 'number' ? value : 0);
  }, 0);
}

/** Index of the newest connectivity analysis; null: none, or it has none. */
function newestIndex(all: readonly Completed[]): number | null {
  const newest = all.find(({ row }) => row.type === 'connectivity');
  const value = newest?.result.statistics.find(({ id }) => id === 'connectivity_index')?.value;
  return typeof value === 'number' ? value : null;
}

async function statsFor(
  context: SpatialContext,
  analyses: Analyses,
  reader: Principal,
): Promise<DataOf<typeof spatialStats>> {
  const all = await completedOf(context, reader);
  const query = { page: 1, pageSize: 1, sort: 'created', order: 'desc' } as const;
  const states = Object.keys(analysisStates) as (keyof typeof analysisStates)[];
  const totals = await Promise.all(
    states.map(async (state) => [state, (await analyses.list({ ...query, states: [state] }, reader)).total] as const),
  );
  const kinds = new Map<string, number>();
  for (const { row } of all) kinds.set(row.type, (kinds.get(row.type) ?? 0) + 1);
  return {
    total_regions: sumOf(all, 'connectivity', 'habitats') + sumOf(all, 'zonal_statistics', 'zones'),
    total_buffer_zones: sumOf(all, 'buffer', 'zones'),
    hotspots_identified: sumOf(all, 'hotspots', 'hotspots'),
    corridors_analyzed: sumOf(all, 'corridors', 'corridors'),
    connectivity_index: newestIndex(all),
    last_analysis: all[0]?.row.completed_at?.toISOString() ?? null,
    by_status: Object.fromEntries(totals) as DataOf<typeof spatialStats>['by_status'],
    by_type: Object.fromEntries(kinds),
  };
}

async function summaryFor(context: SpatialContext, reader: Principal): Promise<DataOf<typeof qgisSpatialSummary>> {
  const all = await completedOf(context, reader);
  const [fishing, guarded] = await Promise.all([
    areasOf(context, 'fishing-zones', reader),
    areasOf(context, 'protected-areas', reader),
  ]);
  return {
    buffer_zones: { count: sumOf(all, 'buffer', 'zones'), total_area: sumOf(all, 'buffer', 'total_area_km2') },
    connectivity_analysis: { corridors: sumOf(all, 'connectivity', 'corridors'), index: newestIndex(all) },
    hotspots_identified: sumOf(all, 'hotspots', 'hotspots'),
    ecological_corridors: sumOf(all, 'corridors', 'corridors'),
    total_area: Math.round(areaSquareMeters(zee) / squareMetersPerKm2),
    ...{ fishing_zones: fishing.length, protected_areas: guarded.length },
    overlap: await overlapOf(fishing, guarded),
    coordinates: [...(bboxOfGeometry(zee) ?? [])] as [number, number, number, number],
  };
}

async function areasOf({ stores }: SpatialContext, id: string, reader: Principal): Promise<readonly ArealGeometry[]> {
  const collection = await stores.collections.find(id);
  if (collection === null || !mayReadCollection(collection, reader)) return [];
  const { features } = await readPage(collection, { ...itemsRequest(collection, {}), limit: mostOverlapped });
  return features.flatMap(({ geometry }) =>
    geometry?.type === 'Polygon' || geometry?.type === 'MultiPolygon' ? [geometry as ArealGeometry] : [],
  );
}

/** Share of some areas that lies in others, per cent, to a decimal; null where there is none of either. */
async function overlapOf(areas: readonly ArealGeometry[], others: readonly ArealGeometry[]): Promise<number | null> {
  if (areas.length === 0 || others.length === 0) return null;
  const engine = await planarEngine();
  const [one, other] = [engine.union(areas), engine.union(others)];
  const whole = areaSquareMeters(one);
  return whole === 0 ? null : Math.round((1_000 * areaSquareMeters(engine.intersection(one, other))) / whole) / 10;
}
