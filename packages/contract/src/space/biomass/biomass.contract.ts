import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import { biomassRunResource, biomassZoneResource } from './biomass.resource.ts';
import { biomassDays, biomassResultSchema, biomassRunSchema, biomassZoneSchema } from './biomass.schemas.ts';

const own = { service: 'admin-api' } as const;
const mostNumber = 2_147_483_647;
/** A run with a result by its number; the newest where none is named. */
const runQuery = { run: z.coerce.number().int().min(1).max(mostNumber).optional() };

/** Spec 2 §3 "Biomass summary", with the figures of its other form. Null figures have their reasons in `missing`. */
export const qgisBiomass = endpoint({
  ...own,
  id: 'qgisBiomass',
  access: 'biomass:read',
  method: 'GET',
  path: '/qgis/biomass-calculation',
  summary: 'Resumo da biomassa: terrestre, marinha, densidade e espécies das capturas',
  response: z.object({
    terrestrial_biomass: z.object({ total: z.number().nullable(), unit: z.string() }),
    marine_biomass: z.object({ total: z.number().nullable(), unit: z.string() }),
    calculation_date: instantSchema.nullable(),
    /** Of the sea: tonnes, and kg/ha. */
    total: z.number().nullable(),
    density: z.number().nullable(),
    /** Percent of the catch of the newest year by species. */
    species_distribution: z.record(z.string(), z.number()),
  }),
});

export const biomassOverview = endpoint({
  ...own,
  id: 'biomassOverview',
  access: 'biomass:read',
  method: 'GET',
  path: '/biomass',
  summary: 'A biomassa de um cálculo (o último, por omissão): tipos, contas, zonas, série e capturas',
  query: z.object(runQuery),
  response: z.object({
    /** Null before the first run with a result, `absence` saying why. */
    run: biomassRunSchema.nullable(),
    result: biomassResultSchema.nullable(),
    absence: z.string().nullable(),
    /** The newest run, where it is another: it waits, goes on, or came to nothing. */
    newest: biomassRunSchema.nullable(),
  }),
  errors: ['not_found'],
});

export const startBiomass = endpoint({
  ...own,
  id: 'startBiomass',
  access: 'biomass:run',
  method: 'POST',
  path: '/biomass/runs',
  summary: 'Recalcula a biomassa; é uma tarefa (auditado)',
  body: z.object({ days: z.number().int().min(biomassDays.least).max(biomassDays.most).default(biomassDays.usual) }),
  response: biomassRunSchema,
  errors: ['already_running'],
});

export const cancelBiomass = endpoint({
  ...own,
  id: 'cancelBiomass',
  access: 'biomass:run',
  method: 'POST',
  path: '/biomass/runs/{id}/cancel',
  summary: 'Para um cálculo de biomassa em espera ou em curso (auditado)',
  params: z.object({ id: z.uuid() }),
  response: biomassRunSchema,
  errors: ['not_found', 'conflict'],
});

export const listBiomassRuns = endpoint({
  ...own,
  id: 'listBiomassRuns',
  access: 'biomass:read',
  method: 'GET',
  path: '/biomass/runs',
  summary: 'Cálculos de biomassa, numerados',
  query: z.object(pageShapeOf(biomassRunResource)),
  response: pageOf(biomassRunSchema),
});

export const exportBiomassRuns = endpoint({
  ...listFile,
  ...own,
  id: 'exportBiomassRuns',
  access: 'biomass:read',
  path: '/biomass/runs/export',
  summary: 'Os cálculos de biomassa, em CSV, XLSX ou JSON (auditado)',
  query: z.object(fileShapeOf(biomassRunResource)),
});

export const listBiomassZones = endpoint({
  ...own,
  id: 'listBiomassZones',
  access: 'biomass:read',
  method: 'GET',
  path: '/biomass/zones',
  summary: 'Zonas de um cálculo de biomassa (o último, por omissão)',
  query: z.object({ ...pageShapeOf(biomassZoneResource), ...runQuery }),
  response: pageOf(biomassZoneSchema),
  errors: ['not_found'],
});

