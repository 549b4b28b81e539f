import { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { messageOf } from '../process/startup-error.ts';

/** Name of the search parameter that carries every host of an address: a URL has room for one alone. */
const hostsParameter = 'hosts';
const sessionParameter = 'target_session_attrs';
const defaultPort = 5432;
const probeLimitMs = 3_000;

/** Time for the other hosts once one that takes writes has answered. */
const graceMs = 200;
/** A host that vanished ends no connection: what is open is compared with the one that takes writes. */
const lookEveryMs = 4_000;

type Host = { readonly name: string; readonly port: number };
/** A host that takes writes; a promotion raises the timeline. */
type Writable = { readonly host: Host; readonly timeline: number };

/**
 * An address as PostgreSQL's own clients take it, with one host or several (`postgresql://a:5432,b:5433/base`), as a URL
 * that every parser reads: the first host in its place, and all of them in a search parameter. Null where it is no address.
 */
export function databaseUrlOf(text: string): string | null {
  const [, head, hosts, tail] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/.exec(text) ?? [];
  if (head === undefined || hosts === undefined || tail === undefined) return null;
  const all = hosts.split(',');
  const [first = ''] = all;
  if (all.length > 1 && all.some((host) => host === '')) return null;
  if (
    !all.every((host) => all.length === 1 || URL.canParse(`${head}${host}/`)) ||
    !URL.canParse(`${head}${first}${tail}`)
  ) {
    return null;
  }
  const url = new URL(`${head}${first}${tail}`);
  const wanted = url.searchParams.get(sessionParameter);
  // Kianda writes: of the servers it can only use the one that takes writes.
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary') return null;
  if (all.length === 1 && wanted === null) return text;
  url.searchParams.delete(sessionParameter);
  if (all.length > 1) url.searchParams.set(hostsParameter, all.join(','));
  return url.toString();
}

/** Hosts of an address, in their order; the URL's own where it names no others. */
export function hostsOf(url: string): readonly string[] {
  const parsed = new URL(url);
  const listed = parsed.searchParams.get(hostsParameter)?.split(',') ?? [];
  return listed.length > 0 ? listed : [parsed.host];
}

/** How to connect to an address: to its one host, or to whichever of several takes writes at the time. */
export function connectionTo(url: string): { readonly connectionString: string; readonly stream?: () => Socket } {
  if (!URL.canParse(url)) return { connectionString: url };
  const parsed = new URL(url);
  const listed = parsed.searchParams.get(hostsParameter);
  if (listed === null) return { connectionString: url };
  parsed.searchParams.delete(hostsParameter);
  const cluster = clusters.get(url) ?? new Cluster(parsed, listed.split(',').map(hostFrom));
  clusters.set(url, cluster);
  return { connectionString: parsed.toString(), stream: () => new PrimarySocket(cluster) as Socket };
}

function hostFrom(text: string): Host {
  const { hostname, port } = new URL(`postgresql://${text}/`);
  return { name: hostname.replaceAll(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
}

/** Clusters by their address: every connection of this process learns from the others. */
const clusters = new Map<string, Cluster>();

/** The hosts of an address, and the connections of this process to whichever takes writes. */
class Cluster {
  readonly #url: URL;
  readonly #hosts: readonly Host[];
  readonly #open = new Set<PrimarySocket>();
  #asking: Promise<Host> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #newestTimeline = 0;

  constructor(url: URL, hosts: readonly Host[]) {
    this.#url = url;
    this.#hosts = hosts;
  }

  /** The host that takes writes; connections opened at once ask once. */
  primary(): Promise<Host> {
    this.#asking ??= this.#find().finally(() => {
      this.#asking = null;
    });
    return this.#asking;
  }

  /** Keeps a connection from now on with the host that takes writes, until it closes. */
  keep(socket: PrimarySocket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    this.#timer ??= setInterval(() => void this.#look(), lookEveryMs).unref();
  }

  /** Asks all at once: one that hangs must not hold up the one that answers. */
  async #find(): Promise<Host> {
    const answers: Writable[] = [];
    const asked = this.#hosts.map(async (host) => answers.push(await askWritable(this.#url, host)));
    const settled = Promise.allSettled(asked);
    await Promise.race([
      settled,
      Promise.any(asked).then(
        () => wait(graceMs),
        () => settled,
      ),
    ]);
    const [best] = this.#followed(answers);
    if (best !== undefined) return best.host;
    const reasons = (await settled).map((one) => (one.status === 'rejected' ? messageOf(one.reason) : 'superseded'));
    // The code of a server that is away, so that a request hears that it may come again.
    throw Object.assign(new Error(`no host takes writes: ${reasons.join('; ')}`), { code: '57P03' });
  }

  /** Of the hosts that take writes, those of the last promotion: an earlier primary that comes back is none of them. */
  #followed(answers: readonly Writable[]): readonly Writable[] {
    this.#newestTimeline = Math.max(this.#newestTimeline, ...answers.map(({ timeline }) => timeline));
    return answers.filter(({ timeline }) => timeline === this.#newestTimeline);
  }

  async #look(): Promise<void> {
    if (this.#open.size === 0) {
      if (this.#timer !== null) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    const settled = await Promise.allSettled(this.#hosts.map((host) => askWritable(this.#url, host)));
    const followed = this.#followed(settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
    // With no host that takes writes there is nowhere better to go.
    if (followed.length === 0) return;
    for (const socket of this.#open) {
      if (followed.some(({ host }) => host === socket.host)) continue;
      socket.destroy(new Error('Connection terminated: another host takes the writes'));
    }
  }
}

/** A socket that goes to the server that takes writes, whichever host it is told. */
class PrimarySocket extends Socket {
  readonly #cluster: Cluster;
  #host: Host | null = null;

  constructor(cluster: Cluster) {
    super();
    this.#cluster = cluster;
  }

  /** Host that it was connected to. */
  get host(): Host | null {
    return this.#host;
  }

  override connect(..._to: unknown[]): this {
    this.#cluster.primary().then(
      (host) => {
        if (this.destroyed) return;
        this.#host = host;
        this.#cluster.keep(this);
        super.connect(host.port, host.name);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

/** Throws where the host is away or takes no writes. */
async function askWritable(url: URL, host: Host): Promise<Writable> {
  const at = new URL(url);
  at.hostname = host.name.includes(':') ? `[${host.name}]` : host.name;
  at.port = String(host.port);
  const client = new pg.Client({
    connectionString: at.toString(),
    application_name: 'kianda-primario',
    connectionTimeoutMillis: probeLimitMs,
    query_timeout: probeLimitMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ writes: boolean }>(
      `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as writes`,
    );
    if (rows[0]?.writes !== true) throw new Error(`${host.name}:${host.port} takes no writes`);
    return { host, timeline: await timelineOf(client) };
  } finally {
    client.end().catch(() => undefined);
  }
}

/** Zero where the server does not tell: services that run PostgreSQL for others may hide its log. */
async function timelineOf(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file');
    return Number.parseInt(rows[0]?.file.slice(0, 8) ?? '0', 16);
  } catch {
    return 0;
  }
}
