import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fieldGridSchema, fieldSliceSchema } from './ocean.contract.ts';

/**
 * Products derived from the stored fields and profiles: unit of the values, how to draw the field of each
 * day where there is one, the connector streams it is made of, and the method with its sources. A change of method takes
 * a new version, and everything is computed again.
 */
export const derivedProducts = {
  'front-latitude': {
    label: 'Latitude da Frente Angola–Benguela',
    unit: '°',
    field: null,
    streams: ['noaa-sst/mur'],
    version: 1,
    method:
      'Máximo do gradiente meridional da TSM (MUR), médio entre 0 e 200 km da costa e alisado a 0,5°, entre 22° S e 10° S (Shannon et al. 1987)',
  },
  'sst-fronts': {
    label: 'Frentes térmicas (gradiente da TSM)',
    unit: '°C por 100 km',
    field: { ramp: 'thermal', range: [0, 10], log: false },
    streams: ['noaa-sst/mur'],
    version: 1,
    method:
      'Módulo do gradiente de Sobel da TSM (MUR) depois do filtro de mediana contextual (Belkin e O’Reilly 2009), na escala do terreno',
  },
  'sst-upwelling-index': {
    label: 'Índice de afloramento pela TSM',
    unit: '°C',
    field: null,
    streams: ['noaa-sst/mur'],
    version: 1,
    method:
      'TSM ao largo (5° a oeste da costa, ou o mais longe que o campo chega) menos TSM costeira (0–30 km), em faixas de 0,5° de latitude; ativo acima de 1,5 °C (Nykjær e Van Camp 1994)',
  },
  'bakun-index': {
    label: 'Índice de afloramento de Bakun',
    unit: 'm³/s por 100 m de costa',
    field: null,
    streams: ['cds-era5/wind'],
    version: 1,
    method:
      'Transporte de Ekman para o largo pelo vento a 10 m (ERA5) paralelo à costa, média diária, ρar 1,22 e Cd 0,0026 (Bakun 1973). A norte de 15° S o afloramento responde sobretudo a ondas costeiras, não ao vento local',
  },
  'regional-sst': {
    label: 'TSM média por região',
    unit: '°C',
    field: null,
    streams: ['noaa-sst/oisst'],
    version: 1,
    method: 'Média ponderada pela área da TSM (OISST) sobre as células de cada região da ZEE',
  },
  'marine-heatwaves': {
    label: 'Ondas de calor marinhas',
    unit: 'categoria',
    field: null,
    streams: ['noaa-sst/oisst'],
    version: 2,
    method:
      'Cinco ou mais dias acima do percentil 90 do dia do ano (janela de 11 dias, alisamento de 31), com intervalos até 2 dias; categorias por múltiplos da distância entre média e limiar, sobre uma linha de base de 30 anos, sem a qual não se calculam (Hobday et al. 2016, 2018)',
  },
  'sst-anomaly': {
    label: 'Anomalia da TSM face à climatologia',
    unit: '°C',
    field: { ramp: 'balance', range: [-4, 4], log: false },
    streams: ['noaa-sst/mur', 'noaa-sst/oisst'],
    version: 1,
    method:
      'TSM (MUR) menos a climatologia de 1971–2000 do mesmo dia do ano, lida do OISST (TSM menos anomalia) e interpolada',
  },
  'chlorophyll-anomaly': {
    label: 'Anomalia da clorofila-a face à climatologia',
    unit: '%',
    field: { ramp: 'balance', range: [-100, 100], log: false },
    streams: ['noaa-viirs-modis/chlorophyll'],
    version: 1,
    method:
      'Desvio relativo à média geométrica, célula a célula, dos dias guardados de qualquer ano até 15 dias do dia do ano (distribuição log-normal, Campbell 1995)',
  },
  'net-primary-production': {
    label: 'Produção primária líquida (VGPM)',
    unit: 'mg C/m²/dia',
    field: { ramp: 'algae', range: [100, 5000], log: true },
    streams: ['noaa-viirs-modis/chlorophyll', 'noaa-sst/mur'],
    version: 1,
    method:
      'VGPM (Behrenfeld e Falkowski 1997) com clorofila VIIRS e TSM MUR; a radiação PAR não é observada: estima-se da radiação no topo da atmosfera (FAO-56) com metade das horas de sol possíveis. A chave «zee-eppley» é a mesma média com a curva de Eppley',
  },
  'mixed-layer-depth': {
    label: 'Profundidade da camada de mistura',
    unit: 'm',
    field: null,
    streams: ['argo/profiles'],
    version: 1,
    method:
      'Onde σθ excede a de 10 m em 0,03 kg/m³, ou a temperatura difere 0,2 °C (de Boyer Montégut et al. 2004); densidade EOS-80 (UNESCO 1983)',
  },
} as const;
export type DerivedProductId = keyof typeof derivedProducts;
export const derivedProductIds = Object.keys(derivedProducts) as [DerivedProductId, ...DerivedProductId[]];
export const derivedProductSchema = z.enum(derivedProductIds);

