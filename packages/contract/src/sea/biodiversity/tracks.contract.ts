import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { boxQuerySchema, featureCollectionOf, lineStringSchema, pointSchema } from '../../core/geo.ts';
import { instantSchema } from '../../core/provenance.ts';

const nullableText = z.string().nullable();

export const listAnimalTracks = endpoint({
  id: 'listAnimalTracks',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/tracks',
  summary: 'Rotas de animais marcados num período, por estudo e indivíduo, com a licença e a citação de cada estudo',
  access: 'biodiversity:read',
  query: boxQuerySchema.extend({
    /** Id of one study. */
    study: z.string().min(1).max(50).optional(),
    /** Name of one animal within its study. */
    individual: z.string().min(1).max(200).optional(),
    /** Scientific name. */
    taxon: z.string().min(1).max(200).optional(),
    /** Default: ninety days before `to`. */
    from: instantSchema.optional(),
    /** Default: now. */
    to: instantSchema.optional(),
    /** Fixes of each animal; more are thinned evenly, and the first and the last one stay. */
    maxFixes: z.coerce.number().int().min(2).max(5_000).default(500),
    /** Animals, those seen last first. */
    limit: z.coerce.number().int().min(1).max(200).default(100),
  }),
  response: featureCollectionOf(
    z.discriminatedUnion('type', [lineStringSchema, pointSchema]),
    z.object({
      study: z.string(),
      individual: z.string(),
      taxon: nullableText,
      tag: nullableText,
      /** `gps`, `argos`. */
      sensor: z.string(),
      firstFixAt: instantSchema,
      lastFixAt: instantSchema,
      /** Fixes of the period, before thinning; without those marked as impossible. */
      fixes: z.number().int(),
      /** Instant of each position of the geometry. */
      times: z.array(instantSchema),
    }),
  ).extend({
    from: instantSchema,
    to: instantSchema,
    /** Studies of the tracks: whom to cite, and under which terms. */
    studies: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        licence: nullableText,
        citation: nullableText,
        contact: nullableText,
        url: nullableText,
        individuals: z.number().int(),
      }),
    ),
  }),
});

export const trackEndpoints = [listAnimalTracks] as const;
