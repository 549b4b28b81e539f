/**
 * `npm run bench -- raster [--seconds=5] [--zoom=9] [--at=8]`: PNG tiles of one field by HTTP, in the colours and the range
 * asked for, beside MapServer and GDAL that read the same field from a GeoTIFF, in the same run: MapServer by HTTP as we are,
 * GDAL in one process of each core without it.
 */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { cog } from '../apps/server/src/platform/formats/cog.ts';
import { ensureDebianTools } from '../tools/shared/debian.mjs';
import { ownServer } from './ingest/databases.ts';
import { grid, range, tilesAt, valuesOfField, variable } from './raster/field.ts';
import { pictures, startTiles, tilePath } from './raster/mapserver.ts';
import { type Load, measure } from './shared/load.ts';
import { mapServerTools, mapServerVersion } from './shared/mapserver.ts';
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
const gdalTools = { 'python3-gdal': '/usr/lib/python3/dist-packages/osgeo/__init__.py' };
/** Goals of the tiles of one field on two cores. */
const [leastPerSecond, mostMs] = [500, 40];

type Row = {
  readonly name: string;
  readonly perSecond: number;
  readonly p97Ms: number;
  /** Milliseconds of processor of a tile. */
  readonly processorMs: number | null;
  readonly bytes: number | null;
};

const options = { connections: Number(values.at), warmUpSeconds: 2, seconds };
const rowOf = (name: string, { requestsPerSecond, p975Ms, processorMs, bodyBytes }: Load): Row => ({
  ...{ name, perSecond: requestsPerSecond, p97Ms: p975Ms, processorMs, bytes: bodyBytes },
});

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
      const processes = child.pid === undefined ? [] : [child.pid];
      rows.push(rowOf(name, await measure(`http://127.0.0.1:${port}`, token, paths, { ...options, processes })));
    }
    return rows;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** Tiles by MapServer; none where it can't be measured, and why is told. */
async function mapServer(folder: string): Promise<readonly Row[]> {
  const server = await startTiles(folder);
  if (typeof server === 'string') {
    process.stdout.write(`MapServer: ${server}\n`);
    return [];
  }
  try {
    const rows: Row[] = [];
    for (const [name, picture] of pictures) {
      const paths = tiles.map((tile) => tilePath(z, tile, picture));
      const load = await measure(server.url, undefined, paths, { ...options, processes: server.processes });
      rows.push(rowOf(`${mapServerVersion()}, ${availableParallelism()} processos, ${name}`, load));
    }
    return rows;
  } finally {
    await server.stop();
  }
}

type Warped = Omit<Row, 'name' | 'bytes'> & { readonly version: string; readonly processorMs: number };

async function gdal(folder: string): Promise<Row> {
  const given = [join(folder, 'campo.tif'), String(z), ...range.map(String), String(seconds)];
  const processes = Array.from({ length: availableParallelism() }, () =>
    askReference<Warped>('raster/tiles.py', [...given, ...tiles.map((tile) => tile.join(','))]),
  );
  const answers = await Promise.all(processes);
  const perSecond = answers.reduce((sum, one) => sum + one.perSecond, 0);
  return {
    name: `GDAL ${answers[0]?.version}, ${processes.length} processos, sem HTTP`,
    perSecond,
    p97Ms: Math.max(...answers.map(({ p97Ms }) => p97Ms)),
    processorMs: answers.reduce((sum, one) => sum + one.processorMs * one.perSecond, 0) / perSecond,
    bytes: null,
  };
}

/** The same field for those who read GeoTIFF. */
async function peers(hasGdal: boolean): Promise<readonly Row[]> {
  return withFolder(async (folder) => {
    const band = { name: variable, unit: '°C', values: valuesOfField(), kind: 'number' } as const;
    writeFileSync(join(folder, 'campo.tif'), await cog(grid, [band]));
    const rows = await mapServer(folder);
    return hasGdal ? [...rows, await gdal(folder)] : rows;
  });
}

const { output } = await ensureDebianTools({ ...gdalTools, ...mapServerTools });
if (output !== '') process.stdout.write(`${output}\n`);
const own = await ownServer();
const rows: Row[] = [];
try {
  rows.push(...(await ours(own.url)));
} finally {
  await own.stop();
}
rows.push(...(await peers(existsSync(gdalTools['python3-gdal']))));
printTable(
  `Mosaicos PNG de um campo de ${grid.columns} × ${grid.rows} células, zoom ${z}, ${values.at} pedidos de cada vez`,
  ['', 'PNG/s', 'meta', 'p97,5 ms', 'meta', 'CPU ms', 'bytes'],
  rows.map(({ name, perSecond, p97Ms, processorMs, bytes }) => [
    name,
    figure(perSecond),
    figure(leastPerSecond),
    figure(p97Ms),
    figure(mostMs),
    figure(processorMs),
    figure(bytes),
  ]),
);
printMachine();
