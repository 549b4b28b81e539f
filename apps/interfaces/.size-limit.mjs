/**
 * Budgets of the script of every interface page: the files that its built HTML names, before its map, its chart and what
 * a press opens, which come once the page stands. 150 kB compressed by gzip is what was promised.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const built = join(import.meta.dirname, 'dist');
const promised = '150 kB';

const scriptsOf = (name) =>
  [...readFileSync(join(built, name), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, file]) => `dist/${file}`,
  );

export default readdirSync(built)
  .filter((name) => name.endsWith('.html'))
  .map((name) => ({ name, path: scriptsOf(name), limit: promised, gzip: true }));
