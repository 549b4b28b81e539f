import { z } from 'zod';
import { instantSchema } from '../../core/provenance.ts';

/** Types of an annotation, with what people read. */
export const annotationTypes = {
  observation: 'Observação',
  question: 'Questão',
  hypothesis: 'Hipótese',
  correction: 'Correção',
  hazard: 'Perigo',
} as const;
export type AnnotationType = keyof typeof annotationTypes;
export const annotationTypeIds = Object.keys(annotationTypes) as [AnnotationType, ...AnnotationType[]];

/** Bounds of a room's document. With them no single edit reaches `updateBytes`. */
export const annotationLimits = {
  title: 120,
  text: 4_000,
  vertices: 200,
  pictures: 8,
  /** Annotations of one room. */
  perRoom: 1_000,
  /** Bytes of one update of the document, before it is written as base64. */
  updateBytes: 11_000,
  /** Bytes of the whole document. */
  documentBytes: 4_000_000,
} as const;

/** Name of the document's only root: annotations by their id. */
export const annotationRoot = 'annotations';

const position = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]);
const { vertices } = annotationLimits;

/** GeoJSON, longitude and latitude in degrees, WGS 84. A polygon has one ring, which closes. */
export const annotationGeometrySchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('Point'), coordinates: position }),
  z.strictObject({ type: z.literal('LineString'), coordinates: z.array(position).min(2).max(vertices) }),
  z.strictObject({
    type: z.literal('Polygon'),
    coordinates: z.tuple([
      z
        .array(position)
        .min(4)
        .max(vertices + 1)
        .refine((ring) => ring[0]?.[0] === ring.at(-1)?.[0] && ring[0]?.[1] === ring.at(-1)?.[1], {
          message: 'o anel tem de fechar',
        }),
    ]),
  }),
]);
export type AnnotationGeometry = z.infer<typeof annotationGeometrySchema>;

/** An annotation as the document's JSON gives it: `title` and `text` are texts that merge, `pictures` a set. */
export const annotationSchema = z.strictObject({
  type: z.enum(annotationTypeIds),
  title: z.string().max(annotationLimits.title * 2),
  text: z.string().max(annotationLimits.text * 2),
  geometry: annotationGeometrySchema,
  pictures: z
    .record(z.uuid(), z.literal(true))
    .refine((set) => Object.keys(set).length <= annotationLimits.pictures, { message: 'imagens a mais' }),
  authorId: z.uuid(),
  authorName: z.string().max(200),
  createdAt: instantSchema,
});
export type Annotation = z.infer<typeof annotationSchema>;
