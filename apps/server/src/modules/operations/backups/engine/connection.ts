import pg from 'pg';
import { connectionTo } from '../../../../platform/db/hosts.ts';
import { columnTypes } from '../../../../platform/db/types.ts';

/** Opens a connection without time limits, outside the pool; the caller ends it. */
export async function connectFor(url: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionTo(url), application_name: applicationName, types: columnTypes });
  // A connection that is cut also fails the query under way, which is where it is heard.
  client.on('error', () => undefined);
  await client.connect();
  // Rows are read from the first page on: a scan that joins another half-way would give them in another order.
  await client.query(
    'set idle_in_transaction_session_timeout = 0; set statement_timeout = 0; set lock_timeout = 0; set synchronize_seqscans = off',
  );
  return client;
}

/** Address of another database of the same server. */
export function databaseAddress(url: string, database: string): string {
  // An address without host (`postgresql:///base?host=/pasta`) is no URL to every parser.
  const target = new URL(url.replace(/^(postgres(?:ql)?:\/\/)\//, '$1localhost/'));
  target.pathname = `/${encodeURIComponent(database)}`;
  return target.toString();
}

/** An identifier in SQL. */
export function quoted(...names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}

/** A text in SQL. */
export function literal(text: string): string {
  return pg.escapeLiteral(text);
}
