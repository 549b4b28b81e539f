/** Files of the spatial analyses in programs of others: OGR reads every format, and QGIS opens the project as it is. */
import { mkdtemp, rm, writeFile as store } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GeoGeometry } from '@kianda/connectors';
import type { ResultFormat } from '@kianda/contract/space/spatial/analyses.contract';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileTask } from '../../apps/server/src/modules/space/spatial/files/file.types.ts';
import { writeFile } from '../../apps/server/src/modules/space/spatial/files/write-file.ts';
import { cog } from '../../apps/server/src/platform/formats/cog.ts';
import { toWkb } from '../../apps/server/src/platform/geometry/wkb.ts';
import { missing, printed } from './testing/world.ts';

const absent = missing('python3-qgis') || missing('gdal-bin');
const about = {
  ...{ title: 'Zonas de «ensaio» & mais', citation: 'Kianda, ensaio.', methods: ['Método do ensaio'] },
  ...{ madeAt: '2026-08-31T09:00:00Z', isSimulated: false },
};
const square = (lon: number, lat: number): GeoGeometry => ({
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [lon, lat],
        [lon + 0.2, lat],
        [lon + 0.2, lat + 0.2],
        [lon, lat + 0.2],
        [lon, lat],
      ],
      [
        [lon + 0.05, lat + 0.05],
        [lon + 0.05, lat + 0.1],
        [lon + 0.1, lat + 0.1],
        [lon + 0.05, lat + 0.05],
      ],
    ],
  ],
});
const common = { attributes: [], legend: [], legendAttribute: null, unit: null, range: null, sha256: '', bytes: 0 };

/** Three areas with a text, a number, a whole number and a yes; and a raster of 20 × 10 cells of half a degree. */
async function task(format: ResultFormat): Promise<FileTask> {
  const attribute = (name: string, type: 'string' | 'number' | 'integer' | 'boolean') => ({
    name,
    type,
    title: name,
    unit: null,
  });
  const values = Float32Array.from({ length: 200 }, (_, cell) => (cell === 0 ? Number.NaN : cell));
  const grid = { west: 10.25, south: -14.75, lonStepDegrees: 0.5, latStepDegrees: 0.5, columns: 20, rows: 10 };
  return {
    ...{ format, about },
    vectors: [
      {
        layer: {
          ...{ ...common, id: 'zonas-novas', title: 'Zonas', kind: 'vector', geometryType: 'polygon', count: 3 },
          ...{ bbox: [11, -10, 13.2, -9.8], cellDegrees: null, storageKey: null, legendAttribute: 'classe' },
          attributes: [
            attribute('nome_da_zona', 'string'),
            attribute('nome_da_zona_antiga', 'string'),
            attribute('classe', 'integer'),
            attribute('valor', 'number'),
            attribute('ativa', 'boolean'),
          ],
          legend: [
            { value: 1, label: 'Um & «dois»', colour: '#b91c1c', from: null, to: null },
            { value: 2, label: 'Dois', colour: '#15803d', from: null, to: null },
          ],
        },
        features: [0, 1, 2].map((place) => ({
          id: place + 1,
          wkb: new Uint8Array(toWkb(square(11 + place, -10))),
          properties: {
            ...{
              nome_da_zona: `Baía <${place}>`,
              nome_da_zona_antiga: place === 2 ? null : 'Açores',
              classe: 1 + (place % 2),
            },
            ...{ valor: place / 3, ativa: place > 0 },
          },
        })),
      },
    ],
    rasters: [
      {
        layer: {
          ...{ ...common, id: 'custo', title: 'Custo', kind: 'raster', geometryType: null, count: 199 },
          ...{ bbox: [10, -15, 20, -10], cellDegrees: 0.5, storageKey: 'x', range: [1, 199] },
          legend: [{ value: null, label: '1 a 199', colour: '#21918c', from: 1, to: 199 }],
        },
        bytes: await cog(grid, [{ name: 'custo', unit: null, values, kind: 'number' }]),
      },
    ],
  };
}

describe.skipIf(absent !== false)(`files of spatial analyses (${absent || 'instalado'})`, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kianda-spatial-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test.each([
    ['geojson', 'geojson'],
    ['gpkg', 'gpkg'],
    ['fgb', 'fgb'],
    ['shp', 'zip'],
    ['csv', 'csv'],
    ['kml', 'kml'],
  ] as const)('OGR reads three features of %s, with their texts', async (format, ending) => {
    const path = join(folder, `zonas.${ending}`);
    await store(path, writeFile(await task(format)));
    const source = format === 'shp' ? `/vsizip/${path}` : path;
    const text = await printed('ogrinfo', '-al', '-ro', source);
    expect(text.match(/^OGRFeature\(/gm)).toHaveLength(3);
    for (const place of [0, 1, 2]) expect(text).toContain(`Baía <${place}>`);
    // OGR takes the places of a CSV for a text.
    const shown = format === 'csv' ? /wkt \(String\) = MULTIPOLYGON/g : /(?:MULTI)?POLYGON (?:Z )?\(\(/g;
    expect(text.match(shown)?.length).toBeGreaterThanOrEqual(3);
  });

  test('the project opens in QGIS: its layers are valid, with all features, cells and classes', async () => {
    const path = join(folder, 'projeto.qgz');
    const parts = unzipSync(writeFile(await task('qgz')));
    for (const [name, bytes] of Object.entries(parts)) await store(join(folder, name), bytes);
    const script = join(folder, 'abrir.py');
    await store(
      script,
      `
import json, sys
from qgis.core import QgsApplication, QgsProject
app = QgsApplication([], False)
app.initQgis()
project = QgsProject.instance()
opened = project.read(sys.argv[1])
found = []
for layer in sorted(project.mapLayers().values(), key=lambda one: one.name()):
    row = {'name': layer.name(), 'valid': layer.isValid(), 'crs': layer.crs().authid()}
    if layer.type() == 0:
        row['features'] = layer.featureCount()
        row['classes'] = [c.label() for c in layer.renderer().categories()]
    else:
        row['size'] = [layer.width(), layer.height()]
    found.append(row)
print(json.dumps({'opened': opened, 'title': project.title(), 'layers': found}))
`,
    );
    const text = await printed('env', 'QT_QPA_PLATFORM=offscreen', `HOME=${folder}`, '/usr/bin/python3', script, path);
    expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toEqual({
      ...{ opened: true, title: about.title },
      layers: [
        { name: 'Custo', valid: true, crs: 'EPSG:4326', size: [20, 10] },
        { name: 'Zonas', valid: true, crs: 'EPSG:4326', features: 3, classes: ['Um & «dois»', 'Dois'] },
      ],
    });
  });
});
