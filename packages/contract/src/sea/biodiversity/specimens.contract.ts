import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';

const measuredSpeciesSchema = z.object({
  scientificName: z.string(),
  specimens: z.number().int(),
  /** Those with a length, and those with a weight. */
  measured: z.number().int(),
  weighed: z.number().int(),
  meanLengthCentimeters: z.number().nullable(),
  meanWeightGrams: z.number().nullable(),
  firstDay: z.iso.date(),
  lastDay: z.iso.date(),
});

export const measuredSpecies = endpoint({
  id: 'measuredSpecies',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/specimens',
  summary: 'Exemplares da amostragem biológica por espécie: quantos, com que comprimento e peso, e de que dias',
  access: 'biodiversity:read',
  query: z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }),
  response: z.object({ species: z.array(measuredSpeciesSchema) }),
});

export const specimenEndpoints = [measuredSpecies] as const;
