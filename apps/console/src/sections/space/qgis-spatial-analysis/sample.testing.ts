import type { DataOf } from '@kianda/contract';
import type {
  analysisLayerFeatures,
  listAnalyses,
  spatialSources,
  spatialStats,
} from '@kianda/contract/space/spatial/analyses.contract';
import type { AnalysisLayer, ChainEstimate, SpatialAnalysis } from '@kianda/contract/space/spatial/analysis-results';
import type { SpatialBatch } from '@kianda/contract/space/spatial/batches.contract';
import type { ChainRun, SpatialChain } from '@kianda/contract/space/spatial/chains.contract';
import type { qgisSpatialSummary } from '@kianda/contract/space/spatial/qgis.contract';
import type { SpatialSchedule } from '@kianda/contract/space/spatial/schedules.contract';

const at = '2026-08-30T09:00:00Z';
export const ids = {
  done: '6a3c1d10-0000-4000-8000-000000000301',
  running: '6a3c1d10-0000-4000-8000-000000000302',
  other: '6a3c1d10-0000-4000-8000-000000000303',
  batch: '6a3c1d10-0000-4000-8000-000000000304',
  schedule: '6a3c1d10-0000-4000-8000-000000000305',
  chain: '6a3c1d10-0000-4000-8000-000000000306',
  chainRun: '6a3c1d10-0000-4000-8000-000000000307',
};

