import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { pageOf } from '../../core/page.ts';
import { fileShapeOf, listFile, pageShapeOf } from '../../core/resource-endpoints.ts';
import { speciesResource, speciesSchema } from './species.resource.ts';

export const listSpecies = endpoint({
  id: 'listSpecies',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/species',
  summary: 'Taxa registados, pelo nome aceite, com registos, anos, família e ameaça',
  access: 'biodiversity:read',
  query: z.object(pageShapeOf(speciesResource)),
  response: pageOf(speciesSchema),
});

export const exportSpecies = endpoint({
  ...listFile,
  id: 'exportSpecies',
  service: 'admin-api',
  path: '/biodiversity/species/export',
  summary: 'Os taxa dos filtros, em CSV, XLSX ou JSON (auditado)',
  access: 'biodiversity:read',
  query: z.object(fileShapeOf(speciesResource)),
});

const count = z.number().int().nonnegative();

export const speciesProfile = endpoint({
  id: 'speciesProfile',
  service: 'admin-api',
  method: 'GET',
  path: '/biodiversity/species/{aphiaId}/profile',
  summary: 'Onde, quando e a que profundidade foi registado um taxon: por célula, ano, mês e classe de profundidade',
  access: 'biodiversity:read',
  params: z.object({ aphiaId: z.coerce.number().int().min(1).max(2_147_483_647) }),
  response: z.object({
    /** Each observation once. */
    occurrences: count,
    byYear: z.array(z.object({ year: z.number().int(), occurrences: count })),
    /** January to December, of records with a month; years together. */
    byMonth: z.array(count).length(12),
    /** Metres, `to` null for the deepest class; records with a depth alone. */
    byDepth: z.array(z.object({ from: z.number(), to: z.number().nullable(), occurrences: count })),
    withoutDate: count,
    withoutDepth: count,
    /** Cells of `cellDegrees` that have records, by their south-west corner. */
    cells: z.array(z.object({ lon: z.number(), lat: z.number(), occurrences: count })),
    cellDegrees: z.number(),
    datasets: z.array(
      z.object({ id: z.string(), source: z.string(), licence: z.string().nullable(), occurrences: count }),
    ),
  }),
  errors: ['not_found'],
});

export const speciesEndpoints = [listSpecies, exportSpecies, speciesProfile] as const;