export const exportBiomassZones = endpoint({
  ...listFile,
  ...own,
  id: 'exportBiomassZones',
  access: 'biomass:read',
  path: '/biomass/zones/export',
  summary: 'As zonas de um cálculo de biomassa, em CSV, XLSX ou JSON (auditado)',
  query: z.object({ ...fileShapeOf(biomassZoneResource), ...runQuery }),
  errors: ['export_too_large', 'not_found'],
});

/** Layers of the map of a calculation, with their unit. */
export const biomassBands = {
  marine_phytoplankton: { label: 'Fitoplâncton', unit: 't/km²' },
  marine_fish: { label: 'Peixe', unit: 't/km²' },
  days: { label: 'Dias vistos', unit: 'dias' },
} as const;
export type BiomassBand = keyof typeof biomassBands;
export const biomassBandNames = Object.keys(biomassBands) as [BiomassBand, ...BiomassBand[]];

const cells = z.number().int().nonnegative();

export const biomassGrid = endpoint({
  ...own,
  id: 'biomassGrid',
  access: 'biomass:read',
  method: 'GET',
  path: '/biomass/grid',
  summary: 'Uma camada do mapa de um cálculo de biomassa, como grelha',
  query: z.object({ ...runQuery, band: z.enum(biomassBandNames).default('marine_phytoplankton') }),
  response: z.object({
    band: z.enum(biomassBandNames),
    unit: z.string(),
    west: z.number(),
    south: z.number(),
    lonStepDegrees: z.number(),
    latStepDegrees: z.number(),
    columns: cells,
    rows: cells,
    /** value = stored × scale + offset; −32768 is missing. Base64 of little-endian Int16. */
    encoding: z.literal('int16-base64'),
    scale: z.number(),
    offset: z.number(),
    values: z.string(),
  }),
  errors: ['not_found'],
});

export const biomassFile = endpoint({
  ...own,
  id: 'biomassFile',
  access: 'biomass:read',
  method: 'GET',
  path: '/biomass/map.tif',
  summary: 'O mapa de um cálculo de biomassa como GeoTIFF otimizado para a nuvem (auditado)',
  query: z.object(runQuery),
  response: z.unknown(),
  format: 'binary',
  contentType: 'image/tiff',
  errors: ['not_found'],
});

const placeSchema = z.object({
  name: z.string(),
  lat: z.number(),
  lon: z.number(),
  temperature: z.number().nullable(),
  chlorophyll: z.number().nullable(),
  salinity: z.number().nullable(),
  current_u: z.number().nullable(),
  current_v: z.number().nullable(),
  magnitude: z.number().nullable(),
  conditions: z.string().nullable(),
});

/** Spec 2 §7: the file at the root that the biomass page of old read; here it is measured at every request. */
export const realtimeCopernicus = endpoint({
  id: 'realtimeCopernicus',
  service: 'root',
  access: 'ocean:read',
  method: 'GET',
  path: '/realtime_copernicus_angola.json',
  summary: 'Temperatura e clorofila da ZEE agora, e em cinco lugares da costa, medidas',
  format: 'standard',
  contentType: 'application/json',
  response: z.object({
    timestamp: instantSchema,
    source: z.string(),
    state: z.string(),
    summary: z.object({
      avg_sst: z.number().nullable(),
      max_sst: z.number().nullable(),
      min_sst: z.number().nullable(),
      avg_chlorophyll: z.number().nullable(),
      max_chlorophyll: z.number().nullable(),
      /** Null where there is no temperature along the coast to tell it by. */
      upwelling: z.boolean().nullable(),
    }),
    locations: z.array(placeSchema),
    /** Why a figure of the summary is null. */
    missing: z.record(z.string(), z.string()),
  }),
});

export const biomassEndpoints = [
  qgisBiomass,
  biomassOverview,
  startBiomass,
  cancelBiomass,
  listBiomassRuns,
  exportBiomassRuns,
  listBiomassZones,
  exportBiomassZones,
  biomassGrid,
  biomassFile,
  realtimeCopernicus,
] as const;
