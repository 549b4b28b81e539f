import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { instantSchema } from '../../core/provenance.ts';

const count = z.number().int().nonnegative();

/** Contents of `build/resultados/resumo.json`, which `npm test` writes. */
export const testRunSchema = z.object({
  finishedAt: instantSchema,
  durationSeconds: z.number().nonnegative(),
  /** Of Kianda, and of Node.js. */
  version: z.string(),
  node: z.string(),
  passed: count,
  failed: count,
  skipped: count,
  /** Percent of the lines; null where the run did not measure it. */
  coveragePercent: z.number().min(0).max(100).nullable(),
  stages: z.array(z.object({ name: z.string(), ok: z.boolean(), seconds: z.number().nonnegative() })),
  suites: z.array(
    z.object({
      kind: z.string(),
      file: z.string(),
      passed: count,
      failed: count,
      skipped: count,
      seconds: z.number().nonnegative(),
      failures: z.array(z.object({ name: z.string(), message: z.string() })),
    }),
  ),
});
export type TestRun = z.infer<typeof testRunSchema>;

export const testResults = endpoint({
  id: 'testResults',
  service: 'admin-api',
  method: 'GET',
  path: '/diagnostics/tests',
  summary: 'Resultados da última execução dos ensaios desta instalação',
  access: 'health:read',
  response: z.object({
    /** Null where none was run here, or its results cannot be read; `reason` states which. */
    run: testRunSchema.nullable(),
    reason: z.string().nullable(),
  }),
});

export const diagnosticsEndpoints = [testResults] as const;
