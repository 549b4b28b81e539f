import { readFile } from 'node:fs/promises';
import type { DataOf } from '@kianda/contract';
import { type testResults, testRunSchema } from '@kianda/contract/operations/diagnostics/tests.contract';

export const noRun = 'Ainda não se correram ensaios nesta instalação (`npm test`).';
export const unreadable = 'Os resultados da última execução não se conseguem ler. Corra `npm test` de novo.';

/** The last run of the tests from its summary file, or the reason why there is none. */
export async function readTestRun(file: string): Promise<DataOf<typeof testResults>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { run: null, reason: isMissing ? noRun : unreadable };
  }
  const run = testRunSchema.safeParse(jsonOf(text));
  return run.success ? { run: run.data, reason: null } : { run: null, reason: unreadable };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A run that was interrupted while it wrote: no schema accepts this.
    return undefined;
  }
}
