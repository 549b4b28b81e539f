import { z } from 'zod';
import { anyGeometrySchema, bboxSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';
import { fieldVariableSchema } from '../../sea/ocean/ocean.contract.ts';
import { placeKindSchema } from '../../sea/places/places.resource.ts';
import type { AnalysisType, Criterion } from './analysis-types.ts';

/** Features and vertices of a drawing at most; larger ones are sent as files. */
export const drawingLimits = { features: 2_000, vertices: 100_000 } as const;

const drawnProperties = z.record(
  z.string().max(120),
  z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]),
);
export const drawingSchema = z
  .object({
    type: z.literal('FeatureCollection'),
    features: z
      .array(
        z.object({
          type: z.literal('Feature'),
          geometry: anyGeometrySchema,
          properties: drawnProperties.nullish().transform((given) => given ?? {}),
        }),
      )
      .min(1)
      .max(drawingLimits.features),
  })
  .refine(
    ({ features }) =>
      features.reduce((sum, { geometry }) => sum + verticesOf(geometry.coordinates), 0) <= drawingLimits.vertices,
    {
      message: `Até ${drawingLimits.vertices} vértices; envie desenhos maiores como ficheiro.`,
    },
  );
export type Drawing = z.infer<typeof drawingSchema>;

function verticesOf(coordinates: readonly unknown[]): number {
  if (typeof coordinates[0] === 'number') return 1;
  return coordinates.reduce<number>((sum, part) => sum + verticesOf(part as readonly unknown[]), 0);
}

/** Where an analysis takes features or values from. */
export const inputReferenceSchema = z.discriminatedUnion('kind', [
  /** A collection of the OGC API that the account may read; `filter` is CQL2 text. */
  z.object({
    kind: z.literal('collection'),
    collection: z.string().min(1).max(200),
    filter: z.string().max(20_000).optional(),
    bbox: bboxSchema.optional(),
    from: instantSchema.optional(),
    to: instantSchema.optional(),
  }),
  /** A place of the platform with its outline: the EEZ, a protected, watched or fishing area, a port. */
  z.object({ kind: z.literal('area'), placeKind: placeKindSchema, id: z.string().min(1).max(120) }),
  /** GeoJSON drawn on a map. */
  z.object({ kind: z.literal('drawing'), geojson: drawingSchema }),
  /** A file sent by the account (`uploadSpatialFile`); the first table where none is named, or the first band. */
  z.object({ kind: z.literal('upload'), fileId: z.uuid(), table: z.string().max(255).optional() }),
  /** A layer of another analysis that the account may read; the first where none is named. */
  z.object({ kind: z.literal('result'), analysisId: z.uuid(), layer: z.string().max(60).optional() }),
  /** A field of the sea: the newest at or before `time`. */
  z.object({ kind: z.literal('raster'), variable: fieldVariableSchema, time: instantSchema.optional() }),
]);
export type InputReference = z.infer<typeof inputReferenceSchema>;
export type InputKind = InputReference['kind'];

export const inputKinds = {
  collection: 'Coleção',
  area: 'Área da plataforma',
  drawing: 'Desenho no mapa',
  upload: 'Ficheiro enviado',
  result: 'Resultado de outra análise',
  raster: 'Campo do mar',
} as const satisfies Record<InputKind, string>;

/** An input that a kind of analysis takes: `usual` is taken where none is given, unless it may be left out. */
export type InputRole = {
  readonly label: string;
  readonly geometry: 'point' | 'area' | 'any' | 'raster';
  readonly isOptional: boolean;
  readonly usual: InputReference | null;
};

const collection = (id: string): InputReference => ({ kind: 'collection', collection: id });
const required = (label: string, geometry: InputRole['geometry'], usual: InputReference): InputRole => ({
  ...{ label, geometry, usual, isOptional: false },
});
const optional = (label: string, geometry: InputRole['geometry']): InputRole => ({
  ...{ label, geometry, usual: null, isOptional: true },
});
const area = optional('Área em que se calcula (a ZEE, por omissão)', 'area');
const protectedAreas = collection('protected-areas');
const occurrences = collection('occurrences');

