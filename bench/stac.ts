/**
 * `npm run bench -- stac [--items=1000000]`: searches of the catalogue over a million items on the default database, by
 * HTTP through the real gate, one at a time and several at once: the time each takes, the answer read to its end.
 */
import { parseArgs } from 'node:util';
import { figure, printMachine, printTable } from './shared/table.ts';
import { openCatalogue } from './stac/catalogue.ts';

const { values } = parseArgs({ options: { items: { type: 'string', default: '1000000' } } });
const wanted = Number(values.items);
const asked = 400;
const warmUps = 20;

const catalogue = await openCatalogue(wanted);
try {
  for (const atOnce of [1, 8]) {
    const rows: string[][] = [];
    for (const { name, path } of catalogue.searches) {
      for (let warm = 0; warm < warmUps; warm += 1) await catalogue.ask(path(warm));
      const times: number[] = [];
      let next = 0;
      const startedMs = performance.now();
      const work = async () => {
        while (next < asked) {
          next += 1;
          const beforeMs = performance.now();
          await catalogue.ask(path(next));
          times.push(performance.now() - beforeMs);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
      const perSecond = (asked * 1000) / (performance.now() - startedMs);
      times.sort((a, b) => a - b);
      const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? null;
      rows.push([name, figure(perSecond), figure(at(0.5), 'ms'), figure(at(0.95), 'ms'), figure(at(0.99), 'ms')]);
    }
    printTable(
      `Pesquisas STAC sobre ${figure(wanted)} itens, ${atOnce === 1 ? 'uma' : atOnce} de cada vez (objetivo: p99 abaixo de 50 ms)`,
      ['', 'pesquisas/s', 'p50', 'p95', 'p99'],
      rows,
    );
  }
  printMachine();
} finally {
  await catalogue.close();
}
