/** Files of layers as GDAL writes them, from one source: what comes in by each format is what GDAL reads back. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LayerFormat } from '@kianda/contract/open/layers/layers.contract';
import { apiKeyCreate } from '@kianda/contract/people/identity/api-keys.contract';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWkb } from '../../apps/server/src/platform/geometry/wkb.ts';
import { layerTools } from './testing/layers.ts';
import { missing, openPlatform, printed } from './testing/world.ts';

const source = join(import.meta.dirname, 'natural-earth', 'ne110m4cql2.gpkg');
const places = 'ne_110m_populated_places_simple';
const countries = 'ne_110m_admin_0_countries';

type Feature = {
  readonly geometry: { readonly type: string; readonly coordinates: never } | null;
  readonly properties: Readonly<Record<string, unknown>>;
};

let world: Awaited<ReturnType<typeof openPlatform>>;
let tools: Awaited<ReturnType<typeof layerTools>>;
let folder: string;
/** Values that GDAL itself reads in the source. */
let expected: readonly Feature[];

beforeAll(async () => {
  world = await openPlatform();
  tools = await layerTools(world.app);
  folder = await mkdtemp(join(tmpdir(), 'kianda-camadas-'));
  if (missing('gdal-bin') !== false) return;
  const text = await printed('ogr2ogr', '-f', 'GeoJSON', '/vsistdout/', source, countries);
  expected = (JSON.parse(text) as { features: readonly Feature[] }).features;
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, name);

/** The countries in a file of each format, with the properties that every one of them can hold. */
const writers: Readonly<Record<LayerFormat, () => Promise<string>>> = {
  geopackage: async () => converted('paises.gpkg', 'GPKG'),
  geojson: async () => converted('paises.geojson', 'GeoJSON'),
  flatgeobuf: async () => converted('paises.fgb', 'FlatGeobuf'),
  csv: async () => converted('paises.csv', 'CSV', '-lco', 'GEOMETRY=AS_WKT'),
  kml: async () => converted('paises.kml', 'LIBKML', '--config', 'LIBKML_NAME_FIELD', 'nome'),
  async shapefile() {
    await converted('paises.shp', 'ESRI Shapefile', '-lco', 'ENCODING=UTF-8');
    execFileSync(
      'python3',
      ['-m', 'zipfile', '-c', 'paises.zip', ...['shp', 'shx', 'dbf', 'prj', 'cpg'].map((end) => `paises.${end}`)],
      {
        cwd: folder,
      },
    );
    return at('paises.zip');
  },
  // Debian's GDAL writes no Parquet: the columns are those that GDAL read, written by the library of the format.
  async geoparquet() {
    const column = (name: string) => expected.map(({ properties }) => properties[name] ?? null);
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'geometry', type: 'BYTE_ARRAY', data: expected.map(({ geometry }) => toWkb(geometry as never)) },
        { name: 'NAME', type: 'STRING', data: column('NAME') },
        { name: 'POP_EST', type: 'DOUBLE', data: column('POP_EST') },
        { name: 'CONTINENT', type: 'STRING', data: column('CONTINENT') },
      ],
      kvMetadata: [
        {
          key: 'geo',
          value: JSON.stringify({
            version: '1.1.0',
            primary_column: 'geometry',
            columns: { geometry: { encoding: 'WKB', geometry_types: [] } },
          }),
        },
      ],
    });
    await writeFile(at('paises.parquet'), new Uint8Array(bytes));
    return at('paises.parquet');
  },
};

async function converted(name: string, driver: string, ...more: readonly string[]): Promise<string> {
  const columns = ['-select', 'NAME,POP_EST,CONTINENT'];
  await printed('ogr2ogr', '-f', driver, ...columns, ...more, at(name), source, countries);
  return at(name);
}

