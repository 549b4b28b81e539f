import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runtimeNode } from '../../tools/shared/install.mjs';
import { withFolder } from '../shared/reference.ts';

export type LargeRow = {
  readonly name: string;
  readonly seconds: number;
  /** Of its threads together. */
  readonly processor: number;
  readonly peakBytes: number;
  /** With the processes that it starts, such as the reader of a file. */
  readonly treeBytes: number;
};

const cases = [
  { id: 'cost', name: 'menor custo, 10 000 × 10 000, 8 vizinhos: o núcleo' },
  { id: 'corridor-analysis', name: 'análise de corredores com um GeoTIFF de 10 000 × 10 000, do ficheiro ao COG' },
  { id: 'hotspots', name: 'Gi*, 1 000 000 pontos, 8 vizinhos: o núcleo' },
  { id: 'hotspot-analysis', name: 'análise de hotspots de 1 000 000 pontos, dos elementos às camadas' },
] as const;

const sampledEveryMs = 100;

/** The largest data, each in a process of its own: its peak memory is then that of the case, data included. */
export function measureLarge(): Promise<readonly LargeRow[]> {
  return withFolder(async (folder) => {
    const rows: LargeRow[] = [];
    await run('friction-file', folder);
    for (const { id, name } of cases) rows.push({ name, ...(await run(id, folder)) });
    return rows;
  });
}

async function run(id: string, folder: string): Promise<Omit<LargeRow, 'name'>> {
  const child = spawn(runtimeNode(), [join(import.meta.dirname, 'large-case.ts'), id, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let treeBytes = 0;
  const sampling = setInterval(() => {
    treeBytes = Math.max(treeBytes, treeMemory(child.pid ?? 0));
  }, sampledEveryMs);
  try {
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
    const [answer, code] = await Promise.all([text(child.stdout), ended]);
    if (code !== 0) throw new Error(`${id}: the process ended with code ${code}`);
    const measured = JSON.parse(answer) as Omit<LargeRow, 'name' | 'treeBytes'>;
    return { ...measured, treeBytes: Math.max(treeBytes, measured.peakBytes) };
  } finally {
    clearInterval(sampling);
  }
}

/** Resident memory of a process and of those that it started, as Linux tells it; 0 of one that has ended. */
function treeMemory(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = 1024 * Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children.reduce((sum, child) => sum + treeMemory(child), own);
  } catch {
    return 0;
  }
}
