/** The data model as a page: each schema with its tables, keys and references, read from the catalogue of a migrated database. */
import { type Kysely, sql } from 'kysely';

type Table = { schema: string; name: string; partitioned_by: string | null };
type Column = { schema: string; table: string; name: string; type: string; is_key: boolean; is_nullable: boolean };
type Reference = { schema: string; table: string; target_schema: string; target: string; columns: string };

export type DataModel = {
  readonly tables: readonly Table[];
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
};

/** Schemas that are not ours: PostgreSQL's, the job queue's, and what extensions bring. */
const foreignSchemas = ['pg_catalog', 'information_schema', 'pg_toast', 'pgboss', 'public'];

/** Reads tables (partitions and views left out), columns and foreign keys, in alphabetical order of schema and table. */
export async function readDataModel(database: Kysely<unknown>): Promise<DataModel> {
  const ours = sql`n.nspname <> all(${foreignSchemas}) and n.nspname not like 'pg\\_%' and c.relkind in ('r', 'p') and not c.relispartition`;
  const tables = await sql<Table>`
    select n.nspname as schema, c.relname as name, pg_get_partkeydef(c.oid) as partitioned_by
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${ours} order by 1, 2`.execute(database);
  const columns = await sql<Column>`
    select n.nspname as schema, c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      coalesce(a.attnum = any(k.conkey), false) as is_key, not a.attnotnull as is_nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where ${ours} and a.attnum > 0 and not a.attisdropped order by 1, 2, a.attnum`.execute(database);
  const references = await sql<Reference>`
    select n.nspname as schema, c.relname as table, tn.nspname as target_schema, t.relname as target,
      (select string_agg(a.attname, ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum = any(k.conkey)) as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where ${ours} and k.contype = 'f' and k.conparentid = 0 order by 1, 2, 4, 5`.execute(database);
  return { tables: tables.rows, columns: columns.rows, references: references.rows };
}

/** A Mermaid entity diagram of one schema. Types lose their spaces and precision, which the notation does not take. */
function diagramOf(schema: string, { tables, columns, references }: DataModel): readonly string[] {
  const word = (type: string) =>
    type
      .replaceAll(/\(.*?\)/g, '')
      .replaceAll('[]', '_array')
      .replaceAll(/[^a-z0-9_]+/gi, '_');
  const entities = tables
    .filter((table) => table.schema === schema)
    .flatMap((table) => [
      `  ${table.name} {`,
      ...columns
        .filter((column) => column.schema === schema && column.table === table.name)
        .map(
          ({ name, type, is_key, is_nullable }) =>
            `    ${word(type)} ${name}${is_key ? ' PK' : is_nullable ? ' "null"' : ''}`,
        ),
      '  }',
    ]);
  const lines = references
    .filter((reference) => reference.schema === schema && reference.target_schema === schema)
    .map(({ table, target, columns: names }) => `  ${target} ||--o{ ${table} : "${names}"`);
  return ['```mermaid', 'erDiagram', ...entities, ...lines, '```'];
}

function schemaPart(schema: string, model: DataModel): readonly string[] {
  const tables = model.tables.filter((table) => table.schema === schema);
  const partitioned = tables.filter(({ partitioned_by }) => partitioned_by !== null);
  const outside = model.references.filter(
    (reference) => reference.schema === schema && reference.target_schema !== schema,
  );
  return [
    `## ${schema}`,
    '',
    `${tables.length === 1 ? '1 tabela' : `${tables.length} tabelas`}.`,
    ...partitioned.map(({ name, partitioned_by }) => `\`${name}\` está partida por \`${partitioned_by}\`.`),
    ...outside.map(({ table, target_schema, target }) => `\`${table}\` refere \`${target_schema}.${target}\`.`),
    '',
    ...diagramOf(schema, model),
    '',
  ];
}

/** The page, in Portuguese. */
export function dataModelMarkdown(model: DataModel): string {
  const schemas = [...new Set(model.tables.map(({ schema }) => schema))];
  return [
    '# Modelo de dados',
    '',
    'Esta página é gerada a partir de uma base de dados acabada de migrar, por `npm run docs`; um ensaio falha quando deixa de a',
    `seguir. São ${schemas.length} esquemas e ${model.tables.length} tabelas. Cada esquema é de um módulo só, e só o repositório desse módulo lhe toca.`,
    'As partições e as vistas ficam de fora, e as tabelas da fila de tarefas (`pgboss`) são do pg-boss.',
    '',
    ...schemas.flatMap((schema) => schemaPart(schema, model)),
  ].join('\n');
}
