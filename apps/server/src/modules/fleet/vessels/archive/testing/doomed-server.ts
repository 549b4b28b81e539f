/** A server that is killed while DuckDB writes the file of its argument: tells DuckDB's folder first. */
import { createDuck, textOf } from '../duck.ts';

const duck = createDuck();
const [[folder] = []] = await duck.run(`SELECT current_setting('temp_directory')`);
process.send?.(folder);
await duck.run(`COPY (SELECT range AS n FROM range(1000000000000)) TO ${textOf(process.argv[2] ?? '')}`);
