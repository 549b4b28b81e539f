import type { FastifyInstance } from 'fastify';
import { rowsOfTile } from '../../../packages/connectors/src/core/vector-tile.ts';
import { TILE_LAYER } from '../../../packages/connectors/src/gfw/wire.ts';

/** The simulator's answers to the calls of the recorded answers, by folder and file. */
export const calls: Readonly<Record<string, (app: FastifyInstance) => Promise<Answer>>> = {
  'obis/occurrence.json': (app) => get(app, '/obis/v3/occurrence?size=300'),
  'obis/dataset.json': (app) => get(app, '/obis/v3/dataset?size=10'),
  'gbif/search.json': (app) => get(app, '/gbif/v1/occurrence/search?limit=300'),
  'worms/records.json': async (app) => get(app, `/worms/rest/AphiaRecordsByAphiaIDs?aphiaids[]=${await aphiaId(app)}`),
  'worms/names.json': (app) => names(app),
  'worms/vernaculars.json': async (app) => get(app, `/worms/rest/AphiaVernacularsByAphiaID/${await aphiaId(app)}`),
  'cmems/clients-config.json': (app) => get(app, `${metadata}/clientsConfigV1.json`),
  'cmems/product.json': (app) => get(app, `${metadata}/metadata/${product}/product.stac.json`),
  'cmems/dataset.json': async (app) => {
    const { body } = await get(app, `${metadata}/metadata/${product}/product.stac.json`);
    const { links } = body as { links: { rel: string; href: string }[] };
    const item = links.find(({ rel, href }) => rel === 'item' && href.includes('phy-so'));
    return get(app, `${metadata}/metadata/${product}/${item?.href}`);
  },
  'noaa-etopo/relief.json': (app) =>
    get(app, `/erddap/griddap/etopo180.json?${encodeURIComponent('altitude[(-9.0):2:(-8.9)][(11.0):2:(11.1)]')}`),
  'open-meteo/forecast-hours.json': (app) =>
    get(
      app,
      `/open-meteo/v1/forecast?${new URLSearchParams({
        ...{ latitude: '-8.8', longitude: '13.2', hourly: 'wind_speed_10m,wind_direction_10m' },
        ...{ forecast_days: '1', timezone: 'Europe/Prague', timeformat: 'unixtime' },
      })}`,
    ),
  'ornl/dates.json': (app) => get(app, '/ornl/rst/api/v1/MOD13Q1/dates?latitude=-9.5&longitude=14.5'),
  'ornl/subset.json': (app) =>
    get(
      app,
      `/ornl/rst/api/v1/MOD13Q1/subset?${new URLSearchParams({
        ...{
          latitude: '-9.5',
          longitude: '14.5',
          band: '250m_16_days_NDVI',
          startDate: 'A2026001',
          endDate: 'A2026001',
        },
        ...{ kmAboveBelow: '1', kmLeftRight: '1' },
      })}`,
    ),
  'argo/profiles-without-data.json': (app) =>
    get(
      app,
      `/argovis/argo?${new URLSearchParams({
        startDate: '2026-08-01T00:00:00Z',
        endDate: '2026-08-20T00:00:00Z',
        polygon: '[[8,-18],[14,-18],[14,-4.4],[8,-4.4],[8,-18]]',
        data: 'pressure,temperature,salinity,pressure_argoqc,temperature_argoqc,salinity_argoqc',
      })}`,
      { 'x-argokey': 'guest' },
    ),
  'cdse/products.json': (app) => {
    const filter =
      "Collection/Name eq 'SENTINEL-3' and OData.CSC.Intersects(area=geography'SRID=4326;POLYGON((8 -18,14 -18,14 -4.4,8 -4.4,8 -18))') and ContentDate/Start ge 2026-08-20T00:00:00.000Z";
    return get(app, `/cdse/odata/v1/Products?$filter=${encodeURIComponent(filter)}&$top=20&$expand=Attributes`);
  },
  'cds/job.json': async (app) => get(app, await finishedJob(app), cdsHeaders),
  'cds/results.json': async (app) => get(app, `${await finishedJob(app)}/results`, cdsHeaders),
  'gfw/report-row.json': async (app) => {
    const { status, contentType, body } = await answer(
      app.inject({
        method: 'POST',
        url: `/gfw/v3/4wings/report?${new URLSearchParams({
          'datasets[0]': 'public-global-presence:latest',
          'date-range': '2026-08-20,2026-08-21',
          'temporal-resolution': 'DAILY',
          'spatial-resolution': 'LOW',
          'group-by': 'VESSEL_ID',
          format: 'JSON',
        })}`,
        headers: gfwHeaders,
        payload: { region: { dataset: 'public-eez-areas', id: 8478 } },
      }),
    );
    const { entries } = body as { entries: Record<string, unknown[]>[] };
    return { status, contentType, body: entries.flatMap((entry) => Object.values(entry).flat()) };
  },
  'gfw/event.json': async (app) => {
    const { status, contentType, body } = await answer(
      app.inject({
        method: 'POST',
        url: '/gfw/v3/events?limit=3000&offset=0',
        headers: gfwHeaders,
        payload: {
          datasets: ['fishing', 'encounters', 'loitering', 'gaps', 'port-visits'].map(
            (kind) => `public-global-${kind}-events:latest`,
          ),
          startDate: '2026-08-01',
          endDate: '2026-08-28',
          region: { dataset: 'public-eez-areas', id: 8478 },
        },
      }),
    );
    return { status, contentType, body: (body as { entries: unknown[] }).entries };
  },
  'gfw/vessel.json': (app) => vessels(app),
  'gfw/structure.json': async (app) => {
    const { statusCode, rawPayload } = await app.inject({
      url: '/gfw/v3/datasets/public-fixed-infrastructure-filtered:latest/context-layers/5/17/16',
      headers: gfwHeaders,
    });
    const raw = { url: '', status: statusCode, contentType: '', bytes: new Uint8Array(rawPayload) };
    // A vector tile: its points stand for the properties that the recorded one has.
    return { status: statusCode, contentType: 'application/json', body: rowsOfTile(raw, TILE_LAYER) };
  },
  'gfw/insights.json': async (app) => {
    const { body } = await vessels(app);
    const [vessel] = body as { selfReportedInfo: { id: string }[] }[];
    return answer(
      app.inject({
        method: 'POST',
        url: '/gfw/v3/insights/vessels',
        headers: gfwHeaders,
        payload: {
          includes: ['FISHING', 'GAP', 'COVERAGE', 'VESSEL-IDENTITY-IUU-VESSEL-LIST'],
          startDate: '2026-08-01',
          endDate: '2026-08-20',
          vessels: [
            { datasetId: 'public-global-vessel-identity:latest', vesselId: vessel?.selfReportedInfo[0]?.id ?? '' },
          ],
        },
      }),
    );
  },
  'slsmf/station-data.json': (app) =>
    get(app, '/slsmf/v2/stations/luan/data?timestart=2026-08-25T00:00&timestop=2026-08-26T00:00', {
      'x-api-key': 'test',
    }),
};

