/** QGIS of Debian, without a screen: its own readers of features, tiles, rasters by HTTP and by S3, and its network access. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataOf } from '@kianda/contract';
import { createS3Key } from '@kianda/contract/open/storage/s3.contract';
import { createBucket } from '@kianda/contract/open/storage/storage.contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { missing, occurrenceRows, openServices, printed, printedWith, publication } from './testing/world.ts';

const area = 'rasters-benguela';
const absent = missing('python3-qgis') || missing('gdal-bin');

describe.skipIf(absent !== false)(`QGIS (${absent || 'instalado'})`, () => {
  let world: Awaited<ReturnType<typeof openServices>>;
  let folder: string;
  let keys: Record<string, string>;

  beforeAll(async () => {
    world = await openServices();
    folder = await mkdtemp(join(tmpdir(), 'kianda-qgis-'));
    const { token, password } = await world.app.newSession('operador');
    await world.app.call(createBucket, { token, body: { name: area } });
    const made = await world.app.call<DataOf<typeof createS3Key>>(createS3Key, {
      token,
      body: { name: 'QGIS', write: true, buckets: null, days: 1, currentPassword: password },
    });
    keys = {
      ...{ AWS_ACCESS_KEY_ID: made.data.key.accessKey, AWS_SECRET_ACCESS_KEY: made.data.secretKey },
      ...{ AWS_S3_ENDPOINT: new URL(world.url).host, AWS_HTTPS: 'NO', AWS_VIRTUAL_HOSTING: 'FALSE' },
    };
    const raster = join(folder, 'modelo.tif');
    const corners = ['8', '-17', '9', '-18'];
    const size = ['-outsize', '20', '20', '-bands', '1', '-ot', 'Float32', '-burn', '21.5'];
    await printed('gdal_create', '-of', 'COG', ...size, '-a_srs', 'EPSG:4326', '-a_ullr', ...corners, raster);
    const object = `/storage/buckets/${area}/object?key=modelo.tif`;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/tiff' };
    const written = await world.app.inject({
      ...{ method: 'PUT', url: object, headers },
      payload: await readFile(raster),
    });
    if (written.status !== 201) throw new Error(`raster: ${written.status} ${written.text}`);
    const items = publication(`${world.url}/storage/s3/${area}/modelo.tif`);
    const published = await world.app.inject({
      method: 'POST',
      url: '/stac/collections/published-products/items',
      headers: {
        authorization: `Bearer ${(await world.app.signIn('cientista')).token}`,
        'content-type': 'application/geo+json',
      },
      payload: { ...items, features: items.features.slice(0, 1) },
    });
    if (published.status !== 201) throw new Error(`publication: ${published.status} ${published.text}`);
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await world.close();
  });

  /** The last line that a script prints, as JSON; the application is open while it runs. */
  async function qgis(script: string): Promise<unknown> {
    const program = `
import json, os, sys
from qgis.core import *
from qgis.PyQt.QtCore import QSize, QUrl
from qgis.PyQt.QtNetwork import QNetworkRequest
app = QgsApplication([], False)
app.initQgis()
${script}
# What Python still holds when QGIS closes would end in a fault of QGIS.
sys.stdout.flush()
os._exit(0)
`;
    const environment = { ...keys, HOME: folder, XDG_RUNTIME_DIR: folder, QT_QPA_PLATFORM: 'offscreen' };
    const text = await printedWith(environment, '/usr/bin/python3', '-c', program);
    return JSON.parse(text.trim().split('\n').at(-1) ?? 'null');
  }

  test('features: every one of a collection, and those of a rectangle', async () => {
    const found = await qgis(`
layer = QgsVectorLayer("url='${world.url}/features' typename='occurrences' pageSize='1000'", 'ocorrências', 'OAPIF')
box = QgsFeatureRequest().setFilterRect(QgsRectangle(11, -10, 12, -9))
print(json.dumps({
  'valid': layer.isValid(), 'crs': layer.crs().authid(), 'geometry': layer.geometryType(),
  'fields': [field.name() for field in layer.fields()],
  'all': sum(1 for _ in layer.getFeatures()),
  'box': sum(1 for _ in layer.getFeatures(box)),
}))`);
    expect(found).toMatchObject({ valid: true, crs: 'EPSG:4326', geometry: 0, all: occurrenceRows });
    expect(found).toMatchObject({
      fields: expect.arrayContaining(['depthMeters', 'species']),
      box: await world.counted('lon between 11 and 12 and lat between -10 and -9'),
    });
  });

  test('tiles: a layer of vector tiles is drawn, and draws nothing where there is nothing', async () => {
    const address = `${world.url}/features/collections/occurrences/tiles/WebMercatorQuad/{z}/{y}/{x}`;
    const found = await qgis(`
layer = QgsVectorTileLayer('type=xyz&url=${address}&zmin=0&zmax=18', 'mosaicos')
def drawn(west, south, east, north):
  settings = QgsMapSettings()
  settings.setLayers([layer])
  settings.setDestinationCrs(QgsCoordinateReferenceSystem('EPSG:3857'))
  to = QgsCoordinateTransform(QgsCoordinateReferenceSystem('EPSG:4326'), settings.destinationCrs(), QgsProject.instance())
  settings.setExtent(to.transformBoundingBox(QgsRectangle(west, south, east, north)))
  settings.setOutputSize(QSize(256, 256))
  job = QgsMapRendererSequentialJob(settings)
  job.start()
  job.waitForFinished()
  image = job.renderedImage()
  white = image.pixel(0, 0)
  return sum(1 for x in range(256) for y in range(256) if image.pixel(x, y) != white)
print(json.dumps({
  'valid': layer.isValid(), 'zoom': layer.sourceMaxZoom(),
  'sea': drawn(9, -12, 12, -9), 'land': drawn(20, -12, 23, -9),
}))`);
    expect(found).toMatchObject({ valid: true, zoom: 18, land: 0 });
    expect((found as { sea: number }).sea).toBeGreaterThan(500);
  });

  test('rasters: by S3, and the asset of an item of the catalogue', async () => {
    const found = await qgis(`
import urllib.request
item = json.load(urllib.request.urlopen('${world.url}/stac/collections/published-products/items?limit=1'))['features'][0]
href = item['assets']['dados']['href']
read = {}
for name, source in [('s3', '/vsis3/${area}/modelo.tif'), ('asset', href.replace('${world.url}/storage/s3/', '/vsis3/'))]:
  layer = QgsRasterLayer(source, name, 'gdal')
  value, ok = layer.dataProvider().sample(QgsPointXY(8.5, -17.5), 1)
  read[name] = {'valid': layer.isValid(), 'crs': layer.crs().authid(), 'width': layer.width(), 'value': value if ok else None}
print(json.dumps(read))`);
    const raster = { valid: true, crs: 'EPSG:4326', width: 20, value: 21.5 };
    expect(found).toEqual({ s3: raster, asset: raster });
  });

  test('processes: an analysis by QGIS’s own network access', async () => {
    const found = await qgis(`
request = QNetworkRequest(QUrl('${world.url}/features/processes/feature-statistics/execution'))
request.setHeader(QNetworkRequest.ContentTypeHeader, 'application/json')
blocking = QgsBlockingNetworkRequest()
blocking.post(request, json.dumps({'inputs': {'collection': 'occurrences', 'property': 'depthMeters'}}).encode())
print(bytes(blocking.reply().content()).decode())`);
    expect(found).toMatchObject({ count: occurrenceRows, min: 0, max: 499 });
  });

  test('processes: zones at once and a chain in the background, and QGIS measures what they give', async () => {
    const { token } = await world.app.signIn('cientista');
    const buoys = {
      type: 'FeatureCollection',
      features: [11.5, 11.9].map((lon) => ({
        ...{ type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [lon, -9.8] } },
      })),
    };
    const ring = { buffer_distance: 20_000, segments: 64 };
    const drawing = { kind: 'drawing', geojson: buoys };
    const steps = [
      { id: 'zonas', name: 'Zonas', type: 'buffer', parameters: ring, inputs: { features: drawing } },
      {
        ...{
          id: 'distancias',
          name: 'Distâncias',
          type: 'proximity',
          parameters: { output: 'raster', cell_degrees: 0.1 },
        },
        inputs: { targets: drawing, area: { kind: 'step', step: 'zonas' } },
      },
    ];
    const found = await qgis(`
import time
def asked(path, body=None, prefer=None):
  request = QNetworkRequest(QUrl('${world.url}/features' + path))
  request.setRawHeader(b'Authorization', b'Bearer ${token}')
  request.setHeader(QNetworkRequest.ContentTypeHeader, 'application/json')
  if prefer is not None: request.setRawHeader(b'Prefer', prefer)
  blocking = QgsBlockingNetworkRequest()
  if body is None: blocking.get(request, True)
  else: blocking.post(request, json.dumps(body).encode())
  reply = blocking.reply()
  status = reply.attribute(QNetworkRequest.HttpStatusCodeAttribute)
  return status, json.loads(bytes(reply.content()).decode())
def measured(collection):
  path = os.path.join(os.environ['HOME'], 'zonas.geojson')
  with open(path, 'w') as file: json.dump(collection, file)
  layer = QgsVectorLayer(path, 'zonas', 'ogr')
  measure = QgsDistanceArea()
  measure.setEllipsoid('WGS84')
  areas = [round(measure.measureArea(feature.geometry()) / 1e6) for feature in layer.getFeatures()]
  return {'valid': layer.isValid(), 'crs': layer.crs().authid(), 'areas': areas}
ring = json.loads('${JSON.stringify(ring)}')
buoys = json.loads('${JSON.stringify(buoys)}')
steps = json.loads('${JSON.stringify(steps)}')
begun, job = asked('/processes/spatial-chain/execution', {'inputs': {'steps': steps}}, b'respond-async')
status, zones = asked('/processes/spatial-buffer/execution', {'inputs': dict(ring, features=buoys)})
state = 'accepted'
while state in ('accepted', 'running'):
  time.sleep(0.2)
  state = asked('/jobs/' + job['jobID'])[1]['status']
chain = asked('/jobs/' + job['jobID'] + '/results')[1]['steps']
print(json.dumps({
  'status': status, 'zones': measured(zones['layers']['buffers']), 'begun': begun, 'state': state, 'steps': list(chain),
  'chained': measured(chain['zonas']['layers']['buffers']),
  'raster': chain['distancias']['layers']['distance']['mediaType'],
}))`);
    // A circle of 20 km has 1256.6 km²; one of 64 sides a quarter has 0.01 % less.
    const zones = { valid: true, crs: 'EPSG:4326', areas: [1257, 1257] };
    expect(found).toEqual({
      ...{ status: 200, zones, begun: 201, state: 'successful', steps: ['zonas', 'distancias'], chained: zones },
      raster: 'image/tiff; application=geotiff',
    });
  }, 120_000);
});
