/**
 * `npm run bench -- raster [--seconds=5] [--zoom=9] [--at=8]`: PNG tiles of one field by HTTP, in the colours and the range
 * asked for, beside GDAL that reads the same field from a GeoTIFF, in the same run: one process of each core, without HTTP.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { cog } from '../apps/server/src/platform/formats/cog.ts';
import { ensureDebianTools } from '../tools/shared/debian.mjs';
import { ownServer } from './ingest/databases.ts';
import { grid, range, tilesAt, valuesOfField, variable } from './raster/field.ts';
import { measure } from './shared/load.ts';
import { askReference, withFolder } from './shared/reference.ts';
import { figure, printMachine, printTable } from './shared/table.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    zoom: { type: 'string', default: '9' },
    at: { type: 'string', default: '8' },
  },
});
const seconds = Number(values.seconds);
const z = Number(values.zoom);
const tiles = tilesAt(z);
/** Goals of the tiles of one field on two cores. */
const [leastPerSecond, mostMs] = [500, 40];

type Row = { readonly name: string; readonly perSecond: number; readonly p97Ms: number; readonly bytes: number | null };

async function ours(databaseUrl: string): Promise<readonly Row[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'raster/server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, KIANDA_TEST_DATABASE_URL: databaseUrl },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  try {
    const line = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', (code) => reject(new Error(`the platform ended with ${code}`)));
    });
    const [port, token] = line.split(' ');
    const rows: Row[] = [];
    for (const [name, look] of [
      ['Kianda, cores da variável', ''],
      ['Kianda, outras cores, escala logarítmica', '?ramp=algae&min=15&max=28&log=true'],
    ] as const) {
      const paths = tiles.map(([x, y]) => `/admin-api/ocean/fields/${variable}/tiles/${z}/${x}/${y}${look}`);
      const options = { connections: Number(values.at), warmUpSeconds: 2, seconds };
      const load = await measure(`http://127.0.0.1:${port}`, token, paths, options);
      rows.push({ name, perSecond: load.requestsPerSecond, p97Ms: load.p975Ms, bytes: load.bodyBytes });
    }
    return rows;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function gdal(): Promise<Row> {
  return withFolder(async (folder) => {
    const file = join(folder, 'campo.tif');
    const band = { name: variable, unit: '°C', values: valuesOfField(), kind: 'number' } as const;
    writeFileSync(file, await cog(grid, [band]));
    const given = [file, String(z), ...range.map(String), String(seconds), ...tiles.map((tile) => tile.join(','))];
    const processes = Array.from({ length: availableParallelism() }, () =>
      askReference<{ perSecond: number; p97Ms: number }>('raster/tiles.py', given),
    );
    const answers = await Promise.all(processes);
    return {
      name: `GDAL, ${processes.length} processos, sem HTTP`,
      perSecond: answers.reduce((sum, { perSecond }) => sum + perSecond, 0),
      p97Ms: Math.max(...answers.map(({ p97Ms }) => p97Ms)),
      bytes: null,
    };
  });
}

const { output } = await ensureDebianTools({ 'python3-gdal': '/usr/lib/python3/dist-packages/osgeo/__init__.py' });
if (output !== '') process.stdout.write(`${output}\n`);
const own = await ownServer();
const rows: Row[] = [];
try {
  rows.push(...(await ours(own.url)));
} finally {
  await own.stop();
}
if (output === '') rows.push(await gdal());
printTable(
  `Mosaicos PNG de um campo de ${grid.columns} × ${grid.rows} células, zoom ${z}, ${values.at} pedidos de cada vez`,
  ['', 'PNG/s', 'meta', 'p97,5 ms', 'meta', 'bytes'],
  rows.map(({ name, perSecond, p97Ms, bytes }) => [
    name,
    figure(perSecond),
    figure(leastPerSecond),
    figure(p97Ms),
    figure(mostMs),
    bytes === null ? '—' : figure(bytes),
  ]),
);
printMachine();