export type Answer = { readonly status: number; readonly contentType: string; readonly body: unknown };

const metadata = '/cmems/s3-waw3/mdl-metadata';
const product = 'GLOBAL_ANALYSISFORECAST_PHY_001_024';
const gfwHeaders = { authorization: 'Bearer test' };
const cdsHeaders = { 'private-token': 'test' };

async function answer(
  reply: PromiseLike<{
    statusCode: number;
    headers: { readonly 'content-type'?: string | number | string[] | undefined };
    json(): unknown;
  }>,
): Promise<Answer> {
  const { statusCode, headers, json } = await reply;
  return { status: statusCode, contentType: [headers['content-type'] ?? ''].flat().join(), body: json() };
}

function get(app: FastifyInstance, url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return answer(app.inject({ url, headers: { accept: 'application/json', ...headers } }));
}

const names = (app: FastifyInstance) =>
  get(app, '/worms/rest/AphiaRecordsByMatchNames?scientificnames[]=Sardinella%20aurita&marine_only=true');

async function aphiaId(app: FastifyInstance): Promise<number> {
  const [[record] = []] = (await names(app)).body as { AphiaID: number }[][];
  return record?.AphiaID ?? 0;
}

async function vessels(app: FastifyInstance): Promise<Answer> {
  const query = new URLSearchParams({
    'datasets[0]': 'public-global-vessel-identity:latest',
    where: "flag='AGO' OR flag='CHN'",
    limit: '50',
  });
  const { body, ...rest } = await get(app, `/gfw/v3/vessels/search?${query}`, gfwHeaders);
  return { ...rest, body: (body as { entries: unknown[] }).entries };
}

/** Path of a job of the simulated store that has been asked after until it was done. */
async function finishedJob(app: FastifyInstance): Promise<string> {
  const path = await job(app);
  for (let look = 0; look < 3; look += 1) await get(app, path, cdsHeaders);
  return path;
}

/** Path of a new job of the simulated store. */
async function job(app: FastifyInstance): Promise<string> {
  const reply = await app.inject({
    method: 'POST',
    url: '/cds/api/retrieve/v1/processes/reanalysis-era5-single-levels/execution',
    headers: cdsHeaders,
    payload: {
      inputs: {
        product_type: ['reanalysis'],
        variable: ['10m_u_component_of_wind', '10m_v_component_of_wind'],
        year: ['2026'],
        month: ['08'],
        day: ['20'],
        time: ['00:00'],
        area: [-4.4, 8, -18, 14],
        data_format: 'netcdf',
      },
    },
  });
  return `/cds/api/retrieve/v1/jobs/${reply.json<{ jobID: string }>().jobID}`;
}
