import { hasSqlDetails, parse } from 'libpg-query';
import { AppError } from '../../../../platform/http/errors.ts';

export type GuardedSql = {
  /** The statement alone, without what closes it. */
  readonly text: string;
  readonly isExplain: boolean;
  /** Names of the functions it calls, without their schema. */
  readonly functions: readonly string[];
};

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

function refuse(detail: string): never {
  throw new AppError('sql_refused', { detail });
}

/** Every node of the tree by its name, however deep. A loop and not recursion: the text decides how deep. */
function* nodes(root: unknown): Generator<readonly [string, unknown]> {
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (Array.isArray(next)) waiting.push(...next.filter((item) => item !== undefined && item !== null));
    else if (isNode(next)) {
      for (const [name, value] of Object.entries(next)) {
        if (value === null || value === undefined) continue;
        yield [name, value];
        waiting.push(value);
      }
    }
  }
}

const nameOf = (parts: unknown): string | null => {
  if (!Array.isArray(parts)) return null;
  const last: unknown = parts.at(-1);
  const text = isNode(last) && isNode(last.String) ? last.String.sval : null;
  return typeof text === 'string' ? text : null;
};

async function statementsOf(query: string): Promise<readonly Node[]> {
  try {
    const parsed: unknown = await parse(query);
    return isNode(parsed) && Array.isArray(parsed.stmts) ? parsed.stmts.filter(isNode) : [];
  } catch (error) {
    // The reader complains of an empty text as of no error of SQL.
    if (!(error instanceof Error)) throw error;
    const at = hasSqlDetails(error) ? lineAt(query, error.sqlDetails?.cursorPosition ?? -1) : '';
    throw new AppError('sql_refused', { detail: `Erro de sintaxe${at}: ${error.message}.`, cause: error });
  }
}

/** ` na linha 3` of a 0-based offset in a text. */
export function lineAt(text: string, offset: number): string {
  return offset < 0 ? '' : ` na linha ${text.slice(0, offset).split('\n').length}`;
}

/**
 * Reads the query with PostgreSQL's own grammar and lets through one SELECT, VALUES or TABLE, or an EXPLAIN of one.
 * The database refuses the rest by itself too (a restricted role, a read-only transaction): this gives the reason
 * first, and stops what no privilege stops. Throws `AppError('sql_refused')`.
 */
export async function guardSql(query: string): Promise<GuardedSql> {
  const [statement, ...more] = await statementsOf(query);
  if (statement === undefined) refuse('Escreva uma consulta.');
  if (more.length > 0) refuse('Execute uma consulta de cada vez: este texto tem várias, separadas por «;».');
  let node: unknown = statement.stmt;
  let isExplain = false;
  if (isNode(node) && isNode(node.ExplainStmt)) {
    isExplain = true;
    node = node.ExplainStmt.query;
  }
  if (!isNode(node) || !('SelectStmt' in node)) {
    refuse('Só são permitidas consultas de leitura: SELECT, WITH, VALUES, TABLE ou EXPLAIN.');
  }
  const functions = new Set<string>();
  for (const [name, value] of nodes(node)) {
    if (/^(?:Insert|Update|Delete|Merge)Stmt$/.test(name)) refuse('Uma consulta de leitura não altera dados (WITH …).');
    if (name === 'intoClause') refuse('Uma consulta de leitura não cria tabelas (SELECT INTO).');
    if (name === 'lockingClause') refuse('Uma consulta de leitura não bloqueia linhas (FOR UPDATE, FOR SHARE).');
    if (name === 'FuncCall' && isNode(value)) {
      const called = nameOf(value.funcname);
      if (called !== null) functions.add(called);
    }
  }
  const bytes = Buffer.from(query);
  const start = typeof statement.stmt_location === 'number' ? statement.stmt_location : 0;
  const end = typeof statement.stmt_len === 'number' ? start + statement.stmt_len : bytes.length;
  return { text: bytes.subarray(start, end).toString(), isExplain, functions: [...functions] };
}