const zone = (
  id: string,
  label: string,
  attribute: AnalysisLayer['attributes'][number]['type'] = 'string',
  unit: string | null = null,
) => ({
  ...{ name: id, title: label, type: attribute, unit },
});
const buffers: AnalysisLayer = {
  ...{ id: 'buffers', title: 'Zonas', kind: 'vector', geometryType: 'polygon', count: 2, bbox: [12, -10, 13, -8] },
  attributes: [
    zone('source_name', 'Lugar'),
    zone('buffer_distance', 'Distância', 'number', 'm'),
    zone('zone_type', 'Fim'),
    zone('area_km2', 'Área', 'number', 'km²'),
  ],
  ...{ legendAttribute: 'zone_type', unit: null, range: null, cellDegrees: null, collectionId: 'analise-zonas' },
  legend: [{ label: 'Proteção', colour: '#15803d', value: 'protection', from: null, to: null }],
  ...{ sha256: 'a'.repeat(64), bytes: 2048 },
};
const shared = {
  readers: 'private',
  ...{ createdAt: at, startedAt: at, ownerName: 'Ana Mar', isOwn: true, isManageable: true },
  ...{ message: null, error: null, reusedFrom: null, isSimulated: true, expiresAt: null },
} as const;
export const doneAnalysis: SpatialAnalysis = {
  ...shared,
  ...{
    id: ids.done,
    name: 'Zona tampão das áreas protegidas',
    type: 'buffer',
    status: 'completed',
    completedAt: at,
    progress: 1,
  },
  parameters: {
    buffer_distance: 5000,
    rings: [],
    zone_type: 'protection',
    dissolve: false,
    cap: 'round',
    join: 'round',
    side: 'both',
    segments: 64,
    clip_to: 'none',
  },
  inputs: { features: { kind: 'collection', collection: 'protected-areas' } },
  pinned: [
    {
      ...{
        role: 'features',
        label: 'Lugares',
        kind: 'collection',
        title: 'Áreas protegidas',
        source: 'WDPA',
        licence: null,
      },
      ...{ count: 2, vertices: 80, time: at, sha256: 'b'.repeat(64), isSimulated: true },
    },
  ],
  results: {
    statistics: [
      { id: 'zones', label: 'Zonas', value: 2, unit: null, reason: null },
      { id: 'area', label: 'Área total', value: 157.1, unit: 'km²', reason: null },
      { id: 'outside', label: 'Fora da ZEE', value: null, unit: 'km²', reason: 'Sem recorte.' },
    ],
    layers: [buffers],
    warnings: [{ code: 'repaired', count: 1, message: 'Um contorno cruzava-se a si mesmo e foi corrigido.' }],
    methods: ['Zona tampão geodésica (Karney 2013).'],
    citation: 'Kianda (2026). Zona tampão das áreas protegidas.',
    ...{ priorities: null, seconds: 1.25, codeVersion: '2.0.0', sha256: 'c'.repeat(64) },
  },
  log: [{ time: at, message: 'Leu 2 elementos.' }],
  copyOf: null,
};
export const runningAnalysis: SpatialAnalysis = {
  ...{ ...doneAnalysis, id: ids.running, name: 'Hotspots de pesca', type: 'hotspots', status: 'running' },
  ...{ completedAt: null, progress: 0.4, message: 'A contar os pontos', results: null, parameters: {}, pinned: [] },
};
const summaryOf = ({
  id,
  name,
  type,
  status,
  completedAt,
  progress,
  message,
}: SpatialAnalysis): DataOf<typeof listAnalyses>['data'][number] => ({
  ...shared,
  ...{ id, name, type, status, completedAt, progress, message },
  ...{ features: status === 'completed' ? 2 : null, layers: 1, warnings: 0, seconds: 1.25, bytes: 2048 },
});
export const listed = (...analyses: readonly SpatialAnalysis[]): DataOf<typeof listAnalyses> => ({
  data: analyses.map(summaryOf),
  ...{ total: analyses.length, page: 1, pageSize: 25, hasNext: false, hasPrev: false },
});
const square = (lon: number, lat: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [lon, lat],
      [lon + 0.1, lat],
      [lon + 0.1, lat + 0.1],
      [lon, lat],
    ],
  ],
});
export const bufferFeatures: DataOf<typeof analysisLayerFeatures> = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      id: 'f1',
      geometry: square(12, -10),
      properties: { source_name: 'Iona', buffer_distance: 5000, zone_type: 'protection', area_km2: 78.54 },
    },
    {
      type: 'Feature',
      id: 'f2',
      geometry: square(13, -8),
      properties: { source_name: 'Quiçama', buffer_distance: 5000, zone_type: 'protection', area_km2: null },
    },
  ],
  numberMatched: 2,
  numberReturned: 2,
};
export const summary: DataOf<typeof qgisSpatialSummary> = {
  buffer_zones: { count: 2, total_area: 157.1 },
  connectivity_analysis: { corridors: 3, index: 0.62 },
  ...{
    hotspots_identified: 7,
    ecological_corridors: 4,
    total_area: 500_000,
    fishing_zones: 5,
    protected_areas: 3,
    overlap: 2.5,
  },
  coordinates: [8, -18, 14, -4],
};
export const stats: DataOf<typeof spatialStats> = {
  ...{
    total_regions: 9,
    total_buffer_zones: 2,
    hotspots_identified: 7,
    corridors_analyzed: 4,
    connectivity_index: 0.62,
  },
  last_analysis: at,
  by_status: { completed: 5, running: 1, pending: 0, failed: 0, cancelled: 0 },
  by_type: { buffer: 1 },
};
export const sources: DataOf<typeof spatialSources> = {
  collections: [
    { id: 'protected-areas', title: 'Áreas protegidas', geometryType: 'area', attributes: [], hasTime: false },
    { id: 'ports', title: 'Portos', geometryType: 'point', attributes: [], hasTime: false },
    {
      ...{ id: 'vessel-events', title: 'Eventos de embarcações', geometryType: 'point', hasTime: true },
      attributes: [
        { name: 'type', title: 'Tipo', unit: null, kind: 'other' },
        { name: 'hours', title: 'Duração', unit: 'h', kind: 'number' },
      ],
    },
  ],
  fields: [{ variable: 'analysedSst', label: 'Temperatura da superfície', unit: '°C', newest: at }],
  limits: { features: 1000, vertices: 1_000_000, cells: 1_000_000, seconds: 600, fileBytes: 100_000_000 },
};
export const batch: SpatialBatch = {
  ...{ id: ids.batch, name: 'Temperatura por área', type: 'zonal_statistics', createdAt: at, ownerName: 'Ana Mar' },
  ...{ isManageable: true, readers: 'private', areas: 2, progress: 1 },
  states: { pending: 0, running: 0, completed: 1, failed: 1, cancelled: 0 },
  columns: [{ id: 'zones.mean', label: 'Média', unit: '°C' }],
  rows: [
    {
      ...{ place: 1, area: 'Iona', analysisId: ids.done, status: 'completed', error: null, isReused: true },
      values: { 'zones.mean': 21.5 },
    },
    {
      ...{ place: 2, area: 'Quiçama', analysisId: ids.other, status: 'failed', error: 'Área vazia.', isReused: false },
      values: {},
    },
  ],
};
export const busyBatch: SpatialBatch = {
  ...{ ...batch, progress: 0.25 },
  states: { pending: 1, running: 1, completed: 0, failed: 0, cancelled: 0 },
};
export const schedule: SpatialSchedule = {
  ...{ id: ids.schedule, name: 'Zona tampão diária', type: 'buffer', chainId: null },
  ...{ cron: '0 8 * * *', enabled: true },
  ...{ ownerName: 'Ana Mar', isManageable: true, nextRuns: [at] },
  runs: [
    {
      ...{ at, outcome: 'unchanged', reason: 'As entradas são as mesmas de 29/08/2026: não se fez outra.' },
      ...{ analysis: { id: ids.done, status: 'completed' }, chainRun: null },
    },
  ],
};
const stepOf = (id: string, name: string, status: ChainRun['steps'][number]['status']) => ({
  ...{ id, name, status, type: 'buffer' as const, analysisId: null, error: null, isReused: false },
});
export const failedRun: ChainRun = {
  ...{ id: ids.chainRun, chainId: ids.chain, name: 'Zonas de zonas', area: null, createdAt: at, completedAt: at },
  ...{ ownerName: 'Ana Mar', isManageable: true, status: 'failed', progress: null, message: null },
  error: 'O passo «Fora» falhou. Use menos elementos.',
  steps: [
    { ...stepOf('dentro', 'Dentro', 'completed'), analysisId: ids.done, isReused: true },
    { ...stepOf('fora', 'Fora', 'failed'), error: 'Use menos elementos.' },
  ],
};
export const busyRun: ChainRun = {
  ...{ ...failedRun, status: 'running', progress: 0.5, message: 'Passo 2 de 2, «Fora»: A calcular', error: null },
  ...{ completedAt: null, steps: [stepOf('dentro', 'Dentro', 'completed'), stepOf('fora', 'Fora', 'running')] },
};
export const chain: SpatialChain = {
  ...{ id: ids.chain, name: 'Zonas de zonas', description: 'Duas zonas tampão', createdAt: at, updatedAt: at },
  ...{ ownerName: 'Ana Mar', isManageable: true, readers: 'private', stepCount: 2, lastRun: failedRun },
  steps: [
    {
      ...{ id: 'fora', name: 'Fora', type: 'buffer', parameters: {} },
      inputs: { features: { kind: 'step', step: 'dentro', layer: 'buffers' } },
    },
    {
      ...{ id: 'dentro', name: 'Dentro', type: 'buffer', parameters: {} },
      inputs: { features: { kind: 'collection', collection: 'protected-areas' } },
    },
  ],
  expected: { seconds: 12, basis: 'Soma das medianas.' },
  runs: [failedRun],
};
export const chainEstimate: ChainEstimate = {
  ...{ memoryBytes: 270_000_000, seconds: 12, basis: 'Soma das medianas.', isWithinLimits: false },
  steps: [
    {
      ...{ id: 'dentro', name: 'Dentro', features: 1_400, vertices: 90_000, cells: 0, memoryBytes: null, waitsFor: [] },
      refusals: ['São 1 400 elementos, e o limite são 1 000: filtre as entradas.'],
    },
    {
      ...{ id: 'fora', name: 'Fora', features: 0, vertices: 0, cells: null, memoryBytes: null, waitsFor: ['Dentro'] },
      refusals: [],
    },
  ],
};
