import { runSql, type SqlResult } from '@kianda/contract/operations/databases/databases.contract';
import pg from 'pg';
import { testServerUrl } from '../../../../platform/db/testing.ts';
import { createTestApplication } from '../../../../testing/application.ts';
import { sqlRoleName } from '../sql/role.ts';

/** The whole application with an administrator who asks the database in SQL, and the role that answers. */
export async function openSqlConsole() {
  const app = await createTestApplication();
  const { token } = await app.signIn('administrador');
  const [found] = await app.select<{ name: string }>('select current_database()::text as name');
  const role = sqlRoleName(found?.name ?? '');
  const ask = (query: string, id?: string) =>
    app.call<SqlResult>(runSql, { token, body: { query, ...(id === undefined ? {} : { id }) } });
  return {
    app,
    token,
    role,
    ask,
    /** Refusal that a query gets. */
    async refusal(query: string) {
      const { status, problem } = await ask(query);
      return { status, code: problem.code, message: problem.message };
    },
    async close() {
      await app.close();
      // A role is of the whole server: it outlives the database it was made for.
      const client = new pg.Client({ connectionString: testServerUrl() });
      await client.connect();
      await client.query(`drop role if exists ${role}`);
      await client.end();
    },
  };
}

export type SqlConsole = Awaited<ReturnType<typeof openSqlConsole>>;
