/**
 * Notes each statement that a test sends to the database, once a process, in the folder `TEST_STATEMENTS`: a line
 * of JSON each. `compare-statements.ts` asks another PostgreSQL whether it understands them.
 */
import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import pg from 'pg';

const folder = process.env.TEST_STATEMENTS ?? '';
const patched = Symbol.for('kianda.statements');
type Patched = { [patched]?: true };

/** The text of what `query` was given: a string, or an object that carries it. */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null || !('text' in query)) return null;
  return typeof query.text === 'string' ? query.text : null;
}

// Files share their process and this file is read for each of them.
if (folder !== '' && (pg.Client.prototype as Patched)[patched] === undefined) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  const noted = new Set<string>();
  const prototype = pg.Client.prototype as Patched & { query: (...given: unknown[]) => unknown };
  const original = prototype.query;
  prototype[patched] = true;
  prototype.query = function query(this: unknown, ...given: unknown[]) {
    const text = textOf(given[0]);
    if (text !== null && !noted.has(text)) {
      noted.add(text);
      appendFileSync(file, `${JSON.stringify(text)}\n`);
    }
    return original.apply(this, given);
  };
}
