import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';
import type { RampName } from '../../core/ramps.ts';
import { isInOrder, lineSchema, orderFault, period } from './line.ts';
import type { TemporalVariableId } from './temporal-variables.ts';

type SectionQuantityDescription = {
  readonly name: string;
  readonly units: string;
  readonly colours: { readonly ramp: RampName; readonly range: readonly [number, number]; readonly log: boolean };
  /** Temporal variable that it is below the surface; null where it is none of the six. */
  readonly variable: TemporalVariableId | null;
};

/** Quantities that casts measure level by level. */
export const sectionQuantities = {
  temperature: {
    name: 'Temperatura',
    units: '°C',
    colours: { ramp: 'thermal', range: [4, 30], log: false },
    variable: 'sst',
  },
  salinity: {
    name: 'Salinidade',
    units: 'psu',
    colours: { ramp: 'haline', range: [34, 37], log: false },
    variable: null,
  },
  oxygen: {
    name: 'Oxigénio dissolvido',
    units: 'ml/l',
    colours: { ramp: 'haline', range: [0, 6], log: false },
    variable: null,
  },
  chlorophyll: {
    name: 'Clorofila-a',
    units: 'mg/m³',
    colours: { ramp: 'algae', range: [0.05, 20], log: true },
    variable: 'chl_a',
  },
} as const satisfies Readonly<Record<string, SectionQuantityDescription>>;
export type SectionQuantity = keyof typeof sectionQuantities;
export const sectionQuantityIds = Object.keys(sectionQuantities) as [SectionQuantity, ...SectionQuantity[]];
export const sectionQuantitySchema = z.enum(sectionQuantityIds);

/** Quantity that a temporal variable is below the surface; null for one that has no depth. */
export const quantityBelow = (variable: TemporalVariableId): SectionQuantity | null =>
  sectionQuantityIds.find((id) => sectionQuantities[id].variable === variable) ?? null;

/** Places along the line times depths of one section, and casts that one is made of. */
export const mostSectionCells = 12_000;
export const mostSectionCasts = 500;
/** Ends of what may be asked: kilometres from the line, metres below the surface. */
export const sectionReachKm = { least: 5, most: 200, usual: 50 } as const;
export const sectionDeepMeters = { least: 50, most: 2_000, usual: 500 } as const;

export const temporalSection = endpoint({
  id: 'temporalSection',
  service: 'admin-api',
  method: 'GET',
  path: '/qgis/temporal-visualization/section',
  summary: 'Secção em profundidade ao longo de uma linha, a partir dos perfis medidos perto dela, com o fundo do mar',
  access: 'ocean:read',
  query: z
    .object({
      ...period,
      quantity: sectionQuantitySchema,
      line: lineSchema,
      /** Casts no farther from the line than this count, kilometres. */
      reach: z.coerce.number().min(sectionReachKm.least).max(sectionReachKm.most).default(sectionReachKm.usual),
      /** Depth that the section reaches, metres. */
      deep: z.coerce.number().min(sectionDeepMeters.least).max(sectionDeepMeters.most).default(sectionDeepMeters.usual),
      /** Places along the line, and depths from the surface down. */
      columns: z.coerce.number().int().min(2).max(240).default(120),
      levels: z.coerce.number().int().min(2).max(200).default(51),
    })
    .refine(isInOrder, orderFault)
    .refine(({ columns, levels }) => columns * levels <= mostSectionCells, {
      message: `columns × levels must not exceed ${mostSectionCells}`,
    }),
  response: z.object({
    quantity: sectionQuantitySchema,
    units: z.string(),
    period: z.object({ from: instantSchema, to: instantSchema }),
    reachKm: z.number(),
    positions: z.array(
      z.object({
        lon: z.number(),
        lat: z.number(),
        distanceKm: z.number(),
        /** Depth of the bottom; 0 on land, null where no relief is held. */
        seabedMeters: z.number().nullable(),
      }),
    ),
    /** Metres below the surface, growing. */
    depths: z.array(z.number()),
    /** Row-major, one row a depth, one column a position; value = stored × scale + offset, −32768 is missing. */
    encoding: z.literal('int16-base64'),
    scale: z.number(),
    offset: z.number(),
    values: z.string(),
    /** Casts with the quantity that the section is made of, along the line. */
    casts: z.array(
      z.object({
        id: z.string(),
        platform: z.string(),
        time: instantSchema,
        lon: z.number(),
        lat: z.number(),
        /** Place on the line that is nearest, and how far from it. */
        distanceKm: z.number(),
        offsetKm: z.number(),
        /** Deepest level with the quantity. */
        deepestMeters: z.number(),
      }),
    ),
    /** Some casts of the period were left out: only the newest of so many are read. */
    isCut: z.boolean(),
    /** Depths of the stored fields of the quantity, which come at single levels and not as a column of water. */
    fieldDepthsMeters: z.array(z.number()),
    /** Why the section is empty, and what to do; null where it has values. */
    reason: z.string().nullable(),
    /** Why the bottom is not drawn; null where it is. */
    seabedReason: z.string().nullable(),
  }),
  rateLimitPerMinute: 60,
});