/** Inputs of each kind by role. An mcda has, besides these, one input for each of its criteria. */
export const analysisInputs = {
  buffer: { features: required('Lugares', 'any', protectedAreas), area: optional('Área de recorte', 'area') },
  connectivity: { habitats: required('Habitats', 'any', protectedAreas), barriers: optional('Barreiras', 'any') },
  hotspots: { points: required('Pontos', 'any', occurrences), area },
  corridors: {
    habitats: required('Habitats a ligar', 'any', protectedAreas),
    friction: optional('Campo que facilita ou dificulta', 'raster'),
    barriers: optional('Barreiras', 'area'),
    area,
  },
  mcda: { constraints: optional('Áreas excluídas', 'area'), area },
  proximity: {
    targets: required('Alvos', 'any', collection('ports')),
    points: optional('Lugares de que se mede', 'any'),
    area,
  },
  interpolation: { samples: required('Medições', 'any', collection('stations')), area },
  density: { points: required('Pontos', 'any', occurrences), area },
  clusters: { points: required('Pontos', 'any', occurrences) },
  contours: { raster: required('Campo', 'raster', { kind: 'raster', variable: 'analysedSst' }) },
  zonal_statistics: {
    zones: required('Zonas', 'area', protectedAreas),
    raster: required('Campo', 'raster', { kind: 'raster', variable: 'analysedSst' }),
  },
  voronoi: { points: required('Pontos', 'any', collection('ports')), area },
  drift: { release: required('Lugares de partida', 'any', collection('ports')) },
} as const satisfies Record<AnalysisType, Readonly<Record<string, InputRole>>>;

/** Inputs of `usualCriteria`. */
export const usualCriterionInputs: Readonly<Record<string, InputReference>> = {
  temperature: { kind: 'raster', variable: 'analysedSst' },
  chlorophyll: { kind: 'raster', variable: 'chlorophyll' },
  ports: collection('ports'),
};

/** All inputs of an analysis, those of its criteria among them. */
export function inputRolesOf(
  type: AnalysisType,
  criteria: readonly Pick<Criterion, 'input' | 'label' | 'measure'>[] = [],
): Readonly<Record<string, InputRole>> {
  if (type !== 'mcda') return analysisInputs[type];
  const own = criteria.map(({ input, label, measure }) => {
    const geometry = measure === 'value' ? 'raster' : measure === 'inside' ? 'area' : 'any';
    return [input, { label, geometry, isOptional: false, usual: usualCriterionInputs[input] ?? null }] as const;
  });
  return { ...Object.fromEntries(own), ...analysisInputs.mcda };
}

export const inputsSchema = z
  .record(z.string().regex(/^[a-z][a-z0-9_]{0,39}$/), inputReferenceSchema)
  .refine((inputs) => Object.keys(inputs).length <= 14, { message: 'Até 14 entradas.' });
export type AnalysisInputs = z.infer<typeof inputsSchema>;

/** Faults of the inputs of a kind: one that it has not, one that is missing, one of another sort. */
export function inputProblems(
  roles: Readonly<Record<string, InputRole>>,
  kinds: Readonly<Partial<Record<string, InputKind>>>,
): readonly { readonly role: string; readonly message: string }[] {
  const isOther = (role: string, geometry: InputRole['geometry']) => {
    const kind = kinds[role];
    return geometry === 'raster' ? kind === 'area' || kind === 'drawing' || kind === 'collection' : kind === 'raster';
  };
  return [
    ...Object.keys(kinds)
      .filter((role) => !Object.hasOwn(roles, role))
      .map((role) => ({ role, message: 'Este tipo de análise não tem esta entrada.' })),
    ...Object.entries(roles)
      .filter(([role, { isOptional, usual }]) => kinds[role] === undefined && !isOptional && usual === null)
      .map(([role, { label }]) => ({ role, message: `Falta a entrada «${label}».` })),
    ...Object.entries(roles)
      .filter(([role, { geometry }]) => isOther(role, geometry))
      .map(([role, { geometry }]) => ({
        role,
        message:
          geometry === 'raster'
            ? 'Esperava um campo do mar, um GeoTIFF ou o resultado de outra análise.'
            : 'Esperava elementos com lugar.',
      })),
  ];
}
