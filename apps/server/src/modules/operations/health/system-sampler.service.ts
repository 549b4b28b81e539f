import { readFile, statfs } from 'node:fs/promises';
import { cpus, freemem, totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { memoryUsage } from '../../../platform/process/process-facts.ts';

export type SystemReading = {
  readonly cpuPercent: number | null;
  readonly memoryPercent: number | null;
  readonly diskPercent: number | null;
  /** Bytes per second over all interfaces but loopback; null where the system does not publish them. */
  readonly networkIn: number | null;
  readonly networkOut: number | null;
  readonly uptimeSeconds: number;
  readonly processMemoryBytes: number;
  readonly eventLoopDelayMs: number | null;
};

type Totals = { atMs: number; idle: number; busy: number; received: number | null; sent: number | null };

/** Reads what the machine and this process use, as rates since the previous reading. */
export function createSystemSampler(options: { dataDir: string; nowMs: () => number; startedMs: number }) {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  let previous: Totals | null = null;

  return {
    async read(): Promise<SystemReading> {
      const now = await totals(options.nowMs());
      const before = previous;
      previous = now;
      const seconds = before === null ? 0 : (now.atMs - before.atMs) / 1000;
      const loopMs = delay.count === 0 ? null : delay.percentile(99) / 1e6;
      delay.reset();
      return {
        cpuPercent: before === null ? null : busyShare(before, now),
        memoryPercent: await memoryPercent(),
        diskPercent: await diskPercent(options.dataDir),
        networkIn: rate(before?.received ?? null, now.received, seconds),
        networkOut: rate(before?.sent ?? null, now.sent, seconds),
        uptimeSeconds: (options.nowMs() - options.startedMs) / 1000,
        processMemoryBytes: memoryUsage.rss(),
        eventLoopDelayMs: loopMs,
      };
    },
    stop: () => delay.disable(),
  };
}

export type SystemSampler = ReturnType<typeof createSystemSampler>;

async function totals(atMs: number): Promise<Totals> {
  let idle = 0;
  let busy = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    busy += times.user + times.nice + times.sys + times.irq;
  }
  return { atMs, idle, busy, ...(await networkTotals()) };
}

function busyShare(before: Totals, now: Totals): number | null {
  const busy = now.busy - before.busy;
  const all = busy + now.idle - before.idle;
  return all <= 0 ? null : Math.min(100, Math.max(0, (100 * busy) / all));
}

function rate(before: number | null, now: number | null, seconds: number): number | null {
  return before === null || now === null || seconds <= 0 ? null : Math.max(0, (now - before) / seconds);
}

/** Linux counts reclaimable cache as used in `freemem`; MemAvailable is what a program could still get. */
async function memoryPercent(): Promise<number> {
  const meminfo = await readFile('/proc/meminfo', 'utf8').catch(() => '');
  const available = /MemAvailable:\s+(\d+) kB/.exec(meminfo)?.[1];
  const freeBytes = available === undefined ? freemem() : Number(available) * 1024;
  return 100 * (1 - freeBytes / totalmem());
}

async function diskPercent(directory: string): Promise<number | null> {
  try {
    const { blocks, bavail } = await statfs(directory);
    return blocks === 0 ? null : 100 * (1 - bavail / blocks);
  } catch {
    // No such information on this system: shown as unknown.
    return null;
  }
}

async function networkTotals(): Promise<{ received: number | null; sent: number | null }> {
  const table = await readFile('/proc/net/dev', 'utf8').catch(() => null);
  if (table === null) return { received: null, sent: null };
  let received = 0;
  let sent = 0;
  for (const line of table.split('\n').slice(2)) {
    const [name, counters] = line.split(':');
    if (name === undefined || counters === undefined || name.trim() === 'lo') continue;
    const columns = counters.trim().split(/\s+/).map(Number);
    received += columns[0] ?? 0;
    sent += columns[8] ?? 0;
  }
  return { received, sent };
}
