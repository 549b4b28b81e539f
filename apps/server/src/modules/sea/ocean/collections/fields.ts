import { createHash } from 'node:crypto';
import { type FieldVariable, fieldVariables } from '@kianda/contract/sea/ocean/ocean.contract';
import { type Product, type ProductCollection, stacExtensions } from '../../../../platform/collections.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { geotiff, gridCsv } from '../../../../platform/formats/geotiff.ts';
import type { FieldStore } from '../field-store/field-store.ts';
import type { OceanTables, SliceRow } from '../ocean.types.ts';
import { gridOf } from '../slice-grid.rules.ts';
import { gridParts } from './grid-product.ts';
import { nameOf, stampOf } from './identifiers.ts';

type Definition = Pick<ProductCollection, 'id' | 'title' | 'description' | 'keywords' | 'connectorIds'> & {
  readonly variables: readonly FieldVariable[];
  /** L3: as the sensor saw it, on a grid; L4: gaps filled, or from a model. */
  readonly level: 'L3' | 'L4';
};

const definitions: readonly Definition[] = [
  {
    id: 'sea-surface-temperature',
    title: 'Temperatura da superfície do mar',
    description:
      'Campos diários de temperatura da superfície do mar e da sua anomalia nas águas de Angola: análise MUR de 0,01° e OISST de 0,25°, nas grelhas que a plataforma guarda.',
    keywords: ['temperatura', 'TSM', 'SST', 'satélite', 'oceano'],
    variables: ['analysedSst', 'sstAnomaly'],
    connectorIds: ['noaa-sst'],
    level: 'L4',
  },
  {
    id: 'chlorophyll',
    title: 'Clorofila-a',
    description:
      'Campos diários de clorofila-a à superfície, da cor do oceano (VIIRS). As nuvens deixam células sem valor.',
    keywords: ['clorofila', 'cor do oceano', 'fitoplâncton', 'satélite'],
    variables: ['chlorophyll'],
    connectorIds: ['noaa-viirs-modis'],
    level: 'L3',
  },
  {
    id: 'currents',
    title: 'Correntes à superfície',
    description:
      'Componentes diárias este e norte da corrente à superfície, do modelo físico global do Copernicus Marine.',
    keywords: ['correntes', 'modelo', 'Copernicus', 'oceano'],
    variables: ['currentEast', 'currentNorth'],
    connectorIds: ['cmems'],
    level: 'L4',
  },
  {
    id: 'salinity',
    title: 'Salinidade à superfície',
    description: 'Campos diários de salinidade à superfície, do modelo físico global do Copernicus Marine.',
    keywords: ['salinidade', 'modelo', 'Copernicus', 'oceano'],
    variables: ['salinity'],
    connectorIds: ['cmems'],
    level: 'L4',
  },
  {
    id: 'winds',
    title: 'Vento a 10 m',
    description: 'Componentes este e norte do vento a 10 m, de hora a hora, da reanálise ERA5.',
    keywords: ['vento', 'ERA5', 'reanálise', 'atmosfera'],
    variables: ['windEast', 'windNorth'],
    connectorIds: ['cds-era5'],
    level: 'L4',
  },
  {
    id: 'biogeochemistry',
    title: 'Biogeoquímica do mar',
    description:
      'Campos diários de oxigénio (à superfície e a cerca de 200 m), pH, nitrato e fitoplâncton, do modelo biogeoquímico global do Copernicus Marine.',
    keywords: ['oxigénio', 'pH', 'nitrato', 'fitoplâncton', 'modelo', 'Copernicus'],
    variables: ['oxygen', 'oxygenBelow', 'ph', 'nitrate', 'phytoplankton'],
    connectorIds: ['cmems-bgc'],
    level: 'L4',
  },
  {
    id: 'seabed',
    title: 'Fundo do mar e distância à costa',
    description:
      'Profundidade do fundo, do relevo global ETOPO1, e a distância geodésica de cada lugar à linha de costa da plataforma.',
    keywords: ['batimetria', 'fundo', 'relevo', 'ETOPO1', 'costa'],
    variables: ['seabedDepth', 'coastDistance'],
    connectorIds: ['noaa-etopo'],
    level: 'L4',
  },
  {
    id: 'vegetation',
    title: 'Vegetação (NDVI)',
    description:
      'Índice de vegetação em terra, de 16 em 16 dias, do MODIS MOD13Q1: a média dos píxeis válidos de uma janela de 2 km a cada meio grau.',
    keywords: ['NDVI', 'vegetação', 'MODIS', 'terra', 'satélite'],
    variables: ['ndvi'],
    connectorIds: ['mod13q1-ndvi'],
    level: 'L3',
  },
];