/** Parts of the ZEE that averages are given for, by latitude. */
export const oceanRegions = {
  zee: { label: 'Toda a ZEE', south: -90, north: 90 },
  norte: { label: 'Norte (Cabinda a Luanda, até 9,5° S)', south: -9.5, north: 90 },
  centro: { label: 'Centro (9,5° S a 13,5° S)', south: -13.5, north: -9.5 },
  sul: { label: 'Sul (13,5° S ao Cunene)', south: -90, north: -13.5 },
} as const;
export type OceanRegion = keyof typeof oceanRegions;
export const oceanRegionSchema = z.enum(Object.keys(oceanRegions) as [OceanRegion, ...OceanRegion[]]);

const product = derivedProductSchema;
const daySchema = z.iso.date();

/** Sources of a derived day, one entry for each data set. */
export const derivedInputSchema = z.object({
  dataset: z.string(),
  variable: z.string(),
  role: z.enum(['observation', 'climatology']),
  connectorId: z.string(),
  streamId: z.string(),
  from: instantSchema,
  to: instantSchema,
  fields: z.number().int(),
  /** Ingestion runs that stored them, where they are few enough to name. */
  runIds: z.array(z.string()),
  simulated: z.boolean(),
});
export type DerivedInput = z.infer<typeof derivedInputSchema>;

export const listDerived = endpoint({
  id: 'listDerived',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/derived',
  summary: 'Produtos oceânicos derivados: método, período calculado e avisos',
  access: 'ocean:read',
  response: z.object({
    products: z.array(
      z.object({
        id: product,
        label: z.string(),
        unit: z.string(),
        /** Always computed by the platform, never observed. */
        kind: z.literal('derivado'),
        method: z.string(),
        methodVersion: z.number().int(),
        /** There is a grid of each day. */
        hasField: z.boolean(),
        days: z.number().int(),
        oldestDay: daySchema.nullable(),
        newestDay: daySchema.nullable(),
        computedAt: instantSchema.nullable(),
        /** Of the newest day: `linha de base curta` with its years, estimated inputs, and the like. */
        warnings: z.array(z.string()),
        inputs: z.array(derivedInputSchema),
      }),
    ),
    nextRun: instantSchema.nullable(),
  }),
});

/** One value of a day; `key` is a latitude, a region, a profile or a statistic, as the product has them. */
export const derivedPointSchema = z.object({
  time: instantSchema,
  key: z.string(),
  value: z.number().nullable(),
  detail: z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])),
});
export type DerivedPoint = z.infer<typeof derivedPointSchema>;

const periodQuery = {
  from: instantSchema.optional(),
  to: instantSchema.optional(),
  days: z.coerce.number().int().min(1).max(3660).default(90),
  key: z.string().max(64).optional(),
};

export const derivedSeries = endpoint({
  id: 'derivedSeries',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/derived/{product}/series',
  summary: 'Série de um produto derivado num período (os últimos dias, por omissão)',
  access: 'ocean:read',
  params: z.object({ product }),
  query: z.object(periodQuery),
  response: z.object({
    product,
    unit: z.string(),
    kind: z.literal('derivado'),
    method: z.string(),
    methodVersion: z.number().int(),
    warnings: z.array(z.string()),
    points: z.array(derivedPointSchema),
  }),
});

