import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runtimeNode } from '../../tools/shared/install.mjs';

export type LargeRow = { readonly name: string; readonly seconds: number; readonly peakBytes: number };

const cases = [
  { id: 'cost', name: 'menor custo, 10 000 × 10 000, 8 vizinhos' },
  { id: 'hotspots', name: 'Gi*, 1 000 000 pontos, 8 vizinhos' },
] as const;

/** The largest data, each in a process of its own: its peak memory is then that of the case, data included. */
export async function measureLarge(): Promise<readonly LargeRow[]> {
  const rows: LargeRow[] = [];
  for (const { id, name } of cases) {
    const { stdout } = await promisify(execFile)(runtimeNode(), [join(import.meta.dirname, 'large-case.ts'), id]);
    rows.push({ name, ...(JSON.parse(stdout) as Omit<LargeRow, 'name'>) });
  }
  return rows;
}
