/** Requests per second of one address, and of a peer that answers as many bytes in the same run. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { processesMs } from './spent.ts';

export const connections = 50;
const usual: Options = { connections, warmUpSeconds: 3, seconds: 10 };

type Options = {
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
  /** Processes that answer, whose processor time is of interest. */
  readonly processes?: readonly number[];
};

export type Load = {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p975Ms: number;
  readonly p99Ms: number;
  readonly bodyBytes: number;
  /** Milliseconds of processor of a request, where processes were named and can be measured. */
  readonly processorMs: number | null;
};

/** Measures one address, or several by turns, after a warm-up. Throws when any answer is not a 2xx: an error is faster than the work it replaces. */
export async function measure(
  url: string,
  token?: string,
  paths: readonly string[] = [],
  { connections: atOnce, warmUpSeconds, seconds, processes = [] }: Options = usual,
): Promise<Load> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const turns = paths.length === 0 ? {} : { requests: paths.map((path) => ({ path })) };
  const sample = await fetch(new URL(paths[0] ?? url, url), { headers: { ...headers, 'accept-encoding': 'identity' } });
  const body = await sample.arrayBuffer();
  if (!sample.ok) throw new Error(`${url}: ${sample.status} ${new TextDecoder().decode(body)}`);
  await autocannon({ url, connections: atOnce, duration: warmUpSeconds, headers, ...turns });
  const before = processesMs(processes);
  const { requests, latency, errors, timeouts, non2xx } = await autocannon({
    url,
    connections: atOnce,
    duration: seconds,
    headers,
    ...turns,
  });
  const after = processesMs(processes);
  if (errors + timeouts + non2xx > 0) {
    throw new Error(`${url}: ${errors} errors, ${timeouts} timeouts, ${non2xx} answers that are not 2xx`);
  }
  return {
    requestsPerSecond: requests.average,
    p50Ms: latency.p50,
    p975Ms: latency.p97_5,
    p99Ms: latency.p99,
    bodyBytes: body.byteLength,
    processorMs: processes.length === 0 || before === null || after === null ? null : (after - before) / requests.total,
  };
}

/** A bare Fastify on the same Node, in a process of its own, that answers a fixed JSON body of the given size. */
export async function measurePeer(bodyBytes: number): Promise<Load> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'peer.ts'), String(bodyBytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const port = await new Promise<number>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', (line) => resolve(Number(line)));
      child.once('exit', (code) => reject(new Error(`the peer ended with ${code}`)));
    });
    return await measure(`http://127.0.0.1:${port}/`);
  } finally {
    child.kill('SIGTERM');
  }
}
