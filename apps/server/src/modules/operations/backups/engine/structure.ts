import type pg from 'pg';
import { quoted } from './connection.ts';

type Constraint = { schema: string; table: string; name: string; definition: string };
type Index = { schema: string; name: string; definition: string };
type Trigger = { schema: string; table: string; name: string; state: 'O' | 'A' | 'R' };

const notSystem = `n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg_toast%'`;

const foreignKeysSql = `
  select n.nspname::text as schema, c.relname::text as table, o.conname::text as name, pg_get_constraintdef(o.oid) as definition
  from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace
  where o.contype = 'f' and o.conparentid = 0 and ${notSystem}`;

/** Indexes that neither a constraint makes nor the index of a partitioned table includes. */
const indexesSql = `
  select n.nspname::text as schema, c.relname::text as name, pg_get_indexdef(c.oid) as definition
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where ${notSystem}
    and not exists (select from pg_constraint o where o.conindid = c.oid and o.contype in ('p', 'u', 'x'))
    and not exists (select from pg_inherits h where h.inhrelid = c.oid)
    and not exists (select from pg_depend d where d.objid = i.indrelid and d.classid = 'pg_class'::regclass and d.deptype = 'e')`;

const triggersSql = `
  select n.nspname::text as schema, c.relname::text as table, t.tgname::text as name, t.tgenabled::text as state
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled <> 'D' and ${notSystem}`;

const enabling = { O: 'enable', A: 'enable always', R: 'enable replica' } as const;

/**
 * Takes away what would slow down or refuse the filling of tables: foreign keys, indexes that no constraint needs,
 * triggers. Done by the owner of the tables: it needs no superuser. Answers how to put everything back, which checks
 * every foreign key anew.
 */
export async function movePreviousFolder(client: pg.Client): Promise<() => Promise<void>> {
  const { rows: foreignKeys } = await client.query<Constraint>(foreignKeysSql);
  const { rows: indexes } = await client.query<Index>(indexesSql);
  const { rows: triggers } = await client.query<Trigger>(triggersSql);
  for (const { schema, table, name } of foreignKeys) {
    await client.query(`alter table ${quoted(schema, table)} drop constraint ${quoted(name)}`);
  }
  for (const { schema, name } of indexes) await client.query(`drop index ${quoted(schema, name)}`);
  for (const { schema, table, name } of triggers) {
    await client.query(`alter table ${quoted(schema, table)} disable trigger ${quoted(name)}`);
  }
  return async () => {
    // The text of a partitioned table's index says ONLY: made so, its partitions would have none.
    for (const { definition } of indexes) await client.query(definition.replace(' ON ONLY ', ' ON '));
    for (const { schema, table, name, definition } of foreignKeys) {
      await client.query(`alter table ${quoted(schema, table)} add constraint ${quoted(name)} ${definition}`);
    }
    for (const { schema, table, name, state } of triggers) {
      await client.query(`alter table ${quoted(schema, table)} ${enabling[state]} trigger ${quoted(name)}`);
    }
  };
}
