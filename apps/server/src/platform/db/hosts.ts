import { Socket } from 'node:net';
import pg from 'pg';

/** Name of the search parameter that carries every host of an address: a URL has room for one alone. */
const hostsParameter = 'hosts';
const sessionParameter = 'target_session_attrs';
const defaultPort = 5432;
const probeLimitMs = 3_000;

type Host = { readonly name: string; readonly port: number };

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
  if (!all.every((host) => all.length === 1 || URL.canParse(`${head}${host}/`)) || !URL.canParse(`${head}${first}${tail}`)) {
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
  const hosts = listed.split(',').map(hostFrom);
  return {
    connectionString: parsed.toString(),
    stream: () => new PrimarySocket(() => findPrimary(parsed, hosts)) as Socket,
  };
}

function hostFrom(text: string): Host {
  const { hostname, port } = new URL(`postgresql://${text}/`);
  return { name: hostname.replaceAll(/^\[|\]$/g, ''), port: port === '' ? defaultPort : Number(port) };
}

/** A socket that goes to the server that takes writes, whichever host it is told. */
class PrimarySocket extends Socket {
  readonly #find: () => Promise<Host>;

  constructor(find: () => Promise<Host>) {
    super();
    this.#find = find;
  }

  override connect(..._to: unknown[]): this {
    this.#find().then(
      ({ name, port }) => {
        if (!this.destroyed) super.connect(port, name);
      },
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

/** Asks all at once: one that hangs must not hold up the one that answers. */
async function findPrimary(url: URL, hosts: readonly Host[]): Promise<Host> {
  try {
    return await Promise.any(hosts.map((host) => assertWritable(url, host)));
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors.map(String) : [String(error)];
    // The code of a server that is away, so that a request hears that it may come again.
    throw Object.assign(new Error(`no host takes writes: ${reasons.join('; ')}`), { code: '57P03' });
  }
}

async function assertWritable(url: URL, host: Host): Promise<Host> {
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
    return host;
  } finally {
    await client.end().catch(() => undefined);
  }
}