/** Features by their names; positions to the seventh decimal, which is what GeoJSON keeps. */
function byName(features: readonly Feature[]) {
  const rounded = (part: unknown): unknown =>
    Array.isArray(part) ? part.map(rounded) : Math.round(Number(part) * 1e6) / 1e6;
  return features
    .map(({ geometry, properties }) => {
      const { NAME, POP_EST, CONTINENT } = properties;
      // A format of one kind of geometry has every polygon as one of several.
      const shape = geometry?.type === 'Polygon' ? [geometry.coordinates] : geometry?.coordinates;
      return { NAME, POP_EST, CONTINENT, places: rounded(shape) };
    })
    .toSorted((a, b) => String(a.NAME).localeCompare(String(b.NAME)));
}

/** Sums of the ordinates that do not depend on where a ring begins or which way it turns. */
function measured(features: readonly Feature[]) {
  return byName(features).map(({ places: shape, ...values }) => {
    const flat = (Array.isArray(shape) ? shape : []).flat(Number.POSITIVE_INFINITY) as number[];
    const lon = flat.filter((_, index) => index % 2 === 0);
    const lat = flat.filter((_, index) => index % 2 === 1);
    return {
      ...values,
      box: [Math.min(...lon), Math.min(...lat), Math.max(...lon), Math.max(...lat)],
      positions: lon.length,
    };
  });
}

describe.skipIf(missing('gdal-bin') !== false)(`files that GDAL wrote (${missing('gdal-bin') || 'instalado'})`, () => {
  test.each(Object.keys(writers) as LayerFormat[])(
    '%s: as many features, with the same values and places',
    async (format) => {
      const file = await tools.upload(await writers[format]());
      expect([file.format, file.tables.length, file.tables[0]?.refusal]).toEqual([format, 1, null]);
      const layer = await tools.add(`paises-${format}`, file);
      expect([layer.lastImport?.error, layer.features]).toEqual([null, expected.length]);
      const text = await printed(
        ...['ogr2ogr', '-f', 'GeoJSON', '/vsistdout/', `OAPIF:${world.url}/features`, `paises-${format}`],
        // GDAL takes the types of the properties from the first page: all rows are in it.
        ...['-oo', 'PAGE_SIZE=1000'],
      );
      const { features } = JSON.parse(text) as { features: readonly Feature[] };
      expect(measured(features)).toEqual(measured(expected));
    },
  );

  test('a projected file is converted to degrees, and one of a datum without its shift is refused with the way out', async () => {
    await printed('ogr2ogr', '-f', 'GPKG', '-t_srs', 'EPSG:3857', at('mercator.gpkg'), source, places);
    const mercator = await tools.add('lugares-mercator', await tools.upload(at('mercator.gpkg')));
    const plain = await tools.add('lugares', await tools.upload(source), { table: places });
    expect([mercator.features, mercator.geometryType]).toEqual([243, 'point']);
    for (const [index, edge] of (plain.bbox ?? []).entries()) expect(mercator.bbox?.[index]).toBeCloseTo(edge, 6);

    await printed('ogr2ogr', '-f', 'GPKG', '-a_srs', 'EPSG:4220', at('camacupa.gpkg'), source, places);
    const { tables } = await tools.upload(at('camacupa.gpkg'));
    expect(tables[0]?.refusal).toMatch(/Camacupa.*ogr2ogr -t_srs EPSG:4326/);
  });
});

