import pg from 'pg';
import { connectFor, databaseAddress } from './connection.ts';
import { BackupError } from './errors.ts';

/** Name under which a restore itself connects. */
const ownName = 'kianda-reposicao';

/**
 * Refuses to go on while anybody else is connected to the database: what they still write would be lost with it. Throws
 * `BackupError` that names them; a database that does not exist is nobody's.
 */
export async function refuseLiveSessions(url: string, database: string): Promise<void> {
  const client = await connectFor(databaseAddress(url, database), ownName).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === '3D000') return null;
    throw error;
  });
  if (client === null) return;
  try {
    const { rows } = await client.query<{ name: string; sessions: number }>(
      `select coalesce(nullif(application_name, ''), usename, '?') as name, count(*)::int as sessions
       from pg_stat_activity
       where datname = $1 and backend_type = 'client backend' and application_name <> $2
       group by 1 order by 2 desc, 1`,
      [database, ownName],
    );
    if (rows.length === 0) return;
    const who = rows.map(({ name, sessions }) => `${name} (${sessions})`).join(', ');
    throw new BackupError(
      'refused',
      `A base de dados ${database} está em uso por ${who}, com o número de ligações entre parênteses. Pare a plataforma e o que mais lhe estiver ligado, e repita: nada foi mudado.`,
    );
  } finally {
    await client.end();
  }
}
