/** Processor time that work took in this process and in the database's server. */
import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';

/** The kernel counts in hundredths of a second. */
const tickMs = 10;

/** Fields of a process after its name: state, parent, …, utime (11), stime, cutime, cstime. */
function statOf(pid: number): number[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return fields.map(Number);
  } catch {
    return null;
  }
}

const sum = (values: readonly (number | undefined)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0);

/** Milliseconds of processor that processes have used so far, their threads with them; null where there is no /proc. */
export function processesMs(pids: readonly number[]): number | null {
  const stats = pids.map(statOf);
  return stats.includes(null) ? null : tickMs * sum(stats.flatMap((stat) => stat?.slice(11, 13) ?? []));
}

/** Milliseconds of processor of a server's processes so far, those that ended with them; null where there is no /proc. */
function serverMs(postmaster: number): number | null {
  const own = statOf(postmaster);
  if (own === null) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = statOf(Number(name));
      return stat?.[1] === postmaster ? [sum(stat.slice(11, 13))] : [];
    });
  return tickMs * (sum(own.slice(11, 15)) + sum(children));
}

export type Spent = { readonly nodeMs: number; readonly databaseMs: number | null };

/** A meter of the server's processes, from the process of one of its connections. */
export function serverMeter(backendPid: number): () => number | null {
  const postmaster = statOf(backendPid)?.[1] ?? 0;
  return () => serverMs(postmaster);
}

/** A meter of both; call it before and after, and take the difference. */
export async function processorMeter<Tables>(db: Kysely<Tables>): Promise<() => Spent> {
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  const databaseMs = serverMeter(rows[0]?.pid ?? 0);
  return () => {
    const { user, system } = process.cpuUsage();
    return { nodeMs: (user + system) / 1000, databaseMs: databaseMs() };
  };
}

/** Of each of so many requests. */
export function spentEach(before: Spent, after: Spent, requests: number): Spent {
  const databaseMs =
    after.databaseMs === null || before.databaseMs === null ? null : (after.databaseMs - before.databaseMs) / requests;
  return { nodeMs: (after.nodeMs - before.nodeMs) / requests, databaseMs };
}
