import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { intakePreviewSchema } from '../../ingestion/connectors/intake.contract.ts';

/** Field of each column by position, separated by commas; empty leaves a column out: `numero,embarcacao,,mmsi`. */
const columnsQuery = z
  .string()
  .max(8_000)
  .regex(/^[a-z_]*(?:,[a-z_]*)*$/)
  .transform((text) => text.split(',').map((name) => (name === '' ? null : name)))
  .pipe(z.array(z.string().nullable()).max(500));
const fileQuery = z.object({
  fileName: z.string().trim().min(1).max(200),
  /** Absent: what the header suggests. */
  columns: columnsQuery.optional(),
});
const effect = {
  /** Licences that are not in the registry yet. */
  created: z.number().int(),
  /** Licences whose number the registry has: the file's row takes their place. */
  updated: z.number().int(),
};

/** Reads a whole file and reports, row by row, its errors and the effect of the valid rows. Writes nothing. */
export const previewLicences = endpoint({
  id: 'previewLicences',
  service: 'admin-api',
  method: 'POST',
  path: '/surveillance/licences/import/preview',
  summary: 'Pré-visualiza um ficheiro de licenças (CSV, XLSX), com erros por linha, sem gravar nada',
  access: 'surveillance:configure',
  query: fileQuery,
  requestBody: 'stream',
  response: z.object({ preview: intakePreviewSchema, ...effect }),
});

/** Writes the good rows of a file, all or none of them. A row of a number the registry has replaces that licence. */
export const importLicences = endpoint({
  id: 'importLicences',
  service: 'admin-api',
  method: 'POST',
  path: '/surveillance/licences/import',
  summary: 'Importa as linhas válidas de um ficheiro de licenças (CSV, XLSX)',
  access: 'surveillance:configure',
  query: fileQuery,
  requestBody: 'stream',
  takesRoom: 'intake',
  response: z.object({ ...effect, rejected: z.number().int() }),
});

/** Header, a row that marks the required fields, and an example; rows whose first cell begins with `#` are not read. */
export const licenceTemplate = endpoint({
  id: 'licenceTemplate',
  service: 'admin-api',
  method: 'GET',
  path: '/surveillance/licences/template',
  summary: 'Modelo do ficheiro de licenças (CSV ou XLSX)',
  access: 'surveillance:read',
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  format: 'binary',
  response: z.string(),
});

export const licenceImportEndpoints = [previewLicences, importLicences, licenceTemplate] as const;