const idOf = (row: Pick<SliceRow, 'dataset' | 'observed_at'>) => `${nameOf(row.dataset)}_${stampOf(row.observed_at)}`;

const bandOf = ({ variable, depth_meters: depth }: SliceRow) =>
  nameOf(depth < 2 ? variable : `${variable}_${Number(depth.toFixed(1))}m`);

/** Gridded fields as they are stored, an item for each data set and instant. */
export function fieldCollections(database: Database, fields: FieldStore): readonly ProductCollection[] {
  const db = database.for<OceanTables>();
  const slices = (variables: readonly FieldVariable[]) =>
    db
      .selectFrom('ocean.field_slices')
      .selectAll()
      .where('variable', 'in', [...variables])
      .orderBy('dataset')
      .orderBy('observed_at')
      .orderBy('variable')
      .orderBy('depth_meters');

  return definitions.map((definition) => ({
    ...definition,
    access: 'public' as const,
    extensions: [stacExtensions.datacube, stacExtensions.processing],
    fields: {
      'cube:dimensions': {
        longitude: { type: 'spatial', axis: 'x', extent: [-180, 180], reference_system: 4326 },
        latitude: { type: 'spatial', axis: 'y', extent: [-90, 90], reference_system: 4326 },
        time: { type: 'temporal', extent: [null, null] },
      },
      'cube:variables': Object.fromEntries(
        definition.variables.map((name) => [
          name,
          {
            dimensions: ['time', 'latitude', 'longitude'],
            type: 'data',
            description: fieldVariables[name].label,
            unit: fieldVariables[name].unit,
          },
        ]),
      ),
    },
    summaries: { 'processing:level': [definition.level] },

    async *products() {
      let group: SliceRow[] = [];
      for (const row of await slices(definition.variables).execute()) {
        const [first] = group;
        if (first !== undefined && idOf(first) !== idOf(row)) {
          yield productOf(group, first, definition);
          group = [];
        }
        group.push(row);
      }
      const [first] = group;
      if (first !== undefined) yield productOf(group, first, definition);
    },

    async file(productId, assetKey) {
      const stamp = /_(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(productId);
      if (stamp === null) return null;
      const [, year, month, day, hour, minute, second] = stamp;
      const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
      const rows = await slices(definition.variables).where('observed_at', '=', at).execute();
      const row = rows.find((one) => idOf(one) === productId && assetKey.startsWith(`${bandOf(one)}.`));
      const values = row === undefined ? null : await fields.read(row);
      if (row === undefined || values === null) return null;
      const grid = gridOf(row);
      return assetKey.endsWith('.tif') ? geotiff(grid, values) : gridCsv(grid, values, bandOf(row));
    },
  }));
}

function productOf(rows: readonly SliceRow[], first: SliceRow, { title, level }: Definition): Product {
  const parts = gridParts(
    gridOf(first),
    rows.map((row) => ({
      name: bandOf(row),
      title: fieldVariables[row.variable as FieldVariable].label,
      unit: row.unit,
      statistics: { mean: row.zee_mean, minimum: row.zee_min, maximum: row.zee_max },
    })),
  );
  const atMs = first.observed_at.getTime();
  return {
    ...parts,
    id: idOf(first),
    startMs: atMs,
    endMs: atMs,
    properties: {
      title: `${title}, ${first.observed_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      ...parts.properties,
      'processing:level': level,
      'kianda:dataset': first.dataset,
      'kianda:variables': rows.map(({ variable }) => variable),
      'kianda:coverage': first.coverage,
      ...(rows.length === 1
        ? { 'kianda:zee_mean': first.zee_mean, 'kianda:zee_min': first.zee_min, 'kianda:zee_max': first.zee_max }
        : {}),
    },
    extensions: [...parts.extensions, stacExtensions.processing],
    contentHash: createHash('sha1')
      .update(rows.map((row) => row.content_hash).join(' '))
      .digest('base64url'),
    origin: {
      connectorId: first.connector_id,
      streamId: first.stream_id,
      retrievedAtMs: Math.max(...rows.map((row) => row.retrieved_at.getTime())),
      simulatedSeed: rows.find((row) => row.simulated_seed !== null)?.simulated_seed ?? null,
    },
  };
}
