import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import { specimenResource, specimenSchema } from './specimens.resource.ts';

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

export const listSpecimens = endpoint({
  id: 'listSpecimens',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/specimens/list',
  summary: 'Exemplares da amostragem biológica, um por linha: espécie, comprimento, peso, profundidade e arte',
  access: 'biodiversity:read',
  query: z.object(pageShapeOf(specimenResource)),
  response: pageOf(specimenSchema),
});

export const exportSpecimens = endpoint({
  ...listFile,
  id: 'exportSpecimens',
  service: 'admin-api',
  path: '/biodiversity/specimens/export',
  summary: 'Os exemplares dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'biodiversity:read',
  query: z.object(fileShapeOf(specimenResource)),
});

export const specimenEndpoints = [measuredSpecies, listSpecimens, exportSpecimens] as const;