export const marineHeatwaveSchema = z.object({
  region: oceanRegionSchema,
  start: instantSchema,
  end: instantSchema,
  peak: instantSchema,
  durationDays: z.number().int(),
  /** °C above the climatological mean. */
  intensityMax: z.number(),
  intensityMean: z.number(),
  /** °C · days. */
  intensityCumulative: z.number(),
  intensityVariability: z.number(),
  /** °C a day. */
  rateOnset: z.number(),
  rateDecline: z.number(),
  category: z.enum(['moderada', 'forte', 'severa', 'extrema']),
  ongoing: z.boolean(),
});
export type MarineHeatwaveEvent = z.infer<typeof marineHeatwaveSchema>;

export const marineHeatwaveEvents = endpoint({
  id: 'marineHeatwaveEvents',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/derived/heatwave-events',
  summary: 'Ondas de calor marinhas por região, as mais recentes primeiro, e a linha de base de que partem',
  access: 'ocean:read',
  query: z.object({
    region: oceanRegionSchema.optional(),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
  }),
  response: z.object({
    kind: z.literal('derivado'),
    events: z.array(marineHeatwaveSchema),
    baselines: z.array(
      z.object({
        region: oceanRegionSchema,
        from: daySchema,
        to: daySchema,
        years: z.number(),
        /** Fewer than thirty years. */
        short: z.boolean(),
      }),
    ),
    warnings: z.array(z.string()),
    /** Available temperatures for the baseline, and the cost of downloading the rest of the archive. */
    history: z.object({
      /** Years' worth of known days. */
      years: z.number(),
      neededYears: z.number(),
      knownFrom: daySchema.nullable(),
      enough: z.boolean(),
      connector: z.string(),
      stream: z.string(),
      /** First day of the archive, and the length of a window of its history. */
      from: daySchema,
      windowDays: z.number().int(),
      requests: z.number().int(),
      megabytes: z.number(),
      /** At the pace of the stream's last requests; null before its first run. */
      minutes: z.number().nullable(),
    }),
  }),
});

/** A derived field, in the shape of observed ones. */
export const derivedGridSchema = fieldGridSchema.extend({
  slice: fieldSliceSchema.extend({ variable: product }),
  kind: z.literal('derivado'),
  method: z.string(),
  methodVersion: z.number().int(),
  warnings: z.array(z.string()),
});
export type DerivedGrid = z.infer<typeof derivedGridSchema>;

export const derivedGrid = endpoint({
  id: 'derivedGrid',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/derived/{product}/grid',
  summary: 'Grelha de um produto derivado na data pedida (a mais recente, por omissão)',
  access: 'ocean:read',
  params: z.object({ product }),
  query: z.object({
    /** Newest field at or before this instant. */
    time: instantSchema.optional(),
    stride: z.coerce.number().int().min(1).max(8).default(1),
  }),
  response: derivedGridSchema,
  errors: ['not_found'],
});

export const exportDerived = endpoint({
  id: 'exportDerived',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/derived/{product}/export',
  summary: 'Série de um produto derivado em CSV, com método, licenças e citações das fontes',
  access: 'ocean:read',
  params: z.object({ product }),
  query: z.object(periodQuery),
  response: z.unknown(),
  format: 'binary',
  contentType: 'text/csv; charset=utf-8',
});

export const runDerived = endpoint({
  id: 'runDerived',
  service: 'admin-api',
  method: 'POST',
  path: '/ocean/derived/run',
  summary: 'Calcula já os produtos derivados em falta, ou refaz um deles (auditado)',
  access: 'ocean:compute',
  body: z.object({
    /** Absent: all. */
    product: product.optional(),
    /** Also what did not change since it was computed. */
    again: z.boolean().default(false),
  }),
  response: z.object({ runId: z.string() }),
  errors: ['already_running'],
});

/** Lineage forwards: what was made with the data of one ingestion run. */
export const derivedUses = endpoint({
  id: 'derivedUses',
  service: 'admin-api',
  method: 'GET',
  path: '/ocean/derived/uses',
  summary: 'Produtos derivados que usaram os dados de uma execução de um conector',
  access: 'ocean:read',
  query: z.object({ runId: z.uuid() }),
  response: z.object({
    uses: z.array(
      z.object({ product, label: z.string(), days: z.number().int(), oldestDay: daySchema, newestDay: daySchema }),
    ),
  }),
});

export const derivedEndpoints = [
  listDerived,
  derivedSeries,
  marineHeatwaveEvents,
  derivedGrid,
  exportDerived,
  runDerived,
  derivedUses,
] as const;