/** A way to the platform that breaks once, when so many bytes have gone through it on one connection or several. */
async function lineCutAfter(bytes: number) {
  const target = new URL(world.url);
  let [sent, cuts] = [0, 0];
  const server = createServer((near) => {
    const far = connect({ host: target.hostname, port: Number(target.port) });
    const end = () => {
      near.destroy();
      far.destroy();
    };
    near.on('data', (chunk) => {
      sent += chunk.byteLength;
      if (sent <= bytes || cuts > 0) return;
      cuts += 1;
      end();
    });
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, cuts: () => cuts, close: () => server.close() };
}

test('the command adds, replaces, appends, lists and removes with an API key, and says why it can not', async () => {
  const { token, password } = await world.app.newSession('cientista');
  const body = { name: 'camadas', permissions: ['layers:read', 'layers:write'], days: 1, currentPassword: password };
  const made = await world.app.call<{ secret: string }>(apiKeyCreate, { token, body });
  expect([made.status, made.status === 200 || made.status === 201 ? '' : made.text]).toEqual([made.status, '']);
  await writeFile(at('chave.txt'), `${made.data.secret}\n`);
  const script = join(import.meta.dirname, '../../tools/layer.mjs');
  const layer = async (...more: readonly string[]) => {
    const given = [script, `--chave=${at('chave.txt')}`, `--endereco=${world.url}`, ...more];
    const ended = promisify(execFile)(process.execPath, given);
    return ended.then(
      ({ stdout }) => stdout,
      ({ stderr }: { stderr: string }) => `recusado: ${stderr}`,
    );
  };
  const table = `--tabela=${places}`;
  const described = ['--titulo=Cidades', '--licenca=Domínio público', '--citacao=Natural Earth'];
  expect(await layer('add', source, '--id=cidades', table)).toContain('recusado: Uso:');
  expect(await layer('add', source, '--id=cidades', table, ...described)).toContain('«cidades»: 243 elementos');
  expect(await layer('append', 'cidades', source, table)).toContain('«cidades»: 486 elementos');
  expect(await layer('append', 'cidades', source, `--tabela=${countries}`)).toMatch(/recusado: As colunas não são/);
  expect(await layer('replace', 'cidades', source, table)).toContain('«cidades»: 243 elementos');
  expect(await layer('list')).toMatch(/^cidades\t243 elementos\tprivate\tdone\tCidades$/m);
  const rows = ['nome,dia,lon,lat', 'Lobito,2024-03-10,13.5,-12.3', 'Luanda,2025-07-01,13.2,-8.8'];
  await writeFile(at('vistas.csv'), rows.join('\n'));
  expect(await layer('add', at('vistas.csv'), '--id=vistas', '--tempo=nome', ...described)).toContain(
    'recusado: «nome» não é uma coluna de datas',
  );
  expect(await layer('add', at('vistas.csv'), '--id=vistas', '--tempo=dia', ...described)).toContain('2 elementos');
  const dated = await world.app.select<{ time_column: string }>(
    `select time_column from layers.layers where id = 'vistas'`,
  );
  expect(dated).toEqual([{ time_column: 'dia' }]);
  await writeFile(at('vazio.geojson'), '');
  expect(await layer('add', at('vazio.geojson'), '--id=vazio', ...described)).toContain('O ficheiro está vazio.');
  const deep = Array.from({ length: 7 }, (_, n) => `p${n},"POINT Z (12 -9 ${-10 - n})"`);
  await writeFile(at('fundos.csv'), ['nome,wkt', ...deep].join('\n'));
  expect(await layer('add', at('fundos.csv'), '--id=fundos', ...described)).toContain(
    'Linhas 1, 2, 3, 4, 5 e mais 2 com dúvida: a altura ou a profundidade',
  );
  await writeFile(at('uma.csv'), 'nome,lon,lat\nLobito,13.5,-12.3');
  const one = await layer('add', at('uma.csv'), '--id=uma', ...described);
  expect(one).toContain('1 linha lida.');
  expect(one).toContain('«uma»: 1 elemento.');
  // Through a line that is cut once, in the middle of the second part.
  const big = Array.from({ length: 1_000 }, (_, n) => `${String(n).padStart(10_000, 'x')},12,-9`);
  await writeFile(at('grande.csv'), ['nome,lon,lat', ...big].join('\n'));
  const line = await lineCutAfter(9 * 1_048_576);
  const large = await layer('add', at('grande.csv'), '--id=grande', ...described, `--endereco=${line.url}`);
  line.close();
  expect([large, line.cuts()]).toEqual([expect.stringContaining('«grande»: 1000 elementos'), 1]);
  expect(await layer('remove', 'cidades', '--confirmar=outra')).toContain('recusado');
  expect(await layer('remove', 'cidades', '--confirmar=cidades')).toContain('removida, com 243 elementos');
  expect(await layer('list')).not.toContain('cidades');
});
